/** How well a list answers one query of the labelled set. */
export interface Figures {
  /** The share of what is relevant that stands among the first five. */
  recall: number;
  /** One divided by the place of the first relevant result; 0 when there is none. */
  reciprocalRank: number;
}

const FIRST = 5;

/** @param found ids, best first */
export function figuresOf(found: readonly string[], relevant: readonly string[]): Figures {
  const first = found.slice(0, FIRST);
  const place = found.findIndex((id) => relevant.includes(id));
  return {
    recall: relevant.filter((id) => first.includes(id)).length / Math.min(relevant.length, FIRST),
    reciprocalRank: place === -1 ? 0 : 1 / (place + 1),
  };
}

export const meanOf = (all: readonly Figures[]): Figures => ({
  recall: mean(all.map(({ recall }) => recall)),
  reciprocalRank: mean(all.map(({ reciprocalRank }) => reciprocalRank)),
});

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
