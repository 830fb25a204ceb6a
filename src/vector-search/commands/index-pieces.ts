import { readEnvironmentFile } from '../../config/load-environment';
import { indexCommand } from './index-command';

readEnvironmentFile();
void indexCommand(process.argv.slice(2), process.env, { out: process.stdout, err: process.stderr }).then(
  (code) => {
    process.exitCode = code;
  },
);
