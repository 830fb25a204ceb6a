import { IsOptional } from 'class-validator';
import { OneOf } from '../../common/validation/text';

export const REPRESENTATIONS = ['normalized', 'keyValues'] as const;

export type Representation = (typeof REPRESENTATIONS)[number];

/** How a report is written. */
export class RepresentationQueryDto {
  /** NGSI-LD normalized with `@context`, or simplified to plain values. */
  @IsOptional()
  @OneOf(REPRESENTATIONS, { required: false, default: 'normalized' })
  options: Representation = 'normalized';
}
