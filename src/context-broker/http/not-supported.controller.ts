import { All, Controller, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { NgsiLdError } from '../errors';
import { acceptedMediaType } from './media-type';

/** What only a broker with context sources has: registrations, their subscriptions, and maps of distributed entities. */
@ApiExcludeController()
@Controller('ngsi-ld/v1')
export class NotSupportedController {
  @All([
    'csourceRegistrations',
    'csourceRegistrations/*path',
    'csourceSubscriptions',
    'csourceSubscriptions/*path',
    'entityMaps/*path',
    'temporal/entityMaps/*path',
    'snapshots',
    'snapshots/*path',
  ])
  refuse(@Req() request: Request): never {
    acceptedMediaType(request, ['application/json', 'application/ld+json']);
    throw new NgsiLdError(
      'OperationNotSupported',
      'this broker has no context sources and forwards nothing: for that, run an external broker such as Orion-LD, ' +
        'Scorpio or Stellio, and give its address as BROKER_URL',
    );
  }
}
