import { foldedWords } from '../../common/fold-text';
import { redactContacts } from '../../common/privacy/redact';
import type { Piece } from '../pieces/piece';

/** About as much as says one thing, and as the smaller embedding models read. */
const LONGEST_PIECE = 1_200;

const MOST_PIECES = 1_000;

const LONGEST_TITLE = 200;

const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

interface Section {
  /** The headings that it stands below, from the outermost. */
  headings: string[];
  text: string;
}

/**
 * The pieces of a document: what stands below one heading, cut at paragraphs where it is long. Their ids keep as long as
 * headings do, whatever is written elsewhere in the document.
 *
 * @param path with slashes, relative to the directory of the documents
 */
export function splitDocument(path: string, text: string): Piece[] {
  const sections = isMarkdown(path) ? sectionsOf(text) : [{ headings: [], text }];
  const seen = new Map<string, number>();
  const pieces = sections.flatMap(({ headings, text: body }) =>
    cut(body).map((part) => {
      const name = slug(headings);
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      return {
        type: 'Document' as const,
        id: `document:${path}#${name}${count > 1 ? `-${count}` : ''}`,
        document: path,
        title: redactContacts(titleOf(path, headings)),
        text: redactContacts(part),
        metadata: { path, heading: redactContacts(headings.at(-1) ?? '') },
      };
    }),
  );
  return pieces.slice(0, MOST_PIECES);
}

export const isMarkdown = (path: string): boolean => /\.(md|markdown)$/i.test(path);

/** The document's parts from heading to heading; a `#` in a code block is none. */
function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ headings: [], text: '' }];
  const above: { level: number; title: string }[] = [];
  let fence: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1]?.[0];
    if (mark !== undefined && (fence === undefined || fence === mark))
      fence = fence === undefined ? mark : undefined;
    const hashes = fence === undefined ? HEADING.exec(line)?.[1] : undefined;
    if (hashes !== undefined) {
      while ((above.at(-1)?.level ?? 0) >= hashes.length) above.pop();
      above.push({ level: hashes.length, title: titleIn(line) });
      sections.push({ headings: above.map(({ title }) => title), text: '' });
    } else {
      const current = sections.at(-1);
      if (current !== undefined) current.text += `${line}\n`;
    }
  }
  return sections;
}

/** What stands between the hashes. */
const titleIn = (heading: string): string =>
  heading
    .trim()
    .replace(/^#+/, '')
    .replace(/(^|\s)#+$/, '')
    .trim()
    .slice(0, LONGEST_TITLE);

/** Paragraphs put together up to the length of a piece; one that is longer itself is cut at its sentences or words. */
function cut(text: string): string[] {
  const parts: string[] = [];
  for (const paragraph of text.split(/\n\s*\n/).flatMap(shorten)) {
    const last = parts.at(-1);
    if (paragraph === '') continue;
    if (last !== undefined && last.length + paragraph.length < LONGEST_PIECE)
      parts.push(`${parts.pop()}\n\n${paragraph}`);
    else parts.push(paragraph);
  }
  return parts;
}

function shorten(paragraph: string): string[] {
  const parts: string[] = [];
  let rest = paragraph.trim();
  while (rest.length > LONGEST_PIECE) {
    const head = rest.slice(0, LONGEST_PIECE);
    const end = Math.max(head.lastIndexOf('. '), head.lastIndexOf('\n')) + 1 || head.lastIndexOf(' ');
    const at = end > LONGEST_PIECE / 2 ? end : LONGEST_PIECE;
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return [...parts, rest];
}

const slug = (headings: string[]): string => foldedWords(headings.join(' ')).join('-').slice(0, 120) || 'top';

function titleOf(path: string, headings: string[]): string {
  const name = path
    .replace(/^.*\//, '')
    .replace(/\.\w+$/, '')
    .replaceAll(/[-_]+/g, ' ');
  return (headings.length > 0 ? headings : [name]).join(' › ').slice(0, LONGEST_TITLE);
}
