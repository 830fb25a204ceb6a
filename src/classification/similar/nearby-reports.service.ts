import { Injectable } from '@nestjs/common';
import { CITIZEN_REPORT, OPEN_STATUSES } from '../../citizen-reports/citizen-report';
import type { Entity } from '../../ngsi-ld/entity';
import { NgsiLdBrokerService } from '../../ngsi-ld/ngsi-ld-broker.service';
import { type LonLat, nearestEntities } from '../nearest-entities';
import { PrioritySettings } from '../priority/priority-settings';
import { categoryOf, textOfReport } from '../report-facts';
import type { NearbyReport } from './similar-reports';

/** How many reports are compared with one; the nearest. */
const MOST_COMPARED = 100;

const DAY_MS = 86_400_000;

/** Finds the open reports near another one in place and time. */
@Injectable()
export class NearbyReports {
  constructor(
    private readonly broker: NgsiLdBrokerService,
    private readonly settings: PrioritySettings,
  ) {}

  /**
   * @param ownId the report itself, which is left out
   * @param at when it was made
   */
  async around(ownId: string, position: LonLat, at: Date): Promise<NearbyReport[]> {
    const { radius, days } = this.settings.similar;
    const [from, to] = [at.getTime() - days * DAY_MS, at.getTime() + days * DAY_MS];
    const { found } = await nearestEntities(this.broker, {
      type: CITIZEN_REPORT,
      where: [
        { attribute: 'status', oneOf: OPEN_STATUSES },
        { attribute: 'dateCreated', from: new Date(from), to: new Date(to) },
      ],
      position,
      radius,
      limit: MOST_COMPARED,
    });
    return found.filter(({ entity }) => entity.id !== ownId).map(nearbyReport);
  }
}

function nearbyReport({ entity, distance }: { entity: Entity; distance: number }): NearbyReport {
  return { id: entity.id, text: textOfReport(entity), category: categoryOf(entity), distance };
}
