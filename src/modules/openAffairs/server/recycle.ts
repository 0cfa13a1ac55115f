import { sql } from 'kysely';
import type { Ctx } from '#platform/server/context.ts';
import { errorCode } from '#platform/server/db.ts';
import { refuse } from '#platform/server/errors.ts';
import { detachFiles } from '#platform/server/fileRights.ts';
import { deletedBetween, type Recycled, type RecycleFilter, type RecycleKind } from '#platform/server/recycle.ts';
import { type Scope, within } from '#platform/server/scope.ts';
import { FILES } from './service/rights.ts';

const COLUMNS = sql`a.id, a.title as name, o.name as "orgName", o.code as "orgCode", a.deleted_at as "deletedAt",
  coalesce(a.deleted_by, '') as "deletedBy", coalesce(a.delete_reason, '') as reason`;
const deleted = (scope: Scope, filter?: RecycleFilter) => sql`
  open_affair a join organisation o on o.id = a.org_id and o.deleted_at is null
   where a.deleted_at is not null and ${within(scope, 'o.code')} and ${scope.memberId === null}
     and ${deletedBetween('a.deleted_at', filter?.from ?? null, filter?.to ?? null)}
     and (${filter?.name ?? null}::text is null or position(${filter?.name ?? null} in a.title) > 0)`;

/** Deleted drafts of 三务公开; what was ever published cannot be deleted. */
export const recycledAffairs: RecycleKind = {
  kind: 'openAffair',
  label: '三务公开草稿',
  right: 'open:write',
  async list(ctx, scope, filter) {
    const { rows } = await sql<Recycled>`
      select ${COLUMNS} from ${deleted(scope, filter)}
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
      select ${COLUMNS} from ${deleted(scope)} and a.id = ${id} for update of a`.execute(ctx.db);
    return rows[0];
  },
  async restore(ctx: Ctx, id: string) {
    await sql`update open_affair set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1
               where id = ${id}`
      .execute(ctx.db)
      .catch((error: unknown) => {
        throw errorCode(error) === '23505' ? refuse('该项目本期已另有公开事项，不能恢复') : error;
      });
  },
  async erase(ctx: Ctx, id: string) {
    await detachFiles(ctx, { kind: FILES, rowId: id }, []);
    await sql`delete from open_affair where id = ${id} and deleted_at is not null`.execute(ctx.db);
  },
};
