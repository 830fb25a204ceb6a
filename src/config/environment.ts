import 'reflect-metadata';
import { Type } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsIP,
  IsNotEmpty,
  IsNumber,
  IsOptional,
  IsString,
  IsTimeZone,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { rule } from '../common/validation/rule';
import { isPassword, isUsername } from '../users/account-rules';
import {
  type ClassifierKind,
  IsClassifier,
  IsHttpOrigins,
  IsHttpUrl,
  IsJwtSecret,
  IsPostgresUrl,
  IsRateLimit,
  IsRedisUrl,
  IsServedModel,
  IsSwitch,
  IsTrustProxy,
} from './environment.rules';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Every setting of the service. Each property is the environment variable of that name; .env.example lists them with
 * their defaults. Validated once, at start.
 */
export class Environment {
  @IsIn(['development', 'test', 'production'])
  NODE_ENV: 'development' | 'test' | 'production' = 'development';

  /** TCP port; 0 lets the operating system choose. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(65_535)
  PORT: number = 8000;

  /** Address to listen on. Loopback by default: a service without authentication is not offered to the network. */
  @IsIP(undefined, { message: 'must be an IP address such as 127.0.0.1 or 0.0.0.0' })
  HOST: string = '127.0.0.1';

  /** The service's address as clients see it, without a trailing slash; empty: made from HOST and PORT. */
  @IsOptional()
  @IsHttpUrl()
  PUBLIC_URL?: string;

  @IsIn(LOG_LEVELS)
  LOG_LEVEL: (typeof LOG_LEVELS)[number] = 'info';

  /** Directory of the embedded stores; made when missing. */
  @IsNotEmpty()
  DATA_DIR: string = './data';

  /** Origins that browsers may call from, separated by commas, or `*`. */
  @IsHttpOrigins()
  ALLOWED_ORIGINS: string = 'http://localhost:3000,http://localhost:5173';

  /** Proxies whose X-Forwarded-* headers count: a number of hops, or addresses and ranges separated by commas. */
  @IsOptional()
  @IsTrustProxy()
  TRUST_PROXY?: string;

  /** Greatest size of a request body, such as `512kb` or `2mb`. */
  @Matches(/^[1-9]\d{0,8}(b|kb|mb)$/, { message: 'must be a size such as 512kb or 2mb' })
  BODY_LIMIT: string = '2mb';

  /**
   * How long requests are still taken once a stop is asked for, while /readyz answers 503, in milliseconds: longer than
   * a load balancer needs to notice.
   */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(300_000)
  SHUTDOWN_DELAY_MS: number = 0;

  /** How long a stop then waits for requests in progress, in milliseconds. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(300_000)
  SHUTDOWN_TIMEOUT_MS: number = 10_000;

  /** Root address of an existing NGSI-LD broker, whose API is below it at /ngsi-ld/v1; empty: the embedded one. */
  @IsOptional()
  @IsHttpUrl()
  BROKER_URL?: string;

  /** TCP port of the stand-alone broker (`npm run broker`); 0 lets the operating system choose. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(65_535)
  BROKER_PORT: number = 1026;

  /** Tenant in the external broker. */
  @IsOptional()
  @Matches(/^[\w-]{1,100}$/, { message: 'must be letters, digits, _ and -' })
  BROKER_TENANT?: string;

  /** Bearer token for the external broker; the stand-alone broker asks for it. */
  @IsOptional()
  @IsString()
  @Matches(/^[\x21-\x7e]+$/, { message: 'must be printable ASCII without spaces' })
  @MaxLength(8192)
  BROKER_TOKEN?: string;

  /** The longest a call to the external broker may take, retries included, in milliseconds. */
  @Type(() => Number)
  @IsInt()
  @Min(100)
  @Max(120_000)
  BROKER_TIMEOUT_MS: number = 10_000;

  /** The longest a query in the embedded broker may take before it is refused as too complex, in milliseconds. */
  @Type(() => Number)
  @IsInt()
  @Min(100)
  @Max(120_000)
  QUERY_TIMEOUT_MS: number = 5_000;

  /** How long the embedded broker keeps the history of entities, in days; 0: for ever. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(36_500)
  TEMPORAL_RETENTION_DAYS: number = 0;

  /** Instances of one attribute that a temporal answer of the embedded broker has at most. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(10_000)
  TEMPORAL_PAGE_SIZE: number = 1_000;

  /** JSON-LD context that the external broker is to use for the service's terms; empty: the core context. */
  @IsOptional()
  @IsHttpUrl()
  NGSI_LD_CONTEXT?: string;

  /** Address of the NGSI-LD core context in answers. */
  @IsHttpUrl()
  NGSI_LD_CORE_CONTEXT_URL: string = 'https://uri.etsi.org/ngsi-ld/v1/ngsi-ld-core-context.jsonld';

  /** Whether the embedded broker lets a JSON-LD context in the Link header pass beside one in the body. */
  @IsSwitch()
  NGSI_LD_LENIENT_CONTEXT: boolean = true;

  /** Whether the embedded broker fetches contexts from private and loopback addresses and sends notifications there. */
  @IsSwitch()
  NGSI_LD_ALLOW_PRIVATE_HOSTS: boolean = false;

  /** PostgreSQL server of the service database; empty: SQLite in DATA_DIR. */
  @IsOptional()
  @IsPostgresUrl()
  DATABASE_URL?: string;

  /** The most connections of this instance to that server. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1000)
  DATABASE_POOL_SIZE: number = 10;

  /** Whether callers have to log in; empty: only in production. Read it by {@link isAuthEnabled}. */
  @IsOptional()
  @IsSwitch()
  AUTH_ENABLED?: boolean;

  /** Whether anyone may make an account, with the role of a citizen. */
  @IsSwitch()
  REGISTRATION_ENABLED: boolean = false;

  /** Signs access tokens; empty: outside production one is made and kept in DATA_DIR. */
  @IsJwtSecret()
  JWT_SECRET?: string;

  /** How long an access token holds. */
  @Type(() => Number)
  @IsInt()
  @Min(30)
  @Max(60)
  JWT_EXPIRES_MINUTES: number = 60;

  /** Name of the first administrator, made at a start that finds none. */
  @IsOptional()
  @rule('isUsername', 'must be 3 to 32 of a-z, 0-9, dot, hyphen and underscore', isUsername)
  ADMIN_USERNAME?: string;

  /** Password of the first administrator; of no meaning once there is one. */
  @rule<Environment>(
    'isAdminPassword',
    'must be 8 to 128 characters when ADMIN_USERNAME is set, and empty when not',
    (value, { ADMIN_USERNAME }) => (ADMIN_USERNAME === undefined ? value === undefined : isPassword(value)),
  )
  ADMIN_PASSWORD?: string;

  /** Whether requests are limited; empty: only in production. Read it by {@link isRateLimited}. */
  @IsOptional()
  @IsSwitch()
  RATE_LIMIT_ENABLED?: boolean;

  /** Requests an hour from one address without credentials. */
  @IsRateLimit()
  RATE_LIMIT_ANONYMOUS: number = 100;

  /** Requests an hour of one user, or of one API key. */
  @IsRateLimit()
  RATE_LIMIT_AUTHENTICATED: number = 1_000;

  /** Requests an hour of one administrator, or of one API key of theirs. */
  @IsRateLimit()
  RATE_LIMIT_ADMIN: number = 10_000;

  /** Attempts to log in an hour from one address. */
  @IsRateLimit()
  RATE_LIMIT_LOGIN: number = 30;

  /** Attempts to register an hour from one address. */
  @IsRateLimit()
  RATE_LIMIT_REGISTRATION: number = 10;

  /** Messages to the chatbot an hour from one address. */
  @IsRateLimit()
  RATE_LIMIT_CHAT: number = 120;

  /** Redis in which several instances share these counts; empty: every instance counts for itself. */
  @IsOptional()
  @IsRedisUrl()
  REDIS_URL?: string;

  /** Time zone of the city (IANA name): where a day and a week begin in the statistics. */
  @IsTimeZone({ message: 'must be a time zone such as Asia/Ho_Chi_Minh' })
  TIME_ZONE: string = 'UTC';

  /** JSON file of the categories that reports can have; empty: the one that comes with the service. */
  @IsOptional()
  @IsString()
  TAXONOMY_FILE?: string;

  /** JSON file of what makes reports urgent; empty: the one that comes with the service. */
  @IsOptional()
  @IsString()
  PRIORITY_FILE?: string;

  /** Whether reports are classified once they are made. */
  @IsSwitch()
  AUTO_CLASSIFY: boolean = true;

  /** What classifies reports; empty: the NLP service or the model where one is set, else the embedded classifier. */
  @IsClassifier()
  CLASSIFIER?: ClassifierKind;

  /** A second classifier that is asked beside the first; only how often they agree is kept. */
  @IsClassifier()
  CLASSIFIER_SHADOW?: ClassifierKind;

  /** Confidence in the category below which somebody should look at it. */
  @Type(() => Number)
  @IsNumber()
  @Min(0)
  @Max(1)
  REVIEW_THRESHOLD: number = 0.6;

  /** Address that texts are sent to for classification; docs/classification.md says what it is sent and answers. */
  @IsOptional()
  @IsHttpUrl()
  NLP_SERVICE_URL?: string;

  /** The longest that a remote classifier may take for a text, repetitions included, in milliseconds. */
  @Type(() => Number)
  @IsInt()
  @Min(100)
  @Max(120_000)
  NLP_TIMEOUT_MS: number = 10_000;

  /** Model on the server of OPENAI_BASE_URL that classifies reports. */
  @IsServedModel()
  CLASSIFIER_MODEL?: string;

  /** Model of an OpenAI-compatible server that answers in the chatbot; empty: the embedded assistant does. */
  @IsServedModel()
  CHAT_MODEL?: string;

  /** Address of that server's interface, /v1 included; empty: OpenAI's own. */
  @IsOptional()
  @IsHttpUrl()
  OPENAI_BASE_URL?: string;

  /** Key for that server; one that asks for none needs none. */
  @IsOptional()
  @Matches(/^[\x21-\x7e]+$/, { message: 'must be printable ASCII without spaces' })
  @MaxLength(8192)
  OPENAI_API_KEY?: string;

  /** The longest an answer in the chatbot may take, in milliseconds. */
  @Type(() => Number)
  @IsInt()
  @Min(1_000)
  @Max(3_600_000)
  CHAT_TIMEOUT_MS: number = 120_000;

  /** The longest the model server may be silent before and within an answer, in milliseconds. */
  @Type(() => Number)
  @IsInt()
  @Min(100)
  @Max(3_600_000)
  CHAT_IDLE_TIMEOUT_MS: number = 60_000;

  /** Answers that may be written at once. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100_000)
  CHAT_MAX_CONCURRENT: number = 500;

  /** Tokens of earlier turns that the model is reminded of, by estimate. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  CHAT_HISTORY_TOKENS: number = 4_000;

  /** Days after the last message for which a conversation is kept. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(36_500)
  CHAT_RETENTION_DAYS: number = 90;

  /** Address of an OpenAI-compatible embeddings server, /v1 included; empty: OpenAI's own where there is a key. */
  @IsOptional()
  @IsHttpUrl()
  EMBEDDINGS_BASE_URL?: string;

  /** Key for that server; one that asks for none needs none. */
  @IsOptional()
  @Matches(/^[\x21-\x7e]+$/, { message: 'must be printable ASCII without spaces' })
  @MaxLength(8192)
  EMBEDDINGS_API_KEY?: string;

  /** The model that turns texts into vectors. */
  @Matches(/^[\x21-\x7e]{1,200}$/, {
    message: 'must be a name of 1 to 200 printable characters without spaces',
  })
  EMBEDDINGS_MODEL: string = 'text-embedding-3-small';

  /** The longest a call to that server may take, retries included, in milliseconds. */
  @Type(() => Number)
  @IsInt()
  @Min(100)
  @Max(600_000)
  EMBEDDINGS_TIMEOUT_MS: number = 15_000;

  /** Qdrant server that keeps the vectors; empty: the service database does. */
  @IsOptional()
  @IsHttpUrl()
  VECTOR_STORE_URL?: string;

  /** Key for that server. */
  @IsOptional()
  @Matches(/^[\x21-\x7e]+$/, { message: 'must be printable ASCII without spaces' })
  @MaxLength(8192)
  VECTOR_STORE_API_KEY?: string;

  /** Directory of Markdown and text files that the chatbot and the search know. */
  @IsNotEmpty()
  KNOWLEDGE_DIR: string = './knowledge';
}

/** Whether callers have to log in. */
export const isAuthEnabled = ({ AUTH_ENABLED, NODE_ENV }: Environment): boolean =>
  AUTH_ENABLED ?? NODE_ENV === 'production';

/** Whether requests are limited. */
export const isRateLimited = ({ RATE_LIMIT_ENABLED, NODE_ENV }: Environment): boolean =>
  RATE_LIMIT_ENABLED ?? NODE_ENV === 'production';

/** What classifies reports: what CLASSIFIER names, else what is configured. */
export const classifierOf = ({
  CLASSIFIER,
  NLP_SERVICE_URL,
  CLASSIFIER_MODEL,
}: Environment): ClassifierKind => {
  if (CLASSIFIER !== undefined) return CLASSIFIER;
  if (NLP_SERVICE_URL !== undefined) return 'nlp-service';
  return CLASSIFIER_MODEL === undefined ? 'embedded' : 'model-server';
};
