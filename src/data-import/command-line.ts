import { basename, extname } from 'node:path';
import { parseArguments, UsageError } from '../common/command-line/parse-arguments';
import { FILE_FORMATS, type FileFormat } from './readers/file-format';

export const USAGE = `Usage: npm run import -- FILE… [--format ${FILE_FORMATS.join('|')}] [--update] [--source NAME]

Imports citizen reports (in the service's own fields, Open311 or SeeClickFix), places (GeoJSON, or JSON of the
Overpass API) and NGSI-LD entities of any type.

  --format   how the files are written; otherwise told by their names
  --update   replace what is there already; otherwise it is left alone
  --source   names the system that the rows are from, which becomes part of the ids of reports
             that bring none of their own kind; otherwise each file's name
`;

export interface ImportOptions {
  files: string[];
  format?: FileFormat;
  update: boolean;
  source?: string;
  help: boolean;
}

/** @throws UsageError */
export function parseCommandLine(args: string[]): ImportOptions {
  const { values, positionals } = parseArguments(args, {
    format: { type: 'string' },
    update: { type: 'boolean' },
    source: { type: 'string' },
  });
  const { update = false, help = false, source } = values;
  if (positionals.length === 0 && !help) {
    throw new UsageError('no file given');
  }
  if (source !== undefined && !/^[\w.-]{1,60}$/.test(source)) {
    throw new UsageError('--source must be up to 60 letters, digits, dots, hyphens and underscores');
  }
  return { files: positionals, format: formatOf(values.format), update, source, help };
}

/** The source of a file that none is given for: its name, in characters that can stand in an id. */
export function sourceOf(file: string): string {
  const name = basename(file, extname(file)).replace(/[^\w.-]+/g, '-');
  return name.slice(0, 60) || 'import';
}

function formatOf(name: string | undefined): FileFormat | undefined {
  const format = FILE_FORMATS.find((candidate) => candidate === name);
  if (name !== undefined && format === undefined) {
    throw new UsageError(`--format must be one of ${FILE_FORMATS.join(', ')}`);
  }
  return format;
}
