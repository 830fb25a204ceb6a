import type { LabelledText } from '../labelled-text';
import type { Taxonomy } from '../taxonomy/taxonomy';

/** The taxonomy's phrases of all languages, as examples to learn from. */
export const phrasesOf = ({ categories }: Taxonomy): LabelledText[] =>
  categories.flatMap(({ key, phrases }) =>
    Object.values(phrases).flatMap((texts) => texts.map((text) => ({ text, category: key }))),
  );
