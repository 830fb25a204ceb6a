import { IntersectionType } from '@nestjs/swagger';
import { CreateReportDto } from '../../citizen-reports/dto/create-report.dto';
import { UpdateReportDto } from '../../citizen-reports/dto/update-report.dto';

/** A report with its follow-up: what citizens and officials may say about it, by the same rules. */
export class ImportedReportDto extends IntersectionType(CreateReportDto, UpdateReportDto) {}
