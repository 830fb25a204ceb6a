import type { TopList } from './top-list';
import { dotProduct } from '../stores/vector-bytes';

/** Vectors to a block; memory grows by one block at a time and is never copied. */
const BLOCK = 1024;

/** Vectors of one number of dimensions, side by side in memory. */
export class VectorMemory {
  private readonly blocks: Float32Array[] = [];
  /** The piece in each place. */
  private readonly numbers: number[] = [];
  private readonly places = new Map<number, number>();

  constructor(readonly dimensions: number) {}

  get size(): number {
    return this.numbers.length;
  }

  /** Puts the vector in, or in place of the piece's former one; one of other dimensions is left out. */
  set(no: number, vector: Float32Array): void {
    if (vector.length !== this.dimensions) return;
    const place = this.places.get(no) ?? this.numbers.push(no) - 1;
    this.places.set(no, place);
    this.block(place).set(vector, this.offset(place));
  }

  /** Drops all others. */
  keepOnly(kept: ReadonlySet<number>): void {
    for (const no of [...this.places.keys()]) {
      if (!kept.has(no)) this.drop(no);
    }
  }

  /** The last one takes its place. */
  private drop(no: number): void {
    const place = this.places.get(no);
    const last = this.numbers.pop();
    if (place === undefined || last === undefined) return;
    this.places.delete(no);
    if (last === no) return;
    const from = this.offset(this.numbers.length);
    const moved = this.block(this.numbers.length).subarray(from, from + this.dimensions);
    this.block(place).set(moved, this.offset(place));
    this.numbers[place] = last;
    this.places.set(last, place);
  }

  /** Offers the similarities of the eligible, or of all. */
  scan(query: Float32Array, eligible: readonly number[] | undefined, top: TopList): void {
    if (eligible === undefined) {
      this.numbers.forEach((no, place) => top.offer(no, this.similarity(query, place)));
      return;
    }
    for (const no of eligible) {
      const place = this.places.get(no);
      if (place !== undefined) top.offer(no, this.similarity(query, place));
    }
  }

  private similarity(query: Float32Array, place: number): number {
    return dotProduct(query, this.block(place), this.offset(place));
  }

  private block(place: number): Float32Array {
    const index = Math.floor(place / BLOCK);
    return (this.blocks[index] ??= new Float32Array(BLOCK * this.dimensions));
  }

  private offset(place: number): number {
    return (place % BLOCK) * this.dimensions;
  }
}
