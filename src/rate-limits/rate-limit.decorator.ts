import { Reflector } from '@nestjs/core';

/** Operations with a limit of their own, smaller than that of all requests. */
export const LIMITED_OPERATIONS = ['login', 'registration', 'chat'] as const;
export type LimitedOperation = (typeof LIMITED_OPERATIONS)[number];

/** Holds the operation to the limit of that name, by the client's network; see the RATE_LIMIT_ settings. */
export const RateLimit = Reflector.createDecorator<LimitedOperation>();
