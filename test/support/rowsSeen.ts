import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type QueryResult, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { addValue, type ColumnSeen, emptyShape, type PlaceSeen } from './rowShapes.ts';

/** Where the rows that statements answered are noted, for `npm run rows`. */
const FOLDER = join(import.meta.dirname, '../../.cache/rows');
/** Rows of an answer that are looked at. */
const SAMPLE = 20;

const PLACE = Symbol('place');
type Placed = RawBuilder<unknown> & { [PLACE]?: string };

const file = join(FOLDER, `${process.pid}-${Date.now()}.json`);
const seen = new Map<string, PlaceSeen>();
let isNew = false;

/** The tag `sql`, standing at a place. */
export const sqlAt =
  (place: string) =>
  (...given: Parameters<typeof sql>): RawBuilder<unknown> => {
    const statement: Placed = sql(...given);
    statement[PLACE] = place;
    return statement;
  };

const fieldsOf = new WeakMap<object, pg.FieldDef[]>();

interface Answer {
  rows: object;
  addFields(fields: pg.FieldDef[]): void;
  isNoted?: true;
}
const answer = (pg as unknown as { Result: { prototype: Answer } }).Result.prototype;
const statement = Object.getPrototypeOf(sql``) as Placed;

// A worker that runs many files may bring this one again with each.
if (!answer.isNoted) {
  answer.isNoted = true;
  const { addFields } = answer;
  answer.addFields = function (fields) {
    fieldsOf.set(this.rows, fields);
    addFields.call(this, fields);
  };
  const { execute } = statement;
  statement.execute = async function (this: Placed, ...given) {
    const result = await execute.apply(this, given);
    const place = this[PLACE];
    if (place !== undefined && result.rows) note(place, result);
    return result;
  };
}

function note(place: string, { rows }: QueryResult<unknown>): void {
  const fields = fieldsOf.get(rows) ?? [];
  let columns = seen.get(place);
  const isFirst = columns === undefined;
  if (!columns) {
    columns = {};
    seen.set(place, columns);
    isNew = true;
  }
  for (const [name, column] of Object.entries(columns)) {
    if (column.isAlways && !fields.some((field) => field.name === name)) {
      column.isAlways = false;
      isNew = true;
    }
  }
  const sample = rows.length > SAMPLE ? rows.slice(0, SAMPLE) : rows;
  for (const { name, dataTypeID } of fields) {
    const column: ColumnSeen = columns[name] ?? { type: dataTypeID, isAlways: isFirst, shape: emptyShape() };
    if (!columns[name]) {
      columns[name] = column;
      isNew = true;
    }
    for (const row of sample) if (addValue(column.shape, (row as Record<string, unknown>)[name])) isNew = true;
  }
}

/** Writes what this process has seen so far, where something is new. */
export function writeSeen(): void {
  if (!isNew) return;
  isNew = false;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, JSON.stringify(Object.fromEntries(seen)));
}
