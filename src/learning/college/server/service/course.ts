import type * as contract from '#learning/college/contract.course.ts';
import { audienceWords, type CollegeAudience, placeWords } from '#learning/college/rules.ts';
import { pageOfOwn } from '#learning/course/server/index.ts';
import * as courses from '#learning/course/server/service/courses.ts';
import { rowOf } from '#learning/course/server/service/learn.ts';
import { hoursOf } from '#people/studyHours/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound } from '#platform/server/errors.ts';
import * as queries from '../queries/learning.ts';
import { both, ofTerm } from '../queries/ofCollege.ts';

/** An audience as it was kept. */
export const keptAudience = (kept: unknown): CollegeAudience => kept as CollegeAudience;

/** What a form says of whom it is for. @throws badInput where a choice speaks of nobody who is meant */
export function checkedAudience(of: CollegeAudience): CollegeAudience {
  const wants = (type: number) => of.jobTypes.length === 0 || of.jobTypes.includes(type);
  if (!wants(2) && (of.grades.length > 0 || of.classes.length > 0))
    throw badInput({ college: '选了年级或班级，人员类别就要包括学生' });
  if (!wants(1) && (of.jobClasses.length > 0 || of.titleLevels.length > 0))
    throw badInput({ college: '选了在岗情况或职称，人员类别就要包括教职工' });
  return of;
}

const given = ({ college, ...form }: Omit<ParsedOf<typeof contract.createCollegeCourse>, 'orgId'>) => ({
  ...form,
  audience: 'college' as const,
  college: checkedAudience(college),
  orgIds: [],
  memberIds: [],
  groupIds: [],
  onlyMembers: false,
});

export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listCollegeCourses>,
): Promise<ReplyOf<typeof contract.listCollegeCourses>> {
  const further = both(ofTerm('c', input.term), queries.forGrade('c.audience_college', input.grade ?? null));
  const { rows, total } = await courses.pageOf(ctx, { ...input, further });
  return {
    rows: rows.map(({ row, record }) => ({
      ...row,
      term: record.term,
      audienceText: audienceWords(keptAudience(record.audienceCollege)),
    })),
    total,
  };
}

export async function get(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getCollegeCourse>> {
  const record = await courses.loadFollowedCourse(ctx, id);
  if (record.audience !== 'college') throw notFound(courses.NO_COURSE);
  const college = keptAudience(record.audienceCollege);
  return { ...(await courses.get(ctx, id)), term: record.term, audienceText: audienceWords(college), college };
}

export const create = (
  ctx: Ctx,
  { orgId, ...form }: ParsedOf<typeof contract.createCollegeCourse>,
): Promise<ReplyOf<typeof contract.createCollegeCourse>> => courses.create(ctx, { ...given(form), orgId });

export const update = (
  ctx: Ctx,
  { id, version, ...form }: ParsedOf<typeof contract.updateCollegeCourse>,
): Promise<ReplyOf<typeof contract.updateCollegeCourse>> => courses.update(ctx, { ...given(form), id, version });

export async function numbers(
  ctx: Ctx,
  input: ParsedOf<typeof contract.courseNumbers>,
): Promise<ReplyOf<typeof contract.courseNumbers>> {
  const filter = { by: input.by, term: input.term ?? null, grade: input.grade ?? null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const [found, classMinutes] = await Promise.all([
    queries.courseNumbers(ctx.db, ctx.scope, filter, input.pageSize, offset),
    courses.classMinutesNow(ctx.db),
  ]);
  const shown = ({ minutes, ...one }: queries.CourseNumbersRecord) => ({
    ...one,
    percent: one.places === 0 ? 0 : Math.floor((one.finished * 100) / one.places),
    hours: hoursOf(minutes, classMinutes),
  });
  const none = { id: 'all', name: '合计', people: 0, places: 0, begun: 0, finished: 0, late: 0, minutes: 0 };
  return { rows: found.rows.map(shown), total: found.total, all: shown(found.all ?? none) };
}

export async function place(ctx: Ctx): Promise<ReplyOf<typeof contract.ownPlace>> {
  const { memberId } = ctx.session;
  if (memberId === null) return { place: null, terms: [], tests: [] };
  const [own, tests] = await Promise.all([queries.ownPlace(ctx.db, memberId), queries.ownTests(ctx.db, memberId)]);
  return {
    place: own.place
      ? {
          jobType: own.place.jobType,
          words: placeWords(own.place),
          number: own.place.number,
          identity: own.place.identity,
          isSuspended: own.place.suspended === 1,
        }
      : null,
    terms: own.terms,
    tests: tests.map(({ opensAt, closesAt, ...one }) => ({
      ...one,
      opensAt: opensAt.toISOString(),
      closesAt: closesAt.toISOString(),
    })),
  };
}

export async function ownCourses(
  ctx: Ctx,
  input: ParsedOf<typeof contract.ownCollegeCourses>,
): Promise<ReplyOf<typeof contract.ownCollegeCourses>> {
  const { memberId } = ctx.session;
  if (memberId === null) return { rows: [], total: 0 };
  const further = ofTerm('c', input.term);
  const offset = (input.pageNum - 1) * input.pageSize;
  const [found, classMinutes] = await Promise.all([
    pageOfOwn(ctx.db, ctx.session, memberId, input.view, input.pageSize, offset, further),
    courses.classMinutesNow(ctx.db),
  ]);
  return { rows: found.rows.map((row) => ({ ...rowOf(row, classMinutes), term: row.term })), total: found.total };
}
