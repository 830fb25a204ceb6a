import { redactContacts } from '../../common/privacy/redact';
import type { SearchResult } from '../../vector-search/search-result';
import type { LanguageModel, ModelMessage, Usage } from '../language-model/language-model';
import { AiServiceError } from '../language-model/model-errors';
import { AnswerFilter } from '../safety/answer-filter';
import { Fence } from '../safety/fence';
import { KnownLinks } from '../safety/links';
import type { ModelTools } from '../tools/model-tools.service';
import type { ReportTools } from '../tools/report-tools.service';
import { type AnswerEnd, Assistant, type EarlierTurn, type Question } from './assistant';
import { type FilteredEnd, filteredAnswer } from './filtered-answer';
import { type Retrieval, toData } from './retrieval.service';
import { systemPrompt } from './system-prompt';

/** How often a model may call tools before it has to answer. */
const MOST_TOOL_ROUNDS = 4;

/** How many tools a model may call at once. */
const MOST_CALLS = 6;

/** Lets a language model answer, with tools over the service and with what is found in documents. */
export class ModelAssistant extends Assistant {
  /** @param serviceUrl the service's address as clients see it, to which answers may link */
  constructor(
    readonly model: string,
    private readonly languageModel: LanguageModel,
    private readonly retrieval: Retrieval,
    private readonly tools: ModelTools,
    private readonly reports: ReportTools,
    private readonly serviceUrl: string | undefined,
  ) {
    super();
  }

  async *answer(question: Question, signal: AbortSignal): AsyncGenerator<string, AnswerEnd> {
    const fence = new Fence();
    const pieces = await this.retrieval.search(question.message, question.caller, signal);
    const messages = this.firstMessages(question, pieces, fence);
    const filter = new AnswerFilter(this.linksFrom(pieces));
    const tools = this.tools.descriptionsFor(question.caller);
    const usage: Usage = { inputTokens: 0, outputTokens: 0 };

    for (let round = 0; round <= MOST_TOOL_ROUNDS; round++) {
      const request = { messages, tools, mayCallTools: round < MOST_TOOL_ROUNDS };
      const end = yield* filteredAnswer(this.languageModel.stream(request, signal), filter);
      usage.inputTokens += end.usage.inputTokens;
      usage.outputTokens += end.usage.outputTokens;
      if (end.finishReason !== 'tool_calls') {
        const rest = filter.end();
        if (rest !== '') yield rest;
        return { finishReason: end.finishReason, usage };
      }
      if (end.written !== '') yield filter.push('\n\n');
      messages.push(...(await this.callTools(end, question, fence, signal)));
    }
    throw new AiServiceError('the model called tools again and again without answering');
  }

  private firstMessages(
    { message, earlier, caller, sources }: Question,
    pieces: SearchResult[],
    fence: Fence,
  ): ModelMessage[] {
    for (const { id, type, title, score } of pieces) {
      sources.add({ id, type, title: redactContacts(title), score });
    }
    const { serviceUrl } = this;
    const seesAll = this.reports.maySeeAll(caller);
    const found =
      pieces.length > 0 ? fence.around(pieces.map(toData)) : 'No document says anything about this.';
    return [
      { role: 'system', content: systemPrompt({ fence, serviceUrl, seesAll, now: new Date() }) },
      ...earlier.flatMap(toMessages),
      { role: 'user', content: `${found}\n\n${redactContacts(message)}` },
    ];
  }

  private linksFrom(pieces: SearchResult[]): KnownLinks {
    const links = new KnownLinks(this.serviceUrl);
    for (const { type, text } of pieces) if (type === 'Document') links.learnFrom(text);
    return links;
  }

  /** What the model asked for, and what it got; every call has to be answered. */
  private async callTools(
    { written, toolCalls }: FilteredEnd,
    { caller, sources }: Question,
    fence: Fence,
    signal: AbortSignal,
  ): Promise<ModelMessage[]> {
    const messages: ModelMessage[] = [{ role: 'assistant', content: written, toolCalls }];
    for (const [index, call] of toolCalls.entries()) {
      signal.throwIfAborted();
      const result =
        index < MOST_CALLS
          ? await this.tools.call(call, caller, sources)
          : { error: 'too many calls at once' };
      messages.push({ role: 'tool', toolCallId: call.id, content: fence.around(result) });
    }
    return messages;
  }
}

function toMessages({ question, answer, finishReason }: EarlierTurn): ModelMessage[] {
  const isCut = finishReason === 'error' || finishReason === 'interrupted';
  return [
    { role: 'user', content: redactContacts(question) },
    { role: 'assistant', content: redactContacts(answer) + (isCut ? ' [broken off]' : '') },
  ];
}
