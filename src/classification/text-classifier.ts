/** How well a category fits a text. */
export interface CategoryScore {
  /** Key of a category of the taxonomy. */
  category: string;
  /** Probability that this is the category, 0 to 1. */
  confidence: number;
}

/** Tells from the text of a report what it is about. */
export abstract class TextClassifier {
  /** What classified, such as `embedded/1`; kept with the report. */
  abstract readonly name: string;

  /**
   * Every category of the taxonomy, the best first; confidences add up to 1. Any text will do: one that says nothing
   * gets low confidences, never an error.
   *
   * @param signal ends the classification early, which then rejects with the signal's reason
   */
  abstract classify(text: string, signal?: AbortSignal): Promise<CategoryScore[]>;
}
