import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Environment } from './environment';

/** The environment is unusable; the message is one line that names the variable and what is wrong with it. */
export class EnvironmentError extends Error {}

/**
 * The validated settings. Variables that are empty count as not set, others that the service does not know are
 * ignored, as the environment is shared with everything else on the machine.
 *
 * @throws EnvironmentError
 */
export function loadEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const known = Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== '');
  const environment = plainToInstance(Environment, Object.fromEntries(known), { exposeDefaultValues: true });
  const problems = validateSync(environment).map(
    ({ property, constraints = {} }) =>
      `${property}: ${firstReason(constraints).replace(`${property} `, '')}`,
  );
  if (problems.length > 0) throw new EnvironmentError(problems.join('; '));
  environment.DATA_DIR = usableDirectory(environment.DATA_DIR);
  environment.PUBLIC_URL = environment.PUBLIC_URL?.replace(/\/+$/, '');
  environment.BROKER_URL = environment.BROKER_URL?.replace(/\/*(\/ngsi-ld\/v1\/*)?$/, '');
  environment.OPENAI_BASE_URL = environment.OPENAI_BASE_URL?.replace(/\/+$/, '');
  return environment;
}

/** The reason of the rule that stands first above its variable: rules are checked from the last one upwards. */
const firstReason = (constraints: Record<string, string>): string =>
  Object.values(constraints).at(-1) ?? 'is not valid';

/** Reads `.env` in the working directory, if there is one, without overruling what the environment already has. */
export function readEnvironmentFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

function usableDirectory(directory: string): string {
  const path = resolve(directory);
  try {
    // What is kept there is personal data, and the secret of the tokens.
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new EnvironmentError(
      `DATA_DIR: cannot use ${path}: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`,
    );
  }
  return path;
}
