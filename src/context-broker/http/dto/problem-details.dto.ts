import { ApiProperty } from '@nestjs/swagger';

/** An error of the NGSI-LD interface (RFC 7807; ETSI GS CIM 009, clause 5.5.3). */
export class ProblemDetailsDto {
  /** The kind of error, for programs; `about:blank` when the status says it all.
   * @example 'https://uri.etsi.org/ngsi-ld/errors/ResourceNotFound' */
  type!: string;

  /** The kind of error, for people.
   * @example 'Resource not found' */
  title!: string;

  /** What is wrong with this request.
   * @example 'there is no entity urn:ngsi-ld:CitizenReport:019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55' */
  detail!: string;

  /** The HTTP status.
   * @example 404 */
  @ApiProperty({ type: 'integer' })
  status!: number;
}
