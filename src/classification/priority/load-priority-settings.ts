import { join } from 'node:path';
import { readSettingsFile } from '../../config/settings-file';
import type { Taxonomy } from '../taxonomy/taxonomy';
import { PrioritySettings } from './priority-settings';

/** The settings that come with the service. */
export const SHIPPED_PRIORITY_SETTINGS = join(__dirname, '../../../taxonomy/priority.json');

type Categories = Pick<Taxonomy, 'has'>;

/**
 * Reads what makes reports urgent from a JSON file. Of the shipped one, what it says of categories that are not in the
 * city's own taxonomy is left out.
 *
 * @param file undefined for the shipped one
 * @throws SettingsFileError
 */
export function loadPrioritySettings(taxonomy: Categories, file?: string): PrioritySettings {
  if (file !== undefined)
    return readPrioritySettings(file, (settings) => [
      ...contradictions(settings),
      ...strangeCategories(settings, taxonomy),
    ]);
  const settings = readPrioritySettings(SHIPPED_PRIORITY_SETTINGS, contradictions);
  settings.context = settings.context.filter(({ category }) => taxonomy.has(category));
  return settings;
}

const readPrioritySettings = (file: string, check: (settings: PrioritySettings) => string[]) =>
  readSettingsFile('PRIORITY_FILE', file, PrioritySettings, check);

function contradictions({ places, context }: PrioritySettings): string[] {
  const kinds = places.kinds.map(({ key }) => key);
  const twice = kinds.flatMap((key, i) =>
    kinds.indexOf(key) < i ? [`places.kinds.${i}.key: "${key}" stands twice`] : [],
  );
  const unknown = context.flatMap((pair, i) =>
    pair.kinds.flatMap((key, j) =>
      kinds.includes(key) ? [] : [`context.${i}.kinds.${j}: "${key}" is none of places.kinds`],
    ),
  );
  return [...twice, ...unknown];
}

const strangeCategories = ({ context }: PrioritySettings, taxonomy: Categories): string[] =>
  context.flatMap(({ category }, i) =>
    taxonomy.has(category) ? [] : [`context.${i}.category: "${category}" is none of the taxonomy`],
  );
