/** What is not to be seen, and so does not keep the characters around it apart. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/gu;

/** Names in which digits stand without being a number to call: URNs, UUIDs and measures such as 0.77561234. */
const NAME =
  /urn:[^\s"'<>]+|(?<!\p{N})\p{Hex_Digit}{8}(?:-\p{Hex_Digit}{4}){3}-\p{Hex_Digit}{12}|(?<![\p{N}.])\p{N}+\.\p{N}+(?![\p{N}.])/u;

/** `name@example.com`, also with the @ of another keyboard or written out as `(at)`. */
const EMAIL =
  /[\p{L}\p{N}._%+'-]{1,64}(?:[@＠﹫]| ?[([]at[)\]] ?)(?:[\p{L}\p{N}-]{1,63}[.．]){1,8}[\p{L}\p{N}-]{2,63}/u;

/** `+84 90 123 45 67`, `(028) 3822-1234`, `0901.234.567`: told by how it begins. */
const PREFIXED_NUMBER =
  /(?<!\p{N}[.,]?)(?:\+|\(\+?|0)[\s(]{0,2}\p{N}(?:[\s()./\p{Pd}]{0,3}\p{N}){6,14}(?!\p{N})/u;

/** `757-555-0123`, `98765 43210`, `4901234567`: told by its length and groups. */
const BARE_NUMBER =
  /(?<![\p{L}\p{N}_]|\p{N}[.,:/-])(?:(?:1[\s.\p{Pd}])?\p{N}{3}(?<gap>[\s.\p{Pd}])\p{N}{3}\k<gap>\p{N}{4}|\p{N}{5} \p{N}{5}|\p{N}{9,12})(?![\p{L}\p{N}_]|[.,:/-]\p{N})/u;

const CONTACT = new RegExp(
  `(?<name>${NAME.source})|(?<email>${EMAIL.source})|${PREFIXED_NUMBER.source}|${BARE_NUMBER.source}`,
  'giu',
);

/**
 * The text with `[e-mail]` and `[phone]` in place of e-mail addresses and telephone numbers. It errs on the side of
 * hiding: a long number that says nothing of what it is counts as one to call.
 */
export function redactContacts(text: string): string {
  return text.replace(INVISIBLE, '').replace(CONTACT, (...match: unknown[]) => {
    const { name, email } = match.at(-1) as { name?: string; email?: string };
    return name ?? (email === undefined ? '[phone]' : '[e-mail]');
  });
}
