import { sql } from 'kysely';
import { deletedBetween, type Recycled, type RecycleFilter, type RecycleKind } from './recycle.ts';
import { type Scope, within } from './scope.ts';

interface Of {
  kind: string;
  label: string;
  right: string;
  table: string;
  /** The column that names a row. */
  title: string;
}

/**
 * The bin of a table whose rows belong to an organisation (`org_id`, `org_code`) and keep `deleted_at`, `deleted_by`,
 * `delete_reason`, `erased_at` and `version`. Erased rows stay without their name, since others may refer to them.
 */
export function orgBin({ kind, label, right, table, title }: Of): RecycleKind {
  const columns = sql`a.id, a.${sql.ref(title)} as name, o.name as "orgName", o.code as "orgCode", a.deleted_at as "deletedAt",
    coalesce(a.deleted_by, '') as "deletedBy", coalesce(a.delete_reason, '') as reason`;
  const deleted = (scope: Scope, filter?: RecycleFilter) => sql`
    ${sql.table(table)} a join organisation o on o.id = a.org_id and o.deleted_at is null
     where a.deleted_at is not null and a.erased_at is null and ${within(scope, 'a.org_code')} and ${scope.memberId === null}
       and ${deletedBetween('a.deleted_at', filter?.from ?? null, filter?.to ?? null)}
       and (${filter?.name ?? null}::text is null or position(${filter?.name ?? null} in a.${sql.ref(title)}) > 0)`;
  return {
    kind,
    label,
    right,
    async list(ctx, scope, filter) {
      const { rows } = await sql<Recycled>`
        select ${columns} from ${deleted(scope, filter)}
         order by a.deleted_at desc, a.id desc limit ${filter.limit} offset ${filter.offset}`.execute(ctx.db);
      return rows;
    },
    async count(ctx, scope, filter, limit) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from (select from ${deleted(scope, filter)} limit ${limit}) as part`.execute(ctx.db);
      return rows[0]?.n ?? 0;
    },
    async lock(ctx, scope, id) {
      const { rows } = await sql<Recycled>`
        select ${columns} from ${deleted(scope)} and a.id = ${id} for update of a`.execute(ctx.db);
      return rows[0];
    },
    async restore(ctx, id) {
      await sql`update ${sql.table(table)} set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1
                 where id = ${id}`.execute(ctx.db);
    },
    async erase(ctx, id) {
      await sql`update ${sql.table(table)} set ${sql.ref(title)} = '（已彻底删除）', erased_at = now()
                 where id = ${id} and deleted_at is not null`.execute(ctx.db);
    },
  };
}
