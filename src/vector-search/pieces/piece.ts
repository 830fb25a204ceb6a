import { createHash } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import type { JsonObject } from '../../ngsi-ld/entity';
import type { PieceType } from '../search-result';

/** What can be found: a report, or a part of a document. Its text names nobody who reported, and no way to reach them. */
export interface Piece {
  type: PieceType;
  /** The report's id, or `document:<path>#<heading>`. */
  id: string;
  /** Path of the document that it is a part of. */
  document?: string;
  title: string;
  text: string;
  category?: string;
  status?: string;
  /** What results tell of it besides. */
  metadata: JsonObject;
}

const NAMESPACE = '6f1c1f0e-5b0a-4c3e-9d55-6a4a4e2f7f10';

/** The key of a piece: a UUID, as vector stores ask for one. */
export const pieceKey = ({ type, id }: Pick<Piece, 'type' | 'id'>): string =>
  uuidv5(`${type} ${id}`, NAMESPACE);

/** Changes with the text of the piece, and with nothing else of it. */
export const textHash = ({ title, text }: Pick<Piece, 'title' | 'text'>): string =>
  createHash('sha256')
    .update(JSON.stringify([title, text]))
    .digest('base64url');

/** What vector stores know of a piece, to filter by. */
export interface PieceLabels {
  type: PieceType;
  category: string | null;
  status: string | null;
}

/** A notation of the labels by which they can be compared. */
export const labelsKey = ({ type, category, status }: PieceLabels): string =>
  JSON.stringify([type, category, status]);

/** More than the embedding models of our time read. */
const LONGEST_EMBEDDED = 4_000;

/** The text that stands for the piece in its vector. */
export const embeddedText = ({ title, text }: Pick<Piece, 'title' | 'text'>): string =>
  `${title}\n${text}`.slice(0, LONGEST_EMBEDDED).replace(/\p{Cs}/gu, '\u{fffd}');
