/** Ids that wait for their turn, each once, in the order they came; bounded. */
export class ReportQueue {
  /** How often each was tried already. */
  private readonly waiting = new Map<string, number>();

  constructor(private readonly most: number) {}

  get size(): number {
    return this.waiting.size;
  }

  get isFull(): boolean {
    return this.waiting.size >= this.most;
  }

  /** False when there is no room for it. */
  add(id: string, attempts = 0): boolean {
    if (this.waiting.has(id)) return true;
    if (this.isFull) return false;
    this.waiting.set(id, attempts);
    return true;
  }

  take(): { id: string; attempts: number } | undefined {
    for (const [id, attempts] of this.waiting) {
      this.waiting.delete(id);
      return { id, attempts };
    }
    return undefined;
  }
}
