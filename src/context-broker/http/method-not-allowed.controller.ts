import { All, Controller, HttpStatus, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ServiceError } from '../../common/errors/service-error';
import { notFound } from '../errors';

const ONE = '[^/]+';

/** The methods of every resource of the interface. */
const RESOURCES: readonly [path: RegExp, allow: string][] = [
  [resource('entities'), 'GET, HEAD, POST'],
  [resource('entities', ONE), 'GET, HEAD, DELETE'],
  [resource('entities', ONE, 'attrs'), 'POST, PATCH'],
  [resource('entities', ONE, 'attrs', ONE), 'PATCH, DELETE'],
  [resource('entityOperations', '(?:create|upsert|update|delete)'), 'POST'],
  [resource('temporal', 'entities'), 'GET, HEAD'],
  [resource('temporal', 'entities', ONE), 'GET, HEAD'],
];

function resource(...segments: string[]): RegExp {
  return new RegExp(`^/ngsi-ld/v1/${segments.join('/')}/?$`, 'i');
}

/** Answers what no other operation of the interface did: 405 where there is a resource, else 404. */
@ApiExcludeController()
@Controller('ngsi-ld/v1')
export class MethodNotAllowedController {
  @All('*path')
  refuse(@Req() request: Request, @Res({ passthrough: true }) response: Response): never {
    const [, allow] = RESOURCES.find(([path]) => path.test(request.path)) ?? [];
    if (allow === undefined) throw notFound(`there is no resource ${request.path.slice(0, 200)}`);
    response.setHeader('Allow', allow);
    throw new ServiceError(
      HttpStatus.METHOD_NOT_ALLOWED,
      'MethodNotAllowed',
      `${request.method} is not allowed here, only ${allow}`,
    );
  }
}
