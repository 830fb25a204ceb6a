import { CachedValue } from '../../common/cached-value';
import { boundedFetch } from './bounded-fetch';
import { LanguageModel, type ModelEnd, type ModelHealth, type ModelRequest } from './language-model';
import { ModelCall } from './model-call';
import { toModelError } from './model-errors';
import { OpenAiClient } from './openai-client';

/** Where OpenAI itself offers the interface that the others have taken over. */
const OPENAI_URL = 'https://api.openai.com/v1';

/** Servers that ask for no key take any. */
const NO_KEY = 'none';

const HEALTH_TIMEOUT_MS = 1_500;
const HEALTH_CACHE_MS = 30_000;

export interface OpenAiSettings {
  model: string;
  baseUrl?: string;
  apiKey?: string;
  /** The longest silence before and within an answer, in milliseconds. */
  idleTimeoutMs: number;
}

/** A model behind the chat completions of OpenAI's interface, which Ollama, LM Studio, vLLM and others offer too. */
export class OpenAiLanguageModel extends LanguageModel {
  readonly name: string;
  private readonly baseUrl: string;
  private readonly apiKey: string;
  private readonly cachedHealth = new CachedValue(() => this.askHealth(), HEALTH_CACHE_MS);
  private client: Promise<OpenAiClient> | undefined;

  constructor(private readonly settings: OpenAiSettings) {
    super();
    this.name = settings.model;
    this.baseUrl = settings.baseUrl ?? OPENAI_URL;
    this.apiKey = settings.apiKey ?? NO_KEY;
  }

  /** Loads the library, which takes most of a second, before the first message needs it. */
  async warmUp(): Promise<void> {
    await this.loadClient();
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<string, ModelEnd> {
    const client = await this.loadClient();
    const call = new ModelCall(signal, this.settings.idleTimeoutMs);
    try {
      return yield* call.read(client.stream(request, call.signal));
    } catch (error) {
      throw call.reason ?? toModelError(error);
    } finally {
      call.end();
    }
  }

  health(): Promise<ModelHealth> {
    return this.cachedHealth.get();
  }

  private loadClient(): Promise<OpenAiClient> {
    const { name: model, baseUrl, apiKey } = this;
    this.client ??= OpenAiClient.load({ model, baseUrl, apiKey, fetch: boundedFetch });
    return this.client;
  }

  /** Every server of this interface lists its models, which costs nothing. */
  private async askHealth(): Promise<ModelHealth> {
    try {
      const answer = await fetch(`${this.baseUrl}/models`, {
        headers: { Authorization: `Bearer ${this.apiKey}` },
        signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
        redirect: 'error',
      });
      await answer.body?.cancel();
      return answer.ok ? 'up' : 'down';
    } catch {
      // Why it does not answer is told by the messages that need it.
      return 'down';
    }
  }
}
