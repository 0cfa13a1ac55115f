import { writeArchive } from '#kernel/job/server/exportFile.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { runRefusable } from '#platform/server/database/db.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { markOfJob } from '#platform/server/export/exportMark.ts';
import { actInJob, sessionOfJob } from '#platform/server/jobs/jobActs.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { pageAddress } from '#platform/server/papers/keep.ts';
import { makePaper } from '#platform/server/papers/paper.ts';
import type { ZipEntry } from '#platform/server/spreadsheet/zip.ts';
import type * as contract from '#procedures/transfer/contract.graduates.ts';
import { LINE_STATES, ROLL_STATES } from '#procedures/transfer/contract.graduates.ts';
import { letterNumber } from '#procedures/transfer/rules/letter.ts';
import { statusName } from '#procedures/transfer/rules.ts';
import * as queries from '../queries/graduates.ts';
import { type PersonRecord, peopleOf } from '../queries/people.ts';
import { findTransfer, hopsOf } from '../queries/transfer.ts';
import { passHop } from './act.ts';
import { confirmArrival, LETTERS_IN_ONE, lettersPaper } from './letter.ts';
import { isWorker, MISSING, obstacleToAct } from './lock.ts';
import { saveOutsideCommittee, start } from './start.ts';
import { undo } from './undo.ts';
import { admitOne } from './wholeIn.ts';

export const GRADUATE_LETTERS_JOB = 'relation.graduateLettersExport';
export const RUNS = '这份表正在办理，请等它办完，或到任务列表取消';
const NO_SHEET = '没有这份毕业生去向表，或不在管理范围内';
/** Lines of one transaction: what was done is kept, and a cancelled job ends after them. */
const CHUNK = 40;

const mayAgree = (ctx: Ctx) => ctx.may('relation:approve') && isWorker(ctx);

/** The sheets of the scope, each with where its lines stand. */
export async function sheets(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listGraduations>,
): Promise<ReplyOf<typeof contract.listGraduations>> {
  if (!isWorker(ctx)) return { rows: [], total: 0 };
  const offset = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfSheets(
    ctx.db,
    ctx.scope,
    ctx.session.orgId,
    input.id ?? null,
    input.pageSize,
    offset,
  );
  if (input.id !== undefined && page.total === 0) throw notFound(NO_SHEET);
  return {
    total: page.total,
    rows: page.rows.map(
      ({
        id,
        orgCode: _code,
        orgName,
        kind,
        fileName,
        documentNo,
        reason,
        graduatedOn,
        createdBy,
        createdAt,
        running,
        outsideName,
        movedId: _moved,
        movedName,
        ...counts
      }) => ({
        id,
        kind,
        fileName,
        documentNo,
        outsideName,
        movedName,
        orgName,
        reason,
        graduatedOn,
        createdBy,
        createdAt: createdAt.toISOString(),
        counts,
        running,
        can: {
          submit: kind !== 'wholeIn' && counts.due + counts.refused > 0,
          admit: kind === 'wholeIn' && counts.due + counts.refused > 0 && mayAgree(ctx),
          agree: counts.deciding > 0 && mayAgree(ctx),
          receive: kind === 'wholeOrg' && counts.receiving > 0 && ctx.may('relation:letter'),
          print: counts.letters > 0 && ctx.may('relation:letter'),
          undo: counts.undoable > 0 && mayAgree(ctx),
        },
      }),
    ),
  };
}

/** A sheet of the scope. @throws not found */
export async function loadSheet(ctx: Ctx, id: string): Promise<queries.SheetRecord> {
  const found = isWorker(ctx) ? await queries.pageOfSheets(ctx.db, ctx.scope, ctx.session.orgId, id, 1, 0) : null;
  const [sheet] = found?.rows ?? [];
  if (!sheet) throw notFound(NO_SHEET);
  return sheet;
}

/** The lines of a sheet, each with its outcome. */
export async function lines(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listGraduates>,
): Promise<ReplyOf<typeof contract.listGraduates>> {
  const sheet = await loadSheet(ctx, input.id);
  const offset = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfLines(ctx.db, sheet.id, input.state || null, input.pageSize, offset);
  return {
    total: page.total,
    rows: page.rows.map(({ status, waitsFor, prefix, year, serial, ...line }) => ({
      ...line,
      id: String(line.rowNo),
      stateName:
        status === null ? (sheet.kind === 'wholeIn' ? ROLL_STATES : LINE_STATES)[line.state] : statusName(status),
      note: line.note || (waitsFor === '' ? '' : `等待${waitsFor}办理`),
      letterNo: prefix !== null && year !== null && serial !== null ? letterNumber({ prefix, year, serial }) : '',
    })),
  };
}

/** What a job is told. */
export interface JobInput {
  id: string;
  act: queries.Act;
  /** Why it is undone. */
  reason?: string;
  receipt?: { receivedOn: string; branch: string; scans: number };
}

/** What the jobs are called. */
export const ACTS = {
  submit: { title: '毕业生批量转出', doing: '正在提交', done: '已提交' },
  agree: { title: '毕业生批量审批', doing: '正在审批并开具介绍信', done: '已审批' },
  receive: { title: '整建制转出回执', doing: '正在办结', done: '已办结' },
  admit: { title: '整建制转入', doing: '正在接收', done: '已接收' },
  undo: { title: '撤销整建制转接', doing: '正在撤销', done: '已撤销' },
} as const;

/** The same of an organisation that leaves by one document. */
const titleOf = (act: queries.Act, kind: queries.SheetRecord['kind']): string =>
  kind === 'graduate' || (act !== 'submit' && act !== 'agree')
    ? ACTS[act].title
    : { submit: '整建制转出', agree: '整建制转出审批' }[act];

/** Queues the job that hands the lines of a sheet in, or decides those that wait for the own committee. */
export async function run(
  ctx: Ctx,
  { id, act, reason }: ParsedOf<typeof contract.runGraduates>,
): Promise<ReplyOf<typeof contract.runGraduates>> {
  const sheet = await loadSheet(ctx, id);
  if (sheet.running) throw refuse(RUNS);
  if (act === 'submit' && sheet.kind === 'wholeIn') throw refuse('整建制转入的名册由接收党委接收，不用提交');
  if (act === 'admit' && sheet.kind !== 'wholeIn') throw refuse('只有整建制转入的名册可以接收');
  if ((act === 'submit' || act === 'admit') && sheet.due + sheet.refused === 0) throw refuse('名册上没有待办理的人员');
  if ((act === 'admit' || act === 'undo') && !mayAgree(ctx)) throw refuse('您的角色没有接收和撤销转接的权限');
  if (act === 'undo' && sheet.kind === 'graduate') throw refuse('毕业生各有去向，逐人撤销');
  if (act === 'undo' && sheet.undoable === 0) throw refuse('没有由本党委办结、可以撤销的人员');
  if (act === 'agree' && !mayAgree(ctx)) throw refuse('您的角色没有审批转接的权限');
  if (act === 'agree' && sheet.deciding === 0) throw refuse('没有等待本组织审批的毕业生');
  const title = titleOf(act, sheet.kind);
  const input: JobInput & Record<string, unknown> = { id, act, ...(reason ? { reason } : {}) };
  const right = act === 'submit' ? 'relation:write' : 'relation:approve';
  const jobId = await enqueue(ctx, { kind: queries.GRADUATES_JOB, title, right, input });
  ctx.audit({ type: 'relationGraduation', id, name: sheet.fileName, orgCode: sheet.orgCode, reason: title });
  return { jobId };
}

/**
 * Carries a sheet out, some lines a transaction, each line with its outcome in it: taken up again after a crash or a cancel it goes
 * on with those that are left.
 */
export async function runGraduates(job: RunningJob): Promise<JobResult> {
  const input = job.input as unknown as JobInput;
  const { id, act } = input;
  const { db } = job.services;
  const session = await sessionOfJob(job);
  const total = await queries.countOpen(db, id, job.id, act, session.orgId);
  const outcome = { done: 0, refused: 0 };
  while (total > 0) {
    await job.progress(outcome.done + outcome.refused, total, ACTS[act].doing);
    const part = await actInJob(job, session, ACTS[act].title, (ctx) => carryOut(ctx, input, job.id));
    outcome.done += part.done;
    outcome.refused += part.refused;
    if (part.done + part.refused === 0) break;
  }
  return {
    message: `${ACTS[act].done}${outcome.done}人${outcome.refused > 0 ? `，${outcome.refused}人不能办理，原因见去向表` : ''}`,
    result: outcome,
  };
}

async function carryOut(ctx: Ctx, { id, act, receipt, reason = '' }: JobInput, jobId: string) {
  const sheet = isWorker(ctx) ? await queries.sheetHead(ctx.db, ctx.scope, id) : undefined;
  if (!sheet) throw notFound(NO_SHEET);
  const taken = await queries.takeLines(ctx.db, id, jobId, act, ctx.session.orgId, CHUNK);
  const known = new Map<string, PersonRecord>();
  if (act === 'submit') {
    for (const name of new Set(taken.map(({ outsideName }) => outsideName))) await saveOutsideCommittee(ctx, name);
    const ids = taken.flatMap(({ memberId }) => memberId ?? []);
    for (const person of await peopleOf(ctx.db, ctx.scope, ids, true)) known.set(person.id, person);
  }
  const outcome = { done: 0, refused: 0 };
  // In one order, so that two sheets with the same people do not wait for each other.
  for (const line of taken.toSorted((a, b) => Number(a.memberId) - Number(b.memberId) || a.rowNo - b.rowNo)) {
    let { transferId, memberId } = line;
    const fault = await runRefusable(ctx.db, async () => {
      if (act === 'admit') ({ id: transferId, memberId } = await admitOne(ctx, sheet, line));
      else if (act === 'submit') transferId = await handIn(ctx, sheet, line, known);
      else await actOnOne(ctx, transferId ?? '0', act, reason, receipt);
    });
    if (fault && (act === 'submit' || act === 'admit')) ({ transferId, memberId } = line);
    const state = transferId === null ? 'refused' : 'submitted';
    const note = fault || (act === 'undo' ? `已撤销：${reason}` : '');
    await queries.noteLine(ctx.db, id, line.rowNo, jobId, { state, note, transferId, memberId });
    outcome[fault ? 'refused' : 'done']++;
  }
  return outcome;
}

async function handIn(
  ctx: Ctx,
  sheet: queries.SheetHead,
  line: queries.TakenLine,
  known: ReadonlyMap<string, PersonRecord>,
): Promise<string | null> {
  const { memberId, outsideName, outsideBranch } = line;
  if (memberId === null || sheet.kind === 'wholeIn') throw refuse('名册上的人员还没有登记');
  const target = { kind: sheet.kind, outsideName, outsideBranch };
  const { ids } = await start(ctx, { memberIds: [memberId], ...target, reason: sheet.reason, submit: true }, known);
  return ids[0] ?? null;
}

/** Agrees where it waits, ends it by the receipt, or takes back what was completed. */
async function actOnOne(
  ctx: Ctx,
  id: string,
  act: queries.Act,
  reason: string,
  receipt: JobInput['receipt'],
): Promise<void> {
  const transfer = await findTransfer(ctx.db, ctx.scope, id, true);
  if (!transfer) throw notFound(MISSING);
  if (act === 'undo') return void (await undo(ctx, { id, version: transfer.version, reason }));
  const hops = await hopsOf(ctx.db, id, ctx.session.accountId);
  if (receipt) return void (await confirmArrival(ctx, transfer, hops, receipt));
  const why = obstacleToAct(ctx, transfer, hops);
  if (why) throw refuse(why);
  await passHop(ctx, transfer, hops, '');
}

type Printing = ParsedOf<typeof contract.printGraduates> & { by: { name: string; org: string }; address: string };

/** Queues the letters of a sheet as one archive. */
export async function startLetters(
  ctx: Ctx,
  { id, full }: ParsedOf<typeof contract.printGraduates>,
): Promise<ReplyOf<typeof contract.printGraduates>> {
  const sheet = await loadSheet(ctx, id);
  if (full && !ctx.may('member:reveal')) throw refuse('打印完整号码须有查看完整信息的权限');
  if (sheet.letters === 0) throw refuse('这份表还没有开具介绍信');
  const { accountName: name, orgName: org } = ctx.session;
  const input: Printing & Record<string, unknown> = { id, full, by: { name, org }, address: pageAddress(ctx, '') };
  const title = '打印毕业生介绍信';
  const jobId = await enqueue(ctx, { kind: GRADUATE_LETTERS_JOB, title, right: 'relation:letter', input });
  ctx.audit({ type: 'relationGraduation', id, name: sheet.fileName, orgCode: sheet.orgCode, reason: title });
  return { jobId };
}

/** Sets the letters, two hundred a PDF, and counts their printing. */
export async function runLetters(job: RunningJob): Promise<JobResult> {
  const { id, full, by, address } = job.input as unknown as Printing;
  const session = await sessionOfJob(job);
  const all = await queries.lettersOfSheet(job.services.db, id);
  const purpose = full ? '打印介绍信' : '';
  const { line } = await markOfJob(job, { title: '打印毕业生介绍信', by, purpose });
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let at = 0; at < all.length; at += LETTERS_IN_ONE) {
      await job.progress(at, all.length, '正在排版');
      const some = all.slice(at, at + LETTERS_IN_ONE);
      const paper = await actInJob(job, session, '打印毕业生介绍信', async (ctx) => {
        await loadSheet(ctx, id);
        return lettersPaper(ctx, some, { full, address, mark: line });
      });
      const { pdf } = await makePaper(paper);
      const name = `介绍信 ${String(at + 1).padStart(4, '0')}-${String(at + some.length).padStart(4, '0')}.pdf`;
      yield { name, content: [pdf] };
    }
  }
  return writeArchive(job, {
    kind: GRADUATE_LETTERS_JOB,
    title: '毕业生介绍信',
    unit: '个PDF文件',
    by,
    purpose,
    entries: entries(),
  });
}
