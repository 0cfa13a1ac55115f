import { sql } from 'kysely';
import { detachFiles } from '#platform/server/fileRights.ts';
import { deletedBetween, type Recycled, type RecycleFilter, type RecycleKind } from '#platform/server/recycle.ts';
import { type Scope, within } from '#platform/server/scope.ts';
import { TASK_FILES } from './service/common.ts';

const COLUMNS = sql`t.id, t.title as name, o.name as "orgName", o.code as "orgCode", t.deleted_at as "deletedAt",
  coalesce(t.deleted_by, '') as "deletedBy", coalesce(t.delete_reason, '') as reason`;
const deleted = (scope: Scope, orgId: string, filter?: RecycleFilter) => sql`
  office_task t join organisation o on o.id = t.org_id and o.deleted_at is null
   where t.deleted_at is not null and t.org_id = ${orgId} and ${within(scope, 't.org_code')} and ${scope.memberId === null}
     and ${deletedBetween('t.deleted_at', filter?.from ?? null, filter?.to ?? null)}
     and (${filter?.name ?? null}::text is null or position(${filter?.name ?? null} in t.title) > 0)`;

/** Deleted drafts of tasks, of the own organisation alone as they were; what was published is voided, not deleted. */
export const recycledTasks: RecycleKind = {
  kind: 'officeTask',
  label: '任务草稿',
  right: 'task:give',
  async list(ctx, scope, filter) {
    const { rows } = await sql<Recycled>`
      select ${COLUMNS} from ${deleted(scope, ctx.session.orgId, filter)}
       order by t.deleted_at desc, t.id desc limit ${filter.limit} offset ${filter.offset}`.execute(ctx.db);
    return rows;
  },
  async count(ctx, scope, filter, limit) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select from ${deleted(scope, ctx.session.orgId, filter)} limit ${limit}) as part`.execute(
      ctx.db,
    );
    return rows[0]?.n ?? 0;
  },
  async lock(ctx, scope, id) {
    const { rows } = await sql<Recycled>`
      select ${COLUMNS} from ${deleted(scope, ctx.session.orgId)} and t.id = ${id} for update of t`.execute(ctx.db);
    return rows[0];
  },
  async restore(ctx, id) {
    await sql`update office_task set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1
               where id = ${id}`.execute(ctx.db);
  },
  async erase(ctx, id) {
    await detachFiles(ctx, { kind: TASK_FILES, rowId: id }, []);
    await sql`delete from office_task where id = ${id} and deleted_at is not null`.execute(ctx.db);
  },
};
