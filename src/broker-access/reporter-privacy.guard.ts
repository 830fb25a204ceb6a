import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ForbiddenError } from '../auth/auth-errors';
import { callerOf } from '../auth/caller';
import { REPORTER_ATTRIBUTES } from '../citizen-reports/reporter-privacy';
import { isObject } from '../common/json/is-object';
import { Environment, isAuthEnabled } from '../config/environment';
import { BROKER_CONTROLLERS } from '../context-broker/context-broker.module';
import { ContextsController } from '../context-broker/http/contexts.controller';
import { hideNames } from '../context-broker/http/hidden-names';
import { nameInAnswer } from '../context-broker/http/request-context';
import { redactAnswer } from './redact-answer';

/** What the rule is for, whatever the path that led there looked like. Contexts tell what names mean, not who reported. */
const CONCERNED: ReadonlySet<unknown> = new Set(
  BROKER_CONTROLLERS.filter((controller) => controller !== ContextsController),
);

/** Parameters, and members of a query in a body, that take something away or say what names mean. */
const HARMLESS: ReadonlySet<string> = new Set(['omit', '@context']);

/**
 * Keeps from citizens who reported what, also where they ask the embedded broker itself: nothing is found, chosen or
 * ordered by the reporter, whatever a JSON-LD context calls the attribute, and no answer has one in it.
 */
@Injectable()
export class ReporterPrivacyGuard implements CanActivate {
  private readonly enabled: boolean;

  constructor(environment: Environment) {
    this.enabled = isAuthEnabled(environment);
  }

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const isOpen =
      !this.enabled || !CONCERNED.has(context.getClass()) || callerOf(request)?.role !== 'citizen';
    if (isOpen) return true;
    const named = namedReporterAttribute(request);
    if (named !== undefined) throw new ForbiddenError(`${named} is not open to the role citizen`);
    hideNames(request, REPORTER_ATTRIBUTES);
    redactAnswer(http.getResponse<Response>(), () =>
      REPORTER_ATTRIBUTES.flatMap((name) => [name, nameInAnswer(request, name)]),
    );
    return true;
  }
}

/** The attribute that a parameter or a member of the body has in it by its own name, however it is encoded. */
function namedReporterAttribute(request: Request): string | undefined {
  const query = request.originalUrl.split('?').slice(1).join('?');
  const body = isObject(request.body) ? Object.entries(request.body) : [];
  const asked = [...new URLSearchParams(query), ...body].flatMap(([name, value]) =>
    HARMLESS.has(name) ? [] : [JSON.stringify(value)],
  );
  return REPORTER_ATTRIBUTES.find((name) => asked.some((text) => text.includes(name)));
}
