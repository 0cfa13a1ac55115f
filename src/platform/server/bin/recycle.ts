import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../context.ts';
import type { Db } from '../database/db.ts';
import { queryGrams } from '../database/nameSearch.ts';
import { type Scope, within } from '../database/scope.ts';
import { textHolds } from '../database/search.ts';
import { detachFiles } from '../files/fileRights.ts';

/** The filter of the recycle bin; null means no filter. Days are `YYYY-MM-DD`, both included. */
export interface RecycleFilter {
  name: string | null;
  from: string | null;
  to: string | null;
  limit: number;
  offset: number;
}

/** A deleted row as the bin shows it. */
export interface Recycled {
  id: string;
  name: string;
  orgName: string;
  orgCode: string;
  deletedAt: Date;
  deletedBy: string;
  reason: string;
}

/**
 * One kind of deleted rows. The bin's calls check `right` and the time, ask for the password where it
 * is an erasure, open the transaction and write the audit; the module knows its rows.
 */
export interface RecycleKind {
  /** Letters only, as it stands in calls. */
  kind: string;
  /** Chinese, in the plural sense of a heading: 党员. */
  label: string;
  /** What restoring means, where it is not that the row goes back to its place. */
  note?: string;
  /** The right without which the kind is not shown. */
  right: string;
  /** To bring one back gives somebody rights: the own password is asked for. */
  restoreConfirmed?: true;
  /** Deleted rows of the scope, the newest first. */
  list(ctx: Ctx, scope: Scope, filter: RecycleFilter): Promise<Recycled[]>;
  /** How many there are, counted up to `limit`. */
  count(ctx: Ctx, scope: Scope, filter: RecycleFilter, limit: number): Promise<number>;
  /** Locks a deleted row of the scope until the transaction ends; undefined where there is none. */
  lock(ctx: Ctx, scope: Scope, id: string): Promise<Recycled | undefined>;
  /** Puts a locked row back, with everything that counts it; refuses, with a sentence, where it cannot be. */
  restore(ctx: Ctx, id: string): Promise<void>;
  /** Destroys what is personal in a locked row; it is in no list afterwards. */
  erase(ctx: Ctx, id: string): Promise<void>;
}

const known = new Map<string, RecycleKind>();

/** Registers how the deleted rows of a kind are listed, restored and erased. A module calls it once in `announce`. */
export function registerRecycleKind(kind: RecycleKind): void {
  known.set(kind.kind, kind);
}

/** Every kind that was announced, in that order. */
export const recycleKinds = (): readonly RecycleKind[] => [...known.values()];

const ZONE = sql.lit('Asia/Shanghai');

/** `where` a column of times lies on or between two days (`YYYY-MM-DD`) of the deployment's calendar; null leaves an end open. */
export function deletedBetween(column: string, from: string | null, to: string | null): RawBuilder<boolean> {
  const at = sql.ref(column);
  return sql<boolean>`(
    (${from}::date is null or ${at} >= ${from}::date::timestamp at time zone ${ZONE})
    and (${to}::date is null or ${at} < (${to}::date + 1)::timestamp at time zone ${ZONE}))`;
}

/** The SQL for the deleted rows of a kind. In every fragment `t` is the row and `o` its organisation. */
export interface BinSource {
  /** Tables, with the row as `t` and its organisation as `o`. */
  from: RawBuilder<unknown>;
  /** What the row is called; it is also what `filter.name` is looked for in, unless `named` says where else. */
  name: RawBuilder<unknown>;
  /** Condition of a name that is looked for. */
  named?: (name: string) => RawBuilder<unknown>;
  orgCode?: RawBuilder<unknown>;
  /** Further conditions of a row of the scope that can come back. */
  where(ctx: Ctx, scope: Scope): RawBuilder<unknown>;
  /** What `lock` keeps: the row alone, or its organisation as well. */
  locks?: 't' | 'o, t';
}

/** `list`, `count` and `lock` over rows with the columns id, deleted_at, deleted_by and delete_reason. People without office see no bin. */
export function binFrom(source: BinSource): Pick<RecycleKind, 'list' | 'count' | 'lock'> {
  const { from, name, named = (word) => sql`${textHolds(name, word)}` } = source;
  const columns = sql`t.id, ${name} as name, coalesce(o.name, '') as "orgName", ${source.orgCode ?? sql`o.code`} as "orgCode",
    t.deleted_at as "deletedAt", coalesce(t.deleted_by, '') as "deletedBy", coalesce(t.delete_reason, '') as reason`;
  const deleted = (ctx: Ctx, scope: Scope) =>
    sql`t.deleted_at is not null and ${scope.memberId === null} and ${source.where(ctx, scope)}`;
  const filtered = (ctx: Ctx, scope: Scope, filter: RecycleFilter) => {
    const parts = [deleted(ctx, scope), deletedBetween('t.deleted_at', filter.from, filter.to)];
    if (filter.name) parts.push(named(filter.name));
    return sql.join(parts, sql` and `);
  };
  return {
    async list(ctx, scope, filter) {
      const { rows } = await sql<Recycled>`
        select ${columns} from ${from} where ${filtered(ctx, scope, filter)}
         order by t.deleted_at desc, t.id desc limit ${filter.limit} offset ${filter.offset}`.execute(ctx.db);
      return rows;
    },
    async count(ctx, scope, filter, limit) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from (select from ${from} where ${filtered(ctx, scope, filter)} limit ${limit}) as c`.execute(
        ctx.db,
      );
      return rows[0]?.n ?? 0;
    },
    async lock(ctx, scope, id) {
      const { rows } = await sql<Recycled>`
        select ${columns} from ${from} where t.id = ${id} and ${deleted(ctx, scope)} for update of ${sql.raw(source.locks ?? 't')}`.execute(
        ctx.db,
      );
      return rows[0];
    },
  };
}

/**
 * `list`, `count` and `lock` over a table with the columns id, name, name_grams (where it is `lettered`), deleted_at, deleted_by,
 * delete_reason and erased_at.
 * @param above the column of the organisation whose name is shown with the row
 * @param code the column of the organisation code that the scope is compared with
 */
export function binOf(
  table: string,
  above: 'org_id' | 'parent_id',
  code: 'org_code' | 'code',
  { title = 'name', lettered = true }: { title?: string; lettered?: boolean } = {},
): Pick<RecycleKind, 'list' | 'count' | 'lock'> {
  const name = sql.ref(`t.${title}`);
  return binFrom({
    from: sql`${sql.table(table)} t left join organisation o on o.id = ${sql.ref(`t.${above}`)}`,
    name,
    named: (word) =>
      lettered
        ? sql`t.name_grams @> ${queryGrams(word)}::text[] and ${textHolds(name, word)}`
        : sql`${textHolds(name, word)}`,
    orgCode: sql.ref(`t.${code}`),
    where: (_ctx, scope) => sql`t.erased_at is null and ${within(scope, `t.${code}`)}`,
  });
}

/**
 * The whole kind for deleted drafts, which have a title and were never published. Restoring brings them back unchanged; erasing
 * deletes the rows and their files.
 * @param table with the columns id, title, org_id, version, deleted_at, deleted_by and delete_reason
 * @param files the kind of its files
 * @param code the column of the organisation code: of the row, or of its organisation
 * @param onlyOwn only drafts of the session's own organisation
 */
export function binOfDrafts(
  table: string,
  files: string,
  { code = 't.org_code', onlyOwn = false }: { code?: 't.org_code' | 'o.code'; onlyOwn?: boolean } = {},
): Pick<RecycleKind, 'list' | 'count' | 'lock' | 'restore' | 'erase'> {
  return {
    ...binFrom({
      from: sql`${sql.table(table)} t join organisation o on o.id = t.org_id and o.deleted_at is null`,
      name: sql`t.title`,
      where: (ctx, scope) =>
        sql`${within(scope, code)} and ${onlyOwn ? sql`t.org_id = ${ctx.session.orgId}` : sql`true`}`,
    }),
    async restore(ctx, id) {
      await restoreRow(ctx.db, table, id);
    },
    async erase(ctx, id) {
      await detachFiles(ctx, { kind: files, rowId: id }, []);
      await sql`delete from ${sql.table(table)} where id = ${id} and deleted_at is not null`.execute(ctx.db);
    },
  };
}

/** Takes a locked row out of the bin as it was. */
export async function restoreRow(db: Db, table: string, id: string): Promise<void> {
  await sql`
    update ${sql.table(table)} set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1
     where id = ${id}`.execute(db);
}
