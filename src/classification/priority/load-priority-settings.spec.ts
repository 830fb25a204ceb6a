import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingsFileError } from '../../config/settings-file';
import { loadTaxonomy } from '../taxonomy/load-taxonomy';
import { loadPrioritySettings, SHIPPED_PRIORITY_SETTINGS } from './load-priority-settings';

type Settings = Record<string, unknown> & {
  places: Record<string, unknown> & { kinds: Record<string, unknown>[] };
};

const taxonomy = loadTaxonomy();
const shipped = readFileSync(SHIPPED_PRIORITY_SETTINGS, 'utf8');

describe('loadPrioritySettings', () => {
  const directory = mkdtempSync(join(tmpdir(), 'civic-'));
  const file = join(directory, 'priority.json');
  afterAll(() => rmSync(directory, { recursive: true }));

  function load(content: string) {
    writeFileSync(file, content);
    return () => loadPrioritySettings(taxonomy, file);
  }
  const changed = (change: (settings: Settings) => void): string => {
    const settings = JSON.parse(shipped) as Settings;
    change(settings);
    return JSON.stringify(settings);
  };

  it('takes the file that comes with the service', () => {
    expect(loadPrioritySettings(taxonomy).places.kinds.map(({ key }) => key)).toContain('school');
  });

  it('leaves out of it what it says of categories that a city does not have', () => {
    const { context } = loadPrioritySettings({ has: (key): key is string => key === 'streetlight' });
    expect(context.length).toBeGreaterThan(0);
    expect(context.length).toBeLessThan(loadPrioritySettings(taxonomy).context.length);
    expect(new Set(context.map(({ category }) => category))).toEqual(new Set(['streetlight']));
  });

  it.each<[string, (settings: Settings) => void, string]>([
    ['a missing part', (s) => delete s['base'], 'base: must have numbers from 0 to 1 for low, medium'],
    ['an unknown field', (s) => (s['weights'] = {}), 'weights: unknown field'],
    ['an unknown priority', (s) => (s['base'] = { urgent: 1 }), 'base: must have'],
    ['thresholds that fall', (s) => (s['thresholds'] = { medium: 0.5, high: 0.3, critical: 0.7 }), 'rising'],
    ['a cap above 1', (s) => (s['hazardCap'] = 7), 'hazardCap: must be a number from 0 to 1'],
    ['no kinds', (s) => (s.places.kinds = []), 'places.kinds'],
    ['a kind twice', (s) => s.places.kinds.push({ ...s.places.kinds[0] }), '"hospital" stands twice'],
    [
      'a time that is none',
      (s) => Object.assign(s.places.kinds[0] ?? {}, { hours: { days: [1], from: '24:00', to: '05:00' } }),
      'places.kinds.0.hours.from: must be a time such as 06:30',
    ],
    [
      'a day of the week that is none',
      (s) => Object.assign(s.places.kinds[0] ?? {}, { hours: { days: [0], from: '05:00', to: '06:00' } }),
      'places.kinds.0.hours.days: must be a list of days',
    ],
    [
      'an unknown category',
      (s) => (s['context'] = [{ category: 'potholes', kinds: ['school'], factor: 1 }]),
      'context.0.category: "potholes" is none of the taxonomy',
    ],
    [
      'an unknown kind',
      (s) => (s['context'] = [{ category: 'noise', kinds: ['casino'], factor: 1 }]),
      'context.0.kinds.0: "casino" is none of places.kinds',
    ],
    [
      'a holiday that is no day',
      (s) => (s['schoolHolidays'] = [{ from: '02-30', to: '03-01' }]),
      'schoolHolidays.0.from: must be a day',
    ],
    [
      'holidays that end before they begin',
      (s) => (s['schoolHolidays'] = [{ from: '2026-09-01', to: '2026-08-01' }]),
      'schoolHolidays.0.to: must be written like from',
    ],
  ])('refuses %s', (_what, change, reason) => {
    const attempt = load(changed(change));
    expect(attempt).toThrow(SettingsFileError);
    expect(attempt).toThrow(reason);
    expect(attempt).toThrow(file);
  });

  it.each(['', '[]', '{"base": 1', 'null'])('refuses a file with %j', (content) => {
    expect(load(content)).toThrow(SettingsFileError);
  });
});
