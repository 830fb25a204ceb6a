import { type KnownLinks, REMOVED_LINK, withoutForeignLinks } from './links';

/** A word with one of these may be or become a link. */
const SUSPICIOUS = /[:/\\.]/;

/** Beginnings of links, so that not even "https" is seen of one that is removed. */
const BEGINNINGS = ['https', 'http', 'www', 'javascript', 'data'];

/** A word that is longer is no link that anybody needs. */
const LONGEST_WORD = 2000;

/** Control characters other than line feed, carriage return and tab: of no meaning in text, and no database takes NUL. */
const UNUSABLE = /(?![\n\r\t])\p{Cc}/gu;

/**
 * Lets an answer through piece by piece, without links that lead elsewhere. A link may come in any number of pieces, so
 * what could be one is held back until the word ends.
 */
export class AnswerFilter {
  /** The word that the text ends in. */
  private word = '';
  /** How much of it has been let through. */
  private shown = 0;
  /** Whether the rest of an endless word is being left out. */
  private skipping = false;
  /** First half of a character whose second comes with the next piece. */
  private half = '';

  constructor(private readonly links: KnownLinks) {}

  /** What may be shown now. */
  push(piece: string): string {
    const text = this.whole(piece).replace(UNUSABLE, '');
    let out = '';
    for (const part of text.split(/(\s+)/)) {
      if (part === '') continue;
      out += /\s/.test(part) ? this.endWord() + part : this.extendWord(part);
    }
    return out;
  }

  /** What is left when the answer is at its end. */
  end(): string {
    this.half = '';
    return this.endWord();
  }

  private whole(piece: string): string {
    const text = this.half + piece;
    this.half = /[\uD800-\uDBFF]$/.test(text) ? text.slice(-1) : '';
    return text.slice(0, text.length - this.half.length).replace(/\p{Cs}/gu, '\ufffd');
  }

  private extendWord(part: string): string {
    if (this.skipping) return '';
    this.word += part;
    if (this.word.length > LONGEST_WORD) return this.cutWord();
    if (mayBeLink(this.word)) return '';
    const out = this.word.slice(this.shown);
    this.shown = this.word.length;
    return out;
  }

  private endWord(): string {
    const out = withoutForeignLinks(this.word, this.links, this.shown);
    this.word = '';
    this.shown = 0;
    this.skipping = false;
    return out;
  }

  private cutWord(): string {
    const isLink = SUSPICIOUS.test(this.word);
    const out = isLink ? REMOVED_LINK : this.word.slice(this.shown);
    this.word = '';
    this.shown = 0;
    this.skipping = isLink;
    return out;
  }
}

function mayBeLink(word: string): boolean {
  if (SUSPICIOUS.test(word)) return true;
  const tail = /[a-z]+$/i.exec(word)?.[0].toLowerCase() ?? '';
  return tail !== '' && BEGINNINGS.some((beginning) => beginning.startsWith(tail));
}
