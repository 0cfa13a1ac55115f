import { type ExportSheet, writeExport } from '#kernel/job/server/exportFile.ts';
import type * as contract from '#overview/report/contract.ts';
import { headRows, SIGNATURES, unitedHeads } from '#overview/report/rules.heads.ts';
import { cellText, UNITS } from '#overview/report/rules.ts';
import type { ParsedOf } from '#platform/contract.ts';
import { type Ctx, holds } from '#platform/server/context.ts';
import { exactScope, workerScope } from '#platform/server/database/scope.ts';
import { refuse } from '#platform/server/errors.ts';
import { sessionOfJob } from '#platform/server/jobs/jobActs.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { type List, linesOf, listOf, type Numbers, namesPeople, type Question, type Report } from './kit.ts';
import { noteOf, offeredReport, READS, reportOf } from './offered.ts';
import { questionOf } from './question.ts';
import { agesText, factsOf, headedOf, NAMES_RIGHT, nameOf, requireNames } from './service.ts';

export const REPORT_EXPORT = 'report.export';
const CHUNK = 500;
/** Characters that a column of so many pixels holds. */
const PIXELS = 7;

interface Input {
  key: string;
  orgId: string;
  period: string;
  ageYear: string | null;
  part: 'table' | 'list';
  column: string;
  own: boolean;
  purpose: string;
  by: { name: string; org: string };
  /** It was ordered: `late` the day on which it should have been sent; empty: in time. */
  sent?: { late: string };
}

/** Queues a report, or the list behind one of its numbers, as a workbook; answers the job's id. */
export async function startExport(ctx: Ctx, input: ParsedOf<typeof contract.exportReport>) {
  const { key, purpose, part } = input;
  const { report, right, title } = await offeredReport(ctx, key);
  const { org, span } = await questionOf(ctx, report, {
    orgId: input.orgId ?? ctx.session.orgId,
    period: input.period,
    ageYear: input.ageYear,
  });
  if (part === 'list') {
    const list = listOf(report, input.column ?? report.list?.first ?? '');
    if (!list) throw refuse('这个报表没有名单');
    requireNames(ctx, list);
  }
  // Asked again at every step: whoever loses it while names are written gets no more of them.
  const asked = part === 'list' && namesBehind(report, input.column) ? NAMES_RIGHT : right;
  const period = span.value;
  const ageYear = input.ageYear ?? null;
  const { accountName, orgName } = ctx.session;
  const by = { name: accountName, org: orgName };
  const column = input.column ?? report.list?.first ?? '';
  const job: Input = { key, orgId: org.id, period, ageYear, part, column, own: input.own === '1', purpose, by };
  const name = `导出${title}${part === 'list' ? '名单' : ''}`;
  const jobId = await enqueue(ctx, { kind: REPORT_EXPORT, title: name, right: asked, input: { ...job } });
  ctx.audit({ type: 'job', id: jobId, name, reason: purpose, orgCode: org.code });
  return { jobId };
}

const namesBehind = (report: Report, column: string | undefined): boolean => {
  const list = listOf(report, column ?? report.list?.first ?? '');
  return list !== undefined && namesPeople(list);
};

/** Whoever gets the file may read it at this moment: the rights of the role, and what the organisation is offered. @throws refuse */
async function requireReader(job: RunningJob, key: string, rights: readonly string[]): Promise<void> {
  const session = await sessionOfJob(job);
  if (!rights.every((right) => holds(session.rights, right))) throw refuse('您现在的角色不能查看这个报表，没有生成');
  await noteOf(job.services.db, job.orgCode, key);
}

/** Carries the export out. */
export async function runExport(job: RunningJob): Promise<JobResult> {
  const input = job.input as unknown as Input;
  const { services } = job;
  const place = { db: services.db, services, scope: workerScope(job.orgCode), orgCode: job.orgCode };
  const { report, right, title: name } = await reportOf(place, input.key);
  const names = input.part === 'list' && namesBehind(report, input.column) ? [NAMES_RIGHT] : [];
  await requireReader(job, input.key, [READS, right, ...names]);
  const question = await questionOf(place, report, {
    orgId: input.orgId,
    ...(report.periods ? { period: input.period } : {}),
    ...(input.ageYear ? { ageYear: input.ageYear } : {}),
  });
  const ages = agesText(report, question);
  const title = `${name}${report.periods ? question.span.label : ''}${ages && `（${ages}）`}`;
  const list = input.part === 'list' ? listOf(report, input.column) : undefined;
  const sheet = list ? listSheet(list, question, input, job) : await table(report, question, title);
  const { by, purpose, sent } = input;
  const told = `${sent ? '订阅·' : ''}${title}${sent?.late ? `（补发，应于${sent.late}发送）` : ''}`;
  return writeExport(job, {
    kind: REPORT_EXPORT,
    title: input.part === 'list' ? `${title}名单` : told,
    by,
    purpose,
    ...sheet,
  });
}

type Sheet = Pick<ExportSheet, 'unit' | 'columns' | 'rows' | 'office'>;

/** A line an organisation, the sum last, as it is handed up. */
async function table(report: Report, question: Question, title: string): Promise<Sheet> {
  const cells = (numbers: Numbers) => report.columns.map(({ key, unit }) => cellText(numbers[key] ?? null, unit));
  const heads = unitedHeads(headedOf(report));
  const head = headRows(heads);
  const { lines, total } = linesOf(report, question, await report.count(question));
  const hasSum = lines.length > 1;
  async function* rows() {
    for (const line of lines) yield [nameOf(line, question), ...cells(line.numbers)];
    if (hasSum) yield ['合计', ...cells(total)];
  }
  const columns = heads.map(({ title, unit }) => ({
    head: title,
    width: Math.max(unit === 'fen' ? 15 : 9, Math.min(18, title.length * 2)),
    kind: unit === 'fen' ? ('number' as const) : unit === 'percent' ? ('percent' as const) : ('whole' as const),
  }));
  const name = { text: '党组织', row: 0, column: 0, rows: head.length, columns: 1 };
  return {
    unit: '行',
    columns: [{ head: name.text, width: 36 }, ...columns],
    rows: rows(),
    office: {
      title,
      facts: factsOf(report, question).join('　　　'),
      heads: [name, ...head.flat().map((one) => ({ ...one, column: one.column + 1 }))],
      lines: head.length,
      hasSum,
      below: [SIGNATURES, ...report.words.map((one, at) => `${at === 0 ? '统计口径：' : ''}${one}`)],
    },
  };
}

/** The rows of a list without portions of its own. */
async function* pagesOf(list: List, question: Question, column: string) {
  for (let done = 0; ; ) {
    const { rows } = await list.page(question, column, CHUNK, done);
    yield rows;
    done += rows.length;
    if (rows.length < CHUNK) return;
  }
}

function listSheet(list: List, question: Question, { column, own }: Input, job: RunningJob): Sheet {
  const listQuestion = own ? { ...question, scope: exactScope([question.org.code]) } : question;
  async function* rows() {
    let done = 0;
    await job.progress(done, null, '正在导出');
    for await (const some of list.chunks?.(listQuestion, column, CHUNK) ?? pagesOf(list, listQuestion, column)) {
      for (const { cells } of some) yield cells;
      done += some.length;
      await job.progress(done, null, '正在导出');
    }
  }
  const columns = list.columns.map(({ title, width = 140, kind }) => ({
    head: title,
    width: Math.round(width / PIXELS),
    ...(kind ? { kind } : {}),
  }));
  return { unit: UNITS[list.unit], columns, rows: rows() };
}
