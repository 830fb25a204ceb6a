import { Module } from '@nestjs/common';
import { CitizenReportsController } from './citizen-reports.controller';
import { CitizenReportsService } from './citizen-reports.service';
import { ReportPresenter } from './report-presenter';

@Module({
  controllers: [CitizenReportsController],
  providers: [CitizenReportsService, ReportPresenter],
  exports: [CitizenReportsService],
})
export class CitizenReportsModule {}
