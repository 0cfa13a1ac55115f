import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import { type ChangeDetail, createChange, getChange } from '#people/org/contract.changes.ts';
import { draft, operate } from '#people/org/test/changeSupport.ts';
import type { Db } from '#platform/server/database/db.ts';
import { makeRandom } from '../../scripts/demo/random.ts';
import type { Caller } from '../support/app.ts';

const SEED = Number(process.env.SEED ?? 20_261_129);
/** `WALKS` for more than the suite takes, `SEED` to repeat some. */
const WALKS = Math.min(200, Number(process.env.WALKS ?? 12));

/** What tells of the change, and what books it at both ends: a voucher is answered by another one, and the sums are compared instead. */
const TELLING = [
  ...[
    'org_change',
    'org_change_org',
    'org_change_row',
    'org_change_image',
    'org_history',
    'member_history',
    'audit_log',
    'notice',
    'session',
  ],
  // The superiors of closed months are kept since the organisation has moved; they are the same ones.
  ...['dues_voucher', 'dues_entry', 'dues_kept'],
];

/** Columns that name a row of another table. */
async function references(db: Db) {
  const { rows } = await sql<{ table: string; column: string; to: string }>`
    select c.conrelid::regclass::text as "table", a.attname::text as column, c.confrelid::regclass::text as to
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.conrelid <> 'organisation'::regclass and cardinality(c.conkey) = 1
     order by 1, 2`.execute(db);
  return rows.filter(({ table }) => !TELLING.includes(table));
}

/** Tables with columns that name an organisation. */
const named = async (db: Db) =>
  Map.groupBy(
    (await references(db)).filter(({ to }) => to === 'organisation'),
    ({ table }) => table,
  );

/** The condition on a row `r` that it belongs to some organisations: by its own columns, or as a part of a row that does. */
async function placesOf(db: Db) {
  const places = new Map<string, (orgIds: readonly string[]) => RawBuilder<unknown>>();
  const own = await named(db);
  for (const [table, columns] of own) {
    places.set(table, (orgIds) => {
      const each = columns.map(({ column }) => sql`${sql.ref(`r.${column}`)} = any(${orgIds}::bigint[])`);
      return sql`(${sql.join(each, sql` or `)})`;
    });
  }
  for (const { table, column, to } of await references(db)) {
    const above = places.get(to);
    if (!above || !own.has(to) || places.has(table)) continue;
    const part = sql.ref(`r.${column}`);
    places.set(table, (orgIds) => sql`${part} in (select r.id from ${sql.table(to)} r where ${above(orgIds)})`);
  }
  return [...places];
}

type Places = Awaited<ReturnType<typeof placesOf>>;

/** Every row that belongs to some organisations, as its table and its values but for version and last writing, and the balances of their books. */
async function rowsOf(db: Db, places: Places, orgIds: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const [table, own] of places) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(r) - '{version,updated_at,updated_by}'::text[])::text as row from ${sql.table(table)} r where ${own(orgIds)}`.execute(
      db,
    );
    for (const { row } of rows) found.add(`${table} ${row}`);
  }
  const { rows } = await sql<{ row: string }>`
    select v.org_id || ' ' || e.account || ' ' || sum(e.amount) as row
      from dues_voucher v join dues_entry e on e.voucher_id = v.id where v.org_id = any(${orgIds}::bigint[])
     group by v.org_id, e.account having sum(e.amount) <> 0`.execute(db);
  for (const { row } of rows) found.add(`balance ${row}`);
  return found;
}

interface Pair {
  /** Goes up in the other one. */
  goes: string;
  stays: string;
  name: string;
}

/** Organisations beside each other, of which the one may take the other over. */
async function pairsOf(db: Db): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select gone.id as goes, o.id as stays, gone.name || ' → ' || o.name as name
      from organisation gone join organisation o on o.parent_id = gone.parent_id and o.id <> gone.id and o.type = gone.type
     where gone.deleted_at is null and o.deleted_at is null and length(gone.code) > 8
     order by gone.code, o.code`.execute(db);
  return rows;
}

/** For each table by which organisations it has rows, the rarest table first: a walk that goes through them meets all of them. */
async function owners(db: Db): Promise<[table: string, orgIds: string[]][]> {
  const found: [string, string[]][] = [];
  for (const [table, columns] of await named(db)) {
    const each = columns.map(({ column }) => sql`select ${sql.ref(column)} as id from ${sql.table(table)}`);
    const { rows } = await sql<{ id: string }>`
      select id from (${sql.join(each, sql` union `)}) as owner where id is not null order by id`.execute(db);
    found.push([table, rows.map(({ id }) => id)]);
  }
  return found.toSorted((a, b) => a[1].length - b[1].length);
}

/** What a document says goes along, in an order of its own. */
const amounts = ({ belongings }: ChangeDetail) => belongings.map(({ what, amount }) => `${what} ${amount}`).toSorted();

/**
 * Mergers and dissolutions by a worker, one after the other: what the preview says is done, and what was done comes back row by row,
 * in every table of an organisation.
 */
export async function expectChangesComeBack(db: Db, city: Caller): Promise<void> {
  const places = await placesOf(db);
  const random = makeRandom(SEED);
  const pairs = await pairsOf(db);
  const tables = (await owners(db)).filter(([, orgIds]) => pairs.some(({ goes }) => orgIds.includes(goes)));
  let walked = 0;
  for (let tried = 0; walked < WALKS && tried < WALKS * 10; tried++) {
    const orgIds = tables[tried % tables.length]?.[1] ?? [];
    const { goes, stays, name } = random.pick(pairs.filter((pair) => orgIds.includes(pair.goes)));
    const kind = random.pick(['merge', 'revoke'] as const);
    const given = draft(
      kind === 'merge' ? { kind, orgId: stays, sourceIds: [goes] } : { kind, orgId: goes, targetId: stays },
    );
    const made = await city.call(createChange, given);
    // What somebody has to decide first, or children of one name.
    if (made.code !== 200) continue;
    walked++;
    const change = (await city.call(getChange, { id: made.result.id })).result;
    const before = await rowsOf(db, places, [goes, stays]);
    const done = await operate(city, change);
    expect(done.code, `${name}: ${done.text}`).toBe(200);
    const carried = (await city.call(getChange, { id: change.id })).result;
    expect(amounts(carried), name).toEqual(amounts(change));
    const back = await operate(city, carried, 'reverse');
    expect(back.code, `${name}: ${back.text}`).toBe(200);
    const after = await rowsOf(db, places, [goes, stays]);
    const lost = [...before].filter((row) => !after.has(row));
    // A to-do that the demo had not opened yet may be opened by the way.
    const more = [...after].filter((row) => !before.has(row) && !row.startsWith('todo '));
    expect({ name, lost: lost.slice(0, 3), more: more.slice(0, 3) }).toEqual({ name, lost: [], more: [] });
  }
  expect(walked).toBe(WALKS);
}
