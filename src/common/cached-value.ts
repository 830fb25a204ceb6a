/**
 * A value that is costly to compute and may be a little old. However many ask at once, it is computed once; a failure is
 * told to all who waited for it and not kept.
 */
export class CachedValue<T> {
  private current: { value: Promise<T>; staleAt: number } | undefined;

  /** @param milliseconds how old the value may be, counted from when it was ready */
  constructor(
    private readonly compute: () => Promise<T>,
    private readonly milliseconds: number,
    private readonly clock = () => performance.now(),
  ) {}

  get(): Promise<T> {
    if (this.current === undefined || this.clock() >= this.current.staleAt) this.current = this.begin();
    return this.current.value;
  }

  private begin(): { value: Promise<T>; staleAt: number } {
    const current = { value: this.compute(), staleAt: Infinity };
    current.value.then(
      () => (current.staleAt = this.clock() + this.milliseconds),
      () => (current.staleAt = -Infinity),
    );
    return current;
  }
}
