interface Waiting {
  host: string;
  start(): void;
}

/**
 * Bounds the attempts in progress, in all and to one host, so that a host that does not answer cannot take the place of
 * all others. Who waits longest is next, among those whose host has room.
 */
export class DeliverySlots {
  private readonly waiting: Waiting[] = [];
  private readonly byHost = new Map<string, number>();
  private taken = 0;

  constructor(
    private readonly total: number,
    private readonly perHost: number,
  ) {}

  /** Runs the work once there is room; fails with the reason of the signal when that comes first. */
  async run<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.room(host, signal);
    try {
      return await work();
    } finally {
      this.release(host);
    }
  }

  private room(host: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        reject(signal.reason as Error);
      };
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const waiting: Waiting = { host, start };
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.push(waiting);
      this.admit();
    });
  }

  private release(host: string): void {
    this.taken -= 1;
    const left = this.of(host) - 1;
    if (left === 0) this.byHost.delete(host);
    else this.byHost.set(host, left);
    this.admit();
  }

  private admit(): void {
    while (this.taken < this.total) {
      const at = this.waiting.findIndex(({ host }) => this.of(host) < this.perHost);
      const [next] = at === -1 ? [] : this.waiting.splice(at, 1);
      if (next === undefined) return;
      this.taken += 1;
      this.byHost.set(next.host, this.of(next.host) + 1);
      next.start();
    }
  }

  private of(host: string): number {
    return this.byHost.get(host) ?? 0;
  }
}
