import { writeArchive } from '#modules/job/server/exportFile.ts';
import { GENDERS } from '#modules/member/contract.ts';
import type * as contract from '#modules/relation/contract.graduates.ts';
import { LINE_STATES, MOST_GRADUATES } from '#modules/relation/contract.graduates.ts';
import { letterNumber } from '#modules/relation/rules/letter.ts';
import { statusName } from '#modules/relation/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { attempt } from '#platform/server/db.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload, markOfJob } from '#platform/server/exportMark.ts';
import { attachFiles, canReadFile } from '#platform/server/fileRights.ts';
import { findOrg } from '#platform/server/findOrg.ts';
import { actInJob, sessionOfJob } from '#platform/server/jobActs.ts';
import { enqueue } from '#platform/server/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import { answerPaper, pageAddress } from '#platform/server/papers/keep.ts';
import { makePaper } from '#platform/server/papers/paper.ts';
import type { ZipEntry } from '#platform/server/spreadsheet/zip.ts';
import { todayOf } from '../queries/balance.ts';
import * as queries from '../queries/graduates.ts';
import { findTransfer } from '../queries/transfer.ts';
import { agree } from './act.ts';
import { hold, isWorker, obstacle } from './hold.ts';
import { withParty } from './issue.ts';
import { LETTERS_IN_ONE, lettersPaper, received } from './letter.ts';
import { start } from './start.ts';

export const GRADUATE_LETTERS_JOB = 'relation.graduateLetters';
const RUNS = '这份表正在办理，请等它办完，或到任务列表取消';
const NO_SHEET = '没有这份毕业生去向表，或不在管理范围内';
/** Lines of one transaction: what was done is kept, and a cancelled job ends after them. */
const CHUNK = 20;

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
        ...counts
      }) => ({
        id,
        kind,
        fileName,
        documentNo,
        orgName,
        reason,
        graduatedOn,
        createdBy,
        createdAt: createdAt.toISOString(),
        counts,
        running,
        can: {
          submit: counts.due + counts.refused > 0,
          agree: counts.deciding > 0 && mayAgree(ctx),
          receive: kind === 'wholeOrg' && counts.receiving > 0 && ctx.may('relation:letter'),
          print: counts.letters > 0 && ctx.may('relation:letter'),
        },
      }),
    ),
  };
}

async function held(ctx: Ctx, id: string): Promise<queries.SheetRecord> {
  const found = isWorker(ctx) ? await queries.pageOfSheets(ctx.db, ctx.scope, ctx.session.orgId, id, 1, 0) : null;
  const [sheet] = found?.rows ?? [];
  if (!sheet) throw notFound(NO_SHEET);
  return sheet;
}

/** 整建制 to an organisation outside: one document, with everybody of the organisation as its roll. */
export async function whole(
  ctx: Ctx,
  input: ParsedOf<typeof contract.startWhole>,
): Promise<ReplyOf<typeof contract.startWhole>> {
  const org = isWorker(ctx) ? await findOrg(ctx.db, ctx.scope, input.orgId) : undefined;
  if (!org) throw notFound('组织不存在');
  if (input.issuedOn > (await todayOf(ctx.db))) throw badInput({ issuedOn: '日期不能晚于今天' });
  const people = await queries.membersBelow(ctx.db, ctx.scope, org.code, MOST_GRADUATES + 1);
  if (people.length === 0) throw badInput({ orgId: '这个党组织没有党籍状态正常的党员' });
  if (people.length > MOST_GRADUATES)
    throw badInput({ orgId: `一份文件最多${MOST_GRADUATES}人，请按下级党组织分开办理` });
  const { orgId, orgCode, accountName: by } = ctx.session;
  const { documentNo, outsideName, outsideBranch, reason } = input;
  const id = await queries.insertSheet(
    ctx.db,
    {
      orgId,
      orgCode,
      fileName: `${org.name}整建制转出`,
      reason,
      graduatedOn: input.issuedOn,
      by,
      whole: { documentNo, orgId: org.id },
    },
    people.map(({ id: memberId, name }, at) => ({
      rowNo: at + 1,
      name,
      memberId,
      outsideName,
      outsideBranch,
      state: 'due',
      note: '',
    })),
  );
  ctx.audit({
    type: 'relationGraduation',
    id,
    name: `${org.name} ${documentNo}`,
    orgCode: org.code,
    reason: `${people.length}人`,
  });
  return { id };
}

/** The roll of a sheet on paper. */
export async function roll(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.printRoll>,
): Promise<ReplyOf<typeof contract.printRoll>> {
  const sheet = await held(ctx, id);
  const isWhole = sheet.kind === 'wholeOrg';
  const people = await queries.rollLines(ctx.db, id);
  const title = isWhole ? '党员组织关系整建制转接名册' : '毕业生党员组织关系转接名册';
  const { line } = await markOfDownload(ctx, `打印${title}`, isWhole ? sheet.documentNo : sheet.fileName);
  ctx.audit({
    type: 'relationGraduation',
    id,
    name: sheet.fileName,
    orgCode: sheet.orgCode,
    reason: `打印名册${people.length}人`,
  });
  return answerPaper(ctx, {
    name: title,
    template: new URL('../../papers/roll.typ', import.meta.url),
    data: {
      mark: line,
      title,
      facts: [
        ...(isWhole ? [`文号：${sheet.documentNo}`] : []),
        `${isWhole ? '日期' : '毕业日期'}：${sheet.graduatedOn}`,
        `转出：${withParty(sheet.orgName)}`,
        `共${people.length}人`,
      ],
      rows: people.map((one, at) => [
        String(at + 1),
        one.name,
        GENDERS[one.gender as keyof typeof GENDERS] ?? '',
        one.birthDate?.slice(0, 7) ?? '',
        one.category === 1 ? '正式' : '预备',
        one.admissionDate ?? '',
        one.orgName,
        [one.outsideName, one.outsideBranch].filter(Boolean).join(' ') || '未落实',
      ]),
    },
    files: {},
  });
}

/** The lines of a sheet, each with its outcome. */
export async function lines(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listGraduates>,
): Promise<ReplyOf<typeof contract.listGraduates>> {
  const sheet = await held(ctx, input.id);
  const offset = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfLines(ctx.db, sheet.id, input.state || null, input.pageSize, offset);
  return {
    total: page.total,
    rows: page.rows.map(({ status, waitsFor, prefix, year, serial, ...line }) => ({
      ...line,
      id: String(line.rowNo),
      stateName: status === null ? LINE_STATES[line.state] : statusName(status),
      note: line.note || (waitsFor === '' ? '' : `等待${waitsFor}办理`),
      letterNo: prefix !== null && year !== null && serial !== null ? letterNumber({ prefix, year, serial }) : '',
    })),
  };
}

interface Input {
  id: string;
  act: queries.Act;
  receipt?: { receivedOn: string; branch: string; scans: number };
}

const ACTS = {
  submit: { title: '毕业生批量转出', doing: '正在提交', done: '已提交' },
  agree: { title: '毕业生批量审批', doing: '正在审批并开具介绍信', done: '已审批' },
  receive: { title: '整建制转出回执', doing: '正在办结', done: '已办结' },
} as const;

/** Scans of the one receipt for a whole roll, among the stored files. */
export const ROLL_RECEIPT = 'relation.rollReceipt';

/** The one receipt for everybody of a roll who waits for it; each is ended by the job. */
export async function receive(
  ctx: Ctx,
  { id, files, receivedOn, branch }: ParsedOf<typeof contract.receiveGraduates>,
): Promise<ReplyOf<typeof contract.receiveGraduates>> {
  const sheet = await held(ctx, id);
  if (sheet.running) throw refuse(RUNS);
  if (sheet.kind !== 'wholeOrg') throw refuse('毕业生各有去向，回执逐人登记');
  if (sheet.receiving === 0) throw refuse('名册上没有等待回执的党员');
  if (receivedOn > (await todayOf(ctx.db))) throw badInput({ receivedOn: '日期不能晚于今天' });
  await attachFiles(ctx, 'files', files, { kind: ROLL_RECEIPT, rowId: id, orgCode: sheet.orgCode });
  const receipt = { receivedOn, branch, scans: files.length };
  const { title } = ACTS.receive;
  const input: Input & Record<string, unknown> = { id, act: 'receive', receipt };
  const jobId = await enqueue(ctx, { kind: queries.GRADUATES_JOB, title, right: 'relation:letter', input });
  ctx.audit({ type: 'relationGraduation', id, name: sheet.fileName, orgCode: sheet.orgCode, reason: title });
  return { jobId };
}

/** Queues the job that hands the lines of a sheet in, or decides those that wait for the own committee. */
export async function run(
  ctx: Ctx,
  { id, act }: ParsedOf<typeof contract.runGraduates>,
): Promise<ReplyOf<typeof contract.runGraduates>> {
  const sheet = await held(ctx, id);
  if (sheet.running) throw refuse(RUNS);
  if (act === 'submit' && sheet.due + sheet.refused === 0) throw refuse('没有待提交的毕业生');
  if (act === 'agree' && !mayAgree(ctx)) throw refuse('您的角色没有审批转接的权限');
  if (act === 'agree' && sheet.deciding === 0) throw refuse('没有等待本组织审批的毕业生');
  const { title } = ACTS[act];
  const input: Input & Record<string, unknown> = { id, act };
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
  const input = job.input as unknown as Input;
  const { id, act } = input;
  const { db } = job.services;
  const session = await sessionOfJob(job);
  const left = () => queries.countOpen(db, id, job.id, act, session.orgId);
  const total = await left();
  const outcome = { done: 0, refused: 0 };
  for (let open = total; open > 0; open = await left()) {
    await job.progress(total - open, total, ACTS[act].doing);
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

async function carryOut(ctx: Ctx, { id, act, receipt }: Input, jobId: string) {
  const sheet = await held(ctx, id);
  const taken = await queries.takeLines(ctx.db, id, jobId, act, ctx.session.orgId, CHUNK);
  const outcome = { done: 0, refused: 0 };
  // In one order, so that two sheets with the same people do not wait for each other.
  for (const line of taken.toSorted((a, b) => Number(a.memberId) - Number(b.memberId))) {
    let { transferId } = line;
    const note = await attempt(ctx.db, async () => {
      if (act !== 'submit') return actOnOne(ctx, transferId ?? '0', receipt);
      const { memberId, outsideName, outsideBranch } = line;
      const target = { kind: sheet.kind, outsideName, outsideBranch };
      const { ids } = await start(ctx, { memberIds: [memberId], ...target, reason: sheet.reason, submit: true });
      transferId = ids[0] ?? null;
    });
    if (note && act === 'submit') transferId = null;
    const state = transferId === null ? 'refused' : 'submitted';
    await queries.noteLine(ctx.db, id, line.rowNo, jobId, { state, note, transferId });
    outcome[note ? 'refused' : 'done']++;
  }
  return outcome;
}

/** Agrees where it waits, or ends it by the receipt. */
async function actOnOne(ctx: Ctx, id: string, receipt: Input['receipt']): Promise<void> {
  const found = await findTransfer(ctx.db, ctx.scope, id);
  const { transfer, hops } = await hold(ctx, id, found?.version ?? 0);
  if (receipt) return void (await received(ctx, transfer, hops, receipt));
  const why = obstacle(ctx, transfer, hops);
  if (why) throw refuse(why);
  await agree(ctx, transfer, hops, '');
}

/** Says who may read the scans of such a receipt: whoever sees the roll. */
export const announceRollReceipts = (): void =>
  canReadFile(ROLL_RECEIPT, async (ctx, { rowId }) => {
    if (!isWorker(ctx) || !ctx.may('relation:write') || rowId === null) return false;
    return (await queries.pageOfSheets(ctx.db, ctx.scope, ctx.session.orgId, rowId, 1, 0)).total > 0;
  });

type Printing = ParsedOf<typeof contract.printGraduates> & { by: { name: string; org: string }; address: string };

/** Queues the letters of a sheet as one archive. */
export async function startLetters(
  ctx: Ctx,
  { id, full }: ParsedOf<typeof contract.printGraduates>,
): Promise<ReplyOf<typeof contract.printGraduates>> {
  const sheet = await held(ctx, id);
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
        await held(ctx, id);
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
