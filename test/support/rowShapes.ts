/** What values were seen somewhere. */
export interface Shape {
  /** `typeof`, or null, array, date, bytes. */
  kinds: string[];
  /** The texts themselves while they are few and short, null when they became too many. */
  texts: string[] | null;
  /** The parts of the objects that were seen. */
  parts: Record<string, { isAlways: boolean; shape: Shape }>;
  /** What stood in arrays. */
  items: Shape | null;
}

/** A column of the answers of a statement: the number of its PostgreSQL type, whether all of them have it, what stood in it. */
export interface ColumnSeen {
  type: number;
  isAlways: boolean;
  shape: Shape;
}

/** What the statement at a place answered, by column. */
export type PlaceSeen = Record<string, ColumnSeen>;

const MOST_TEXTS = 16;
const LONGEST_TEXT = 24;
const MOST_ITEMS = 20;

export const emptyShape = (): Shape => ({ kinds: [], texts: [], parts: {}, items: null });

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'date';
  return Buffer.isBuffer(value) ? 'bytes' : typeof value;
}

/** Takes a value into a shape; answers whether something new was seen. */
export function addValue(shape: Shape, value: unknown): boolean {
  const kind = kindOf(value);
  const isFirst = !shape.kinds.includes(kind);
  let isNew = isFirst;
  if (isFirst) shape.kinds.push(kind);
  if (typeof value === 'string' && shape.texts && !shape.texts.includes(value)) {
    if (shape.texts.length === MOST_TEXTS || value.length > LONGEST_TEXT) shape.texts = null;
    else shape.texts.push(value);
    isNew = true;
  } else if (kind === 'array') {
    shape.items ??= emptyShape();
    for (const item of (value as unknown[]).slice(0, MOST_ITEMS)) if (addValue(shape.items, item)) isNew = true;
  } else if (kind === 'object') {
    const given = value as Record<string, unknown>;
    for (const [name, part] of Object.entries(shape.parts)) {
      if (part.isAlways && !(name in given)) {
        part.isAlways = false;
        isNew = true;
      }
    }
    for (const [name, value] of Object.entries(given)) {
      shape.parts[name] ??= { isAlways: isFirst, shape: emptyShape() };
      if (addValue(shape.parts[name].shape, value)) isNew = true;
    }
  }
  return isNew;
}

/** Takes what one process saw of a place to what another did. */
export function mergePlaces(one: PlaceSeen, more: PlaceSeen): void {
  for (const name of Object.keys(one)) if (!more[name] && one[name]) one[name].isAlways = false;
  for (const [name, column] of Object.entries(more)) {
    const its = one[name];
    if (!its) one[name] = { ...column, isAlways: false };
    else {
      its.isAlways &&= column.isAlways;
      mergeShapes(its.shape, column.shape);
    }
  }
}

function mergeShapes(one: Shape, more: Shape): void {
  const [oneHad, moreHad] = [one.kinds.includes('object'), more.kinds.includes('object')];
  one.kinds = [...new Set([...one.kinds, ...more.kinds])];
  one.texts = one.texts && more.texts ? [...new Set([...one.texts, ...more.texts])] : null;
  for (const [name, part] of Object.entries(one.parts)) if (moreHad && !more.parts[name]) part.isAlways = false;
  for (const [name, part] of Object.entries(more.parts)) {
    const its = one.parts[name];
    if (!its) one.parts[name] = { ...part, isAlways: part.isAlways && !oneHad };
    else {
      its.isAlways &&= part.isAlways;
      mergeShapes(its.shape, part.shape);
    }
  }
  if (one.items && more.items) mergeShapes(one.items, more.items);
  else one.items ??= more.items;
}
