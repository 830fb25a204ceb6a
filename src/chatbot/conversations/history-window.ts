import { estimateTokens } from '../tokens';

/**
 * The newest turns whose texts fit into the budget, oldest first. Whole turns are dropped, never parts: half an exchange
 * misleads a model more than none.
 *
 * @param newestFirst the turns of a conversation
 */
export function historyWindow<T extends { question: string; answer: string }>(
  newestFirst: readonly T[],
  tokens: number,
): T[] {
  let left = tokens;
  const beyond = newestFirst.findIndex(({ question, answer }) => {
    left -= estimateTokens(question) + estimateTokens(answer);
    return left < 0;
  });
  return newestFirst.slice(0, beyond === -1 ? undefined : beyond).reverse();
}
