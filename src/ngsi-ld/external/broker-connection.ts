import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Logger } from '@nestjs/common';
import axios, { type AxiosInstance } from 'axios';
import { BrokenCircuitError } from 'cockatiel';
import { ServiceError } from '../../common/errors/service-error';
import { BrokerAnswer } from './broker-answer';
import { CallFailure, connectionFailure } from './call-failure';
import type { ExternalBrokerOptions } from './external-broker.options';
import { portError } from './port-error';
import { type Resilience, resilienceOf } from './resilience';

export interface BrokerRequest {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below /ngsi-ld/v1, its parts percent-encoded. */
  path: string;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  /** The body carries its own `@context`. */
  linkedData?: boolean;
  /** Sending it twice comes to the same as sending it once. */
  repeatable: boolean;
}

export type Send = (request: BrokerRequest) => Promise<BrokerAnswer>;

/**
 * HTTP to the external broker: one time budget for all requests of a call, bounded repetition, a circuit breaker,
 * bounded connections, waiting requests and answers. Redirects are not followed.
 */
export class BrokerConnection {
  private readonly logger = new Logger('ExternalBroker');
  private readonly resilience: Resilience;
  private readonly agents: { httpAgent: HttpAgent; httpsAgent: HttpsAgent };
  private readonly http: AxiosInstance;
  private readonly contextLink: Record<string, string>;

  constructor(options: ExternalBrokerOptions) {
    this.resilience = resilienceOf(options);
    this.resilience.breaker.onBreak(() => this.logger.error('The broker fails: left alone for a moment'));
    this.resilience.breaker.onReset(() => this.logger.log('The broker answers again'));

    const agentOptions = { keepAlive: true, maxSockets: options.maxConnections };
    this.agents = { httpAgent: new HttpAgent(agentOptions), httpsAgent: new HttpsAgent(agentOptions) };
    this.http = axios.create({
      ...this.agents,
      baseURL: `${options.url.replace(/\/+$/, '')}/ngsi-ld/v1`,
      headers: {
        Accept: 'application/json',
        ...(options.tenant !== undefined && { 'NGSILD-Tenant': options.tenant }),
        ...(options.token !== undefined && { Authorization: `Bearer ${options.token}` }),
      },
      maxContentLength: options.maxAnswerBytes,
      maxRedirects: 0,
      proxy: false,
      responseType: 'text',
      transformRequest: [],
      transformResponse: [],
      validateStatus: () => true,
    });
    this.contextLink = linkTo(options.contextUrl);
  }

  /**
   * Runs a call of the port, which may send several requests, within the time budget.
   *
   * @throws BrokerError, BrokerUnavailableError in place of any failure of a request.
   */
  async run<Result>(call: (send: Send) => Promise<Result>): Promise<Result> {
    try {
      return await this.resilience.budget.execute(({ signal }) =>
        call((request) => this.send(request, signal)),
      );
    } catch (error) {
      const translated = portError(error);
      this.log(translated);
      throw translated;
    }
  }

  /** Connections to the broker, in use or kept for the next request. */
  get openConnections(): number {
    return Object.values(this.agents)
      .flatMap(({ sockets, freeSockets }) => [...Object.values(sockets), ...Object.values(freeSockets)])
      .reduce((sum, list) => sum + (list?.length ?? 0), 0);
  }

  /** Closes the connections; requests under way fail. */
  close(): void {
    this.agents.httpAgent.destroy();
    this.agents.httpsAgent.destroy();
  }

  private async send(request: BrokerRequest, signal: AbortSignal): Promise<BrokerAnswer> {
    const { repetition, breaker, lanes } = this.resilience;
    let repeated = false;
    const attempt = async () => {
      try {
        return await this.exchange(request, signal, repeated);
      } catch (error) {
        repeated ||= error instanceof CallFailure && error.ambiguous;
        throw error;
      }
    };
    const guarded = () => breaker.execute(() => lanes.execute(attempt, signal), signal);
    return request.repeatable ? repetition.execute(guarded, signal) : guarded();
  }

  private async exchange(
    request: BrokerRequest,
    signal: AbortSignal,
    repeated: boolean,
  ): Promise<BrokerAnswer> {
    const label = `${request.method} ${request.path}`;
    const { status, headers, data } = await this.http
      .request<string>({
        method: request.method,
        url: addressOf(request),
        headers: this.headersOf(request),
        data: request.body === undefined ? undefined : JSON.stringify(request.body),
        signal,
      })
      .catch((error: unknown) => {
        throw connectionFailure(error, label);
      });
    const answer = new BrokerAnswer(label, status, headers, data, repeated);
    if (status === 503) {
      throw answer.failure('overloaded', 'the broker is overloaded');
    }
    if (status === 502 || status === 504) {
      throw answer.failure('gateway', 'a gateway gave up on the broker');
    }
    return answer;
  }

  private headersOf({ body, linkedData }: BrokerRequest): Record<string, string> {
    if (linkedData === true) {
      return { 'Content-Type': 'application/ld+json' };
    }
    return { ...this.contextLink, ...(body !== undefined && { 'Content-Type': 'application/json' }) };
  }

  /** The broker's own words are for the operator; that the circuit is open has been logged when it opened. */
  private log(error: unknown): void {
    const cause = error instanceof ServiceError ? error.cause : undefined;
    if (!(error instanceof ServiceError) || cause === undefined || cause instanceof BrokenCircuitError) {
      return;
    }
    const { request, status, body } = cause instanceof CallFailure ? cause.circumstances : {};
    const reason = cause instanceof Error ? cause.message : undefined;
    this.logger.warn({ message: error.message, reason, request, status, body });
  }
}

function addressOf({ path, query = {} }: BrokerRequest): string {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${encodePart(value)}`);
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

/** The JSON-LD context of requests and answers in plain JSON (ETSI GS CIM 009, clause 6.3.5). */
function linkTo(contextUrl: string | undefined): Record<string, string> {
  const rel = 'http://www.w3.org/ns/json-ld#context';
  return contextUrl === undefined
    ? {}
    : { Link: `<${contextUrl}>; rel="${rel}"; type="application/ld+json"` };
}

/** Percent-encodes all but what is plain in a path segment and in a query value alike. */
export function encodePart(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':');
}
