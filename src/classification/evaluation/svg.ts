const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

type Attributes = Readonly<Record<string, string | number>>;

/** An element; whatever its attributes say is data, never markup. */
export function element(name: string, attributes: Attributes, ...children: string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  return `<${name}${written.join('')}>${children.join('')}</${name}>`;
}

/** Text at a place; `anchor` says which end of it is there. */
export const label = (
  text: string,
  x: number,
  y: number,
  anchor: 'start' | 'middle' | 'end' = 'start',
  attributes: Attributes = {},
): string => element('text', { x, y, 'text-anchor': anchor, ...attributes }, escapeXml(text));

/** A whole picture on white, with a title that is read aloud. */
export const picture = (title: string, width: number, height: number, ...children: string[]): string =>
  `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'font-family': 'sans-serif',
      'font-size': 12,
    },
    element('title', {}, escapeXml(title)),
    element('rect', { width, height, fill: 'white' }),
    ...children,
  )}\n`;
