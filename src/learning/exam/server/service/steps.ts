import { refuseNobodyToUrge } from '#house/server/urging.ts';
import type * as contract from '#learning/exam/contract.exam.ts';
import { drawFault } from '#learning/exam/rules.draw.ts';
import { KINDS, type Kind, MOST_MARKERS, MOST_PEOPLE } from '#learning/exam/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import { beijingDay, beijingTime } from '#platform/time/days.ts';
import { levelsOf } from '../queries/bank.ts';
import * as queries from '../queries/exam.ts';
import * as follows from '../queries/follow.ts';
import { countMarkers } from '../queries/mark.ts';
import { rulesOf } from '../queries/paper.ts';
import { logChange, MODULE, notify, requireCurrent } from './common.ts';
import { canOf, conditionOf, isThrough, loadExam, NO_EXAM } from './exam.ts';
import { followResults } from './results.ts';

const NUMERALS = '一二三四五';
/** What a part of a drawn paper is called. */
export const sectionOf = (kind: number) => `${NUMERALS[kind - 1]}、${KINDS[kind as Kind]}题`;

/** Fixes the paper, lists who it is for, and tells them. */
export async function publish(
  ctx: Ctx,
  input: ParsedOf<typeof contract.publishExam>,
): Promise<ReplyOf<typeof contract.publishExam>> {
  const row = requireCurrent(await queries.findExam(ctx.db, ctx.scope, input.id, true), NO_EXAM, input.version);
  if (!canOf(ctx, row).publish) throw refuse('考试已经发布');
  if (await queries.isPast(ctx.db, row.closesAt)) throw refuse('结束时间已过，请先修改考试时间');
  const rules = await rulesOf(ctx.db, row.paperId);
  const fault = drawFault(rules, await levelsOf(ctx.db, [...new Set(rules.map(({ libId }) => libId))]));
  if (fault !== '') throw refuse(fault);
  if (row.eachOwn && row.paperType === 1) await queries.clearItems(ctx.db, row.id);
  else if ((await queries.freezeItems(ctx.db, row, rules, sectionOf)) === 0) throw refuse('试卷里没有试题');
  if (row.doubleGap !== null && (await countMarkers(ctx.db, row.orgCode)) < MOST_MARKERS)
    throw refuse(`双评要有${MOST_MARKERS}个能阅这场考试的账号，现在不够，请先授权或改为一人阅卷`);
  await queries.clearPeople(ctx.db, row.id);
  const people = await queries.addAudience(ctx.db, row.id, await conditionOf(ctx, row), MOST_PEOPLE);
  if (people === 0) throw refuse('考试对象里没有人，请检查考试对象');
  if (people > MOST_PEOPLE) throw refuse(`考试对象超过${MOST_PEOPLE / 10_000}万人，请分成几场`);
  const version = await queries.step(ctx.db, row.id, queries.STEPS.publish(ctx.session.accountName));
  const from = { orgId: row.orgId, by: ctx.session.accountName };
  const when = `${beijingTime(row.opensAt)}至${beijingTime(row.closesAt)}，${row.minutes}分钟`;
  await notify(
    ctx.db,
    from,
    `考试通知：${row.title}`,
    `${row.orgName}组织考试，${when}。在“学习教育”的考试中心参加。`,
    await queries.accountsOf(ctx.db, row.id),
  );
  await queries.openPersonTodos(ctx.db, row, beijingDay(row.closesAt), MODULE);
  ctx.binds(await queries.namesOf(ctx.db, row.id));
  logChange(ctx, 'exam', row, { state: [row.state, 1], people: [null, people] });
  return { version, people };
}

/** Takes back an exam that nobody has begun. */
export async function withdraw(
  ctx: Ctx,
  { id, reason }: ParsedOf<typeof contract.withdrawExam>,
): Promise<ReplyOf<typeof contract.withdrawExam>> {
  const row = await loadExam(ctx, id, true);
  if (row.state !== 1) throw refuse('考试没有发布');
  if (row.sat > 0) throw refuse(`已有${row.sat}人开考，不能撤回`);
  const version = await queries.step(ctx.db, id, queries.STEPS.withdraw(reason));
  await queries.closePersonTodos(ctx.db, id);
  const from = { orgId: row.orgId, by: ctx.session.accountName };
  await notify(ctx.db, from, `考试已撤回：${row.title}`, reason, await queries.accountsOf(ctx.db, id));
  logChange(ctx, 'exam', row, { state: [1, 2] }, reason);
  return { version, people: row.people };
}

/** Publishes results once everything is marked. */
export async function results(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.publishResults>,
): Promise<ReplyOf<typeof contract.publishResults>> {
  const row = await loadExam(ctx, id, true);
  if (row.state !== 1) throw refuse('考试没有发布');
  if (row.resultsAt) throw refuse('成绩已经公布');
  if (!isThrough(row)) throw refuse('考试还没有结束，结束后、或全部考生交卷后才能公布成绩');
  if (row.waiting > 0) throw refuse(`还有${row.waiting}份答卷没有阅完`);
  const version = await queries.step(ctx.db, id, queries.STEPS.publishResults(ctx.session.accountName));
  await followResults(ctx.db, { ...row, resultsAt: new Date() }, ctx.session.accountName);
  const sat = queries.WHO.sat;
  const from = { orgId: row.orgId, by: ctx.session.accountName };
  await notify(
    ctx.db,
    from,
    `成绩已公布：${row.title}`,
    '在“学习教育”的考试中心查看成绩，有异议可以申请复核。',
    await queries.accountsOf(ctx.db, id, sat),
  );
  logChange(ctx, 'exam', row, { results: [null, true] });
  return { version, people: row.sat };
}

/** Who sits, has saved, has left, is absent. */
export async function follow(
  ctx: Ctx,
  input: ParsedOf<typeof contract.followExam>,
): Promise<ReplyOf<typeof contract.followExam>> {
  await loadExam(ctx, input.id);
  const filter = { record: input.record ?? null, name: input.name || null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const page = await follows.pageOfPeople(ctx.db, input.id, filter, input.pageSize, offset);
  const iso = (moment: Date | null) => moment?.toISOString() ?? null;
  return {
    rows: page.rows.map((row) => ({
      ...row,
      startedAt: iso(row.startedAt),
      deadline: iso(row.deadline),
      handedAt: iso(row.handedAt),
      savedAt: iso(row.savedAt),
    })),
    total: page.total,
    records: page.records,
  };
}

/** Reminds whoever has not handed in, and nobody else. */
export async function urge(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.urgeExam>,
): Promise<ReplyOf<typeof contract.urgeExam>> {
  const row = await loadExam(ctx, id, true);
  if (row.state !== 1 || row.phase === 2) throw refuse('考试不在进行，不能催考');
  const people = await follows.markUrged(ctx.db, id);
  if (people === 0) throw refuseNobodyToUrge(await follows.lastUrged(ctx.db, id), '没有要催的人：都已交卷');
  const late = queries.WHO.urgedNow;
  const from = { orgId: row.orgId, by: ctx.session.accountName };
  await notify(
    ctx.db,
    from,
    `请按时考试：${row.title}`,
    `${beijingTime(row.closesAt)}截止，您还没有交卷。`,
    await queries.accountsOf(ctx.db, id, late),
  );
  logChange(ctx, 'exam', row, { urged: [null, people] });
  return { people };
}

/** More time or another attempt for one person. */
export async function extra(ctx: Ctx, input: ParsedOf<typeof contract.grantExtra>): Promise<null> {
  const row = await loadExam(ctx, input.id, true);
  if (input.minutes === 0 && input.attempts === 0) throw badInput({ minutes: '请填写加时的分钟数，或再考的次数' });
  if (row.resultsAt) throw refuse('成绩已经公布，不能再加时或再考');
  const name = await follows.giveExtra(ctx.db, row.id, input.personId, input);
  if (name === undefined) throw refuse('这场考试没有这名考生');
  logChange(
    ctx,
    'exam',
    row,
    { person: [null, name], extraMinutes: [null, input.minutes], extraAttempts: [null, input.attempts] },
    input.reason,
  );
  return null;
}

/** An outage given back: everybody who sits gets its minutes. */
export async function giveBack(
  ctx: Ctx,
  { id, minutes, reason }: ParsedOf<typeof contract.giveBack>,
): Promise<ReplyOf<typeof contract.giveBack>> {
  const row = await loadExam(ctx, id, true);
  if (row.running === 0) throw refuse('现在没有人在考');
  const people = await follows.giveAll(ctx.db, row.id, minutes, reason);
  logChange(ctx, 'exam', row, { extraMinutes: [null, minutes], people: [null, people] }, reason);
  return { people };
}

/** Lets joiners in while an exam is open, and closes those that are over: whoever did not come is absent. */
export async function maintainExamPeople(services: Services): Promise<void> {
  for (const id of await queries.begunExams(services.db))
    await transact(services.db, async (tx) => {
      const row = await queries.findExam(tx, wholeScope, id, true);
      if (row?.state !== 1 || row.closedAt) return;
      if (await queries.isPast(tx, row.closesAt)) {
        if (row.running > 0) return;
        await queries.step(tx, id, queries.STEPS.close);
        await queries.closePersonTodos(tx, id);
        return;
      }
      const condition = await conditionOf({ services }, row).catch(() => null);
      if (!condition) return;
      const people = await queries.addAudience(tx, id, condition, MOST_PEOPLE);
      if (people > row.people) await queries.openPersonTodos(tx, row, beijingDay(row.closesAt), MODULE);
    });
}
