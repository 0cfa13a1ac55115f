import { ROLE } from '#kernel/session/contract.ts';
import { ownMemberId } from '#people/studyHours/server/service/hours.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/database/db.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotices } from '#platform/server/inbox/notices.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import type * as own from '#service/volunteer/contract.own.ts';
import type * as contract from '#service/volunteer/contract.signup.ts';
import { COMING, OBJECTION, SIGNUP, SIGNUP_STATES, STATE } from '#service/volunteer/rules.ts';
import { findOpen, openCodes } from '../queries/own.ts';
import * as queries from '../queries/seat.ts';
import { accountsOf, clashes, findSignup, lockSignups, placeOf, setState } from '../queries/signup.ts';
import { absencesPath, MODULE, objectionSubject, ownPath } from '../todos.ts';
import { lockOwn, logActivityChange, NOTICE, notifyPeople, syncSignupTodo } from './common.ts';

interface Told {
  id: string;
  orgId: string;
  title: string;
  startsAt: string;
  place: string;
}

/** Tells people something of an activity, each by the own accounts. */
async function tell(
  db: Db,
  activity: Told,
  words: readonly { memberId: string; title: string; remark: string }[],
  createdBy: string,
): Promise<void> {
  const notices = [];
  for (const { memberId, title, remark } of words) {
    const accountIds = await accountsOf(db, [memberId]);
    if (accountIds.length === 0) continue;
    notices.push({
      title,
      remark,
      jumpUrl: ownPath(activity.id),
      type: NOTICE,
      orgId: activity.orgId,
      createdBy,
      accountIds,
    });
  }
  if (notices.length > 0) await sendNotices(db, notices);
}

/** Offers what is free at an activity to those who wait, in their order, and tells them. The caller holds the activity. */
export async function passSeats(db: Db, activity: Told, createdBy: string): Promise<void> {
  const offers = await queries.offerSeats(db, activity.id);
  await tell(
    db,
    activity,
    offers.map(({ memberId, until }) => ({
      memberId,
      title: `“${activity.title}”有名额了`,
      remark: `${activity.startsAt}，${activity.place}。请在${until}以前确认参加，过时让给下一位。`,
    })),
    createdBy,
  );
}

/** Gives on what was offered and not taken in time, and asks whoever has a seat tomorrow whether they come. */
export async function turnSeats({ db }: Services): Promise<void> {
  for (const id of await queries.activitiesToOffer(db)) {
    await transact(db, async (tx) => {
      const activity = await queries.holdActivity(tx, id);
      if (!activity) return;
      const late = await queries.endOffers(tx, id);
      await tell(
        tx,
        activity,
        late.map((memberId) => ({
          memberId,
          title: `“${activity.title}”的候补名额已让给下一位`,
          remark: activity.begun ? '没有在时限内确认，活动已开始。' : '没有在时限内确认。报名截止前还可以再报。',
        })),
        '系统',
      );
      await passSeats(tx, activity, '系统');
    });
  }
  await transact(db, async (tx) => {
    const asked = await queries.askComing(tx);
    for (const people of Map.groupBy(asked, ({ activityId }) => activityId).values()) {
      const [first] = people;
      if (!first) continue;
      await tell(
        tx,
        { ...first, id: first.activityId },
        people.map(({ memberId }) => ({
          memberId,
          title: `“${first.title}”快要开始，您能到吗`,
          remark: `${first.startsAt}，${first.place}。请答复“能到”或“不能到”；不能到的，名额让给候补的人。`,
        })),
        '系统',
      );
    }
  });
}

/** An activity at which the session's person has a place, both held. */
async function ownPlace(ctx: Ctx, id: string) {
  const memberId = ownMemberId(ctx);
  const row = await findOpen(ctx.db, memberId, await openCodes(ctx.db, memberId), id, true);
  const place = row && (await placeOf(ctx.db, id, memberId));
  if (!row || !place) throw notFound('没有这个活动，或您没有报名');
  return { row, place };
}

/** Takes the seat that is offered, or leaves it to the next. */
export async function answerOffer(
  ctx: Ctx,
  { id, take }: ParsedOf<typeof own.answerOffer>,
): Promise<{ state: number; stateName: string }> {
  const { row, place } = await ownPlace(ctx, id);
  if (place.state !== SIGNUP.queued || row.offeredUntil === null || row.state !== STATE.published || row.begun) {
    throw refuse('现在没有为您保留的名额，可能已过确认时限');
  }
  const [clash] = take ? await clashes(ctx.db, row, [place.memberId]) : [];
  if (clash) throw refuse(`与“${clash.title}”时间重叠，请先取消其中一个`);
  const by = ctx.session.accountName;
  const state = take ? (row.audited ? SIGNUP.waiting : SIGNUP.accepted) : SIGNUP.cancelled;
  await setState(ctx.db, [place.id], state, take ? '' : '放弃候补名额', by);
  if (state === SIGNUP.waiting) await syncSignupTodo(ctx, row, true);
  if (!take) await passSeats(ctx.db, row, by);
  logActivityChange(ctx, row, { signUp: [SIGNUP_STATES[SIGNUP.queued], `${place.name}：${SIGNUP_STATES[state]}`] });
  return { state, stateName: SIGNUP_STATES[state] };
}

/** The answer of the day before; who cannot come gives the seat to the next. */
export async function answerComing(ctx: Ctx, { id, coming }: ParsedOf<typeof own.answerComing>): Promise<null> {
  const { row, place } = await ownPlace(ctx, id);
  if (place.state !== SIGNUP.accepted || place.signedAt !== null || row.state !== STATE.published || row.begun) {
    throw refuse('活动已经开始，或您没有名额，不用再答复');
  }
  const by = ctx.session.accountName;
  await queries.setComing(ctx.db, place.id, coming ? 1 : 2, by);
  if (!coming) {
    await setState(ctx.db, [place.id], SIGNUP.cancelled, COMING[2], by);
    await passSeats(ctx.db, row, by);
  }
  logActivityChange(ctx, row, { signUp: [null, `${place.name}：${COMING[coming ? 1 : 2]}`] });
  return null;
}

/** What somebody reads who cannot sign up because of absences; empty: nothing stands against it. */
export async function absenceRefusal(db: Db, memberId: string): Promise<string> {
  const rule = (await queries.noShowsOf(db, [memberId])).get(memberId);
  return rule && rule.until !== null
    ? `${rule.months}个月内缺席${rule.times}次，${rule.until}以前（含当日）不能报名；有异议的在“我的活动”里对缺席提出申诉`
    : '';
}

/** Notes who had a seat and did not come to an activity that ends, and tells them what the rules of their organisation make of it. */
export async function closeSeats(ctx: Ctx, activity: Told): Promise<void> {
  const absent = await queries.noteAbsences(ctx.db, activity.id, ctx.session.accountName);
  const rules = await queries.noShowsOf(ctx.db, absent);
  const words = (id: string) => {
    const rule = rules.get(id);
    if (!rule) return '';
    return rule.until === null
      ? `${rule.months}个月内缺席${rule.times}次，${rule.days}天不能报名。`
      : `${rule.months}个月内已缺席${rule.times}次，${rule.until}以前不能报名。`;
  };
  for (const [said, people] of Map.groupBy(absent, words)) {
    await notifyPeople(ctx, people, {
      title: `“${activity.title}”没有签到，记缺席一次`,
      remark: `${said}有异议的可以申诉。`,
      jumpUrl: ownPath(activity.id),
    });
  }
}

/** Says why an absence is none; the organiser is asked. */
export async function object(ctx: Ctx, { id, reason }: ParsedOf<typeof own.objectAbsence>): Promise<null> {
  const { row, place } = await ownPlace(ctx, id);
  if (place.state !== SIGNUP.absent) throw refuse('这次活动没有记缺席');
  if (place.objectionState !== OBJECTION.none) throw refuse('已经申诉过');
  await queries.setObjection(ctx.db, place.id, reason, ctx.session.accountName);
  await openTodo(ctx.db, {
    roleId: ROLE.worker,
    orgId: row.orgId,
    orgCode: row.orgCode,
    accountId: null,
    module: MODULE,
    title: `审核对“${row.title}”缺席的申诉`,
    detail: place.name,
    act: '审核',
    jumpUrl: absencesPath(id),
    dueOn: null,
    subject: objectionSubject(place.id),
  });
  logActivityChange(ctx, row, { signUp: [SIGNUP_STATES[5], `${place.name}：申诉`] }, reason);
  return null;
}

/** Decides an objection: granted, it is no absence. The person is told. */
export async function decideObjection(
  ctx: Ctx,
  { id, agree, reason }: ParsedOf<typeof contract.decideObjection>,
): Promise<null> {
  const found = await findSignup(ctx.db, ctx.scope, id);
  if (!found) throw notFound('没有这条报名，或不在管理范围内');
  const activity = await lockOwn(ctx, found.activityId);
  const [place] = await lockSignups(ctx.db, ctx.scope, [id]);
  if (!place || place.state !== SIGNUP.absent || place.objectionState !== OBJECTION.waiting)
    throw refuse('已被处理，请刷新后再看');
  if (!agree && reason === '') throw badInput({ reason: '不采纳请写明原因' });
  await queries.decideObjection(ctx.db, id, agree, reason, ctx.session.accountName);
  await closeTodos(ctx.db, [objectionSubject(id)]);
  await notifyPeople(ctx, [place.memberId], {
    title: `对“${activity.title}”缺席的申诉${agree ? '已采纳，不计缺席' : '没有采纳'}`,
    remark: reason ? `原因：${reason}` : '',
    jumpUrl: ownPath(activity.id),
  });
  logActivityChange(
    ctx,
    activity,
    { signUp: [SIGNUP_STATES[5], `${place.name}：申诉${agree ? '采纳' : '不采纳'}`] },
    reason,
  );
  return null;
}
