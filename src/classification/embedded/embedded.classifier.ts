import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Mutex } from 'async-mutex';
import { unlessAborted } from '../../common/concurrency/unless-aborted';
import type { LabelledText } from '../labelled-text';
import { Taxonomy } from '../taxonomy/taxonomy';
import { type CategoryScore, TextClassifier } from '../text-classifier';
import { phrasesOf } from './phrases';
import type { Improvement } from './retraining';
import { TextModel } from './text-model';
import type { TrainingResult } from './training-protocol';
import { trainInThread } from './training-thread';

/** The most corrections that are learned from: those at the end of the list. */
export const MOST_CORRECTIONS = 10_000;

/** Classifies in this process, with what it learns from the taxonomy's phrases and from corrections. */
@Injectable()
export class EmbeddedClassifier extends TextClassifier implements OnApplicationShutdown {
  readonly name = 'embedded/1';

  private readonly end = new AbortController();
  /** One training after the other, so that the last one that was asked for stands. */
  private readonly oneByOne = new Mutex();
  private model: TextModel | undefined;
  private firstTraining: Promise<TrainingResult> | undefined;
  private source: () => Promise<readonly LabelledText[]> = () => Promise.resolve([]);
  /** What the model has learned beside the phrases. */
  private corrections: readonly LabelledText[] = [];

  constructor(private readonly taxonomy: Taxonomy) {
    super();
  }

  /** Waits for the first training, which it begins where nobody has. */
  async classify(text: string, signal?: AbortSignal): Promise<CategoryScore[]> {
    signal?.throwIfAborted();
    const model = this.model ?? (await this.trained(signal));
    return model.classify(text);
  }

  /** Where it takes the corrections from that it learns with the phrases before its first answer. */
  learnFrom(source: () => Promise<readonly LabelledText[]>): void {
    this.source = source;
  }

  /** Has its first training now, so that the first classification need not wait for it. */
  async prepare(): Promise<void> {
    await this.trained();
  }

  /**
   * Learns from the phrases and these corrections, and tells how much better they are told by what was learned from
   * them; until then the model that there was stays in use.
   */
  async retrain(corrections: readonly LabelledText[]): Promise<Improvement> {
    // What is better than before can only be told once there is a before.
    if (this.model === undefined) await this.trained();
    const { improvement } = await this.learn(corrections, this.corrections);
    if (improvement === undefined) throw new Error('the training thread told no improvement');
    return improvement;
  }

  /** Whether a training that is under way is given up. */
  get isStopping(): boolean {
    return this.end.signal.aborted;
  }

  onApplicationShutdown(): void {
    this.end.abort(new Error('the service stops'));
  }

  private async trained(signal?: AbortSignal): Promise<TextModel> {
    this.firstTraining ??= this.source().then((corrections) => this.learn(corrections));
    try {
      await (signal === undefined ? this.firstTraining : unlessAborted(this.firstTraining, signal));
    } catch (error) {
      // The next classification tries again.
      if (signal?.aborted !== true) this.firstTraining = undefined;
      throw error;
    }
    if (this.model === undefined) throw new Error('the training ended without a model');
    return this.model;
  }

  private learn(
    corrections: readonly LabelledText[],
    known?: readonly LabelledText[],
  ): Promise<TrainingResult> {
    return this.oneByOne.runExclusive(async () => {
      const { keys: categories } = this.taxonomy;
      const learned = corrections.slice(-MOST_CORRECTIONS);
      const job = { categories, phrases: phrasesOf(this.taxonomy), corrections: learned, known };
      const result = await trainInThread(job, this.end.signal);
      this.model = new TextModel(result.model);
      this.corrections = learned;
      return result;
    });
  }
}
