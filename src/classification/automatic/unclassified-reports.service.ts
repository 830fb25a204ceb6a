import { Injectable } from '@nestjs/common';
import { CITIZEN_REPORT, OPEN_STATUSES } from '../../citizen-reports/citizen-report';
import { NgsiLdBrokerService } from '../../ngsi-ld/ngsi-ld-broker.service';
import { lacksClassification } from '../report-facts';

const DAY_MS = 86_400_000;

/** Reports made before are left to those who ask for their classification. */
const DAYS = 30;

const REPORTS_A_QUERY = 100;

/** Finds the reports that nobody classified: because the service stopped, or because others wrote them into the broker. */
@Injectable()
export class UnclassifiedReports {
  constructor(private readonly broker: NgsiLdBrokerService) {}

  /** Ids of those of the last 30 days, the oldest first, looked for page by page. */
  async *find(now: Date): AsyncGenerator<string> {
    // Day by day, as some brokers sort only so many.
    for (let from = now.getTime() - DAYS * DAY_MS; from < now.getTime(); from += DAY_MS) {
      yield* this.between(new Date(from), new Date(from + DAY_MS));
    }
  }

  private async *between(from: Date, to: Date): AsyncGenerator<string> {
    for (let offset = 0, total = 1; offset < total; offset += REPORTS_A_QUERY) {
      const page = await this.broker.queryEntities({
        type: CITIZEN_REPORT,
        where: [
          { attribute: 'status', oneOf: OPEN_STATUSES },
          { attribute: 'dateCreated', from, to },
        ],
        orderBy: { attribute: 'dateCreated', direction: 'asc' },
        limit: REPORTS_A_QUERY,
        offset,
      });
      total = page.total;
      for (const report of page.entities) {
        if (lacksClassification(report)) yield report.id;
      }
    }
  }
}
