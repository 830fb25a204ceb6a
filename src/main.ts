import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { setUpApp } from './app.setup';
import { createLogger, NestLogger } from './common/http/logging';
import type { Environment } from './config/environment';
import { runProcess } from './config/run-process';
import { announce } from './service-address';

async function start(environment: Environment): Promise<void> {
  const logger = createLogger(environment.LOG_LEVEL);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forEnvironment(environment), {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  setUpApp(app, environment, logger);
  await app.listen(environment.PORT, environment.HOST);
  announce(app, environment);
}

runProcess(start);
