import { PERSON_CATEGORIES } from '#people/member/contract.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { forbidden, notFound } from '#platform/server/errors.ts';
import type * as contract from '#procedures/recruitment/contract.correction.ts';
import { ASKED_FIELDS, type AskedField, type CorrectionRow } from '#procedures/recruitment/contract.correction.ts';
import { stepName } from '#procedures/recruitment/rules/steps.ts';
import * as queries from '../queries/correction.ts';
import { wireFiles } from './fileWire.ts';
import { isWorker } from './steps.ts';

/** What a request is of: 第1步“递交入党申请书”日期, 人员类别, 终止培养. */
export const fieldName = (field: AskedField, stepNo: number | null): string =>
  stepNo === null ? ASKED_FIELDS[field] : `${stepName(stepNo)}${field === 'decidedOn' ? '审批日期' : '日期'}`;

/** A value as it is read: 预备党员, 2026-01-31, 未填写; of an ending 培养中 and its day. */
export function valueInWords(field: AskedField, value: string): string {
  if (field === 'ending') return value === '' ? '培养中' : `${value} 终止培养`;
  if (value === '') return '未填写';
  return field === 'personCategory'
    ? (PERSON_CATEGORIES[Number(value) as keyof typeof PERSON_CATEGORIES] ?? value)
    : value;
}

/** Whether the session decides: it works for the approving organisation, did not ask itself, and is not the person. */
export const mayDecide = (ctx: Ctx, row: queries.CorrectionRecord): boolean =>
  row.state === 'pending' &&
  row.process === null &&
  isWorker(ctx) &&
  ctx.may('recruit:approve') &&
  row.approverOrgId === ctx.session.orgId &&
  row.askedBy !== ctx.session.accountId &&
  row.memberId !== ctx.session.memberId;

/** What may be done about a request here and now. */
export const canOf = (ctx: Ctx, row: queries.CorrectionRecord) => ({
  decide: mayDecide(ctx, row),
  withdraw: row.state === 'pending' && row.askedBy === ctx.session.accountId,
});

/** Corrections of the scope, the new ones first. */
export async function corrections(ctx: Ctx, input: ParsedOf<typeof contract.listCorrections>) {
  if (input.memberId && !(await queries.standsInScope(ctx.db, ctx.scope, input.memberId)))
    throw notFound('没有这名人员');
  if (!isWorker(ctx)) throw forbidden();
  const filter = { memberId: input.memberId ?? null, name: input.name || null, state: input.state ?? null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const { rows, total } = await queries.pageOfCorrections(ctx.db, ctx.scope, filter, input.pageSize, offset);
  const wire = await wireFiles(
    ctx.db,
    rows.flatMap(({ files }) => files),
  );
  return {
    rows: rows.map(
      (row): CorrectionRow => ({
        id: row.id,
        memberId: row.memberId,
        name: row.name,
        orgName: row.orgName,
        fileId: row.fileId,
        stepNo: row.stepNo,
        field: row.field,
        fieldName: fieldName(row.field, row.stepNo),
        before: valueInWords(row.field, row.before),
        after: valueInWords(row.field, row.after),
        reason: row.reason,
        state: row.state,
        askedBy: row.askedByName,
        askedAt: row.askedAt.toISOString(),
        approver: row.approverName,
        decidedBy: row.decidedBy,
        opinion: row.opinion,
        files: row.files.flatMap(wire),
        can: canOf(ctx, row),
      }),
    ),
    total,
  };
}
