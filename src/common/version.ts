import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const packageJson = readFileSync(join(__dirname, '../../package.json'), 'utf8');

/** The version of the service, from package.json. */
export const VERSION: string = (JSON.parse(packageJson) as { version: string }).version;
