import { uploadedFiles } from '#kernel/files/server/accept.ts';
import { type DecisionRequest, obstacleToDecide } from '#kernel/permission/server/above.ts';
import type * as contract from '#life/keyWork/contract.read.ts';
import { mayAct, nextDueText } from '#life/keyWork/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { chosenScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { canReadFile } from '#platform/server/files/fileRights.ts';
import { findItem, placesOf } from '../queries/items.ts';
import * as queries from '../queries/parts.ts';
import { findReport, type ReportRecord, reportsOf, scheduleOf } from '../queries/reports.ts';
import { decideSubject } from '../todos.ts';
import { ITEM_FILES, REPORT_FILES } from './common.ts';

type Part = queries.PartRecord;
const NO_PART = '该重点工作不存在或不在管理范围内';
const NO_ORG = '组织不存在';

/** The completion of a part, as it is put before whoever set the item: never before whoever reported it. */
export const decisionRequestOf = (ctx: Ctx, part: Part): DecisionRequest => ({
  todo: decideSubject(part.id),
  isOpen: part.state === 'asked',
  askedBy: part.askedBy,
  ownRefusal: '不能验收本人报送的完成情况',
  superior: [part.setterId, part.deciderOrgId].includes(ctx.session.orgId),
  superiorRefusal: `由${part.deciderName || part.setterName}验收`,
  deciderName: part.deciderName,
  right: 'keyWork:set',
  verb: '审核',
});

const isOwn = (ctx: Ctx, part: Part) => part.orgId === ctx.session.orgId;

/** What the session may do with a part now. */
export const canOf = (ctx: Ctx, part: Part) => ({
  report: isOwn(ctx, part) && ctx.may('keyWork:report') && part.itemState === 'running' && mayAct('report', part.state),
  recall: part.state === 'asked' && part.askedBy === ctx.session.accountId,
  decide: part.state === 'asked' && obstacleToDecide(ctx, decisionRequestOf(ctx, part)) === '',
});

function rowOf(ctx: Ctx, part: Part): contract.PartRow {
  return {
    id: part.id,
    itemId: part.itemId,
    title: part.title,
    kind: part.kind,
    leader: part.leader,
    frequency: part.frequency,
    setterName: part.setterName,
    orgId: part.orgId,
    orgName: part.orgName,
    startsOn: part.startsOn,
    endsOn: part.endsOn,
    state: part.state,
    standing: part.standing,
    percent: part.percent,
    owed: part.owedLabel === null ? '' : nextDueText(part.owedLabel, part.owedFinal === true),
    dueOn: part.dueOn,
    daysLeft: part.daysLeft,
    finishedOn: part.finishedOn,
    returns: part.returns,
    periods: part.periods,
    missed: part.missed,
    version: part.version,
    can: canOf(ctx, part),
  };
}

/** What a list is narrowed to is the session's to see: the item's setter lies in the scope, or somebody who is responsible. */
async function mustSee(ctx: Ctx, { itemId, unitId }: ParsedOf<typeof contract.listParts>): Promise<void> {
  if (unitId && (await placesOf(ctx.db, ctx.scope, [unitId])).length === 0) throw notFound(NO_ORG);
  if (itemId && !(await seesItem(ctx, itemId))) throw notFound(NO_PART);
}

const seesItem = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await findItem(ctx.db, ctx.scope, id)) !== undefined ||
  (await queries.partsOfItem(ctx.db, ctx.scope, ctx.session.orgId, id)).length > 0;

/** A page of parts: of the own organisation, of the scope, or what is completed there. */
export async function readParts(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listParts>,
  view: queries.PartFilter['view'],
): Promise<ReplyOf<typeof contract.listParts>> {
  const scope = chosenScope(ctx, input.orgId);
  await mustSee(ctx, input);
  const filter: queries.PartFilter = {
    view,
    itemId: input.itemId ?? null,
    unitId: input.unitId ?? null,
    title: input.title || null,
    kind: input.kind ?? null,
    year: input.year ?? null,
    standing: input.standing ?? null,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const { rows, total } = await queries.pageOfParts(ctx.db, scope, ctx.session.orgId, filter, input.pageSize, offset);
  return { rows: rows.map((row) => rowOf(ctx, row)), total };
}

/** A part that the session sees. @param lock keeps it for this transaction */
export async function partOf(ctx: Ctx, id: string, lock = false): Promise<Part> {
  const part = await queries.findPart(ctx.db, ctx.scope, ctx.session.orgId, id, lock);
  if (!part) throw notFound(NO_PART);
  return part;
}

const reportRow = (report: ReportRecord): contract.ReportRow => ({
  id: report.id,
  isFinal: report.isFinal,
  label: report.label,
  content: report.content,
  percent: report.percent,
  files: report.files.length,
  isLate: report.isLate,
  reportedAt: report.reportedAt.toISOString(),
  reportedBy: report.reportedBy,
  decision: report.decision,
  opinion: report.opinion,
  decidedAt: report.decidedAt?.toISOString() ?? null,
  decidedBy: report.decidedBy,
});

/** One part with its periods and all that was reported. */
export async function partDetail(ctx: Ctx, id: string): Promise<contract.PartDetail> {
  const row = await partOf(ctx, id);
  const [schedule, reports, files] = await Promise.all([
    scheduleOf(ctx.db, id),
    reportsOf(ctx.db, id),
    uploadedFiles(ctx.db, row.itemFiles),
  ]);
  return {
    ...rowOf(ctx, row),
    content: row.content,
    measures: row.measures,
    files,
    itemState: row.itemState,
    reason: row.reason,
    opinion: row.opinion,
    askedByName: row.askedByName,
    deciderName: row.state === 'asked' ? row.deciderName : '',
    obstacle: row.state === 'asked' ? obstacleToDecide(ctx, decisionRequestOf(ctx, row)) : '',
    isOwn: isOwn(ctx, row),
    schedule,
    reports: reports.map(reportRow),
  };
}

/** The material of one report. */
export async function reportDetail(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getReport>> {
  const row = await findReport(ctx.db, ctx.scope, ctx.session.orgId, id);
  if (!row) throw notFound('这份资料不存在或不在管理范围内');
  const { partId, title, orgName } = row;
  return { ...reportRow(row), files: await uploadedFiles(ctx.db, row.files), partId, title, orgName };
}

/** Announces who reads the files: those of an item whoever set it or is responsible, those of a report whoever sees the part. */
export function announceFiles(): void {
  canReadFile(ITEM_FILES, async (ctx, { rowId }) => {
    if (rowId === null || !ctx.may('keyWork:read')) return false;
    return seesItem(ctx, rowId);
  });
  canReadFile(REPORT_FILES, async (ctx, { rowId }) => {
    if (rowId === null || !ctx.may('keyWork:read')) return false;
    return (await findReport(ctx.db, ctx.scope, ctx.session.orgId, rowId)) !== undefined;
  });
}
