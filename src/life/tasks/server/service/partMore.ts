import { findOrg } from '#house/server/findOrg.ts';
import { uploadedFiles } from '#kernel/files/server/accept.ts';
import type * as contract from '#life/tasks/contract.partMore.ts';
import { MOST_COPIED } from '#life/tasks/contract.partMore.ts';
import { PART_STATES } from '#life/tasks/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/files/fileRights.ts';
import * as queries from '../queries/partMore.ts';
import * as partQueries from '../queries/parts.ts';
import { accountsOfParts } from '../queries/people.ts';
import { syncTodos, workersBehind, workersOfTask } from '../queries/publish.ts';
import { circlesOfTask, touchTask } from '../queries/tasks.ts';
import { isGiver, NO_PART, notifyAccounts, TASK_FILES } from './common.ts';
import { loadVisibleTask } from './forms.ts';
import { accountsOf, lockRow, nameOf } from './parts.ts';
import { lockRow as holdTask } from './tasks.ts';

/** 转交: the part goes whole to an organisation below the own one, which receives it anew. */
export async function handOver(
  ctx: Ctx,
  { id, version, orgId, reason }: ParsedOf<typeof contract.handOver>,
): Promise<ReplyOf<typeof contract.handOver>> {
  const org = await findOrg(ctx.db, ctx.scope, orgId);
  if (!org) throw notFound('组织不存在');
  const row = await lockRow(ctx, id, version, 'handOver', '已经上报或办结的任务不能转交');
  if (org.id === row.orgId) throw badInput({ orgId: '请选择本组织下级的组织' });
  const ties = await queries.tiesOf(ctx.db, row.id, row.circleId, org.id);
  if (ties.taken) throw badInput({ orgId: `${org.name}这一期已有自己的办理件` });
  if (ties.split) throw refuse('已经分解给下级，不能再整件转交');
  if (ties.meeting) throw refuse('已经为这项任务召开会议，不能再转交');
  if (ties.filled) throw refuse('已经开始填表，不能再转交');
  const next = await queries.givePart(ctx.db, row.id, org);
  const { accountName: by, orgName } = ctx.session;
  await partQueries.addEntries(ctx.db, [row.id], { act: '转交', text: `给${org.name}：${reason}`, orgName, by });
  ctx.audit({
    type: 'officePart',
    id: row.id,
    name: nameOf(row),
    orgCode: org.code,
    reason,
    changes: { orgName: [row.orgName, org.name] },
  });
  await syncTodos(ctx.db, row.taskId, [row.id]);
  await notifyAccounts(
    ctx,
    `任务转交给您的组织：${nameOf(row)}`,
    `${orgName}转交，${row.dueOn}前上报`,
    await accountsOf(ctx, org.id),
  );
  await notifyAccounts(ctx, `${orgName}转交给${org.name}：${nameOf(row)}`, reason, await accountsOf(ctx, row.giverId));
  return { version: next };
}

/** Marks parts 督办 or lets go of them; receivers are told, and where it is asked for those between as well. */
export async function watch(
  ctx: Ctx,
  { ids, on, reason, copyUp }: ParsedOf<typeof contract.watchParts>,
): Promise<ReplyOf<typeof contract.watchParts>> {
  if (on && reason === '') throw badInput({ reason: '请写明督办要求' });
  const parts = await partQueries.lockParts(ctx.db, ctx.scope, ids);
  if (parts.length < new Set(ids).size) throw notFound(NO_PART);
  if (parts.some(({ giverId }) => !isGiver(ctx, giverId))) throw refuse('只有发布任务的组织可以督办');
  const open = parts.filter((one) => one.taskState === 2 && (on ? [0, 1, 2, 3].includes(one.state) : true));
  if (open.length === 0) throw refuse('已经办结的不用督办');
  const changed = new Set(
    await queries.watch(
      ctx.db,
      open.map((one) => one.id),
      on,
      reason,
    ),
  );
  const done = open.filter((one) => changed.has(one.id));
  const { accountName: by, orgName, orgCode } = ctx.session;
  await partQueries.addEntries(ctx.db, [...changed], { act: on ? '督办' : '取消督办', text: reason, orgName, by });
  for (const one of done)
    ctx.audit({
      type: 'officePart',
      id: one.id,
      name: nameOf(one),
      orgCode: one.orgCode,
      reason,
      changes: { watched: [!on, on] },
    });
  if (!on || done.length === 0) return { changed: done.length, copied: 0 };
  const receivers = await accountsOfParts(
    ctx.db,
    done.map((one) => one.id),
  );
  const first = done[0];
  const title = `督办：${first?.title ?? ''}`;
  await notifyAccounts(
    ctx,
    title,
    reason,
    receivers.map(({ accountId }) => accountId),
  );
  if (!copyUp) return { changed: done.length, copied: 0 };
  const above = await queries.between(
    ctx.db,
    orgCode,
    // Above a person stands the own organisation as well.
    done.map((one) => (one.personId === null ? one.orgCode : `${one.orgCode}0000`)),
    MOST_COPIED,
  );
  const names = done
    .slice(0, 5)
    .map((one) => one.orgName)
    .join('、');
  const copies = await partQueries.accountsAt(ctx.db, above);
  await notifyAccounts(
    ctx,
    `抄送：${title}`,
    `督办${names}${done.length > 5 ? `等${done.length}件` : ''}：${reason}`,
    copies.map(({ accountId }) => accountId),
  );
  return { changed: done.length, copied: new Set(copies.map(({ orgId }) => orgId)).size };
}

/** Lets a task that is out say something else; what it said before is kept, and whoever has it open is told. */
export async function revise(
  ctx: Ctx,
  { id, version, content, files, note }: ParsedOf<typeof contract.reviseTask>,
): Promise<ReplyOf<typeof contract.reviseTask>> {
  const row = await holdTask(ctx, id, version);
  if (row.state !== 2) throw refuse(row.state === 0 ? '草稿请在编辑页修改' : '任务不在进行中');
  if (content === row.content && files.join() === row.files.join()) throw badInput({ content: '要求和附件都没有变化' });
  const place = { kind: TASK_FILES, rowId: row.id, orgCode: row.orgCode };
  const next = await attachFiles(ctx, 'files', files, place, { format: 'common' });
  const old = (await queries.revisionsOf(ctx.db, id)).flatMap((one) => one.files);
  await detachFiles(ctx, place, [...new Set([...next, ...row.files, ...old])]);
  const made = await queries.revise(ctx.db, id, { content, files: next, note, by: ctx.session.accountName });
  ctx.audit({
    type: 'officeTask',
    id,
    name: row.title,
    orgCode: row.orgCode,
    reason: note,
    changes: { content: [row.content, content] },
  });
  await notifyAccounts(ctx, `任务要求有修改：${row.title}`, note, await workersBehind(ctx.db, id, null));
  return { version: made };
}

/** Takes off a cycle whose first day has not come. */
export async function cutCycle(
  ctx: Ctx,
  { id, version, circleId, reason }: ParsedOf<typeof contract.cutCircle>,
): Promise<ReplyOf<typeof contract.cutCircle>> {
  const row = await holdTask(ctx, id, version);
  if (row.state !== 2) throw refuse('任务不在进行中');
  const circles = await circlesOfTask(ctx.db, ctx.scope, id);
  const circle = circles.find((one) => one.id === circleId);
  if (!circle) throw notFound('没有这一期');
  if (circle.startsOn <= (await todayOf(ctx.db)))
    throw badInput({ circleId: '已经开始的一期不能取消，可以作废或结束任务' });
  if (circles.length === 1) throw refuse('只有一期，不能取消，可以作废任务');
  if (!(await queries.cutCircle(ctx.db, circleId))) throw refuse('这一期已有组织办理，不能取消');
  const made = await touchTask(ctx.db, id, ctx.session.accountName);
  ctx.audit({
    type: 'officeTask',
    id,
    name: row.title,
    orgCode: row.orgCode,
    reason,
    changes: { circle: [`${circle.label}（${circle.startsOn}起）`, null] },
  });
  await notifyAccounts(ctx, `取消一期：${row.title}（${circle.label}）`, reason, await workersOfTask(ctx.db, id));
  return { version: made };
}

/** What a task said before each change, the latest first. */
export async function revisions(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.listRevisions>,
): Promise<ReplyOf<typeof contract.listRevisions>> {
  await loadVisibleTask(ctx, id);
  const rows = await queries.revisionsOf(ctx.db, id);
  return Promise.all(
    rows.map(async ({ files, madeAt, ...row }) => ({
      ...row,
      madeAt: madeAt.toISOString(),
      files: await uploadedFiles(ctx.db, files),
    })),
  );
}

/** Reports of one cycle side by side; what an organisation has not handed in is seen by nobody else. */
export async function reports(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listReports>,
): Promise<ReplyOf<typeof contract.listReports>> {
  const task = await loadVisibleTask(ctx, input.id);
  const { pageSize, pageNum } = input;
  const page = await queries.reportsOf(ctx.db, ctx.scope, task.id, input.circleId, pageSize, (pageNum - 1) * pageSize);
  const rows = await Promise.all(
    page.rows.map(async ({ files, reportedAt, ...row }) => ({
      ...row,
      stateName: PART_STATES[row.state],
      reportedAt: reportedAt?.toISOString() ?? null,
      files: await uploadedFiles(ctx.db, files),
    })),
  );
  return { rows, total: page.total };
}
