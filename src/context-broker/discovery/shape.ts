import { type AttributeType, type Entity, ENTITY_MEMBERS } from '../model/entity';

/** What entities have in common for discovery: their types, and their attributes with the kinds of their instances. */
export interface Shape {
  types: string[];
  attributes: Record<string, AttributeType[]>;
}

/** Shapes that are kept by their outlines. */
const CACHED = 1024;

const shapes = new Map<string, string>();

/** The shape of an entity in JSON, which is the same text for all entities of the shape. */
export function shapeOf(entity: Entity): string {
  const outline = outlineOf(entity);
  let shape = shapes.get(outline);
  if (shape === undefined) {
    shape = JSON.stringify(readShape(outline));
    if (shapes.size >= CACHED) shapes.clear();
    shapes.set(outline, shape);
  }
  return shape;
}

/** Types, attributes and kinds in the order in which they stand; names have no spaces and no line breaks. */
function outlineOf(entity: Entity): string {
  let outline = typeof entity.type === 'string' ? entity.type : entity.type.join(' ');
  for (const name in entity) {
    if (ENTITY_MEMBERS.has(name)) continue;
    const member = entity[name] as { type: string } | { type: string }[];
    outline += `\n${name}`;
    if (!Array.isArray(member)) outline += ` ${member.type}`;
    else for (const { type } of member) outline += ` ${type}`;
  }
  return outline;
}

function readShape(outline: string): Shape {
  const [types = '', ...attributes] = outline.split('\n');
  const shape: Shape = { types: types.split(' ').sort(), attributes: {} };
  for (const attribute of attributes.sort()) {
    const [name = '', ...kinds] = attribute.split(' ');
    shape.attributes[name] = [...new Set(kinds)].sort() as AttributeType[];
  }
  return shape;
}
