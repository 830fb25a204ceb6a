import { property } from '../../ngsi-ld/entity';
import { labelsKey, pieceKey, textHash } from './piece';
import { reportPiece } from './report-piece';

const report = (attributes: Record<string, unknown>) => ({
  id: 'urn:ngsi-ld:CitizenReport:1',
  type: 'CitizenReport',
  ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, property(value as string)])),
});

describe('reportPiece', () => {
  it('takes what a report says, and nothing of who reported it', () => {
    const piece = reportPiece(
      report({
        title: 'Dark lamp',
        description: 'Dark for a week, call 0901234567',
        address: '12 Lê Lợi, mai@example.com',
        category: 'streetlight',
        status: 'pending',
        reportedBy: 'Nguyễn Thị Mai',
        assignedTo: 'Crew 2',
        notes: 'seen by Bình',
        dateCreated: { '@type': 'DateTime', '@value': '2026-11-21T10:30:00Z' },
      }),
    );
    expect(piece).toEqual({
      type: 'CitizenReport',
      id: 'urn:ngsi-ld:CitizenReport:1',
      title: 'Dark lamp',
      text: 'Dark for a week, call [phone]\n12 Lê Lợi, [e-mail]',
      category: 'streetlight',
      status: 'pending',
      metadata: {
        category: 'streetlight',
        status: 'pending',
        address: '12 Lê Lợi, [e-mail]',
        dateCreated: '2026-11-21T10:30:00Z',
      },
    });
  });

  it('calls a report without a title by the beginning of its description', () => {
    expect(reportPiece(report({ description: 'x'.repeat(5_000) }))).toMatchObject({
      title: 'x'.repeat(80),
      text: 'x'.repeat(4_000),
    });
  });

  it.each([
    ['says nothing', report({ category: 'noise' })],
    ['has a description that is no text', report({ description: { a: 1 } })],
    ['is no report', { ...report({ description: 'x' }), type: 'Bench' }],
  ])('finds nothing to search in what %s', (_what, entity) => {
    expect(reportPiece(entity)).toBeUndefined();
  });
});

describe('a piece', () => {
  const piece = { type: 'CitizenReport', id: 'a', title: 'b', text: 'c' } as const;

  it('is told by type and id together', () => {
    expect(pieceKey(piece)).toBe(pieceKey({ ...piece }));
    expect(pieceKey({ ...piece, type: 'Document' })).not.toBe(pieceKey(piece));
    expect(pieceKey({ ...piece, id: 'b' })).not.toBe(pieceKey(piece));
  });

  it('has a hash of its text, wherever the title ends', () => {
    expect(textHash({ title: 'ab', text: 'c' })).not.toBe(textHash({ title: 'a', text: 'bc' }));
  });

  it('has labels that differ when one does', () => {
    const labels = { type: 'CitizenReport', category: 'noise', status: null } as const;
    expect(labelsKey({ ...labels, category: null, status: 'noise' })).not.toBe(labelsKey(labels));
  });
});
