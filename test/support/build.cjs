const { execFileSync } = require('node:child_process');
const { join } = require('node:path');

/** Tests start the built service as a process, and its worker threads; so what is built has to be what is tested. */
module.exports = () => {
  const root = join(__dirname, '../..');
  execFileSync(process.execPath, ['scripts/build-when-needed.mjs'], { cwd: root, stdio: 'inherit' });
};
