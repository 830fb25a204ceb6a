import { applyDecorators, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import { ApiResponse } from '@nestjs/swagger';
import { AccessRule } from '../auth/access';
import { ROLES } from '../auth/caller';
import { ProblemDetailsDto } from '../context-broker/http/dto/problem-details.dto';
import { Reading } from '../context-broker/http/reading';
import { SubscriptionsController } from '../context-broker/subscriptions/http/subscriptions.controller';

const reflector = new Reflector();

const refusal = (status: 401 | 403, description: string) =>
  ApiResponse({ status, type: ProblemDetailsDto, description });

const unauthorized = () => refusal(401, 'There are no credentials, or they are wrong, expired or revoked.');

const ReadingRule = () =>
  applyDecorators(
    AccessRule(ROLES),
    unauthorized(),
    refusal(403, 'A citizen asks by who reported something.'),
  );

/** Subscriptions are for officials: notifications tell who reported, and endpoints have credentials in them. */
const OFFICIALS_ONLY: readonly object[] = [SubscriptionsController.prototype];

const WritingRule = () =>
  applyDecorators(
    AccessRule(['city_official', 'admin']),
    unauthorized(),
    refusal(403, 'The caller is neither an official nor an administrator.'),
  );

/** Whether an operation only reads, by its method or because it says so. */
const isReadingOnly = (handler: unknown, method: number): boolean =>
  method === Number(RequestMethod.GET) || reflector.get(Reading, handler as () => unknown) === true;

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
      const isReading = isReadingOnly(handler, method) && !OFFICIALS_ONLY.includes(prototype);
      (isReading ? ReadingRule() : WritingRule())(prototype, name, descriptor);
    }
  }
}
