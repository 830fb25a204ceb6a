import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { MqttClient } from 'mqtt';
import { unlessAborted } from '../../../common/concurrency/unless-aborted';
import { AddressNotAllowedError, isPrivateAddress, lookUpPublic } from '../../http-client/address-guard';
import { DeliveryError } from './notifier';

/** A broker, and as whom it is spoken to. */
export interface MqttBroker {
  isSecure: boolean;
  host: string;
  port: number;
  /** 4 is version 3.1.1; undefined: 5, or 4 where the broker does not speak 5. */
  protocolVersion: 4 | 5 | undefined;
  username?: string;
  password?: string;
}

/** Connections at a time. */
const MAX_CONNECTIONS = 64;

/** How long a connection stays open without being used, in milliseconds. */
const IDLE_MS = 60_000;

interface Connection {
  client: Promise<MqttClient>;
  /** Ends it, also while it is being made. */
  ending: AbortController;
  /** Messages in progress. */
  uses: number;
  idle: NodeJS.Timeout | undefined;
}

/** Keeps a connection to every MQTT broker that is being notified, made when it is needed. */
export class MqttConnections {
  /** In the order of their last use. */
  private readonly connections = new Map<string, Connection>();

  constructor(private readonly allowPrivateHosts: boolean) {}

  /** Runs the work with a connection to the broker. @throws DeliveryError */
  async use<T>(
    broker: MqttBroker,
    signal: AbortSignal,
    work: (client: MqttClient) => Promise<T>,
  ): Promise<T> {
    const key = JSON.stringify(broker);
    const connection = this.connections.get(key) ?? this.open(key, broker);
    this.connections.delete(key);
    this.connections.set(key, connection);
    clearTimeout(connection.idle);
    connection.uses += 1;
    try {
      return await unlessAborted(connection.client.then(work), signal);
    } catch (error) {
      this.end(key, connection);
      throw error;
    } finally {
      connection.uses -= 1;
      if (connection.uses === 0)
        connection.idle = setTimeout(() => this.end(key, connection), IDLE_MS).unref();
    }
  }

  close(): void {
    for (const [key, connection] of [...this.connections]) this.end(key, connection);
  }

  private open(key: string, broker: MqttBroker): Connection {
    if (this.connections.size >= MAX_CONNECTIONS) this.endUnused();
    const ending = new AbortController();
    const client = this.connect(broker, ending.signal);
    const connection: Connection = { client, ending, uses: 0, idle: undefined };
    this.connections.set(key, connection);
    const end = () => this.end(key, connection);
    client.then((open) => open.once('close', end), end);
    return connection;
  }

  private endUnused(): void {
    for (const [key, connection] of this.connections) {
      if (connection.uses === 0) return this.end(key, connection);
    }
    throw new DeliveryError(`more than ${MAX_CONNECTIONS} MQTT brokers at a time`, false);
  }

  private end(key: string, connection: Connection): void {
    clearTimeout(connection.idle);
    if (this.connections.get(key) === connection) this.connections.delete(key);
    connection.ending.abort();
  }

  private connect(broker: MqttBroker, signal: AbortSignal): Promise<MqttClient> {
    const { protocolVersion } = broker;
    return this.connectAs(broker, protocolVersion ?? 5, signal).catch((error: unknown) => {
      if (protocolVersion !== undefined || !isVersionRefused(error)) throw error;
      return this.connectAs(broker, 4, signal);
    });
  }

  private async connectAs(
    broker: MqttBroker,
    protocolVersion: 4 | 5,
    signal: AbortSignal,
  ): Promise<MqttClient> {
    // Few use it, and it takes a while to load.
    const { MqttClient } = await import('mqtt');
    signal.throwIfAborted();
    const { username, password } = broker;
    const client = new MqttClient(() => this.socketTo(broker), {
      protocolVersion,
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      clean: true,
      // What fails is tried again by who wanted it.
      reconnectPeriod: 0,
      queueQoSZero: false,
    });
    signal.addEventListener('abort', () => client.end(true), { once: true });
    return new Promise((resolve, reject) => {
      client.once('connect', () => resolve(client));
      client.once('close', () => reject(new Error('the connection was closed')));
      // Also later: errors of a connection in use end in its close.
      client.on('error', reject);
    });
  }

  private socketTo({ isSecure, host, port }: MqttBroker): Socket {
    const guard = this.allowPrivateHosts ? {} : { lookup: lookUpPublic };
    if (!this.allowPrivateHosts && isPrivateAddress(host)) throw new AddressNotAllowedError(host);
    if (!isSecure) return connectTcp({ host, port, ...guard });
    return connectTls({ host, port, ...guard, ...(isIP(host) === 0 && { servername: host }) });
  }
}

/** The reason codes of version 3.1.1 and of version 5. */
const isVersionRefused = (error: unknown): boolean => {
  const { code } = error as { code?: unknown };
  return code === 1 || code === 132;
};
