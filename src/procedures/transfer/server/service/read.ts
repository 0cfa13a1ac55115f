import { urgedRecently } from '#house/urging.ts';
import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { GENDERS, PERSON_CATEGORIES } from '#people/member/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { inScope, narrowScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import type * as under from '#procedures/transfer/contract.places.ts';
import type * as settings from '#procedures/transfer/contract.setting.ts';
import type * as contract from '#procedures/transfer/contract.ts';
import type { TransferDetail, TransferRow } from '#procedures/transfer/contract.ts';
import { KINDS, RUNNING, statusName } from '#procedures/transfer/rules.ts';
import { arrivalOf, scansOf } from '../queries/arrival.ts';
import { nameOf } from '../queries/balance.ts';
import { lateCounts } from '../queries/late.ts';
import * as offices from '../queries/places.ts';
import * as queries from '../queries/transfer.ts';
import { saveHopUrged } from '../queries/write.ts';
import { REMINDER } from '../todos.ts';
import { withdrawObstacle } from './act.ts';
import { receiptObstacle, SCANS } from './arrival.ts';
import { numberOf } from './complete.ts';
import { isWorker, MISSING, obstacleToAct } from './lock.ts';
import { obstacleToUndo } from './undo.ts';

/** A transfer as lists show it. */
export function rowOf(one: queries.TransferRecord): TransferRow {
  return {
    id: one.id,
    memberId: one.memberId,
    name: one.name,
    genderName: GENDERS[one.gender as keyof typeof GENDERS] ?? '',
    categoryName: PERSON_CATEGORIES[one.category as keyof typeof PERSON_CATEGORIES] ?? '',
    kind: one.kind,
    kindName: one.onTheSpot ? '调整支部' : one.undoesId ? `${KINDS[one.kind]}（转回）` : KINDS[one.kind],
    status: one.status,
    statusName: statusName(one.status),
    fromName: one.fromName,
    toName: one.toName,
    waitsFor: one.waitsFor,
    letterNo: numberOf(one) || one.paperNo,
    dueOn: one.dueOn,
    daysLeft: one.daysLeft,
    submittedOn: one.submittedOn,
    completedOn: one.completedOn,
    onTheSpot: one.onTheSpot,
    version: one.version,
  };
}

/** The part of the tree that is asked for, by id or code; it lies in the scope. */
function belowOf(
  ctx: Ctx,
  input: { orgId?: string | undefined; orgCode?: string | undefined },
): queries.TransferFilter['below'] {
  if (input.orgId !== undefined) {
    const org = ctx.chosenOrg;
    if (!org || !narrowScope(ctx.scope, org.code)) throw notFound('所选党组织不存在');
    return queries.areaAt(org.code);
  }
  if (input.orgCode === undefined || !isWorker(ctx)) return null;
  if (!inScope(ctx.scope, input.orgCode)) throw notFound('所选党组织不存在');
  return queries.areaAt(input.orgCode);
}

/** The organisations below one with their numbers. */
export async function places(ctx: Ctx, input: ParsedOf<typeof under.listPlaces>) {
  const org = input.orgId === undefined ? { id: ctx.session.orgId, code: ctx.session.orgCode } : ctx.chosenOrg;
  if (!org || !narrowScope(ctx.scope, org.code)) throw notFound('没有这个党组织，或不在管理范围内');
  const offset = (input.pageNum - 1) * input.pageSize;
  const [page, whole] = await Promise.all([
    queries.pageOfPlaces(ctx.db, ctx.scope, ctx.session, org.code, input.pageSize, offset),
    queries.countAt(ctx.db, ctx.scope, ctx.session, org.code),
  ]);
  if (!whole) throw notFound('没有这个党组织，或不在管理范围内');
  return { ...page, orgName: await nameOf(ctx.db, org.id), whole };
}

/** What an organisation is called, and its numbers. */
export async function placeCounts(ctx: Ctx, { orgCode }: ParsedOf<typeof under.placeCounts>) {
  const org = inScope(ctx.scope, orgCode) ? await offices.findOrgByCode(ctx.db, orgCode) : undefined;
  const counts = org && (await queries.countAt(ctx.db, ctx.scope, ctx.session, orgCode));
  if (!org || !counts) throw notFound('没有这个党组织，或不在管理范围内');
  return { ...counts, orgId: org.id, orgName: org.name };
}

export async function transfers(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listTransfers>,
): Promise<ReplyOf<typeof contract.listTransfers>> {
  const filter = {
    view: input.view,
    below: belowOf(ctx, input),
    name: input.name || null,
    kind: input.kind ?? null,
    status: input.status ?? null,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const { rows, total } = await queries.pageOfTransfers(ctx.db, ctx.scope, ctx.session, filter, input.pageSize, offset);
  return { rows: rows.map(rowOf), total };
}

export const desk = async (
  ctx: Ctx,
  input: ParsedOf<typeof contract.deskCounts>,
): Promise<ReplyOf<typeof contract.deskCounts>> => {
  const { todo, ...others } = await queries.countViews(ctx.db, ctx.scope, ctx.session, belowOf(ctx, input));
  return { all: todo, ...others };
};

/** What the home shows of the desk. */
export async function getHome(ctx: Ctx) {
  const [counts, overdue] = await Promise.all([
    queries.countViews(ctx.db, ctx.scope, ctx.session, null),
    lateCounts(ctx),
  ]);
  const { todo, open, soon, out } = counts;
  return { todo, open, soon, out, in: counts.in, overdue: overdue.relationOverdue ?? 0 };
}

const DAY = 86_400_000;
const daysSince = (since: Date | null) => (since === null ? null : Math.floor((Date.now() - since.getTime()) / DAY));

function hopRow(transfer: queries.TransferRecord, own: boolean) {
  return (hop: queries.HopRecord): TransferDetail['hops'][number] => {
    const waits = hop.state === 'waiting';
    return {
      seq: hop.seq,
      orgName: hop.orgName,
      role: hop.role,
      decides: hop.decides,
      state: hop.state,
      contact: own ? '' : hop.contact,
      phone: hop.phone,
      since: waits ? (hop.since?.toISOString() ?? null) : null,
      days: waits ? daysSince(hop.since) : null,
      operator: own ? '' : hop.operator,
      doneAt: hop.doneAt?.toISOString() ?? null,
      opinion: hop.opinion,
      urgedAt: hop.urgedAt?.toISOString() ?? null,
      canUrge: waits && hop.orgId !== null && RUNNING.includes(transfer.status),
    };
  };
}

const ACTS: Readonly<Record<string, string>> = {
  start: '登记',
  submit: '提交',
  agree: '同意',
  issue: '同意并开具介绍信',
  reissue: '补开介绍信',
  return: '退回',
  mend: '修改',
  accept: '受理编入支部',
  withdraw: '撤销',
  receipt: '回执',
  expire: '介绍信过期',
  undo: '转回',
  undone: '已撤销转回',
  adjust: '调整支部',
  register: '登记转入',
  urge: '催办',
};

/** What agreeing does at the hop where it waits. */
function nextAct(transfer: queries.TransferRecord, hops: readonly queries.HopRecord[]): string {
  const at = hops[transfer.atSeq - 1];
  const next = hops[transfer.atSeq];
  if (!at) return '';
  if (!next) return '编入本支部，转接即完成；回执自动送达转出党委';
  if (transfer.status === 1 && !at.decides) return `报${next.orgName}审批`;
  const letter = transfer.category <= 2 ? '开具介绍信' : '同意';
  if (transfer.status === 1 && next.role === 'receive' && !next.decides)
    return `${letter}，编入${next.orgName}，一次办结`;
  if (transfer.status === 1) return `${letter}，转${next.orgName}`;
  return `转${next.orgName}${next.decides ? '审批' : '编入支部'}`;
}

export async function transfer(ctx: Ctx, input: ParsedOf<typeof contract.getTransfer>): Promise<TransferDetail> {
  const found = await queries.findTransfer(ctx.db, ctx.scope, input.id);
  if (!found) throw notFound(MISSING);
  const own = !isWorker(ctx);
  const [hops, events, names, nextId, arrival, scans] = await Promise.all([
    queries.hopsOf(ctx.db, found.id, ctx.session.accountId),
    queries.eventsOf(ctx.db, found.id),
    dictionaryNames(ctx.services),
    queries.nextOf(ctx.db, ctx.scope, ctx.session, input.view, found.id),
    arrivalOf(ctx.db, found.id),
    own ? [] : scansOf(ctx.db, found.id, SCANS),
  ]);
  const isDraft = found.status === 0 || found.status === 8;
  const writes = ctx.may('relation:write') && (found.byPerson || !own) && withdrawObstacle(ctx, found, hops) === '';
  return {
    ...rowOf(found),
    idCardNo: found.idCardMask ?? '',
    phonenumber: found.phoneMask ?? '',
    birthDate: found.birthDate,
    nationName: names.name('0005', found.nation),
    admissionDate: found.admissionDate,
    conversionDate: found.conversionDate,
    workUnit: found.workUnit,
    outsideName: found.outsideName,
    outsideBranch: found.outsideBranch,
    toOrgId: found.toOrgId,
    reason: found.reason,
    appliedName: found.appliedName,
    byPerson: found.byPerson,
    returnedFor: found.returnedFor,
    isOwn: own,
    hasLetter: numberOf(found) !== '',
    arrival: arrival ?? null,
    scans,
    findings: found.checks,
    hops: hops.map(hopRow(found, own)),
    events: events.map((event) => ({
      id: event.id,
      at: event.at.toISOString(),
      act: ACTS[event.act] ?? event.act,
      before: event.before === null ? '' : statusName(event.before),
      after: statusName(event.after),
      orgName: event.orgName,
      operator: own ? '' : event.operator,
      note: event.note,
    })),
    nextId,
    today: found.today,
    can: {
      edit: writes && isDraft && found.memberId !== null && found.fromOrgId !== null,
      submit: writes && isDraft,
      decide: obstacleToAct(ctx, found, hops) === '',
      withdraw: writes && found.status === 1,
      cancel: writes && found.status !== 1,
      undo: obstacleToUndo(ctx, found, hops) === '',
      sendReceipt: receiptObstacle(ctx, found, hops) === '',
    },
    next: nextAct(found, hops),
  };
}

/** 催办 of the hop where a transfer waits: the workers there, and at the nearest desk above where there are none. */
export async function urge(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.urgeTransfer>,
): Promise<ReplyOf<typeof contract.urgeTransfer>> {
  const found = await queries.findTransfer(ctx.db, ctx.scope, id, true);
  if (!found) throw notFound(MISSING);
  const hops = await queries.hopsOf(ctx.db, id, ctx.session.accountId);
  const at = hops[found.atSeq - 1];
  if (at?.state !== 'waiting' || at.orgCode === null) throw refuse('这件转接现在没有等待办理的党组织');
  if (!(await saveHopUrged(ctx.db, id, at.seq))) throw refuse(urgedRecently(at.urgedAt ?? new Date()));
  const desk = await offices.deskOf(ctx.db, at.orgCode);
  const accountIds = desk
    ? (await offices.workersAt(ctx.db, desk.id)).filter((one) => one !== ctx.session.accountId)
    : [];
  if (!desk || accountIds.length === 0)
    throw refuse(`${at.orgName}没有党务工作者，请电话联系${at.phone || '上级党委'}`);
  const title = `催办：${found.name}的组织关系转接`;
  const remark = `${found.fromName} → ${found.toName}，在${at.orgName}等待办理，请尽快处理。`;
  const { orgId, accountName: createdBy } = ctx.session;
  await sendNotice(ctx.db, { type: REMINDER, title, remark, orgId, createdBy, accountIds });
  ctx.audit({ type: 'relationTransfer', id, name: found.name, reason: `催办${at.orgName}` });
  return { sent: accountIds.length, orgName: desk.name };
}

/** How the own committee issues letters. */
export async function setting(ctx: Ctx): Promise<ReplyOf<typeof settings.relationSetting>> {
  const { name, code: _code, ...found } = await offices.settingOf(ctx.db, ctx.session.orgId);
  return { ...found, orgName: name, can: { edit: await isCommittee(ctx) } };
}

const isCommittee = async (ctx: Ctx) => (await offices.lineOf(ctx.db, ctx.session.orgId)).at(-1)?.canApprove ?? false;

export async function saveSetting(
  ctx: Ctx,
  input: ParsedOf<typeof settings.saveRelationSetting>,
): Promise<ReplyOf<typeof settings.saveRelationSetting>> {
  if (!(await isCommittee(ctx))) throw refuse('由具有审批预备党员权限的党委设置');
  if (input.daysFar < input.daysNear) throw badInput({ daysFar: '省外有效期不能短于省内有效期' });
  const { orgId, orgName: name, accountName } = ctx.session;
  const version = await offices.saveSetting(ctx.db, orgId, input, accountName);
  if (version === undefined) throw conflict('设置已被他人修改，请核对后重新保存');
  ctx.audit({
    type: 'relationSetting',
    id: orgId,
    name,
    changes: { prefix: ['', input.prefix], daysNear: ['', input.daysNear], daysFar: ['', input.daysFar] },
  });
  return { version };
}
