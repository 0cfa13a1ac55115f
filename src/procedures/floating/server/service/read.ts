import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { chosenScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import type * as contract from '#procedures/floating/contract.ts';
import {
  CERTIFICATES,
  contactDue,
  contactMonths,
  IN,
  IN_STATES,
  isFloatingIn,
  OUT,
  OUT_STATES,
  RANGES,
  REASONS,
  reasonTooShort,
  TOPICS,
  TRADES,
  WAYS,
} from '#procedures/floating/rules.ts';
import { certificatesOf, contactsOfOutflow } from '../queries/contact.ts';
import { countFloats, type ListFilter, type ListRecord, pageOfFloats } from '../queries/list.ts';
import * as queries from '../queries/matter.ts';

export const NO_OUTFLOW = '没有这条流出登记，或不在管理范围内';
export const NO_INFLOW = '没有这条流入登记，或不在管理范围内';
const SOURCES = { 1: '本人申请', 2: '党支部登记', 3: '流入地报到', 4: '满6个月未登记' } as const;

/** Why the session may not confirm an outflow that waits; empty where it may. */
export function obstacleToConfirm(ctx: Ctx, { memberId, askedBy, source }: queries.Outflow): string {
  if (memberId === ctx.session.memberId) return '不能确认本人的申请，请由上级组织确认';
  if (source === 2 && askedBy === ctx.session.accountId) return '登记人不能确认自己登记的流出';
  return '';
}

const nameOf = (labels: Readonly<Record<number, string>>, value: number | null) =>
  value === null ? '' : (labels[value] ?? '');

/** What the list is narrowed by. */
export const filterOf = (
  input: Partial<Omit<ParsedOf<typeof contract.listFloats>, 'view'>> & { view: contract.View },
): ListFilter => ({
  view: input.view,
  reason: input.reason ?? null,
  range: input.range ?? null,
  trade: input.trade ?? null,
  region: input.region ?? '',
  overdue: input.overdue === '1',
  name: input.keyWords ?? '',
});

/** What the codes of a row read as. */
export const withCodeNames = ({ side, status, reason, trade }: ListRecord) => ({
  statusName: nameOf(side === 'out' ? OUT_STATES : IN_STATES, status),
  reasonName: nameOf(REASONS, reason),
  tradeName: nameOf(TRADES, trade),
});

/** The list with the counts of its views. */
export async function floats(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listFloats>,
): Promise<ReplyOf<typeof contract.listFloats>> {
  const scope = chosenScope(ctx, input.orgId, '没有这个党组织，或不在管理范围内');
  const filter = filterOf(input);
  const [page, { overdue, ...counts }] = await Promise.all([
    pageOfFloats(ctx.db, scope, filter, input.pageSize, (input.pageNum - 1) * input.pageSize),
    countFloats(ctx.db, scope),
  ]);
  return { rows: page.rows.map((row) => toRow(ctx, row)), total: page.total, counts, overdue };
}

const toRow = (ctx: Ctx, found: ListRecord): contract.FloatRow => {
  const { reason: _reason, trade: _trade, askedBy: _askedBy, ...row } = found;
  return {
    ...row,
    id: `${row.side}-${row.rowId}`,
    ...withCodeNames(found),
    can: {
      confirm: row.status === OUT.waiting && row.endedOn === null && ctx.may('floating:audit'),
      contact: row.side === 'out' && isFloatingIn(row.status) && ctx.may('floating:write'),
    },
  };
};

/** An outflow with its other end, its log and its certificates. */
export async function outflow(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getOutflow>,
): Promise<ReplyOf<typeof contract.getOutflow>> {
  const row = await queries.findOutflow(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_OUTFLOW);
  const [inflows, contacts, certificates, person] = await Promise.all([
    queries.inflowsOf(ctx.db, id),
    contactsOfOutflow(ctx.db, id),
    certificatesOf(ctx.db, id),
    queries.personOf(ctx.db, row.memberId, row.contactId),
  ]);
  const runs = isFloatingIn(row.status);
  const waits = row.status === OUT.waiting && row.droppedOn === null;
  const dueOn = runs ? contactDue(row.lastContactOn ?? row.confirmedOn ?? row.registeredOn, contactMonths(row)) : null;
  const write = ctx.may('floating:write');
  return {
    ...row,
    phone: person.phone,
    contactName: person.contactName,
    statusName: row.droppedOn === null ? OUT_STATES[row.status] : '未同意',
    rangeName: nameOf(RANGES, row.range),
    reasonName: nameOf(REASONS, row.reason),
    tradeName: nameOf(TRADES, row.trade),
    sourceName: nameOf(SOURCES, row.source),
    dueOn,
    isOverdue: dueOn !== null && dueOn < row.today,
    tooShort: waits ? reasonTooShort(row.startedOn, row.plannedTo, row.today) : '',
    inflows: inflows.map((one) => ({
      id: one.id,
      status: one.status,
      statusName: IN_STATES[one.status],
      orgName: one.orgName,
      receivedOn: one.receivedOn,
      leftOn: one.leftOn,
      note: one.note,
    })),
    contacts: contacts.map(({ way, topic, ...one }) => ({
      ...one,
      wayName: nameOf(WAYS, way),
      topicName: nameOf(TOPICS, topic),
    })),
    certificates: certificates.map((one) => ({ ...one, stateName: CERTIFICATES[one.state] })),
    can: {
      confirm: waits && ctx.may('floating:audit') && obstacleToConfirm(ctx, row) === '',
      edit: write && (waits || runs),
      back: write && runs,
      contact: write && runs,
      certificate: write && runs,
      lost: write && runs && !row.isLost && dueOn !== null && dueOn < row.today,
      whyNot: waits && ctx.may('floating:audit') ? obstacleToConfirm(ctx, row) : '',
    },
  };
}

/** An inflow; who is not of this roll stands here alone. */
export async function inflow(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getInflow>,
): Promise<ReplyOf<typeof contract.getInflow>> {
  const row = await queries.findInflow(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_INFLOW);
  return {
    ...row,
    idCard: row.idCardMask ?? '',
    phone: row.phoneMask ?? '',
    registeredBy: row.createdBy,
    statusName: IN_STATES[row.status],
    reasonName: nameOf(REASONS, row.reason),
    tradeName: nameOf(TRADES, row.trade),
    outStatusName: nameOf(OUT_STATES, row.outStatus),
    can: {
      confirm: row.status === IN.waiting && ctx.may('floating:audit') && row.memberId !== ctx.session.memberId,
      leave: row.status === IN.received && ctx.may('floating:write'),
    },
  };
}
