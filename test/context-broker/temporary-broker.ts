import { Logger } from '@nestjs/common';
import type { ContextBroker } from '../../src/context-broker/context-broker';
import { ContextBrokerOptions } from '../../src/context-broker/context-broker.options';
import type { Entity } from '../../src/context-broker/model/entity';
import { temporaryDirectory } from '../support/service';
import { openTenants } from './open-tenants';

export interface TemporaryBroker {
  broker: ContextBroker;
  dataDirectory: string;
  /** Closes the broker and opens its data directory again, with other settings where they are given. */
  reopen(options?: Partial<ContextBrokerOptions>): Promise<ContextBroker>;
  remove(): Promise<void>;
}

/** A broker in this process, without HTTP, on a directory of its own. */
export function temporaryBroker(options: Partial<ContextBrokerOptions> = {}): TemporaryBroker {
  Logger.overrideLogger(false);
  const directory = temporaryDirectory();
  let settings = Object.assign(new ContextBrokerOptions(), { dataDirectory: directory.path, ...options });
  let open = openTenants(settings);
  const opened: TemporaryBroker = {
    broker: open.tenants.default,
    dataDirectory: directory.path,
    async reopen(others = {}) {
      await open.close();
      settings = { ...settings, ...others };
      open = openTenants(settings);
      opened.broker = open.tenants.default;
      return opened.broker;
    },
    async remove() {
      await open.close();
      directory.remove();
    },
  };
  return opened;
}

/** The entities of a page. */
export const parsed = (rows: readonly { body: string }[]): Entity[] =>
  rows.map(({ body }) => JSON.parse(body) as Entity);
