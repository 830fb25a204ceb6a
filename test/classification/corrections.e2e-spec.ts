import { setTimeout } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { ReportChanges } from '../../src/citizen-reports/report-changes';
import type { RetrainingDto } from '../../src/classification/administration/classifier.dto';
import { CorrectionsRepository } from '../../src/classification/corrections/corrections.repository';
import type { Tables } from '../../src/database/tables';
import { clientWith, makeAccount } from '../support/accounts';
import { type RunningService, startService } from '../support/service';
import { ClassificationClient } from './classification-client';

let service: RunningService;
let client: ClassificationClient;
let database: Kysely<Tables>;

beforeAll(async () => {
  service = await startService();
  client = new ClassificationClient(service);
  database = service.app.get<Kysely<Tables>>(Kysely, { strict: false });
});
afterAll(() => service.stop());

const kept = () => database.selectFrom('corrections').selectAll().orderBy('id').execute();

describe('a correction', () => {
  it('is kept with what the report says, who made it and when, and goes with the report', async () => {
    const official = await makeAccount(service, 'lan', 'city_official');
    const id = await client.report('The fountain is dry', { title: 'Fountain' });
    const before = new Date().toISOString();
    await clientWith(service, official).patch(`/api/v1/citizen-reports/${id}`, {
      category: 'trees_parks',
      priority: 'high',
      notes: 'Belongs to the park',
    });
    const common = {
      report_id: id,
      report_text: 'Fountain\nThe fountain is dry',
      corrected_by: official.id,
    };
    const rows = await kept();
    expect(rows).toMatchObject([
      { ...common, attribute: 'category', value: 'trees_parks' },
      { ...common, attribute: 'priority', value: 'high' },
    ]);
    for (const { corrected_at: at } of rows) {
      expect(at >= before && at <= new Date().toISOString()).toBe(true);
    }
    await client.reports.remove(id);
    expect(await kept()).toEqual([]);
  });

  it('goes with a report that is deleted while it is made', async () => {
    const corrections = service.app.get(CorrectionsRepository, { strict: false });
    const id = await client.report('Pothole');
    let removal: Promise<unknown> = Promise.resolve();
    const add = corrections.add.bind(corrections);
    jest.spyOn(corrections, 'add').mockImplementationOnce(async (correction) => {
      removal = client.reports.remove(id);
      await Promise.race([removal, setTimeout(300)]);
      await add(correction);
    });
    await client.reports.update(id, { category: 'noise' });
    expect(await removal).toMatchObject({ status: 204 });
    expect(await kept()).toEqual([]);
  });

  it('goes with the next attempt when it did not go with the report, whose end is told at once', async () => {
    const corrections = service.app.get(CorrectionsRepository, { strict: false });
    const id = await client.report('Pothole');
    await client.reports.update(id, { category: 'noise' });
    const told: unknown[] = [];
    const stop = service.app.get(ReportChanges, { strict: false }).listen((change) => told.push(change));
    jest.spyOn(corrections, 'removeOf').mockRejectedValueOnce(new Error('the database is gone'));
    expect((await client.reports.remove(id)).status).toBe(500);
    expect((await client.reports.remove(id)).status).toBe(404);
    stop();
    expect(told).toContainEqual({ kind: 'deleted', id });
    expect(await kept()).toEqual([]);
  });

  it('is none when the update is refused, or is about something else', async () => {
    const id = await client.report('Pothole');
    await client.reports.update(id, { notes: 'Seen' });
    await client.reports.update(id, { category: 'pothole' });
    await client.reports.update(id, { category: 'noise', status: 'pending' });
    expect(await kept()).toEqual([]);
  });

  it('is learned from on request, with the evaluation before and after', async () => {
    const text = 'zorblax skwonked';
    expect((await client.classified(text)).category).not.toBe('water_supply');
    const words = ['zorblax', 'quimfle', 'dratwick', 'plinvor', 'skeezum', 'wobbert'];
    for (const word of words) {
      const id = await client.report(`The ${word} of the ${words[0]} is skwonked again`);
      await client.reports.update(id, { category: 'water_supply' });
    }
    const { status, data } = await client.retrain<RetrainingDto>();
    expect(status).toBe(200);
    expect(data).toMatchObject({ corrections: words.length, before: { texts: words.length, accuracy: 0 } });
    expect(data.after.texts).toBe(words.length);
    expect(data.after.accuracy).toBeGreaterThan(0.9);
    expect((await client.classified(text)).category).toBe('water_supply');
  }, 90_000);
});
