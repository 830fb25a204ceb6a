import { readFile } from 'node:fs/promises';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { REPORT_INDEX } from '../citizen-reports/report-index';
import { DataDirectoryInUseError } from '../common/data-directory/data-directory-lock';
import type { Environment } from '../config/environment';
import { EnvironmentModule } from '../config/environment.module';
import { NgsiLdBrokerService } from '../ngsi-ld/ngsi-ld-broker.service';
import { NgsiLdModule } from '../ngsi-ld/ngsi-ld.module';
import { administratorToken } from './administrator-token';
import { noteFile, type ServiceNote } from '../service-address';

@Module({})
class ImportModule {}

export interface BrokerAccess {
  broker: NgsiLdBrokerService;
  /** The address of the running service that the broker is reached through. */
  through?: string;
  close(): Promise<void>;
}

/** How long a running service may take to answer, in milliseconds. */
const ANSWER_TIMEOUT_MS = 2000;

/**
 * The broker of the environment. The embedded one belongs to one process at a time: while the service runs on the same
 * data directory, its broker is reached over HTTP.
 */
export async function openBroker(environment: Environment): Promise<BrokerAccess> {
  try {
    return await open(environment);
  } catch (error) {
    const service = error instanceof DataDirectoryInUseError ? await runningService(environment) : undefined;
    if (service === undefined) {
      throw error;
    }
    const { url, authentication } = service;
    const overHttp = {
      ...environment,
      BROKER_URL: url,
      BROKER_TENANT: undefined,
      BROKER_TOKEN: authentication ? await administratorToken(environment) : undefined,
      NGSI_LD_CONTEXT: undefined,
    };
    return { ...(await open(overHttp)), through: url };
  }
}

async function open(environment: Environment): Promise<BrokerAccess> {
  const context = await NestFactory.createApplicationContext(
    {
      module: ImportModule,
      imports: [
        EnvironmentModule.with(environment),
        NgsiLdModule.forEnvironment(environment, [REPORT_INDEX]),
      ],
    },
    { logger: false, abortOnError: false },
  );
  return { broker: context.get(NgsiLdBrokerService), close: () => context.close() };
}

/** The service that runs on this data directory and answers; undefined when there is none. */
async function runningService(environment: Environment): Promise<ServiceNote | undefined> {
  try {
    const note = JSON.parse(await readFile(noteFile(environment), 'utf8')) as ServiceNote;
    process.kill(note.pid, 0);
    const { ok } = await fetch(`${note.url}/healthz`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return ok ? note : undefined;
  } catch {
    // No note, one of a process that is gone, or no answer all mean the same: there is no service to go through.
    return undefined;
  }
}
