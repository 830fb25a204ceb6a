import { ApiProperty } from '@nestjs/swagger';
import { type Role, ROLES } from '../../auth/caller';
import type { User } from '../users.repository';

/** An account. */
export class UserDto {
  /** @example '019a6a5e-7c1d-7d0c-9a41-9d8f1c1b0e55' */
  @ApiProperty({ format: 'uuid' })
  id!: string;

  /** @example 'mai.nguyen' */
  username!: string;

  /** Null for accounts that were made without one. */
  @ApiProperty({ type: 'string', nullable: true, example: 'mai@city.example' })
  email!: string | null;

  @ApiProperty({ type: 'string', nullable: true, example: 'Nguyễn Thị Mai' })
  full_name!: string | null;

  @ApiProperty({ enum: ROLES, example: 'citizen' })
  role!: Role;

  /** False while the account is disabled: nobody can log in to it.
   * @example true */
  active!: boolean;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T10:30:00.000Z' })
  created_at!: string;
}

/** What of an account leaves the service. */
export function toUserDto({ id, username, email, full_name, role, disabled_at, created_at }: User): UserDto {
  return { id, username, email, full_name, role, active: disabled_at === null, created_at };
}
