import type { LabelledText } from '../labelled-text';
import type { Improvement, Lesson } from './retraining';
import type { TextModelState } from './text-model';

/** What the training thread is to do. */
export interface TrainingJob extends Lesson {
  /** The corrections that the model in use has learned; given when the improvement on it is to be told. */
  known?: readonly LabelledText[];
}

/** What it did. */
export interface TrainingResult {
  model: TextModelState;
  improvement?: Improvement;
}
