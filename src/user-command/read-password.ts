import { createInterface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';

/** One line of the input. Where somebody types it, it is asked for and not shown. */
export async function readPassword(
  input: Readable & { isTTY?: boolean },
  terminal: Writable,
): Promise<string> {
  if (!input.isTTY) return firstLine(input);
  terminal.write('Password: ');
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const password = await firstLine(input, unseen);
  terminal.write('\n');
  return password;
}

/** Empty when the input ends before. With an output, the input is a terminal and echoed there. */
async function firstLine(input: Readable, output?: Writable): Promise<string> {
  const lines = createInterface({ input, output, terminal: output !== undefined });
  try {
    return await new Promise<string>((resolve) => {
      lines.once('line', resolve).once('close', () => resolve(''));
    });
  } finally {
    lines.close();
  }
}
