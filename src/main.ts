import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { setUpApp } from './app.setup';
import { createLogger, NestLogger } from './common/http/logging';
import type { Environment } from './config/environment';
import { EnvironmentError, loadEnvironment, readEnvironmentFile } from './config/load-environment';
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

/** Ends the process with one line that says what to mend. */
function giveUp(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`civic-issue-service: ${message.replaceAll('\n', ' ')}\n`);
  process.exit(error instanceof EnvironmentError ? 78 : 1);
}

readEnvironmentFile();
try {
  start(loadEnvironment(process.env)).catch(giveUp);
} catch (error) {
  giveUp(error);
}
