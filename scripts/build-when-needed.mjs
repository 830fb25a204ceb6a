// Builds dist/ unless it is newer than everything it is made from, so that `npm start` is quick the second time. The
// container image has no sources, and needs no build.
import { execSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const sources = ['src', 'package-lock.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];

function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const built = statSync('dist/main.js', { throwIfNoEntry: false })?.mtimeMs ?? 0;
if (existsSync('src') && Math.max(...sources.map(newest)) > built) {
  process.stderr.write('building, once …\n');
  execSync('npm run --silent build', { stdio: 'inherit' });
}
