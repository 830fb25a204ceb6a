import { ApiProperty } from '@nestjs/swagger';

/** A GeoJSON point (RFC 7946), WGS 84. */
export class GeoJsonPointDto {
  @ApiProperty({ enum: ['Point'] })
  type!: 'Point';

  /** Longitude and latitude in degrees, perhaps a height. */
  @ApiProperty({ type: 'array', items: { type: 'number' }, minItems: 2, example: [106.7009, 10.7756] })
  coordinates!: number[];
}

/** Any GeoJSON geometry (RFC 7946), WGS 84. */
export class GeoJsonGeometryDto {
  /** @example 'LineString' */
  type!: string;

  @ApiProperty({ type: 'array', items: {} })
  coordinates!: unknown[];
}
