import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from './context.ts';
import { queryGrams } from './nameSearch.ts';
import { type Scope, within } from './scope.ts';

/** What the recycle bin is asked for; null leaves a filter out. Days are `YYYY-MM-DD`, both included. */
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

/** A module says once how its deleted rows are listed, restored and erased; the bin knows no module. */
export function recyclable(kind: RecycleKind): void {
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

/**
 * `list`, `count` and `lock` over a table with the columns id, name, name_grams (where it is `lettered`), deleted_at,
 * deleted_by, delete_reason and erased_at.
 * @param above the column with the organisation that is named beside the row
 * @param code the column with the organisation's code that bounds it
 */
export function binOf(
  table: string,
  above: 'org_id' | 'parent_id',
  code: 'org_code' | 'code',
  { title = 'name', lettered = true }: { title?: string; lettered?: boolean } = {},
): Pick<RecycleKind, 'list' | 'count' | 'lock'> {
  const named = sql.ref(`t.${title}`);
  const columns = sql`t.id, ${named} as name, coalesce(o.name, '') as "orgName", ${sql.ref(`t.${code}`)} as "orgCode",
    t.deleted_at as "deletedAt", coalesce(t.deleted_by, '') as "deletedBy", coalesce(t.delete_reason, '') as reason`;
  const from = sql`${sql.table(table)} t left join organisation o on o.id = ${sql.ref(`t.${above}`)}`;
  // Somebody without office has no bin.
  const deleted = (scope: Scope) =>
    sql`t.deleted_at is not null and t.erased_at is null and ${within(scope, `t.${code}`)} and ${scope.memberId === null}`;
  const where = (scope: Scope, { name, from: first, to }: RecycleFilter) => {
    const parts = [deleted(scope), deletedBetween('t.deleted_at', first, to)];
    if (name && lettered) parts.push(sql`t.name_grams @> ${queryGrams(name)}::text[]`);
    if (name) parts.push(sql`position(${name} in ${named}) > 0`);
    return sql.join(parts, sql` and `);
  };
  return {
    async list(ctx, scope, filter) {
      const { rows } = await sql<Recycled>`
        select ${columns} from ${from} where ${where(scope, filter)}
         order by t.deleted_at desc, t.id desc limit ${filter.limit} offset ${filter.offset}`.execute(ctx.db);
      return rows;
    },
    async count(ctx, scope, filter, limit) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from (select from ${from} where ${where(scope, filter)} limit ${limit}) as c`.execute(
        ctx.db,
      );
      return rows[0]?.n ?? 0;
    },
    async lock(ctx, scope, id) {
      const { rows } = await sql<Recycled>`
        select ${columns} from ${from} where t.id = ${id} and ${deleted(scope)} for update of t`.execute(ctx.db);
      return rows[0];
    },
  };
}
