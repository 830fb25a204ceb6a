import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { type Priority, PRIORITIES } from '../../citizen-reports/citizen-report';
import { Nested } from '../../common/validation/nested';
import { OneOf, Text } from '../../common/validation/text';
import { IsKey } from '../taxonomy/taxonomy-rules';
import { EndsRange, IsDay, IsDaysOfWeek, IsFraction, IsRising, IsTime } from './priority-rules';

const [, ...RAISED] = PRIORITIES;

/** A part of every day; where `to` is before `from` it goes over midnight. */
export class DailyPeriod {
  @IsTime()
  from!: string;

  @IsTime()
  to!: string;
}

/** When a kind of place is open, in the city's time zone. */
export class OpeningHours extends DailyPeriod {
  @IsDaysOfWeek()
  days!: number[];

  /** Not in the school holidays. */
  @IsOptional()
  @IsBoolean()
  schoolDays?: boolean;
}

/** A kind of place near which reports are more urgent: a value of `category` of points of interest. */
export class PlaceKind {
  @IsKey()
  key!: string;

  /** For people: "120 m from Hoa Mai (school)". */
  @Text(50)
  name!: string;

  /** What it adds to the score of a report that is right there, while it is open. */
  @IsFraction()
  weight!: number;

  /** Absent: always. */
  @IsOptional()
  @Nested(OpeningHours, 'must be an object')
  hours?: OpeningHours;

  /** The share of its weight that counts while it is closed. */
  @IsFraction()
  shareWhenClosed!: number;
}

export class PlaceSettings {
  /** How far places count, in metres. */
  @IsInt()
  @Min(1)
  @Max(5_000)
  radius!: number;

  /** The distance, in metres, over which the weight of a place falls to 1/e. */
  @IsInt()
  @Min(1)
  @Max(5_000)
  decay!: number;

  /** The most that all places together add. */
  @IsFraction()
  cap!: number;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ValidateNested({ each: true })
  @Type(() => PlaceKind)
  kinds!: PlaceKind[];
}

/** Reports of a category that matter more, or less, by places of these kinds. */
export class ContextPair {
  @IsKey()
  category!: string;

  @IsArray()
  @ArrayMinSize(1)
  @IsString({ each: true })
  kinds!: string[];

  @IsNumber()
  @Min(0)
  @Max(5)
  factor!: number;

  /** Only then; absent: at any time. */
  @IsOptional()
  @OneOf(['day', 'night'])
  during?: 'day' | 'night';
}

/** Days, both ends included. */
export class DayRange {
  @IsDay()
  from!: string;

  @EndsRange()
  @IsDay()
  to!: string;
}

/** Which reports are of the same thing. */
export class SimilarSettings {
  /** How far apart, in metres. */
  @IsInt()
  @Min(1)
  @Max(2_000)
  radius!: number;

  /** How long apart, in days. */
  @IsInt()
  @Min(1)
  @Max(3_650)
  days!: number;

  /** How alike in meaning, at least. */
  @IsFraction()
  leastSimilarity!: number;

  /** What each of them adds to the score. */
  @IsFraction()
  weight!: number;

  /** The most that all of them add. */
  @IsFraction()
  cap!: number;
}

/** The file that says what makes reports urgent. Scores are sums of its numbers, from 0 to 1. */
export class PrioritySettings {
  /** The score to begin with, by the base priority of the category. */
  @IsRising(PRIORITIES)
  base!: Record<Priority, number>;

  /** The least score of each priority. */
  @IsRising(RAISED)
  thresholds!: Record<Exclude<Priority, 'low'>, number>;

  /** The most that all dangers in the wording add. What each adds, the taxonomy says. */
  @IsFraction()
  hazardCap!: number;

  @Nested(PlaceSettings, 'must be an object')
  places!: PlaceSettings;

  @IsArray()
  @ArrayMaxSize(500)
  @ValidateNested({ each: true })
  @Type(() => ContextPair)
  context!: ContextPair[];

  /** When it is dark, in the city's time zone. */
  @Nested(DailyPeriod, 'must be an object')
  night!: DailyPeriod;

  @IsArray()
  @ArrayMaxSize(200)
  @ValidateNested({ each: true })
  @Type(() => DayRange)
  schoolHolidays!: DayRange[];

  @Nested(SimilarSettings, 'must be an object')
  similar!: SimilarSettings;
}
