import { ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { CategoryScoreDto, PoiDto } from '../../classification/dto/classification-result.dto';
import { SimilarReportDto } from '../../classification/dto/similar-reports.dto';
import { PRIORITIES, STATUSES } from '../citizen-report';
import { GeoJsonGeometryDto, GeoJsonPointDto } from './geo-json-point.dto';
import { ownOrForeign } from './json-schema';

/** The places nearby, as a report has them. */
export class ReportedPoiProximityDto {
  /** How far was looked, in metres.
   * @example 500 */
  radius!: number;

  /** The nearest of each kind, heaviest first. */
  @ApiProperty({ type: [PoiDto] })
  nearbyPois!: PoiDto[];

  /** What they add to the priority score together.
   * @example 0.247 */
  priorityBoost!: number;
}

/** What schemas of values refer to. */
export const REFERENCED = [
  CategoryScoreDto,
  GeoJsonGeometryDto,
  GeoJsonPointDto,
  ReportedPoiProximityDto,
  SimilarReportDto,
];

const reference = (model: new () => object) => ({ $ref: getSchemaPath(model) });

const listOf = (model: new () => object) => ({ type: 'array', items: reference(model) });

const text = { type: 'string' };
const share = { type: 'number', minimum: 0, maximum: 1 };

/** The schemas of attributes' values. */
export const VALUES = {
  location: ownOrForeign(reference(GeoJsonPointDto), reference(GeoJsonGeometryDto)),
  status: ownOrForeign({ ...text, enum: [...STATUSES] }, text),
  priority: ownOrForeign({ ...text, enum: [...PRIORITIES] }, text),
  address: ownOrForeign(text),
  categoryConfidence: ownOrForeign(share),
  alternatives: ownOrForeign(listOf(CategoryScoreDto)),
  needsReview: ownOrForeign({ type: 'boolean' }),
  priorityScore: ownOrForeign(share),
  poiProximity: ownOrForeign(reference(ReportedPoiProximityDto)),
  possibleDuplicates: ownOrForeign(listOf(SimilarReportDto)),
  instant: ownOrForeign({ ...text, format: 'date-time' }, text),
};
