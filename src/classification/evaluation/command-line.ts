import { parseArguments, UsageError } from '../../common/command-line/parse-arguments';

export const USAGE = `Usage: npm run classifier:evaluate -- FILE [--taxonomy FILE] [--out DIRECTORY] [--strip-diacritics]

Tells how well the embedded classifier does on texts whose category is known: a file of one JSON object a line, each
with "text" and "category".

  --taxonomy           the taxonomy to learn from and to measure by; otherwise TAXONOMY_FILE or the shipped one
  --out                a directory for reliability.svg and confusion.svg, made when it is missing
  --strip-diacritics   takes the marks off the letters first, as many type without them
`;

export interface EvaluateOptions {
  file: string;
  taxonomy?: string;
  out?: string;
  stripDiacritics: boolean;
}

/**
 * What to do; undefined: tell how the command is used.
 *
 * @throws UsageError
 */
export function parseCommandLine(args: string[]): EvaluateOptions | undefined {
  const { values, positionals } = parseArguments(args, {
    taxonomy: { type: 'string' },
    out: { type: 'string' },
    'strip-diacritics': { type: 'boolean' },
  });
  if (values.help) return undefined;
  const [file, ...more] = positionals;
  if (file === undefined) throw new UsageError('no file given');
  if (more.length > 0) throw new UsageError('more than one file given');
  const { taxonomy, out } = values;
  return { file, taxonomy, out, stripDiacritics: values['strip-diacritics'] ?? false };
}
