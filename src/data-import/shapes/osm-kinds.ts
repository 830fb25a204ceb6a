import { type JsonObject } from '../../ngsi-ld/entity';

/** Keys of OpenStreetMap whose values tell what a place is (https://wiki.openstreetmap.org/wiki/Map_features). */
const TELLING_KEYS = [
  'amenity',
  'healthcare',
  'social_facility',
  'leisure',
  'shop',
  'railway',
  'public_transport',
  'emergency',
  'tourism',
  'office',
] as const;

/** Tags of OpenStreetMap by the kind of place that they tell of here; any other value is a kind of its own. */
const KINDS: Readonly<Record<string, string>> = {
  'amenity=childcare': 'kindergarten',
  'amenity=college': 'university',
  'amenity=doctors': 'clinic',
  'amenity=health_post': 'clinic',
  'amenity=marketplace': 'market',
  'healthcare=centre': 'clinic',
  'healthcare=doctor': 'clinic',
  'leisure=garden': 'park',
  'leisure=nature_reserve': 'park',
  'public_transport=station': 'train_station',
  'railway=halt': 'train_station',
  'railway=station': 'train_station',
  'railway=tram_stop': 'tram_stop',
  'shop=mall': 'market',
  'shop=supermarket': 'market',
  'social_facility=assisted_living': 'nursing_home',
  'social_facility=group_home': 'nursing_home',
};

/** Values that tell nothing. */
const EMPTY: ReadonlySet<string> = new Set(['', 'yes', 'no', 'social_facility', 'healthcare']);

/** The kinds of the place that has these tags; empty when it is none that people go to. */
export function kindsOf(tags: JsonObject): string[] {
  const kinds = TELLING_KEYS.flatMap((key) => {
    const value = tags[key];
    if (typeof value !== 'string') return [];
    // Several values of a key are separated by semicolons.
    return value
      .split(';')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !EMPTY.has(part))
      .map((part) => KINDS[`${key}=${part}`] ?? part);
  });
  return [...new Set(kinds)];
}
