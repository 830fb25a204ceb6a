import { Module } from '@nestjs/common';
import { LanguageModelModule } from '../chatbot/language-model/language-model.module';
import { RateLimitsModule } from '../rate-limits/rate-limits.module';
import { UsersModule } from '../users/users.module';
import { VectorSearchModule } from '../vector-search/vector-search.module';
import { AdminController } from './admin.controller';
import { ServiceHealthService } from './service-health.service';
import { StatisticsService } from './statistics.service';

/** What operators see of the service. */
@Module({
  imports: [LanguageModelModule, RateLimitsModule, UsersModule, VectorSearchModule],
  controllers: [AdminController],
  providers: [ServiceHealthService, StatisticsService],
  exports: [StatisticsService],
})
export class AdminModule {}
