import {
  assert,
  constantFrom,
  option,
  property,
  record,
  uniqueArray,
} from '../../../../test/support/fast-check';
import type { Entity } from '../../model/entity';
import type { EntityChange } from '../../store/change-observer';
import { type EntitySelector, type Subscription, TRIGGERS } from '../model/subscription';
import { attributeChanges } from './attribute-changes';
import { SubscriptionIndex } from './subscription-index';
import { SubscriptionMatcher } from './subscription-matcher';

const types = uniqueArray(constantFrom('A', 'B', 'C'), { minLength: 1 });
const names = uniqueArray(constantFrom('a', 'b', 'c'), { minLength: 1 });
const id = constantFrom('urn:x:1', 'urn:x:2', 'urn:y:1');

const selector = record({
  types: option(uniqueArray(types, { minLength: 1 }), { nil: undefined }),
  id: option(id, { nil: undefined }),
  idPattern: option(constantFrom('x', '1$'), { nil: undefined }),
}).map(({ types: alternatives, ...others }): EntitySelector => ({
  type: '',
  types: alternatives,
  ...others,
}));

const subscription = record({
  entities: option(uniqueArray(selector, { minLength: 1, maxLength: 3 }), { nil: undefined }),
  watchedAttributes: option(names, { nil: undefined }),
  notificationTrigger: uniqueArray(constantFrom(...TRIGGERS), { minLength: 1 }),
}).map((members) => ({
  ...members,
  id: 'urn:s',
  notification: { endpoint: { uri: '' } },
  context: '',
}));

const entity = record({ id, types, names }).map(
  ({ id: entityId, types: own, names: attributes }): Entity => ({
    id: entityId,
    type: own,
    ...Object.fromEntries(attributes.map((name) => [name, { type: 'Property' as const, value: 1 }])),
  }),
);

const stateOf = (state: Entity) => ({ entity: state, times: {}, createdAt: 0, modifiedAt: 0 });

const change = record({
  before: option(entity, { nil: undefined }),
  after: option(entity, { nil: undefined }),
})
  .filter(({ before, after }) => before !== undefined || after !== undefined)
  .map(
    ({ before, after }) =>
      ({
        at: 0,
        before: before && stateOf({ ...before, id: (after ?? before).id }),
        after: after && stateOf(after),
      }) as EntityChange,
  );

describe('SubscriptionIndex', () => {
  it('finds every subscription that a change concerns', () => {
    const check = property(uniqueArray(subscription, { maxLength: 10 }), change, (subscriptions, written) => {
      const index = new SubscriptionIndex<Subscription>();
      for (const one of subscriptions) index.add(one, one);
      const changes = attributeChanges(written);
      const found = index.candidates((written.after ?? written.before).entity, changes);
      const concerned = subscriptions.filter(
        (one) => new SubscriptionMatcher(one, () => undefined).match(written, changes) !== undefined,
      );
      for (const one of concerned) expect(found).toContain(one);
      for (const one of subscriptions) index.remove(one, one);
      expect(index.candidates((written.after ?? written.before).entity, changes).size).toBe(0);
    });
    assert(check, { numRuns: 500 });
  });
});
