import { ProblemDetailsDto } from './problem-details.dto';

/** Why one entity of a batch was not written. */
export class BatchEntityErrorDto {
  /** @example 'urn:ngsi-ld:CitizenReport:1' */
  entityId!: string;

  error!: ProblemDetailsDto;
}

/** What came of a batch of which something failed (clause 5.2.16). */
export class BatchResultDto {
  /** The ids of the entities that were written. */
  success!: string[];

  errors!: BatchEntityErrorDto[];
}

/** An attribute that was left as it is. */
export class NotUpdatedDto {
  /** @example 'status' */
  attributeName!: string;

  /** @example 'the attribute exists and is not to be overwritten' */
  reason!: string;
}

/** What came of writing attributes of which some were left as they are (clause 5.2.18). */
export class UpdateResultDto {
  /** The names of the attributes that were written. */
  updated!: string[];

  notUpdated!: NotUpdatedDto[];
}
