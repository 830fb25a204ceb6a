import { type Priority, PRIORITIES } from '../../citizen-reports/citizen-report';
import type { CityClock } from './city-clock';
import type { FoundHazard } from './hazards';
import type { PlaceKind, PrioritySettings } from './priority-settings';

/** A place that people depend on, near a report. */
export interface NearbyPlace {
  id: string;
  name?: string;
  kind: PlaceKind;
  /** Metres. */
  distance: number;
}

export interface ScoredPlace extends NearbyPlace {
  /** What it adds to the priority score, before the cap. */
  score: number;
}

/** What is known of a report that its priority depends on. */
export interface PriorityFacts {
  /** Key of the category. */
  category: string;
  /** The category's name for people. */
  categoryName: string;
  basePriority: Priority;
  hazards: readonly FoundHazard[];
  /** The nearest of each kind. */
  places: readonly NearbyPlace[];
  /** How many open reports of the same thing are near. */
  similarReports: number;
  /** When the problem was reported. */
  at: Date;
}

export interface Assessment {
  priority: Priority;
  /** Sum of all terms, 0 to 1. */
  score: number;
  /** The terms in words. */
  reason: string;
  /** Heaviest first. */
  places: ScoredPlace[];
  /** What the places add together. */
  placesBoost: number;
}

/** A part of the score, and why it is one. */
interface Term {
  amount: number;
  reason: string;
}

/** A sum that anybody can check: each term is named in the reason with what it adds. */
export function assess(facts: PriorityFacts, settings: PrioritySettings, clock: CityClock): Assessment {
  const places = scored(facts, settings, clock);
  const boost = capped(sum(places.map(({ score }) => score)), settings.places.cap);
  const terms = [
    baseTerm(facts, settings),
    ...hazardTerm(facts, settings),
    ...placesTerm(places, boost),
    ...similarTerm(facts, settings),
  ];
  const plain = Math.min(1, sum(terms.map(({ amount }) => amount)));
  const raised = raisedTerm(facts.hazards, plain, settings);
  const score = rounded(plain + sum(raised.map(({ amount }) => amount)));
  return {
    priority: priorityOf(score, settings),
    score,
    reason: [...terms, ...raised].map(inWords).join('; '),
    places,
    placesBoost: rounded(boost),
  };
}

function baseTerm({ basePriority, categoryName }: PriorityFacts, { base }: PrioritySettings): Term {
  return { amount: base[basePriority], reason: `${categoryName}, ${basePriority} to begin with` };
}

function hazardTerm({ hazards }: PriorityFacts, { hazardCap }: PrioritySettings): Term[] {
  if (hazards.length === 0) return [];
  const amount = capped(sum(hazards.map(({ hazard }) => hazard.weight)), hazardCap);
  const wordings = hazards.map(({ hazard, wording }) => `"${wording}", ${nameOf(hazard.names)}`);
  return [{ amount, reason: `dangerous wording (${wordings.join('; ')})` }];
}

/** Each place by its weight, distance, opening hours and meaning for the category; the heaviest first. */
function scored(
  { category, places, at }: PriorityFacts,
  { places: { decay }, context }: PrioritySettings,
  clock: CityClock,
): ScoredPlace[] {
  const time = clock.isNight(at) ? 'night' : 'day';
  const factor = ({ key }: PlaceKind) =>
    context
      .filter((pair) => pair.category === category && pair.kinds.includes(key))
      .filter(({ during = time }) => during === time)
      .reduce((product, pair) => product * pair.factor, 1);
  const share = ({ hours, shareWhenClosed }: PlaceKind) =>
    hours === undefined || clock.isOpen(hours, at) ? 1 : shareWhenClosed;
  return places
    .map((place) => {
      const weight = place.kind.weight * factor(place.kind) * share(place.kind);
      return { ...place, score: rounded(weight * Math.exp(-place.distance / decay)) };
    })
    .sort((a, b) => b.score - a.score || a.distance - b.distance);
}

/** The most places that are named in the reason. */
const NAMED_PLACES = 3;

function placesTerm(places: readonly ScoredPlace[], amount: number): Term[] {
  if (amount < 0.005) return [];
  const named = places.slice(0, NAMED_PLACES).map(({ name, kind, distance }) => {
    const metres = `${Math.round(distance)} m from`;
    return name === undefined ? `${metres} a ${kind.name}` : `${metres} ${name} (${kind.name})`;
  });
  const more = places.length > NAMED_PLACES ? [`${places.length - NAMED_PLACES} more places nearby`] : [];
  return [{ amount, reason: [...named, ...more].join(', ') }];
}

function similarTerm({ similarReports: count }: PriorityFacts, { similar }: PrioritySettings): Term[] {
  if (count === 0) return [];
  const reports = count === 1 ? 'another open report' : `${count} other open reports`;
  return [{ amount: capped(count * similar.weight, similar.cap), reason: `${reports} of the same nearby` }];
}

/** What lifts the score to the least priority that a danger asks for. */
function raisedTerm(
  hazards: readonly FoundHazard[],
  score: number,
  { thresholds }: PrioritySettings,
): Term[] {
  const raises = hazards.flatMap(({ hazard: { names, leastPriority } }) =>
    leastPriority === 'low'
      ? []
      : [
          {
            amount: thresholds[leastPriority] - score,
            reason: `${nameOf(names)} is never less than ${leastPriority}`,
          },
        ],
  );
  const [highest] = raises.sort((a, b) => b.amount - a.amount);
  return highest !== undefined && highest.amount > 0 ? [highest] : [];
}

const priorityOf = (score: number, { thresholds }: PrioritySettings): Priority =>
  PRIORITIES.findLast((priority) => priority === 'low' || score >= thresholds[priority]) ?? 'low';

const inWords = ({ amount, reason }: Term): string => `${reason} (+${amount.toFixed(2)})`;

const nameOf = (names: Readonly<Record<string, string>>): string =>
  names['en'] ?? Object.values(names)[0] ?? 'danger';

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const capped = (amount: number, cap: number): number => Math.min(amount, cap);

const rounded = (amount: number): number => Math.round(amount * 1000) / 1000;
