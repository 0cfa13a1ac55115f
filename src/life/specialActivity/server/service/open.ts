import { uploadedFiles } from '#kernel/files/server/accept.ts';
import type { listOpen, OpenDetail, openActivity } from '#life/specialActivity/contract.read.ts';
import type * as contract from '#life/specialActivity/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { conflict, notFound, refuse } from '#platform/server/errors.ts';
import * as activities from '../queries/activities.ts';
import * as people from '../queries/certificates.ts';
import { ownMaterials } from '../queries/materials.ts';
import { isWhole, NO_ACTIVITY } from './common.ts';

const rowOf = ({ id, title, kind, orgName, startsOn, endsOn, state, poster, files }: activities.ActivityRecord) => ({
  id,
  title,
  kind,
  orgName,
  startsOn,
  endsOn,
  state,
  poster,
  files: files.length,
});

/** A page of what is published for the session. */
export async function list(ctx: Ctx, input: ParsedOf<typeof listOpen>): Promise<ReplyOf<typeof listOpen>> {
  const filter = { title: input.title || null, kind: input.kind ?? null, year: input.year ?? null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const { scope, session } = ctx;
  const found = await activities.pageOfOpen(ctx.db, scope, session.orgCode, filter, input.pageSize, offset);
  return { rows: found.rows.map(rowOf), total: found.total };
}

/** The own organisation's part, for its workers. */
async function partOf(ctx: Ctx, row: activities.ActivityRecord): Promise<OpenDetail['part']> {
  if (ctx.scope.memberId !== null) return null;
  const part = await people.partAt(ctx.db, row.id, ctx.session.orgId);
  if (!part) return null;
  return {
    ...part,
    people: await people.peopleOf(ctx.db, part.id),
    canName: ctx.may('special:report') && row.state === 'published',
  };
}

/** One that is published for the session, with its text, its files and what the own organisation hands in. */
export async function detail(ctx: Ctx, { id }: ParsedOf<typeof openActivity>): Promise<ReplyOf<typeof openActivity>> {
  const { orgId, orgCode, memberId } = ctx.session;
  const row = await activities.findOpen(ctx.db, ctx.scope, orgCode, id);
  if (!row) throw notFound(NO_ACTIVITY);
  const [attachments, items, own, part] = await Promise.all([
    uploadedFiles(ctx.db, row.files),
    activities.itemsOf(ctx.db, id),
    ctx.scope.memberId === null && ctx.may('special:read') ? ownMaterials(ctx.db, id, orgId) : [],
    partOf(ctx, row),
  ]);
  const mine = new Map(own.map((one) => [one.itemId, one]));
  return {
    ...rowOf(row),
    content: row.content,
    reason: row.reason,
    publishedOn: row.publishedOn,
    attachments,
    items: items.map((item) => ({
      ...item,
      materialId: mine.get(item.id)?.id ?? null,
      standing: mine.get(item.id)?.standing ?? null,
    })),
    part,
    tookPart: memberId !== null && (await people.tookPart(ctx.db, id, memberId)),
    canManage: ctx.may('special:read') && isWhole(ctx, row.orgCode),
  };
}

/** Writes who of the own organisation and those below it took part. */
export async function setPeople(
  ctx: Ctx,
  { id, version, memberIds }: ParsedOf<typeof contract.setPeople>,
): Promise<{ version: number }> {
  const part = await people.findPart(ctx.db, ctx.scope, ctx.session.orgId, id, true);
  if (!part) throw notFound(NO_ACTIVITY);
  if (part.orgId !== ctx.session.orgId) throw refuse('由参加组织登记');
  if (part.state !== 'published') throw refuse('该专项活动不在进行中');
  if (part.version !== version) throw conflict('名单已有变化，请核对后再保存', { current: { version: part.version } });
  const uniqueIds = [...new Set(memberIds)];
  const known = await people.peopleAmong(ctx.db, workerScope(part.orgCode), uniqueIds);
  if (known.length < uniqueIds.length) throw notFound('人员不存在，或不在本组织');
  const before = await people.peopleOf(ctx.db, part.id);
  const next = await people.setPeople(ctx.db, part.id, uniqueIds);
  ctx.audit({
    type: 'specialActivity',
    id: part.activityId,
    name: part.title,
    orgCode: part.orgCode,
    changes: { people: [before.length, uniqueIds.length] },
  });
  return { version: next };
}
