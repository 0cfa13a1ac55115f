import { writeArchive } from '#kernel/job/server/exportFile.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { narrowScope, type Scope, workerScope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { makePaper } from '#platform/server/papers/paper.ts';
import { sumInCapitals } from '#platform/text/capitals.ts';
import type * as contract from '#procedures/dues/contract.paper.ts';
import { collectedText } from '#procedures/dues/rules.ts';
import { findPlace, monthAndToday, type Place } from '../queries/bills.ts';
import * as queries from '../queries/papers.ts';

export const SHEETS_JOB = 'dues.sheetsExport';
export const SHEET = new URL('../../papers/sheet.typ', import.meta.url);
/** Sheets of one archive: each takes a second or two. */
const MOST_SHEETS = 500;

const yuan = (fen: number) =>
  (fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const CATEGORIES: Readonly<Record<number, string>> = {
  1: '在职',
  2: '年薪制',
  3: '不定期收入',
  4: '离退休',
  5: '农民',
  6: '学生等',
};

function notesOf(line: queries.SheetLine, year: number, until: string): string {
  return [
    line.first > `${year}-01` ? `${Number(line.first.slice(5))}月起` : '',
    line.last < until ? `至${Number(line.last.slice(5))}月` : '',
    line.exempt ? '免缴' : '',
    line.deferred ? '缓缴' : '',
    line.proxy ? '代缴' : '',
    line.late ? '补缴' : '',
  ]
    .filter(Boolean)
    .join('、');
}

/** What the publicity sheet of an organisation and year says; null: there were no dues. */
export async function sheetOf(db: Db, scope: Scope, place: Place, year: number) {
  const { current, today } = await monthAndToday(db);
  const orgs = await queries.sheetOrgs(db, scope, place, year);
  const own = await queries.sheetPeople(db, place.id, year);
  const isBranch = orgs.length === 0;
  const lines = isBranch ? own : orgs;
  if (lines.length === 0) return null;
  const until = [`${year}-12`, current].toSorted()[0] ?? current;
  const sum = (of: (line: queries.SheetLine) => number) => lines.reduce((all, line) => all + of(line), 0);
  const [due, total] = [sum((line) => Number(line.due)), sum((line) => Number(line.total))];
  const people = sum((line) => line.people);
  const kinds = Map.groupBy(own, ({ payer }) => CATEGORIES[payer ?? 0] ?? '其他');
  const title = `${year}年度党费收缴公示`;
  return {
    title,
    orgName: place.name,
    isBranch,
    rows: lines.map((one) => ({
      name: one.name,
      second: isBranch ? (CATEGORIES[one.payer ?? 0] ?? '') : `${one.people}`,
      monthly: one.monthly === null ? '' : yuan(Number(one.monthly)),
      quarters: one.quarters.map((quarter) => (Number(quarter) === 0 ? '—' : yuan(Number(quarter)))),
      total: yuan(Number(one.total)),
      note: notesOf(one, year, until),
    })),
    people,
    quarters: [0, 1, 2, 3].map((at) => yuan(sum((one) => Number(one.quarters[at] ?? 0)))),
    total: yuan(total),
    capitals: sumInCapitals(total),
    rate: collectedText(total, due),
    until: `截至${today}`,
    kinds: isBranch ? [...kinds].map(([name, all]) => `${name}${all.length}名`).join('，') : '',
  };
}

/** Queues the sheets of all branches of an organisation as one archive. */
export async function startSheets(
  ctx: Ctx,
  { orgId, year, purpose }: ParsedOf<typeof contract.exportSheets>,
): Promise<ReplyOf<typeof contract.exportSheets>> {
  const place = await findPlace(ctx.db, ctx.scope, orgId);
  const scope = place && narrowScope(ctx.scope, place.code);
  if (!place || !scope) throw notFound('组织不存在');
  const branches = await queries.branchesOf(ctx.db, scope, year, '', MOST_SHEETS + 1);
  if (branches.length === 0) throw refuse(`${place.name}及下级${year}年没有党费，不能生成公示表`);
  if (branches.length > MOST_SHEETS) throw refuse(`${place.name}下有超过${MOST_SHEETS}个党支部，请由下级组织分别打包`);
  const { accountName: name, orgName } = ctx.session;
  const title = `${place.name}各党支部${year}年度党费收缴公示`;
  const input = { code: place.code, year, title, by: { name, org: orgName }, purpose, branches: branches.length };
  const jobId = await enqueue(ctx, { kind: SHEETS_JOB, title: `打包${title}`, right: 'dues:read', input });
  ctx.audit({ type: 'job', id: jobId, name: `打包${title}`, orgCode: place.code, reason: purpose });
  return { jobId };
}

/** Prints the sheets one after the other. */
export async function runSheets(job: RunningJob): Promise<JobResult> {
  const { code, year, title, by, purpose, branches } = job.input as {
    code: string;
    year: number;
    title: string;
    by: { name: string; org: string };
    purpose: string;
    branches: number;
  };
  const { db } = job.services;
  const scope = narrowScope(workerScope(job.orgCode), code);
  if (!scope) throw notFound('组织不存在');
  const taken = new Set<string>();
  async function* entries(within: Scope) {
    let done = 0;
    for (const place of await queries.branchesOf(db, within, year, '', MOST_SHEETS)) {
      const data = await sheetOf(db, within, place, year);
      if (data) {
        const { pdf } = await makePaper({ template: SHEET, data: { mark: '', ...data } });
        yield { name: entryName(place.name, year, taken), content: [pdf] };
      }
      done += 1;
      await job.progress(done, Math.max(branches, done), '正在生成');
    }
  }
  return writeArchive(job, { kind: SHEETS_JOB, title, unit: '张公示表', by, purpose, entries: entries(scope) });
}

/** A name that a desktop system takes, each once. */
function entryName(orgName: string, year: number, taken: Set<string>): string {
  const clean = orgName.replace(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim();
  let one = clean;
  for (let n = 2; taken.has(one); n++) one = `${clean}（${n}）`;
  taken.add(one);
  return `${one}-${year}年度党费收缴公示.pdf`;
}
