import { Injectable } from '@nestjs/common';
import { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Priority } from '../../citizen-reports/citizen-report';
import type { Tables } from '../../database/tables';
import { MOST_CORRECTIONS } from '../embedded/embedded.classifier';
import type { LabelledText } from '../labelled-text';

/** What officials said last of a report. */
export interface Corrected {
  category?: string;
  priority?: Priority;
}

export interface Correction {
  reportId: string;
  /** What the report says. */
  reportText: string;
  corrected: Corrected;
  /** The official's account, if there is one. */
  by?: string;
  at: Date;
}

/** What officials corrected, kept for good: it wins over every later classification, and classifiers learn from it. */
@Injectable()
export class CorrectionsRepository {
  constructor(private readonly database: Kysely<Tables>) {}

  async add({ reportId, reportText, corrected, by, at }: Correction): Promise<void> {
    const values = (['category', 'priority'] as const).flatMap((attribute) => {
      const value = corrected[attribute];
      return value === undefined ? [] : [{ attribute, value }];
    });
    const rows = values.map((row) => ({
      ...row,
      id: uuidv7(),
      report_id: reportId,
      report_text: reportText,
      corrected_by: by ?? null,
      corrected_at: at.toISOString(),
    }));
    if (rows.length > 0) await this.database.insertInto('corrections').values(rows).execute();
  }

  /** What holds for the report; nothing of what nobody corrected. */
  async of(reportId: string): Promise<Corrected> {
    const [category, priority] = await Promise.all([
      this.last(reportId, 'category'),
      this.last(reportId, 'priority'),
    ]);
    return { category, priority: priority as Priority | undefined };
  }

  /** The texts that were given categories, each report once with its last one; as many as are learned, the newest last. */
  async learned(): Promise<LabelledText[]> {
    const newest = this.database
      .selectFrom('corrections')
      .where('attribute', '=', 'category')
      .groupBy('report_id')
      .select((of) => of.fn.max('id').as('id'));
    const rows = await this.database
      .selectFrom('corrections')
      .where('id', 'in', newest)
      .orderBy('id', 'desc')
      .limit(MOST_CORRECTIONS)
      .select(['report_text', 'value'])
      .execute();
    return rows.map(({ report_text, value }) => ({ text: report_text, category: value })).reverse();
  }

  /** Forgets what was said of a report that is no more. */
  async removeOf(reportId: string): Promise<void> {
    await this.database.deleteFrom('corrections').where('report_id', '=', reportId).execute();
  }

  private async last(reportId: string, attribute: 'category' | 'priority'): Promise<string | undefined> {
    const row = await this.database
      .selectFrom('corrections')
      .where('report_id', '=', reportId)
      .where('attribute', '=', attribute)
      .orderBy('id', 'desc')
      .limit(1)
      .select('value')
      .executeTakeFirst();
    return row?.value;
  }
}
