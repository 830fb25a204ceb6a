import { boundedFetch } from '../../chatbot/language-model/bounded-fetch';
import { redactContacts } from '../../common/privacy/redact';
import type { Taxonomy } from '../taxonomy/taxonomy';
import { type CategoryScore, TextClassifier } from '../text-classifier';
import { completeScores } from './category-scores';
import { classificationPrompt } from './model-prompt';
import { RemoteCall, RemoteFailure } from './remote-call';

interface Settings {
  model: string;
  /** Address of the server's interface, /v1 included; undefined: OpenAI's own. */
  baseUrl?: string;
  /** Undefined: the server asks for none. */
  apiKey?: string;
  /** The longest that a text may take, repetitions included. */
  timeoutMs: number;
  taxonomy: Taxonomy;
}

interface ModelAnswer {
  categories: CategoryScore[];
}

/** Sends the prompt for a text; rejects when the answer is not of the shape that was asked for. */
type Ask = (text: string, signal: AbortSignal) => Promise<ModelAnswer>;

/** An answer has few categories, and names no more than these. */
const MOST_CATEGORIES = 3;
const MOST_TOKENS = 500;

/** A language model on any server that speaks OpenAI's interface. */
export class ModelServerClassifier extends TextClassifier {
  override readonly name: string;
  private readonly remote: RemoteCall;
  private ask: Promise<Ask> | undefined;

  constructor(private readonly settings: Settings) {
    super();
    this.name = `model-server/${settings.model}`;
    this.remote = new RemoteCall('the model server', settings.timeoutMs);
  }

  /** The text leaves the service without e-mail addresses and telephone numbers, and nothing else of the report does. */
  override async classify(text: string, signal?: AbortSignal): Promise<CategoryScore[]> {
    // LangChain takes most of a second to load, which the start of the service is not to wait for.
    this.ask ??= loadAsk(this.settings);
    const ask = await this.ask;
    return this.remote.run(async (limit) => {
      const { categories } = await ask(redactContacts(text), limit).catch((error: unknown) =>
        Promise.reject(failureOf(error)),
      );
      return completeScores(categories, this.settings.taxonomy.keys);
    }, signal);
  }
}

async function loadAsk({ model, baseUrl, apiKey, taxonomy }: Settings): Promise<Ask> {
  const [{ ChatOpenAICompletions }, { z }] = await Promise.all([import('@langchain/openai'), import('zod')]);
  const score = z.object({ category: z.enum(taxonomy.keys), confidence: z.number().min(0).max(1) });
  const answer = z.object({ categories: z.array(score).min(1).max(MOST_CATEGORIES) });
  // The class for completions rather than ChatOpenAI, which sends some models to another interface by their names.
  const structured = new ChatOpenAICompletions({
    model,
    apiKey: apiKey ?? 'none',
    temperature: 0,
    maxTokens: MOST_TOKENS,
    maxRetries: 0,
    configuration: { baseURL: baseUrl, fetch: boundedFetch, logLevel: 'off' },
  }).withStructuredOutput(answer, { name: 'categories', method: 'jsonSchema' });
  const { system, user } = classificationPrompt(taxonomy);
  return (text, signal) =>
    structured.invoke(
      [
        ['system', system],
        ['user', user(text)],
      ],
      { signal },
    );
}

/** Statuses of a server that may well answer a little later. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 429, 500, 502, 503, 504, 529]);

/** What the server itself said is left out: it may hold the text, or the key. */
function failureOf(error: unknown): RemoteFailure {
  const { name, status } = error as { name?: string; status?: unknown };
  if (typeof status === 'number') return new RemoteFailure(`status ${status}`, PASSING.has(status));
  const connection = error instanceof TypeError || /Connection|Timeout|Abort/.test(String(name));
  return new RemoteFailure(connection ? 'no connection' : 'an answer of another shape', connection);
}
