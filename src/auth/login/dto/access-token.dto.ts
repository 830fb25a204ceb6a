import { ApiProperty } from '@nestjs/swagger';
import type { AccessToken } from '../../tokens/tokens.service';

/** To be sent as `Authorization: Bearer <access_token>`. */
export class AccessTokenDto implements AccessToken {
  /** JWT (RFC 7519).
   * @example 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoiY2l0aXplbiJ9.c2lnbmF0dXJl' */
  access_token!: string;

  @ApiProperty({ enum: ['bearer'] })
  token_type!: 'bearer';

  /** How long it holds, in seconds.
   * @example 3600 */
  @ApiProperty({ type: 'integer' })
  expires_in!: number;
}
