import axios from 'axios';
import { ReportComparison } from '../../src/vector-search/indexing/report-comparison';
import { ReportReconciliation } from '../../src/vector-search/indexing/report-reconciliation.service';
import { SearchableService } from './searchable-service';

const NGSI_LD = { headers: { 'Content-Type': 'application/json' } };

const entity = (name: string, description: string, attributes: object = {}) => ({
  id: `urn:ngsi-ld:CitizenReport:${name}`,
  type: 'CitizenReport',
  description: { type: 'Property', value: description },
  location: { type: 'GeoProperty', value: { type: 'Point', coordinates: [106.7, 10.77] } },
  ...attributes,
});

const modified = (at: string) => ({
  dateModified: { type: 'Property', value: { '@type': 'DateTime', '@value': at } },
});

describe('reports that others write into the broker', () => {
  let city: SearchableService;
  beforeAll(async () => {
    city = await SearchableService.start();
    await city.report({ description: 'A lamp of our own' });
    await reconcile();
  });
  afterAll(() => city.stop());

  /** What happens every half minute. */
  const reconcile = async () => {
    await city.indexed();
    await city.service.app.get(ReportReconciliation, { strict: false }).turn();
    await city.indexed();
  };
  const broker = (path: string) => `${city.service.url}/ngsi-ld/v1${path}`;
  const write = (...entities: object[]) => axios.post(broker('/entityOperations/upsert'), entities, NGSI_LD);

  it('are found by their time of modification', async () => {
    await write(entity('new', 'A xylophone in the fountain', modified(new Date().toISOString())));
    await reconcile();
    expect(await city.found('xylophone')).toContain('urn:ngsi-ld:CitizenReport:new');

    const later = new Date(Date.now() + 1000).toISOString();
    await write(entity('new', 'A trombone in the fountain', modified(later)));
    await reconcile();
    expect(await city.found('xylophone', { min_score: 0.3 })).toEqual([]);
    expect(await city.found('trombone')).toContain('urn:ngsi-ld:CitizenReport:new');
  });

  it('are found though they say they are old, or nothing of their age', async () => {
    await write(
      entity('old', 'A penguin on the roof', modified('2015-01-01T00:00:00Z')),
      entity('ageless', 'A walrus in the bath'),
    );
    await reconcile();
    expect((await city.found('penguin'))[0]).toBe('urn:ngsi-ld:CitizenReport:old');
    expect((await city.found('walrus'))[0]).toBe('urn:ngsi-ld:CitizenReport:ageless');
  });

  it('are forgotten when they are deleted there', async () => {
    await axios.delete(broker('/entities/urn:ngsi-ld:CitizenReport:old'));
    await reconcile();
    expect(await city.found('penguin', { min_score: 0.3 })).toEqual([]);
  });

  it('are forgotten when they say nothing any more, and are not compared for ever', async () => {
    const comparison = city.service.app.get(ReportComparison, { strict: false });
    const later = new Date(Date.now() + 1000).toISOString();
    await write(entity('dated', 'A flamingo', modified(later)), entity('undated', 'An ostrich'));
    await reconcile();
    await write(entity('dated', '', modified(new Date(Date.now() + 2000).toISOString())));
    await reconcile();
    expect(await city.found('flamingo', { min_score: 0.3 })).toEqual([]);

    await axios.delete(broker('/entities/urn:ngsi-ld:CitizenReport:undated/attrs/description'));
    await comparison.compareAll();
    await city.indexed();
    expect(await city.found('ostrich', { min_score: 0.3 })).toEqual([]);
    expect(await comparison.countsDiffer()).toBe(false);
  });

  it('may say nothing, and are not looked at for ever', async () => {
    await write({ id: 'urn:ngsi-ld:CitizenReport:mute', type: 'CitizenReport' });
    await reconcile();
    const embedded = city.embeddings.requests.length;
    await reconcile();
    expect(city.embeddings.requests).toHaveLength(embedded);
    expect(await city.queue.counts()).toEqual({ pending: 0, failed: 0 });
  });

  it('are compared in pages', async () => {
    const many = Array.from({ length: 1_100 }, (_, i) => entity(`many-${i}`, `Marble number ${i}`));
    await write(...many.slice(0, 600));
    await write(...many.slice(600));
    await reconcile();
    const found = await city.found('marble', { top_k: 100 });
    expect(found).toHaveLength(100);
    expect(new Set(city.embeddings.texts.filter((text) => text.includes('Marble'))).size).toBe(1_100);
  });
});
