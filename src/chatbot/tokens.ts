/** Bytes of UTF-8 to a token: fewer than usual, so that the estimate errs on the high side in any language. */
const BYTES_PER_TOKEN = 3;

/** About how many tokens a model makes of the text; each model has its own way to count. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
