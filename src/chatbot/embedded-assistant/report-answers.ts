import { type Status, STATUSES } from '../../citizen-reports/citizen-report';
import type { Taxonomy } from '../../classification/taxonomy/taxonomy';
import type { FoundReports } from '../tools/report-tools.service';
import { type ReportView, type StatusChange, titleOf } from '../tools/report-view';
import type { Language } from './language';
import { DONE, OPEN, type ReportsIntent } from './understand';
import { type Wording, WORDING } from './wording';

/** Metres around a position where nobody says how many. */
export const DEFAULT_RADIUS = 1000;

/** Writes what was found of reports, in one language. */
export class ReportAnswers {
  private readonly wording: Wording;

  constructor(
    private readonly language: Language,
    private readonly taxonomy: Taxonomy,
    private readonly timeZone: string,
  ) {
    this.wording = WORDING[language];
  }

  list({ total, reports, onlyOwn }: FoundReports, intent: ReportsIntent): string {
    const what = this.what(intent, total);
    const more = total - reports.length;
    return lines(
      total === 0 && this.wording.none(what),
      total > 0 && intent.counts && this.wording.count(total, what),
      total > 0 && !intent.counts && this.wording.list(total, what),
      ...(intent.counts ? [] : reports.map((report) => this.line(report))),
      !intent.counts && total > 0 && more > 0 && this.wording.more(more),
      intent.period === 'unknown' && this.wording.unknownPeriod,
      onlyOwn && this.wording.onlyOwn,
    );
  }

  report(report: ReportView, changes: readonly StatusChange[]): string {
    const { address, assignedTo, notes, createdAt } = report;
    const since = changes.at(-1)?.at ?? report.modifiedAt ?? createdAt ?? '';
    const { wording } = this;
    return lines(
      wording.report(titleOf(report), this.statusName(report.status), this.day(since)),
      `- ${report.id}`,
      address !== undefined && `- ${wording.address}: ${address}`,
      createdAt !== undefined && `- ${wording.reportedOn(this.day(createdAt))}`,
      assignedTo !== undefined && `- ${wording.assignedTo}: ${assignedTo}`,
      notes !== undefined && `- ${wording.notes}: ${notes}`,
      changes.length > 1 && wording.changes,
      ...(changes.length > 1 ? changes : []).map(({ at, to }) => `- ${this.day(at)}: ${this.statusName(to)}`),
    );
  }

  private line(report: ReportView): string {
    const details = [this.statusName(report.status), report.address, this.day(report.createdAt ?? '')];
    return `- ${titleOf(report)} (${details.filter(Boolean).join('; ')}) ${report.id}`;
  }

  /** What the reports have in common that were asked for. */
  private what({ categories, statuses, priorities, place, period }: ReportsIntent, total: number): string {
    const { wording, language } = this;
    const names = categories.map((key) => this.taxonomy.nameOf(key, language));
    const urgency = priorities.length > 0 ? wording.urgent : '';
    const traits = [...names, this.statusesName(statuses), urgency].filter(Boolean).join(', ');
    const { position } = place;
    return [
      traits && ` (${traits})`,
      position && wording.near(`${position.latitude}, ${position.longitude}`, place.radius ?? DEFAULT_RADIUS),
      place.name !== undefined && wording.named(place.name, total),
      period && period !== 'unknown' && wording.periods[period],
    ]
      .filter(Boolean)
      .join('');
  }

  private statusesName(statuses: readonly Status[]): string {
    if (statuses === OPEN) return this.wording.open;
    if (statuses === DONE) return this.wording.done;
    return statuses.map((status) => this.wording.status[status]).join(', ');
  }

  /** Reports from other systems may have statuses of their own, or none. */
  private statusName(status: string | undefined): string {
    const known = STATUSES.find((name) => name === status);
    return known === undefined ? (status ?? '?') : this.wording.status[known];
  }

  private day(instant: string): string {
    const date = new Date(instant);
    if (Number.isNaN(date.getTime())) return instant;
    return date.toLocaleDateString(this.language === 'vi' ? 'vi-VN' : 'en-GB', {
      timeZone: this.timeZone,
      day: 'numeric',
      month: this.language === 'vi' ? 'numeric' : 'long',
      year: 'numeric',
    });
  }
}

const lines = (...parts: (string | false)[]): string => parts.filter((part) => part !== false).join('\n');
