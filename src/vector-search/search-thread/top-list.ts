/** A piece by its number, and how similar its vector is. */
export interface Scored {
  no: number;
  similarity: number;
}

/** Keeps the most similar of what it is shown. */
export class TopList {
  private readonly kept: Scored[] = [];

  constructor(private readonly size: number) {}

  /** What is less similar need not be offered. */
  threshold = -Infinity;

  offer(no: number, similarity: number): void {
    if (similarity <= this.threshold) return;
    let place = this.kept.length;
    while (place > 0 && (this.kept[place - 1]?.similarity ?? Infinity) < similarity) place -= 1;
    this.kept.splice(place, 0, { no, similarity });
    if (this.kept.length > this.size) this.kept.pop();
    if (this.kept.length === this.size) this.threshold = this.kept.at(-1)?.similarity ?? -Infinity;
  }

  /** The most similar first. */
  sorted(): readonly Scored[] {
    return this.kept;
  }
}
