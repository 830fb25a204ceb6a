import { ApiProperty } from '@nestjs/swagger';
import { GeoJsonPointDto } from './geo-json-point.dto';

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
export class DateTimePropertyDto {
  @ApiProperty({ enum: ['Property'] })
  type!: 'Property';

  value!: DateTimeDto;
}

/** An NGSI-LD GeoProperty that holds a place. */
export class GeoPropertyDto {
  @ApiProperty({ enum: ['GeoProperty'] })
  type!: 'GeoProperty';

  value!: GeoJsonPointDto;
}
