import { applyDecorators, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { ApiResponse } from '@nestjs/swagger';
import { AccessRule } from '../auth/access';
import { ROLES } from '../auth/caller';
import { ProblemDetailsDto } from '../context-broker/http/dto/problem-details.dto';
import { SubscriptionsController } from '../context-broker/subscriptions/http/subscriptions.controller';

const refusal = (status: 401 | 403, description: string) =>
  ApiResponse({ status, type: ProblemDetailsDto, description });

const unauthorized = () => refusal(401, 'There are no credentials, or they are wrong, expired or revoked.');

const Reading = () =>
  applyDecorators(
    AccessRule(ROLES),
    unauthorized(),
    refusal(403, 'A citizen asks by who reported something.'),
  );

/** Subscriptions are for officials: notifications tell who reported, and endpoints have credentials in them. */
const OFFICIALS_ONLY: readonly object[] = [SubscriptionsController.prototype];

const Writing = () =>
  applyDecorators(
    AccessRule(['city_official', 'admin']),
    unauthorized(),
    refusal(403, 'The caller is neither an official nor an administrator.'),
  );

/**
 * Declares for every operation of the embedded broker's HTTP interface, which knows nothing of accounts, who may call
 * it: whoever has one to read, officials and administrators to write and to subscribe.
 */
export function declareAccess(controllers: readonly Type[]): void {
  for (const { prototype } of controllers as readonly { prototype: object }[]) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
      const handler: unknown = descriptor?.value;
      const method: unknown = typeof handler === 'function' && Reflect.getMetadata(METHOD_METADATA, handler);
      if (descriptor === undefined || typeof method !== 'number') continue;
      const isReading = method === Number(RequestMethod.GET) && !OFFICIALS_ONLY.includes(prototype);
      (isReading ? Reading() : Writing())(prototype, name, descriptor);
    }
  }
}
