import { loadTaxonomy } from '../classification/taxonomy/load-taxonomy';
import { UsageError } from '../common/command-line/parse-arguments';
import { printable, showProgress, type Terminal } from '../common/command-line/terminal';
import { DataDirectoryInUseError } from '../common/data-directory/data-directory-lock';
import { ServiceError } from '../common/errors/service-error';
import { EnvironmentError, loadEnvironment } from '../config/load-environment';
import { NoAdministratorError } from './administrator-token';
import { type BrokerAccess, openBroker } from './broker-access';
import { type ImportOptions, parseCommandLine, USAGE } from './command-line';
import { type FileResult, importFile, type ImportTarget, sizeOf } from './import-file';

/** Exit codes: every row is in the broker · some rows were bad · a file, an argument or the broker was unusable. */
export const ALL_IMPORTED = 0;
export const BAD_ROWS = 1;
export const UNUSABLE = 2;

/** The most bad rows that are named; all are counted. */
const MAX_NAMED_ROWS = 100;

/** The command `npm run import`: returns the exit code. */
export async function importCommand(
  args: string[],
  variables: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  try {
    const options = parseCommandLine(args);
    if (options.help) {
      terminal.out.write(USAGE);
      return ALL_IMPORTED;
    }
    const environment = loadEnvironment(variables);
    const { keys: categories } = loadTaxonomy(environment.TAXONOMY_FILE);
    const access = await openBroker(environment);
    try {
      return await new ImportRun({ ...access, categories }, options, terminal).run();
    } finally {
      await access.close();
    }
  } catch (error) {
    terminal.err.write(`import: ${explain(error)}\n`);
    if (error instanceof UsageError) {
      terminal.err.write(USAGE);
    }
    return UNUSABLE;
  }
}

/** All files of one command, one after the other. */
class ImportRun {
  private badRows = 0;

  constructor(
    private readonly target: ImportTarget & Pick<BrokerAccess, 'through'>,
    private readonly options: ImportOptions,
    private readonly terminal: Terminal,
  ) {}

  async run(): Promise<number> {
    if (this.target.through !== undefined) {
      this.terminal.out.write(`importing through the running service at ${this.target.through}\n`);
    }
    let code = ALL_IMPORTED;
    for (const file of this.options.files) {
      const result = await this.importFile(file);
      this.terminal.out.write(`${printable(file)}: ${summary(result)}\n`);
      code = Math.max(code, exitCode(result));
    }
    if (this.badRows > MAX_NAMED_ROWS) {
      this.terminal.err.write(`… and ${this.badRows - MAX_NAMED_ROWS} more bad rows\n`);
    }
    return code;
  }

  private async importFile(file: string): Promise<FileResult> {
    const progress = showProgress(this.terminal, printable(file), await sizeOf(file));
    try {
      const result = await importFile(file, this.target, this.options, {
        onBytes: (count) => progress.advance(count),
        onBadRow: (at, reason) => {
          this.badRows += 1;
          if (this.badRows <= MAX_NAMED_ROWS) {
            progress.say(printable(`${file}:${at}: ${reason}`));
          }
        },
      });
      if (result.failure !== undefined) {
        progress.say(printable(`${file}: ${result.failure}`));
      }
      return result;
    } finally {
      progress.stop();
    }
  }
}

function exitCode({ bad, failure }: FileResult): number {
  if (failure !== undefined) {
    return UNUSABLE;
  }
  return bad > 0 ? BAD_ROWS : ALL_IMPORTED;
}

function summary({ rows, created, updated, existing, bad, seconds }: FileResult): string {
  const rate = Math.round(rows / Math.max(seconds, 0.001));
  return (
    `${rows} rows: ${created} created, ${updated} updated, ${existing} existing, ${bad} bad; ` +
    `${seconds.toFixed(1)} s, ${rate} rows/s`
  );
}

/** What went wrong, in the words of those errors that are meant to be read. */
function explain(error: unknown): string {
  if (
    error instanceof UsageError ||
    error instanceof EnvironmentError ||
    error instanceof DataDirectoryInUseError ||
    error instanceof NoAdministratorError
  ) {
    return printable(error.message);
  }
  if (error instanceof ServiceError) {
    return `${error.message}; what was written stays, and the import can be run again`;
  }
  throw error;
}
