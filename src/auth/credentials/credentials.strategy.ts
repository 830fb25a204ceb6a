import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-custom';
import type { AuthService } from '../auth.service';
import type { Caller } from '../caller';

export const CREDENTIALS = 'credentials';

/** What the guard gives to Passport. */
export interface CredentialsOptions {
  /** Passport keeps one strategy for the whole process, so it is told whose request this is. */
  auth: AuthService;
}

/** Passport strategy for access tokens and API keys, of which a request may carry several. */
@Injectable()
export class CredentialsStrategy extends PassportStrategy(Strategy, CREDENTIALS) {
  constructor() {
    super({ passOptionsToCallback: true });
  }

  validate(request: Request, { auth }: CredentialsOptions): Promise<Caller | undefined> {
    return auth.authenticate(request);
  }
}
