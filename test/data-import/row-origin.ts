import { loadTaxonomy } from '../../src/classification/taxonomy/load-taxonomy';
import type { RowOrigin } from '../../src/data-import/shapes/row-shape';

const { keys: categories } = loadTaxonomy();

/** Rows of this source, in a city with the categories that come with the service. */
export const originOf = (source: string): RowOrigin => ({ source, categories });
