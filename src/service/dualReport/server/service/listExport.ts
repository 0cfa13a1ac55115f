import { type DictNames, dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { writeExport } from '#kernel/job/server/exportFile.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { narrowScope, type Scope, workerScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';

const CHUNK = 500;

type Asked = {
  orgId?: string | undefined;
  view?: string | undefined;
  purpose: string;
};

/** A list of this module as a workbook: what of it differs. */
interface ListFile<Input extends Asked, Row> {
  kind: string;
  title: string;
  unit: string;
  right: string;
  views: Readonly<Record<string, string>>;
  heads: readonly (readonly [head: string, width: number, kind?: 'day'])[];
  page: (db: Db, scope: Scope, input: Input, limit: number, offset: number) => Promise<{ rows: readonly Row[] }>;
  cells: (row: Row, names: DictNames) => string[];
}

/** Queues the list as a workbook (`start`, which answers the job's id), and writes it a line for each row in the list's order. */
export function listExport<Input extends Asked, Row>(of: ListFile<Input, Row>) {
  async function start(ctx: Ctx, input: Input): Promise<{ jobId: string }> {
    const code = input.orgId === undefined ? ctx.session.orgCode : ctx.chosenOrg?.code;
    if (code === undefined || !narrowScope(ctx.scope, code)) throw notFound('没有这个党组织，或不在管理范围内');
    const { accountName: name, orgName: org } = ctx.session;
    const title = `导出${of.title}`;
    const given = { ...(input as Record<string, unknown>), code, by: { name, org } };
    const jobId = await enqueue(ctx, { kind: of.kind, title, right: of.right, input: given });
    ctx.audit({ type: 'job', id: jobId, name: title, reason: input.purpose });
    return { jobId };
  }

  async function run(job: RunningJob): Promise<JobResult> {
    const { code, by, ...given } = job.input as unknown as Input & { code: string; by: { name: string; org: string } };
    const input = given as unknown as Input;
    const scope = narrowScope(workerScope(job.orgCode), code);
    const names = await dictionaryNames(job.services);

    async function* rows() {
      if (!scope) return;
      for (let done = 0; ; ) {
        await job.progress(done, done, '正在导出');
        const page = await of.page(job.services.db, scope, input, CHUNK, done);
        for (const row of page.rows) yield of.cells(row, names);
        done += page.rows.length;
        if (page.rows.length < CHUNK) return;
      }
    }

    return writeExport(job, {
      kind: of.kind,
      title: input.view === undefined ? of.title : `${of.title}（${of.views[input.view] ?? ''}）`,
      unit: of.unit,
      columns: of.heads.map(([head, width, type]) => ({ head, width, ...(type ? { kind: type } : {}) })),
      rows: rows(),
      by,
      purpose: input.purpose,
    });
  }

  return { start, run };
}
