import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { v7 as uuidv7 } from 'uuid';
import { Environment } from '../../config/environment';
import type { User } from '../../users/users.repository';

const ALGORITHM = 'HS256';

/** Issuer and audience: the service gives tokens for nobody but itself. */
const SERVICE = 'civic-issue-service';

/** How far the clocks of two instances may be apart, in seconds. */
const CLOCK_SKEW_SECONDS = 5;

export interface AccessToken {
  access_token: string;
  token_type: 'bearer';
  /** Seconds. */
  expires_in: number;
}

/** What a token says, once its signature, issuer, audience and time have been found right. */
export interface TokenClaims {
  /** The account's id. */
  sub: string;
  /** The account's token version when the token was issued. */
  ver: number;
}

/** Issues access tokens (JWT, RFC 7519) and reads them. */
@Injectable()
export class TokensService {
  private readonly lifetimeSeconds: number;

  constructor(
    private readonly jwt: JwtService,
    environment: Environment,
  ) {
    this.lifetimeSeconds = environment.JWT_EXPIRES_MINUTES * 60;
  }

  async issue({ id, role, token_version }: User): Promise<AccessToken> {
    const access_token = await this.jwt.signAsync(
      { role, ver: token_version },
      {
        algorithm: ALGORITHM,
        subject: id,
        issuer: SERVICE,
        audience: SERVICE,
        jwtid: uuidv7(),
        expiresIn: this.lifetimeSeconds,
      },
    );
    return { access_token, token_type: 'bearer', expires_in: this.lifetimeSeconds };
  }

  /** Undefined for whatever is no token of this service that holds now. */
  async read(token: string): Promise<TokenClaims | undefined> {
    const claims = await this.jwt
      .verifyAsync<Record<string, unknown>>(token, {
        algorithms: [ALGORITHM],
        issuer: SERVICE,
        audience: SERVICE,
        clockTolerance: CLOCK_SKEW_SECONDS,
      })
      // Why it does not hold is nothing that the sender is to learn.
      .catch(() => undefined);
    if (typeof claims?.sub !== 'string' || typeof claims.ver !== 'number' || typeof claims.exp !== 'number') {
      return undefined;
    }
    return { sub: claims.sub, ver: claims.ver };
  }
}
