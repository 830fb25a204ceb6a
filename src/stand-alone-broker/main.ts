import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { localAddress } from '../common/http/local-address';
import { createLogger, NestLogger } from '../common/http/logging';
import { VERSION } from '../common/version';
import type { Environment } from '../config/environment';
import { runProcess } from '../config/run-process';
import { BrokerModule } from './broker.module';
import { setUpBroker } from './broker.setup';

/** The embedded broker as a process of its own, for several instances of the service, or for others altogether. */
async function start(environment: Environment): Promise<void> {
  const logger = createLogger(environment.LOG_LEVEL);
  const app = await NestFactory.create<NestExpressApplication>(BrokerModule.forEnvironment(environment), {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  setUpBroker(app, environment, logger);
  await app.listen(environment.BROKER_PORT, environment.HOST);
  const url = localAddress(app.getHttpServer());
  process.stdout.write(
    [
      `NGSI-LD broker ${VERSION}`,
      `  broker    ${url}/ngsi-ld/v1`,
      `  data      ${environment.DATA_DIR}`,
      `  for the service: BROKER_URL=${url}`,
      '',
    ].join('\n'),
  );
}

runProcess(start);
