import type * as contract from '#learning/college/contract.exam.ts';
import { audienceWords, placeWords } from '#learning/college/rules.ts';
import * as exams from '#learning/exam/server/service/exam.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import * as figures from '../queries/learning.ts';
import { both, ofTerm } from '../queries/ofCollege.ts';
import * as queries from '../queries/test.ts';
import { checkedAudience, keptAudience } from './course.ts';

const given = ({ college, ...form }: Omit<ParsedOf<typeof contract.createTest>, 'orgId'>) => ({
  ...form,
  audience: 'college' as const,
  college: checkedAudience(college),
  orgIds: [],
  memberIds: [],
  groupIds: [],
  queryId: null,
  makeUpOf: null,
  onlyMembers: false,
});

export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listTests>,
): Promise<ReplyOf<typeof contract.listTests>> {
  const further = both(ofTerm('e', input.term), figures.forGrade('e.audience_college', input.grade ?? null));
  const { rows, total } = await exams.pageOf(ctx, { ...input, further });
  return {
    rows: rows.map(({ row, record }) => ({
      ...row,
      term: record.term,
      audienceText: audienceWords(keptAudience(record.audienceCollege)),
    })),
    total,
  };
}

/** An exam of the college, within the scope. */
async function see(ctx: Ctx, id: string) {
  const row = await exams.loadExam(ctx, id);
  if (row.audience !== 'college') throw notFound(exams.NO_EXAM);
  return row;
}

export async function get(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getTest>> {
  const record = await see(ctx, id);
  const college = keptAudience(record.audienceCollege);
  return { ...(await exams.exam(ctx, id)), term: record.term, audienceText: audienceWords(college), college };
}

export const create = (
  ctx: Ctx,
  { orgId, ...form }: ParsedOf<typeof contract.createTest>,
): Promise<ReplyOf<typeof contract.createTest>> => exams.create(ctx, { ...given(form), orgId });

export const update = (
  ctx: Ctx,
  { id, version, ...form }: ParsedOf<typeof contract.updateTest>,
): Promise<ReplyOf<typeof contract.updateTest>> => exams.update(ctx, { ...given(form), id, version });

export async function people(
  ctx: Ctx,
  input: ParsedOf<typeof contract.testPeople>,
): Promise<ReplyOf<typeof contract.testPeople>> {
  await see(ctx, input.id);
  const filter = {
    record: input.record ?? null,
    grade: input.grade ?? null,
    className: input.className || null,
    identity: input.identity ?? null,
    name: input.name || null,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfPeople(ctx.db, ctx.scope, input.id, filter, input.pageSize, offset);
  return {
    rows: found.rows.map(
      ({ jobType, grade, className, jobClass, titleLevel, startedAt, handedAt, ...one }): contract.TestPerson => ({
        ...one,
        place: jobType === 0 ? '' : placeWords({ jobType, grade, className, jobClass, titleLevel }),
        startedAt: startedAt?.toISOString() ?? null,
        handedAt: handedAt?.toISOString() ?? null,
      }),
    ),
    records: found.records,
    total: found.total,
  };
}

/**
 * The answers of one of an exam's people, with the name. Markers work without names, so nothing of it is shown before the
 * results are published.
 */
export async function sheet(
  ctx: Ctx,
  { id, personId }: ParsedOf<typeof contract.testSheet>,
): Promise<ReplyOf<typeof contract.testSheet>> {
  const exam = await see(ctx, id);
  if (exam.resultsAt === null) throw refuse('成绩公布之后才能看答卷，阅卷时不显示姓名');
  const found = await queries.findSheet(ctx.db, ctx.scope, id, personId);
  if (!found) throw notFound('没有找到这份答卷');
  const { attemptId, jobType, grade, className, jobClass, titleLevel, startedAt, handedAt, ...one } = found;
  return {
    ...one,
    examId: exam.id,
    title: exam.title,
    place: jobType === 0 ? '' : placeWords({ jobType, grade, className, jobClass, titleLevel }),
    startedAt: startedAt.toISOString(),
    handedAt: handedAt.toISOString(),
    questions: await queries.answersOf(ctx.db, attemptId),
  };
}

export async function numbers(
  ctx: Ctx,
  input: ParsedOf<typeof contract.testNumbers>,
): Promise<ReplyOf<typeof contract.testNumbers>> {
  const filter = { by: input.by, term: input.term ?? null, grade: input.grade ?? null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await figures.testNumbers(ctx.db, ctx.scope, filter, input.pageSize, offset);
  const shown = (one: figures.TestNumbersRecord) => ({
    ...one,
    passPercent: one.marked === 0 ? 0 : Math.floor((one.passed * 100) / one.marked),
  });
  const none = { id: 'all', name: '合计', people: 0, sat: 0, absent: 0, marked: 0, passed: 0, mean: 0 };
  return { rows: found.rows.map(shown), total: found.total, all: shown(found.all ?? none) };
}
