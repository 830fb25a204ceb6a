import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataDirectoryLock } from '../../common/data-directory/data-directory-lock';
import type { StoredContext } from '../context/context-store';
import { Contexts } from '../context/contexts';
import { ContextBroker } from '../context-broker';
import { ContextBrokerOptions } from '../context-broker.options';
import { NgsiLdError, overloaded } from '../errors';
import { ReaderPool } from '../reader/reader-pool';
import { Deliveries } from '../subscriptions/delivery/deliveries';
import { fileNameOf, tenantOfFile } from './tenant-name';

/** Tenants, beside the default one and those that are notifying, whose stores are open at a time. */
const MAX_OPEN = 64;

/** Each is a file, which is opened at the start. */
const MAX_TENANTS = 10_000;

/** How long the store of a tenant stays open without being used, in milliseconds. */
const IDLE_MS = 5 * 60_000;

const EXTENSION = '.sqlite';

/** A tenant's broker for as long as it is needed. */
export interface TenantLease {
  readonly broker: ContextBroker;
  /** To be called once, when the broker is no longer used. */
  readonly release: () => void;
}

interface OpenTenant {
  broker: ContextBroker;
  leases: number;
  usedAt: number;
}

/**
 * The tenants (ETSI GS CIM 009, clause 4.14), each with a store of its own. The default tenant is always open. Others
 * are opened when they are asked for, and closed when nobody holds them and they are idle, or others need the room.
 */
@Injectable()
export class Tenants implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly default: ContextBroker;
  private readonly logger = new Logger(Tenants.name);
  private readonly lock: DataDirectoryLock;
  private readonly directory: string;
  private readonly defaultReaders: ReaderPool;
  /** One for all, as threads are dear; apart from that of the default tenant, which they must not hold up. */
  private readonly tenantReaders: ReaderPool;
  /** In the order of their last use. */
  private readonly open = new Map<string, OpenTenant>();
  private readonly idleCheck: NodeJS.Timeout;
  private readonly deliveries: Deliveries;
  private isClosed = false;
  private resuming: Promise<void> | undefined;

  /** @throws DataDirectoryInUseError when another process has the data directory open. */
  constructor(
    private readonly options: ContextBrokerOptions,
    private readonly contexts: Contexts,
  ) {
    const { dataDirectory, indexProfiles, queryTimeoutMs } = options;
    const stores = join(dataDirectory, 'broker');
    this.lock = DataDirectoryLock.acquire(stores);
    this.directory = join(stores, 'tenants');
    this.defaultReaders = new ReaderPool(indexProfiles, queryTimeoutMs);
    this.tenantReaders = new ReaderPool(indexProfiles, queryTimeoutMs);
    const file = join(stores, `default${EXTENSION}`);
    this.deliveries = new Deliveries(options.delivery, options.allowPrivateHosts);
    this.default = this.openBroker(file, undefined, this.defaultReaders);
    contexts.findNamed = (id, tenant) => this.contextNamed(id, tenant === '' ? undefined : tenant);
    this.idleCheck = setInterval(() => this.closeIdle(), IDLE_MS / 5).unref();
  }

  /** The service starts meanwhile. */
  onApplicationBootstrap(): void {
    this.resuming = this.resume();
  }

  /** After the HTTP server has answered everybody. */
  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.idleCheck);
    await this.resuming;
    const brokers = [this.default, ...[...this.open.values()].map(({ broker }) => broker)];
    await Promise.all(brokers.map(({ subscriptions }) => subscriptions.close()));
    this.deliveries.close();
    await Promise.all([this.defaultReaders.close(), this.tenantReaders.close()]);
    for (const { broker } of this.open.values()) broker.close();
    this.default.close();
    this.contexts.close();
    this.lock.release();
  }

  /** The tenants that exist, without the default one. */
  names(): string[] {
    if (!existsSync(this.directory)) return [];
    return readdirSync(this.directory)
      .filter((file) => file.endsWith(EXTENSION))
      .map((file) => tenantOfFile(file.slice(0, -EXTENSION.length)))
      .sort();
  }

  /** @param name undefined for the default tenant */
  exists(name: string | undefined): boolean {
    return name === undefined || this.open.has(name) || existsSync(this.fileOf(name));
  }

  /**
   * @param name a checked name, undefined for the default tenant
   * @param create whether the tenant is to be made when there is none
   * @throws NgsiLdError NonexistentTenant, OperationNotSupported when there are too many
   */
  lease(name: string | undefined, { create = false } = {}): TenantLease {
    if (name === undefined) return { broker: this.default, release: () => undefined };
    if (!this.exists(name)) {
      if (!create) throw new NgsiLdError('NonexistentTenant', `there is no tenant ${name}`);
      if (this.names().length >= MAX_TENANTS)
        throw new NgsiLdError('OperationNotSupported', `there are no more than ${MAX_TENANTS} tenants`);
    }
    const tenant = this.open.get(name) ?? this.openTenant(name);
    tenant.leases += 1;
    tenant.usedAt = performance.now();
    this.open.delete(name);
    this.open.set(name, tenant);
    return { broker: tenant.broker, release: () => void (tenant.leases -= 1) };
  }

  private contextNamed(id: string, tenant: string | undefined): StoredContext | undefined {
    if (!this.exists(tenant)) return undefined;
    const { broker, release } = this.lease(tenant);
    try {
      return broker.subscriptions.contextNamed(id);
    } finally {
      release();
    }
  }

  /** Opens every tenant once, so that those that have something to send go on with it. */
  private async resume(): Promise<void> {
    for (const name of this.names()) {
      await nextTurn();
      if (this.isClosed) return;
      try {
        this.lease(name).release();
      } catch (error) {
        // Whoever asks for this tenant is told; the others are not to wait for it.
        this.logger.error({ message: 'A tenant cannot be opened', tenant: name, reason: String(error) });
      }
    }
  }

  private openTenant(name: string): OpenTenant {
    const idle = [...this.open.values()].filter(({ broker }) => !broker.subscriptions.isBusy);
    if (idle.length >= MAX_OPEN) this.closeLeastRecent();
    mkdirSync(this.directory, { recursive: true });
    const broker = this.openBroker(this.fileOf(name), name, this.tenantReaders);
    return { broker, leases: 0, usedAt: 0 };
  }

  private openBroker(file: string, tenant: string | undefined, readers: ReaderPool): ContextBroker {
    return new ContextBroker(file, this.options, readers, {
      tenant,
      deliveries: this.deliveries,
      resolveContext: async (context) => this.contexts.resolve(context, tenant),
    });
  }

  private closeLeastRecent(): void {
    for (const [name, tenant] of this.open) if (isUnused(tenant)) return this.close(name);
    throw overloaded();
  }

  private closeIdle(): void {
    const before = performance.now() - IDLE_MS;
    for (const [name, tenant] of [...this.open]) {
      if (isUnused(tenant) && tenant.usedAt < before) this.close(name);
    }
  }

  private close(name: string): void {
    this.open.get(name)?.broker.close();
    this.open.delete(name);
  }

  private fileOf(name: string): string {
    return join(this.directory, `${fileNameOf(name)}${EXTENSION}`);
  }
}

/** Neither a request, a notification nor a write that nobody waits for needs it. */
const isUnused = ({ leases, broker }: OpenTenant): boolean => leases === 0 && !broker.isBusy;
