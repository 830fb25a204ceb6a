import type { JsonObject } from '../../model/entity';
import type { Endpoint } from '../model/subscription';

/** A notification that is ready to be sent. */
export interface Notification {
  /** Clause 5.3.1. */
  body: JsonObject;
  /** HTTP headers, or what takes their place. */
  metadata: Record<string, string>;
}

/** Sends notifications by one protocol. */
export interface Notifier {
  /**
   * Resolves when the receiver has it.
   *
   * @throws DeliveryError
   */
  send(endpoint: Endpoint, notification: Notification, signal: AbortSignal): Promise<void>;

  /** Ends connections. */
  close(): void;
}

/** A notification did not reach its receiver. */
export class DeliveryError extends Error {
  constructor(
    message: string,
    /** Whether the receiver understood the request and does not want it, so that trying again hardly helps. */
    readonly isRefusal: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
