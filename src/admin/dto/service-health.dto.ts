import { ApiProperty } from '@nestjs/swagger';
import { VectorSearchHealthDto } from '../../vector-search/dto/vector-search-health.dto';

/** A part of the service. */
export class PartHealthDto {
  @ApiProperty({ enum: ['up', 'down', 'disabled'] })
  status!: 'up' | 'down' | 'disabled';
}

/** A part that was asked for an answer. */
export class CheckedPartHealthDto {
  @ApiProperty({ enum: ['up', 'down'] })
  status!: 'up' | 'down';

  /** How long it took to answer, or to find out that it does not, in milliseconds.
   * @example 1.4 */
  latency_ms!: number;

  /** What it is.
   * @example 'embedded' */
  kind!: string;
}

/** The parts of the service. */
export class PartsHealthDto {
  backend!: PartHealthDto;
  broker!: CheckedPartHealthDto;
  database!: CheckedPartHealthDto;
  /** The store in which instances share their counts of requests; disabled when each counts for itself. */
  redis!: PartHealthDto;
  ai_service!: PartHealthDto;
  vector_search!: VectorSearchHealthDto;
}

/** How the service and what it depends on are. */
export class ServiceHealthDto {
  /** `degraded` when something is down that the service can do without, `unhealthy` when it cannot. */
  @ApiProperty({ enum: ['healthy', 'degraded', 'unhealthy'] })
  status!: 'healthy' | 'degraded' | 'unhealthy';

  services!: PartsHealthDto;

  /** Seconds since the process began.
   * @example 86400 */
  uptime!: number;

  /** @example '0.1.0' */
  version!: string;
}
