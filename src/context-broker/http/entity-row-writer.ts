import { namedIn } from '../context/name-entity';
import type { Terms } from '../context/terms';
import { NgsiLdError } from '../errors';
import { entityWithoutExpiry } from '../model/attribute-expiry';
import type { Attribute, Entity, JsonObject, JsonValue } from '../model/entity';
import { inLanguage } from '../model/language';
import { attributeNames, instancesOf } from '../model/normalize-entity';
import { asFeature, isShown, project, type Projected, represent } from '../model/representation';
import { linkedIds } from '../query-language/entity-query';
import type { EntityRow } from '../reader/entity-selection';
import { type SystemTimes, withSystemTimes } from '../store/system-times';
import type { OutputForm } from './output-form';

/** Finds an entity by its id. */
export type FindRow = (id: string) => EntityRow | undefined;

/** Entities that relationships lead to, in one answer. */
const MAX_LINKED = 1000;

/** Writes the entities of one answer in the form that was asked for. */
export class EntityRowWriter {
  private linked = 0;

  constructor(
    private readonly form: OutputForm,
    private readonly terms: Terms,
    private readonly asGeoJson: boolean,
    private readonly find: FindRow,
  ) {}

  /**
   * The entities of which there is something to show, and behind them those that their relationships lead to when these
   * are wanted flat.
   */
  write(rows: readonly EntityRow[]): JsonObject[] {
    const { projected } = this.form;
    return this.writeEntities(
      rows.map((row) => this.entityOf(row)).filter((entity) => isShown(entity, projected)),
    );
  }

  /** As {@link write}, for entities that have their system attributes already, if they are to have any. */
  writeEntities(entities: Entity[]): JsonObject[] {
    const { join, projected } = this.form;
    if (join?.shape !== 'flat') {
      const level = join?.level ?? 0;
      return entities.map((entity) => this.written(entity, projected, level, new Set(join?.containedBy)));
    }
    return this.flat(entities);
  }

  private flat(entities: Entity[]): JsonObject[] {
    const { join, projected } = this.form;
    const seen = new Set([...(join?.containedBy ?? []), ...entities.map(({ id }) => id)]);
    const result: JsonObject[] = [];
    let present = entities.map((entity) => ({ entity, projected }));
    for (let level = join?.level ?? 0; present.length > 0; level -= 1) {
      result.push(...present.map((one) => this.written(one.entity, one.projected, 0, new Set())));
      if (level <= 0) break;
      present = present.flatMap((one) =>
        this.linksOf(project(one.entity, one.projected), one.projected).flatMap(({ ids, inner }) =>
          ids.flatMap((id) => {
            if (seen.has(id)) return [];
            seen.add(id);
            const entity = this.linkedEntity(id);
            return entity !== undefined && isShown(entity, inner) ? [{ entity, projected: inner }] : [];
          }),
        ),
      );
    }
    return result;
  }

  private written(
    whole: Entity,
    projected: Projected,
    level: number,
    chain: ReadonlySet<string>,
  ): JsonObject {
    const { format, geometryProperty } = this.form;
    const shown = this.shown(whole, projected, level, chain);
    return this.asGeoJson ? asFeature(shown, format, geometryProperty, whole) : represent(shown, format);
  }

  /** The members that are wanted, in the language and with the names that are. */
  private shown(whole: Entity, projected: Projected, level: number, chain: ReadonlySet<string>): Entity {
    const { languages } = this.form;
    const chosen = project(whole, projected);
    const translated = languages === undefined ? chosen : inLanguage(chosen, languages);
    const joined =
      level > 0 ? this.inlined(translated, projected, level, new Set([...chain, whole.id])) : translated;
    return namedIn(this.terms, joined);
  }

  /** Relationships with the entities that they lead to, but for those that they come from. */
  private inlined(entity: Entity, projected: Projected, level: number, chain: ReadonlySet<string>): Entity {
    const result: Entity = { ...entity };
    for (const { name, inner } of this.linksOf(entity, projected)) {
      const instances = instancesOf(entity, name).map((instance): Attribute => {
        const linked = linkedIds(instance)
          .filter((id) => !chain.has(id))
          .map((id) => this.linkedEntity(id))
          .filter((found) => found !== undefined)
          .map((found) => this.shown(found, inner, level - 1, chain));
        return linked.length === 0 ? instance : withLinked(instance, linked as JsonValue[]);
      });
      result[name] = Array.isArray(entity[name]) ? instances : instances[0];
    }
    return result;
  }

  /** The relationships of an entity, with what is wanted of the entities that they lead to. */
  private linksOf(entity: Entity, { pick, omit }: Projected) {
    return attributeNames(entity)
      .map((name) => ({
        name,
        ids: instancesOf(entity, name).flatMap(linkedIds),
        inner: {
          ...(pick?.get(name) && { pick: pick.get(name) }),
          ...(omit?.get(name) && { omit: omit.get(name) }),
        },
      }))
      .filter(({ ids }) => ids.length > 0);
  }

  private linkedEntity(id: string): Entity | undefined {
    this.linked += 1;
    if (this.linked > MAX_LINKED) {
      throw new NgsiLdError(
        'TooManyResults',
        `more than ${MAX_LINKED} linked entities: ask for less with limit`,
      );
    }
    const row = this.find(id);
    return row && this.entityOf(row);
  }

  private entityOf(row: EntityRow): Entity {
    const entity = JSON.parse(row.body) as Entity;
    if (!this.form.sysAttrs) return mayTellExpiry(row) ? entityWithoutExpiry(entity) : entity;
    return withSystemTimes(entity, JSON.parse(row.sys) as SystemTimes, row.created_at, row.modified_at);
  }
}

/** Whether there may be attributes of attributes that tell when they end. */
export const mayTellExpiry = ({ body }: EntityRow): boolean => body.includes('"expiresAt"');

function withLinked(instance: Attribute, linked: JsonValue[]): Attribute {
  if (instance.type === 'ListRelationship') return { ...instance, entityList: linked };
  return { ...instance, entity: Array.isArray(instance.object) ? linked : (linked[0] ?? null) };
}
