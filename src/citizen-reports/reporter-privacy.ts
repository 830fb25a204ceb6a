import { Injectable } from '@nestjs/common';
import type { Caller } from '../auth/caller';
import { Environment, isAuthEnabled } from '../config/environment';
import { attributeOf, type Entity } from '../ngsi-ld/entity';
import type { Timeline } from './report-timeline';

/** The attribute that tells who reported: the id of an account, or free text of those who have none. */
export const REPORTER = 'reportedBy';

/** Whatever tells who reported: beside {@link REPORTER}, what reports of other systems have. */
export const REPORTER_ATTRIBUTES: readonly string[] = [
  REPORTER,
  'reporter',
  'reporterId',
  'reporterName',
  'reporterEmail',
  'reporterPhone',
  'reporterContact',
  'reporterAddress',
];

/** What citizens see of each other's reports, once callers have to log in: everything but who reported. */
@Injectable()
export class ReporterPrivacy {
  private readonly enabled: boolean;

  constructor(environment: Environment) {
    this.enabled = isAuthEnabled(environment);
  }

  /** The account whose reports are all that the caller may list; undefined when it is every report. */
  listedFor(caller: Caller | undefined): string | undefined {
    return this.enabled && caller?.role === 'citizen' ? caller.id : undefined;
  }

  /** The report as the caller may see it. */
  report(report: Entity, caller: Caller | undefined): Entity {
    if (!this.isHidden(report, caller)) return report;
    const shown = { ...report };
    for (const name of REPORTER_ATTRIBUTES) delete shown[name];
    return shown;
  }

  /** The history of the report as the caller may see it. */
  timeline({ events, complete }: Timeline, report: Entity, caller: Caller | undefined): Timeline {
    if (!this.isHidden(report, caller)) return { events, complete };
    const shown = events.map(({ at, changes }) => ({
      at,
      changes: changes.filter(({ attribute }) => !REPORTER_ATTRIBUTES.includes(attribute)),
    }));
    return { events: shown.filter(({ changes }) => changes.length > 0), complete };
  }

  private isHidden(report: Entity, caller: Caller | undefined): boolean {
    const owner = this.listedFor(caller);
    return owner !== undefined && attributeOf(report, REPORTER)?.value !== owner;
  }
}
