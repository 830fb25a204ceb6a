/** What an answer is based on. */
export interface Source {
  /** A report's URN, or the id of a piece of a document. */
  id: string;
  type: 'CitizenReport' | 'Document';
  title: string;
  /** How well it fits the question, 0 to 1; 1 for what was looked up. */
  score: number;
}

/** The most that an answer names. */
const MOST_SOURCES = 20;

/** The sources of one answer, each once, in the order of their use. */
export class Sources {
  private readonly byId = new Map<string, Source>();

  add(source: Source): void {
    if (this.byId.size < MOST_SOURCES && !this.byId.has(source.id)) this.byId.set(source.id, source);
  }

  list(): Source[] {
    return [...this.byId.values()];
  }
}
