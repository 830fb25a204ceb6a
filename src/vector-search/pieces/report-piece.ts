import { CITIZEN_REPORT } from '../../citizen-reports/citizen-report';
import { plainValue } from '../../citizen-reports/report-representation';
import { redactContacts } from '../../common/privacy/redact';
import { attributeOf, type Entity, type JsonObject } from '../../ngsi-ld/entity';
import type { Piece } from './piece';

/** Reports that come from elsewhere have no bounds of ours. */
const LONGEST_TITLE = 200;
const LONGEST_TEXT = 4_000;
const LONGEST_VALUE = 200;

/** What results tell of a report. Nothing here may say who reported. */
const TOLD = ['category', 'status', 'priority', 'address', 'dateCreated', 'dateModified'] as const;

/** The entity as a piece to be searched; undefined when it is no report, or says nothing. */
export function reportPiece(entity: Entity): Piece | undefined {
  if (![entity.type].flat().includes(CITIZEN_REPORT)) return undefined;
  const description = words(entity, 'description', LONGEST_TEXT);
  const title = words(entity, 'title', LONGEST_TITLE) ?? description?.slice(0, 80);
  if (title === undefined) return undefined;
  const metadata: JsonObject = {};
  for (const name of TOLD) {
    const value = words(entity, name, LONGEST_VALUE);
    if (value !== undefined) metadata[name] = value;
  }
  return {
    type: CITIZEN_REPORT,
    id: entity.id,
    title,
    text: [description, words(entity, 'address', LONGEST_VALUE)].filter(Boolean).join('\n'),
    category: plain(entity, 'category')?.slice(0, LONGEST_VALUE),
    status: plain(entity, 'status')?.slice(0, LONGEST_VALUE),
    metadata,
  };
}

function words(entity: Entity, name: string, longest: number): string | undefined {
  const value = plain(entity, name);
  return value === undefined ? undefined : redactContacts(value).slice(0, longest);
}

function plain(entity: Entity, name: string): string | undefined {
  const attribute = attributeOf(entity, name);
  const value = attribute && plainValue(attribute);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
