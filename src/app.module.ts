import { type DynamicModule, Module } from '@nestjs/common';
import { AdminModule } from './admin/admin.module';
import { AuthModule } from './auth/auth.module';
import { BrokerAccessModule } from './broker-access/broker-access.module';
import { ChatbotModule } from './chatbot/chatbot.module';
import { CitizenReportsModule } from './citizen-reports/citizen-reports.module';
import { REPORT_INDEX } from './citizen-reports/report-index';
import { ClassificationModule } from './classification/classification.module';
import { TaxonomyModule } from './classification/taxonomy/taxonomy.module';
import { CommonModule } from './common/common.module';
import type { Environment } from './config/environment';
import { EnvironmentModule } from './config/environment.module';
import { DatabaseModule } from './database/database.module';
import { HealthModule } from './health/health.module';
import { ItemsModule } from './items/items.module';
import { NgsiLdModule } from './ngsi-ld/ngsi-ld.module';
import { RateLimitsModule } from './rate-limits/rate-limits.module';
import { UsersModule } from './users/users.module';
import { VectorSearchModule } from './vector-search/vector-search.module';

/** The whole service. */
@Module({})
export class AppModule {
  static forEnvironment(environment: Environment): DynamicModule {
    return {
      module: AppModule,
      imports: [
        EnvironmentModule.with(environment),
        CommonModule,
        DatabaseModule,
        TaxonomyModule,
        RateLimitsModule,
        AuthModule,
        BrokerAccessModule,
        // The routes of controllers are looked through in this order, the embedded broker's last: what is asked for most
        // comes first.
        HealthModule,
        CitizenReportsModule,
        NgsiLdModule.forEnvironment(environment, [REPORT_INDEX]),
        UsersModule,
        ItemsModule,
        ClassificationModule,
        VectorSearchModule,
        AdminModule,
        ChatbotModule,
      ],
    };
  }
}
