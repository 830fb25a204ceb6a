import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { takeApiKeyParameter } from './auth/credentials/api-key-parameter';
import { ErrorFilter } from './common/errors/error.filter';
import { decodableQuery } from './common/http/decodable-query';
import { requestId } from './common/http/request-id';
import { requestLog } from './common/http/request-log';
import { apiHeaders, corsOptions, docsHeaders, maybeStored, notStored } from './common/http/security';
import { setUpServer } from './common/http/set-up-server';
import { VERSIONING } from './common/http/versioning';
import { jsonBody } from './common/json/json-body';
import { ValidationPipe } from './common/validation/validation.pipe';
import { type Environment, isRateLimited } from './config/environment';
import { echoTenant } from './context-broker/http/echo-tenant';
import { requireLength } from './context-broker/http/require-length';
import { serveDocs } from './docs/docs';
import { openApiDocument, TITLE } from './docs/openapi';
import { problemDetailsFormat } from './ngsi-ld/problem-details-format';
import { rateLimit } from './rate-limits/rate-limit.middleware';
import { RateLimiter } from './rate-limits/rate-limiter.service';

/** Sets up what surrounds the modules, alike for the service and for its tests. */
export function setUpApp(app: NestExpressApplication, environment: Environment, logger: Logger): void {
  setUpServer(app, environment);
  app.use(requestId, takeApiKeyParameter, requestLog(logger), apiHeaders(), notStored, decodableQuery);
  app.use('/ngsi-ld', echoTenant, requireLength);
  app.use(['/docs', '/redoc'], docsHeaders(), maybeStored);
  app.enableCors(corsOptions(environment.ALLOWED_ORIGINS));
  if (isRateLimited(environment)) app.use(rateLimit(app.get(RateLimiter)));
  app.use(jsonBody(environment.BODY_LIMIT));

  app.enableVersioning(VERSIONING);
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalFilters(new ErrorFilter([problemDetailsFormat]));
  serveDocs(app, TITLE, () => openApiDocument(app));
}
