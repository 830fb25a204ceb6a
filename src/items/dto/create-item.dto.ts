import { MayBeMissing, Required } from '../../common/validation/rule';
import { Text } from '../../common/validation/text';
import { Amount } from './amount';

/** An item to be stored. */
export class CreateItemDto {
  @Text(200, { example: 'LED street light, 60 W' })
  @Required()
  name!: string;

  @Text(4000, { required: false, example: 'Replacement for sodium lamps on 8 m poles' })
  @MayBeMissing()
  description?: string;

  /** What it costs, without the tax. */
  @Amount({ example: 149.5 })
  @Required()
  price!: number;

  /** The tax on it. */
  @Amount({ required: false, example: 14.95 })
  @MayBeMissing()
  tax?: number;
}
