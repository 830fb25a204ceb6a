import { ApiProperty } from '@nestjs/swagger';

/** An item. */
export class ItemDto {
  @ApiProperty({ format: 'uuid', example: '019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55' })
  id!: string;

  /** @example 'LED street light, 60 W' */
  name!: string;

  @ApiProperty({ type: 'string', nullable: true, example: 'Replacement for sodium lamps' })
  description!: string | null;

  /** What it costs, without the tax.
   * @example 149.5 */
  price!: number;

  /** The tax on it. */
  @ApiProperty({ type: 'number', nullable: true, example: 14.95 })
  tax!: number | null;
}
