import type { Priority } from '../../citizen-reports/citizen-report';
import { loadTaxonomy } from '../taxonomy/load-taxonomy';
import { CityClock } from './city-clock';
import type { FoundHazard } from './hazards';
import { loadPrioritySettings } from './load-priority-settings';
import { assess, type NearbyPlace, type PriorityFacts } from './priority';
import type { PrioritySettings } from './priority-settings';

const settings: PrioritySettings = {
  ...loadPrioritySettings(loadTaxonomy()),
  base: { low: 0.1, medium: 0.3, high: 0.5, critical: 0.8 },
  thresholds: { medium: 0.3, high: 0.5, critical: 0.75 },
  hazardCap: 0.45,
  places: {
    radius: 500,
    decay: 200,
    cap: 0.35,
    kinds: [],
  },
  context: [
    { category: 'streetlight', kinds: ['school'], factor: 1.5 },
    { category: 'noise', kinds: ['hospital'], factor: 2, during: 'night' },
  ],
  night: { from: '18:00', to: '06:00' },
  schoolHolidays: [{ from: '2026-06-01', to: '2026-08-31' }],
  similar: { radius: 200, days: 60, leastSimilarity: 0.5, weight: 0.05, cap: 0.12 },
};
const clock = new CityClock(settings, 'Asia/Ho_Chi_Minh');

const school = {
  key: 'school',
  name: 'school',
  weight: 0.2,
  hours: { days: [1, 2, 3, 4, 5], from: '06:30', to: '17:30', schoolDays: true },
  shareWhenClosed: 0.5,
};
const hospital = { key: 'hospital', name: 'hospital', weight: 0.2, shareWhenClosed: 1 };

const place = (kind: typeof school | typeof hospital, distance: number, name?: string): NearbyPlace => ({
  id: `urn:ngsi-ld:PointOfInterest:${kind.key}-${distance}`,
  name,
  kind,
  distance,
});
const hazard = (key: string, weight: number, leastPriority: Priority): FoundHazard => ({
  hazard: { key, weight, leastPriority, names: { en: key }, wording: {} },
  wording: `the ${key}`,
});

/** A Wednesday at ten in the morning in the city. */
const SCHOOL_TIME = new Date('2026-11-18T03:00:00Z');
const NIGHT = new Date('2026-11-18T15:00:00Z');
const SATURDAY = new Date('2026-11-21T03:00:00Z');
const HOLIDAY = new Date('2026-07-15T03:00:00Z');

const facts: PriorityFacts = {
  category: 'streetlight',
  categoryName: 'Street light',
  basePriority: 'low',
  hazards: [],
  places: [],
  similarReports: 0,
  at: SCHOOL_TIME,
};
const scoreOf = (more: Partial<PriorityFacts>) => assess({ ...facts, ...more }, settings, clock).score;

describe('the priority of a report', () => {
  it.each<[string, Partial<PriorityFacts>, number]>([
    ['its category: low', {}, 0.1],
    ['its category: medium', { basePriority: 'medium' }, 0.3],
    ['its category: high', { basePriority: 'high' }, 0.5],
    ['its category: critical', { basePriority: 'critical' }, 0.8],
    ['a danger', { hazards: [hazard('smoke', 0.2, 'low')] }, 0.3],
    ['two dangers', { hazards: [hazard('smoke', 0.2, 'low'), hazard('glass', 0.1, 'low')] }, 0.4],
    ['dangers, capped', { hazards: [hazard('smoke', 0.4, 'low'), hazard('glass', 0.4, 'low')] }, 0.55],
    ['a place right here', { places: [place(hospital, 0)] }, 0.3],
    ['a place at the distance of decay', { places: [place(hospital, 200)] }, 0.174],
    ['a place at the edge', { places: [place(hospital, 500)] }, 0.116],
    ['two places', { places: [place(hospital, 0), place(hospital, 200)] }, 0.374],
    ['places, capped', { places: [place(hospital, 0), place(hospital, 1), place(hospital, 2)] }, 0.45],
    ['a place that matters to the category', { places: [place(school, 0)] }, 0.4],
    ['the same place for another category', { category: 'waste', places: [place(school, 0)] }, 0.3],
    ['a closed place, at night', { places: [place(school, 0)], at: NIGHT }, 0.25],
    ['a closed place, on a Saturday', { places: [place(school, 0)], at: SATURDAY }, 0.25],
    ['a closed place, in the school holidays', { places: [place(school, 0)], at: HOLIDAY }, 0.25],
    ['a context of the night, by day', { category: 'noise', places: [place(hospital, 0)] }, 0.3],
    [
      'a context of the night, at night',
      { category: 'noise', places: [place(hospital, 0)], at: NIGHT },
      0.45,
    ],
    ['another report of the same', { similarReports: 1 }, 0.15],
    ['two of them', { similarReports: 2 }, 0.2],
    ['many of them, capped', { similarReports: 50 }, 0.22],
    [
      'everything together',
      { hazards: [hazard('smoke', 0.2, 'low')], places: [place(hospital, 0)], similarReports: 1 },
      0.55,
    ],
    [
      'everything, capped at 1',
      {
        basePriority: 'critical',
        hazards: [hazard('smoke', 0.4, 'low')],
        places: [place(hospital, 0)],
        similarReports: 9,
      },
      1,
    ],
  ])('counts %s', (_what, more, expected) => {
    expect(scoreOf(more)).toBe(expected);
  });

  it.each<[Priority, Priority, number]>([
    ['low', 'low', 0.1],
    ['medium', 'medium', 0.3],
    ['high', 'high', 0.5],
    ['critical', 'critical', 0.8],
  ])('is %s from its threshold on', (base, expected, score) => {
    expect(assess({ ...facts, basePriority: base }, settings, clock)).toMatchObject({
      priority: expected,
      score,
    });
  });

  it.each<[Priority, number]>([
    ['medium', 0.3],
    ['high', 0.5],
    ['critical', 0.75],
  ])('is raised to %s by a danger that is never less', (leastPriority, score) => {
    const {
      priority,
      score: raised,
      reason,
    } = assess({ ...facts, hazards: [hazard('smoke', 0.1, leastPriority)] }, settings, clock);
    expect({ priority, raised }).toEqual({ priority: leastPriority, raised: score });
    expect(reason).toContain(`smoke is never less than ${leastPriority} (+${(score - 0.2).toFixed(2)})`);
  });

  it('names every term with what it adds', () => {
    const { reason, priority, places, placesBoost } = assess(
      {
        ...facts,
        hazards: [hazard('smoke', 0.2, 'low')],
        places: [place(hospital, 300), place(school, 100, 'Hoa Mai')],
        similarReports: 2,
      },
      settings,
      clock,
    );
    expect(reason).toBe(
      'Street light, low to begin with (+0.10); dangerous wording ("the smoke", smoke) (+0.20); ' +
        '100 m from Hoa Mai (school), 300 m from a hospital (+0.23); 2 other open reports of the same nearby (+0.10)',
    );
    expect(priority).toBe('high');
    expect(places.map(({ score }) => score)).toEqual([0.182, 0.045]);
    expect(placesBoost).toBe(0.227);
  });

  it('names three places and counts the others', () => {
    const places = [10, 20, 30, 40, 50].map((distance) => place(hospital, distance));
    expect(assess({ ...facts, places }, settings, clock).reason).toContain(
      '30 m from a hospital, 2 more places nearby',
    );
  });
});
