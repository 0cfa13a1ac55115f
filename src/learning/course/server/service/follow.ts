import { refuseNobodyToUrge } from '#house/server/urging.ts';
import { writeExport } from '#kernel/job/server/exportFile.ts';
import type * as contract from '#learning/course/contract.course.ts';
import { RECORDS } from '#learning/course/rules.course.ts';
import { withdrawHours } from '#people/studyHours/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { beijingTime } from '#platform/time/days.ts';
import { chaptersOf, findFollowed } from '../queries/course.ts';
import * as queries from '../queries/person.ts';
import { removeCertificates } from './certify.ts';
import { loadFollowedCourse, logCourse, notify } from './courses.ts';
import { evidenceOf } from './evidence.ts';
import { creditEarlierLearning } from './progress.ts';

export const COURSE_EXPORT = 'course.peopleExport';
const CHUNK = 1000;

const filterOf = (input: { record?: number | undefined; name?: string | undefined }) => ({
  record: input.record ?? null,
  name: input.name || null,
});

/** Who has not begun, how far the others are, who is late. */
export async function people(
  ctx: Ctx,
  input: ParsedOf<typeof contract.followCourse>,
): Promise<ReplyOf<typeof contract.followCourse>> {
  const row = await loadFollowedCourse(ctx, input.id);
  if (row.state === 1) await transact(ctx.services.db, (tx) => creditEarlierLearning(tx, row));
  const offset = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfPeople(ctx.db, ctx.scope, row.id, filterOf(input), input.pageSize, offset);
  return {
    rows: page.rows.map((one) => ({
      ...one,
      lastAt: one.lastAt?.toISOString() ?? null,
      finishedAt: one.finishedAt?.toISOString() ?? null,
      urgedAt: one.urgedAt?.toISOString() ?? null,
    })),
    total: page.total,
    records: page.records,
  };
}

export async function orgs(
  ctx: Ctx,
  input: ParsedOf<typeof contract.followCourseOrgs>,
): Promise<ReplyOf<typeof contract.followCourseOrgs>> {
  const row = await loadFollowedCourse(ctx, input.id);
  const offset = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfOrgs(ctx.db, ctx.scope, row.id, input.pageSize, offset);
  return {
    rows: page.rows.map((one) => ({ ...one, percent: Math.floor((one.finished * 100) / one.people) })),
    total: page.total,
  };
}

/** Reminds whoever is not through, and nobody else. */
export async function urge(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.urgeCourse>,
): Promise<ReplyOf<typeof contract.urgeCourse>> {
  const row = await loadFollowedCourse(ctx, id, true);
  if (row.state !== 1) throw refuse('课程没有发布，不能催学');
  await creditEarlierLearning(ctx.db, row);
  const { people: urged, accounts } = await queries.markUrged(ctx.db, ctx.scope, id);
  if (urged === 0) throw refuseNobodyToUrge(await queries.lastUrged(ctx.db, ctx.scope, id), '没有要催的人：都已学完');
  const until = row.endsOn ? `，${row.endsOn}截止` : '';
  await notify(ctx, row, `请抓紧学习：${row.title}`, `您还没有学完这门课程${until}。`, accounts);
  logCourse(ctx, row, { urged: [null, urged] });
  return { people: urged };
}

/** Notes who was there when a live chapter was held, or corrects it; hours that it had brought are countered. */
export async function tickLive(
  ctx: Ctx,
  input: ParsedOf<typeof contract.tickLive>,
): Promise<ReplyOf<typeof contract.tickLive>> {
  const row = await loadFollowedCourse(ctx, input.id, true);
  const chapter = (await chaptersOf(ctx.db, ctx.scope, row.id)).find(({ id }) => id === input.chapterId);
  if (!chapter) throw refuse('没有找到这一章，课程可能已修改');
  const chosen = [...new Set(input.personIds)];
  const found = await queries.placesOf(ctx.db, ctx.scope, row.id, chosen);
  if (found.length < chosen.length) throw refuse('人员不存在，或不在这门课程里');
  if (chapter.kind !== 'live') throw refuse('只有集中学习的一章由组织者登记');
  if (row.state !== 1) throw refuse('课程没有发布，不能登记');
  const ids = found.map(({ id }) => id);
  if (input.isPresent) {
    await queries.addChapterMark(ctx.db, chapter.id, ids, ctx.session.accountName);
    await creditEarlierLearning(ctx.db, row);
  } else {
    if (input.reason === '') throw badInput({ reason: '请输入更正的原因' });
    const persons = await queries.removeChapterMark(ctx.db, chapter.id, ids);
    const why = `更正到课：${input.reason}`;
    if (persons.length > 0) {
      await withdrawHours(ctx.db, { source: 'course', evidence: evidenceOf(row.id), why, persons });
      await removeCertificates(ctx.db, row.id, persons, why);
    }
  }
  const names = found.map(({ name }) => name).join('、');
  const change: [unknown, unknown] = input.isPresent ? [null, names] : [names, null];
  logCourse(ctx, row, { [input.isPresent ? 'present' : 'absent']: change }, input.reason || undefined);
  return { people: found.length };
}

interface Asked {
  by: { name: string; org: string };
}

/** Queues the list as it is filtered; answers the job's id. */
export async function startExport(
  ctx: Ctx,
  input: ParsedOf<typeof contract.exportCourse>,
): Promise<ReplyOf<typeof contract.exportCourse>> {
  const row = await loadFollowedCourse(ctx, input.id);
  const title = '导出课程学习情况';
  const by = { name: ctx.session.accountName, org: ctx.session.orgName };
  const jobId = await enqueue(ctx, { kind: COURSE_EXPORT, title, right: 'edu:write', input: { ...input, by } });
  logCourse(ctx, row, { exported: [null, row.title] }, input.purpose);
  return { jobId };
}

const COLUMNS = [
  { head: '姓名', width: 12 },
  { head: '党支部', width: 32 },
  { head: '状态', width: 10 },
  { head: '学完（必学章）', width: 14, kind: 'whole' },
  { head: '必学章', width: 10, kind: 'whole' },
  { head: '最近学习', width: 18 },
  { head: '完成时间', width: 18 },
] as const;

const timeOrBlank = (at: Date | null) => (at ? beijingTime(at) : '');

/** A line for each person. */
export async function runExport(job: RunningJob): Promise<JobResult> {
  const input = job.input as unknown as ParsedOf<typeof contract.exportCourse> & Asked;
  const scope = workerScope(job.orgCode);
  const { db } = job.services;
  const course = await findFollowed(db, scope, input.id);
  async function* rows() {
    for (let after = '0', done = 0; course; ) {
      await job.progress(done, null, '正在导出');
      const found = await queries.peopleAfter(db, scope, course.id, filterOf(input), after, CHUNK);
      for (const one of found)
        yield [
          one.name,
          one.orgName,
          RECORDS[one.record as keyof typeof RECORDS],
          String(one.done),
          String(one.musts),
          timeOrBlank(one.lastAt),
          timeOrBlank(one.finishedAt),
        ];
      done += found.length;
      after = found.at(-1)?.id ?? '';
      if (found.length < CHUNK) return;
    }
  }
  return writeExport(job, {
    kind: COURSE_EXPORT,
    title: `${course?.title ?? '课程'}学习情况`,
    unit: '人',
    columns: COLUMNS,
    rows: rows(),
    by: input.by,
    purpose: input.purpose,
  });
}
