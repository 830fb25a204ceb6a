import { isIP } from 'node:net';
import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { rule } from '../common/validation/rule';
import type { Environment } from './environment';

const httpUrl = (value: unknown): URL | undefined => {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) ? url : undefined;
};

/** An absolute http or https URL without credentials in it. */
export const IsHttpUrl = () =>
  rule('isHttpUrl', 'must be an http:// or https:// URL without user name or password', (value) => {
    const url = httpUrl(value);
    return url !== undefined && url.username === '' && url.password === '';
  });

/** `*`, or origins (scheme, host and port, nothing more) separated by commas. */
export const IsHttpOrigins = () =>
  rule('isHttpOrigins', 'must be * or origins such as https://city.example separated by commas', (value) => {
    if (value === '*') return true;
    if (typeof value !== 'string') return false;
    return value.split(',').every((origin) => httpUrl(origin.trim())?.origin === origin.trim());
  });

const isAddressOrRange = (text: string): boolean => {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return (
    rest.length === 0 &&
    bits > 0 &&
    (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= bits))
  );
};

/** A number of proxies, or their addresses. */
export const IsTrustProxy = () =>
  rule(
    'isTrustProxy',
    'must be a number of proxies, or addresses such as 10.0.0.0/8 separated by commas',
    (value) => {
      if (typeof value !== 'string') return false;
      if (/^\d{1,2}$/.test(value)) return true;
      return value
        .split(',')
        .map((part) => part.trim())
        .every((part) => ['loopback', 'linklocal', 'uniquelocal'].includes(part) || isAddressOrRange(part));
    },
  );

/** `true` or `false`. */
export const IsSwitch = () =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => ({ true: true, false: false })[String(value)] ?? value),
    IsBoolean({ message: 'must be true or false' }),
  );

/** The address of a PostgreSQL database. */
export const IsPostgresUrl = () =>
  rule('isPostgresUrl', 'must be a URL such as postgresql://user:password@host:5432/database', (value) => {
    if (typeof value !== 'string' || !URL.canParse(value)) return false;
    const { protocol, hostname } = new URL(value);
    return /^postgres(ql)?:$/.test(protocol) && hostname !== '';
  });

const SHORTEST_SECRET_BYTES = 32;

/** Words of the example values that are copied from documentation. */
const PLACEHOLDER =
  /change.?(me|this|it)|your.?(jwt|secret|super|256)|secret.?key|jwt.?secret|example|default|password|replace/i;

const isRandomLooking = (secret: string) => new Set(secret).size >= 10 && !PLACEHOLDER.test(secret);

/** A secret that nobody can guess; outside production none is needed. */
export const IsJwtSecret = () =>
  rule<Environment>(
    'isJwtSecret',
    `must be set in production, and at least ${SHORTEST_SECRET_BYTES} bytes that nobody can guess: openssl rand -base64 48`,
    (value, { NODE_ENV }) =>
      value === undefined
        ? NODE_ENV !== 'production'
        : typeof value === 'string' &&
          Buffer.byteLength(value) >= SHORTEST_SECRET_BYTES &&
          isRandomLooking(value),
  );

/** The address of a Redis server and the number of a database in it. */
export const IsRedisUrl = () =>
  rule('isRedisUrl', 'must be a URL such as redis://user:password@host:6379/0', (value) => {
    if (typeof value !== 'string' || !URL.canParse(value)) return false;
    const { protocol, hostname, pathname } = new URL(value);
    return /^rediss?:$/.test(protocol) && hostname !== '' && /^(\/\d{0,3})?$/.test(pathname);
  });

/** A number of requests. Its kind is checked last, as it is where decorators stand one above the other. */
export const IsRateLimit = () =>
  applyDecorators(
    Type(() => Number),
    Max(1_000_000_000),
    Min(1),
    IsInt(),
  );

/** The name of a model, as model servers have them: `gpt-4o-mini`, `llama3.1:8b`, `org/model`. */
const isModelName = (value: unknown): boolean =>
  typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value);

/** The name of a model on the server of OPENAI_BASE_URL; without that address, at OpenAI with OPENAI_API_KEY. */
export const IsServedModel = () =>
  rule<Environment>(
    'isServedModel',
    'must be the name of a model, and needs OPENAI_BASE_URL or OPENAI_API_KEY',
    (value, { OPENAI_BASE_URL, OPENAI_API_KEY }) =>
      value === undefined ||
      (isModelName(value) && (OPENAI_BASE_URL !== undefined || OPENAI_API_KEY !== undefined)),
  );

/** What can classify reports, and the setting that each needs. */
const CLASSIFIERS = {
  embedded: undefined,
  'nlp-service': 'NLP_SERVICE_URL',
  'model-server': 'CLASSIFIER_MODEL',
} as const satisfies Record<string, keyof Environment | undefined>;

export type ClassifierKind = keyof typeof CLASSIFIERS;

const isClassifierKind = (value: unknown): value is ClassifierKind =>
  typeof value === 'string' && Object.hasOwn(CLASSIFIERS, value);

/** One of the classifiers, with what it needs. */
export const IsClassifier = () =>
  rule<Environment>(
    'isClassifier',
    'must be embedded, nlp-service (which needs NLP_SERVICE_URL) or model-server (which needs CLASSIFIER_MODEL)',
    (value, environment) => {
      if (value === undefined) return true;
      if (!isClassifierKind(value)) return false;
      const needed = CLASSIFIERS[value];
      return needed === undefined || environment[needed] !== undefined;
    },
  );
