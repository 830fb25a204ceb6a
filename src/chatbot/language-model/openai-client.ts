import type { ModelMessage, ModelRequest, ToolDescription } from './language-model';
import type { ModelChunk } from './model-call';

export interface ClientSettings {
  model: string;
  baseUrl: string;
  apiKey: string;
  fetch: typeof fetch;
}

/** LangChain is large and takes most of a second to load, so that it is only loaded for a model server. */
async function loadLibrary() {
  const [openai, messages] = await Promise.all([
    import('@langchain/openai'),
    import('@langchain/core/messages'),
  ]);
  return { ...openai, ...messages };
}

type Library = Awaited<ReturnType<typeof loadLibrary>>;
type Model = InstanceType<Library['ChatOpenAICompletions']>;
type Message = Parameters<Model['_streamResponseChunks']>[0][number];
type Chunk = Model extends { _streamResponseChunks(...args: never[]): AsyncGenerator<infer T> } ? T : never;

/** Chat completions through LangChain. */
export class OpenAiClient {
  private constructor(
    private readonly library: Library,
    private readonly model: Model,
  ) {}

  static async load({ model, baseUrl, apiKey, fetch }: ClientSettings): Promise<OpenAiClient> {
    const library = await loadLibrary();
    // The class for completions rather than ChatOpenAI, which sends some models to another interface by their names.
    const completions = new library.ChatOpenAICompletions({
      model,
      apiKey,
      streamUsage: true,
      // A stream cannot be taken up again; whoever asked decides whether to ask again.
      maxRetries: 0,
      configuration: { baseURL: baseUrl, fetch, logLevel: 'off' },
    });
    return new OpenAiClient(library, completions);
  }

  /**
   * Ends without an error when the signal aborts. Read below LangChain's own stream(), which keeps and joins all chunks
   * of an answer for its tracing.
   */
  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelChunk> {
    const messages = request.messages.map((message) => this.toMessage(message));
    const options = { signal, ...toolOptions(request) };
    for await (const chunk of this.model._streamResponseChunks(messages, options)) yield toChunk(chunk);
  }

  private toMessage(message: ModelMessage): Message {
    const { SystemMessage, HumanMessage, AIMessage, ToolMessage } = this.library;
    switch (message.role) {
      case 'system':
        return new SystemMessage(message.content);
      case 'user':
        return new HumanMessage(message.content);
      case 'tool':
        return new ToolMessage({ content: message.content, tool_call_id: message.toolCallId });
      case 'assistant':
        return new AIMessage({
          content: message.content,
          tool_calls: message.toolCalls?.map(({ id, name, arguments: args = {} }) => ({ id, name, args })),
        });
    }
  }
}

const toolOptions = ({ tools, mayCallTools }: ModelRequest) =>
  tools.length === 0
    ? {}
    : { tools: tools.map(toTool), tool_choice: mayCallTools ? ('auto' as const) : ('none' as const) };

const toTool = (description: ToolDescription) => ({ type: 'function' as const, function: description });

function toChunk({ text, message, generationInfo }: Chunk): ModelChunk {
  // What these are depends on the kind of message, of which a stream has only this one.
  const { tool_call_chunks: calls = [], usage_metadata: usage } = message as {
    tool_call_chunks?: { index?: number; id?: string; name?: string; args?: string }[];
    usage_metadata?: { input_tokens?: number; output_tokens?: number };
  };
  const finishReason: unknown = generationInfo?.finish_reason;
  return {
    text,
    toolCalls: calls.map(({ args, ...call }) => ({ ...call, arguments: args })),
    finishReason: typeof finishReason === 'string' ? finishReason : undefined,
    usage: usage && { inputTokens: usage.input_tokens ?? 0, outputTokens: usage.output_tokens ?? 0 },
  };
}
