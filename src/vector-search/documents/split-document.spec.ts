import { splitDocument } from './split-document';

const MARKDOWN = `Before any heading.

# Street lights

Call 0901234567 or write to mai@city.example.

## How long it takes ##

A week.

\`\`\`sh
# no heading
\`\`\`

## How long it takes

Two weeks.

# Đường sá
Ổ gà.`;

const idsOf = (path: string, text: string) => splitDocument(path, text).map(({ id }) => id);

describe('splitDocument', () => {
  it('cuts Markdown at its headings, and names each piece by those above it', () => {
    expect(splitDocument('guides/lights.md', MARKDOWN)).toMatchObject([
      { id: 'document:guides/lights.md#top', title: 'lights', text: 'Before any heading.' },
      {
        id: 'document:guides/lights.md#street-lights',
        type: 'Document',
        document: 'guides/lights.md',
        title: 'Street lights',
        text: 'Call [phone] or write to [e-mail].',
        metadata: { path: 'guides/lights.md', heading: 'Street lights' },
      },
      {
        id: 'document:guides/lights.md#street-lights-how-long-it-takes',
        title: 'Street lights › How long it takes',
        text: 'A week.\n\n```sh\n# no heading\n```',
      },
      { id: 'document:guides/lights.md#street-lights-how-long-it-takes-2', text: 'Two weeks.' },
      { id: 'document:guides/lights.md#duong-sa', title: 'Đường sá', text: 'Ổ gà.' },
    ]);
  });

  it('keeps the ids of what stays, whatever is written elsewhere', () => {
    const changed = MARKDOWN.replace('A week.', 'A month.\n\nOr more.').replace('Before any heading.', '');
    expect(idsOf('a.md', changed)).toEqual(idsOf('a.md', MARKDOWN).slice(1));
  });

  it('takes text as it is', () => {
    expect(splitDocument('opening_hours.txt', '# from 8\r\nto 5')).toMatchObject([
      { id: 'document:opening_hours.txt#top', title: 'opening hours', text: '# from 8\r\nto 5' },
    ]);
  });

  it('cuts what is long at paragraphs, sentences or words, and loses nothing', () => {
    const sentences = Array.from({ length: 200 }, (_, i) => `Sentence number ${i} says something.`).join(' ');
    const text = `${'Short paragraph.\n\n'.repeat(100)}${sentences}\n\n${'x'.repeat(5000)}`;
    const pieces = splitDocument('a.md', text);
    expect(Math.max(...pieces.map((piece) => piece.text.length))).toBeLessThanOrEqual(1200);
    const letters = (value: string) => value.replace(/\s/g, '');
    expect(pieces.map((piece) => letters(piece.text)).join('')).toBe(letters(text));
    expect(new Set(pieces.map(({ id }) => id)).size).toBe(pieces.length);
  });

  it.each(['', '  \n\n', '# Only a heading', '###### \n#\n'])('finds nothing in %j', (text) => {
    expect(splitDocument('a.md', text)).toEqual([]);
  });

  it('has an end', () => {
    expect(splitDocument('a.md', '# a\n\nb\n\n'.repeat(20_000))).toHaveLength(1000);
    expect(splitDocument('a.md', `# ${' #'.repeat(200_000)}x\n\ny`)).toHaveLength(1);
    expect(splitDocument('a.txt', ' '.repeat(500_000) + 'x')).toHaveLength(1);
  });
});
