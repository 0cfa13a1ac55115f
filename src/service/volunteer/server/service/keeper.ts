import { currentCode } from '#kernel/attendance/server/codes.ts';
import { ownMemberId } from '#people/studyHours/server/service/hours.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import type * as contract from '#service/volunteer/contract.keeper.ts';
import { KEEPER_VIEWS, keeperFaults, keeperView } from '#service/volunteer/rules.keeper.ts';
import { LEAVINGS, SIGNUP, STATE, WAYS } from '#service/volunteer/rules.ts';
import { type ActivityRecord, findActivity, finishActivity } from '../queries/activity.ts';
import * as queries from '../queries/keeper.ts';
import { listPlaceHolders, peopleNamed } from '../queries/signup.ts';
import { KEPT_PATH, signupSubject } from '../todos.ts';
import { logActivityChange, notifyPeople, scopeOf } from './common.ts';
import { requestHours } from './hours.ts';
import { closeSeats } from './seats.ts';
import { markPresence } from './signups.ts';

const NOT_KEPT = '没有这个活动，或您不是它的现场管理员';

const logged = (
  ctx: Ctx,
  row: { id: string; name: string; orgCode: string },
  changes: Record<string, [unknown, unknown]>,
  reason = '',
) => ctx.audit({ type: 'serviceKeeper', ...row, changes, ...(reason ? { reason } : {}) });

/** The appointments of the scope with the counts of the views. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listKeepers>,
): Promise<ReplyOf<typeof contract.listKeepers>> {
  const scope = scopeOf(ctx, input.orgId);
  const name = input.keyWords ?? '';
  const skipped = (input.pageNum - 1) * input.pageSize;
  const [page, counts] = await Promise.all([
    queries.pageOfKeepers(ctx.db, scope, input.view ?? null, name, input.pageSize, skipped),
    queries.countKeepers(ctx.db, scope, name),
  ]);
  return {
    rows: page.rows.map(({ accountId, today, ...row }) => {
      const view = keeperView(row, today);
      return {
        ...row,
        stateName: KEEPER_VIEWS[view],
        hasAccount: accountId !== null,
        can: { revoke: ctx.may('volunteer:write') && (view === 'held' || view === 'coming') },
      };
    }),
    total: page.total,
    counts,
  };
}

/** Appoints people for the own organisation; each is told what that means. */
export async function add(
  ctx: Ctx,
  { memberIds, ...of }: ParsedOf<typeof contract.addKeepers>,
): Promise<{ added: number }> {
  const today = await todayOf(ctx.db);
  const faults = keeperFaults(of, today);
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const names = await peopleNamed(ctx.db, ctx.scope, memberIds);
  if (names.size < memberIds.length) throw notFound('所选的人员不在管理范围内、没有报到到本地，或不是在册党员');
  const have = await queries.withAccount(ctx.db, memberIds);
  const without = memberIds.filter((id) => !have.has(id));
  if (without.length > 0) {
    throw badInput({ memberIds: `${without.map((id) => names.get(id)).join('、')}没有账号，不能登录操作` });
  }
  const { orgId, orgCode, orgName, accountName } = ctx.session;
  await queries.closePast(ctx.db, orgId, memberIds);
  const added = await queries.insertKeepers(ctx.db, { id: orgId, code: orgCode }, memberIds, of, accountName);
  if (added.length === 0) throw refuse('所选的人员已经是现场管理员；要改日期，请先撤销再指定');
  await notifyPeople(ctx, added, {
    title: `您是${orgName}志愿活动的现场管理员`,
    remark: `${of.fromOn}至${of.toOn}，${of.note}。可以出示签到码、代签，活动结束后确认到场和时长。`,
    jumpUrl: KEPT_PATH,
  });
  const list = added.map((id) => names.get(id)).join('、');
  logged(
    ctx,
    { id: added[0] ?? '', name: list, orgCode },
    { days: [null, `${of.fromOn}至${of.toOn}`], people: [null, list] },
    of.note,
  );
  return { added: added.length };
}

/** Ends an appointment at once; the person is told. */
export async function revoke(ctx: Ctx, { id, reason }: ParsedOf<typeof contract.revokeKeeper>): Promise<null> {
  const row = await queries.lockKeeper(ctx.db, ctx.scope, id);
  if (!row) throw notFound('没有这名现场管理员，或不在管理范围内');
  const view = keeperView(row, row.today);
  if (view !== 'held' && view !== 'coming') throw refuse(`已是“${KEEPER_VIEWS[view]}”，请刷新后再看`);
  await queries.revoke(ctx.db, id, reason, ctx.session.accountName);
  await notifyPeople(ctx, [row.memberId], {
    title: `您不再是${row.orgName}志愿活动的现场管理员`,
    remark: `原因：${reason}`,
    jumpUrl: '',
  });
  logged(
    ctx,
    { id, name: row.name, orgCode: row.orgCode },
    { state: [KEEPER_VIEWS[view], KEEPER_VIEWS.revoked] },
    reason,
  );
  return null;
}

const wire = (row: ActivityRecord): contract.KeptActivity => ({
  ...row,
  can: { sign: row.state === STATE.published && row.isOpening, finish: row.state === STATE.published && row.begun },
});

/** What the session's person keeps today. */
export async function listKeptActivities(ctx: Ctx): Promise<ReplyOf<typeof contract.keptActivities>> {
  const places = await queries.placesOf(ctx.db, ownMemberId(ctx));
  const found = await queries.keptOf(
    ctx.db,
    places.map(({ orgId }) => orgId),
  );
  return { places, activities: found.map(wire) };
}

/**
 * A published activity that the session's person keeps today. The right is read anew in each call: an appointment that was
 * revoked a moment ago opens nothing.
 */
async function keptOne(ctx: Ctx, id: string, lock = false): Promise<{ row: ActivityRecord; memberId: string }> {
  const memberId = ownMemberId(ctx);
  const places = await queries.placesOf(ctx.db, memberId);
  const row = places.length > 0 ? await findActivity(ctx.db, wholeScope, id, lock) : undefined;
  if (!row || row.state === STATE.draft || !places.some(({ orgId }) => orgId === row.orgId)) throw notFound(NOT_KEPT);
  return { row, memberId };
}

/** Who was accepted at an activity that is kept, and who has come. */
export async function people(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.keptPeople>,
): Promise<ReplyOf<typeof contract.keptPeople>> {
  const { row, memberId } = await keptOne(ctx, id);
  const found = (await listPlaceHolders(ctx.db, id)).filter(({ state }) => state === SIGNUP.accepted);
  return {
    activity: wire(row),
    people: found.map((one) => ({
      id: one.id,
      name: one.name,
      homeName: one.homeName,
      signedAt: one.signedAt,
      wayName: WAYS[one.way],
      late: one.late,
      leftAt: one.leftAt,
      leftName: LEAVINGS[one.leftWay],
      isMe: one.memberId === memberId,
    })),
  };
}

/** The code of the half minute. */
export async function code(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.keptCode>,
): Promise<ReplyOf<typeof contract.keptCode>> {
  const { row } = await keptOne(ctx, id);
  if (!wire(row).can.sign) throw refuse('开始前60分钟起可以出示签到码，活动结束后不再出示');
  return { ...currentCode(row.secret, row.now), came: row.came, due: row.taken };
}

/** Signs people in, or corrects that they did not come; never oneself. */
export async function mark(
  ctx: Ctx,
  { id, ids, reason, ...of }: ParsedOf<typeof contract.keptMark>,
): Promise<{ done: number }> {
  const { row, memberId } = await keptOne(ctx, id, true);
  if (!wire(row).can.sign) throw refuse('现在不能登记签到');
  if (reason === '') throw badInput({ reason: of.came ? '请输入代签原因' : '请输入更正原因' });
  const found = (await listPlaceHolders(ctx.db, id)).filter(
    (one) => ids.includes(one.id) && one.state === SIGNUP.accepted,
  );
  if (found.length !== ids.length) throw notFound('所选的人不在这次活动的名单里');
  if (found.some((one) => one.memberId === memberId)) throw refuse('不能给自己代签，请扫签到码');
  const { done, words } = await markPresence(ctx, row, found, of);
  logActivityChange(ctx, row, { signIn: [null, `现场${words}`] }, reason);
  return { done };
}

/** Confirms who came and for how long, ends the activity, and puts the hours before the auditor. */
export async function finish(
  ctx: Ctx,
  { id, version, changed }: ParsedOf<typeof contract.keptFinish>,
): Promise<{ reported: number }> {
  const { row } = await keptOne(ctx, id, true);
  if (row.version !== version) throw conflict('这个活动已有变化，请核对后再操作');
  if (!wire(row).can.finish) throw refuse(row.state === STATE.published ? '活动还没有开始' : '活动已经结束');
  const came = await listPlaceHolders(ctx.db, id, true);
  const names: string[] = [];
  for (const one of changed) {
    const person = came.find((found) => found.id === one.id);
    if (!person) throw badInput({ changed: '减少时长的人不在到场名单里' });
    if (one.hours >= row.hours) throw badInput({ changed: `${person.name}的时长应少于${row.hours}小时` });
    if (one.note === '') throw badInput({ changed: `请写明${person.name}减少时长的原因` });
    names.push(`${person.name}${one.hours}小时（${one.note}）`);
  }
  await finishActivity(ctx.db, id, STATE.finished, ctx.session.accountName);
  await closeSeats(ctx, row);
  await closeTodos(ctx.db, [signupSubject(id)]);
  logActivityChange(ctx, row, { status: ['已发布', '已结束'], came: [null, `${came.length}人，现场管理员确认`] });
  if (came.length > 0) {
    await requestHours(ctx, row);
    await queries.lowerHours(ctx.db, id, changed);
    if (names.length > 0) logActivityChange(ctx, row, { changed: [null, names.join('、')] });
  }
  return { reported: came.length };
}
