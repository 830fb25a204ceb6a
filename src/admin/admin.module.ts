import { Module } from '@nestjs/common';
import { RateLimitsModule } from '../rate-limits/rate-limits.module';
import { UsersModule } from '../users/users.module';
import { AdminController } from './admin.controller';
import { ServiceHealthService } from './service-health.service';
import { StatisticsService } from './statistics.service';

/** What operators see of the service. */
@Module({
  imports: [RateLimitsModule, UsersModule],
  controllers: [AdminController],
  providers: [ServiceHealthService, StatisticsService],
})
export class AdminModule {}
