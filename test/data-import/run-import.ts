import { Writable } from 'node:stream';
import { importCommand } from '../../src/data-import/import-command';

export interface ImportOutcome {
  code: number;
  out: string;
  err: string;
}

/** Runs `npm run import` with these arguments in this process. */
export async function runImport(
  args: string[],
  variables: Record<string, string>,
  isTTY = false,
): Promise<ImportOutcome> {
  const out = collector();
  const err = Object.assign(collector(), { isTTY });
  const code = await importCommand(args, variables, { out, err });
  return { code, out: out.text(), err: err.text() };
}

function collector() {
  const parts: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      parts.push(chunk.toString());
      done();
    },
  });
  return Object.assign(stream, { text: () => parts.join('') });
}
