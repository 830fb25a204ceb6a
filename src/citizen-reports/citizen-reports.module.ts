import { Module } from '@nestjs/common';
import { CitizenReportsController } from './citizen-reports.controller';
import { CitizenReportsService } from './citizen-reports.service';
import { ReportPresenter } from './report-presenter';
import { ReporterPrivacy } from './reporter-privacy';

@Module({
  controllers: [CitizenReportsController],
  providers: [CitizenReportsService, ReportPresenter, ReporterPrivacy],
  exports: [CitizenReportsService],
})
export class CitizenReportsModule {}
