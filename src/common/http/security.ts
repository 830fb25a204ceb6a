import type { CorsOptions } from '@nestjs/common/interfaces/external/cors-options.interface.js';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Headers that scripts of other origins may read. */
const EXPOSED_HEADERS = [
  'X-Request-Id',
  'Location',
  'Link',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Deprecation',
  'Sunset',
  'NGSILD-Results-Count',
  'NGSILD-Tenant',
];

/** Security headers for answers that no browser is to render: without those that are about pages alone. */
export const apiHeaders = (): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Whoever ALLOWED_ORIGINS lets in is to be able to read the answers.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xPoweredBy: false,
    xXssProtection: false,
  });

/** Answers differ by who asks, and some have secrets in them: nobody keeps one that does not say otherwise itself. */
export const notStored: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};

/** Leaves it to the files of the documentation how long they are kept. */
export const maybeStored: RequestHandler = (_request, response, next) => {
  response.removeHeader('Cache-Control');
  next();
};

/** Those of pages, with the policy under which the documentation works: its own scripts, and the styles these make. */
export const docsHeaders = (): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  });

/** Cross-origin requests from the origins of ALLOWED_ORIGINS. */
export const corsOptions = (allowedOrigins: string): CorsOptions => ({
  origin: allowedOrigins === '*' ? '*' : allowedOrigins.split(',').map((origin) => origin.trim()),
  exposedHeaders: EXPOSED_HEADERS,
  maxAge: 600,
});
