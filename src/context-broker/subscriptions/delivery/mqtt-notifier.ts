import { decodeTopic } from '../model/parse-endpoint';
import type { Endpoint } from '../model/subscription';
import { type MqttBroker, MqttConnections } from './mqtt-connections';
import { DeliveryError, type Notification, type Notifier } from './notifier';

const VERSIONS = new Map<string, 4 | 5>([
  ['mqtt3.1.1', 4],
  ['mqtt5.0', 5],
]);

const DEFAULT_PORT = { 'mqtt:': 1883, 'mqtts:': 8883 } as const;

/** Sends notifications over MQTT (ETSI GS CIM 009, clause 7.2). */
export class MqttNotifier implements Notifier {
  private readonly connections: MqttConnections;

  constructor(allowPrivateHosts: boolean) {
    this.connections = new MqttConnections(allowPrivateHosts);
  }

  async send(endpoint: Endpoint, { body, metadata }: Notification, signal: AbortSignal): Promise<void> {
    const url = new URL(endpoint.uri);
    const settings = new Map((endpoint.notifierInfo ?? []).map(({ key, value }) => [key, value]));
    const qos = Number(settings.get('MQTT-QoS') ?? 0) as 0 | 1 | 2;
    const message = JSON.stringify({ metadata, body });
    try {
      await this.connections.use(brokerOf(url, settings.get('MQTT-Version')), signal, (client) =>
        client.publishAsync(decodeTopic(url) ?? '', message, { qos }),
      );
    } catch (error) {
      if (error instanceof DeliveryError) throw error;
      throw new DeliveryError(`MQTT: ${(error as Error).message}`, false, { cause: error });
    }
  }

  close(): void {
    this.connections.close();
  }
}

function brokerOf(url: URL, version: string | undefined): MqttBroker {
  const protocol = url.protocol === 'mqtts:' ? 'mqtts:' : 'mqtt:';
  return {
    isSecure: protocol === 'mqtts:',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? DEFAULT_PORT[protocol] : Number(url.port),
    protocolVersion: version === undefined ? undefined : VERSIONS.get(version),
    ...(url.username !== '' && { username: decodeURIComponent(url.username) }),
    ...(url.password !== '' && { password: decodeURIComponent(url.password) }),
  };
}
