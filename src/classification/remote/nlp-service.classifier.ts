import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import axios, { type AxiosInstance, isAxiosError } from 'axios';
import { isObject } from '../../common/json/is-object';
import { redactContacts } from '../../common/privacy/redact';
import { type CategoryScore, TextClassifier } from '../text-classifier';
import { completeScores } from './category-scores';
import { RemoteCall, RemoteFailure } from './remote-call';

const LONGEST_ANSWER_BYTES = 256 * 1024;

const AGENT_OPTIONS = { keepAlive: true, maxSockets: 8 };

interface Settings {
  /** The address that texts are sent to. */
  url: string;
  /** The longest that a text may take, repetitions included. */
  timeoutMs: number;
  /** Keys of the taxonomy. */
  categories: readonly string[];
}

/** A classifier over HTTP; docs/classification.md describes what it is sent and what it answers. */
export class NlpServiceClassifier extends TextClassifier {
  override readonly name = 'nlp-service';
  private readonly remote: RemoteCall;
  private readonly http: AxiosInstance;

  constructor(private readonly settings: Settings) {
    super();
    this.remote = new RemoteCall('the NLP service', settings.timeoutMs);
    this.http = axios.create({
      httpAgent: new HttpAgent(AGENT_OPTIONS),
      httpsAgent: new HttpsAgent(AGENT_OPTIONS),
      headers: { Accept: 'application/json' },
      maxContentLength: LONGEST_ANSWER_BYTES,
      maxRedirects: 0,
      proxy: false,
      responseType: 'text',
      transformResponse: [],
    });
  }

  /** The text leaves the service without e-mail addresses and telephone numbers, and nothing else of the report does. */
  override classify(text: string, signal?: AbortSignal): Promise<CategoryScore[]> {
    const { url, categories } = this.settings;
    const body = { text: redactContacts(text), categories };
    return this.remote.run(async (limit) => {
      const { data } = await this.http
        .post<string>(url, body, { signal: limit })
        .catch((error: unknown) => Promise.reject(failureOf(error)));
      return completeScores(scoresIn(data), categories);
    }, signal);
  }
}

/** What the service answered: `{ "categories": [{ "category": "waste", "confidence": 0.9 }] }`. */
function scoresIn(text: string): CategoryScore[] {
  const answer = parsed(text);
  const list: unknown = isObject(answer) ? answer['categories'] : undefined;
  if (!Array.isArray(list) || !list.every(isScore)) throw new RemoteFailure('no list of categories', false);
  return list;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RemoteFailure('no JSON', false, error);
  }
}

const isScore = (value: unknown): value is CategoryScore =>
  isObject(value) &&
  typeof value['category'] === 'string' &&
  typeof value['confidence'] === 'number' &&
  value['confidence'] >= 0 &&
  value['confidence'] <= 1;

/** Statuses of a service that may well answer a little later. */
const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

function failureOf(error: unknown): RemoteFailure {
  if (!isAxiosError(error)) return new RemoteFailure('not sent', false, error);
  if (error.response !== undefined) {
    const { status } = error.response;
    return new RemoteFailure(`status ${status}`, PASSING.has(status), error);
  }
  const tooLong = error.message.startsWith('maxContentLength');
  return new RemoteFailure(
    tooLong ? 'the answer is too long' : `no connection (${error.code})`,
    !tooLong,
    error,
  );
}
