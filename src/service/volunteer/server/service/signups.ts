import { currentCode, isCodeValid } from '#kernel/attendance/server/codes.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { beijingTime } from '#platform/time/days.ts';
import type * as contract from '#service/volunteer/contract.signup.ts';
import {
  COMING,
  HOURS,
  LEAVINGS,
  OBJECTION,
  OBJECTIONS,
  OWN_HOURS,
  SIGNUP,
  SIGNUP_STATES,
  STATE,
  WAYS,
} from '#service/volunteer/rules.ts';
import type { ActivityRecord } from '../queries/activity.ts';
import * as queries from '../queries/signup.ts';
import { objectionSubject, ownPath } from '../todos.ts';
import { canOf } from './activity.ts';
import { lockOwn, logActivityChange, notifyPeople, readActivity, scopeOf, syncSignupTodo } from './common.ts';
import { passSeats } from './seats.ts';

const SOURCES = { 1: '本人报名', 2: '组织登记' } as const;

/** Who came is noted until the hours are recognised: while it runs, and again where they were returned. */
const mayMark = (row: Pick<ActivityRecord, 'state' | 'hoursState' | 'isOpening'>) =>
  (row.state === STATE.published && row.isOpening) ||
  (row.state === STATE.finished && (row.hoursState === HOURS.returned || row.hoursState === HOURS.none));

const toRow = (ctx: Ctx, row: queries.SignupRecord): contract.SignupRow => {
  const isMe = row.memberId === ctx.session.memberId;
  const mine = row.orgId === ctx.session.orgId && ctx.may('volunteer:write') && !isMe;
  const marked = ['running', 'over', 'open', 'closed'].includes(row.phase)
    ? true
    : row.phase === 'finished' && (row.batchState === HOURS.returned || row.batchState === HOURS.none);
  return {
    ...row,
    stateName: SIGNUP_STATES[row.state],
    sourceName: SOURCES[row.source],
    wayName: WAYS[row.way],
    leftName: LEAVINGS[row.leftWay],
    hoursStateName: OWN_HOURS[row.hoursState],
    comingName: row.coming ? COMING[row.coming] : row.isAsked && row.state === SIGNUP.accepted ? '未答复' : '',
    objectionName: OBJECTIONS[row.objectionState],
    isMe,
    can: {
      audit: mine && row.state === SIGNUP.waiting && row.phase !== 'finished' && row.phase !== 'cancelled',
      mark: mine && (row.state === SIGNUP.accepted || row.state === SIGNUP.absent) && marked,
      decide: mine && row.objectionState === OBJECTION.waiting,
    },
  };
};

/** Who signed up, of one activity or of all of the scope. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listSignups>,
): Promise<ReplyOf<typeof contract.listSignups>> {
  const scope = scopeOf(ctx, input.orgId);
  const title = input.activityId === undefined ? '' : (await readActivity(ctx, input.activityId)).title;
  // Of all activities together what waits is of use, and found by its own index; a city's signings-up are millions.
  const view = input.activityId === undefined ? 'waiting' : (input.view ?? null);
  const filter = { view, activityId: input.activityId ?? null, name: input.keyWords ?? '' };
  const skipped = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfSignups(ctx.db, scope, filter, input.pageSize, skipped);
  const counts =
    input.activityId === undefined ? { all: page.total } : await queries.countSignups(ctx.db, scope, filter);
  return { rows: page.rows.map((row) => toRow(ctx, row)), total: page.total, counts, title };
}

/** Who signed in. */
export async function signed(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listSigned>,
): Promise<ReplyOf<typeof contract.listSigned>> {
  const scope = scopeOf(ctx, input.orgId);
  const title = input.activityId === undefined ? '' : (await readActivity(ctx, input.activityId)).title;
  const filter = {
    activityId: input.activityId ?? null,
    from: input.from ?? null,
    to: input.to ?? null,
    period: input.period || null,
    name: input.keyWords ?? '',
  };
  const skipped = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfSigned(ctx.db, scope, filter, input.pageSize, skipped);
  return { rows: page.rows.map((row) => toRow(ctx, row)), total: page.total, title };
}

/** The places with these ids and their one activity, all held, of the own organisation. */
async function held(ctx: Ctx, ids: readonly string[]) {
  const unique = [...new Set(ids)];
  const first = await queries.findSignup(ctx.db, ctx.scope, unique[0] ?? '0');
  if (!first) throw notFound('没有这条报名，或不在管理范围内');
  // The activity is held before its places, as everywhere: whoever signs up meanwhile waits for it.
  const activity = await lockOwn(ctx, first.activityId);
  const rows = await queries.lockSignups(ctx.db, ctx.scope, unique);
  if (rows.length !== unique.length) throw notFound('没有这条报名，或不在管理范围内');
  if (rows.some(({ activityId }) => activityId !== activity.id)) throw refuse('一次只能办理同一个活动的报名');
  return { activity, rows };
}

const namesIn = (rows: readonly { name: string }[]) =>
  rows.length > 20
    ? `${rows
        .slice(0, 20)
        .map(({ name }) => name)
        .join('、')}等${rows.length}人`
    : rows.map(({ name }) => name).join('、');

/** Accepts or refuses who waits; each is told. */
export async function audit(
  ctx: Ctx,
  { ids, agree, reason }: ParsedOf<typeof contract.auditSignups>,
): Promise<{ done: number }> {
  const { activity, rows } = await held(ctx, ids);
  if (activity.state !== STATE.published) throw refuse('活动已结束或取消，不再审核报名');
  if (!agree && reason === '') throw badInput({ reason: '不通过请写明原因' });
  const open = rows.filter(({ state }) => state === SIGNUP.waiting);
  if (open.length === 0) throw refuse('已被处理，请刷新后再看');
  const to = agree ? SIGNUP.accepted : SIGNUP.refused;
  await queries.setState(
    ctx.db,
    open.map(({ id }) => id),
    to,
    agree ? '' : reason,
    ctx.session.accountName,
  );
  if (!agree) await passSeats(ctx.db, activity, ctx.session.accountName);
  await syncSignupTodo(ctx, activity, activity.asked > open.length);
  await notifyPeople(
    ctx,
    open.map(({ memberId }) => memberId),
    {
      title: `“${activity.title}”的报名${agree ? '已通过' : '没有通过'}`,
      remark: agree ? `${activity.startsAt}，${activity.place}，请按时到场签到。` : `原因：${reason}`,
      jumpUrl: ownPath(activity.id),
    },
  );
  logActivityChange(ctx, activity, { signUp: [SIGNUP_STATES[0], `${SIGNUP_STATES[to]}：${namesIn(open)}`] }, reason);
  return { done: open.length };
}

/** The organiser puts people of the own scope, or who have reported to it, on the list. */
export async function add(
  ctx: Ctx,
  { id, memberIds }: ParsedOf<typeof contract.addSignups>,
): Promise<{ added: number }> {
  const activity = await lockOwn(ctx, id);
  const wanted = [...new Set(memberIds)];
  const names = await queries.peopleNamed(ctx.db, ctx.scope, wanted);
  if (names.size < wanted.length) throw notFound('所选的人员不在管理范围内、没有报到到本地，或不是在册党员');
  if (activity.state !== STATE.published) throw refuse('活动没有发布，或已结束，不能登记报名');
  assertFree(await queries.clashes(ctx.db, activity, wanted));
  const added = await queries.givePlaces(ctx.db, activity, wanted, {
    state: 1,
    source: 2,
    by: ctx.session.accountName,
  });
  if (activity.taken + added.length > activity.quota) {
    throw badInput({ memberIds: `名额只剩${Math.max(0, activity.quota - activity.taken)}个，选了${added.length}人` });
  }
  if (added.length === 0) throw refuse('所选的人员都已报名');
  await notifyPeople(ctx, added, {
    title: `已为您报名“${activity.title}”`,
    remark: `${activity.startsAt}，${activity.place}。不能参加的请在开始前取消报名。`,
    jumpUrl: ownPath(id),
  });
  logActivityChange(ctx, activity, {
    signUp: [null, `登记：${namesIn(added.map((one) => ({ name: names.get(one) ?? '' })))}`],
  });
  return { added: added.length };
}

/** Refuses people who have a seat elsewhere at the same hours. */
function assertFree(found: readonly queries.Clash[]): void {
  if (found.length === 0) return;
  const some = found.slice(0, 3).map(({ name, title }) => `${name}与“${title}”时间重叠`);
  throw badInput({ memberIds: found.length > 3 ? `${some.join('；')}等${found.length}人` : some.join('；') });
}

/** The code of the half minute, and how many have come. */
export async function code(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.signCode>,
): Promise<ReplyOf<typeof contract.signCode>> {
  const row = await readActivity(ctx, id);
  if (!canOf(ctx, row).sign) throw refuse('开始前60分钟起，由发布活动的组织出示签到码');
  return { ...currentCode(row.secret, row.now), came: row.came, due: row.taken };
}

/** Whether a code of an activity holds now. */
export const isActivityCodeValid = (row: ActivityRecord, code: string) => isCodeValid(row.secret, code, row.now);

/** Signs people in or out for whom the organiser vouches, or corrects that they did not come. */
export async function mark(
  ctx: Ctx,
  { ids, reason, ...of }: ParsedOf<typeof contract.markSignups>,
): Promise<{ done: number }> {
  const { activity, rows } = await held(ctx, ids);
  if (!mayMark(activity)) throw refuse('现在不能登记签到');
  if (reason === '') throw badInput({ reason: of.came ? '请输入代签原因' : '请输入更正原因' });
  if (rows.some(({ state }) => state !== SIGNUP.accepted && state !== SIGNUP.absent))
    throw refuse('只登记已通过报名的人');
  const { done, words } = await markPresence(ctx, activity, rows, of);
  logActivityChange(ctx, activity, { signIn: [null, words] }, reason);
  return { done };
}

/**
 * Writes that people came, and when they came and left where that is said, or that they did not.
 * Answers how many, and what the log says of it.
 */
export async function markPresence(
  ctx: Ctx,
  activity: ActivityRecord,
  rows: readonly queries.SignupRecord[],
  { came, inAt, outAt }: { came: boolean; inAt: string | null; outAt: string | null },
): Promise<{ done: number; words: string }> {
  const by = ctx.session.accountName;
  const idsOf = (some: readonly queries.SignupRecord[]) => some.map(({ id }) => id);
  if (!came) {
    const gone = rows.filter(({ signedAt }) => signedAt !== null);
    if (gone.length === 0) throw refuse('所选的人都没有签到');
    await queries.setAbsent(ctx.db, idsOf(gone), by);
    return { done: gone.length, words: `更正为未到：${namesIn(gone)}` };
  }
  const isTimed = inAt !== null || outAt !== null;
  const changed = isTimed ? rows : rows.filter(({ signedAt }) => signedAt === null);
  if (changed.length === 0) throw refuse('所选的人都已签到');
  const now = beijingTime(activity.now * 1000).slice(0, 16);
  const faults: Record<string, string> = {};
  for (const [field, at] of Object.entries({ inAt, outAt })) {
    if (at === null) continue;
    if (at > now) faults[field] = '不能晚于现在';
    else if (at.slice(0, 10) < activity.startsAt.slice(0, 10) || at.slice(0, 10) > activity.endsAt.slice(0, 10)) {
      faults[field] = `应在活动当天（${activity.startsAt}至${activity.endsAt}）`;
    }
  }
  const last =
    changed
      .map(({ signedAt }) => inAt ?? signedAt ?? '')
      .toSorted()
      .at(-1) ?? '';
  if (outAt !== null && !faults.outAt && outAt <= last) faults.outAt = `离开时间应晚于到场时间（${last}）`;
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const stayed = inAt !== null && changed.find(({ leftAt }) => outAt === null && leftAt !== null && leftAt <= inAt);
  if (stayed) throw badInput({ inAt: `到场时间应早于离开时间（${stayed.leftAt}）` });
  await queries.vouch(ctx.db, idsOf(changed), { inAt, outAt }, by);
  const objected = changed.filter(({ objectionState }) => objectionState === OBJECTION.waiting);
  if (objected.length > 0)
    await closeTodos(
      ctx.db,
      objected.map(({ id }) => objectionSubject(id)),
    );
  const times = `${inAt ? `，${inAt}到场` : ''}${outAt ? `，${outAt}离开` : ''}`;
  return { done: changed.length, words: `代签：${namesIn(changed)}${times}` };
}
