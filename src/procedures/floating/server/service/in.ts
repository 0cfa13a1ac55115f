import { ROLE } from '#kernel/session/contract.ts';
import { idCardNumber } from '#people/member/contract.ts';
import { maskText } from '#people/member/rules.ts';
import { findByIdCard } from '#people/member/server/index.ts';
import { idCardIndex } from '#people/member/server/rowMapper.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { inScope, wholeScope } from '#platform/server/database/scope.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { openTodo } from '#platform/server/inbox/todos.ts';
import { openPassword } from '#platform/server/secrecy/sm2.ts';
import type * as acts from '#procedures/floating/contract.acts.ts';
import { IN, IN_STATES, regionOf } from '#procedures/floating/rules.ts';
import { closeInflow, receiveInflow } from '../matter.ts';
import * as queries from '../queries/matter.ts';
import { MODULE, movePath, outSubject } from '../todos.ts';
import { actorOf } from './lock.ts';
import { NO_INFLOW } from './read.ts';

/** The places that encrypted values of an inflow are bound to. */
export const inflowCardPlace = (id: string) => `mobile_inflow.id_card.${id}`;
export const inflowPhonePlace = (id: string) => `mobile_inflow.phone.${id}`;

const TAKEN = '该党员已有正在进行的流入登记';

/** The audit row of an act on an inflow. */
export const logInflow = (ctx: Ctx, row: { id: string; name: string; orgCode: string }, changes: object, reason = '') =>
  ctx.audit({
    type: 'mobileInflow',
    id: row.id,
    name: row.name,
    orgCode: row.orgCode,
    changes: changes as Record<string, [unknown, unknown]>,
    ...(reason ? { reason } : {}),
  });

/** A encrypted number of an id card: opened, its index, and the holder where this platform knows one. */
export async function numberOf(ctx: Ctx, idCardNo: string) {
  const number = idCardNumber.safeParse(await openPassword(ctx.services, idCardNo));
  if (!number.success || number.data === null) throw badInput({ idCardNo: '身份证号不正确或已过期，请重新填写' });
  const index = idCardIndex(ctx.vault, number.data);
  return { number: number.data, index, holder: await findByIdCard(ctx.db, index) };
}

/** Who has come, as a worker registers it; refuses another name than that of the number's holder. */
export async function findArriving(ctx: Ctx, input: { idCardNo: string; name: string }) {
  const found = await numberOf(ctx, input.idCardNo);
  if (found.holder && found.holder.name !== input.name) throw badInput({ name: '姓名与身份证号不一致，请核对' });
  return found;
}

/** The columns of the numbers of an inflow: encrypted, masked, and the index of the id card. */
export function encryptedOf(ctx: Ctx, id: string, number: string, index: Buffer, phone: string) {
  const digits = phone.replace(/\D/g, '');
  return {
    id_card_enc: ctx.vault.encrypt(inflowCardPlace(id), number),
    id_card_mask: maskText(number),
    id_card_index: index,
    phone_enc: ctx.vault.encrypt(inflowPhonePlace(id), digits),
    phone_mask: maskText(digits),
  };
}

/**
 * Somebody of another organisation is registered here and received at once. Whom this platform knows is joined with the home
 * branch: its running outflow becomes 3, or it gets a draft to confirm.
 */
export async function register(ctx: Ctx, input: ParsedOf<typeof acts.registerInflow>) {
  const org = await queries.findOrg(ctx.db, input.orgId);
  if (!org || !inScope(ctx.scope, org.code)) throw notFound('没有这个党组织，或不在管理范围内');
  const { number, index, holder } = await findArriving(ctx, input);
  const today = await todayOf(ctx.db);
  if (input.startedOn > today) throw badInput({ startedOn: '流入日期不能晚于今天' });
  if (input.plannedTo !== null && input.plannedTo <= input.startedOn) {
    throw badInput({ plannedTo: '预计离开日期要晚于流入日期' });
  }
  const known = holder && (await queries.findFloater(ctx.db, wholeScope, holder.id));
  if (known && known.orgId === org.id) throw badInput({ idCardNo: '该党员的组织关系就在这个党组织，不登记流入' });
  if (known && (known.category > 2 || known.status !== 1))
    throw badInput({ idCardNo: '该人员不是在册党员，不登记流入' });
  const outflow = known && (await queries.openOutflowOf(ctx.db, known.id));
  const id = await queries.nextInflowId(ctx.db);
  await writeUnique(
    () =>
      queries.insertInflow(
        ctx.db,
        {
          id,
          outflow_id: outflow?.id ?? null,
          member_id: known?.id ?? null,
          org_id: org.id,
          org_code: org.code,
          name: input.name,
          ...encryptedOf(ctx, id, number, index, input.phone),
          home_org: input.homeOrg,
          home_phone: input.homePhone,
          region: input.region,
          region_code: regionOf(input.region)?.code ?? null,
          reason: input.reason,
          trade: input.trade,
          started_on: input.startedOn,
          planned_to: input.plannedTo,
          certificate: input.certificate,
        },
        ctx.session.accountName,
      ),
    () => badInput({ idCardNo: TAKEN }),
  );
  const row = await queries.findInflow(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(NO_INFLOW);
  await receiveInflow(ctx.db, row, actorOf(ctx));
  if (known && !outflow) await draftHomeOutflow(ctx, known, { ...input, orgId: org.id, orgName: org.name });
  logInflow(ctx, row, { status: [null, IN_STATES[IN.received]], homeOrg: [null, input.homeOrg] });
  return { id, status: IN.received };
}

interface Arrived {
  orgId: string;
  orgName: string;
  region: string;
  reason: number;
  trade: number;
  startedOn: string;
  plannedTo: string | null;
}

/** The home branch is told with a draft of the outflow, which it confirms or does not agree to. */
export async function draftHomeOutflow(
  ctx: Ctx,
  person: { id: string; name: string; orgId: string; orgCode: string },
  arrived: Arrived,
): Promise<string> {
  const id = await queries.insertOutflow(ctx.db, {
    memberId: person.id,
    orgId: person.orgId,
    orgCode: person.orgCode,
    range: 1,
    region: arrived.orgName,
    regionCode: null,
    place: '',
    reason: arrived.reason,
    trade: arrived.trade,
    startedOn: arrived.startedOn,
    plannedTo: arrived.plannedTo,
    toOrgId: arrived.orgId,
    toOrgName: arrived.orgName,
    contactId: null,
    source: 3,
    askedBy: null,
    askedName: arrived.orgName,
  });
  await openTodo(ctx, {
    roleId: ROLE.worker,
    orgId: person.orgId,
    orgCode: person.orgCode,
    accountId: null,
    module: MODULE,
    title: `${person.name}已到流入地报到，请确认流出`,
    detail: `${arrived.orgName}，${arrived.startedOn}起`,
    act: '确认',
    jumpUrl: movePath('out', id),
    dueOn: null,
    subject: outSubject(id),
  });
  return id;
}

async function lockRow(ctx: Ctx, id: string, version: number): Promise<queries.Inflow> {
  const row = await queries.findInflow(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(NO_INFLOW);
  if (row.version !== version) throw conflict('这条登记已有变化，请核对后再操作');
  return row;
}

/** Receives who was announced, or sends the announcement back with the reason. */
export async function decide(ctx: Ctx, input: ParsedOf<typeof acts.decideInflow>) {
  const row = await lockRow(ctx, input.id, input.version);
  if (row.status !== IN.waiting) throw refuse('已被处理，请刷新后再看');
  if (row.memberId !== null && row.memberId === ctx.session.memberId) throw refuse('不能确认本人的流入');
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '退回请写明原因' });
  const version = input.agree
    ? await receiveInflow(ctx.db, row, actorOf(ctx))
    : await closeInflow(ctx.db, row, { to: IN.returned, on: row.today, note: input.opinion }, actorOf(ctx));
  logInflow(ctx, row, { status: ['待确认', IN_STATES[input.agree ? IN.received : IN.returned]] }, input.opinion);
  return { version };
}

/** Whoever came has gone. */
export async function leave(ctx: Ctx, input: ParsedOf<typeof acts.endInflow>) {
  const row = await lockRow(ctx, input.id, input.version);
  if (row.status !== IN.received) throw refuse('已被处理，请刷新后再看');
  if (input.leftOn > row.today) throw badInput({ leftOn: '离开日期不能晚于今天' });
  if (input.leftOn < row.startedOn) throw badInput({ leftOn: '离开日期不能早于流入日期' });
  const end = { to: IN.left, on: input.leftOn, note: input.note } as const;
  const version = await closeInflow(ctx.db, row, end, actorOf(ctx));
  logInflow(ctx, row, { status: [IN_STATES[IN.received], IN_STATES[IN.left]] }, input.note);
  return { version };
}
