import type { Generated } from 'kysely';
import type { Role } from '../auth/caller';
import type { FinishReason } from '../chatbot/finish-reason';
import type { PieceType } from '../vector-search/search-result';

/**
 * The tables of the service database. Points in time are ISO 8601 texts in UTC with milliseconds, which sort in time,
 * and ids are UUIDv7: one schema for SQLite and PostgreSQL.
 */
export interface Tables {
  users: UsersTable;
  api_keys: ApiKeysTable;
  items: ItemsTable;
  corrections: CorrectionsTable;
  conversations: ConversationsTable;
  conversation_turns: ConversationTurnsTable;
  search_pieces: SearchPiecesTable;
  search_documents: SearchDocumentsTable;
  search_tasks: SearchTasksTable;
  search_state: SearchStateTable;
  search_vectors: SearchVectorsTable;
}

export interface UsersTable {
  id: string;
  /** In lower case; unique. */
  username: string;
  /** As it was given. */
  email: string | null;
  /** The e-mail address in lower case; unique. */
  email_key: string | null;
  full_name: string | null;
  role: Role;
  /** argon2id, in PHC notation. */
  password_hash: string;
  /** Tokens carry the version they were issued under; raising it ends them. */
  token_version: number;
  /** Null while the account is active. */
  disabled_at: string | null;
  created_at: string;
  /** The latest authenticated request, to the hour. */
  last_seen_at: string | null;
}

export interface ApiKeysTable {
  id: string;
  user_id: string;
  name: string;
  description: string | null;
  /** The beginning of the key, by which it is found; unique. */
  prefix: string;
  /** SHA-256 of the whole key, hexadecimal. */
  hash: string;
  created_at: string;
  /** The latest request with the key, to the minute. */
  last_used_at: string | null;
}

export interface ItemsTable {
  id: string;
  name: string;
  description: string | null;
  price: number;
  tax: number | null;
}

export interface ConversationsTable {
  id: string;
  /** The account that it belongs to; null when nobody had logged in. */
  owner_id: string | null;
  /** What a client without an account calls its user. Never checked, and gives no rights. */
  user_id: string | null;
  created_at: string;
  updated_at: string;
}

/** A question and its answer. */
export interface ConversationTurnsTable {
  /** The answer's id as a message. */
  id: string;
  /** The question's id as a message. */
  question_id: string;
  conversation_id: string;
  /** From 0; unique in the conversation. */
  position: number;
  question: string;
  answer: string;
  /** Why the answer ended; null while it is being written. */
  finish_reason: FinishReason | null;
  /** What wrote the answer. */
  model: string;
  /** JSON: what the answer is based on. */
  sources: string;
  input_tokens: number;
  output_tokens: number;
  /** SHA-256 of the request's Idempotency-Key and of who sent it, hexadecimal; unique. */
  idempotency_key: string | null;
  /** SHA-256 of the request's body, hexadecimal. */
  request_hash: string;
  asked_at: string;
  answered_at: string | null;
}

/** What is searched: reports, and pieces of documents. Their words are in `search_words`, of which only raw SQL knows. */
export interface SearchPiecesTable {
  no: Generated<number>;
  /** UUID made of type and id; unique. */
  key: string;
  type: PieceType;
  id: string;
  /** Path of the document that it is a piece of. */
  document: string | null;
  title: string;
  text: string;
  category: string | null;
  status: string | null;
  /** A JSON object. */
  metadata: string;
  /** Hash of what is embedded and of the words. */
  text_hash: string;
  /** Fingerprint of the embedding model and hash of the text that the vector is of; null without a vector. */
  vector_hash: string | null;
  /** What the vector store holds to filter by. */
  vector_labels: string | null;
}

/** The documents whose pieces are searched, as they were when last read. */
export interface SearchDocumentsTable {
  path: string;
  hash: string;
}

/** Pieces that the index has to be brought in line with. */
export interface SearchTasksTable {
  /** Key of the piece. */
  key: string;
  type: PieceType;
  id: string;
  /** Raised by each change, so that one that happens during the work is not lost. */
  version: number;
  attempts: number;
  due_at: string;
  /** Until then an instance works on it. */
  claimed_until: string | null;
  /** When it was given up. */
  failed_at: string | null;
  last_error: string | null;
}

/** What the index remembers of itself, by name. */
export interface SearchStateTable {
  name: string;
  value: string;
}

/** The vectors, with SQLite only. */
export interface SearchVectorsTable {
  /** The piece's number. */
  no: number;
  /** Raised by each change of a vector, so that readers find what is new. */
  version: number;
  /** 32-bit floats, little-endian, of length 1. */
  vector: Uint8Array;
}

/** What officials said of reports that had been classified otherwise, or not yet. Ids grow with time. */
export interface CorrectionsTable {
  id: string;
  /** Of the report in the broker. */
  report_id: string;
  attribute: 'category' | 'priority';
  value: string;
  /** What the report says, for a classifier to learn from. */
  report_text: string;
  /** The official's account; null while nobody has to log in. */
  corrected_by: string | null;
  corrected_at: string;
}
