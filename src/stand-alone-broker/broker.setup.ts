import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { ErrorFilter } from '../common/errors/error.filter';
import { requestId } from '../common/http/request-id';
import { requestLog } from '../common/http/request-log';
import { apiHeaders, corsOptions } from '../common/http/security';
import { setUpServer } from '../common/http/set-up-server';
import { jsonBody } from '../common/json/json-body';
import { ValidationPipe } from '../common/validation/validation.pipe';
import type { Environment } from '../config/environment';
import { echoTenant } from '../context-broker/http/echo-tenant';
import { requireLength } from '../context-broker/http/require-length';
import { problemDetailsFormat } from '../ngsi-ld/problem-details-format';
import { requireToken } from './require-token';

/** Sets up what surrounds the stand-alone broker, alike for the process and for its tests. */
export function setUpBroker(app: NestExpressApplication, environment: Environment, logger: Logger): void {
  setUpServer(app, environment);
  app.use(requestId, requestLog(logger), apiHeaders());
  app.use('/ngsi-ld', echoTenant, requireLength);
  app.enableCors(corsOptions(environment.ALLOWED_ORIGINS));
  if (environment.BROKER_TOKEN !== undefined) app.use('/ngsi-ld', requireToken(environment.BROKER_TOKEN));
  app.use(jsonBody(environment.BODY_LIMIT));
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalFilters(new ErrorFilter([problemDetailsFormat]));
}
