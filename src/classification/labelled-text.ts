/** A text of which the category is known. */
export interface LabelledText {
  text: string;
  /** Key of a category. */
  category: string;
}
