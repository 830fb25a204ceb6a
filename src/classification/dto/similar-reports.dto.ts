import { ApiProperty } from '@nestjs/swagger';

/** An open report near another one. */
export class SimilarReportDto {
  /** @example 'urn:ngsi-ld:CitizenReport:019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e56' */
  id!: string;

  /** In metres.
   * @example 12.5 */
  distance!: number;

  /** How alike the two are in meaning, 0 to 1.
   * @example 0.82 */
  similarity!: number;
}

/** Open reports that may be of the same thing. */
export class SimilarReportsDto {
  /** @example 'urn:ngsi-ld:CitizenReport:019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55' */
  entity_id!: string;

  /** The most alike first, ten at the most. */
  @ApiProperty({ type: [SimilarReportDto] })
  similar!: SimilarReportDto[];
}
