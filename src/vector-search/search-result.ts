import type { JsonObject } from '../ngsi-ld/entity';

/** What is searched: reports of citizens, and pieces of the documents under KNOWLEDGE_DIR. */
export const PIECE_TYPES = ['CitizenReport', 'Document'] as const;

export type PieceType = (typeof PIECE_TYPES)[number];

/** Which pieces are searched; all that is given is to be met. Values are data and matched literally. */
export interface SearchFilters {
  type?: PieceType;
  /** Category of a report; no document has one. */
  category?: string;
  /** Status of a report; no document has one. */
  status?: string;
}

export interface SearchRequest {
  query: string;
  /** The most results, 1..100. */
  topK: number;
  /** Results with a lesser score are left out; 0..1. */
  minScore?: number;
  filters?: SearchFilters;
}

export interface SearchResult {
  /** The report's id, or `document:<path>#<heading>` of a piece of a document. */
  id: string;
  type: PieceType;
  title: string;
  /** Without e-mail addresses and telephone numbers. */
  text: string;
  /** How well the piece answers the query, 0..1; see docs/vector-search.md for what it is made of. */
  score: number;
  /** Of a report: category, status, priority, address, dateCreated; of a document: path and heading. */
  metadata: JsonObject;
}
