import { readEnvironmentFile } from '../config/load-environment';
import { importCommand } from './import-command';

readEnvironmentFile();
void importCommand(process.argv.slice(2), process.env, { out: process.stdout, err: process.stderr }).then(
  (code) => {
    process.exitCode = code;
  },
);
