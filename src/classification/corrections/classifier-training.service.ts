import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { classifierOf, Environment } from '../../config/environment';
import { EmbeddedClassifier } from '../embedded/embedded.classifier';
import type { Improvement } from '../embedded/retraining';
import type { LabelledText } from '../labelled-text';
import { Taxonomy } from '../taxonomy/taxonomy';
import { CorrectionsRepository } from './corrections.repository';

export interface Retraining extends Improvement {
  /** How many corrections were learned from. */
  corrections: number;
}

/** Lets the embedded classifier learn from what officials corrected. */
@Injectable()
export class ClassifierTraining implements OnModuleInit {
  private readonly logger = new Logger(ClassifierTraining.name);

  constructor(
    private readonly embedded: EmbeddedClassifier,
    private readonly repository: CorrectionsRepository,
    private readonly taxonomy: Taxonomy,
    private readonly environment: Environment,
  ) {}

  /** Where new reports are sure to need the embedded classifier, it learns while the service starts. */
  onModuleInit(): void {
    this.embedded.learnFrom(() => this.corrections());
    const { AUTO_CLASSIFY, CLASSIFIER_SHADOW } = this.environment;
    if (!AUTO_CLASSIFY || ![classifierOf(this.environment), CLASSIFIER_SHADOW].includes('embedded')) return;
    this.embedded.prepare().catch((error: unknown) => {
      if (!this.embedded.isStopping) this.logger.error(error);
    });
  }

  /** Learns anew, now. */
  async retrain(): Promise<Retraining> {
    const corrections = await this.corrections();
    return { corrections: corrections.length, ...(await this.embedded.retrain(corrections)) };
  }

  /** Those whose categories the city still has. */
  private async corrections(): Promise<LabelledText[]> {
    const learned = await this.repository.learned();
    return learned.filter(({ text, category }) => text !== '' && this.taxonomy.has(category));
  }
}
