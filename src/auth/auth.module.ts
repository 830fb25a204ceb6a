import { createSecretKey } from 'node:crypto';
import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { Environment } from '../config/environment';
import { UsersModule } from '../users/users.module';
import { ApiKeysController } from './api-keys/api-keys.controller';
import { ApiKeysRepository } from './api-keys/api-keys.repository';
import { ApiKeysService } from './api-keys/api-keys.service';
import { AuthService } from './auth.service';
import { AuthenticationGuard } from './authentication.guard';
import { CredentialsStrategy } from './credentials/credentials.strategy';
import { LoginController } from './login/login.controller';
import { LoginService } from './login/login.service';
import { LoginThrottle } from './login/login-throttle.service';
import { RolesGuard } from './roles.guard';
import { tokenSecret } from './tokens/token-secret';
import { TokensService } from './tokens/tokens.service';

/** Who calls, and what they may do: guards of every operation of the service. */
@Module({
  imports: [
    UsersModule,
    JwtModule.registerAsync({
      // As a string it would be tried as a PEM key at every check of a token, which takes fifty times as long.
      useFactory: (environment: Environment) => ({
        secret: createSecretKey(tokenSecret(environment), 'utf8'),
      }),
      inject: [Environment],
    }),
  ],
  controllers: [LoginController, ApiKeysController],
  providers: [
    AuthService,
    TokensService,
    ApiKeysRepository,
    ApiKeysService,
    CredentialsStrategy,
    LoginService,
    LoginThrottle,
    { provide: APP_GUARD, useClass: AuthenticationGuard },
    { provide: APP_GUARD, useClass: RolesGuard },
  ],
  exports: [AuthService],
})
export class AuthModule {}
