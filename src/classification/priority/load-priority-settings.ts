import { join } from 'node:path';
import { readSettingsFile } from '../../config/settings-file';
import type { Taxonomy } from '../taxonomy/taxonomy';
import { PrioritySettings } from './priority-settings';

/** The settings that come with the service. */
export const SHIPPED_PRIORITY_SETTINGS = join(__dirname, '../../../taxonomy/priority.json');

/**
 * Reads what makes reports urgent from a JSON file.
 *
 * @throws SettingsFileError
 */
export const loadPrioritySettings = (
  taxonomy: Taxonomy,
  file: string = SHIPPED_PRIORITY_SETTINGS,
): PrioritySettings =>
  readSettingsFile('priority settings', file, PrioritySettings, (settings) =>
    contradictions(settings, taxonomy),
  );

function contradictions({ places, context }: PrioritySettings, taxonomy: Taxonomy): string[] {
  const kinds = places.kinds.map(({ key }) => key);
  const twice = kinds.flatMap((key, i) =>
    kinds.indexOf(key) < i ? [`places.kinds.${i}.key: "${key}" stands twice`] : [],
  );
  const unknown = context.flatMap((pair, i) =>
    pair.kinds.flatMap((key, j) =>
      kinds.includes(key) ? [] : [`context.${i}.kinds.${j}: "${key}" is none of places.kinds`],
    ),
  );
  const strange = context.flatMap(({ category }, i) =>
    taxonomy.has(category) ? [] : [`context.${i}.category: "${category}" is none of the taxonomy`],
  );
  return [...twice, ...unknown, ...strange];
}
