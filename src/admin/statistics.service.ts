import { Injectable } from '@nestjs/common';
import { CITIZEN_REPORT, PRIORITIES, STATUSES } from '../citizen-reports/citizen-report';
import { Taxonomy } from '../classification/taxonomy/taxonomy';
import { CachedValue } from '../common/cached-value';
import { Environment } from '../config/environment';
import { NgsiLdBrokerService } from '../ngsi-ld/ngsi-ld-broker.service';
import { UsersRepository } from '../users/users.repository';
import type { StatisticsDto } from './dto/statistics.dto';
import { periodsAt } from './periods';

/** How old the figures may be: those who watch them do not make the broker count for each of them. */
const CACHE_MS = 5_000;

/** Counts reports and users. The broker counts; no report is ever fetched for it. */
@Injectable()
export class StatisticsService {
  private readonly cached = new CachedValue(() => this.count(), CACHE_MS);

  constructor(
    private readonly broker: NgsiLdBrokerService,
    private readonly users: UsersRepository,
    private readonly taxonomy: Taxonomy,
    private readonly environment: Environment,
  ) {}

  /** The figures, at most five seconds old. */
  current(): Promise<StatisticsDto> {
    return this.cached.get();
  }

  private async count(): Promise<StatisticsDto> {
    const since = periodsAt(new Date(), this.environment.TIME_ZONE);
    const [total, categories, priorities, statuses, today, week, users] = await Promise.all([
      this.countReports(),
      this.broker.countByValue(CITIZEN_REPORT, 'category', this.taxonomy.keys),
      this.broker.countByValue(CITIZEN_REPORT, 'priority', PRIORITIES),
      this.broker.countByValue(CITIZEN_REPORT, 'status', STATUSES),
      this.countReports(since.today),
      this.countReports(since.thisWeek),
      this.users.count(since.active),
    ]);
    return {
      total_reports: total,
      reports_by_category: categories,
      reports_by_priority: priorities,
      reports_by_status: statuses,
      reports_today: today,
      reports_this_week: week,
      active_users: users.active,
      total_users: users.total,
    };
  }

  private async countReports(since?: Date): Promise<number> {
    const where = since && [{ attribute: 'dateCreated', from: since }];
    const { total } = await this.broker.queryEntities({ type: CITIZEN_REPORT, where, limit: 0 });
    return total;
  }
}
