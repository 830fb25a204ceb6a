import { readEnvironmentFile } from '../../config/load-environment';
import { evaluateCommand } from './evaluate-command';

readEnvironmentFile();
void evaluateCommand(process.env, { out: process.stdout, err: process.stderr }).then((code) => {
  process.exitCode = code;
});
