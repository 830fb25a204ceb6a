import { Module } from '@nestjs/common';
import { FirstAdministrator } from './first-administrator.service';
import { PasswordHasher } from './password-hasher.service';
import { UsersController } from './users.controller';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';

@Module({
  controllers: [UsersController],
  providers: [UsersRepository, UsersService, PasswordHasher, FirstAdministrator],
  exports: [UsersRepository, UsersService, PasswordHasher],
})
export class UsersModule {}
