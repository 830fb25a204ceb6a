import { Injectable } from '@nestjs/common';
import { CitizenReportsService } from '../citizen-reports/citizen-reports.service';
import type { Priority } from '../citizen-reports/citizen-report';
import { SET_BY_OFFICIAL } from '../citizen-reports/report-mapper';
import { Environment } from '../config/environment';
import { attributeOf, type Entity } from '../ngsi-ld/entity';
import { decideCategory, type GivenCategory } from './category-decision';
import { type Classification, classificationAttributes } from './classification';
import type { Corrected } from './corrections/corrections.repository';
import { positionOf } from './nearest-entities';
import { CityClock } from './priority/city-clock';
import { Hazards } from './priority/hazards';
import { NearbyPlaces } from './priority/nearby-places.service';
import { assess, type NearbyPlace } from './priority/priority';
import { PrioritySettings } from './priority/priority-settings';
import { categoryOf, createdAt, lacksClassification, textOfReport } from './report-facts';
import { ShadowComparison } from './shadow/shadow-comparison.service';
import { NearbyReports } from './similar/nearby-reports.service';
import { alike, type NearbyReport, type SimilarReport } from './similar/similar-reports';
import { type CategoryScore, TextClassifier } from './text-classifier';
import { Taxonomy } from './taxonomy/taxonomy';

/** What was found out about a report, before it is decided who has the last word. */
interface Findings {
  scores: CategoryScore[];
  places: NearbyPlace[];
  nearby: NearbyReport[];
}

/** Categories and priorities of reports, and who decides on them. */
@Injectable()
export class ClassificationService {
  constructor(
    private readonly reports: CitizenReportsService,
    private readonly classifier: TextClassifier,
    private readonly shadow: ShadowComparison,
    private readonly taxonomy: Taxonomy,
    private readonly hazards: Hazards,
    private readonly places: NearbyPlaces,
    private readonly nearbyReports: NearbyReports,
    private readonly settings: PrioritySettings,
    private readonly clock: CityClock,
    private readonly environment: Environment,
  ) {}

  /**
   * Classifies a report because somebody asks for it: category and priority are set, unless an official corrected them.
   *
   * @throws NotFoundError when there is no report of this id.
   * @throws NlpServiceUnavailableError when the classifier is a remote one that cannot be used.
   */
  async classify(id: string): Promise<Classification> {
    const findings = await this.findOut(await this.reports.find(id));
    let result: Classification | undefined;
    await this.reports.classify(id, (report, corrected) => {
      result = this.decide(report, findings, corrected, {});
      return classificationAttributes(result, report);
    });
    if (result === undefined) throw new Error('a classification ended without a result');
    return result;
  }

  /**
   * Classifies a report because it is new. A category or a priority that it has stays, and a report that has been
   * classified by then is left alone.
   *
   * @throws NotFoundError, NlpServiceUnavailableError as {@link classify} does.
   */
  async classifyNew(id: string, signal: AbortSignal): Promise<void> {
    const unclassified = await this.reports.find(id);
    if (!lacksClassification(unclassified)) return;
    const findings = await this.findOut(unclassified, signal);
    await this.reports.classify(id, (report, corrected) =>
      lacksClassification(report)
        ? classificationAttributes(this.decide(report, findings, corrected, givenBy(report)), report)
        : undefined,
    );
  }

  /**
   * The open reports that may be of the same thing.
   *
   * @throws NotFoundError when there is no report of this id.
   */
  async similar(id: string): Promise<SimilarReport[]> {
    const report = await this.reports.find(id);
    return this.alike(report, categoryOf(report), await this.reportsNear(report));
  }

  private async findOut(report: Entity, signal?: AbortSignal): Promise<Findings> {
    const text = textOfReport(report);
    const [scores, places, nearby] = await Promise.all([
      this.classifier.classify(text, signal),
      this.placesNear(report),
      this.reportsNear(report),
    ]);
    this.shadow.compare(text, scores);
    return { scores, places, nearby };
  }

  private decide(
    report: Entity,
    { scores, places, nearby }: Findings,
    corrected: Corrected,
    reported: Corrected,
  ): Classification {
    const decision = decideCategory(
      scores,
      this.environment.REVIEW_THRESHOLD,
      givenCategory(corrected, reported),
    );
    const duplicates = this.alike(report, decision.category, nearby);
    const assessment = assess(
      {
        category: decision.category,
        categoryName: this.taxonomy.nameOf(decision.category, 'en'),
        basePriority: this.taxonomy.find(decision.category)?.basePriority ?? 'low',
        hazards: this.hazards.find(textOfReport(report)),
        places,
        similarReports: duplicates.length,
        at: createdAt(report) ?? new Date(),
      },
      this.settings,
      this.clock,
    );
    return {
      ...decision,
      ...givenPriority(assessment, corrected.priority, reported.priority),
      reportId: report.id,
      priorityScore: assessment.score,
      places: {
        radius: this.settings.places.radius,
        nearby: assessment.places,
        boost: assessment.placesBoost,
      },
      possibleDuplicates: duplicates,
      classifier: this.classifier.name,
      at: new Date(),
    };
  }

  private alike(report: Entity, category: string | undefined, nearby: NearbyReport[]): SimilarReport[] {
    return alike({ text: textOfReport(report), category }, nearby, this.settings.similar.leastSimilarity);
  }

  private placesNear(report: Entity): Promise<NearbyPlace[]> {
    const position = positionOf(report);
    return position === undefined ? Promise.resolve([]) : this.places.around(position);
  }

  private reportsNear(report: Entity): Promise<NearbyReport[]> {
    const position = positionOf(report);
    if (position === undefined) return Promise.resolve([]);
    return this.nearbyReports.around(report.id, position, createdAt(report) ?? new Date());
  }
}

/** What a report brought with it, which automatic classification leaves as it is. */
const givenBy = (report: Entity): Corrected => ({
  category: categoryOf(report),
  priority: attributeOf(report, 'priority')?.value as Priority | undefined,
});

function givenCategory(corrected: Corrected, reported: Corrected): GivenCategory | undefined {
  if (corrected.category !== undefined) return { category: corrected.category, by: 'official' };
  return reported.category === undefined ? undefined : { category: reported.category, by: 'reporter' };
}

/** The priority by the rules, unless it was given; the reason says so, and what the rules say. */
function givenPriority(
  { priority, reason }: { priority: Priority; reason: string },
  corrected: Priority | undefined,
  reported: Priority | undefined,
): Pick<Classification, 'priority' | 'priorityReason'> {
  const given = corrected ?? reported;
  if (given === undefined) return { priority, priorityReason: reason };
  const by = corrected === undefined ? 'given with the report' : SET_BY_OFFICIAL;
  return { priority: given, priorityReason: `${by}; by the rules it would be ${priority}: ${reason}` };
}
