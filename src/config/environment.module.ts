import { DynamicModule, Global, Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { Environment } from './environment';

/** Offers the validated settings everywhere: inject {@link Environment}. */
@Global()
@Module({})
export class EnvironmentModule {
  static with(environment: Environment): DynamicModule {
    return {
      module: EnvironmentModule,
      imports: [
        ConfigModule.forRoot({
          isGlobal: true,
          ignoreEnvFile: true,
          skipProcessEnv: true,
          load: [() => ({ ...environment })],
        }),
      ],
      providers: [{ provide: Environment, useValue: environment }],
      exports: [Environment],
    };
  }
}
