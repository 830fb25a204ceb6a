import type { WriteStream } from 'node:tty';
import { MultiBar, Presets } from 'cli-progress';

/** Where a command writes; a stream that is a terminal shows progress too. */
export interface Terminal {
  /** What was done. */
  out: NodeJS.WritableStream;
  /** What went wrong, and progress. */
  err: NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY'>>;
}

export interface Progress {
  /** Another part of the whole is done. */
  advance(amount: number): void;
  /** Writes a line without disturbing what shows the progress. */
  say(line: string): void;
  stop(): void;
}

const FORMAT = '{label} [{bar}] {percentage}%';

/** So that the bar fits into one line. */
const LONGEST_LABEL = 30;

/** A progress bar where somebody is looking, and nothing but lines elsewhere. */
export function showProgress({ err }: Terminal, label: string, total: number): Progress {
  if (err.isTTY !== true) {
    return { advance: () => {}, say: (line) => void err.write(`${line}\n`), stop: () => {} };
  }
  const bars = new MultiBar(
    // An interrupt ends the command at once, so nothing is changed about the terminal that would have to be undone.
    { stream: err, clearOnComplete: true, gracefulExit: false, linewrap: true, format: FORMAT },
    Presets.legacy,
  );
  const bar = bars.create(total, 0, { label: label.slice(-LONGEST_LABEL) });
  return {
    advance: (amount) => bar.increment(amount),
    say: (line) => bars.log(`${line}\n`),
    stop: () => {
      // Lines that were said since the last redraw are not written by stop().
      bars.update();
      bars.stop();
    },
  };
}

const LONGEST_LINE = 500;

/** Text of unknown origin, safe to show: without control characters, which could steer the terminal, and not endless. */
export function printable(text: string): string {
  const shown = text.replace(/\p{Cc}/gu, '\u{fffd}');
  return shown.length > LONGEST_LINE ? `${shown.slice(0, LONGEST_LINE)}…` : shown;
}
