import { join } from 'node:path';
import { readSettingsFile } from '../../config/settings-file';
import { contradictions } from './contradictions';
import { Taxonomy } from './taxonomy';
import { TaxonomyFile } from './taxonomy-file';

/** The taxonomy that comes with the service. */
export const SHIPPED_TAXONOMY = join(__dirname, '../../../taxonomy/civic-issues.json');

/**
 * Reads a taxonomy from a JSON file.
 *
 * @throws SettingsFileError
 */
export const loadTaxonomy = (file: string = SHIPPED_TAXONOMY): Taxonomy =>
  new Taxonomy(readSettingsFile('TAXONOMY_FILE', file, TaxonomyFile, contradictions));
