import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocumentIndexer } from '../../src/vector-search/documents/document-indexer';
import { KnowledgeService } from '../../src/vector-search/knowledge.service';
import { type RunningService, startService } from '../support/service';
import { temporaryDirectory } from '../support/temporary-directory';

describe('the documents that the service knows', () => {
  const directory = temporaryDirectory();
  const write = (path: string, text: string | Buffer) => writeFileSync(join(directory.path, path), text);
  let service: RunningService;
  beforeAll(async () => {
    mkdirSync(join(directory.path, 'guides/deep'), { recursive: true });
    mkdirSync(join(directory.path, '.git'));
    write(
      'guides/lights.md',
      '# Street lights\n\nLamps are repaired within a week.\n\n# Potholes\n\nTwo weeks.',
    );
    write('guides/deep/phan-anh.md', '# Đèn đường\n\nĐèn đường được sửa trong một tuần.');
    write('plain.txt', 'Opening hours: eight to five. Zebra zebra.');
    write('.git/hidden.md', 'Hidden zebra');
    write('picture.png', 'zebra');
    write('latin1.md', Buffer.from('Stra\xdfe zebra', 'latin1'));
    write('binary.txt', 'zebra\u0000');
    write('large.md', 'zebra '.repeat(200_000));
    symlinkSync('/etc/passwd', join(directory.path, 'outside.md'));
    symlinkSync('guides/lights.md', join(directory.path, 'inside.md'));
    symlinkSync('nothing', join(directory.path, 'broken.md'));
    symlinkSync('loop.md', join(directory.path, 'loop.md'));
    symlinkSync('..', join(directory.path, 'guides/above'));
    execFileSync('mkfifo', [join(directory.path, 'pipe.md')]);
    service = await startService({ KNOWLEDGE_DIR: directory.path });
  });
  afterAll(async () => {
    await service.stop();
    directory.remove();
  });

  const knowledge = () => service.app.get(KnowledgeService, { strict: false });
  const documents = () => service.app.get(DocumentIndexer, { strict: false });
  const idsOf = async (query: string, limit = 10) =>
    (await knowledge().search(query, limit)).map(({ id }) => id);

  it('are found by their words, without an embeddings server', async () => {
    const [first] = await knowledge().search('When is a lamp repaired?', 3);
    expect(first).toMatchObject({
      type: 'Document',
      title: 'Street lights',
      text: 'Lamps are repaired within a week.',
      metadata: { heading: 'Street lights' },
    });
    expect(first?.score).toBeGreaterThan(0.9);
    expect((await idsOf('den duong'))[0]).toBe('document:guides/deep/phan-anh.md#den-duong');
    expect(await idsOf('elephants')).toEqual([]);
    expect(await idsOf('')).toEqual([]);
    expect(await idsOf('weeks lights', 1)).toHaveLength(1);
  });

  it('are Markdown and text in UTF-8, in the directory, of a reasonable size', async () => {
    expect(await idsOf('zebra')).toEqual(['document:plain.txt#top']);
    expect(await idsOf('root')).toEqual([]);
    const warnings = service.log.map(({ message }) => message);
    for (const skipped of [
      'latin1.md is not UTF-8 text and is not searched',
      'binary.txt is no text and is not searched',
      'large.md has more than 1048576 bytes and is not searched',
      'outside.md is a link out of the directory and is not searched',
      'broken.md cannot be read: ENOENT and is not searched',
      'loop.md cannot be read: ELOOP and is not searched',
      'pipe.md is no file and is not searched',
    ]) {
      expect(warnings).toContain(skipped);
    }
    expect((await idsOf('lamps')).sort()).toEqual([
      'document:guides/lights.md#street-lights',
      'document:inside.md#street-lights',
    ]);
  });

  it('are read anew when they change, and forgotten when they are gone', async () => {
    rmSync(join(directory.path, 'inside.md'));
    write(
      'guides/lights.md',
      '# Street lights\n\nLanterns are repaired at once.\n\n# Potholes\n\nTwo weeks.',
    );
    expect(await documents().run()).toMatchObject({ changed: 1, removed: 1 });
    expect(await documents().run()).toMatchObject({ changed: 0, removed: 0 });
    expect(await idsOf('lamps')).toEqual([]);
    expect(await idsOf('lanterns')).toEqual(['document:guides/lights.md#street-lights']);
    expect(await idsOf('potholes')).toEqual(['document:guides/lights.md#potholes']);
  });

  it('may be none', async () => {
    directory.remove();
    expect(await documents().run()).toMatchObject({ documents: 0, changed: 0 });
    expect(await idsOf('potholes')).toEqual([]);
  });
});
