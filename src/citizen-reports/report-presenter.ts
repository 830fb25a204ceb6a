import { Injectable } from '@nestjs/common';
import { pageMeta } from '../common/pagination/page-meta.dto';
import { offsetOf } from '../common/pagination/pagination.query.dto';
import { Environment } from '../config/environment';
import type { Entity, JsonValue } from '../ngsi-ld/entity';
import type { EntityPage } from '../ngsi-ld/ngsi-ld-broker.service';
import type { ListReportsQueryDto } from './dto/list-reports.query.dto';
import type { ReportHistoryDto } from './dto/report-history.dto';
import type { ReportHistoryQueryDto } from './dto/report-history.query.dto';
import type { Representation } from './dto/representation.query.dto';
import { toFeature } from './report-geojson';
import { simplifiedInJson, withContextInJson } from './report-in-json';
import { simplified, withContext } from './report-representation';
import type { Timeline } from './report-timeline';

/** Writes reports as clients ask for them. */
@Injectable()
export class ReportPresenter {
  private readonly context: JsonValue;

  constructor({ NGSI_LD_CONTEXT: own, NGSI_LD_CORE_CONTEXT_URL: core }: Environment) {
    this.context = own === undefined ? core : [own, core];
  }

  entity(report: Entity, representation: Representation = 'normalized'): object {
    return representation === 'normalized' ? withContext(report, this.context) : simplified(report);
  }

  /** In JSON. */
  page({ entities, total }: EntityPage<string>, query: ListReportsQueryDto): string {
    const data = entities.map(
      query.options === 'normalized' ? (report) => withContextInJson(report, this.context) : simplifiedInJson,
    );
    return `{"data":[${data.join(',')}],"meta":${JSON.stringify(pageMeta(query, total))}}`;
  }

  featureCollection({ entities, total }: EntityPage, query: ListReportsQueryDto): object {
    return { type: 'FeatureCollection', features: entities.map(toFeature), meta: pageMeta(query, total) };
  }

  history(id: string, { events, complete }: Timeline, query: ReportHistoryQueryDto): ReportHistoryDto {
    const ordered = query.order === 'desc' ? events.toReversed() : events;
    const offset = offsetOf(query);
    return {
      entity_id: id,
      events: ordered.slice(offset, offset + query.limit),
      complete,
      meta: pageMeta(query, events.length),
    };
  }
}
