import { ApiProperty } from '@nestjs/swagger';
import type { ApiKey } from '../api-keys.repository';

/** An API key without its secret. */
export class ApiKeyDto {
  /** @example '019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55' */
  @ApiProperty({ format: 'uuid' })
  id!: string;

  /** @example 'Sensor gateway' */
  name!: string;

  @ApiProperty({
    type: 'string',
    nullable: true,
    example: 'Files reports of the water level sensors in Quận 4',
  })
  description!: string | null;

  /** The beginning of the key, to tell keys apart.
   * @example 'civic_Zk3vR8wQ1nXy' */
  prefix!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T10:30:00.000Z' })
  created_at!: string;

  /** The latest request with it, to the minute; null before the first. */
  @ApiProperty({ type: 'string', nullable: true, format: 'date-time', example: '2026-11-21T11:02:00.000Z' })
  last_used_at!: string | null;
}

/** A new API key. */
export class CreatedApiKeyDto extends ApiKeyDto {
  /** The key itself, shown this once: the service keeps only a hash of it.
   * @example 'civic_Zk3vR8wQ1nXy_p8VdDq0l7oYwq2T3m4n5b6v7c8x9z0a1s2d3f4g5h6j' */
  key!: string;
}

/** The keys of the caller. */
export class ApiKeyListDto {
  /** The oldest first. */
  api_keys!: ApiKeyDto[];
}

export function toApiKeyDto({ id, name, description, prefix, created_at, last_used_at }: ApiKey): ApiKeyDto {
  return { id, name, description, prefix, created_at, last_used_at };
}
