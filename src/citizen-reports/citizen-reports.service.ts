import { isDeepStrictEqual } from 'node:util';
import { HttpStatus, Injectable } from '@nestjs/common';
import { KeyedLock } from '../common/concurrency/keyed-lock';
import { NotFoundError, ServiceError, ValidationError } from '../common/errors/service-error';
import type { Caller } from '../auth/caller';
import { type Corrected, CorrectionsRepository } from '../classification/corrections/corrections.repository';
import { textOfReport } from '../classification/report-facts';
import { Taxonomy } from '../classification/taxonomy/taxonomy';
import { Environment } from '../config/environment';
import { type Attributes, attributeOf, type Entity } from '../ngsi-ld/entity';
import { type EntityPage, NgsiLdBrokerService } from '../ngsi-ld/ngsi-ld-broker.service';
import { CITIZEN_REPORT, type Status } from './citizen-report';
import type { CreateReportDto } from './dto/create-report.dto';
import type { ListReportsQueryDto } from './dto/list-reports.query.dto';
import { assertKnownCategory } from './dto/report-category';
import type { UpdateReportDto } from './dto/update-report.dto';
import { ReportChanges } from './report-changes';
import { changedAttributes, correctionMarks, newReport } from './report-mapper';
import { toEntityQuery } from './report-query';
import { ReporterPrivacy } from './reporter-privacy';
import { type Timeline, timeline } from './report-timeline';
import { nextStatuses } from './status-transitions';

/** The most values of one attribute that a broker is asked for. */
const HISTORY_DEPTH = 1000;

const UPDATABLE: (keyof UpdateReportDto)[] = ['status', 'assignedTo', 'notes', 'category', 'priority'];

/** Reports as entities of the context broker, normalized. */
@Injectable()
export class CitizenReportsService {
  private readonly updates: KeyedLock;

  constructor(
    private readonly broker: NgsiLdBrokerService,
    private readonly privacy: ReporterPrivacy,
    private readonly changes: ReportChanges,
    private readonly taxonomy: Taxonomy,
    private readonly corrections: CorrectionsRepository,
    environment: Environment,
  ) {
    this.updates = new KeyedLock(environment.BROKER_TIMEOUT_MS, reportIsBusy);
  }

  /**
   * A caller who is known is the reporter, whatever the report says.
   *
   * @throws ValidationError when the category is none of the city's.
   */
  async create(report: CreateReportDto, caller?: Caller): Promise<Entity> {
    assertKnownCategory(report.category, this.taxonomy.keys);
    const entity = newReport({ ...report, reportedBy: caller?.id ?? report.reportedBy }, new Date());
    await this.broker.createEntity(entity);
    this.changes.announce({ kind: 'created', id: entity.id });
    return entity;
  }

  /** Those of all reports that the caller may list. */
  list(query: ListReportsQueryDto, caller?: Caller): Promise<EntityPage> {
    return this.broker.queryEntities(toEntityQuery(query, this.privacy.listedFor(caller)));
  }

  /** As {@link list}, each report in JSON. */
  listInJson(query: ListReportsQueryDto, caller?: Caller): Promise<EntityPage<string>> {
    return this.broker.queryEntitiesInJson(toEntityQuery(query, this.privacy.listedFor(caller)));
  }

  /**
   * The report as the caller may see it.
   *
   * @throws NotFoundError when there is no report of this id.
   */
  async read(id: string, caller?: Caller): Promise<Entity> {
    return this.privacy.report(await this.find(id), caller);
  }

  /** @throws NotFoundError when there is no report of this id. */
  async find(id: string): Promise<Entity> {
    const report = await this.lookUp(id);
    if (report === undefined) throw notFound(id);
    return report;
  }

  /**
   * A category or a priority that is named is an official's correction, which is kept and holds against all later
   * classifications. It is kept first: what it is kept for may be under way. Updates of one report are made one after
   * the other, so that each is judged by the status that the one before it left.
   *
   * @throws NotFoundError when there is no report of this id.
   * @throws ValidationError when nothing is to be changed, the category is none of the city's, or the report may not
   *   take the status.
   */
  async update(id: string, update: UpdateReportDto, caller?: Caller): Promise<Entity> {
    assertNotEmpty(update);
    assertKnownCategory(update.category, this.taxonomy.keys);
    return this.updates.run(id, async () => {
      const report = await this.find(id);
      if (update.status !== undefined) assertMayBecome(report, update.status);
      const now = new Date();
      await this.keepCorrection(report, update, now, caller);
      const changes = { ...changedAttributes(update, now), ...correctionMarks(report, update) };
      if (!(await this.broker.updateAttributes(id, changes))) throw notFound(id);
      this.changes.announce({ kind: 'updated', id });
      return { ...report, ...changes };
    });
  }

  /**
   * Writes what a classification makes of a report, as it is by then and with what officials corrected of it. Where one
   * of them does so meanwhile, through another instance of the service too, the classification is written again with
   * the correction in it: it stands.
   *
   * @param decide the attributes to be written; undefined when none are
   * @throws NotFoundError when there is no report of this id.
   */
  async classify(
    id: string,
    decide: (report: Entity, corrected: Corrected) => Attributes | undefined,
  ): Promise<void> {
    await this.updates.run(id, async () => {
      const report = await this.find(id);
      let corrected = await this.corrections.of(id);
      for (let written = false; !written;) {
        const attributes = decide(report, corrected);
        if (attributes === undefined) return;
        if (!(await this.broker.updateAttributes(id, attributes))) throw notFound(id);
        const now = await this.corrections.of(id);
        written = isDeepStrictEqual(now, corrected);
        corrected = now;
      }
      this.changes.announce({ kind: 'updated', id });
    });
  }

  /**
   * Corrections hold as long as there is a report, so they go after it; also those that a removal which failed left.
   *
   * @throws NotFoundError when there is no report of this id.
   */
  async remove(id: string): Promise<void> {
    await this.updates.run(id, async () => {
      const isRemoved = (await this.lookUp(id)) !== undefined && (await this.broker.deleteEntity(id));
      if (isRemoved) this.changes.announce({ kind: 'deleted', id });
      await this.corrections.removeOf(id);
      if (!isRemoved) throw notFound(id);
    });
  }

  /**
   * What happened to the report, as the caller may see it; nothing when the broker keeps no history of it.
   *
   * @throws NotFoundError when there is no report of this id.
   */
  async history(id: string, caller?: Caller): Promise<Timeline> {
    const report = await this.find(id);
    const history = await this.broker.findHistory(id, HISTORY_DEPTH);
    return this.privacy.timeline(timeline(history ?? {}, HISTORY_DEPTH), report, caller);
  }

  private async lookUp(id: string): Promise<Entity | undefined> {
    const entity = await this.broker.findEntity(id);
    return [entity?.type].flat().includes(CITIZEN_REPORT) ? entity : undefined;
  }

  private async keepCorrection(
    report: Entity,
    { category, priority }: UpdateReportDto,
    at: Date,
    caller?: Caller,
  ): Promise<void> {
    if (category === undefined && priority === undefined) return;
    const reportText = textOfReport(report);
    const corrected = { category, priority };
    await this.corrections.add({ reportId: report.id, reportText, corrected, by: caller?.id, at });
  }
}

function assertNotEmpty(update: UpdateReportDto): void {
  if (Object.values(update).some((value) => value !== undefined)) return;
  const msg = `must have at least one of ${UPDATABLE.join(', ')}`;
  throw new ValidationError([{ loc: ['body'], msg, type: 'notEmpty' }]);
}

function assertMayBecome(report: Entity, status: Status): void {
  const current = attributeOf(report, 'status')?.value;
  const allowed = nextStatuses(current);
  if (allowed.includes(status)) return;
  const problem = current === status ? 'is so already' : `cannot follow on ${JSON.stringify(current)}`;
  const msg = `${problem}; allowed next: ${allowed.join(', ')}`;
  throw new ValidationError([{ loc: ['body', 'status'], msg, type: 'transition' }]);
}

const notFound = (id: string) => new NotFoundError(`there is no citizen report ${id}`);

const reportIsBusy = () =>
  new ServiceError(
    HttpStatus.SERVICE_UNAVAILABLE,
    'ServiceUnavailable',
    'too many changes of this report are waiting; try again',
    undefined,
    { retryAfterSeconds: 5 },
  );
