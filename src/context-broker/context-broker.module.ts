import { type DynamicModule, Module } from '@nestjs/common';
import { ContextBroker } from './context-broker';
import { ContextBrokerOptions } from './context-broker.options';

/** The embedded NGSI-LD context broker with its HTTP interface below /ngsi-ld/v1. */
@Module({})
export class ContextBrokerModule {
  static forRoot(options: Partial<ContextBrokerOptions>): DynamicModule {
    const complete = Object.assign(new ContextBrokerOptions(), options);
    return {
      module: ContextBrokerModule,
      controllers: [],
      providers: [{ provide: ContextBrokerOptions, useValue: complete }, ContextBroker],
      exports: [ContextBroker],
    };
  }
}
