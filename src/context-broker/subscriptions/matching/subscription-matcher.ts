import { DEFAULT_TRIGGERS, type Subscription, type Trigger } from '../model/subscription';
import { compileConditions } from './entity-conditions';
import type { EntityTest, FindState } from '../../query-language/entity-query';
import type { EntityChange } from '../../store/change-observer';
import type { AttributeChange } from './attribute-changes';

/** What about a change made a subscription notify. */
export interface Match {
  /** Attributes of which something was deleted, and that the subscription asks about. */
  deleted: string[];
  /** Whether the whole entity was deleted, and the subscription asks about that. */
  entityDeleted: boolean;
}

/** A subscription made ready to be compared with changes. */
export class SubscriptionMatcher {
  private readonly meetsConditions: EntityTest;
  private readonly triggers: ReadonlySet<Trigger>;
  private readonly watched: ReadonlySet<string> | undefined;

  constructor(subscription: Subscription, find: FindState) {
    const { notificationTrigger = DEFAULT_TRIGGERS, watchedAttributes } = subscription;
    this.meetsConditions = compileConditions(subscription, find);
    this.triggers = new Set(notificationTrigger.flatMap(equivalents));
    this.watched = watchedAttributes && new Set(watchedAttributes);
  }

  /** Undefined when the change does not concern the subscription. */
  match(change: EntityChange, changes: readonly AttributeChange[]): Match | undefined {
    const watched = changes.filter(({ attribute }) => this.watched?.has(attribute) ?? true);
    if (!this.isTriggered(change, watched)) return undefined;
    if (!this.meetsConditions(change.after ?? change.before)) return undefined;
    const asksForDeleted = this.triggers.has('attributeDeleted');
    return {
      deleted: watched
        .filter(({ triggers }) => asksForDeleted && triggers.has('attributeDeleted'))
        .map(({ attribute }) => attribute),
      entityDeleted: change.after === undefined && this.triggers.has('entityDeleted'),
    };
  }

  private isTriggered({ before, after }: EntityChange, watched: readonly AttributeChange[]): boolean {
    if (watched.some(({ triggers }) => [...triggers].some((trigger) => this.triggers.has(trigger))))
      return true;
    const entityTrigger = before === undefined ? 'entityCreated' : 'entityDeleted';
    const isWhole = before === undefined || after === undefined;
    return isWhole && this.triggers.has(entityTrigger) && (this.watched === undefined || watched.length > 0);
  }
}

/** Table 5.2.12-1: `entityUpdated` is short for three others. */
const equivalents = (trigger: Trigger): Trigger[] =>
  trigger === 'entityUpdated' ? ['attributeCreated', 'attributeUpdated', 'attributeDeleted'] : [trigger];
