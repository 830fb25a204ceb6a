import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { MayBeMissing, Required, rule } from '../../../common/validation/rule';
import { Text } from '../../../common/validation/text';
import { isEmailAddress, isPassword, isUsername } from '../../../users/account-rules';

const Username = () =>
  applyDecorators(
    rule('isUsername', 'must be 3 to 32 of a-z, 0-9, dot, hyphen and underscore', isUsername),
    ApiProperty({ pattern: '^[a-z0-9._-]{3,32}$', example: 'mai.nguyen' }),
  );

const Email = () =>
  applyDecorators(
    rule(
      'isEmail',
      'must be an e-mail address in ASCII; write an internationalised domain in Punycode',
      isEmailAddress,
    ),
    ApiProperty({ format: 'email', maxLength: 254, example: 'mai@city.example' }),
  );

const Password = () =>
  applyDecorators(
    rule('isPassword', 'must be 8 to 128 characters without control characters', isPassword),
    ApiProperty({ minLength: 8, maxLength: 128, format: 'password', example: 'a street light at night' }),
  );

/** An account that somebody makes for themselves. */
export class RegisterDto {
  /** Compared without case; lower case only. */
  @Username()
  @Required()
  username!: string;

  /** Compared without case. */
  @Email()
  @Required()
  email!: string;

  /** Any characters; hashed in Unicode Normalization Form C, so that it does not matter how a keyboard composes them. */
  @Password()
  @Required()
  password!: string;

  /** The person's name. */
  @Text(200, { required: false, example: 'Nguyễn Thị Mai' })
  @MayBeMissing()
  full_name?: string;
}
