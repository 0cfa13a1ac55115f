import { sql } from 'kysely';
import { detachFiles } from '#platform/server/fileRights.ts';
import { deletedBetween, type Recycled, type RecycleFilter, type RecycleKind } from '#platform/server/recycle.ts';
import { type Scope, within } from '#platform/server/scope.ts';
import { DOCUMENT_FILES, VIDEO_FILES } from './service/common.ts';

const COLUMNS = sql`v.id, v.title as name, o.name as "orgName", o.code as "orgCode", v.deleted_at as "deletedAt",
  coalesce(v.deleted_by, '') as "deletedBy", coalesce(v.delete_reason, '') as reason`;
const deleted = (scope: Scope, filter?: RecycleFilter) => sql`
  video v join organisation o on o.id = v.org_id and o.deleted_at is null
   where v.deleted_at is not null and ${within(scope, 'v.org_code')} and ${scope.memberId === null}
     and ${deletedBetween('v.deleted_at', filter?.from ?? null, filter?.to ?? null)}
     and (${filter?.name ?? null}::text is null or position(${filter?.name ?? null} in v.title) > 0)`;

/** Deleted drafts of videos; what was ever published is taken down, not deleted. */
export const recycledVideos: RecycleKind = {
  kind: 'video',
  label: '视频草稿',
  right: 'edu:write',
  async list(ctx, scope, filter) {
    const { rows } = await sql<Recycled>`
      select ${COLUMNS} from ${deleted(scope, filter)}
       order by v.deleted_at desc, v.id desc limit ${filter.limit} offset ${filter.offset}`.execute(ctx.db);
    return rows;
  },
  async count(ctx, scope, filter, limit) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select from ${deleted(scope, filter)} limit ${limit}) as part`.execute(ctx.db);
    return rows[0]?.n ?? 0;
  },
  async lock(ctx, scope, id) {
    const { rows } = await sql<Recycled>`
      select ${COLUMNS} from ${deleted(scope)} and v.id = ${id} for update of v`.execute(ctx.db);
    return rows[0];
  },
  async restore(ctx, id) {
    await sql`update video set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1
               where id = ${id}`.execute(ctx.db);
  },
  async erase(ctx, id) {
    await detachFiles(ctx, { kind: VIDEO_FILES, rowId: id }, []);
    await sql`delete from video where id = ${id} and deleted_at is not null`.execute(ctx.db);
  },
};

const DOCUMENT = sql`d.id, d.title as name, o.name as "orgName", o.code as "orgCode", d.deleted_at as "deletedAt",
  coalesce(d.deleted_by, '') as "deletedBy", coalesce(d.delete_reason, '') as reason`;
const deletedDocuments = (scope: Scope, filter?: RecycleFilter) => sql`
  knowledge_document d join organisation o on o.id = d.org_id and o.deleted_at is null
   where d.deleted_at is not null and ${within(scope, 'd.org_code')} and ${scope.memberId === null}
     and ${deletedBetween('d.deleted_at', filter?.from ?? null, filter?.to ?? null)}
     and (${filter?.name ?? null}::text is null or position(${filter?.name ?? null} in d.title) > 0)`;

/** Deleted drafts of documents of the knowledge base. */
export const recycledDocuments: RecycleKind = {
  kind: 'knowledgeDocument',
  label: '知识库文档草稿',
  right: 'edu:write',
  async list(ctx, scope, filter) {
    const { rows } = await sql<Recycled>`
      select ${DOCUMENT} from ${deletedDocuments(scope, filter)}
       order by d.deleted_at desc, d.id desc limit ${filter.limit} offset ${filter.offset}`.execute(ctx.db);
    return rows;
  },
  async count(ctx, scope, filter, limit) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (select from ${deletedDocuments(scope, filter)} limit ${limit}) as part`.execute(
      ctx.db,
    );
    return rows[0]?.n ?? 0;
  },
  async lock(ctx, scope, id) {
    const { rows } = await sql<Recycled>`
      select ${DOCUMENT} from ${deletedDocuments(scope)} and d.id = ${id} for update of d`.execute(ctx.db);
    return rows[0];
  },
  async restore(ctx, id) {
    await sql`update knowledge_document set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1
               where id = ${id}`.execute(ctx.db);
  },
  async erase(ctx, id) {
    await detachFiles(ctx, { kind: DOCUMENT_FILES, rowId: id }, []);
    await sql`delete from knowledge_document where id = ${id} and deleted_at is not null`.execute(ctx.db);
  },
};
