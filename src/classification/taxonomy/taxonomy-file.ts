import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsInt,
  IsNumber,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { type Priority, PRIORITIES } from '../../citizen-reports/citizen-report';
import { OneOf } from '../../common/validation/text';
import { IsKey, IsLanguageList, IsTextByLanguage, IsTextsByLanguage } from './taxonomy-rules';

/** A text in each language, by the language's code: `{ "en": "Street light", "vi": "Đèn đường" }`. */
export type TextByLanguage = Readonly<Record<string, string>>;

/** Texts in each language, by the language's code. */
export type TextsByLanguage = Readonly<Record<string, readonly string[]>>;

/** What a report can be about. */
export class CategoryDefinition {
  /** Its name in the interface and in the broker, such as `road_damage`. */
  @IsKey()
  key!: string;

  /** What a report of this category is worth before anything else is known of it. */
  @OneOf(PRIORITIES)
  basePriority!: Priority;

  /** Days within which the city means to have such a report done. */
  @IsInt()
  @Min(1)
  @Max(3650)
  targetDays!: number;

  /** Its name for people. */
  @IsTextByLanguage()
  names!: TextByLanguage;

  /** What belongs to it, in a sentence. */
  @IsTextByLanguage()
  descriptions!: TextByLanguage;

  /** What people write who report it; the classifier learns from these. */
  @IsTextsByLanguage()
  phrases!: TextsByLanguage;
}

/** A danger that a report's wording can tell of. */
export class HazardDefinition {
  @IsKey()
  key!: string;

  /** What it adds to a report's priority score, 0 to 1. */
  @IsNumber()
  @Min(0)
  @Max(1)
  weight!: number;

  /** Reports that tell of it have at least this priority. */
  @OneOf(PRIORITIES)
  leastPriority!: Priority;

  /** Its name for people. */
  @IsTextByLanguage()
  names!: TextByLanguage;

  /** Words and turns of phrase that tell of it. */
  @IsTextsByLanguage()
  wording!: TextsByLanguage;
}

/** The file that describes what reports are about, in the city's own languages. */
export class TaxonomyFile {
  /** Codes (ISO 639) of the languages that it is written in. */
  @IsLanguageList()
  languages!: readonly string[];

  @IsArray()
  @ArrayMinSize(2)
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  @Type(() => CategoryDefinition)
  categories!: readonly CategoryDefinition[];

  @IsArray()
  @ArrayMaxSize(100)
  @ValidateNested({ each: true })
  @Type(() => HazardDefinition)
  hazards!: readonly HazardDefinition[];

  /** Words that turn a hazard's wording into its opposite where they stand before it, such as `no`. */
  @IsTextsByLanguage()
  negations!: TextsByLanguage;
}
