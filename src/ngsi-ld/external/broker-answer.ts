import { CallFailure, type CallFailureKind } from './call-failure';
import { isObject } from '../../common/json/is-object';

const LOGGED_CHARACTERS = 1000;

/** An error of NGSI-LD (ETSI GS CIM 009, clause 6.3.2) names its type by such an address. */
const ERROR_TYPE = /\/ngsi-ld\/errors\/(\w+)$/;

/** What the broker answered to one request. */
export class BrokerAnswer {
  constructor(
    /** Method and path that were asked. */
    private readonly request: string,
    readonly status: number,
    private readonly headers: Readonly<Record<string, unknown>>,
    private readonly text: string,
    /** An earlier sending of the same request may have been carried out. */
    readonly repeated: boolean,
  ) {}

  /** The body. @throws CallFailure when it is not JSON. */
  json(): unknown {
    try {
      return JSON.parse(this.text);
    } catch (error) {
      throw this.unusable('the body is not JSON', error);
    }
  }

  /** How many entities match; undefined when the broker does not say (Orion-LD does not for `near`). */
  get count(): number | undefined {
    const count = this.headers['ngsild-results-count'];
    return typeof count === 'string' && /^\d{1,15}$/.test(count) ? Number(count) : undefined;
  }

  /**
   * The broker itself says that there is no such entity, or not even such a tenant. Any other 404 means that there is
   * no broker at this address.
   */
  get saysNotFound(): boolean {
    return this.status === 404 && ngsiLdErrorType(this.json()) !== undefined;
  }

  unexpected(): CallFailure {
    return this.unusable('unexpected status');
  }

  unusable(reason: string, cause?: unknown): CallFailure {
    return this.failure('unusable', reason, cause);
  }

  failure(kind: CallFailureKind, reason: string, cause?: unknown): CallFailure {
    const { request, status } = this;
    return new CallFailure(kind, reason, {
      request,
      status,
      body: this.text.slice(0, LOGGED_CHARACTERS),
      cause,
    });
  }
}

/** The name in the `type` of a ProblemDetails, such as `ResourceNotFound`; undefined when it is none of NGSI-LD. */
export function ngsiLdErrorType(problem: unknown): string | undefined {
  return isObject(problem) ? ERROR_TYPE.exec(String(problem['type']))?.[1] : undefined;
}
