import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import { attachFiles, canReadFile, detachFiles } from '#platform/server/files/fileRights.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { beijingTime } from '#platform/time/days.ts';
import { POSTS } from '#service/dualReport/rules.ts';
import type * as acts from '#service/volunteer/contract.acts.ts';
import type * as contract from '#service/volunteer/contract.ts';
import { AUDIENCES, HOURS, KINDS, PHASES, STATE } from '#service/volunteer/rules.ts';
import * as queries from '../queries/activity.ts';
import { findOpen, openCodes } from '../queries/own.ts';
import { listPlaceHolders } from '../queries/signup.ts';
import { ownPath, signupSubject } from '../todos.ts';
import { lockOwn, logActivityChange, notifyPeople, readActivity, scopeOf, wordsOf } from './common.ts';
import { requestHours } from './hours.ts';
import { closeSeats, passSeats } from './seats.ts';

/** The picture of an activity. */
export const COVER = 'volunteer.cover';

type Row = queries.ActivityRecord;

const runs = (ctx: Ctx, row: Row) => row.orgId === ctx.session.orgId && ctx.may('volunteer:write');

/** What the session can do with an activity. */
export function canOf(ctx: Ctx, row: Row): contract.ActivityDetail['can'] {
  const mine = runs(ctx, row);
  const live = row.state === STATE.published;
  return {
    edit: mine && (row.state === STATE.draft || (live && !row.begun)),
    publish: mine && row.state === STATE.draft && !row.begun,
    remove: mine && row.state === STATE.draft,
    cancel: mine && live && row.came === 0,
    sign: mine && live && row.isOpening,
    finish: mine && live && row.begun,
    audit: mine && live && row.asked > 0,
    report: mine && row.state === STATE.finished && row.hoursState === HOURS.returned,
    hours: row.hoursState !== HOURS.none,
  };
}

/** The list with the counts of its views. */
export async function activities(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listActivities>,
): Promise<ReplyOf<typeof contract.listActivities>> {
  const scope = scopeOf(ctx, input.orgId);
  const filter = {
    view: input.view ?? null,
    kind: input.kind ?? null,
    post: input.post ?? null,
    name: input.keyWords ?? '',
    period: input.period || null,
  };
  const [page, counts] = await Promise.all([
    queries.pageOfActivities(ctx.db, scope, filter, input.pageSize, (input.pageNum - 1) * input.pageSize),
    queries.countActivities(ctx.db, scope, filter),
  ]);
  const rows = await Promise.all(
    page.rows.map(async (row) => {
      const can = canOf(ctx, row);
      return {
        ...row,
        ...(await wordsOf(ctx, row)),
        can: { edit: can.edit, remove: can.remove, audit: can.audit, run: can.sign },
      };
    }),
  );
  return { rows, total: page.total, counts };
}

export async function activity(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getActivity>,
): Promise<contract.ActivityDetail> {
  const row = await readActivity(ctx, id);
  return { ...row, ...(await wordsOf(ctx, row)), can: canOf(ctx, row) };
}

/** Whether the own organisation has volunteers. */
export async function hasVolunteers(ctx: Ctx): Promise<ReplyOf<typeof contract.checkOrgan>> {
  const found = await queries.volunteersAt(ctx.db, ctx.scope);
  return { ...found, has: found.reported > 0 || found.served > 0 };
}

/** Refuses a post that the dictionary does not know, or offers no longer. */
async function assertPost(ctx: Ctx, post: string, kept: string | null): Promise<void> {
  const offered = (await dictionaryNames(ctx.services)).entries(POSTS).some(({ value }) => value === post);
  if (!offered && post !== kept) throw badInput({ post: '服务岗位已停用或不存在，请重新选择' });
}

/** Gives the picture to its activity; one that it had before is let go. */
async function takeCover(ctx: Ctx, row: { id: string; orgCode: string }, cover: string): Promise<string> {
  const owner = { kind: COVER, rowId: row.id, orgCode: row.orgCode };
  const kept = await attachFiles(ctx, 'cover', cover ? [cover] : [], owner, { format: 'image' });
  await detachFiles(ctx, owner, kept);
  return kept[0] ?? '';
}

/** Writes an activity of the own organisation. */
export async function create(ctx: Ctx, { cover, publish, ...of }: ParsedOf<typeof acts.createActivity>) {
  await assertPost(ctx, of.post, null);
  const { orgId, orgCode, accountName } = ctx.session;
  const id = await queries.insertActivity(ctx.db, { id: orgId, code: orgCode }, of, accountName);
  let version = 1;
  if (cover) {
    version = await queries.setActivity(
      ctx.db,
      id,
      { cover: await takeCover(ctx, { id, orgCode }, cover) },
      accountName,
    );
  }
  if (publish) version = await putForth(ctx, await lockOwn(ctx, id));
  logActivityChange(
    ctx,
    { id, title: of.title, orgCode },
    { status: [null, publish ? '已发布' : PHASES.draft], startsAt: [null, of.startsAt] },
  );
  return { id, version };
}

/** Publishes a draft. */
async function putForth(ctx: Ctx, row: Row): Promise<number> {
  if (row.state !== STATE.draft) throw refuse('已被处理，请刷新后再看');
  if (row.begun) throw badInput({ startsAt: '活动开始时间已过，请修改后发布' });
  return queries.publishActivity(ctx.db, row.id, ctx.session.accountName);
}

const LABELS = {
  title: (of: queries.ActivityFields) => of.title,
  kind: (of: queries.ActivityFields) => KINDS[of.kind as 1 | 2],
  place: (of: queries.ActivityFields) => of.place,
  startsAt: (of: queries.ActivityFields) => of.startsAt,
  endsAt: (of: queries.ActivityFields) => of.endsAt,
  closesAt: (of: queries.ActivityFields) => of.closesAt,
  quota: (of: queries.ActivityFields) => of.quota,
  hours: (of: queries.ActivityFields) => of.hours,
  audience: (of: queries.ActivityFields) => AUDIENCES[of.audience as 1 | 2],
  audited: (of: queries.ActivityFields) => of.audited,
  content: (of: queries.ActivityFields) => of.content,
  contact: (of: queries.ActivityFields) => of.contact,
  phone: (of: queries.ActivityFields) => of.phone,
} as const;

/** Changes an activity that has not begun; who has a place is told where time or place are others. */
export async function edit(
  ctx: Ctx,
  { id, version, cover, publish, ...of }: ParsedOf<typeof acts.editActivity>,
): Promise<{ id: string; version: number }> {
  const row = await lockOwn(ctx, id, version);
  if (!canOf(ctx, row).edit) throw refuse('活动已经开始或结束，不能修改');
  await assertPost(ctx, of.post, row.post);
  if (of.quota < row.taken) throw badInput({ quota: `已有${row.taken}人报名，人数上限不能更少` });
  if (row.state === STATE.published && of.startsAt <= beijingTime(row.now * 1000)) {
    throw badInput({ startsAt: '开始时间应晚于现在' });
  }
  let next = await queries.rewriteActivity(ctx.db, id, of, ctx.session.accountName);
  const kept = await takeCover(ctx, row, cover);
  if (kept !== row.cover) next = await queries.setActivity(ctx.db, id, { cover: kept }, ctx.session.accountName);
  if (of.quota > row.quota) await passSeats(ctx.db, { ...row, ...of }, ctx.session.accountName);
  const changes: Record<string, [unknown, unknown]> = {};
  for (const [field, value] of Object.entries(LABELS)) {
    if (value(row) !== value(of)) changes[field] = [value(row), value(of)];
  }
  logActivityChange(ctx, row, changes);
  if (row.state === STATE.draft && publish) next = await putForth(ctx, await lockOwn(ctx, id));
  const moved = row.startsAt !== of.startsAt || row.endsAt !== of.endsAt || row.place !== of.place;
  if (row.state === STATE.published && moved) {
    const people = await listPlaceHolders(ctx.db, id);
    await notifyPeople(
      ctx,
      people.map(({ memberId }) => memberId),
      {
        title: `“${of.title}”的时间或地点有变化`,
        remark: `改为${of.startsAt}至${of.endsAt}，${of.place}。不能参加的请取消报名。`,
        jumpUrl: ownPath(id),
      },
    );
  }
  return { id, version: next };
}

/** Puts a draft into the recycle bin. */
export async function remove(ctx: Ctx, { id, deleteReason }: ParsedOf<typeof acts.removeActivity>): Promise<null> {
  const row = await lockOwn(ctx, id);
  if (row.state !== STATE.draft) throw refuse('发布过的活动留作台账，不能删除；可以取消');
  await queries.binActivity(ctx.db, id, ctx.session.accountName, deleteReason);
  logActivityChange(ctx, row, {}, deleteReason);
  return null;
}

/** Publishes, ends or cancels. Ending puts the hours of whoever came before the auditor. */
export async function setStatus(
  ctx: Ctx,
  { id, version, status, reason }: ParsedOf<typeof acts.setActivity>,
): Promise<{ version: number }> {
  const row = await lockOwn(ctx, id, version);
  const by = ctx.session.accountName;
  if (status === STATE.published) {
    const next = await putForth(ctx, row);
    logActivityChange(ctx, row, { status: [PHASES.draft, '已发布'] });
    return { version: next };
  }
  if (row.state !== STATE.published) throw refuse('已被处理，请刷新后再看');
  if (status === STATE.cancelled) {
    if (reason === '') throw badInput({ reason: '请写明取消原因' });
    if (row.came > 0) throw refuse('已有人签到，不能取消；请结束活动');
    const next = await queries.setActivity(ctx.db, id, { state: STATE.cancelled, reason }, by);
    await closeTodos(ctx.db, [signupSubject(id)]);
    const people = await listPlaceHolders(ctx.db, id);
    await notifyPeople(
      ctx,
      people.map(({ memberId }) => memberId),
      { title: `“${row.title}”已取消`, remark: `取消原因：${reason}`, jumpUrl: ownPath(id) },
    );
    logActivityChange(ctx, row, { status: [PHASES[row.phase], PHASES.cancelled] }, reason);
    return { version: next };
  }
  if (!row.begun) throw refuse('活动还没有开始，不能结束；不办了请取消');
  let next = await queries.finishActivity(ctx.db, id, STATE.finished, by);
  await closeSeats(ctx, row);
  await closeTodos(ctx.db, [signupSubject(id)]);
  logActivityChange(ctx, row, { status: [PHASES[row.phase], PHASES.finished], came: [null, `${row.came}人`] });
  if (row.came > 0) next = await requestHours(ctx, row);
  return { version: next };
}

/** Who reads the picture of an activity: whoever reads the activity. */
export function announceFiles(): void {
  canReadFile(COVER, async (ctx, { rowId }) => {
    if (rowId === null) return false;
    if (ctx.may('volunteer:read') && (await queries.findActivity(ctx.db, ctx.scope, rowId))) return true;
    const { memberId } = ctx.session;
    if (memberId === null || !ctx.may('volunteer:own')) return false;
    return (await findOpen(ctx.db, memberId, await openCodes(ctx.db, memberId), rowId)) !== undefined;
  });
}

/** A draft comes back from the recycle bin as it was. */
export async function restore(ctx: Ctx, id: string): Promise<void> {
  await queries.unbinActivity(ctx.db, id);
}
