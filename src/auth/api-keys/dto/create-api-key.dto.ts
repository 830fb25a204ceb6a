import { MayBeMissing, Required } from '../../../common/validation/rule';
import { Text } from '../../../common/validation/text';

export class CreateApiKeyDto {
  /** What the key is called. */
  @Text(100, { example: 'Sensor gateway' })
  @Required()
  name!: string;

  /** What it is for. */
  @Text(500, { required: false, example: 'Files reports of the water level sensors in Quận 4' })
  @MayBeMissing()
  description?: string;
}
