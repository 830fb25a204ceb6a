import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import type { JsonValue } from '../../ngsi-ld/entity';
import { ANY_JSON } from './json-schema';
import { VALUES } from './report-values';

/** An NGSI-LD Property. */
export class PropertyDto {
  @ApiProperty({ enum: ['Property'] })
  type!: 'Property';

  @ApiProperty(ANY_JSON)
  value!: JsonValue;
}

/** An NGSI-LD Property that holds text. */
export class TextPropertyDto {
  @ApiProperty({ enum: ['Property'] })
  type!: 'Property';

  value!: string;
}

/** An NGSI-LD Property that holds texts. */
export class TextsPropertyDto {
  @ApiProperty({ enum: ['Property'] })
  type!: 'Property';

  value!: string[];
}

/** A point in time as a JSON-LD literal. */
export class DateTimeDto {
  @ApiProperty({ enum: ['DateTime'] })
  '@type'!: 'DateTime';

  /** ISO 8601, UTC. */
  @ApiProperty({ format: 'date-time', example: '2026-11-21T10:30:00.000Z' })
  '@value'!: string;
}

/** An NGSI-LD Property that holds a point in time. */
@ApiExtraModels(DateTimeDto)
export class DateTimePropertyDto {
  @ApiProperty({ enum: ['Property'] })
  type!: 'Property';

  /** In reports from other systems also plain text. */
  @ApiProperty({ anyOf: [{ $ref: getSchemaPath(DateTimeDto) }, { type: 'string' }] })
  value!: DateTimeDto | string;
}

/** An NGSI-LD GeoProperty that holds a place. */
export class GeoPropertyDto {
  @ApiProperty({ enum: ['GeoProperty'] })
  type!: 'GeoProperty';

  /** Ours are points; reports from other systems can have other geometries. */
  @ApiProperty(VALUES.location)
  value!: JsonValue;
}
