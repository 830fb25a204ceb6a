import { Injectable, Logger } from '@nestjs/common';

/** A report was created, changed or deleted through this service. */
export interface ReportChange {
  kind: 'created' | 'updated' | 'deleted';
  /** The report's id. */
  id: string;
}

export type ReportListener = (change: ReportChange) => void;

/**
 * Announces changes of reports that this service made, after the broker has taken them. What others write into the
 * broker, imports among them, is not announced. Listeners are called once the request's own work is done, in the order
 * of the changes; they can neither delay a request nor make it fail.
 */
@Injectable()
export class ReportChanges {
  private readonly logger = new Logger(ReportChanges.name);
  private readonly listeners = new Set<ReportListener>();

  /** @returns what ends the listening. */
  listen(listener: ReportListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  announce(change: ReportChange): void {
    for (const listener of this.listeners) setImmediate(() => this.tell(listener, change));
  }

  private tell(listener: ReportListener, change: ReportChange): void {
    try {
      listener(change);
    } catch (error) {
      const stack = error instanceof Error ? error.stack : String(error);
      this.logger.error({ message: `a listener failed at a report that was ${change.kind}`, stack });
    }
  }
}
