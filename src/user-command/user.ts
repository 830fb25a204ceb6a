import { readEnvironmentFile } from '../config/load-environment';
import { userCommand } from './user-command';

readEnvironmentFile();
void userCommand(process.argv.slice(2), process.env, {
  in: process.stdin,
  out: process.stdout,
  err: process.stderr,
}).then((code) => {
  process.exitCode = code;
});
