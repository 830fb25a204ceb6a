/** A message as language models know them. */
export type ModelMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: readonly ToolCall[] }
  /** What a tool answered to a call of this id. */
  | { role: 'tool'; content: string; toolCallId: string };

/** A model's wish to use a tool. */
export interface ToolCall {
  id: string;
  name: string;
  /** As the model wrote them; undefined when that is no JSON object. */
  arguments: Record<string, unknown> | undefined;
}

/** A tool as it is described to a model. */
export interface ToolDescription {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  parameters: Record<string, unknown>;
}

/** Tokens, as the model server counts them; zero where it does not say. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
}

export interface ModelEnd {
  finishReason: 'stop' | 'length' | 'content_filter' | 'tool_calls';
  toolCalls: readonly ToolCall[];
  usage: Usage;
}

export interface ModelRequest {
  messages: readonly ModelMessage[];
  tools: readonly ToolDescription[];
  /** False when the model has to answer without tools now, though earlier messages used them. */
  mayCallTools: boolean;
}

/** How the model server is. */
export type ModelHealth = 'up' | 'down' | 'disabled';

/**
 * A language model that writes an answer piece by piece. What goes wrong is an {@link AiServiceUnavailableError} (it
 * cannot be reached, is silent, or has too much to do) or an {@link AiServiceError} (it refused, or answered with
 * something unusable).
 */
export abstract class LanguageModel {
  /** Undefined when no model server is configured. */
  abstract readonly name: string | undefined;

  /**
   * The pieces of the answer, none of them empty, and at last how it ended. Aborting ends the call to the model server
   * at once.
   */
  abstract stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<string, ModelEnd>;

  /** At most half a minute old. */
  abstract health(): Promise<ModelHealth>;
}
