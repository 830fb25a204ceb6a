import { PaginationQueryDto } from '../../common/pagination/pagination.query.dto';
import { OneOf } from '../../common/validation/text';
import { ORDERS } from './list-reports.query.dto';

/** Which part of a report's history is asked for. */
export class ReportHistoryQueryDto extends PaginationQueryDto {
  /** From the oldest event to the newest, or the other way round. */
  @OneOf(ORDERS, { required: false, default: 'asc' })
  order: (typeof ORDERS)[number] = 'asc';
}
