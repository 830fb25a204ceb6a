import type { Terms } from '../context/terms';
import { badRequestData, NgsiLdError, notFound } from '../errors';
import type { Attribute, Entity, JsonObject, JsonValue } from '../model/entity';
import {
  appended,
  type Change,
  completed,
  type Fragment,
  type Outcome,
  readFragment,
  updated,
} from '../model/fragment';
import { isObject } from '../model/json';
import { withInstances, withoutAttribute } from '../model/merge-attributes';
import { merged, type MergeOptions } from '../model/merge-patch';
import { attributeNames, entityId, instancesOf, normalizeEntity, typesOf } from '../model/normalize-entity';
import { readAttribute } from '../model/read-attribute';
import type { EntityVersion } from '../reader/entity-selection';
import type { EntityStore, StoredEntity } from './entity-store';

/** Alternatives, each a list of types that an entity must have all of to be meant; any type when absent. */
export type TypeSelection = string[][] | undefined;

/** What is purged of an entity that stays. */
export type PurgedAttributes = { drop: readonly string[] } | { keep: readonly string[] };

export type BatchMode =
  /** An entity that exists fails. */
  | 'create'
  /** An entity that exists is replaced. */
  | 'replace'
  /** Attributes are added to an entity that exists, or replaced. */
  | 'merge'
  /** As `merge`, but an entity that does not exist fails. */
  | 'update'
  /** As `update`, but attributes that are there stay as they are. */
  | 'append'
  /** Attributes are merged member by member; an entity that does not exist fails. */
  | 'patch';

/** What came of one member of a batch; an error says what of it was not written. */
export type Written = 'created' | 'updated' | NgsiLdError;

/** The operations on entities. Each is to be run inside of a transaction, and refuses before it changes anything. */
export class EntityWriter {
  constructor(private readonly entities: EntityStore) {}

  /** @throws NgsiLdError AlreadyExists */
  create(entity: Entity): void {
    this.entities.insert(entity);
  }

  /** @throws NgsiLdError ResourceNotFound */
  delete(id: string, types: TypeSelection): void {
    this.entities.delete(this.stored(id, types).stored);
  }

  /** Everything but the id becomes another (clause 5.6.18). @throws NgsiLdError ResourceNotFound */
  replace(entity: Entity, types: TypeSelection): void {
    const { stored, before } = this.stored(entity.id, types);
    const written = new Set([...attributeNames(before), ...attributeNames(entity)]);
    this.entities.update(stored, before, entity, written);
  }

  /** @throws NgsiLdError ResourceNotFound */
  append(id: string, fragment: Fragment, overwrite: boolean, types: TypeSelection): Outcome {
    return this.change(id, types, (before) => appended(before, fragment, overwrite));
  }

  /** @throws NgsiLdError ResourceNotFound */
  update(id: string, fragment: Fragment, types: TypeSelection): Outcome {
    return this.change(id, types, (before) => updated(before, fragment));
  }

  /** `read` gets the entity, as a simplified fragment means what its attributes are. @throws NgsiLdError */
  merge(id: string, read: (before: Entity) => Fragment, options: MergeOptions, types: TypeSelection): void {
    this.change(id, types, (before) => merged(before, read(before), options));
  }

  /**
   * Changes one attribute instance; `change` returns what it is to become, undefined when it is to go.
   *
   * @throws NgsiLdError ResourceNotFound
   */
  updateAttribute(
    id: string,
    name: string,
    datasetId: string | undefined,
    change: (present: Attribute) => Attribute | undefined,
    types: TypeSelection,
  ): void {
    this.change(id, types, (before) => {
      const instances = [...instancesOf(before, name)];
      const at = indexOfInstance(before, name, datasetId);
      const changed = instances.slice(at, at + 1).map(change);
      instances.splice(at, 1, ...changed.filter((instance) => instance !== undefined));
      return { after: withInstances(before, name, instances), written: [name] };
    });
  }

  /** Replaces the instances of an attribute that are given (clause 5.6.19). @throws NgsiLdError ResourceNotFound */
  replaceAttribute(id: string, name: string, value: JsonValue, terms: Terms, types: TypeSelection): void {
    this.change(id, types, (before) => {
      const read = [readAttribute(value, name, { terms, fragment: false })].flat();
      const instances = [...instancesOf(before, name)];
      for (const instance of completed(name, read as JsonObject[])) {
        instances[indexOfInstance(before, name, instance.datasetId)] = instance;
      }
      return { after: withInstances(before, name, instances), written: [name] };
    });
  }

  /** @throws NgsiLdError ResourceNotFound */
  deleteAttribute(
    id: string,
    name: string,
    which: { all: true } | { datasetId: string | undefined },
    types: TypeSelection,
  ): void {
    this.change(id, types, (before) => {
      const after = name === 'scope' ? withoutScope(before) : withoutAttribute(before, name, which);
      if (after === undefined) throw notFound(`${id} has no such attribute ${name}`);
      return { after, written: name === 'scope' ? [] : [name] };
    });
  }

  /**
   * Deletes an entity, or attributes of it: those to `drop`, or all but those to `keep`. False when it is left as it
   * is, as it was changed after it was selected; one that is gone needs no deletion.
   */
  purge({ id, modified_at }: EntityVersion, which: PurgedAttributes | undefined): boolean {
    const stored = this.entities.findToWrite(id);
    if (stored === undefined) return true;
    if (stored.modified_at !== modified_at) return false;
    if (which === undefined) this.entities.delete(stored);
    else this.strip(id, which);
    return true;
  }

  private strip(id: string, which: PurgedAttributes): void {
    this.change(id, undefined, (before) => {
      const goes = (name: string) =>
        'drop' in which ? which.drop.includes(name) : !which.keep.includes(name);
      const written = attributeNames(before).filter(goes);
      return { after: written.reduce((entity, name) => withInstances(entity, name, []), before), written };
    });
  }

  /** One member of a batch, as clients send it (clauses 5.6.7 to 5.6.10 and 5.6.20). @throws NgsiLdError */
  write(input: unknown, mode: BatchMode, terms: Terms): Written {
    if (mode === 'create' || mode === 'replace') return this.writeWhole(input, mode, terms);
    if (!isObject(input)) throw badRequestData('an entity must be a JSON object');
    const id = entityId(input);
    if (mode === 'merge' && this.entities.findToWrite(id) === undefined) {
      this.create(normalizeEntity(input, terms));
      return 'created';
    }
    const fragment = readFragment(input, terms);
    if (mode === 'patch') {
      this.merge(id, () => fragment, {}, undefined);
      return 'updated';
    }
    const { left } = this.append(id, fragment, mode !== 'append', undefined);
    return left.length === 0 ? 'updated' : notOverwritten(id, left);
  }

  private writeWhole(input: unknown, mode: BatchMode, terms: Terms): 'created' | 'updated' {
    const entity = normalizeEntity(input, terms);
    if (mode === 'replace' && this.entities.findToWrite(entity.id) !== undefined) {
      this.replace(entity, undefined);
      return 'updated';
    }
    this.create(entity);
    return 'created';
  }

  private change<C extends Change>(id: string, types: TypeSelection, change: (before: Entity) => C): C {
    const { stored, before } = this.stored(id, types);
    const result = change(before);
    this.entities.update(stored, before, result.after, result.written);
    return result;
  }

  private stored(id: string, types: TypeSelection): { stored: StoredEntity; before: Entity } {
    const stored = this.entities.findToWrite(id);
    if (stored === undefined) throw notFound(`there is no entity ${id}`);
    const before = this.entities.parse(stored);
    if (types !== undefined && !hasTypes(before, types)) {
      throw notFound(`there is no entity ${id} of this type`);
    }
    return { stored, before };
  }
}

const notOverwritten = (id: string, names: readonly string[]): NgsiLdError =>
  new NgsiLdError('AlreadyExists', `${id} has ${names.join(', ')}, which is not to be overwritten`);

/** Whether an entity is of one of the types, or combinations of them. */
export function hasTypes(entity: Entity, types: string[][]): boolean {
  const own = typesOf(entity);
  return types.some((all) => all.every((type) => own.includes(type)));
}

/** @throws NgsiLdError ResourceNotFound */
function indexOfInstance(entity: Entity, name: string, datasetId: string | undefined): number {
  const at = instancesOf(entity, name).findIndex((instance) => instance.datasetId === datasetId);
  if (at !== -1) return at;
  const which = datasetId === undefined ? 'without a datasetId' : datasetId;
  throw notFound(`${entity.id} has no attribute ${name}, or no instance of it ${which}`);
}

function withoutScope({ scope, ...rest }: Entity): Entity | undefined {
  return scope === undefined ? undefined : rest;
}
