import type { Endpoint } from '../model/subscription';
import type { DeliveryOptions } from './delivery.options';
import { DeliverySlots } from './delivery-slots';
import { HttpNotifier } from './http-notifier';
import { MqttNotifier } from './mqtt-notifier';
import { DeliveryError, type Notification, type Notifier } from './notifier';

/** Delivers notifications, each to its endpoint, with bounds that hold for all subscriptions together. */
export class Deliveries {
  private readonly slots: DeliverySlots;
  private readonly http: Notifier;
  private readonly mqtt: Notifier;

  constructor(
    readonly options: DeliveryOptions,
    readonly allowPrivateHosts: boolean,
  ) {
    this.slots = new DeliverySlots(options.concurrent, options.concurrentPerHost);
    this.http = new HttpNotifier(allowPrivateHosts, options.concurrentPerHost);
    this.mqtt = new MqttNotifier(allowPrivateHosts);
  }

  /**
   * Resolves when the receiver has it.
   *
   * @throws DeliveryError
   */
  async send(endpoint: Endpoint, notification: Notification, signal: AbortSignal): Promise<void> {
    const { host } = new URL(endpoint.uri);
    try {
      await this.slots.run(host, signal, () => this.attempt(endpoint, notification, signal));
    } catch (error) {
      if (error instanceof DeliveryError) throw error;
      throw new DeliveryError('the attempt was called off', false, { cause: error });
    }
  }

  private async attempt(endpoint: Endpoint, notification: Notification, signal: AbortSignal): Promise<void> {
    const { uri, timeout = this.options.timeoutMs } = endpoint;
    const notifier = uri.startsWith('mqtt') ? this.mqtt : this.http;
    const deadline = AbortSignal.timeout(timeout);
    try {
      await notifier.send(endpoint, notification, AbortSignal.any([signal, deadline]));
    } catch (error) {
      if (!deadline.aborted) throw error;
      throw new DeliveryError(`no answer within ${timeout} ms`, false, { cause: error });
    }
  }

  close(): void {
    this.http.close();
    this.mqtt.close();
  }
}
