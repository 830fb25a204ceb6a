import { visit } from 'jsonc-parser';

/** Why a text is no JSON that the service takes. */
export class JsonSyntaxError extends Error {}

const MAX_DEPTH = 64;

/** Names through which JavaScript objects could be tampered with; no field of any interface is called so. */
const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__']);

/**
 * Parses JSON more strictly than RFC 8259 asks for: a name twice in one object (I-JSON, RFC 7493), nesting deeper than
 * 64 levels, numbers beyond what a double holds, integers that it does not give back as they came, and names that
 * tamper with JavaScript objects are refused.
 *
 * @throws JsonSyntaxError with a text for the client.
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new JsonSyntaxError(`malformed JSON: ${(error as Error).message}`);
  }
  if (typeof value === 'object' && value !== null) inspect(text);
  return value;
}

function inspect(text: string): void {
  const open: Set<string>[] = [];
  const enter = () => {
    if (open.push(new Set()) > MAX_DEPTH) throw new JsonSyntaxError(`nested deeper than ${MAX_DEPTH} levels`);
  };
  const leave = () => void open.pop();
  visit(text, {
    onObjectBegin: enter,
    onArrayBegin: enter,
    onLiteralValue: (value, offset, length, line) => {
      if (typeof value === 'number' && !isKept(value, text, offset, length))
        throw new JsonSyntaxError(`a number is out of range (line ${line + 1})`);
    },
    onObjectEnd: leave,
    onArrayEnd: leave,
    onObjectProperty: (name, _offset, _length, line) => {
      const names = open.at(-1);
      if (FORBIDDEN_NAMES.has(name))
        throw new JsonSyntaxError(`the name "${name}" is not allowed (line ${line + 1})`);
      if (names?.has(name))
        throw new JsonSyntaxError(`the name ${JSON.stringify(name)} stands twice in one object`);
      names?.add(name);
    },
  });
}

/** Integers of as many digits are kept by every double. */
const SAFE_DIGITS = 15;

/** Whether the number is written as it was given; fractions may lose digits that no double has. */
function isKept(value: number, text: string, offset: number, length: number): boolean {
  if (!Number.isFinite(value)) return false;
  if (length <= SAFE_DIGITS) return true;
  const literal = text.slice(offset, offset + length);
  return !/^-?\d+$/.test(literal) || significant(literal) === significant(value.toExponential());
}

const significant = (number: string): string => number.replace(/e.*|[-.]/g, '').replace(/0+$/, '');
