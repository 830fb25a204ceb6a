import { Module } from '@nestjs/common';
import { CorrectionsModule } from '../classification/corrections/corrections.module';
import { CitizenReportsController } from './citizen-reports.controller';
import { CitizenReportsService } from './citizen-reports.service';
import { ReportChanges } from './report-changes';
import { ReportPresenter } from './report-presenter';
import { ReporterPrivacy } from './reporter-privacy';

@Module({
  imports: [CorrectionsModule],
  controllers: [CitizenReportsController],
  providers: [CitizenReportsService, ReportChanges, ReportPresenter, ReporterPrivacy],
  exports: [CitizenReportsService, ReportChanges, ReporterPrivacy],
})
export class CitizenReportsModule {}
