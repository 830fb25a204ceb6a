import 'reflect-metadata';
import { createRequire } from 'node:module';
import { NestFactory } from '@nestjs/core';
import { entity } from './city.mjs';

const require = createRequire(import.meta.url);
const { AppModule } = require('../../dist/app.module.js');
const { loadEnvironment } = require('../../dist/config/load-environment.js');
const { NgsiLdBrokerService } = require('../../dist/ngsi-ld/ngsi-ld-broker.service.js');

const BATCH = 1000;

/** Puts reports 0 to size - 1 into the embedded broker of a data directory. */
export async function fill(directory, size) {
  const app = await NestFactory.createApplicationContext(
    AppModule.forEnvironment(loadEnvironment({ DATA_DIR: directory })),
    { logger: false },
  );
  const broker = app.get(NgsiLdBrokerService);
  const from = performance.now();
  for (let first = 0; first < size; first += BATCH) {
    const count = Math.min(BATCH, size - first);
    const { created } = await broker.writeEntities(
      Array.from({ length: count }, (_, index) => entity(first + index)),
      'create',
    );
    if (created.length !== count) throw new Error('an entity was refused');
  }
  const seconds = (performance.now() - from) / 1000;
  await app.close();
  return { perSecond: Math.round(size / seconds) };
}
