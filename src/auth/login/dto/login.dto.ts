import { ApiProperty } from '@nestjs/swagger';
import { Required, rule } from '../../../common/validation/rule';
import { isText } from '../../../common/validation/text';

/** No account has a longer name, and no password is longer however its letters are composed. */
const LONGEST_NAME = 254;
const LONGEST_PASSWORD = 1024;

const textOf = (longest: number) =>
  rule(
    'length',
    `must be a string of 1 to ${longest} characters`,
    (value) => isText(value) && value !== '' && value.length <= longest,
  );

export class LoginDto {
  /** Username or e-mail address, in any case. */
  @textOf(LONGEST_NAME)
  @Required()
  @ApiProperty({ minLength: 1, maxLength: LONGEST_NAME, example: 'mai.nguyen' })
  username!: string;

  @textOf(LONGEST_PASSWORD)
  @Required()
  @ApiProperty({ minLength: 1, maxLength: LONGEST_PASSWORD, format: 'password' })
  password!: string;
}
