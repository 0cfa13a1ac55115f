import { writeExport } from '#kernel/job/server/exportFile.ts';
import type * as contract from '#learning/college/contract.student.ts';
import { IDENTITIES, JOB_TYPES, placeWords, STAFF, STUDENT, SUSPENDED, wordOf } from '#learning/college/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { pageOfStudents, type StudentFilter } from '../queries/student.ts';

export const ROSTER_EXPORT = 'college.rosterExport';
const CHUNK = 1000;

type Input = Partial<ParsedOf<typeof contract.listStudents>>;

/** What the roster is filtered by, as a list or an export asks for it. */
export const filterOf = (input: Input): StudentFilter => ({
  atSchool: input.atSchool === '1',
  jobType: input.jobType ?? null,
  grade: input.grade ?? null,
  className: input.className || null,
  jobClass: input.jobClass ?? null,
  titleLevel: input.titleLevel ?? null,
  suspended: input.suspended ?? null,
  identity: input.identity ?? null,
  name: input.name || null,
});

/** Starts the export of the roster as it is filtered. */
export async function exportRoster(
  ctx: Ctx,
  input: ParsedOf<typeof contract.exportStudents>,
): Promise<ReplyOf<typeof contract.exportStudents>> {
  const { accountName, orgName, orgCode } = ctx.session;
  const title = `导出${orgName}${input.jobType === STAFF ? '教职工' : input.jobType === STUDENT ? '学生' : '师生'}名册`;
  const by = { name: accountName, org: orgName };
  const jobId = await enqueue(ctx, {
    kind: ROSTER_EXPORT,
    title,
    right: 'dj:sxzy:*',
    input: { ...input, by },
  });
  ctx.audit({ type: 'job', id: jobId, name: title, orgCode, reason: input.purpose });
  return { jobId };
}

const COLUMNS = [
  { head: '姓名', width: 12 },
  { head: '人员类别', width: 10 },
  { head: '学号或工号', width: 16 },
  { head: '年级班级或职务', width: 24 },
  { head: '政治面貌', width: 10 },
  { head: '党支部', width: 32 },
  { head: '停学停职', width: 10 },
  { head: '成为往届', width: 12 },
] as const;

/** A line for each person, in the order of the list. */
export async function runRosterExport(job: RunningJob): Promise<JobResult> {
  const { by, purpose, ...input } = job.input as unknown as ParsedOf<typeof contract.exportStudents> & {
    by: { name: string; org: string };
  };
  const scope = workerScope(job.orgCode);
  async function* rows() {
    for (let done = 0; ; ) {
      await job.progress(done, null, '正在导出');
      const found = await pageOfStudents(job.services.db, scope, filterOf(input), CHUNK, done);
      for (const row of found.rows)
        yield [
          row.name,
          wordOf(JOB_TYPES, row.jobType),
          row.number,
          placeWords(row),
          wordOf(IDENTITIES, row.identity),
          row.orgName,
          wordOf(SUSPENDED, row.suspended),
          row.graduatedOn ?? '',
        ];
      done += found.rows.length;
      if (found.rows.length < CHUNK) return;
    }
  }
  return writeExport(job, {
    kind: ROSTER_EXPORT,
    title: '学院名册',
    unit: '人',
    columns: COLUMNS,
    rows: rows(),
    by,
    purpose,
  });
}
