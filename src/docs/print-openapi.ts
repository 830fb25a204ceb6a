import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../app.module';
import { VERSIONING } from '../common/http/versioning';
import { loadEnvironment } from '../config/load-environment';
import { openApiDocument } from './openapi';

/** Writes the OpenAPI document to standard output: `npm run openapi` keeps openapi.json by it. */
async function print(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'civic-'));
  const environment = loadEnvironment({ DATA_DIR: directory });
  const app = await NestFactory.create(AppModule.forEnvironment(environment), { logger: false });
  app.enableVersioning(VERSIONING);
  process.stdout.write(`${JSON.stringify(openApiDocument(app), null, 2)}\n`);
  await app.close();
  rmSync(directory, { recursive: true });
}

void print();
