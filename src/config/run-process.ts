import type { Environment } from './environment';
import { EnvironmentError, loadEnvironment, readEnvironmentFile } from './load-environment';

/** Starts a process with its settings, and ends it with one line that says what to mend when that fails. */
export function runProcess(start: (environment: Environment) => Promise<void>): void {
  readEnvironmentFile();
  try {
    start(loadEnvironment(process.env)).catch(giveUp);
  } catch (error) {
    giveUp(error);
  }
}

function giveUp(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`civic-issue-service: ${message.replaceAll('\n', ' ')}\n`);
  process.exit(error instanceof EnvironmentError ? 78 : 1);
}
