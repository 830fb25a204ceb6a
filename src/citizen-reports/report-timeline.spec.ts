import type { JsonValue } from '../ngsi-ld/entity';
import type { AttributeInstance } from '../ngsi-ld/ngsi-ld-broker.service';
import { timeline } from './report-timeline';

const T1 = '2026-11-21T08:00:00.000Z';
const T2 = '2026-11-21T09:00:00.000Z';
const T3 = '2026-11-21T10:00:00.000Z';

const was = (value: JsonValue, modifiedAt: string): AttributeInstance => ({
  type: 'Property',
  value,
  modifiedAt,
});
const dateTime = (at: string): JsonValue => ({ '@type': 'DateTime', '@value': at });

describe('timeline', () => {
  it('tells what changed together, from what to what, oldest first', () => {
    const history = {
      notes: [was('Lamp ordered', T2)],
      status: [was('pending', T1), was('acknowledged', T2), was('resolved', T3)],
      description: [was('Đèn đường hỏng', T1)],
    };
    expect(timeline(history, 1000)).toEqual({
      complete: true,
      events: [
        {
          at: T1,
          changes: [
            { attribute: 'status', from: null, to: 'pending' },
            { attribute: 'description', from: null, to: 'Đèn đường hỏng' },
          ],
        },
        {
          at: T2,
          changes: [
            { attribute: 'notes', from: null, to: 'Lamp ordered' },
            { attribute: 'status', from: 'pending', to: 'acknowledged' },
          ],
        },
        { at: T3, changes: [{ attribute: 'status', from: 'acknowledged', to: 'resolved' }] },
      ],
    });
  });

  it('leaves out dateModified and what was written again without a change', () => {
    const history = {
      dateModified: [was(dateTime(T1), T1), was(dateTime(T2), T2)],
      priority: [was('high', T1), was('high', T2)],
      images: [was(['https://example.org/1.jpg'], T1), was(['https://example.org/1.jpg'], T2)],
    };
    expect(timeline(history, 1000).events.map(({ at }) => at)).toEqual([T1]);
  });

  it('gives points in time and relationships as plain values', () => {
    const history: Record<string, AttributeInstance[]> = {
      dateCreated: [was(dateTime(T1), T1)],
      road: [{ type: 'Relationship', object: 'urn:ngsi-ld:RoadSegment:1', modifiedAt: T1 }],
    };
    expect(timeline(history, 1000).events).toEqual([
      {
        at: T1,
        changes: [
          { attribute: 'dateCreated', from: null, to: T1 },
          { attribute: 'road', from: null, to: 'urn:ngsi-ld:RoadSegment:1' },
        ],
      },
    ]);
  });

  it('does not take the oldest known value for the first when older ones may be missing', () => {
    const history = {
      notes: [was('one', T1), was('two', T2), was('three', T3)],
      status: [was('pending', T1)],
    };
    expect(timeline(history, 3)).toEqual({
      complete: false,
      events: [
        { at: T1, changes: [{ attribute: 'status', from: null, to: 'pending' }] },
        { at: T2, changes: [{ attribute: 'notes', from: 'one', to: 'two' }] },
        { at: T3, changes: [{ attribute: 'notes', from: 'two', to: 'three' }] },
      ],
    });
  });

  it('orders times of different precision', () => {
    const times = [
      '2026-11-21T08:00:00.25Z',
      '2026-11-21T08:00:00Z',
      '2026-11-21T08:00:00.100001Z',
      '2026-11-21T08:00:00.100Z',
    ];
    const history = Object.fromEntries(times.map((at, index) => [`attribute${index}`, [was(index, at)]]));
    expect(timeline(history, 1000).events.map(({ at }) => at)).toEqual([
      '2026-11-21T08:00:00Z',
      '2026-11-21T08:00:00.100Z',
      '2026-11-21T08:00:00.100001Z',
      '2026-11-21T08:00:00.25Z',
    ]);
  });

  it('is empty without history', () => {
    expect(timeline({}, 1000)).toEqual({ events: [], complete: true });
  });
});
