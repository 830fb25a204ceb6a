import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Agents, guardedAgents } from '../../http-client/guarded-agents';
import type { Endpoint } from '../model/subscription';
import { DeliveryError, type Notification, type Notifier } from './notifier';

/** The answer's body says nothing; more of it than this is not worth the connection. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** Answers below 500 that say that it may work later. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 425, 429]);

/** Sends notifications by POST over HTTP and HTTPS (ETSI GS CIM 009, clause 6.3.8). Redirects are not followed. */
export class HttpNotifier implements Notifier {
  private readonly agents: Agents;

  constructor(allowPrivateHosts: boolean, connectionsPerHost: number) {
    this.agents = guardedAgents(allowPrivateHosts, { maxSockets: connectionsPerHost, scheduling: 'lifo' });
  }

  async send({ uri }: Endpoint, { body, metadata }: Notification, signal: AbortSignal): Promise<void> {
    const payload = Buffer.from(JSON.stringify(body));
    const status = await this.post(new URL(uri), metadata, payload, signal).catch((error: unknown) => {
      throw new DeliveryError((error as Error).message, false, { cause: error });
    });
    if (status >= 200 && status < 300) return;
    throw new DeliveryError(`the receiver answered ${status}`, status < 500 && !TRANSIENT.has(status));
  }

  close(): void {
    this.agents.httpAgent.destroy();
    this.agents.httpsAgent.destroy();
  }

  /** The status of the answer. */
  private post(
    url: URL,
    metadata: Record<string, string>,
    payload: Buffer,
    signal: AbortSignal,
  ): Promise<number> {
    const isSecure = url.protocol === 'https:';
    const options: RequestOptions = {
      method: 'POST',
      agent: isSecure ? this.agents.httpsAgent : this.agents.httpAgent,
      headers: { 'User-Agent': 'civic-issue-service', ...metadata, 'Content-Length': payload.length },
      signal,
    };
    return new Promise((resolve, reject) => {
      const request = (isSecure ? requestHttps : requestHttp)(url, options);
      request.once('response', (answer: IncomingMessage) => {
        discard(answer);
        resolve(answer.statusCode ?? 0);
      });
      request.once('error', (error: NodeJS.ErrnoException) => {
        // The receiver closed an idle connection just when it was to be used again.
        const isStale = request.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted;
        if (isStale) this.post(url, metadata, payload, signal).then(resolve, reject);
        else reject(error);
      });
      request.end(payload);
    });
  }
}

/** Reads the body to its end, so that the connection can be used again, unless it is long. */
function discard(answer: IncomingMessage): void {
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) answer.destroy();
  });
  // The status has been read; what becomes of the rest is of no interest.
  answer.on('error', () => undefined);
}
