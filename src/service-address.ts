import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { localAddress } from './common/http/local-address';
import { VERSION } from './common/version';
import { type Environment, isAuthEnabled } from './config/environment';

/** What a running service notes about itself where it keeps its data, for commands that are to work through it. */
export interface ServiceNote {
  url: string;
  pid: number;
  /** Whether it asks for a log-in, which the environment of the command may not say. */
  authentication: boolean;
}

/** Where the note is. */
export const noteFile = ({ DATA_DIR }: Pick<Environment, 'DATA_DIR'>): string =>
  join(DATA_DIR, 'service.json');

/** Leaves the note of the service that runs in this process. */
export function writeNote(environment: Environment, url: string): void {
  const note: ServiceNote = { url, pid: process.pid, authentication: isAuthEnabled(environment) };
  writeFileSync(noteFile(environment), JSON.stringify(note));
}

/** Says on the terminal where everything is, and leaves a note for commands such as `npm run import`. */
export function announce(app: NestExpressApplication, environment: Environment): void {
  const local = localAddress(app.getHttpServer());
  writeNote(environment, local);
  process.once('exit', () => rmSync(noteFile(environment), { force: true }));

  const url = environment.PUBLIC_URL ?? local;
  const broker = environment.BROKER_URL ?? `embedded, at ${url}/ngsi-ld/v1`;
  process.stdout.write(
    [
      `Civic Issue Reporting Service ${VERSION}`,
      `  service   ${url}/api/v1/citizen-reports`,
      `  docs      ${url}/docs and ${url}/redoc`,
      `  data      ${environment.DATA_DIR}${environment.BROKER_URL ? '' : ' (embedded store)'}`,
      `  broker    ${broker}`,
      `  chatbot   ${environment.CHAT_MODEL ?? 'embedded assistant'}, at ${url}/ai-service/chatbot/chat`,
      '',
    ].join('\n'),
  );
}
