/** What stands in place of a link that leads to somebody else. */
export const REMOVED_LINK = '[link removed]';

/**
 * What programs that show text turn into a link, or load: addresses with or without a scheme, schemes that carry code,
 * and hosts with a path. It ends where a link in Markdown or HTML does.
 */
const LINK = new RegExp(
  [
    String.raw`(?:[a-z][a-z\d+.-]*:)?(?:\/|\\){2}[^\s<>()[\]"'\x60]+`,
    String.raw`(?:javascript|vbscript|data|file|blob):[^\s<>()[\]"'\x60]+`,
    String.raw`www\.[^\s<>()[\]"'\x60]+`,
    String.raw`(?:[\p{L}\p{N}-]+\.)+\p{L}{2,24}(?::\d+)?[/?#][^\s<>()[\]"'\x60]*`,
  ].join('|'),
  'giu',
);

/** Punctuation after a link in a sentence. */
const TRAILING = /[.,;:!?*_~]+$/;

/** The addresses that an answer may lead to: those below the service's own, and those that documents name. */
export class KnownLinks {
  private readonly documented = new Set<string>();

  /** @param serviceUrl the service's address as clients see it; undefined where nobody said what it is */
  constructor(private readonly serviceUrl: string | undefined) {}

  /** Lets an answer repeat the addresses in the text of a document. */
  learnFrom(text: string): void {
    for (const [link] of text.matchAll(LINK)) this.documented.add(link.replace(TRAILING, ''));
  }

  has(link: string): boolean {
    return this.documented.has(link) || this.isOwn(link);
  }

  private isOwn(link: string): boolean {
    if (this.serviceUrl === undefined || !URL.canParse(link)) return false;
    const { origin, pathname, username, password } = new URL(link);
    const own = new URL(this.serviceUrl);
    const root = own.pathname.replace(/\/+$/, '');
    const isBelow = pathname === root || pathname.startsWith(`${root}/`);
    return origin === own.origin && isBelow && username === '' && password === '';
  }
}

/**
 * The word with what leads elsewhere replaced.
 *
 * @param from where what may still be changed begins: the reader has seen the word up to there
 */
export function withoutForeignLinks(word: string, known: KnownLinks, from = 0): string {
  let safe = '';
  let position = from;
  for (const match of word.matchAll(LINK)) {
    const link = match[0].replace(TRAILING, '');
    const end = match.index + link.length;
    if (end <= position || known.has(link)) continue;
    safe += word.slice(position, Math.max(position, match.index)) + REMOVED_LINK;
    position = end;
  }
  return safe + word.slice(position);
}
