import { ApiProperty } from '@nestjs/swagger';
import { PRIORITIES, type Priority } from '../../citizen-reports/citizen-report';

const TextByLanguage = (example: Record<string, string>) =>
  ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, example });

/** What a report can be about. */
export class CategoryDto {
  /** Its name in reports and in filters.
   * @example 'streetlight' */
  key!: string;

  /** Its name for people, by language. */
  @TextByLanguage({ en: 'Street light', vi: 'Đèn đường' })
  names!: Readonly<Record<string, string>>;

  /** What belongs to it, in a sentence, by language. */
  @TextByLanguage({ en: 'Street lights that are dark, flickering or damaged.' })
  descriptions!: Readonly<Record<string, string>>;

  /** What a report of it is worth before anything else is known of it. */
  @ApiProperty({ enum: PRIORITIES, example: 'medium' })
  base_priority!: Priority;

  /** Days within which the city means to have such a report done. */
  @ApiProperty({ type: 'integer', minimum: 1, example: 7 })
  target_days!: number;
}

/** What reports can be about. */
export class CategoryListDto {
  /** Codes (ISO 639) of the languages of names and descriptions, each of which every category has.
   * @example ['en', 'vi'] */
  languages!: string[];

  /** In the city's order. */
  @ApiProperty({ type: [CategoryDto] })
  categories!: CategoryDto[];
}
