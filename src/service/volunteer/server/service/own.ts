import { ownMemberId } from '#people/studyHours/server/service/hours.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { ruleOf } from '#service/dualReport/server/index.ts';
import type * as contract from '#service/volunteer/contract.own.ts';
import {
  isFull,
  LEAVINGS,
  nextStar,
  OBJECTION,
  OBJECTIONS,
  OWN_HOURS,
  SIGNUP,
  SIGNUP_STATES,
  STATE,
  starName,
  starsOf,
  whyNotSigning,
  yearStarsOf,
} from '#service/volunteer/rules.ts';
import * as queries from '../queries/own.ts';
import { clashes, givePlaces, placeOf, setCame, setLeft, setState } from '../queries/signup.ts';
import { logActivityChange, syncSignupTodo, wordsOf } from './common.ts';
import { absenceRefusal, passSeats } from './seats.ts';
import { isActivityCodeValid } from './signups.ts';

const MISSING = '没有这个活动，或没有对您开放';

/** Whether somebody has a seat, or waits for one. */
const holds = (mine: number | null) => mine === SIGNUP.waiting || mine === SIGNUP.accepted || mine === SIGNUP.queued;

async function toOwn(ctx: Ctx, row: queries.OpenRecord): Promise<contract.OwnActivity> {
  const has = holds(row.mine);
  const isAbsent = row.mine === SIGNUP.absent;
  const live = row.state === STATE.published && !row.begun;
  const isOffered = row.mine === SIGNUP.queued && row.offeredUntil !== null;
  const whyNot = has || isAbsent ? '' : whyNotSigning(row);
  return {
    ...row,
    ...(await wordsOf(ctx, row)),
    mineName: row.mine === null ? '' : SIGNUP_STATES[row.mine],
    leftName: LEAVINGS[row.leftWay ?? ''],
    overlap: row.overlap ?? '',
    myHoursName: OWN_HOURS[row.myHoursState],
    objectionName: OBJECTIONS[row.objectionState],
    whyNot,
    can: {
      signUp: !has && !isAbsent && whyNot === '',
      queue: !has && !isAbsent && whyNot === '' && isFull(row),
      cancel: has && !isOffered && live && row.signedAt === null,
      confirm: isOffered && live,
      answer: row.mine === SIGNUP.accepted && row.isAsked && row.coming === null && live && row.signedAt === null,
      object: isAbsent && row.objectionState === OBJECTION.none,
    },
  };
}

/** What is open to the session's person, or what they have signed up for. */
export async function open(
  ctx: Ctx,
  input: ParsedOf<typeof contract.openActivities>,
): Promise<ReplyOf<typeof contract.openActivities>> {
  const memberId = ownMemberId(ctx);
  const codes = await queries.openCodes(ctx.db, memberId);
  const skipped = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfOpen(
    ctx.db,
    memberId,
    codes,
    input.view,
    input.keyWords ?? '',
    input.pageSize,
    skipped,
  );
  return { rows: await Promise.all(page.rows.map((row) => toOwn(ctx, row))), total: page.total };
}

/** An activity that is open to the session's person, with who that is; `lock`: held. */
async function found(ctx: Ctx, id: string, lock = false) {
  const memberId = ownMemberId(ctx);
  const row = await queries.findOpen(ctx.db, memberId, await queries.openCodes(ctx.db, memberId), id, lock);
  if (!row) throw notFound(MISSING);
  return { row, memberId };
}

export async function getActivity(ctx: Ctx, { id }: ParsedOf<typeof contract.openActivity>) {
  return toOwn(ctx, (await found(ctx, id)).row);
}

/** Takes a seat, which waits where the organisation wants to look at who comes; where none is free, a place in the waiting list. */
export async function signUp(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.signUp>,
): Promise<ReplyOf<typeof contract.signUp>> {
  const { row, memberId } = await found(ctx, id, true);
  const person = await queries.whoIs(ctx.db, memberId);
  if (!person?.onRoll) throw refuse('不是在册党员，不能报名');
  if (holds(row.mine)) throw refuse('您已经报名');
  const why = whyNotSigning(row) || (await absenceRefusal(ctx.db, memberId));
  if (why) throw refuse(why);
  const [clash] = await clashes(ctx.db, row, [memberId]);
  if (clash) throw refuse(`与“${clash.title}”时间重叠`);
  const state = isFull(row) ? SIGNUP.queued : row.audited ? SIGNUP.waiting : SIGNUP.accepted;
  await givePlaces(ctx.db, row, [memberId], { state, source: 1, by: ctx.session.accountName });
  if (state === SIGNUP.waiting) await syncSignupTodo(ctx, row, true);
  logActivityChange(ctx, row, { signUp: [null, `${person.name}：${SIGNUP_STATES[state]}`] });
  return { state, stateName: SIGNUP_STATES[state] };
}

/** Gives the own place up, while the activity has not begun. */
export async function cancel(ctx: Ctx, { id, reason }: ParsedOf<typeof contract.cancelSignUp>): Promise<null> {
  const { row, memberId } = await found(ctx, id, true);
  const place = await placeOf(ctx.db, id, memberId);
  if (!place || !holds(place.state)) throw refuse('您没有报名');
  if (row.begun || row.state !== STATE.published || place.signedAt !== null) {
    throw refuse('活动已经开始，不能取消报名；没有到场的不计时长');
  }
  await setState(ctx.db, [place.id], SIGNUP.cancelled, reason, ctx.session.accountName);
  if (place.state === SIGNUP.waiting) await syncSignupTodo(ctx, row, row.asked > 1);
  await passSeats(ctx.db, row, ctx.session.accountName);
  logActivityChange(ctx, row, { signUp: [SIGNUP_STATES[place.state], `${place.name}：${SIGNUP_STATES[4]}`] }, reason);
  return null;
}

/** Signs in by the code on the organiser's screen: who has a place, once. */
export async function signIn(
  ctx: Ctx,
  { id, code }: ParsedOf<typeof contract.signIn>,
): Promise<ReplyOf<typeof contract.signIn>> {
  const { row, memberId } = await found(ctx, id, true);
  const place = await placeOf(ctx.db, id, memberId);
  if (!place || place.state !== SIGNUP.accepted) {
    throw refuse(
      place?.state === SIGNUP.waiting ? '报名还没有通过，请联系活动组织者' : '您没有报名这个活动，请联系活动组织者',
    );
  }
  if (place.signedAt === null) {
    if (row.state !== STATE.published) throw refuse('活动已经结束，请联系活动组织者代签');
    if (!row.isOpening) throw refuse('签到还没有开始，开始前一小时可以签到');
    if (!isActivityCodeValid(row, code)) throw badInput({ code: '签到码已经失效，请重新扫码' });
    await setCame(ctx.db, [place.id], ctx.session.accountName);
    logActivityChange(ctx, row, { signIn: [null, `扫码：${place.name}`] });
  }
  const now = await placeOf(ctx.db, id, memberId);
  return {
    title: row.title,
    orgName: row.orgName,
    at: now?.signedAt ?? '',
    late: now?.late ?? false,
    leftAt: now?.leftAt ?? null,
    isAgain: place.signedAt !== null,
  };
}

/** Signs out by the code on the organiser's screen. Whoever was closed as 待核 meanwhile may still do so. */
export async function signOut(
  ctx: Ctx,
  { id, code }: ParsedOf<typeof contract.signOut>,
): Promise<ReplyOf<typeof contract.signOut>> {
  const { row, memberId } = await found(ctx, id, true);
  const place = await placeOf(ctx.db, id, memberId);
  if (!place || place.signedAt === null) throw refuse('您还没有签到，请先扫码签到');
  if (place.leftAt === null || place.leftWay === 'closed') {
    if (row.state !== STATE.published) throw refuse('活动已经结束，请联系活动组织者登记离开时间');
    if (!isActivityCodeValid(row, code)) throw badInput({ code: '签到码已经失效，请重新扫码' });
    await setLeft(ctx.db, place.id, ctx.session.accountName);
    logActivityChange(ctx, row, { signIn: [null, `扫码签退：${place.name}`] });
  }
  const now = await placeOf(ctx.db, id, memberId);
  return { title: row.title, orgName: row.orgName, at: now?.signedAt ?? '', leftAt: now?.leftAt ?? '' };
}

/** The own hours and the star. */
export async function hours(ctx: Ctx): Promise<ReplyOf<typeof contract.ownHours>> {
  const memberId = ownMemberId(ctx);
  const [person, sums, years] = await Promise.all([
    queries.whoIs(ctx.db, memberId),
    queries.hoursOf(ctx.db, memberId),
    queries.yearsOf(ctx.db, memberId),
  ]);
  const stars = starsOf(sums.hours);
  const [rule, today] = await Promise.all([ruleOf(ctx.db, person?.orgCode ?? ctx.session.orgCode), todayOf(ctx.db)]);
  const year = Number(today.slice(0, 4));
  const own = years.find((one) => one.year === year)?.hours ?? 0;
  const yearStars = yearStarsOf(own, rule.starHours);
  return {
    name: person?.name ?? ctx.session.accountName,
    ...sums,
    stars,
    starName: starName(stars),
    next: nextStar(sums.hours),
    years,
    thisYear: {
      year,
      hours: own,
      goal: rule.goalHours,
      stars: yearStars,
      starName: starName(yearStars),
      starHours: rule.starHours,
    },
  };
}
