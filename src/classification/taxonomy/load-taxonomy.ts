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
 * @param setting what names the file, for the message
 * @throws SettingsFileError
 */
export const loadTaxonomy = (file: string = SHIPPED_TAXONOMY, setting = 'TAXONOMY_FILE'): Taxonomy =>
  new Taxonomy(readSettingsFile(setting, file, TaxonomyFile, contradictions));
