import { IsOptional } from 'class-validator';
import { Required } from '../../common/validation/rule';
import { Text } from '../../common/validation/text';
import { Amount } from './amount';

/** An item to be stored; null says no more than leaving out. */
export class CreateItemDto {
  @Text(200, { example: 'LED street light, 60 W' })
  @Required()
  name!: string;

  @Text(4000, { required: false, nullable: true, example: 'Replacement for sodium lamps on 8 m poles' })
  @IsOptional()
  description?: string | null;

  /** What it costs, without the tax. */
  @Amount({ example: 149.5 })
  @Required()
  price!: number;

  /** The tax on it. */
  @Amount({ required: false, nullable: true, example: 14.95 })
  @IsOptional()
  tax?: number | null;
}
