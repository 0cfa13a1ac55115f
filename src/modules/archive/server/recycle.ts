import { sql } from 'kysely';
import { detachFiles } from '#platform/server/fileRights.ts';
import { deletedBetween, type Recycled, type RecycleFilter, type RecycleKind } from '#platform/server/recycle.ts';
import { type Scope, within } from '#platform/server/scope.ts';
import { FILES } from './service/common.ts';

const COLUMNS = sql`a.id, a.title as name, o.name as "orgName", o.code as "orgCode", a.deleted_at as "deletedAt",
  coalesce(a.deleted_by, '') as "deletedBy", coalesce(a.delete_reason, '') as reason`;
const deleted = (scope: Scope, filter?: RecycleFilter) => sql`
  archive_article a join organisation o on o.id = a.org_id and o.deleted_at is null
   where a.deleted_at is not null and ${within(scope, 'a.org_code')} and ${scope.memberId === null}
     and ${deletedBetween('a.deleted_at', filter?.from ?? null, filter?.to ?? null)}
     and (${filter?.name ?? null}::text is null or position(${filter?.name ?? null} in a.title) > 0)`;

/** Deleted drafts of articles and announcements; what was ever published is withdrawn, not deleted. */
export const recycledArticles: RecycleKind = {
  kind: 'archiveArticle',
  label: '资讯草稿',
  right: 'archive:write',
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
  async restore(ctx, id) {
    await sql`update archive_article set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1
               where id = ${id}`.execute(ctx.db);
  },
  async erase(ctx, id) {
    await detachFiles(ctx, { kind: FILES, rowId: id }, []);
    await sql`delete from archive_article where id = ${id} and deleted_at is not null`.execute(ctx.db);
  },
};
