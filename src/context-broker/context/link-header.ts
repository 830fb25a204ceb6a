/** A link: its address in angle brackets, then its parameters. */
const LINK = /<([^>]*)>([^,<]*)/g;

/** The addresses of those links of a Link header (RFC 8288) whose parameters match all patterns. */
export const linkTargets = (header: string, ...patterns: readonly RegExp[]): string[] =>
  [...header.matchAll(LINK)]
    .filter(([, , parameters = '']) => patterns.every((pattern) => pattern.test(parameters)))
    .map(([, target = '']) => target);
