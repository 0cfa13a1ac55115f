import { type RawBuilder, sql } from 'kysely';
import { type AnyNoun, besideName, columnOf, type Fields, type ValuesOf } from '#platform/noun/noun.ts';
import type { Db } from '../database/db.ts';
import { nameGrams, queryGrams, textPinyin } from '../database/nameSearch.ts';
import { type Scope, within } from '../database/scope.ts';
import { textHolds } from '../database/search.ts';

/** A row of any noun under the names of its fields. */
export type StoredNoun = Readonly<Record<string, unknown>> & {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  version: number;
  createdAt: Date;
  createdBy: string;
  updatedAt: Date;
  updatedBy: string;
};
type Condition = RawBuilder<unknown>;

/** The columns of a noun's table `t` and its organisation `o` under the fields' names, for a query written by hand. */
export const nounColumns = ({ is }: AnyNoun): RawBuilder<StoredNoun> => {
  const own = Object.entries(is.fields as Fields).map(
    ([name, field]) => sql`${sql.ref(`t.${columnOf(name, field)}`)} as ${sql.id(name)}`,
  );
  const names = Object.entries(is.fields as Fields).flatMap(([name, field]) =>
    field.options.refers
      ? [
          sql`coalesce((select r.name from ${sql.table(field.options.refers)} r
            where r.id = ${sql.ref(`t.${columnOf(name, field)}`)}), '') as ${sql.id(besideName(name))}`,
        ]
      : [],
  );
  return sql`t.id, ${sql.join([...own, ...names])}, t.org_code as "orgCode", o.name as "orgName", t.version, t.created_at as "createdAt",
    t.created_by as "createdBy", t.updated_at as "updatedAt", t.updated_by as "updatedBy"`;
};

const seen = (scope: Scope, also?: Condition) =>
  also ? sql`(${within(scope, 't.org_code')} or ${also})` : within(scope, 't.org_code');

const titleColumn = ({ is }: AnyNoun) => {
  const field = is.fields[is.title];
  if (!field) throw new Error(`${is.name} has no field ${is.title}`);
  return columnOf(is.title, field);
};

/**
 * The conditions of living rows within a scope and the asked filters, on the table `t`.
 * @param also rows outside of the scope that may be read as well
 */
export function nounConditions(
  noun: AnyNoun,
  scope: Scope,
  ask: Readonly<Record<string, unknown>>,
  lacks: Readonly<Record<string, Condition | undefined>>,
  also?: Condition,
): Condition[] {
  const { fields, filters = [], lacking = [], lettered } = noun.is;
  const parts: Condition[] = [
    sql`t.deleted_at is null`,
    // The rows of a deleted organisation are in the recycle bin with it.
    sql`exists (select from organisation held where held.id = t.org_id and held.deleted_at is null)`,
    seen(scope, also),
  ];
  for (const name of filters) {
    const field = fields[name];
    if (!field) continue;
    const column = sql.ref(`t.${columnOf(name, field)}`);
    if (field.kind === 'day') {
      if (ask[`${name}From`]) parts.push(sql`${column} >= ${ask[`${name}From`]}`);
      if (ask[`${name}To`]) parts.push(sql`${column} <= ${ask[`${name}To`]}`);
    } else if (ask[name] !== undefined && ask[name] !== null) parts.push(sql`${column} = ${ask[name]}`);
  }
  const lack = String(ask.lacking ?? '');
  const lacked = fields[lack];
  if (lacked && lacking.includes(lack)) {
    const column = sql.ref(`t.${columnOf(lack, lacked)}`);
    const isText = lacked.kind === 'line' || lacked.kind === 'text';
    parts.push(lacks[lack] ?? (isText ? sql`coalesce(${column}, '') = ''` : sql`${column} is null`));
  }
  if (ask.name) {
    const part = String(ask.name);
    const column = sql.ref(`t.${titleColumn(noun)}`);
    if (lettered) parts.push(sql`t.name_grams @> ${queryGrams(part)}::text[]`);
    if (!lettered || [...part].length > 2) parts.push(textHolds(column, part));
  }
  return parts;
}

/** A page of rows in tree order, or in one of the noun's own, and how many there are. */
export async function pageOf(
  db: Db,
  noun: AnyNoun,
  conditions: readonly Condition[],
  { limit, offset, order }: { limit: number; offset: number; order?: Condition | undefined },
): Promise<{ rows: StoredNoun[]; total: number }> {
  const by = order ?? sql`t.org_code, t.id`;
  const table = sql.table(noun.is.table);
  const where = sql.join([...conditions], sql` and `);
  const { rows } = await sql<StoredNoun & { total: number; id: string | null }>`
    select head.total, page.*
      from (select count(*)::int as total from ${table} t where ${where}) as head
      left join (
        select ${nounColumns(noun)}, row_number() over (order by ${by}) as list_place
          from ${table} t join organisation o on o.id = t.org_id and o.deleted_at is null
         where ${where} order by ${by} limit ${limit} offset ${offset}) as page on true
     order by page.list_place`.execute(db);
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

/** The next rows in tree order after a place, for exports. */
export async function rowsAfter(
  db: Db,
  noun: AnyNoun,
  conditions: readonly Condition[],
  after: { orgCode: string; id: string } | null,
  limit: number,
): Promise<StoredNoun[]> {
  const from = after ? [sql`(t.org_code, t.id) > (${after.orgCode}, ${after.id}::bigint)`] : [];
  const { rows } = await sql<StoredNoun>`
    select ${nounColumns(noun)} from ${sql.table(noun.is.table)} t
      join organisation o on o.id = t.org_id and o.deleted_at is null
     where ${sql.join([...conditions, ...from], sql` and `)} order by t.org_code, t.id limit ${limit}`.execute(db);
  return rows;
}

/** A row of the scope, or one that `also` allows; null where there is none. `lock` holds it until the transaction ends. */
export async function readNoun(
  db: Db,
  noun: AnyNoun,
  scope: Scope,
  id: string,
  { lock = false, also }: { lock?: boolean; also?: Condition | undefined } = {},
): Promise<StoredNoun | null> {
  const { rows } = await sql<StoredNoun>`
    select ${nounColumns(noun)} from ${sql.table(noun.is.table)} t
      join organisation o on o.id = t.org_id and o.deleted_at is null
     where t.id = ${id} and t.deleted_at is null and ${seen(scope, also)}
     ${lock ? sql`for update of t` : sql``}`.execute(db);
  return rows[0] ?? null;
}

/** Locks an organisation against deletion; null where it is not within the scope. */
export async function lockOrg(db: Db, scope: Scope, id: string): Promise<{ code: string; name: string } | null> {
  const { rows } = await sql<{ code: string; name: string }>`
    select code, name from organisation o
     where o.id = ${id} and o.deleted_at is null and ${within(scope, 'o.code')} for share`.execute(db);
  return rows[0] ?? null;
}

/** The name of a row of another table that is there within the scope; null where there is none. */
export async function nameOf(db: Db, table: string, scope: Scope, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select r.name from ${sql.table(table)} r
     where r.id = ${id} and r.deleted_at is null and ${within(scope, 'r.org_code')} for share`.execute(db);
  return rows[0]?.name ?? null;
}

/** Ids and names from the root to an organisation. */
export async function pathTo(db: Db, orgCode: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from organisation
     where code = any(array(select left(${orgCode}, n * 4) from generate_series(1, length(${orgCode}) / 4) n)) order by code`.execute(
    db,
  );
  return rows;
}

/** A row's values as its columns; the letters of its title go with them. */
function columnsOf(noun: AnyNoun, values: Readonly<Record<string, unknown>>, orgCode: string): [string, unknown][] {
  const own = Object.entries(noun.is.fields as Fields).map(([name, field]): [string, unknown] => [
    columnOf(name, field),
    values[name],
  ]);
  const title = String(values[noun.is.title] ?? '');
  const { full, initials } = noun.is.lettered ? textPinyin(title) : { full: '', initials: '' };
  const letters: [string, unknown][] = noun.is.lettered
    ? [
        ['name_grams', nameGrams(title)],
        ['pinyin', full],
        ['initials', initials],
      ]
    : [];
  return [...own, ...letters, ['org_code', orgCode]];
}

/** A row as its columns, for rows that are copied in: the demo's, an import's. */
export const nounColumnsOf = <N extends AnyNoun>(noun: N, values: ValuesOf<N>, orgCode: string) =>
  Object.fromEntries(columnsOf(noun, values as Readonly<Record<string, unknown>>, orgCode)) as Readonly<
    Record<string, string | number | boolean | readonly string[] | null>
  >;

/** Adds a row; answers its id. */
export async function insertNoun(
  db: Db,
  noun: AnyNoun,
  values: Readonly<Record<string, unknown>>,
  orgCode: string,
  by: string,
): Promise<string> {
  const all = [...columnsOf(noun, values, orgCode), ['created_by', by] as const, ['updated_by', by] as const];
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(noun.is.table)} (${sql.join(all.map(([column]) => sql.id(column)))})
    values (${sql.join(all.map(([, value]) => value))}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Stores the ids and rich texts of a new row as they are after its files were given to it. */
export async function keepUploads(
  db: Db,
  noun: AnyNoun,
  id: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const set = Object.entries(noun.is.fields as Fields).flatMap(([name, field]) =>
    field.kind === 'files' || field.options.rich ? [sql`${sql.id(columnOf(name, field))} = ${values[name]}`] : [],
  );
  await sql`update ${sql.table(noun.is.table)} set ${sql.join(set)} where id = ${id}`.execute(db);
}

/** The names of stored files by id. */
export async function fileNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from stored_file where id = any(${ids}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Writes all fields of a locked row; answers the new version. */
export async function writeNoun(
  db: Db,
  noun: AnyNoun,
  id: string,
  values: Readonly<Record<string, unknown>>,
  orgCode: string,
  by: string,
): Promise<number> {
  const set = columnsOf(noun, values, orgCode).map(([column, value]) => sql`${sql.id(column)} = ${value}`);
  const { rows } = await sql<{ version: number }>`
    update ${sql.table(noun.is.table)} set ${sql.join(set)}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Puts a row into the recycle bin. */
export async function binNoun(db: Db, noun: AnyNoun, id: string, by: string, reason: string): Promise<void> {
  await sql`
    update ${sql.table(noun.is.table)} set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason}
     where id = ${id}`.execute(db);
}

interface HistoryRow {
  id: string;
  at: Date;
  who: string;
  action: string;
  reason: string;
  changes: Record<string, [unknown, unknown]> | null;
  total: number;
}

/** A page of what was done to a row of the caller's scope, the newest first. */
export async function historyOf(
  db: Db,
  noun: AnyNoun,
  id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select id, at, account_name as who, action, coalesce(reason, '') as reason, changes, (count(*) over ())::int as total
      from audit_log
     where target_type = ${noun.is.name} and target_id = ${id} and outcome = 'done'
     order by audit_log.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}
