import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Environment } from '../../config/environment';
import { answerUnparsable } from './client-error';

/** The longest a client may take to send a request, in milliseconds. */
const REQUEST_TIMEOUT_MS = 60_000;

/** Sets up the HTTP server itself: whom it trusts, what it tells of itself, how long it waits, how it stops. */
export function setUpServer(app: NestExpressApplication, environment: Environment): void {
  app.set('trust proxy', trustProxy(environment.TRUST_PROXY));
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.set('etag', false);
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });

  const server = app.getHttpServer();
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.on('clientError', answerUnparsable);
}

function trustProxy(setting: string | undefined): number | string[] {
  if (setting === undefined) return 0;
  return /^\d+$/.test(setting) ? Number(setting) : setting.split(',').map((part) => part.trim());
}
