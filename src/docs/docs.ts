import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

/**
 * Serves the OpenAPI document at /openapi.json and as pages at /docs and /redoc, all assets from the service itself.
 * Whoever opens the service's bare address is led to the first. All are made when they are first asked for, as making
 * them takes a good part of what a start takes.
 */
export function serveDocs(
  app: NestExpressApplication,
  title: string,
  makeDocument: () => OpenAPIObject,
): void {
  const document = onceAsked(makeDocument);
  const json = onceAsked(() => JSON.stringify(document()));
  const http = app.getHttpAdapter().getInstance();
  http.get('/openapi.json', (_request, response) => void response.type('json').send(json()));

  http.get('/', (_request, response) => response.redirect('docs'));

  SwaggerModule.setup('docs', app, document, {
    raw: false,
    customSiteTitle: title,
    swaggerOptions: { displayOperationId: true, displayRequestDuration: true },
  });

  const page = redocPage(title);
  const script = onceAsked(redocScript);
  http.get('/redoc', (_request, response) => void response.type('html').send(page));
  http.get(
    '/redoc/redoc.standalone.js',
    (_request, response) =>
      void response.type('js').setHeader('Cache-Control', 'public, max-age=86400').send(script()),
  );
}

function onceAsked<T extends object | string>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The bundle without the picture that it would load from its maker's site. */
function redocScript(): string {
  const bundle = join(dirname(require.resolve('redoc/package.json')), 'bundles/redoc.standalone.js');
  return readFileSync(bundle, 'utf8').replaceAll(
    'https://cdn.redoc.ly/redoc/logo-mini.svg',
    'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E',
  );
}

const redocPage = (title: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="docs/favicon-32x32.png" />
    <style>body { margin: 0; }</style>
  </head>
  <body>
    <redoc spec-url="openapi.json"></redoc>
    <script src="redoc/redoc.standalone.js"></script>
  </body>
</html>
`;
