import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { type Deprecation, deprecationHeaders } from './deprecation-headers';

/** The extension under which the OpenAPI document says since when, until when, and what comes after. */
export const DEPRECATION_EXTENSION = 'x-deprecation';

/**
 * Marks an operation as on its way out: its answers, errors of the operation included, say so in the headers
 * `Deprecation`, `Sunset` and `Link`, and the OpenAPI document does too.
 */
export const Deprecated = (deprecation: Deprecation) =>
  applyDecorators(
    UseInterceptors(new DeprecationInterceptor(deprecationHeaders(deprecation))),
    ApiExtension(DEPRECATION_EXTENSION, deprecation),
  );

class DeprecationInterceptor implements NestInterceptor {
  constructor(private readonly headers: Record<string, string>) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    for (const [name, value] of Object.entries(this.headers)) response.append(name, value);
    return next.handle();
  }
}
