import { orgOfReportCode } from '#house/server/reportCode.ts';
import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { ROLE } from '#kernel/session/contract.ts';
import { assertStranger } from '#kernel/session/server/captcha/check.ts';
import { ownMemberId } from '#people/studyHours/server/service/hours.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { todayOf, transact } from '#platform/server/database/db.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { countHit } from '#platform/server/http/rate.ts';
import { sendNotices } from '#platform/server/inbox/notices.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { POSTS } from '#service/dualReport/rules.ts';
import { workersOf } from '#service/dualReport/server/index.ts';
import type * as contract from '#service/volunteer/contract.need.ts';
import { needFaults } from '#service/volunteer/contract.need.ts';
import type * as resident from '#service/volunteer/contract.needPublic.ts';
import {
  ANSWER_DAYS,
  isFollowCode,
  keptFollowCode,
  mayFollow,
  NEED,
  NEED_STATES,
  SENT_HOURS,
  STEP_DAYS,
} from '#service/volunteer/rules.need.ts';
import * as queries from '../queries/need.ts';
import { endNeed } from '../queries/needChange.ts';
import { accountsOf } from '../queries/signup.ts';
import { MODULE, needPath, needSubject, OWN_NEEDS_PATH } from '../todos.ts';
import { NOTICE } from './common.ts';
import { followHash } from './needSeal.ts';
import * as need from './needSteps.ts';

/** Five needs an hour from one address, and so many a day at one place (the issue of a code that somebody plays with). */
const PER_ADDRESS = { hits: 5, seconds: 3600 };
const PER_PLACE = { hits: 200, seconds: 86_400 };
const RESIDENT = '居民';

/** What a member may do with a need. */
const ownCan = (row: need.Need, memberId: string): contract.NeedDetail['can'] => {
  const mine = row.takerMemberId === memberId;
  const going = row.state === NEED.taken || row.state === NEED.going;
  return {
    accept: false,
    send: false,
    giveBack: false,
    withdraw: false,
    take: row.state === NEED.open,
    step: mine && going,
    finish: mine && row.state === NEED.going,
    release: mine && going,
    rate: false,
    talk: false,
    contact: mine && going && !row.isErased,
  };
};

/** What the session's person may take: the fitting and near ones first; or what they took. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.openNeeds>,
): Promise<ReplyOf<typeof contract.openNeeds>> {
  const memberId = ownMemberId(ctx);
  const own = await queries.standingOf(ctx.db, memberId);
  const skipped = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfOwnNeeds(ctx.db, memberId, input.view, own, input.pageSize, skipped);
  const rows = await Promise.all(page.rows.map((row) => need.detail(ctx, row, own, ownCan(row, memberId))));
  // On the market nothing is read of what others did before.
  return { rows: input.view === 'mine' ? await need.withSteps(ctx, rows) : rows, total: page.total };
}

async function held(ctx: Ctx, id: string) {
  const memberId = ownMemberId(ctx);
  const row = await queries.lockOwnNeed(ctx.db, memberId, id);
  return { row, memberId };
}

/** Takes a need, or does a step of one. */
export async function work(ctx: Ctx, { id, ...of }: ParsedOf<typeof contract.workOwnNeed>) {
  const { row, memberId } = await held(ctx, id);
  if (!row) throw of.act === 'take' ? refuse('已被别人认领，或没有对您开放') : notFound('没有这件需求');
  return need.work(ctx, row, of, { memberId });
}

/** Whose need it is that the person took. */
export async function contact(ctx: Ctx, { id }: ParsedOf<typeof contract.ownNeedContact>) {
  const { row, memberId } = await held(ctx, id);
  if (!row) throw notFound('没有这件需求');
  if (!ownCan(row, memberId).contact) throw refuse('认领以后、办好以前可以查看联系方式');
  return need.unseal(ctx, row, '认领人联系居民');
}

async function placeOf(ctx: Ctx, code: string) {
  const id = orgOfReportCode(ctx.vault, code);
  const org = id === null ? undefined : await queries.placeById(ctx.db, id);
  if (!org) throw notFound('没有这个需求码，请向社区要新的二维码');
  return org;
}

/** Whose poster it is, and what can be asked for. */
export async function place(
  ctx: Ctx,
  input: ParsedOf<typeof resident.needPlace>,
): Promise<ReplyOf<typeof resident.needPlace>> {
  const org = await placeOf(ctx, input.place);
  const posts = (await dictionaryNames(ctx.services)).entries(POSTS).map(({ value, name }) => ({ value, label: name }));
  return { orgName: org.name, today: await todayOf(ctx.db), posts };
}

/** Before a need is taken in: the code, the picture check, and how often from there. */
export async function admit(ctx: Ctx, input: ParsedOf<typeof resident.askNeed>): Promise<void> {
  const org = await placeOf(ctx, input.poster);
  await assertStranger(ctx, input);
  await countHit(ctx.services, `need:${ctx.ip}`, PER_ADDRESS.hits, PER_ADDRESS.seconds);
  await countHit(ctx.services, `need:${org.id}`, PER_PLACE.hits, PER_PLACE.seconds);
}

/** A resident says what they need; the place is asked. */
export async function ask(ctx: Ctx, input: ParsedOf<typeof resident.askNeed>): Promise<{ followCode: string }> {
  const org = await placeOf(ctx, input.poster);
  const faults = needFaults(input);
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const { kind, title, content, amount, post, place: where, byOn, name, phone } = input;
  const { id, followCode } = await need.writeNeed(
    ctx,
    org,
    { kind, title, content, amount, post, place: where, byOn, name, phone },
    { source: 1, state: NEED.waiting, by: RESIDENT },
  );
  await openTodo(ctx.db, {
    roleId: ROLE.worker,
    orgId: org.id,
    orgCode: org.code,
    accountId: null,
    module: MODULE,
    title: `受理居民需求“${title}”`,
    detail: `希望${byOn}以前`,
    act: '受理',
    jumpUrl: needPath(id),
    dueOn: null,
    subject: needSubject(id),
  });
  need.logNeed(ctx, { id, title, orgCode: org.code }, { state: [null, NEED_STATES[NEED.waiting]] });
  return { followCode };
}

/** The need of ten signs; what is no code of ours reads as not there. */
async function followed(ctx: Ctx, typed: string, lock = false) {
  const code = keptFollowCode(typed);
  const row = isFollowCode(code) ? await queries.findByFollow(ctx.db, followHash(ctx.vault, code), lock) : undefined;
  if (!row) throw notFound('没有这个查询码，请核对后再输');
  return row;
}

/** What a resident reads of the own need. */
export async function follow(
  ctx: Ctx,
  input: ParsedOf<typeof resident.followNeed>,
): Promise<ReplyOf<typeof resident.followNeed>> {
  const row = await followed(ctx, input.follow);
  const steps = await queries.stepsOf(ctx.db, [row.id]);
  return {
    orgName: row.orgName,
    title: row.title,
    stateName: NEED_STATES[row.state],
    askedOn: row.askedOn,
    outcome: row.outcome,
    reason: row.reason,
    stars: row.stars,
    steps: steps.map(({ at, words }) => ({ at, words })),
    can: { rate: row.state === NEED.done, withdraw: mayFollow(row.state, NEED.withdrawn) && row.state <= NEED.open },
  };
}

/** A resident gives stars once, or withdraws what nobody has taken. */
export async function answer(ctx: Ctx, input: ParsedOf<typeof resident.answerNeed>): Promise<null> {
  const row = await followed(ctx, input.follow, true);
  if (input.stars === 0) {
    if (row.state > NEED.open) throw refuse('已有人认领或已办结，不能撤销');
    const reason = input.note || '居民撤销';
    await endNeed(ctx.db, row.id, NEED.withdrawn, reason, RESIDENT);
    await queries.addStep(ctx.db, row.id, NEED_STATES[NEED.withdrawn], reason, RESIDENT);
    await closeTodos(ctx.db, [needSubject(row.id)]);
    need.logNeed(ctx, row, { state: [NEED_STATES[row.state], NEED_STATES[NEED.withdrawn]] }, reason);
    return null;
  }
  if (row.state !== NEED.done) throw refuse(row.state === NEED.ended ? '已经评价过' : '还没有办好，办好以后再评价');
  await need.giveStars(ctx, row, { stars: input.stars, note: input.note }, 1, RESIDENT);
  need.logNeed(ctx, row, {
    state: [NEED_STATES[NEED.done], NEED_STATES[NEED.ended]],
    stars: [null, `${input.stars}星`],
  });
  return null;
}

/**
 * Moves on what stands still: three days without a step, twenty-four hours without a taker of what was sent, seven days unanswered;
 * and erases whose needs were that ended long ago.
 */
export async function turnNeeds({ db }: Services): Promise<void> {
  await transact(db, async (tx) => {
    const notices = [];
    const createdBy = '系统';
    for (const row of await queries.returnIdle(tx)) {
      await queries.addStep(tx, row.id, '重新等待认领', `${STEP_DAYS}天没有进展`, createdBy);
      const words = {
        title: `需求“${row.title}”${STEP_DAYS}天没有进展，已收回`,
        remark: '重新上架，等待认领。',
        type: NOTICE,
        createdBy,
      };
      notices.push({
        ...words,
        orgId: row.orgId,
        accountIds: await workersOf(tx, row.orgId),
        jumpUrl: needPath(row.id),
      });
      if (row.takerMemberId !== null) {
        notices.push({
          ...words,
          orgId: row.orgId,
          accountIds: await accountsOf(tx, [row.takerMemberId]),
          jumpUrl: OWN_NEEDS_PATH,
        });
      }
      if (row.takerOrgId !== null && row.takerOrgId !== row.orgId) {
        notices.push({
          ...words,
          orgId: row.orgId,
          accountIds: await workersOf(tx, row.takerOrgId),
          jumpUrl: needPath(row.id),
        });
      }
    }
    for (const row of await queries.openUnanswered(tx)) {
      await queries.addStep(tx, row.id, '公开征集，等待认领', `${SENT_HOURS}小时没有认领`, createdBy);
      notices.push({
        title: `派出的需求“${row.title}”${SENT_HOURS}小时没有认领`,
        remark: '已公开征集。',
        type: NOTICE,
        createdBy,
        orgId: row.orgId,
        accountIds: await workersOf(tx, row.orgId),
        jumpUrl: needPath(row.id),
      });
    }
    const sent = notices.filter(({ accountIds }) => accountIds.length > 0);
    if (sent.length > 0) await sendNotices(tx, sent);
    for (const late of await queries.unansweredAbove(tx)) {
      await openTodo(tx, {
        roleId: ROLE.worker,
        orgId: late.orgId,
        orgCode: late.orgCode,
        accountId: null,
        module: MODULE,
        title: `${late.placeName}的需求“${late.title}”${ANSWER_DAYS}天没有受理`,
        detail: '请督促受理',
        act: '查看',
        jumpUrl: needPath(late.id),
        dueOn: null,
        subject: needSubject(late.id),
      });
    }
    await queries.eraseSealed(tx);
  });
}
