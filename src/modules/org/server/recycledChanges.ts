import { sql } from 'kysely';
import { errorCode } from '#platform/server/db.ts';
import { refuse } from '#platform/server/errors.ts';
import { deletedBetween, type Recycled, type RecycleFilter, type RecycleKind } from '#platform/server/recycle.ts';
import { type Scope, within } from '#platform/server/scope.ts';

const columns = sql`c.id, c.number as name, o.name as "orgName", c.org_code as "orgCode", c.deleted_at as "deletedAt",
  coalesce(c.deleted_by, '') as "deletedBy", coalesce(c.delete_reason, '') as reason`;
const deleted = (scope: Scope, filter?: RecycleFilter) => sql`
  org_change c join organisation o on o.id = c.org_id
   where c.deleted_at is not null and c.erased_at is null and ${within(scope, 'c.org_code')} and ${scope.memberId === null}
     and ${deletedBetween('c.deleted_at', filter?.from ?? null, filter?.to ?? null)}
     and (${filter?.name ?? null}::text is null or position(${filter?.name ?? null} in c.number) > 0)`;

/** Deleted drafts of changes of the tree; what was carried out is never deleted. */
export const recycledChanges: RecycleKind = {
  kind: 'orgChange',
  label: '组织变更文件',
  right: 'org:change',
  async list(ctx, scope, filter) {
    const { rows } = await sql<Recycled>`select ${columns} from ${deleted(scope, filter)}
      order by c.deleted_at desc, c.id desc limit ${filter.limit} offset ${filter.offset}`.execute(ctx.db);
    return rows;
  },
  async count(ctx, scope, filter, limit) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select from ${deleted(scope, filter)} limit ${limit}) as c`.execute(ctx.db);
    return rows[0]?.n ?? 0;
  },
  async lock(ctx, scope, id) {
    const { rows } = await sql<Recycled>`
      select ${columns} from ${deleted(scope)} and c.id = ${id} for update of c`.execute(ctx.db);
    return rows[0];
  },
  async restore(ctx, id) {
    await sql`update org_change set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1
               where id = ${id}`
      .execute(ctx.db)
      .catch((error) => {
        throw errorCode(error) === '23505' ? refuse('该文号已登记在另一份组织变更文件，不能恢复') : error;
      });
  },
  async erase(ctx, id) {
    await sql`update org_change set reason = '', plan = '{}', erased_at = now(), version = version + 1 where id = ${id}`.execute(
      ctx.db,
    );
    await sql`update stored_file set expires_at = now() where kind = 'org.change' and row_id = ${id}`.execute(ctx.db);
  },
};
