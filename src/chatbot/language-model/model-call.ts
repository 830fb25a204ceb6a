import type { ModelEnd, ToolCall } from './language-model';
import { AiServiceError, AiServiceUnavailableError } from './model-errors';

/** What a client of a model server gives as it comes. */
export interface ModelChunk {
  text: string;
  toolCalls: readonly ToolCallChunk[];
  finishReason: string | undefined;
  usage: { inputTokens: number; outputTokens: number } | undefined;
}

/** A part of a tool call. Parts of one call share an index where the server numbers them. */
export interface ToolCallChunk {
  index?: number;
  id?: string;
  name?: string;
  arguments?: string;
}

const FINISH_REASONS: Partial<Record<string, ModelEnd['finishReason']>> = {
  length: 'length',
  content_filter: 'content_filter',
};

/** One call to a model server: ends when its reader wants it to, or when the server has been silent for too long. */
export class ModelCall {
  private readonly controller = new AbortController();
  private readonly follow: () => void;

  constructor(
    private readonly parent: AbortSignal,
    private readonly idleTimeoutMs: number,
  ) {
    this.follow = () => this.controller.abort(parent.reason);
    if (parent.aborted) this.follow();
    parent.addEventListener('abort', this.follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Why the call was ended from this side; undefined while it was not. */
  get reason(): Error | undefined {
    return this.signal.aborted ? (this.signal.reason as Error) : undefined;
  }

  /** The pieces of text, and what the server said at the end. */
  async *read(chunks: AsyncIterable<ModelChunk>): AsyncGenerator<string, ModelEnd> {
    const toolCalls = new ToolCallCollector();
    let usage = { inputTokens: 0, outputTokens: 0 };
    let finishReason: string | undefined;
    let isEmpty = true;
    for await (const chunk of this.watched(chunks)) {
      chunk.toolCalls.forEach((part) => toolCalls.add(part));
      usage = chunk.usage ?? usage;
      finishReason = chunk.finishReason ?? finishReason;
      if (chunk.text === '') continue;
      isEmpty = false;
      yield chunk.text;
    }
    // Clients of these servers end without a word when they are told to end, or when the connection breaks.
    this.signal.throwIfAborted();
    if (finishReason === undefined) throw new AiServiceError('the model server broke its answer off');
    const calls = toolCalls.all();
    if (calls.length > 0) return { finishReason: 'tool_calls', toolCalls: calls, usage };
    if (isEmpty) throw new AiServiceError('the model server answered with nothing');
    return { finishReason: FINISH_REASONS[finishReason] ?? 'stop', toolCalls: [], usage };
  }

  end(): void {
    this.parent.removeEventListener('abort', this.follow);
    this.controller.abort(new Error('the call is over'));
  }

  /** The chunks; the clock runs only while the server is waited for, not while a reader takes its time. */
  private async *watched(chunks: AsyncIterable<ModelChunk>): AsyncGenerator<ModelChunk> {
    const iterator = chunks[Symbol.asyncIterator]();
    try {
      for (;;) {
        const timer = setTimeout(() => this.controller.abort(silent(this.idleTimeoutMs)), this.idleTimeoutMs);
        const step = await iterator.next().finally(() => clearTimeout(timer));
        if (step.done === true) return;
        yield step.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
}

/** Puts tool calls together from their parts. */
class ToolCallCollector {
  private readonly calls: { index?: number; id: string; name: string; arguments: string }[] = [];

  add({ index, id, name = '', arguments: part = '' }: ToolCallChunk): void {
    const known = this.calls.find((call) =>
      index === undefined ? id === undefined || call.id === id : call.index === index,
    );
    if (known) {
      known.name ||= name;
      known.arguments += part;
    } else {
      this.calls.push({ index, id: id ?? `call_${this.calls.length}`, name, arguments: part });
    }
  }

  all(): ToolCall[] {
    return this.calls.map((call) => ({ id: call.id, name: call.name, arguments: objectIn(call.arguments) }));
  }
}

function objectIn(json: string): Record<string, unknown> | undefined {
  try {
    // A tool without arguments is called with an empty text by some servers.
    const value: unknown = JSON.parse(json === '' ? '{}' : json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const silent = (milliseconds: number) =>
  new AiServiceUnavailableError(`the model server said nothing for ${milliseconds} ms`, {
    retryAfterSeconds: 5,
  });
