import { ApiProperty } from '@nestjs/swagger';
import { Nested } from '../../common/validation/nested';
import { Required, rule } from '../../common/validation/rule';

const isDegrees = (most: number) => (value: unknown) =>
  typeof value === 'number' && value >= -most && value <= most;

/** A GeoJSON position as an object, so that an error can name the member that is wrong. */
export class PositionDto {
  @rule('isLongitude', 'longitude must be a number between -180 and 180', isDegrees(180))
  0!: number;

  @rule('isLatitude', 'latitude must be a number between -90 and 90', isDegrees(90))
  1!: number;
}

const pair = (value: unknown): object | undefined =>
  Array.isArray(value) && value.length === 2 ? { 0: value[0] as unknown, 1: value[1] as unknown } : undefined;

/** A place on Earth (RFC 7946), WGS 84. */
export class PointDto {
  @rule('isPoint', 'must be "Point"', (value) => value === 'Point')
  @Required()
  @ApiProperty({ enum: ['Point'] })
  type!: 'Point';

  /** Longitude and latitude in degrees, in this order. */
  @Nested(PositionDto, 'must be two numbers: longitude, latitude', pair)
  @Required()
  @ApiProperty({
    type: 'array',
    items: { type: 'number', minimum: -180, maximum: 180 },
    minItems: 2,
    maxItems: 2,
    example: [106.7009, 10.7756],
  })
  coordinates!: PositionDto;
}
