import { ROLE } from '#kernel/session/contract.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, forbidden, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import type * as contract from '#procedures/recruitment/contract.talk.ts';
import type { Talk } from '#procedures/recruitment/contract.talk.ts';
import { stepName } from '#procedures/recruitment/rules/steps.ts';
import {
  endOfTalk,
  mayMove,
  mayWish,
  type TalkTime,
  talkStateText,
  talksOverlap,
} from '#procedures/recruitment/rules/talk.ts';
import * as files from '../queries/file.ts';
import { occasionsAt } from '../queries/occasions.ts';
import { peopleByIds } from '../queries/people.ts';
import * as queries from '../queries/talk.ts';
import { MODULE, OWN_TALKS, talkSubject, workPath } from '../todos.ts';
import { NOTICE } from './effects.ts';
import { reasonUnfit } from './facts.ts';
import { isWorker } from './steps.ts';
import { lockFile, logFile, MISSING, stepOf } from './wholeFile.ts';

/** On which side the session stands; a worker stands in for a talker who cannot sign in. */
function sideOf(ctx: Ctx, talk: queries.TalkRecord): 'person' | 'talker' | null {
  const { memberId } = ctx.session;
  if (memberId !== null && memberId === talk.talkerId) return 'talker';
  if (memberId !== null && memberId === talk.memberId) return 'person';
  return !talk.talkerSigns && talk.mine && isWorker(ctx) ? 'talker' : null;
}

function rowOf(ctx: Ctx, talk: queries.TalkRecord): Talk {
  const side = sideOf(ctx, talk);
  const waits = side === 'person' ? talk.personAt === null : side === 'talker' && talk.talkerAt === null;
  return {
    fileId: talk.fileId,
    no: talk.no,
    name: talk.name,
    orgName: talk.orgName,
    category: talk.category,
    talkerId: talk.talkerId,
    talkerName: talk.talkerName,
    day: talk.day,
    starts: talk.starts,
    ends: endOfTalk(talk),
    minutes: talk.minutes,
    place: talk.place,
    standing: talkStateText(talk),
    isAgreed: talk.personAt !== null && talk.talkerAt !== null,
    wish: talk.wish,
    version: talk.version,
    can: {
      confirm: waits,
      wish: side === 'person' && mayWish(talk),
      move: side === 'talker' && mayMove(talk),
      cancel: talk.mine && isWorker(ctx),
    },
  };
}

/** Talks with the session's person, and those that this person leads. */
export async function mine(ctx: Ctx): Promise<Talk[]> {
  const { memberId } = ctx.session;
  if (memberId === null) return [];
  return (await queries.talksOf(ctx.db, ctx.scope, memberId)).map((talk) => rowOf(ctx, talk));
}

/** The open talk of a step; null: none is arranged. */
export async function ofFile(ctx: Ctx, { fileId, no }: ParsedOf<typeof contract.fileTalk>): Promise<Talk | null> {
  const talk = await queries.findTalk(ctx.db, ctx.scope, ctx.session.memberId, fileId, no);
  if (talk) return rowOf(ctx, talk);
  if (!(await files.findFile(ctx.db, ctx.scope, fileId))) throw notFound(MISSING);
  return null;
}

/** Sentences about what else the two have at that time, and what else is held at the place: talks, meetings of the branch. */
async function clashes(
  ctx: Ctx,
  people: readonly string[],
  at: TalkTime & { place: string },
  except: { fileId: string; no: number },
  orgId: string,
): Promise<string[]> {
  const [taken, met, talks, occasions] = await Promise.all([
    queries.placeTakenOn(ctx.db, orgId, at.place, at.day, except),
    occasionsAt(ctx.db, orgId, at.place, at.day),
    queries.talksOn(ctx.db, people, at.day, except),
    queries.occasionsOn(ctx.db, people, at.day),
  ]);
  const clashTexts = (rows: readonly (TalkTime & { who: string })[], what: string) =>
    rows.filter((one) => talksOverlap(one, at)).map((one) => `${one.who}当天${one.starts}至${endOfTalk(one)}${what}`);
  const places = (rows: readonly TalkTime[]) => rows.map((one) => ({ ...one, who: at.place }));
  return [
    ...new Set([
      ...clashTexts(talks, '另有谈话'),
      ...clashTexts(occasions, '有会议或活动'),
      ...clashTexts(places(taken), '已安排谈话'),
      ...clashTexts(places(met), '安排了会议'),
    ]),
  ];
}

/** Refuses a past time, and a clash that was not read yet. */
async function refuseTime(
  ctx: Ctx,
  people: readonly string[],
  input: TalkTime & { place: string; despite: boolean; fileId: string; no: number },
  { today, orgId }: { today: string; orgId: string },
): Promise<void> {
  if (input.day < today) throw badInput({ day: '谈话日期不能早于今天' });
  const clashTexts = input.despite ? [] : await clashes(ctx, people, input, input, orgId);
  if (clashTexts.length > 0)
    throw badInput({ starts: `时间冲突：${clashTexts.join('；')}。可以换时间，或者勾选仍按此时间` });
}

async function notify(ctx: Ctx, memberId: string, title: string, remark: string): Promise<void> {
  const accountIds = await files.accountsOf(ctx.db, memberId);
  if (accountIds.length === 0) return;
  const { orgId, accountName: createdBy } = ctx.session;
  await sendNotice(ctx.db, { type: NOTICE, title, remark, orgId, createdBy, accountIds, jumpUrl: OWN_TALKS });
}

const whenText = ({ day, starts, place }: TalkTime & { place: string }) => `${day} ${starts}，${place}`;

/** Arranges the talk of a step that is open; one that was arranged before is replaced. */
export async function arrange(ctx: Ctx, input: ParsedOf<typeof contract.arrangeTalk>): Promise<null> {
  if (!isWorker(ctx)) throw forbidden();
  const held = await lockFile(ctx, input.fileId);
  const { file } = held;
  const { state } = stepOf(held, input.no);
  if (state === 'done') throw refuse(`${stepName(input.no)}已经完成`);
  if (input.no !== file.step) throw refuse(`请先办理${stepName(file.step)}`);
  const [talker] = await peopleByIds(ctx.db, { orgCode: file.orgCode, day: input.day, isPaper: false }, [
    input.talkerId,
  ]);
  if (!talker) throw badInput({ talkerId: '所选谈话人不存在' });
  const why = reasonUnfit(talker, 'talker', input.no, file.memberId);
  if (why) throw badInput({ talkerId: `${talker.name}${why}，不能作谈话人` });
  await refuseTime(ctx, [talker.id, file.memberId], input, file);
  await queries.closeTalks(ctx.db, file.id, input.no, 'cancelled', '重新安排');
  await closeTodos(ctx.db, [talkSubject(file.id)]);
  const byTalker = ctx.session.memberId === talker.id;
  const { accountName: by } = ctx.session;
  await queries.insertTalk(ctx.db, { ...input, talkerId: talker.id, talkerName: talker.name, by, byTalker });
  await notify(ctx, file.memberId, '党组织约您谈话，请确认时间', `${whenText(input)}，谈话人${talker.name}`);
  if (!byTalker) await notify(ctx, talker.id, `请您与${file.name}谈话，请确认时间`, whenText(input));
  logFile(ctx, file, { step: [null, stepName(input.no)], talk: [null, `${whenText(input)}，谈话人${talker.name}`] });
  return null;
}

/** The open talk that an answer is about, locked, at the version that was read. */
async function held(ctx: Ctx, input: { fileId: string; no: number; version: number }) {
  const talk = await queries.findTalk(ctx.db, ctx.scope, ctx.session.memberId, input.fileId, input.no, true);
  if (!talk) {
    if (!(await files.findFile(ctx.db, ctx.scope, input.fileId))) throw notFound(MISSING);
    throw refuse('这次谈话没有安排，或已经结束');
  }
  const side = sideOf(ctx, talk);
  if (side === null) throw refuse('由谈话人和本人答复');
  if (talk.version !== input.version) {
    throw conflict('谈话安排已有变化，请刷新后再答复', { current: { version: talk.version } });
  }
  return { talk, side };
}

const record = (ctx: Ctx, talk: queries.TalkRecord, logText: string) =>
  ctx.audit({
    type: 'developmentFile',
    id: talk.fileId,
    name: talk.name,
    orgCode: talk.orgCode,
    changes: { step: [null, stepName(talk.no)], talk: [null, logText] },
  });

/** Confirms for one side, or asks once for another time. */
export async function answer(ctx: Ctx, input: ParsedOf<typeof contract.answerTalk>): Promise<null> {
  const { talk, side } = await held(ctx, input);
  if (input.wish === undefined) {
    await queries.confirmTalk(ctx.db, talk.id, side);
    await closeTodos(ctx.db, [talkSubject(talk.fileId)]);
    record(ctx, talk, side === 'person' ? '本人已确认时间' : '谈话人已确认时间');
    return null;
  }
  if (side !== 'person') throw refuse('改期由本人提出');
  if (talk.wishedAt !== null) throw refuse('改期只能申请一次，请与谈话人联系');
  if (!mayWish(talk)) throw refuse('双方已确认，请与谈话人联系');
  if (input.wish === '') throw badInput({ wish: '请写明原因和希望的时间' });
  await queries.wishTalk(ctx.db, talk.id, input.wish);
  await notify(ctx, talk.talkerId, `${talk.name}申请谈话改期，请答复`, input.wish);
  await openTodo(ctx, {
    roleId: ROLE.worker,
    orgId: talk.orgId,
    orgCode: talk.orgCode,
    accountId: null,
    module: MODULE,
    title: `${talk.name}申请谈话改期`,
    detail: `${whenText(talk)}；${input.wish}`,
    act: '答复',
    jumpUrl: workPath(talk.fileId, talk.category),
    dueOn: talk.day,
    subject: talkSubject(talk.fileId),
  });
  record(ctx, talk, '本人申请改期');
  return null;
}

/** The talker moves it, once, because the person asked. */
export async function move(ctx: Ctx, input: ParsedOf<typeof contract.moveTalk>): Promise<null> {
  const { talk, side } = await held(ctx, input);
  if (side !== 'talker') throw refuse('由谈话人改期');
  if (talk.movedAt !== null) throw refuse('改期只能一次，确有需要的取消后重新安排');
  if (!mayMove(talk)) throw refuse('本人没有申请改期');
  await refuseTime(ctx, [talk.talkerId, talk.memberId], input, talk);
  await queries.moveTalk(ctx.db, talk.id, input);
  await closeTodos(ctx.db, [talkSubject(talk.fileId)]);
  await notify(ctx, talk.memberId, '谈话已改期，请确认时间', `${whenText(input)}，谈话人${talk.talkerName}`);
  record(ctx, talk, `改期到 ${whenText(input)}`);
  return null;
}

/** Calls a talk off. */
export async function cancel(ctx: Ctx, input: ParsedOf<typeof contract.cancelTalk>): Promise<null> {
  if (!isWorker(ctx)) throw forbidden();
  const { file } = await lockFile(ctx, input.fileId);
  const talk = await queries.findTalk(ctx.db, ctx.scope, null, input.fileId, input.no, true);
  if (!talk) throw refuse('这次谈话没有安排，或已经结束');
  await queries.closeTalks(ctx.db, file.id, input.no, 'cancelled', input.reason);
  await closeTodos(ctx.db, [talkSubject(file.id)]);
  await notify(ctx, talk.memberId, '约定的谈话已取消', `${whenText(talk)}；${input.reason}`);
  await notify(ctx, talk.talkerId, `与${talk.name}的谈话已取消`, `${whenText(talk)}；${input.reason}`);
  logFile(ctx, file, { step: [null, stepName(input.no)], talk: [whenText(talk), '取消'] }, input.reason);
  return null;
}
