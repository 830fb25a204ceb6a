import { type DynamicModule, Module } from '@nestjs/common';
import { CitizenReportsModule } from './citizen-reports/citizen-reports.module';
import { REPORT_INDEX } from './citizen-reports/report-index';
import { CommonModule } from './common/common.module';
import type { Environment } from './config/environment';
import { EnvironmentModule } from './config/environment.module';
import { HealthModule } from './health/health.module';
import { NgsiLdModule } from './ngsi-ld/ngsi-ld.module';

/** The whole service. */
@Module({})
export class AppModule {
  static forEnvironment(environment: Environment): DynamicModule {
    return {
      module: AppModule,
      imports: [
        EnvironmentModule.with(environment),
        CommonModule,
        NgsiLdModule.forEnvironment(environment, [REPORT_INDEX]),
        CitizenReportsModule,
        HealthModule,
      ],
    };
  }
}
