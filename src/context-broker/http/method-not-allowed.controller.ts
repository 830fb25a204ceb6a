import { All, Controller, HttpStatus, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ServiceError } from '../../common/errors/service-error';
import { badRequestData, notFound } from '../errors';
import { Resources } from './resources';

/** Answers what no other operation of the interface did: 405 where there is a resource, else 404. */
@ApiExcludeController()
@Controller('ngsi-ld/v1')
export class MethodNotAllowedController {
  constructor(private readonly resources: Resources) {}

  @All('*path')
  refuse(@Req() request: Request, @Res({ passthrough: true }) response: Response): never {
    // Behind the slash would be the id of an entity.
    if (/^\/ngsi-ld\/v1\/entities\/$/i.test(request.path) && ['PUT', 'PATCH'].includes(request.method)) {
      throw badRequestData('id: is missing in the path');
    }
    const allow = this.resources.allowedAt(request.path);
    if (allow === undefined) throw notFound(`there is no resource ${request.path.slice(0, 200)}`);
    response.setHeader('Allow', allow);
    throw new ServiceError(
      HttpStatus.METHOD_NOT_ALLOWED,
      'MethodNotAllowed',
      `${request.method} is not allowed here, only ${allow}`,
    );
  }
}
