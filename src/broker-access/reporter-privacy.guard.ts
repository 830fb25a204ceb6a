import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ForbiddenError } from '../auth/auth-errors';
import { callerOf } from '../auth/caller';
import { REPORTER } from '../citizen-reports/reporter-privacy';
import { Environment, isAuthEnabled } from '../config/environment';
import { redactAnswer } from './redact-answer';

const INTERFACE = '/ngsi-ld/';

/** A parameter that only takes something away. */
const HARMLESS = 'omit';

/**
 * Keeps from citizens who reported what, also where they ask the embedded broker itself: nothing is found, chosen or
 * ordered by the reporter, and no answer has one in it.
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
    if (!this.enabled || !request.path.startsWith(INTERFACE) || callerOf(request)?.role !== 'citizen') {
      return true;
    }
    if (namesReporter(request.originalUrl)) {
      throw new ForbiddenError(`${REPORTER} is not open to the role citizen`);
    }
    redactAnswer(http.getResponse<Response>(), REPORTER);
    return true;
  }
}

/** Whether a parameter has the attribute in it, compact or as an IRI, however it is encoded. */
function namesReporter(url: string): boolean {
  const query = url.split('?').slice(1).join('?');
  return [...new URLSearchParams(query)].some(
    ([name, value]) => name !== HARMLESS && value.includes(REPORTER),
  );
}
