import type { CategoryDefinition, HazardDefinition, TaxonomyFile, TextsByLanguage } from './taxonomy-file';

/** The category of whatever belongs to none; every taxonomy has it. */
export const FALLBACK_CATEGORY = 'other';

/** What reports can be about, in the city's languages. Never changes while the service runs. */
export class Taxonomy {
  readonly languages: readonly string[];
  readonly categories: readonly CategoryDefinition[];
  /** The categories' keys, in the order of the file. */
  readonly keys: readonly string[];
  readonly hazards: readonly HazardDefinition[];
  readonly negations: TextsByLanguage;
  private readonly byKey: ReadonlyMap<string, CategoryDefinition>;

  /** @param file validated, as by `loadTaxonomy` */
  constructor(file: TaxonomyFile) {
    this.languages = file.languages;
    this.categories = file.categories;
    this.keys = file.categories.map(({ key }) => key);
    this.hazards = file.hazards;
    this.negations = file.negations;
    this.byKey = new Map(file.categories.map((category) => [category.key, category]));
  }

  /** The category of this key, if there is one. */
  find(key: string): CategoryDefinition | undefined {
    return this.byKey.get(key);
  }

  has(key: string): boolean {
    return this.byKey.has(key);
  }

  /** Name for people of a category; the key itself where the taxonomy has none, as for categories of imported reports. */
  nameOf(key: string, language: string): string {
    const names = this.byKey.get(key)?.names ?? {};
    return names[language] ?? Object.values(names)[0] ?? key;
  }
}
