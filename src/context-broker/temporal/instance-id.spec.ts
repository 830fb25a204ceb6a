import fc from '../../../test/support/fast-check';
import { InstanceIds, timeInInstanceId } from './instance-id';

describe('InstanceIds', () => {
  it('are UUIDs that lead back to their time', () => {
    const ids = new InstanceIds('urn:x:1', 'speed', '');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8e15 }), (time) => {
        const id = ids.at(time);
        expect(id).toMatch(
          /^urn:ngsi-ld:Instance:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
        expect(timeInInstanceId(id)).toBe(time);
      }),
    );
  });

  it('tell entities, attributes and datasets apart', () => {
    const parts = [
      ['urn:x:1', 'speed', ''],
      ['urn:x:2', 'speed', ''],
      ['urn:x:1', 'fuel', ''],
      ['urn:x:1', 'speed', 'urn:x:d'],
    ] as const;
    expect(new Set(parts.map(([id, name, dataset]) => new InstanceIds(id, name, dataset).at(5))).size).toBe(
      4,
    );
  });

  it.each(['urn:x:y', 'urn:ngsi-ld:Instance:0', 'urn:ngsi-ld:Instance:ffffffff-ffff-8fff-8fff-ffffffffffff'])(
    'know that %s is none of them',
    (id) => {
      expect(timeInInstanceId(id)).toBeUndefined();
    },
  );
});
