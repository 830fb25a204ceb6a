import { ApiProperty } from '@nestjs/swagger';
import type { JsonObject } from '../../ngsi-ld/entity';
import { PIECE_TYPES, type PieceType } from '../search-result';

/** A report, or a part of a document. */
export class SearchResultDto {
  /** The report's id, or `document:<path>#<heading>`.
   * @example 'urn:ngsi-ld:CitizenReport:019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55' */
  id!: string;

  @ApiProperty({ enum: [...PIECE_TYPES] })
  type!: PieceType;

  /** @example 'Dark street light' */
  title!: string;

  /** Without e-mail addresses and telephone numbers.
   * @example 'The street light at the school crossing has been dark for a week' */
  text!: string;

  /** How well it answers the query, 0 to 1: places among those found by meaning and by words, weighted by how well each fits. */
  @ApiProperty({ type: 'number', minimum: 0, maximum: 1, example: 0.71 })
  score!: number;

  /** Of a report its category, status, priority, address and times; of a document its path and heading. */
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { category: 'streetlight', status: 'pending' },
  })
  metadata!: JsonObject;
}

/** What was found. */
export class SearchAnswerDto {
  /** What was looked for.
   * @example 'dark streets near schools' */
  query!: string;

  /** The best first. */
  results!: SearchResultDto[];

  /** How long it took, in milliseconds.
   * @example 38.2 */
  took_ms!: number;
}
