import type * as contract from '#learning/exam/contract.sit.ts';
import { blanksIn, isPassingScore, markAnswer } from '#learning/exam/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/database/db.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { beijingTime } from '#platform/time/days.ts';
import { examFacts } from '../queries/exam.ts';
import * as marks from '../queries/mark.ts';
import { extendForOutage } from '../queries/outage.ts';
import { rulesOf } from '../queries/paper.ts';
import * as queries from '../queries/sit.ts';
import { MODULE } from './common.ts';
import { sectionOf } from './steps.ts';

const NOT_MINE = '没有这场考试，或您不在考试对象里';
const NO_ATTEMPT = '没有找到这份答卷';
const ELSEWHERE = '本次考试已在另一台设备上继续，这里不能再作答';

/** Who sits; accounts without a person meet nothing. */
const me = (ctx: Ctx): string => ctx.session.memberId ?? '0';
const iso = (at: Date | null) => at?.toISOString() ?? null;

function rowOf(row: queries.OwnRecord) {
  const known = row.resultsAt !== null;
  return {
    id: row.id,
    title: row.title,
    orgName: row.orgName,
    opensAt: row.opensAt.toISOString(),
    closesAt: row.closesAt.toISOString(),
    minutes: row.minutes,
    total: row.total,
    phase: row.now < row.opensAt ? 0 : row.now <= row.closesAt || row.record === 1 ? 1 : 2,
    record: row.record,
    left: Math.max(0, row.attempts + row.extraAttempts - row.used),
    score: known ? row.score : null,
    passed: known ? row.passed : null,
  };
}

export async function ownExams(
  ctx: Ctx,
  input: ParsedOf<typeof contract.ownExams>,
): Promise<ReplyOf<typeof contract.ownExams>> {
  const found = await queries.pageOfOwn(ctx.db, me(ctx), input.pageSize, (input.pageNum - 1) * input.pageSize);
  return { rows: found.rows.map(rowOf), total: found.total };
}

/** Why an exam cannot be begun or gone on with now; empty: it can. */
function closedFor(row: queries.OwnRecord): string {
  if (row.record === 1) return '';
  if (row.now < row.opensAt) return '考试还没有开始';
  if (row.resultsAt) return '成绩已经公布';
  if (row.onPaper) return '这是纸质考试，请按通知到现场参加';
  if (row.now > row.closesAt) return '考试已经结束';
  if (row.used >= row.attempts + row.extraAttempts) return '考试次数已用完';
  return row.lateOver && row.used === 0 ? `开考${row.lateMinutes}分钟后不能入场` : '';
}

export async function ownExam(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.ownExam>> {
  const row = await queries.findOwn(ctx.db, me(ctx), id);
  if (!row) throw notFound(NOT_MINE);
  const attempts = await queries.attemptsOf(ctx.db, row.personId);
  const known = row.resultsAt !== null;
  return {
    ...rowOf(row),
    now: row.now.toISOString(),
    remark: row.remark,
    questions: row.questions,
    passPercent: row.passPercent,
    counts: row.counts,
    lateMinutes: row.lateMinutes,
    earlyMinutes: row.earlyMinutes,
    leaveLimit: row.leaveLimit,
    leaveHandsIn: row.leaveHandsIn,
    extraMinutes: row.extraMinutes,
    closed: closedFor(row),
    resultsAt: iso(row.resultsAt),
    attempts: attempts.map((one) => ({
      id: one.id,
      number: one.number,
      state: one.state,
      startedAt: one.startedAt.toISOString(),
      handedAt: iso(one.handedAt),
      handedBy: one.handedBy,
      score: known ? one.score : null,
      counted: known && one.score !== null && one.score === row.score,
      appeal: one.appealState === null ? null : { state: one.appealState, opinion: one.appealOpinion ?? '' },
    })),
  };
}

/** What a sitter sees of a question: never its key or explanation. */
const asked = (of: queries.AnswerRecord) => ({
  seq: of.seq,
  section: of.section,
  kind: of.kind,
  stem: of.stem,
  rich: of.rich,
  options: of.mixed.map((place) => ({ place: String(place), text: of.options[place] ?? '' })),
  blanks: of.kind === 4 ? Math.max(1, blanksIn(of.stem)) : 0,
  score: of.score,
  answer: of.answer,
  saved: of.saved,
});

/** Begins an attempt or goes on with the one that runs; another device is asked for first. */
export async function start(
  ctx: Ctx,
  { id, device, takeOver }: ParsedOf<typeof contract.startExam>,
): Promise<ReplyOf<typeof contract.startExam>> {
  const row = await queries.findOwn(ctx.db, me(ctx), id, true);
  if (!row) throw notFound(NOT_MINE);
  const closed = closedFor(row);
  if (closed !== '') throw refuse(closed);
  const running = (await queries.attemptsOf(ctx.db, row.personId)).find(({ state }) => state === 1);
  if (running?.over) throw refuse('考试时间已到，正在交卷');
  const elsewhere = running !== undefined && running.device !== device && !takeOver;
  let attemptId = running?.id ?? '';
  if (!running) {
    attemptId = await queries.insertAttempt(ctx.db, row, device);
    const rules = row.eachOwn ? await rulesOf(ctx.db, row.paperId) : [];
    await queries.freezeAttempt(ctx.db, row, attemptId, rules, sectionOf);
  } else if (running.device !== device && takeOver) await queries.setDevice(ctx.db, running.id, device);
  const attempt = await queries.findAttempt(ctx.db, me(ctx), attemptId);
  if (!attempt) throw notFound(NO_ATTEMPT);
  ctx.audit({ type: 'exam', id: row.id, name: row.title, orgCode: row.orgCode });
  return {
    elsewhere,
    attemptId,
    now: attempt.now.toISOString(),
    deadline: attempt.deadline.toISOString(),
    startedAt: attempt.startedAt.toISOString(),
    leaves: attempt.leaves,
    questions: elsewhere ? [] : (await queries.answersOf(ctx.db, attemptId)).map(asked),
  };
}

/** The attempt that this device may write, in time. */
function writable(attempt: queries.AttemptRecord | undefined, device: string): queries.AttemptRecord {
  if (!attempt) throw notFound(NO_ATTEMPT);
  if (attempt.state !== 1) throw refuse('已经交卷', { over: true });
  if (attempt.device !== device) throw refuse(ELSEWHERE, { elsewhere: true });
  if (attempt.over) throw refuse('考试时间已到，正在交卷', { over: true });
  return attempt;
}

/** Saves what was answered: of each question the highest number stands, whichever packet comes first. */
export async function save(
  ctx: Ctx,
  { attemptId, device, answers }: ParsedOf<typeof contract.saveAnswers>,
): Promise<ReplyOf<typeof contract.saveAnswers>> {
  return transact(ctx.services.db, async (tx) => {
    const attempt = writable(await queries.findAttempt(tx, me(ctx), attemptId, 'share'), device);
    const saved = await queries.savePackets(tx, attempt.id, answers);
    return { now: attempt.now.toISOString(), deadline: attempt.deadline.toISOString(), saved };
  });
}

const todoOf = (of: { examId: string; personId: string }) => `exam:${of.examId}:${of.personId}`;

/** Ends an attempt, answering when; its marks come after (`markHandedIn`), since all may hand in at the same minute. */
async function finish(db: Db, attempt: queries.AttemptRecord, by: 'person' | 'leave'): Promise<Date | undefined> {
  const handedAt = await marks.close(db, attempt.id, by);
  if (handedAt) await closeTodos(db, [todoOf(attempt)]);
  return handedAt;
}

/** Hands in with what was still on its way. */
export async function handIn(
  ctx: Ctx,
  { attemptId, device, answers }: ParsedOf<typeof contract.handIn>,
): Promise<ReplyOf<typeof contract.handIn>> {
  const found = await queries.findAttempt(ctx.db, me(ctx), attemptId, 'update');
  if (!found) throw notFound(NO_ATTEMPT);
  // A repeated hand-in, or one that the deadline was quicker with, is told as done.
  if (found.state !== 1 && found.handedAt) return { handedAt: found.handedAt.toISOString() };
  const attempt = writable(found, device);
  if (!attempt.earlyOver && attempt.now < attempt.deadline)
    throw refuse(`${beijingTime(attempt.earlyAt).slice(11)}之后才能交卷`);
  await queries.savePackets(ctx.db, attempt.id, answers);
  const handedAt = await finish(ctx.db, attempt, 'person');
  ctx.audit({ type: 'examAttempt', id: attempt.id, name: ctx.session.accountName });
  return { handedAt: (handedAt ?? attempt.now).toISOString() };
}

/** Counts a leaving of the page; beyond the limit the paper may be handed in. */
export async function leave(
  ctx: Ctx,
  { attemptId, device }: ParsedOf<typeof contract.leavePage>,
): Promise<ReplyOf<typeof contract.leavePage>> {
  return transact(ctx.services.db, async (tx) => {
    const attempt = writable(await queries.findAttempt(tx, me(ctx), attemptId, 'update'), device);
    if (attempt.leaveLimit === 0) return { leaves: 0, handedIn: false };
    const leaves = await queries.countLeave(tx, attempt.id);
    const handedIn = attempt.leaveHandsIn && leaves > attempt.leaveLimit;
    if (handedIn) await finish(tx, attempt, 'leave');
    return { leaves, handedIn };
  });
}

/** The own paper after publication. */
export async function result(ctx: Ctx, attemptId: string): Promise<ReplyOf<typeof contract.ownResult>> {
  const attempt = await queries.findAttempt(ctx.db, me(ctx), attemptId);
  if (!attempt) throw notFound(NO_ATTEMPT);
  const exam = await queries.findOwn(ctx.db, me(ctx), attempt.examId);
  if (!exam?.resultsAt || attempt.score === null) throw refuse('成绩还没有公布');
  const withAnswers = exam.shows === 'answers';
  const answers = await queries.answersOf(ctx.db, attempt.id);
  return {
    title: exam.title,
    score: attempt.score,
    total: attempt.total,
    passed: isPassingScore(attempt.score, attempt.total, exam.passPercent),
    withAnswers,
    questions: answers.map((one) => {
      const { saved: _saved, blanks: _blanks, ...question } = asked(one);
      return {
        ...question,
        points: one.points ?? 0,
        key: withAnswers ? one.key : [],
        explanation: withAnswers ? one.explanation : '',
        comment: one.comment,
      };
    }),
  };
}

/** What the session's person did not get right, of published exams alone. */
export async function wrong(
  ctx: Ctx,
  input: ParsedOf<typeof contract.ownWrong>,
): Promise<ReplyOf<typeof contract.ownWrong>> {
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfWrong(ctx.db, me(ctx), input.kind ?? null, input.pageSize, offset);
  return {
    rows: found.rows.map((row) => ({ ...row, answeredAt: row.answeredAt.toISOString() })),
    total: found.total,
  };
}

/** Asks for another look at a published score, once at a time. */
export async function appeal(ctx: Ctx, { attemptId, reason }: ParsedOf<typeof contract.askAppeal>): Promise<null> {
  const attempt = await queries.findAttempt(ctx.db, me(ctx), attemptId);
  if (!attempt) throw notFound(NO_ATTEMPT);
  const exam = await queries.findOwn(ctx.db, me(ctx), attempt.examId);
  if (!exam?.resultsAt || attempt.score === null) throw refuse('成绩还没有公布');
  await writeUnique(
    () => queries.insertAppeal(ctx.db, attempt.id, reason),
    () => refuse('复核申请正在处理'),
  );
  await openTodo(ctx.db, {
    roleId: 3,
    orgId: exam.orgId,
    orgCode: exam.orgCode,
    accountId: null,
    module: MODULE,
    title: `成绩复核：${exam.title}`,
    detail: reason.slice(0, 100),
    act: '复核',
    jumpUrl: `/education/exam/mark/${exam.id}`,
    dueOn: null,
    subject: `examAppeal:${exam.id}`,
  });
  ctx.audit({ type: 'exam', id: exam.id, name: exam.title, orgCode: exam.orgCode, reason });
  return null;
}

/** So many attempts are ended, or marked, in one transaction. */
const PORTION = 100;

/**
 * Gives back what the server was away, then hands in whatever is past its deadline, with what is saved, and marks what has been
 * handed in; each portion in a transaction of its own.
 */
export async function handInDue(services: Services): Promise<void> {
  await transact(services.db, extendForOutage);
  let ended = PORTION;
  while (ended === PORTION)
    ended = await transact(services.db, async (tx) => {
      const due = await queries.closeDue(tx, PORTION);
      if (due.length > 0) await closeTodos(tx, due.map(todoOf));
      return due.length;
    });
  await markHandedIn(services);
}

/** Marks what the rules can mark of attempts that were handed in, and tells the markers where something is left. */
async function markHandedIn(services: Services): Promise<void> {
  let isMore = true;
  while (isMore)
    isMore = await transact(services.db, async (tx) => {
      const attempts = await marks.nextToMarkByRules(tx, PORTION);
      const [first] = attempts;
      if (!first) return false;
      const exam = await examFacts(tx, first.examId);
      const ids = attempts.map(({ id }) => id);
      const points = (await marks.unmarkedOf(tx, ids)).map((one) => ({
        id: one.id,
        points: markAnswer(one, one.answer, one.score, exam?.halfRight ?? false),
      }));
      await marks.writePoints(
        tx,
        points.filter((one) => one.points !== null),
      );
      await marks.noteMarked(tx, ids);
      if ((await marks.settle(tx, ids)) && exam) await openTodo(tx, markingTodo(exam));
      return true;
    });
}

/** What tells the markers of an exam that essays wait. */
const markingTodo = (exam: { id: string; title: string; orgId: string; orgCode: string }) => ({
  roleId: 3,
  orgId: exam.orgId,
  orgCode: exam.orgCode,
  accountId: null,
  module: MODULE,
  title: `阅卷：${exam.title}`,
  detail: '有简答题等待批阅',
  act: '阅卷',
  jumpUrl: `/education/exam/mark/${exam.id}`,
  dueOn: null,
  subject: `examMark:${exam.id}`,
});
