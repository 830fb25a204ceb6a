import { MayBeMissing } from '../../common/validation/rule';
import { OneOf } from '../../common/validation/text';
import { PRIORITIES, type Priority, type Status, STATUSES } from '../citizen-report';
import { ReportCategory } from './report-category';
import { ReportText } from './report-text';

/** What changes about a report; at least one field. What is not named stays as it is. */
export class UpdateReportDto {
  /** The next state of the report. */
  @OneOf(STATUSES, { required: false, example: 'acknowledged' })
  @MayBeMissing()
  status?: Status;

  /** The person or team that takes care of it, for everyone to read who may read the report, citizens too. */
  @ReportText(200, { required: false, example: 'Đội chiếu sáng Quận 1' })
  @MayBeMissing()
  assignedTo?: string;

  /** Notes of the officials, for everyone to read who may read the report, citizens too. */
  @ReportText(4000, { required: false, example: 'Lamp ordered, crew comes on Thursday.' })
  @MayBeMissing()
  notes?: string;

  /** An official's correction of the category, which no classification changes any more. */
  @ReportCategory()
  @MayBeMissing()
  category?: string;

  /** An official's correction of the priority, which no classification changes any more. */
  @OneOf(PRIORITIES, { required: false, example: 'high' })
  @MayBeMissing()
  priority?: Priority;
}
