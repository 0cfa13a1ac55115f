import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from } from 'pg-copy-streams';
import type { DemoRow } from '#platform/server/module.ts';

export type Row = DemoRow;
type Value = Row[string];

const ROWS_A_CHUNK = 500;

function escaped(text: string): string {
  return /[\\\t\n\r]/.test(text)
    ? text.replace(/\\/g, '\\\\').replace(/\t/g, '\\t').replace(/\n/g, '\\n').replace(/\r/g, '\\r')
    : text;
}

/** One value in COPY's text format. */
function field(value: Value | undefined): string {
  if (value === undefined) throw new Error('a row of the demo lacks a value');
  if (value === null) return '\\N';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'number') return String(value);
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
  return escaped(`{${value.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
}

function* lines(rows: Iterable<Row>): Generator<string> {
  let chunk: string[] = [];
  for (const row of rows) {
    chunk.push(Object.values(row).map(field).join('\t'));
    if (chunk.length < ROWS_A_CHUNK) continue;
    yield `${chunk.join('\n')}\n`;
    chunk = [];
  }
  if (chunk.length > 0) yield `${chunk.join('\n')}\n`;
}

/**
 * Writes rows into a table by COPY, as they are made. All rows have the same columns in the same
 * order: the keys of the first. No rows: nothing is done.
 */
export async function copyRows(client: ClientBase, table: string, rows: Iterable<Row>): Promise<void> {
  const iterator = rows[Symbol.iterator]();
  const first = iterator.next();
  if (first.done) return;
  const columns = Object.keys(first.value).map((name) => `"${name}"`);
  function* all() {
    yield first.value;
    yield* { [Symbol.iterator]: () => iterator };
  }
  const copy = client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`));
  await pipeline(Readable.from(lines(all())), copy);
}

/** Sets the identity of a table behind the ids that were written with their rows. */
export async function continueIds(client: ClientBase, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select coalesce(max(id), 0) + 1 from ${table}), false)`,
    );
  }
}
