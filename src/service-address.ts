import { rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { VERSION } from './common/version';
import type { Environment } from './config/environment';

/** Where a running service of this data directory is noted, for commands that are to work through it. */
export const addressFile = (environment: Environment): string => join(environment.DATA_DIR, 'service.json');

/** Says on the terminal where everything is, and leaves the address for commands such as `npm run import`. */
export function announce(app: NestExpressApplication, environment: Environment): void {
  const local = localAddress(app.getHttpServer(), environment.HOST);
  const file = addressFile(environment);
  writeFileSync(file, JSON.stringify({ url: local, pid: process.pid }));
  process.once('exit', () => rmSync(file, { force: true }));

  const url = environment.PUBLIC_URL ?? local;
  const broker = environment.BROKER_URL ?? `embedded, at ${url}/ngsi-ld/v1`;
  process.stdout.write(
    [
      `Civic Issue Reporting Service ${VERSION}`,
      `  service   ${url}/api/v1/citizen-reports`,
      `  docs      ${url}/docs and ${url}/redoc`,
      `  data      ${environment.DATA_DIR}${environment.BROKER_URL ? '' : ' (embedded store)'}`,
      `  broker    ${broker}`,
      '',
    ].join('\n'),
  );
}

function localAddress(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const reachable =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `http://${reachable}:${port}`;
}
