import { ApiProperty } from '@nestjs/swagger';

const Count = (example: number) => ApiProperty({ type: 'integer', minimum: 0, example });

const Share = (example: number) => ApiProperty({ type: 'number', minimum: 0, maximum: 1, example });

/** How often a second classifier agrees with the first, since the start of the service. */
export class ShadowDto {
  /** @example 'model-server/llama3.1:8b' */
  classifier!: string;

  @Count(400)
  compared!: number;

  /** Texts that both gave the same category. */
  @Count(310)
  agreed!: number;

  /** Texts for which the first one's category was among the second one's three best. */
  @Count(372)
  agreed_in_best_three!: number;

  /** Texts at which the second classifier failed. */
  @Count(2)
  failed!: number;

  /** Texts that it was not asked about, because it had too much to do. */
  @Count(0)
  skipped!: number;
}

/** What classifies reports. */
export class ClassifierDto {
  /** @example 'embedded/1' */
  classifier!: string;

  /** Confidence below which a category is to be reviewed. */
  @Share(0.6)
  review_threshold!: number;

  /** Whether reports are classified once they are made. */
  automatic!: boolean;

  /** Reports that wait for that. */
  @Count(0)
  waiting!: number;

  /** Missing when there is no second classifier. */
  @ApiProperty({ type: ShadowDto, required: false })
  shadow?: ShadowDto;
}

/** How good categories were told. */
export class EvaluationDto {
  /** Texts that were judged. */
  @Count(120)
  texts!: number;

  /** Share whose best category was right. */
  @Share(0.71)
  accuracy!: number;

  /** Mean F1 of the categories. */
  @Share(0.66)
  macro_f1!: number;

  /** Share whose right category was among the three best. */
  @Share(0.9)
  top_three!: number;

  /** How far confidence and accuracy are apart, in the mean. */
  @Share(0.06)
  calibration_error!: number;
}

/** What learning from corrections came to. Texts are judged by models that have not learned them. */
export class RetrainingDto {
  /** How many corrections were learned from. */
  @Count(120)
  corrections!: number;

  before!: EvaluationDto;

  after!: EvaluationDto;
}
