import { Injectable } from '@nestjs/common';
import { StatisticsService } from '../../admin/statistics.service';
import type { Caller } from '../../auth/caller';
import { CitizenReportsService } from '../../citizen-reports/citizen-reports.service';
import { ListReportsQueryDto } from '../../citizen-reports/dto/list-reports.query.dto';
import { ReporterPrivacy } from '../../citizen-reports/reporter-privacy';
import { ValidationPipe } from '../../common/validation/validation.pipe';
import { Environment, isAuthEnabled } from '../../config/environment';
import { type ReportView, type StatusChange, statusChanges, toView } from './report-view';

/** Parameters of the list of reports, as its clients write them. */
export type ReportFilter = Partial<
  Record<
    | 'near'
    | 'radius'
    | 'q'
    | 'category'
    | 'status'
    | 'priority'
    | 'created_after'
    | 'created_before'
    | 'sort_by'
    | 'order'
    | 'limit',
    string
  >
>;

export interface FoundReports {
  /** How many there are in all. */
  total: number;
  reports: ReportView[];
  /** Whether only the caller's own were looked at, as others' may not be listed. */
  onlyOwn: boolean;
}

export interface ReportStatistics {
  total: number;
  today: number;
  thisWeek: number;
  byCategory: Record<string, number>;
  byStatus: Record<string, number>;
  byPriority: Record<string, number>;
}

/** What the chatbot may look up, in the caller's name and with the caller's rights. Nothing here changes anything. */
@Injectable()
export class ReportTools {
  private readonly validation = new ValidationPipe();
  private readonly authEnabled: boolean;

  constructor(
    private readonly reports: CitizenReportsService,
    private readonly privacy: ReporterPrivacy,
    private readonly statistics: StatisticsService,
    environment: Environment,
  ) {
    this.authEnabled = isAuthEnabled(environment);
  }

  /** @throws ValidationError for a filter that the list of reports would refuse too. */
  async find(filter: ReportFilter, caller: Caller | undefined): Promise<FoundReports> {
    const query = this.validation.transform(withoutUndefined(filter), {
      type: 'query',
      metatype: ListReportsQueryDto,
    }) as ListReportsQueryDto;
    const { entities, total } = await this.reports.list(query, caller);
    return { total, reports: entities.map(toView), onlyOwn: this.listsOnlyOwn(caller) };
  }

  /**
   * A report, and when its status became what.
   *
   * @throws NotFoundError when there is no report of this id.
   */
  async get(
    id: string,
    caller: Caller | undefined,
  ): Promise<{ report: ReportView; changes: StatusChange[] }> {
    const [report, timeline] = await Promise.all([
      this.reports.read(id, caller),
      this.reports.history(id, caller),
    ]);
    return { report: toView(report), changes: statusChanges(timeline) };
  }

  /** The figures of all reports; undefined for whom they are not open to. */
  async count(caller: Caller | undefined): Promise<ReportStatistics | undefined> {
    if (!this.maySeeAll(caller)) return undefined;
    const figures = await this.statistics.current();
    return {
      total: figures.total_reports,
      today: figures.reports_today,
      thisWeek: figures.reports_this_week,
      byCategory: figures.reports_by_category,
      byStatus: figures.reports_by_status,
      byPriority: figures.reports_by_priority,
    };
  }

  /** Whether every report is open to the caller, and the figures about them. */
  maySeeAll(caller: Caller | undefined): boolean {
    return !this.authEnabled || caller?.role === 'city_official' || caller?.role === 'admin';
  }

  private listsOnlyOwn(caller: Caller | undefined): boolean {
    return this.privacy.listedFor(caller) !== undefined;
  }
}

const withoutUndefined = (filter: ReportFilter): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
