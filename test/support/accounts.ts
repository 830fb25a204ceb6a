import axios, { type AxiosInstance } from 'axios';
import { JwtService } from '@nestjs/jwt';
import type { Role } from '../../src/auth/caller';
import { UsersService } from '../../src/users/users.service';
import type { RunningService } from './service';

export const PASSWORD = 'a street light at night';

export interface Account {
  id: string;
  username: string;
  token: string;
}

/** Makes an account beside the HTTP interface, and logs in to it by that. */
export async function makeAccount(service: RunningService, username: string, role: Role): Promise<Account> {
  const users = service.app.get(UsersService, { strict: false });
  const email = `${username}@city.example`;
  const { id } = await users.create({ username, email, password: PASSWORD, role });
  return { id, username, token: await logIn(service, username) };
}

export async function logIn({ url }: RunningService, username: string, password = PASSWORD): Promise<string> {
  const { data } = await axios.post<{ access_token: string }>(`${url}/auth/login`, { username, password });
  return data.access_token;
}

/** A client with these credentials, which takes every status for an answer. */
export const clientWith = (
  { url }: RunningService,
  { token, apiKey }: { token?: string; apiKey?: string } = {},
): AxiosInstance =>
  axios.create({
    baseURL: url,
    validateStatus: () => true,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(apiKey !== undefined && { 'X-API-Key': apiKey }),
    },
  });

/** Makes an API key for the owner of the token. */
export async function makeApiKey(
  service: RunningService,
  token: string,
): Promise<{ id: string; key: string }> {
  const { data } = await clientWith(service, { token }).post<{ id: string; key: string }>('/users/api-keys', {
    name: 'test',
  });
  return data;
}

/** A token as the service signs them, with other claims in place of its own, or without those that are undefined. */
export function signedToken(
  service: RunningService,
  token: string,
  changes: Record<string, unknown>,
  algorithm: 'HS256' | 'HS512' = 'HS256',
): string {
  const jwt = service.app.get(JwtService, { strict: false });
  const claims = Object.entries({ ...jwt.decode<object>(token), ...changes });
  return jwt.sign(Object.fromEntries(claims.filter(([, value]) => value !== undefined)), { algorithm });
}

/** The token with the same claims, expired a minute ago. */
export const expired = (service: RunningService, token: string): string =>
  signedToken(service, token, { exp: Math.floor(Date.now() / 1000) - 60 });
