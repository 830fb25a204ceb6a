import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { CategoryScore, TextClassifier } from '../text-classifier';

/** How often a second classifier agrees with the first. */
export interface ShadowCounts {
  /** The name of the second classifier. */
  classifier: string;
  compared: number;
  /** Same category. */
  agreed: number;
  /** The first one's category is among the second one's three best. */
  agreed_in_best_three: number;
  /** The second classifier failed. */
  failed: number;
  /** It was not asked, because it had too much to do. */
  skipped: number;
}

/** The most texts that the second classifier is asked about at once; it is to be watched, not waited for. */
const MOST_AT_ONCE = 4;

/** Asks a second classifier beside the first, and keeps nothing of it but how often they agree. */
@Injectable()
export class ShadowComparison implements OnApplicationShutdown {
  private readonly logger = new Logger('ShadowClassifier');
  private readonly stopping = new AbortController();
  private readonly counts = { compared: 0, agreed: 0, agreed_in_best_three: 0, failed: 0, skipped: 0 };
  private underWay = 0;

  /** @param second undefined: there is none */
  constructor(private readonly second: TextClassifier | undefined) {}

  /** Neither waits nor fails. */
  compare(text: string, scores: readonly CategoryScore[]): void {
    if (this.second === undefined || this.stopping.signal.aborted) return;
    if (this.underWay >= MOST_AT_ONCE) {
      this.counts.skipped += 1;
      return;
    }
    this.underWay += 1;
    void this.ask(this.second, text, scores[0]?.category).finally(() => (this.underWay -= 1));
  }

  /** Since the start; undefined when there is no second classifier. */
  get agreement(): ShadowCounts | undefined {
    return this.second && { classifier: this.second.name, ...this.counts };
  }

  onApplicationShutdown(): void {
    this.stopping.abort();
  }

  private async ask(second: TextClassifier, text: string, expected: string | undefined): Promise<void> {
    try {
      const scores = await second.classify(text, this.stopping.signal);
      const rank = scores.findIndex(({ category }) => category === expected);
      this.counts.compared += 1;
      if (rank === 0) this.counts.agreed += 1;
      if (rank >= 0 && rank < 3) this.counts.agreed_in_best_three += 1;
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      this.counts.failed += 1;
      this.logger.warn(`no comparison: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
