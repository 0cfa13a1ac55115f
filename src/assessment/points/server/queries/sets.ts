import { sql } from 'kysely';
import type { SetItem, saveSet } from '#assessment/points/contract.set.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface SetRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  name: string;
  base: number;
  fromOn: string;
  state: number;
  items: number;
  publishedBy: string;
  version: number;
}

const COLUMNS = sql`s.id, s.org_id as "orgId", s.org_code as "orgCode", o.name as "orgName", s.name, s.base, s.from_on as "fromOn", s.state,
  (select count(*)::int from point_item i where i.set_id = s.id) as items, s.published_by as "publishedBy", s.version`;

/** Who reads sets, and where he stands. */
export interface Reader {
  scope: Scope;
  orgId: string;
  orgCode: string;
}

/** Readable are sets within the scope and published ones of the organisations above it. */
const readable = ({ scope, orgId, orgCode }: Reader) =>
  sql`o.deleted_at is null and ((${within(scope, 's.org_code')} and (s.state = 1 or s.org_id = ${orgId}))
      or (s.state = 1 and ${orgCode}::text like s.org_code || '%'))`;

/** Sets that somebody may read, in tree order, at most 200. */
export async function setsOf(db: Db, reader: Reader): Promise<SetRecord[]> {
  const { rows } = await sql<SetRecord>`
    select ${COLUMNS} from point_set s join organisation o on o.id = s.org_id where ${readable(reader)}
     order by s.org_code, s.from_on desc, s.id desc limit 200`.execute(db);
  return rows;
}

/** One of them; `lock` keeps it for this transaction. */
export async function findSet(db: Db, reader: Reader, id: string, lock = false): Promise<SetRecord | undefined> {
  const { rows } = await sql<SetRecord>`
    select ${COLUMNS} from point_set s join organisation o on o.id = s.org_id where s.id = ${id} and ${readable(reader)}
    ${lock ? sql`for update of s` : sql``}`.execute(db);
  return rows[0];
}

/** How a set is called; empty without one. */
export async function setName(db: Db, id: string | null): Promise<string> {
  if (id === null) return '';
  const { rows } = await sql<{ name: string }>`select name from point_set where id = ${id}`.execute(db);
  return rows[0]?.name ?? '';
}

/** The items of a set as its editor has them, in their order. */
export async function setItems(db: Db, setId: string) {
  const { rows } = await sql<Omit<SetItem, 'dimension'> & { dimension: string }>`
    select code, dimension, name, minus, value, source, cap_day as "capDay", cap_month as "capMonth", cap_year as "capYear", once, floor, months, classes, paper
      from point_item where set_id = ${setId} order by sort, id`.execute(db);
  return rows;
}

/** Items of all sets for which a paper has to be uploaded. */
export async function paperItems(db: Db): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from point_item where paper`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Whether a paper has to be uploaded for an item. */
export async function needsPaper(db: Db, itemId: string): Promise<boolean> {
  const { rows } = await sql<{ paper: boolean }>`select paper from point_item where id = ${itemId}`.execute(db);
  return rows[0]?.paper ?? false;
}

type SetFields = Pick<ParsedOf<typeof saveSet>, 'name' | 'base' | 'fromOn'>;

/** Writes a locked draft; its items are written by `writeSetItems`. */
export async function writeSet(
  db: Db,
  id: string,
  set: SetFields,
  by: string,
): Promise<{ id: string; version: number }> {
  const { rows } = await sql<{ id: string; version: number }>`
    update point_set set name = ${set.name}, base = ${set.base}, from_on = ${set.fromOn}, version = version + 1,
           updated_at = now(), updated_by = ${by} where id = ${id} returning id, version`.execute(db);
  return rows[0] ?? { id: '', version: 0 };
}

/** Adds a draft of an organisation. */
export async function insertSet(
  db: Db,
  org: { id: string; code: string },
  set: SetFields,
  by: string,
): Promise<{ id: string; version: number }> {
  const { rows } = await sql<{ id: string; version: number }>`
    insert into point_set (org_id, org_code, name, base, from_on, created_by, updated_by)
    values (${org.id}, ${org.code}, ${set.name}, ${set.base}, ${set.fromOn}, ${by}, ${by}) returning id, version`.execute(
    db,
  );
  return rows[0] ?? { id: '', version: 0 };
}

/** Writes the items of a draft anew, in their order; one keeps its code, and who has none or another one's gets one. */
export async function writeSetItems(db: Db, setId: string, items: ParsedOf<typeof saveSet>['items']): Promise<void> {
  await sql`delete from point_item where set_id = ${setId}`.execute(db);
  const codes = new Set<string>();
  for (const [sort, item] of items.entries()) {
    const code = item.code && !codes.has(item.code) ? item.code : `i${setId}x${sort + 1}`;
    codes.add(code);
    await sql`
      insert into point_item (set_id, sort, code, dimension, name, minus, value, source, cap_day, cap_month, cap_year, once, floor, months, classes, paper)
      values (${setId}, ${sort}, ${code}, ${item.dimension}, ${item.name}, ${item.minus}, ${item.value}, ${item.source},
              ${item.capDay}, ${item.capMonth}, ${item.capYear}, ${item.once}, ${item.floor}, ${item.months}, ${item.classes}::smallint[], ${item.paper})`.execute(
      db,
    );
  }
}

/** Publishes a locked draft; answers its new version. */
export async function publishSet(db: Db, id: string, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update point_set set state = 1, published_at = now(), published_by = ${by}, version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Deletes a locked draft with its items. */
export async function deleteSet(db: Db, id: string): Promise<void> {
  await sql`delete from point_item where set_id = ${id}`.execute(db);
  await sql`delete from point_set where id = ${id}`.execute(db);
}
