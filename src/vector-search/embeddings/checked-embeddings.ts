import { AsyncLocalStorage } from 'node:async_hooks';
import type { OpenAI } from 'openai';
import { EmbeddingsError } from '../vector-search.errors';
import { boundedResponse } from './bounded-response';

export interface EmbeddingsServer {
  /** With /v1. */
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  timeoutMs: number;
}

type Request = OpenAI.EmbeddingCreateParams;
type Answer = OpenAI.CreateEmbeddingResponse;

/** LangChain's interface has no means to give up a call. */
const givingUp = new AsyncLocalStorage<AbortSignal>();

/** Runs the work; what it asks the embeddings server for is given up with the signal. */
export const untilGivenUp = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  givingUp.run(signal, work);

export type CheckedEmbeddings = Awaited<ReturnType<typeof checkedEmbeddings>>;

/** LangChain's embeddings of an OpenAI-compatible server, with answers that are checked. Loads the library. */
export async function checkedEmbeddings({ baseUrl, apiKey, model, timeoutMs }: EmbeddingsServer) {
  const { OpenAIEmbeddings } = await import('@langchain/openai');

  class Checked extends OpenAIEmbeddings {
    protected override async embeddingWithRetry(request: Request): Promise<Answer> {
      const answer = await super.embeddingWithRetry(request);
      return { ...answer, data: oneForEachText(answer, request) };
    }
  }

  return new Checked({
    model,
    // Without one the library takes that of the chatbot's server from the environment.
    apiKey: apiKey ?? 'none',
    // Few servers other than OpenAI's speak base64, which is the library's choice.
    encodingFormat: 'float',
    stripNewLines: false,
    timeout: timeoutMs,
    maxRetries: 0,
    configuration: { baseURL: baseUrl, organization: null, project: null, fetch: boundedFetch },
  });
}

/** @throws EmbeddingsError when there is not one vector for each text. */
function oneForEachText(answer: Partial<Answer> | null | undefined, { input }: Request): Answer['data'] {
  const data = answer?.data;
  if (!Array.isArray(data)) throw new EmbeddingsError('the embeddings server answers without vectors');
  const texts = Array.isArray(input) ? input.length : 1;
  if (data.length !== texts) {
    throw new EmbeddingsError(`the embeddings server answers ${data.length} vectors for ${texts} texts`);
  }
  return data.toSorted((one, other) => one.index - other.index);
}

/** A redirect is an answer that is no good: the texts are for this server alone. */
const boundedFetch: typeof fetch = async (input, init) => {
  const signals = [init?.signal, givingUp.getStore()].filter((signal) => signal instanceof AbortSignal);
  const response = await fetch(input, { ...init, redirect: 'error', signal: AbortSignal.any(signals) });
  return boundedResponse(response);
};
