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
import { addressFile } from '../service-address';

@Module({})
class ImportModule {}

export interface BrokerAccess {
  broker: NgsiLdBrokerService;
  /** The address of the running service that the broker is reached through. */
  through?: string;
  close(): Promise<void>;
}

/** What the service notes about itself where it keeps its data. */
interface ServiceNote {
  url: string;
  pid: number;
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
    const url = error instanceof DataDirectoryInUseError ? await runningService(environment) : undefined;
    if (url === undefined) {
      throw error;
    }
    const overHttp = {
      ...environment,
      BROKER_URL: url,
      BROKER_TENANT: undefined,
      BROKER_TOKEN: await administratorToken(environment),
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

/** The address of the service that runs on this data directory and answers; undefined when there is none. */
async function runningService(environment: Environment): Promise<string | undefined> {
  try {
    const { url, pid } = JSON.parse(await readFile(addressFile(environment), 'utf8')) as ServiceNote;
    process.kill(pid, 0);
    const { ok } = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    return ok ? url : undefined;
  } catch {
    // No note, one of a process that is gone, or no answer all mean the same: there is no service to go through.
    return undefined;
  }
}
