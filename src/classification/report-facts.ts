import { OPEN_STATUSES } from '../citizen-reports/citizen-report';
import { attributeOf, type Entity } from '../ngsi-ld/entity';

/** What a report says: its title and its description. */
export function textOfReport(report: Entity): string {
  const texts = ['title', 'description'].map((name) => attributeOf(report, name)?.value);
  return texts.filter((text): text is string => typeof text === 'string').join('\n');
}

/** When a report was made; undefined when it does not say so. */
export function createdAt(report: Entity): Date | undefined {
  const value = attributeOf(report, 'dateCreated')?.value;
  const text = typeof value === 'object' && value !== null && !Array.isArray(value) ? value['@value'] : value;
  const date = new Date(typeof text === 'string' ? text : NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** The category of a report, one of another system too. */
export function categoryOf(report: Entity): string | undefined {
  const category = attributeOf(report, 'category')?.value;
  return typeof category === 'string' ? category : undefined;
}

/** Whether a report still has to be done and waits for a category or a priority. */
export function lacksClassification(report: Entity): boolean {
  const status = attributeOf(report, 'status')?.value;
  return (
    report['classifiedAt'] === undefined &&
    OPEN_STATUSES.some((open) => open === status) &&
    (report['category'] === undefined || report['priority'] === undefined)
  );
}
