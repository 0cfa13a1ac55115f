import { findOrg } from '#house/server/findOrg.ts';
import { GENDERS } from '#people/member/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { attachFiles, canReadFile } from '#platform/server/files/fileRights.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import type * as contract from '#procedures/transfer/contract.graduates.ts';
import { MOST_GRADUATES } from '#procedures/transfer/contract.graduates.ts';
import * as queries from '../queries/graduates.ts';
import { ACTS, type JobInput, loadSheet, RUNS } from './graduates.ts';
import { withParty } from './issue.ts';
import { isWorker } from './lock.ts';

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
    () =>
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
  const sheet = await loadSheet(ctx, id);
  const isWhole = sheet.kind !== 'graduate';
  const isIn = sheet.kind === 'wholeIn';
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
        isIn ? `由${withParty(sheet.outsideName)}转入${sheet.movedName}` : `转出：${withParty(sheet.orgName)}`,
        `共${people.length}人`,
      ],
      rows: people.map((one, at) => [
        String(at + 1),
        one.name,
        GENDERS[one.gender as keyof typeof GENDERS] ?? '',
        one.birthDate?.slice(0, 7) ?? '',
        one.category === null ? '' : one.category === 1 ? '正式' : '预备',
        one.admissionDate ?? '',
        isIn ? one.outsideName : one.orgName,
        isIn
          ? one.orgName || one.outsideBranch
          : [one.outsideName, one.outsideBranch].filter(Boolean).join(' ') || '未落实',
      ]),
    },
    files: {},
  });
}

/** Scans of the one receipt for a whole roll, among the stored files. */
export const ROLL_RECEIPT = 'relation.rollReceipt';

/** The one receipt for everybody of a roll who waits for it; each is ended by the job. */
export async function receive(
  ctx: Ctx,
  { id, files, receivedOn, branch }: ParsedOf<typeof contract.receiveGraduates>,
): Promise<ReplyOf<typeof contract.receiveGraduates>> {
  const sheet = await loadSheet(ctx, id);
  if (sheet.running) throw refuse(RUNS);
  if (sheet.kind !== 'wholeOrg') throw refuse('毕业生各有去向，回执逐人登记');
  if (sheet.receiving === 0) throw refuse('名册上没有等待回执的党员');
  if (receivedOn > (await todayOf(ctx.db))) throw badInput({ receivedOn: '日期不能晚于今天' });
  await attachFiles(ctx, 'files', files, { kind: ROLL_RECEIPT, rowId: id, orgCode: sheet.orgCode });
  const receipt = { receivedOn, branch, scans: files.length };
  const { title } = ACTS.receive;
  const input: JobInput & Record<string, unknown> = { id, act: 'receive', receipt };
  const jobId = await enqueue(ctx, { kind: queries.GRADUATES_JOB, title, right: 'relation:letter', input });
  ctx.audit({ type: 'relationGraduation', id, name: sheet.fileName, orgCode: sheet.orgCode, reason: title });
  return { jobId };
}

/** Says who may read the scans of such a receipt: whoever sees the roll. */
export const announceRollReceipts = (): void =>
  canReadFile(ROLL_RECEIPT, async (ctx, { rowId }) => {
    if (!isWorker(ctx) || !ctx.may('relation:write') || rowId === null) return false;
    return (await queries.pageOfSheets(ctx.db, ctx.scope, ctx.session.orgId, rowId, 1, 0)).total > 0;
  });
