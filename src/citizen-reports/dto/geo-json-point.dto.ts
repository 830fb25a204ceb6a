import { ApiProperty } from '@nestjs/swagger';

/** GeoJSON (RFC 7946), WGS 84. Ours are points; reports from other systems can have other geometries. */
export class GeoJsonPointDto {
  /** @example 'Point' */
  type!: string;

  /** Of a point: longitude and latitude in degrees. */
  @ApiProperty({ type: 'array', items: {}, example: [106.7009, 10.7756] })
  coordinates!: unknown[];
}
