import { parseArgs, type ParseArgsConfig, types } from 'node:util';

/** The command line is unusable; the message says what is wrong with it. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/**
 * What stands on the command line: positional arguments and options, `--help` among them.
 *
 * @throws UsageError
 */
export function parseArguments<T extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: T,
) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...options, ...HELP } });
  } catch (error) {
    throw types.isNativeError(error) && 'code' in error ? new UsageError(error.message) : error;
  }
}
