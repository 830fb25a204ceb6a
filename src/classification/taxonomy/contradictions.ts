import { isCleanText } from '../../common/validation/text';
import { FALLBACK_CATEGORY } from './taxonomy';
import type { TaxonomyFile, TextByLanguage, TextsByLanguage } from './taxonomy-file';

/** Longer than what people write is no example of it. */
const LONGEST_TEXT = 500;

interface TextAt {
  path: string;
  text: string;
}

/** What is wrong with a taxonomy of the right shape, each as `path: reason`. */
export const contradictions = (file: TaxonomyFile): string[] => [
  ...keyProblems(file),
  ...languageProblems(file),
  ...textProblems(file),
  ...phraseProblems(file),
];

function keyProblems({ categories, hazards }: TaxonomyFile): string[] {
  const problems = [
    ...repetitions(categories.map(({ key }, i) => ({ path: `categories.${i}.key`, text: key }))),
    ...repetitions(hazards.map(({ key }, i) => ({ path: `hazards.${i}.key`, text: key }))),
  ];
  if (!categories.some(({ key }) => key === FALLBACK_CATEGORY)) {
    problems.push(`categories: one must have the key "${FALLBACK_CATEGORY}", for what belongs to none`);
  }
  return problems;
}

/** Names and descriptions are there in every language, and phrases too: the classifier knows no others. */
function languageProblems({ languages, categories, hazards, negations }: TaxonomyFile): string[] {
  const complete = [
    ...categories.flatMap(({ names, descriptions, phrases }, i) => [
      { path: `categories.${i}.names`, value: names },
      { path: `categories.${i}.descriptions`, value: descriptions },
      { path: `categories.${i}.phrases`, value: phrases },
    ]),
    ...hazards.flatMap(({ names, wording }, i) => [
      { path: `hazards.${i}.names`, value: names },
      { path: `hazards.${i}.wording`, value: wording },
    ]),
    { path: 'negations', value: negations },
  ];
  return complete.flatMap(({ path, value }) => [
    ...languages
      .filter((language) => (value[language]?.length ?? 0) === 0)
      .map((language) => `${path}.${language}: is missing or empty`),
    ...Object.keys(value)
      .filter((language) => !languages.includes(language))
      .map((language) => `${path}.${language}: is none of the languages of this file`),
  ]);
}

function textProblems({ categories, hazards, negations }: TaxonomyFile): string[] {
  const texts = [
    ...categories.flatMap(({ names, descriptions, phrases }, i) => [
      ...single(`categories.${i}.names`, names),
      ...single(`categories.${i}.descriptions`, descriptions),
      ...several(`categories.${i}.phrases`, phrases),
    ]),
    ...hazards.flatMap(({ names, wording }, i) => [
      ...single(`hazards.${i}.names`, names),
      ...several(`hazards.${i}.wording`, wording),
    ]),
    ...several('negations', negations),
  ];
  return texts.flatMap(({ path, text }) => {
    if (text.trim() === '') return [`${path}: must not be blank`];
    if (text.length > LONGEST_TEXT) return [`${path}: must have at most ${LONGEST_TEXT} characters`];
    return isCleanText(text) ? [] : [`${path}: must not contain control characters or broken Unicode`];
  });
}

/** A phrase belongs to one category alone, whatever its language, as the classifier learns of all languages at once. */
function phraseProblems({ categories }: TaxonomyFile): string[] {
  const owners = new Map<string, string>();
  const repeated = categories.flatMap(({ phrases }, i) =>
    Object.entries(phrases).flatMap(([language, texts]) =>
      repetitions(texts.map((text, j) => ({ path: `categories.${i}.phrases.${language}.${j}`, text }))),
    ),
  );
  const shared = categories.flatMap(({ key, phrases }, i) =>
    several(`categories.${i}.phrases`, phrases).flatMap(({ path, text }) => {
      const owner = owners.get(comparable(text)) ?? key;
      owners.set(comparable(text), owner);
      return owner === key ? [] : [`${path}: ${JSON.stringify(text)} stands in ${owner} too`];
    }),
  );
  return [...repeated, ...shared];
}

function repetitions(texts: TextAt[]): string[] {
  const seen = new Set<string>();
  return texts.flatMap(({ path, text }) => {
    const known = seen.has(comparable(text));
    seen.add(comparable(text));
    return known ? [`${path}: ${JSON.stringify(text)} stands twice`] : [];
  });
}

const comparable = (text: string): string => text.normalize('NFC').trim().toLowerCase();

const single = (path: string, texts: TextByLanguage): TextAt[] =>
  Object.entries(texts).map(([language, text]) => ({ path: `${path}.${language}`, text }));

const several = (path: string, texts: TextsByLanguage): TextAt[] =>
  Object.entries(texts).flatMap(([language, list]) =>
    list.map((text, i) => ({ path: `${path}.${language}.${i}`, text })),
  );
