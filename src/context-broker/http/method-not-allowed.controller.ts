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
    if (lacksId(request)) throw badRequestData('an id or a name is missing in the path');
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

/** Whether nothing stands where an id or the name of an attribute is to be, between slashes or at the end. */
const lacksId = ({ path, method }: Request): boolean =>
  path.includes('//') || (/^\/ngsi-ld\/v1\/entities\/$/i.test(path) && ['PUT', 'PATCH'].includes(method));
