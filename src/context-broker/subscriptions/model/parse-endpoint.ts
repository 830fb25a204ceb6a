import { badRequestData } from '../../errors';
import type { JsonValue } from '../../model/entity';
import { isUri } from '../../model/names';
import { object, oneOf, positive, type Read, readMembers } from './members';
import { type Endpoint, type KeyValuePair, NOTIFICATION_TYPES } from './subscription';

const MAX_TIMEOUT_MS = 60_000;
const MAX_COOLDOWN_MS = 86_400_000;
const MAX_PAIRS = 50;

const SCHEMES = ['http:', 'https:', 'mqtt:', 'mqtts:'];

/** Headers that belong to the connection or are the broker's own. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'link',
  'ngsild-tenant',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);

/** RFC 9110: a token, and visible ASCII with spaces inside. */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,128}$/;
const HEADER_VALUE = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]{0,8190}[\x21-\x7e])?)?$/;

/** Where a subscription notifies (clause 5.2.15). */
export const endpoint: Read<Endpoint> = (value, path) => {
  const read = readMembers<Partial<Endpoint>>(
    object(value, path),
    {
      uri: endpointUri,
      accept: oneOf(NOTIFICATION_TYPES),
      timeout: positive(MAX_TIMEOUT_MS),
      cooldown: positive(MAX_COOLDOWN_MS),
      receiverInfo: pairs(checkHeader),
      notifierInfo: pairs(checkNotifierInfo),
    },
    `${path}.`,
  );
  if (read.uri === undefined) throw badRequestData(`${path}.uri: must be given`);
  return { ...read, uri: read.uri };
};

function endpointUri(value: JsonValue, path: string): string {
  // A URL would be made of one with line breaks too, by leaving them out.
  const url = typeof value === 'string' && isUri(value) && URL.canParse(value) && new URL(value);
  if (!url || !SCHEMES.includes(url.protocol) || url.hostname === '') {
    throw badRequestData(`${path}: must be an address that begins with http:, https:, mqtt: or mqtts:`);
  }
  if (url.protocol.startsWith('mqtt')) checkTopic(url, path);
  return value;
}

/** The topic is the path; wildcards are for those who listen. */
function checkTopic(url: URL, path: string): void {
  const topic = decodeTopic(url);
  if (topic === undefined || topic === '' || /[+#\0]/.test(topic) || /[#?]/.test(url.href)) {
    throw badRequestData(`${path}: the topic, which is the path, must be there, without + and #`);
  }
}

/** The topic of an MQTT address; undefined when it is no valid percent-encoding. */
export function decodeTopic({ pathname }: URL): string | undefined {
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    return undefined;
  }
}

const pairs =
  (check: (pair: KeyValuePair, path: string) => void): Read<KeyValuePair[]> =>
  (value, path) => {
    if (!Array.isArray(value) || value.length > MAX_PAIRS) {
      throw badRequestData(`${path}: must be an array of at most ${MAX_PAIRS} pairs`);
    }
    return value.map((item, at) => {
      const { key, value: given } = object(item, `${path}[${at}]`);
      if (typeof key !== 'string' || typeof given !== 'string') {
        throw badRequestData(`${path}[${at}]: must be an object with the texts "key" and "value"`);
      }
      const pair = { key, value: given };
      check(pair, `${path}[${at}]`);
      return pair;
    });
  };

function checkHeader({ key, value }: KeyValuePair, path: string): void {
  if (!HEADER_NAME.test(key)) throw badRequestData(`${path}.key: must be the name of an HTTP header`);
  if (RESERVED_HEADERS.has(key.toLowerCase()))
    throw badRequestData(`${path}.key: ${key} is not for others to set`);
  if (!HEADER_VALUE.test(value)) throw badRequestData(`${path}.value: must be visible ASCII`);
}

const NOTIFIER_SETTINGS: Record<string, readonly string[]> = {
  'MQTT-Version': ['mqtt3.1.1', 'mqtt5.0'],
  'MQTT-QoS': ['0', '1', '2'],
};

/** Settings of MQTT (table 7.2-1); those of other protocols are without effect. */
function checkNotifierInfo({ key, value }: KeyValuePair, path: string): void {
  const allowed = Object.hasOwn(NOTIFIER_SETTINGS, key) ? NOTIFIER_SETTINGS[key] : undefined;
  if (allowed === undefined || allowed.includes(value)) return;
  throw badRequestData(`${path}.value: ${key} must be ${allowed.join(' or ')}`);
}
