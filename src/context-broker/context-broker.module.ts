import { type DynamicModule, Module } from '@nestjs/common';
import { ContextBroker } from './context-broker';
import { ContextBrokerOptions } from './context-broker.options';
import { AttributesController } from './http/attributes.controller';
import { BatchController } from './http/batch.controller';
import { EntitiesController } from './http/entities.controller';
import { MethodNotAllowedController } from './http/method-not-allowed.controller';
import { TemporalController } from './http/temporal.controller';
import { Tenants } from './tenants/tenants';

/** The HTTP interface. */
export const BROKER_CONTROLLERS = [
  EntitiesController,
  AttributesController,
  BatchController,
  TemporalController,
  // Last, as it takes what the others leave.
  MethodNotAllowedController,
] as const;

/** The embedded NGSI-LD context broker with its HTTP interface below /ngsi-ld/v1. */
@Module({})
export class ContextBrokerModule {
  static forRoot(options: Partial<ContextBrokerOptions>): DynamicModule {
    const complete = Object.assign(new ContextBrokerOptions(), options);
    return {
      module: ContextBrokerModule,
      controllers: [...BROKER_CONTROLLERS],
      providers: [
        { provide: ContextBrokerOptions, useValue: complete },
        Tenants,
        { provide: ContextBroker, inject: [Tenants], useFactory: (tenants: Tenants) => tenants.default },
      ],
      exports: [ContextBroker],
    };
  }
}
