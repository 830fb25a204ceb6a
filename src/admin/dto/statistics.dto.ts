import { ApiProperty } from '@nestjs/swagger';

const Counts = (example: Record<string, number>) =>
  ApiProperty({ type: 'object', additionalProperties: { type: 'integer', minimum: 0 }, example });

const Count = (example: number) => ApiProperty({ type: 'integer', minimum: 0, example });

/** How many reports and users there are. */
export class StatisticsDto {
  @Count(1240)
  total_reports!: number;

  /** Of the categories of this service; reports from other systems can have others. */
  @Counts({ streetlight: 310, waste: 120 })
  reports_by_category!: Record<string, number>;

  @Counts({ low: 410, medium: 530, high: 220, critical: 80 })
  reports_by_priority!: Record<string, number>;

  @Counts({ pending: 95, in_progress: 60, resolved: 700 })
  reports_by_status!: Record<string, number>;

  /** Since midnight in the city's time zone (TIME_ZONE). */
  @Count(12)
  reports_today!: number;

  /** Since the beginning of Monday in the city's time zone. */
  @Count(81)
  reports_this_week!: number;

  /** Users who made an authenticated request in the last 30 days. */
  @Count(57)
  active_users!: number;

  @Count(230)
  total_users!: number;
}
