import { type DynamicModule, Module } from '@nestjs/common';
import { REPORT_INDEX } from '../citizen-reports/report-index';
import { CommonModule } from '../common/common.module';
import type { Environment } from '../config/environment';
import { EnvironmentModule } from '../config/environment.module';
import { HealthModule } from '../health/health.module';
import { NgsiLdModule } from '../ngsi-ld/ngsi-ld.module';

/** The embedded broker as a process of its own, with the indexes that the service asks for. */
@Module({})
export class BrokerModule {
  static forEnvironment(environment: Environment): DynamicModule {
    const embedded = { ...environment, BROKER_URL: undefined };
    return {
      module: BrokerModule,
      imports: [
        EnvironmentModule.with(embedded),
        CommonModule,
        NgsiLdModule.forEnvironment(embedded, [REPORT_INDEX]),
        HealthModule,
      ],
    };
  }
}
