import { Injectable } from '@nestjs/common';
import { foldText } from '../../common/fold-text';
import { Taxonomy } from '../taxonomy/taxonomy';
import type { HazardDefinition } from '../taxonomy/taxonomy-file';

/** A danger that a report tells of. */
export interface FoundHazard {
  hazard: HazardDefinition;
  /** The wording that told of it. */
  wording: string;
}

/** How many words before a wording may turn it into its opposite: "no sign of fire". */
const NEGATION_REACH = 3;

/** Punctuation ends what a negation reaches, and so does a conjunction: "no light and exposed wires". */
const CONJUNCTIONS =
  'and but so because und aber weil y e pero porque et mais car mas porém và va nhưng nhung mà nên'.split(
    ' ',
  );

/** French and Portuguese articles and pronouns that are joined to the next word: `l'explosion`. */
const ELISION = /(?<!\p{L})(?:qu|[cdjlmnst])['’](?=\p{L})/gu;

const CLAUSE_END = /[.,;:!?\n…()–—]/u;

/** A text as one line of its words, every one between spaces, with `|` where clauses end. */
function spaced(text: string): string {
  const apart = text.normalize('NFC').toLowerCase().replace(ELISION, '$& ');
  const words = apart.match(/[\p{L}\p{M}\p{N}'’]+|[.,;:!?\n…()–—]/gu) ?? [];
  const line = words.map((word) => {
    const plain = word.replaceAll('’', "'");
    if (CLAUSE_END.test(plain)) return '|';
    return CONJUNCTIONS.includes(plain) ? `| ${plain}` : plain;
  });
  return ` ${line.join(' ')} `;
}

/** Wording and negations of one language, ready to be looked for. */
interface Pattern {
  hazard: HazardDefinition;
  wording: string;
  words: string;
  negations: readonly string[];
}

/** Finds dangers in what reports say, unless it says that there are none. */
@Injectable()
export class Hazards {
  private readonly exact: Pattern[];
  /**
   * The same without diacritics, for those who type without them. Single words are left out: too many become words of
   * other languages, as the Vietnamese `nổ` becomes `no`.
   */
  private readonly folded: Pattern[];

  constructor({ hazards, negations }: Taxonomy) {
    this.exact = hazards.flatMap((hazard) =>
      Object.entries(hazard.wording).flatMap(([language, wordings]) => {
        const negated = (negations[language] ?? []).map((negation) => spaced(negation).trim());
        return wordings.map((wording) => ({ hazard, wording, words: spaced(wording), negations: negated }));
      }),
    );
    this.folded = this.exact
      .map((pattern) => ({
        ...pattern,
        words: foldText(pattern.words),
        negations: pattern.negations.map(foldText),
      }))
      .filter((pattern, i) => pattern.words !== this.exact[i]?.words && pattern.words.trim().includes(' '));
  }

  /** Each danger once, with the first wording of the taxonomy that told of it. */
  find(text: string): FoundHazard[] {
    const line = spaced(text);
    const patterns = line === foldText(line) ? [...this.exact, ...this.folded] : this.exact;
    const found = new Map<string, FoundHazard>();
    for (const pattern of patterns) {
      if (!found.has(pattern.hazard.key) && tells(line, pattern)) found.set(pattern.hazard.key, pattern);
    }
    return Array.from(found.values(), ({ hazard, wording }) => ({ hazard, wording }));
  }
}

/** Whether the words stand somewhere in the line without being negated there. */
function tells(line: string, { words, negations }: Pattern): boolean {
  for (let at = line.indexOf(words); at >= 0; at = line.indexOf(words, at + 1)) {
    if (!isNegated(line.slice(0, at), negations)) return true;
  }
  return false;
}

function isNegated(before: string, negations: readonly string[]): boolean {
  const clause = before.slice(before.lastIndexOf('|') + 1);
  const near = ` ${clause.trim().split(' ').slice(-NEGATION_REACH).join(' ')} `;
  return negations.some((negation) => near.includes(` ${negation} `));
}
