import type { Terms } from '../../context/terms';
import { badRequestData, NgsiLdError } from '../../errors';
import { parseDateTime } from '../../model/date-time';
import type { JsonObject, JsonValue } from '../../model/entity';
import { parseLanguages } from '../../model/language';
import { checkedId } from '../../model/names';
import { NGSI_LD_NULL } from '../../model/ngsi-ld-null';
import { isObject } from '../../model/normalize-attribute';
import { boolean, dateTime, listOf, oneOf, positive, type Read, readMembers, text } from './members';
import { entitySelector } from './parse-entity-selector';
import { notificationParameters } from './parse-notification';
import { expandValues, geoQuery, query, scopeQuery } from './parse-conditions';
import { patternSize } from './pattern-size';
import { storedName } from './stored-names';
import { type Subscription, TRIGGERS } from './subscription';

const MAX_SECONDS = 31_536_000;

/** See {@link patternSize}. */
const MAX_PATTERN_SIZE = 1000;

/** The members that a client gives; what it says of others, such as `status`, counts for nothing. */
export type SubscriptionMembers = Omit<Subscription, 'id' | 'context' | 'contextId'>;

/** Names of earlier versions of the standard that clients still use. */
const FORMER_NAMES: Readonly<Record<string, keyof SubscriptionMembers>> = { expires: 'expiresAt' };

/** A whole subscription. @throws NgsiLdError BadRequestData, OperationNotSupported */
export function parseSubscription(input: JsonValue | undefined, terms: Terms): SubscriptionMembers {
  const document = documentOf(input);
  if (document['type'] === undefined) throw badRequestData('type: must be Subscription');
  const members = parseMembers(document, terms);
  checkTogether(members);
  return members;
}

/**
 * A subscription with the members of a fragment in place of its own (clause 5.5.8); those that are null are gone.
 * `ownTerms` are those that its query was written with.
 *
 * @throws NgsiLdError BadRequestData, OperationNotSupported
 */
export function patchSubscription(
  present: Subscription,
  input: JsonValue | undefined,
  terms: Terms,
  ownTerms: Terms,
): Subscription {
  const fragment = documentOf(input);
  const gone = Object.keys(fragment).filter((name) => isNull(fragment[name]));
  const given = Object.fromEntries(Object.entries(fragment).filter(([name]) => !gone.includes(name)));
  if (given['id'] !== undefined && given['id'] !== present.id) throw badRequestData('id: cannot be changed');
  const patched = { ...present, ...parseMembers(given, terms, present) };
  for (const name of gone) delete patched[name as keyof typeof patched];
  // Its values mean something else, though it is not given again.
  if (fragment['expandValues'] !== undefined && given['q'] === undefined && patched.q !== undefined) {
    patched.q = query(ownTerms, patched.expandValues)(patched.q.text, 'q');
  }
  const { id, context, contextId } = present;
  const whole = { ...patched, id, context, ...(contextId !== undefined && { contextId }) };
  checkTogether(whole);
  return whole;
}

const isNull = (value: JsonValue | undefined): boolean => value === null || value === NGSI_LD_NULL;

function documentOf(input: JsonValue | undefined): JsonObject {
  if (!isObject(input ?? null)) throw badRequestData('a subscription must be a JSON object');
  const document = Object.entries(input as JsonObject);
  return Object.fromEntries(document.map(([name, value]) => [FORMER_NAMES[name] ?? name, value]));
}

function parseMembers(document: JsonObject, terms: Terms, present?: Subscription): SubscriptionMembers {
  if (document['type'] !== undefined && document['type'] !== 'Subscription') {
    throw badRequestData('type: must be Subscription');
  }
  refuseContextSources(document);
  const naming = document['expandValues'];
  const names = naming === undefined ? present?.expandValues : expandValues(terms)(naming, 'expandValues');
  return readMembers<SubscriptionMembers>(document, readers(terms, names), '');
}

const readers = (
  terms: Terms,
  naming: readonly string[] | undefined,
): { [K in keyof Required<SubscriptionMembers>]: Read<SubscriptionMembers[K]> } => ({
  subscriptionName: text,
  description: text,
  entities: listOf(entitySelector(terms)),
  watchedAttributes: listOf(storedName(terms)),
  notificationTrigger: listOf(oneOf(TRIGGERS)),
  timeInterval: positive(MAX_SECONDS),
  q: query(terms, naming),
  expandValues: expandValues(terms),
  geoQ: geoQuery(terms),
  scopeQ: scopeQuery,
  lang: languages,
  datasetId: listOf(datasetId),
  isActive: boolean,
  localOnly: boolean,
  expiresAt: future,
  throttling: positive(MAX_SECONDS),
  jsonldContext: contextUrls,
  notification: notificationParameters(terms),
});

const languages: Read<string> = (value, path) => {
  const given = text(value, path);
  parseLanguages(given);
  return given;
};

const datasetId: Read<string> = (value, path) => (value === '@none' ? value : checkedId(value, path));

const future: Read<string> = (value, path) => {
  const at = dateTime(value, path);
  if ((parseDateTime(at) ?? 0) > Date.now() * 1000) return at;
  throw badRequestData(`${path}: must lie in the future`);
};

function contextUrls(value: JsonValue, path: string): string | string[] {
  return Array.isArray(value) ? listOf(contextUrl)(value, path) : contextUrl(value, path);
}

const contextUrl: Read<string> = (value, path) => {
  if (typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value)) return value;
  throw badRequestData(`${path}: must be the address of a JSON-LD context`);
};

/** Members that are about the sources that another broker would ask. */
function refuseContextSources(document: JsonObject): void {
  if (document['csf'] !== undefined) query()(document['csf'], 'csf');
  const named = ['csf', 'temporalQ'].find((name) => document[name] !== undefined);
  if (named === undefined) return;
  throw new NgsiLdError(
    'OperationNotSupported',
    `${named}: there are no context sources here; an external broker (BROKER_URL) has them`,
  );
}

function checkTogether(members: SubscriptionMembers): void {
  const { entities, watchedAttributes, localOnly, notification, timeInterval, throttling } = members;
  if (notification === undefined) throw badRequestData('notification: must be given');
  if (entities === undefined && watchedAttributes === undefined && localOnly !== true) {
    throw badRequestData('entities or watchedAttributes must be given');
  }
  if (patternSize(members) > MAX_PATTERN_SIZE) {
    throw badRequestData('q, entities: the patterns are too large or too many for a subscription');
  }
  if (timeInterval === undefined) return;
  if (watchedAttributes !== undefined) throw badRequestData('timeInterval: stands without watchedAttributes');
  if (throttling !== undefined) throw badRequestData('timeInterval: stands without throttling');
}
