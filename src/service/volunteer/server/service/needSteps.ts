import { randomInt } from 'node:crypto';
import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { ROLE } from '#kernel/session/contract.ts';
import { siteMatcher } from '#people/groups/server/service/words.ts';
import { maskText } from '#people/member/rules.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { openTodo } from '#platform/server/inbox/todos.ts';
import { personalNumbers } from '#platform/text/textCheck.ts';
import { findWords } from '#platform/text/textWords.ts';
import { POSTS } from '#service/dualReport/rules.ts';
import { workersOf } from '#service/dualReport/server/index.ts';
import type * as contract from '#service/volunteer/contract.need.ts';
import {
  distanceOf,
  makeFollowCode,
  mayFollow,
  NEED,
  NEED_KINDS,
  NEED_STATES,
  type NeedState,
  TALK_STARS,
} from '#service/volunteer/rules.need.ts';
import * as queries from '../queries/need.ts';
import * as changes from '../queries/needChange.ts';
import { MODULE, needPath, OWN_NEEDS_PATH, talkSubject } from '../todos.ts';
import { NOTICE, notifyPeople } from './common.ts';
import { contactPlace, followHash, namePlace } from './needSeal.ts';

export type Need = queries.NeedRecord;
export const HANDLED = '已被处理，请刷新后再看';
const SOURCES = { 1: '居民扫码', 2: '工作人员登记' } as const;
const RATERS = { 1: '居民评价', 2: '社区评价' } as const;
export const logNeed = (
  ctx: Ctx,
  row: Pick<Need, 'id' | 'title' | 'orgCode'>,
  changes: Record<string, [unknown, unknown]> = {},
  reason = '',
) =>
  ctx.audit({
    type: 'serviceNeed',
    id: row.id,
    name: row.title,
    orgCode: row.orgCode,
    changes,
    ...(reason ? { reason } : {}),
  });

/** Refuses a step that a state does not allow. */
export function assertNext(row: Need, to: NeedState): void {
  if (!mayFollow(row.state, to)) throw refuse(HANDLED);
}

/** Tells whoever took a need: a member, or the workers of a unit. */
export async function tellTaker(
  ctx: Ctx,
  row: Pick<Need, 'id' | 'takerMemberId' | 'takerOrgId'>,
  title: string,
  remark: string,
): Promise<void> {
  if (row.takerMemberId !== null)
    return notifyPeople(ctx, [row.takerMemberId], { title, remark, jumpUrl: OWN_NEEDS_PATH });
  if (row.takerOrgId !== null) await tellOffice(ctx, row.takerOrgId, row.id, title, remark);
}

/** Tells the workers of an organisation, but for whoever does it. */
export async function tellOffice(
  ctx: Ctx,
  orgId: string,
  needId: string,
  title: string,
  remark: string,
): Promise<void> {
  const accountIds = (await workersOf(ctx.db, orgId)).filter((id) => id !== ctx.session.accountId);
  if (accountIds.length === 0) return;
  await sendNotice(ctx.db, {
    type: NOTICE,
    title,
    remark,
    orgId,
    createdBy: ctx.session.accountName,
    accountIds,
    jumpUrl: needPath(needId),
  });
}

interface Standing {
  posts: readonly string[];
  lng: number | null;
  lat: number | null;
}

/** A need in words, and how it fits whoever reads it. */
export async function wireNeed(ctx: Ctx, row: Need, own: Standing): Promise<contract.NeedRow> {
  const names = await dictionaryNames(ctx.services);
  return {
    ...row,
    kindName: NEED_KINDS[row.kind],
    stateName: NEED_STATES[row.state],
    sourceName: SOURCES[row.source],
    postName: names.name(POSTS, row.post),
    isSkilled: own.posts.includes(row.post),
    distance: distanceOf(row, own),
  };
}

/** A need as its page shows it, without its steps. */
export async function detail(
  ctx: Ctx,
  row: Need,
  own: Standing,
  can: contract.NeedDetail['can'],
): Promise<contract.NeedDetail> {
  return {
    ...(await wireNeed(ctx, row, own)),
    phoneMask: row.phoneMask,
    outcome: row.outcome,
    reason: row.reason,
    starsByName: row.starsBy === null ? '' : RATERS[row.starsBy],
    starsNote: row.starsNote,
    talkState: row.talkState,
    talkNote: row.talkNote,
    steps: [],
    can,
  };
}

/** Fills in what was done. */
export async function withSteps(ctx: Ctx, found: contract.NeedDetail[]): Promise<contract.NeedDetail[]> {
  const steps = Map.groupBy(
    await queries.stepsOf(
      ctx.db,
      found.map(({ id }) => id),
    ),
    ({ needId }) => needId,
  );
  return found.map((row) => ({ ...row, steps: (steps.get(row.id) ?? []).map(({ needId: _, ...step }) => step) }));
}

/** Refuses numbers of people, words that are not to be published, a day that is past, and a post that nobody offers. */
export async function assertNeed(
  ctx: Ctx,
  of: { title: string; content: string; place: string; byOn: string; post: string },
): Promise<void> {
  const match = await siteMatcher(ctx);
  const faults: Record<string, string> = {};
  for (const [field, label] of [
    ['title', '标题'],
    ['content', '说明'],
    ['place', '地点'],
  ] as const) {
    const parts = [{ label, text: of[field] }];
    const [wrong] = [...personalNumbers(parts), ...findWords(parts, match).stops];
    if (wrong) faults[field] = wrong;
  }
  if (of.byOn < (await todayOf(ctx.db))) faults.byOn = '日期不能早于今天';
  const offered = (await dictionaryNames(ctx.services)).entries(POSTS);
  if (!offered.some(({ value }) => value === of.post)) faults.post = '请选择服务类别';
  if (Object.keys(faults).length > 0) throw badInput(faults);
}

/** Writes a need with whose it is sealed; answers its id and the code by which it is followed. */
export async function writeNeed(
  ctx: Ctx,
  org: { id: string; code: string },
  {
    name,
    phone,
    amount,
    ...of
  }: Pick<
    ParsedOf<typeof contract.addNeed>,
    'kind' | 'title' | 'content' | 'amount' | 'post' | 'place' | 'byOn' | 'name' | 'phone'
  >,
  { source, state, by }: { source: 1 | 2; state: NeedState; by: string },
): Promise<{ id: string; followCode: string }> {
  await assertNeed(ctx, of);
  const id = await queries.nextNeedId(ctx.db);
  const followCode = makeFollowCode((below) => randomInt(below));
  await queries.insertNeed(ctx.db, {
    ...of,
    id,
    orgId: org.id,
    orgCode: org.code,
    amount: amount ?? null,
    source,
    state,
    followHash: followHash(ctx.vault, followCode),
    nameEnc: ctx.vault.encrypt(namePlace(id), name),
    phoneEnc: ctx.vault.encrypt(contactPlace(id), phone),
    phoneMask: maskText(phone),
    by,
  });
  await queries.addStep(ctx.db, id, state === NEED.open ? '已受理，等待认领' : '已收到，等待社区受理', '', by);
  return { id, followCode };
}

const WORDS = { take: '已有人认领', step: '正在办理', finish: '已经办好，请评价', release: '重新等待认领' } as const;

/** Takes a need, or does a step of one that was taken: the same for a member and for a unit. */
export async function work(
  ctx: Ctx,
  row: Need,
  { act, note }: { act: keyof typeof contract.WORK; note: string },
  taker: { memberId: string } | { orgId: string },
): Promise<{ state: number; version: number }> {
  const by = ctx.session.accountName;
  const { id } = row;
  const isMine = 'memberId' in taker ? row.takerMemberId === taker.memberId : row.takerOrgId === taker.orgId;
  let to: NeedState = NEED.going;
  if (act === 'take') {
    if (row.state !== NEED.open) throw refuse('已被别人认领，请看其他需求');
    to = NEED.taken;
  } else {
    if (!isMine || (row.state !== NEED.taken && row.state !== NEED.going)) throw refuse(HANDLED);
    if (note === '') throw badInput({ note: act === 'release' ? '请写明退还原因' : '请写明办理情况' });
    if (act === 'finish') to = NEED.done;
    if (act === 'release') to = NEED.open;
    if (act === 'finish' && row.state === NEED.taken) throw refuse('请先记录进展，再办好');
  }
  if (!(row.state === NEED.going && to === NEED.going)) assertNext(row, to);
  const version = await {
    take: () => changes.takeNeed(ctx.db, id, taker, by),
    step: () => changes.stepNeed(ctx.db, id, by),
    finish: () => changes.finishNeed(ctx.db, id, note, by),
    release: () => changes.releaseNeed(ctx.db, id, by),
  }[act]();
  await queries.addStep(ctx.db, id, WORDS[act], note, by);
  if (act !== 'step') {
    await tellOffice(
      ctx,
      row.orgId,
      id,
      `需求“${row.title}”${{ take: '已认领', finish: '已办好', release: '被退还' }[act]}`,
      note,
    );
  }
  logNeed(ctx, row, { state: [NEED_STATES[row.state], NEED_STATES[to]] }, note);
  return { state: to, version };
}

/** Gives stars once; few of them open a talk. @param starsBy 1 the resident, 2 the place */
export async function giveStars(
  ctx: Ctx,
  row: Need,
  { stars, note }: { stars: number; note: string },
  starsBy: 1 | 2,
  by: string,
) {
  assertNext(row, NEED.ended);
  const isTalk = stars <= TALK_STARS;
  const version = await changes.rateNeed(ctx.db, row.id, { stars, starsBy, note, isTalk }, by);
  await queries.addStep(ctx.db, row.id, `${RATERS[starsBy]}${stars}星`, note, by);
  if (isTalk) {
    await openTodo(ctx.db, {
      roleId: ROLE.worker,
      orgId: row.orgId,
      orgCode: row.orgCode,
      accountId: null,
      module: MODULE,
      title: `回访需求“${row.title}”`,
      detail: `${RATERS[starsBy]}${stars}星`,
      act: '回访',
      jumpUrl: needPath(row.id),
      dueOn: null,
      subject: talkSubject(row.id),
    });
  }
  return { state: NEED.ended as number, version };
}

/** Opens what is sealed; the log keeps who did. */
export async function unseal(ctx: Ctx, row: Need, reason: string): Promise<{ name: string; phone: string }> {
  const sealed = await queries.sealedOf(ctx.db, row.id);
  if (!sealed?.name || !sealed.phone) throw refuse('办结满90天，联系方式已经清除');
  logNeed(ctx, row, { revealed: [null, '姓名和电话'] }, reason);
  return {
    name: ctx.vault.decrypt(namePlace(row.id), sealed.name),
    phone: ctx.vault.decrypt(contactPlace(row.id), sealed.phone),
  };
}
