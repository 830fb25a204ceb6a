import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { ModuleMetadata } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import pino, { type DestinationStream } from 'pino';
import { AppModule } from '../../src/app.module';
import { setUpApp } from '../../src/app.setup';
import { NestLogger } from '../../src/common/http/logging';
import { loadEnvironment } from '../../src/config/load-environment';
import { temporaryDirectory } from './temporary-directory';

export { temporaryDirectory };

export interface RunningService {
  app: NestExpressApplication;
  /** http://127.0.0.1:<port> */
  url: string;
  dataDirectory: string;
  /** Every log line so far, parsed. */
  log: Record<string, unknown>[];
  stop(): Promise<void>;
}

/**
 * The real service on a free port of the loopback interface, with a data directory of its own; `extra` adds what only
 * a test needs. Reports stay as they were made, unless the test asks for AUTO_CLASSIFY.
 */
export async function startService(
  variables: Record<string, string> = {},
  extra: ModuleMetadata = {},
): Promise<RunningService> {
  const directory = temporaryDirectory();
  const environment = loadEnvironment({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: directory.path,
    LOG_LEVEL: 'info',
    AUTO_CLASSIFY: 'false',
    ...variables,
  });
  const log: Record<string, unknown>[] = [];
  const destination: DestinationStream = {
    write: (line) => void log.push(JSON.parse(line) as (typeof log)[number]),
  };
  const logger = pino({ level: environment.LOG_LEVEL }, destination);

  const module = await Test.createTestingModule({
    ...extra,
    imports: [AppModule.forEnvironment(environment)],
  }).compile();
  const app = module.createNestApplication<NestExpressApplication>({
    logger: new NestLogger(logger),
    bodyParser: false,
  });
  setUpApp(app, environment, logger);
  await app.listen(environment.PORT, environment.HOST);
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    dataDirectory: directory.path,
    log,
    async stop() {
      await app.close();
      directory.remove();
    },
  };
}
