import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { types } from 'node:util';
import { foldText } from '../../common/fold-text';
import { EnvironmentError } from '../../config/load-environment';
import { UsageError } from '../../common/command-line/parse-arguments';
import { printable, type Terminal } from '../../common/command-line/terminal';
import { phrasesOf } from '../embedded/phrases';
import type { TextModel } from '../embedded/text-model';
import { train } from '../embedded/train';
import { loadTaxonomy } from '../taxonomy/load-taxonomy';
import { type EvaluateOptions, parseCommandLine, USAGE } from './command-line';
import { confusionDiagram } from './confusion-diagram';
import { evaluate, type Evaluation, type Prediction } from './evaluate';
import { readLabelledRows } from './labelled-rows';
import { reliabilityDiagram } from './reliability-diagram';
import { textReport } from './text-report';

/** Exit codes: every row counts · some rows were bad · a file or an argument was unusable, or no row was good. */
export const ALL_EVALUATED = 0;
export const BAD_ROWS = 1;
export const UNUSABLE = 2;

/** The most bad rows that are named; all are counted. */
const MOST_NAMED_ROWS = 100;

/** The command `npm run classifier:evaluate`: returns the exit code. */
export async function evaluateCommand(
  args: string[],
  variables: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  try {
    const options = parseCommandLine(args);
    if (options === undefined) {
      terminal.out.write(USAGE);
      return ALL_EVALUATED;
    }
    return await new EvaluationRun(options, terminal).run(variables.TAXONOMY_FILE);
  } catch (error) {
    if (!isMeantToBeRead(error)) throw error;
    terminal.err.write(`classifier:evaluate: ${printable(error.message)}\n`);
    if (error instanceof UsageError) terminal.err.write(USAGE);
    return UNUSABLE;
  }
}

/** A usage, a taxonomy, or a file that cannot be read or written. */
const isMeantToBeRead = (error: unknown): error is Error =>
  error instanceof UsageError ||
  error instanceof EnvironmentError ||
  (types.isNativeError(error) && 'syscall' in error);

class EvaluationRun {
  private badRows = 0;

  constructor(
    private readonly options: EvaluateOptions,
    private readonly terminal: Terminal,
  ) {}

  async run(usualTaxonomy: string | undefined): Promise<number> {
    const { taxonomy: own } = this.options;
    const taxonomy =
      own === undefined ? loadTaxonomy(usualTaxonomy?.trim() || undefined) : loadTaxonomy(own, '--taxonomy');
    const examples = phrasesOf(taxonomy);
    const begin = performance.now();
    const model = train(examples, taxonomy.keys);
    const took = Math.round(performance.now() - begin);
    this.terminal.out.write(
      `learned ${examples.length} phrases of ${taxonomy.keys.length} categories in ${took} ms\n\n`,
    );

    const predictions = await this.predict(model);
    if (this.badRows > MOST_NAMED_ROWS) {
      this.terminal.err.write(`… and ${this.badRows - MOST_NAMED_ROWS} more bad rows\n`);
    }
    if (predictions.length === 0) {
      this.terminal.err.write(`${printable(this.options.file)}: no row that could be evaluated\n`);
      return UNUSABLE;
    }
    const evaluation = evaluate(predictions, taxonomy.keys);
    this.terminal.out.write(textReport(evaluation));
    if (this.options.out !== undefined) await this.draw(evaluation, this.options.out);
    return this.badRows > 0 ? BAD_ROWS : ALL_EVALUATED;
  }

  private async predict(model: TextModel): Promise<Prediction[]> {
    const predictions: Prediction[] = [];
    for await (const row of readLabelledRows(this.options.file, model.state.categories)) {
      if ('problem' in row) {
        this.sayBad(row.line, row.problem);
        continue;
      }
      const { text, category } = row.example;
      const scores = model.classify(this.options.stripDiacritics ? foldText(text) : text);
      predictions.push({ scores, actual: category });
    }
    return predictions;
  }

  private sayBad(line: string, problem: string): void {
    this.badRows += 1;
    if (this.badRows > MOST_NAMED_ROWS) return;
    this.terminal.err.write(`${printable(`${this.options.file}:${line}: ${problem}`)}\n`);
  }

  private async draw(evaluation: Evaluation, directory: string): Promise<void> {
    await mkdir(directory, { recursive: true });
    const reliability = join(directory, 'reliability.svg');
    const confusion = join(directory, 'confusion.svg');
    await writeFile(reliability, reliabilityDiagram(evaluation));
    await writeFile(confusion, confusionDiagram(evaluation));
    this.terminal.out.write(`\nwrote ${printable(reliability)} and ${printable(confusion)}\n`);
  }
}
