/** A city of generated reports: the same for the same seed, about 30 by 30 kilometres. */
const CATEGORIES = [
  'road_damage',
  'streetlight',
  'traffic_signs_signals',
  'waste',
  'graffiti',
  'drainage_flooding',
];
const STATUSES = ['pending', 'acknowledged', 'in_progress', 'resolved', 'closed', 'rejected'];
const PRIORITIES = ['low', 'medium', 'high', 'critical'];
const SYLLABLES = 'ba ce di fo gu ha ke li mo nu pa re si to vu xa'.split(' ');
/** The word of that number: three syllables. */
const word = (number) => [number >> 8, number >> 4, number].map((part) => SYLLABLES[part & 15]).join('');

let state = 42;
/** Mulberry32: a small generator whose numbers are the same in every run. */
export function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const one = (list) => list[Math.floor(random() * list.length)];
/** As in real texts a few of the 4,096 words are very frequent and most are rare (Zipf's law). */
const words = (count) =>
  Array.from({ length: count }, () => word(Math.floor(4096 ** random()) - 1)).join(' ');
/** A word that somebody looks for: none of the very frequent ones. */
export const searched = () => word(Math.floor(30 * (4096 / 30) ** random()) - 1);
const property = (value) => ({ type: 'Property', value });
const time = (at) => property({ '@type': 'DateTime', '@value': new Date(at).toISOString() });

export const category = () => one(CATEGORIES);
export const status = () => one(STATUSES);
export const position = () => [106.55 + random() * 0.27, 10.65 + random() * 0.27];
export const id = (number) =>
  `urn:ngsi-ld:CitizenReport:00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** The fields of a report as a citizen sends them. */
export const report = () => ({
  title: words(4),
  description: words(30),
  location: { type: 'Point', coordinates: position() },
  category: category(),
  address: `${Math.ceil(random() * 200)} ${words(2)}`,
});

const FIRST = Date.UTC(2024, 0, 1);
const YEARS = 2 * 365 * 86_400_000;

/** The report of that number as it stands in the broker. */
export function entity(number) {
  const { title, description, location, address } = report();
  const created = FIRST + random() * YEARS;
  return {
    id: id(number),
    type: 'CitizenReport',
    title: property(title),
    description: property(description),
    location: { type: 'GeoProperty', value: location },
    address: property(address),
    category: property(category()),
    status: property(status()),
    priority: property(one(PRIORITIES)),
    dateCreated: time(created),
    dateModified: time(created),
  };
}
