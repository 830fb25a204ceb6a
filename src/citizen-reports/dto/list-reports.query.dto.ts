import { applyDecorators } from '@nestjs/common';
import { IsOptional } from 'class-validator';
import { IntegerParameter } from '../../common/pagination/integer-parameter';
import { PaginationQueryDto } from '../../common/pagination/pagination.query.dto';
import { rule } from '../../common/validation/rule';
import { isText, OneOf, Text } from '../../common/validation/text';
import { CITIZEN_REPORT, PRIORITIES, STATUSES } from '../citizen-report';
import { parseBox, parseEnd, parsePosition, parseStart, parseWords } from '../query-values';
import { AnyOf, AnyTextOf, Formatted } from './query-rules';
import { type Representation, REPRESENTATIONS } from './representation.query.dto';

export const SORT_KEYS = [
  'dateCreated',
  'dateModified',
  'category',
  'priority',
  'status',
  'distance',
] as const;

export const ORDERS = ['asc', 'desc'] as const;

const MOST_WORDS = 10;

const INSTANT = 'must be an ISO 8601 date or date-time such as 2026-11-21 or 2026-11-21T10:30:00Z';

/** The rule holds where `near` is given too. */
const NeedsNear = (holdsAnyway: (value: unknown) => boolean = () => false) =>
  rule(
    'needsNear',
    'needs the parameter near',
    (value, query) => holdsAnyway(value) || (query as ListReportsQueryDto).near !== undefined,
  );

/** A time that a span begins with. */
const After = (example: string) =>
  Formatted({ name: 'isInstant', message: INSTANT, parse: parseStart, example });

/** A time that a span ends with, not before the one that it begins with. */
const Before = (beginning: 'created_after' | 'updated_after', example: string) =>
  applyDecorators(
    rule('order', `must not be earlier than ${beginning}`, (value, query) =>
      isInOrder((query as ListReportsQueryDto)[beginning], value),
    ),
    Formatted({ name: 'isInstant', message: INSTANT, parse: parseEnd, example }),
  );

function isInOrder(after: unknown, before: unknown): boolean {
  const start = isText(after) && parseStart(after);
  const end = isText(before) && parseEnd(before);
  return !start || !end || start <= end;
}

/** Which reports are asked for, in which order; all filters given are to be met. */
export class ListReportsQueryDto extends PaginationQueryDto {
  /** The categories, ours or those of another system, matched literally. */
  @AnyTextOf(200, ['streetlight', 'road_damage'])
  category?: string;

  /** The priorities. */
  @AnyOf(PRIORITIES)
  priority?: string;

  /** The statuses. */
  @AnyOf(STATUSES)
  status?: string;

  /** The type of the entities; there is only one here. */
  @IsOptional()
  @OneOf([CITIZEN_REPORT], { required: false, default: CITIZEN_REPORT })
  type?: string;

  /** Only reports created at this time or later. A date is its beginning; without time zone it is UTC. */
  @After('2026-11-01')
  created_after?: string;

  /** Only reports created at this time or earlier. A date is its end; without time zone it is UTC. */
  @Before('created_after', '2026-11-21T10:30:00Z')
  created_before?: string;

  /** Only reports last changed at this time or later. A date is its beginning; without time zone it is UTC. */
  @After('2026-11-20')
  updated_after?: string;

  /** Only reports last changed at this time or earlier. A date is its end; without time zone it is UTC. */
  @Before('updated_after', '2026-11-21T14:05:12Z')
  updated_before?: string;

  /**
   * Whether somebody should look at the category, as the classification says. A report that is not classified says
   * neither, and is found by neither.
   */
  @IsOptional()
  @OneOf(['true', 'false'], { required: false, example: 'true' })
  needs_review?: 'true' | 'false';

  /** The person or team that takes care of the report, matched literally. */
  @IsOptional()
  @Text(200, { required: false, example: 'Đội chiếu sáng Quận 1' })
  assigned_to?: string;

  /** Who reported it, matched literally. */
  @IsOptional()
  @Text(200, { required: false, example: 'Nguyễn Thị Mai' })
  reported_by?: string;

  /** Only reports within `radius` of this position: longitude and latitude in degrees. */
  @Formatted({
    name: 'isPosition',
    message: 'must be <longitude>,<latitude> in degrees, such as 106.7009,10.7756',
    parse: parsePosition,
    example: '106.7009,10.7756',
  })
  near?: string;

  @NeedsNear()
  @IsOptional()
  @IntegerParameter({
    minimum: 1,
    maximum: 50_000,
    description: 'Distance from `near` in metres; 1000 when only `near` is given.',
  })
  radius?: number;

  /** Only reports in this box of degrees, not together with `near`. Where west exceeds east it crosses the antimeridian. */
  @rule(
    'exclusive',
    'cannot be combined with near',
    (_value, query) => (query as ListReportsQueryDto).near === undefined,
  )
  @Formatted({
    name: 'isBox',
    message: 'must be <west>,<south>,<east>,<north> in degrees, south below north',
    parse: parseBox,
    example: '106.65,10.74,106.72,10.80',
  })
  bbox?: string;

  /** Words that all occur in title, description or address, ignoring case. */
  @rule(
    'maxWords',
    `must have at most ${MOST_WORDS} words`,
    (text) => isText(text) && parseWords(text).length <= MOST_WORDS,
  )
  @IsOptional()
  @Text(200, { required: false, example: 'đèn đường' })
  q?: string;

  /**
   * What the list is ordered by. Priority and status go by their rank; distance needs `near`, and `order=asc` for the
   * nearest first.
   */
  @NeedsNear((key) => key !== 'distance')
  @OneOf(SORT_KEYS, { required: false, default: 'dateCreated' })
  sort_by: (typeof SORT_KEYS)[number] = 'dateCreated';

  /** Ascending or descending; by distance `asc` gives the nearest first. */
  @OneOf(ORDERS, { required: false, default: 'desc' })
  order: (typeof ORDERS)[number] = 'desc';

  /** Plain values, or NGSI-LD normalized with `@context`. */
  @OneOf(REPRESENTATIONS, { required: false, default: 'keyValues' })
  options: Representation = 'keyValues';
}
