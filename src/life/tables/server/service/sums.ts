import { type ExportSheet, writeExport } from '#kernel/job/server/exportFile.ts';
import type { getSum, SumRow } from '#life/tables/contract.read.ts';
import type * as contract from '#life/tables/contract.ts';
import { isNumeric, type TableDesign, type TableField } from '#life/tables/rules.design.ts';
import { headOf } from '#life/tables/rules.sheet.ts';
import { addFigures, type Figure, figureText, summedFields, summedHead } from '#life/tables/rules.sum.ts';
import { STANDINGS } from '#life/tables/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { type Db, todayOf } from '#platform/server/database/db.ts';
import { narrowScope, type Scope, workerScope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import { findRound, type RoundRecord, roundsOf } from '../queries/rounds.ts';
import * as queries from '../queries/sums.ts';
import { placesOf, readableTable } from '../queries/tables.ts';
import { NO_ORG, NO_ROUND, NO_TABLE, placeOfOrg, readTable } from './common.ts';
import { fillOf, shownRows } from './fills.ts';

export const SUM_EXPORT = 'dataCentre.export';
const CHUNK = 200;
/** Lines of one paper. */
const PRINTED = 500;
/** Before a name, for each level that it lies deeper. */
const INDENT = '\u3000\u3000';
const NONE: Figure = { sum: null, count: 0, peak: null };

interface Place {
  id: string;
  code: string;
  name: string;
  scope: Scope;
}

/** Figures of each place, by summed field. */
function figuresBy<T extends queries.FigureRecord>(figures: readonly T[], keyOf: (one: T) => string) {
  const found = new Map<string, Figure[]>();
  for (const one of figures) {
    const { at, sum, count, peak } = one;
    const own = found.get(keyOf(one)) ?? [];
    own[at] = { sum: sum === null ? null : BigInt(sum), count, peak: peak === null ? null : BigInt(peak) };
    found.set(keyOf(one), own);
  }
  return found;
}

/** The lines below an organisation with their figures, and all of them as one. */
async function linesOf(db: Db, place: Place, round: RoundRecord): Promise<{ rows: SumRow[]; total: SumRow }> {
  const fields = summedFields(round.design);
  const [places, figures] = await Promise.all([
    queries.placesOf(db, place.scope, round.id, place.code),
    queries.figuresBelow(db, place.scope, round.id, place.code),
  ]);
  const byPlace = figuresBy(figures, ({ code }) => code);
  const textsOf = (of: (at: number) => Figure) => fields.map((field, at) => figureText(field, of(at)));
  const rows = places.map(({ code, ...one }) => ({
    ...one,
    isOwn: code === place.code,
    cells: textsOf((at) => byPlace.get(code)?.[at] ?? NONE),
  }));
  const total = {
    orgId: place.id,
    name: '合计',
    isOwn: false,
    hasBelow: false,
    fillId: null,
    all: rows.reduce((n, { all }) => n + all, 0),
    handed: rows.reduce((n, { handed }) => n + handed, 0),
    // Who fills in itself and has others below says what they have together: it stands beside them and is not added to them.
    cells: textsOf((at) =>
      addFigures(
        [...byPlace].filter(([code]) => code !== place.code || rows.length === 1).map(([, own]) => own[at] ?? NONE),
      ),
    ),
  };
  return { rows, total };
}

/** A line of the sums of all levels: 1 is right below the organisation that was asked for. */
interface LevelLine {
  level: number;
  name: string;
  all: number;
  handed: number;
  cells: string[];
}

/** Every organisation below one with its own sum, in the order of the tree; what has its own filling and some below has a line for it. */
async function levelsOf(db: Db, { scope, code }: Place, round: RoundRecord): Promise<LevelLine[]> {
  const fields = summedFields(round.design);
  const [lines, found] = await Promise.all([
    queries.levelsBelow(db, scope, round.id, code),
    queries.figuresByLevel(db, scope, round.id, code),
  ]);
  const keyOf = (one: { code: string; isOwn: boolean }) => `${one.code} ${one.isOwn}`;
  const figures = figuresBy(found, keyOf);
  const textsOf = (parts: readonly { code: string; isOwn: boolean }[]) =>
    fields.map((field, at) => figureText(field, addFigures(parts.map((one) => figures.get(keyOf(one))?.[at] ?? NONE))));
  return [...Map.groupBy(lines, (line) => line.code)].flatMap(([place, parts]) => {
    const level = (place.length - code.length) / queries.LEVEL;
    const name = parts[0]?.name ?? '';
    const whole = {
      level,
      name,
      all: parts.reduce((n, { all }) => n + all, 0),
      handed: parts.reduce((n, { handed }) => n + handed, 0),
      cells: textsOf(parts.length > 1 ? parts.filter(({ isOwn }) => !isOwn) : parts),
    };
    const own = parts.length > 1 ? parts.find(({ isOwn }) => isOwn) : undefined;
    return own ? [whole, { ...own, level: level + 1, name: `${name}（本级）`, cells: textsOf([own]) }] : [whole];
  });
}

async function roundOf(db: Db, tableId: string, roundId: string | undefined): Promise<RoundRecord> {
  const round = await findRound(db, tableId, roundId ?? null);
  if (!round) throw notFound(NO_ROUND);
  return round;
}

/** What is looked at: table, organisation and round, each within the scope. */
async function asked(ctx: Ctx, input: ParsedOf<typeof getSum>) {
  const row = await readTable(ctx, input.id);
  const place = await placeOfOrg(ctx, input.orgId);
  const round = await roundOf(ctx.db, row.id, input.roundId);
  if (row.state === 'draft') throw refuse('下发后才有汇总');
  return { row, place, round };
}

/** The sums of a round: a line for each organisation right below one, and one of its own. */
export async function readSum(ctx: Ctx, input: ParsedOf<typeof getSum>): Promise<ReplyOf<typeof getSum>> {
  const { row, place, round } = await asked(ctx, input);
  const [all, lines] = await Promise.all([roundsOf(ctx.db, ctx.scope, row.id), linesOf(ctx.db, place, round)]);
  return {
    title: row.title,
    rounds: all.map(({ id, label }) => ({ id, label })),
    roundId: round.id,
    round: round.label,
    dueOn: round.dueOn,
    org: { id: place.id, name: place.name },
    fields: summedFields(round.design).map((field) => ({ id: field.id, name: field.name, note: summedHead(field) })),
    ...lines,
  };
}

interface Job {
  tableId: string;
  roundId: string;
  orgId: string;
  purpose: string;
  by: { name: string; org: string };
}

/** Queues a round as a workbook; answers the job's id. */
export async function startExport(
  ctx: Ctx,
  input: ParsedOf<typeof contract.exportSum>,
): Promise<ReplyOf<typeof contract.exportSum>> {
  const { row, place, round } = await asked(ctx, input);
  const { accountName, orgName } = ctx.session;
  const { purpose } = input;
  const by = { name: accountName, org: orgName };
  const job: Job = { tableId: row.id, roundId: round.id, orgId: place.id, purpose, by };
  const name = `导出${row.title}${round.label}`;
  const jobId = await enqueue(ctx, { kind: SUM_EXPORT, title: name, right: 'dataCentre:read', input: { ...job } });
  ctx.audit({ type: 'job', id: jobId, name, reason: purpose, orgCode: place.code });
  return { jobId };
}

const columnOf = (field: TableField) => ({
  head: headOf(field),
  width: field.kind === 'long' ? 40 : Math.max(12, headOf(field).length * 2),
  ...(isNumeric(field) ? { kind: 'number' as const } : {}),
});

/** Carries the export out: what each organisation handed in, a line for each row, and the sums on a sheet of their own. */
export async function runExport(job: RunningJob): Promise<JobResult> {
  const { tableId, roundId, orgId, purpose, by } = job.input as unknown as Job;
  const { db } = job.services;
  const scope = workerScope(job.orgCode);
  const row = await readableTable(db, scope, tableId);
  if (!row) throw notFound(NO_TABLE);
  const [org] = await placesOf(db, scope, [orgId]);
  const narrowed = org && narrowScope(scope, org.code);
  if (!narrowed) throw notFound(NO_ORG);
  const round = await roundOf(db, tableId, roundId);
  const place = { ...org, scope: narrowed };
  const [{ rows, total }, levels] = await Promise.all([linesOf(db, place, round), levelsOf(db, place, round)]);
  const own = rows.filter(({ isOwn }) => isOwn).map((line) => ({ ...line, level: 1, name: `${line.name}（本级）` }));
  const summed = summedFields(round.design);
  return writeExport(job, {
    kind: SUM_EXPORT,
    title: `${row.title}${round.label}`,
    unit: '行',
    by,
    purpose,
    ...detailSheet(job, narrowed, round),
    further: [
      {
        name: '汇总',
        columns: [
          { head: '层级', width: 6, kind: 'whole' },
          { head: '党组织', width: 48 },
          { head: '应报', width: 8, kind: 'whole' },
          { head: '已报', width: 8, kind: 'whole' },
          ...summed.map((field) => ({
            head: [field.name, summedHead(field)].filter(Boolean).join(' '),
            width: 16,
            kind: 'number' as const,
          })),
        ],
        rows: [...own, ...levels, { ...total, level: 0 }].map((line) => [
          line.level === 0 ? '' : String(line.level),
          INDENT.repeat(Math.max(0, line.level - 1)) + line.name,
          String(line.all),
          String(line.handed),
          ...line.cells,
        ]),
      },
    ],
  });
}

function detailSheet(job: RunningJob, scope: Scope, round: RoundRecord): Pick<ExportSheet, 'columns' | 'rows'> {
  const { fields } = round.design;
  async function* rows() {
    let done = 0;
    for (let after = ''; ; ) {
      await job.progress(done, null, '正在导出');
      const page = await queries.listFillsAfter(job.services.db, scope, round.id, after, CHUNK);
      for (const { orgName, standing, handedOn, rows: filled } of page) {
        const head = [orgName, STANDINGS[standing], handedOn ?? ''];
        if (filled.length === 0) yield head;
        for (const { cells } of filled) yield [...head, ...fields.map(({ id }) => cells[id] ?? '')];
      }
      done += page.length;
      after = page.at(-1)?.code ?? '';
      if (page.length < CHUNK) return;
    }
  }
  return {
    columns: [
      { head: '党组织', width: 40 },
      { head: '情况', width: 10 },
      { head: '上报日期', width: 12 },
      ...fields.map(columnOf),
    ],
    rows: rows(),
  };
}

/** The sums of a round on paper. */
export async function sumPaper(
  ctx: Ctx,
  input: ParsedOf<typeof contract.printSum>,
): Promise<ReplyOf<typeof contract.printSum>> {
  const answer = await readSum(ctx, input);
  if (answer.rows.length > PRINTED) throw refuse(`共${answer.rows.length}行，一次最多打印${PRINTED}行，请导出`);
  const name = `${answer.title}（汇总）`;
  const { line } = await markOfDownload(ctx, `打印${name}`);
  ctx.audit({ type: 'dataCentreTable', id: input.id, name: `${answer.title} ${answer.round}` });
  return answerPaper(ctx, {
    name: `${name} ${answer.org.name}`,
    template: new URL('../../papers/sum.typ', import.meta.url),
    data: {
      mark: line,
      title: name,
      orgName: answer.org.name,
      round: answer.round,
      day: await todayOf(ctx.db),
      heads: answer.fields.map(({ name: head, note }) => ({ head, note })),
      rows: [...answer.rows, ...(answer.rows.length > 1 ? [answer.total] : [])].map((row) => ({
        name: row.isOwn ? `${row.name}（本级）` : row.name,
        handed: `${row.handed}/${row.all}`,
        cells: row.cells,
        isTotal: row === answer.total,
      })),
    },
  });
}

/** One filling on paper: a line a field where it has one row, a table where it has several. */
export async function fillPaper(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.printFill>,
): Promise<ReplyOf<typeof contract.printFill>> {
  const fill = await fillOf(ctx, id);
  const { design, rows }: { design: TableDesign; rows: { id: string; cells: Record<string, string> }[] } =
    await shownRows(ctx, fill);
  if (rows.length === 0) throw refuse('还没有可以打印的内容');
  const name = `${fill.title} ${fill.orgName}`;
  const { line } = await markOfDownload(ctx, `打印${name}`);
  ctx.audit({ type: 'dataCentreFill', id, name: `${fill.title} ${fill.round}`, orgCode: fill.orgCode });
  return answerPaper(ctx, {
    name,
    template: new URL('../../papers/fill.typ', import.meta.url),
    data: {
      mark: line,
      title: fill.title,
      orgName: fill.orgName,
      round: fill.round,
      state: STANDINGS[fill.standing],
      day: fill.handedOn ?? fill.today,
      by: fill.askedByName,
      decidedBy: fill.decidedBy,
      several: design.several,
      heads: design.fields.map(headOf),
      rows: rows.map(({ cells }) => design.fields.map(({ id: at }) => cells[at] ?? '')),
    },
  });
}
