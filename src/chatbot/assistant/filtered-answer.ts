import type { ModelEnd } from '../language-model/language-model';
import type { AnswerFilter } from '../safety/answer-filter';

/** The longest text of one model call, in characters. */
const LONGEST_TEXT = 32_000;

export interface FilteredEnd extends ModelEnd {
  /** All that the model wrote, as it wrote it. */
  written: string;
}

/** The pieces as they may be shown; a model that does not stop is stopped. */
export async function* filteredAnswer(
  pieces: AsyncGenerator<string, ModelEnd>,
  filter: AnswerFilter,
): AsyncGenerator<string, FilteredEnd> {
  const nothing: ModelEnd = {
    finishReason: 'length',
    toolCalls: [],
    usage: { inputTokens: 0, outputTokens: 0 },
  };
  let written = '';
  try {
    while (written.length < LONGEST_TEXT) {
      const piece = await pieces.next();
      if (piece.done === true) return { ...piece.value, written };
      written += piece.value;
      const shown = filter.push(piece.value);
      if (shown !== '') yield shown;
    }
    return { ...nothing, written };
  } finally {
    await pieces.return(nothing);
  }
}
