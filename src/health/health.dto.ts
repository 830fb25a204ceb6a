import { ApiProperty } from '@nestjs/swagger';

export class HealthDto {
  /** Always `ok`; what is not is an error.
   * @example 'ok' */
  @ApiProperty({ enum: ['ok'] })
  status!: 'ok';
}
