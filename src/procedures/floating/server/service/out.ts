import { deciderOf } from '#kernel/permission/server/index.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { runRefusable } from '#platform/server/database/db.ts';
import { type Scope, wholeScope } from '#platform/server/database/scope.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { askDecider, closeTodos } from '#platform/server/inbox/todos.ts';
import type * as acts from '#procedures/floating/contract.acts.ts';
import {
  isFloatingIn,
  MOST_CONTACTS,
  OUT,
  OUT_STATES,
  RANGES,
  REASONS,
  reasonTooShort,
  regionOf,
  TOO_SHORT,
} from '#procedures/floating/rules.ts';
import { closeInflow, endOutflow, openReceiveTodo, startOutflow } from '../matter.ts';
import * as queries from '../queries/matter.ts';
import { MODULE, movePath, outSubject } from '../todos.ts';
import { giveCertificate } from './contact.ts';
import { actorOf, auditOutflow, lockRow, logPerson } from './lock.ts';
import { obstacleToConfirm } from './read.ts';

/** Dictionary 0178: 系统. */
export const NOTICE = '5';
const GONE = '没有这名党员，或不在管理范围内';

type Leaving = Pick<
  ParsedOf<typeof acts.applyOutflow>,
  'range' | 'region' | 'place' | 'reason' | 'trade' | 'startedOn' | 'plannedTo' | 'toOrgName'
> & { toOrgId?: string | null };

/** An absence as its columns; refuses, at their fields, what cannot be. */
async function leavingOf(ctx: Ctx, input: Leaving, homeId: string, today: string) {
  const region = regionOf(input.region);
  if (input.range !== 3 && !region) throw badInput({ region: '请从省、市名称开始填写，如 广东省深圳市' });
  if (input.plannedTo !== null && input.plannedTo <= input.startedOn) {
    throw badInput({ plannedTo: '预计返回日期要晚于外出日期' });
  }
  if (input.startedOn > today) throw badInput({ startedOn: '外出日期不能晚于今天，外出后再登记' });
  const short = reasonTooShort(input.startedOn, input.plannedTo, today);
  if (short) throw badInput({ plannedTo: short });
  const toOrgId = input.toOrgId ?? null;
  const to = toOrgId === null ? undefined : await queries.findOrg(ctx.db, toOrgId);
  if (toOrgId !== null && !to) throw badInput({ toOrgId: '没有这个党组织' });
  if (toOrgId === homeId) throw badInput({ toOrgId: '流入地不能是本支部' });
  return {
    range: input.range,
    region: input.region,
    regionCode: input.range === 3 ? null : (region?.code ?? null),
    place: input.place,
    reason: input.reason,
    trade: input.trade,
    startedOn: input.startedOn,
    plannedTo: input.plannedTo,
    toOrgId,
    toOrgName: to ? to.name : input.toOrgName,
  };
}

/** A registered party member of a scope, held; refuses who cannot be floating. */
export async function lockPossibleFloater(ctx: Ctx, scope: Scope, memberId: string) {
  const person = await queries.findFloater(ctx.db, scope, memberId);
  if (!person) throw notFound(GONE);
  if (person.category > 2) throw refuse(`${person.name}还不是党员，不登记流动`);
  if (person.status !== 1) throw refuse(`${person.name}不在册，不登记流动`);
  return person;
}

/** The person named as contact; out of scope reads as not found, before anything else is judged. */
async function reachable(ctx: Ctx, contactId: string | null) {
  const person = contactId === null ? null : await queries.findFloater(ctx.db, ctx.scope, contactId);
  if (person === undefined) throw notFound(GONE);
  return person;
}

/** A contact person of the own branch or above, who has room; null where none is named. */
async function contactFor(
  ctx: Ctx,
  contactId: string | null,
  outflow: { id: string; memberId: string; orgCode: string },
) {
  if (contactId === null) return null;
  if (contactId === outflow.memberId) throw badInput({ contactId: '联系人不能是本人' });
  const person = await reachable(ctx, contactId);
  if (!person || person.category > 2 || person.status !== 1)
    throw badInput({ contactId: '联系人须是管理范围内的在册党员' });
  const most = (await queries.mostContacts(ctx.db, outflow.orgCode)) ?? MOST_CONTACTS;
  const has = await queries.contactsOf(ctx.db, contactId, outflow.id);
  if (has >= most) throw badInput({ contactId: `${person.name}已联系${has}人，每人最多联系${most}人` });
  return person.id;
}

type Person = Awaited<ReturnType<typeof lockPossibleFloater>>;
type Left = Awaited<ReturnType<typeof leavingOf>>;

async function insert(ctx: Ctx, person: Person, left: Left, source: 1 | 2, contactId: string | null): Promise<string> {
  const id = await writeUnique(
    () =>
      queries.insertOutflow(ctx.db, {
        memberId: person.id,
        orgId: person.orgId,
        orgCode: person.orgCode,
        ...left,
        contactId,
        source,
        askedBy: ctx.session.accountId,
        askedName: ctx.session.accountName,
      }),
    () => badInput({ memberId: `${person.name}已有正在进行的流出登记` }),
  );
  auditOutflow(
    ctx,
    { ...person, id },
    {
      region: [null, left.region],
      reason: [null, REASONS[left.reason as keyof typeof REASONS]],
      startedOn: [null, left.startedOn],
    },
  );
  return id;
}

/** Asks whoever may confirm: the branch, or where only the person works there the organisation above. */
async function openBranchTodo(ctx: Ctx, row: queries.Outflow) {
  const decider = await deciderOf(ctx.db, row.orgId, ctx.session.accountId, 'floating:audit', true);
  await askDecider(ctx, decider, {
    module: MODULE,
    title: `确认${row.name}的流出`,
    detail: `${RANGES[row.range as keyof typeof RANGES]}，${row.startedOn}起`,
    act: '确认',
    jumpUrl: movePath('out', row.id),
    subject: outSubject(row.id),
  });
}

/** The branch registers that somebody is away: it stands at once, but for whoever registers the own absence. */
export async function apply(ctx: Ctx, input: ParsedOf<typeof acts.applyOutflow>) {
  const person = await lockPossibleFloater(ctx, ctx.scope, input.memberId);
  await reachable(ctx, input.contactId);
  const left = await leavingOf(ctx, input, person.orgId, person.today);
  const contactId = await contactFor(ctx, input.contactId, { id: '0', memberId: person.id, orgCode: person.orgCode });
  const id = await insert(ctx, person, left, 2, contactId);
  const row = await lockRow(ctx, id);
  if (person.id === ctx.session.memberId) {
    await openBranchTodo(ctx, row);
    return { id, status: OUT.waiting };
  }
  const { changes } = await startOutflow(ctx.db, row, actorOf(ctx));
  logPerson(ctx, row, changes);
  if (input.certificate) await giveCertificate(ctx, { outflowId: id, number: input.certificate });
  return { id, status: OUT.out };
}

/** The same absence for many, each by itself: whoever cannot be registered is named with the reason. */
export async function batch(ctx: Ctx, input: ParsedOf<typeof acts.applyBatch>) {
  const rows: { memberId: string; name: string; id: string | null; note: string }[] = [];
  for (const memberId of input.ids.toSorted()) {
    const floater = await queries.findFloater(ctx.db, ctx.scope, memberId);
    if (!floater) throw notFound(GONE);
    let id: string | null = null;
    const note = await runRefusable(ctx.db, async () => {
      id = (await apply(ctx, { ...input, memberId, contactId: null, certificate: '' })).id;
    });
    rows.push({ memberId, name: floater.name, id: note ? null : id, note });
  }
  return { done: rows.filter(({ note }) => note === '').length, rows };
}

/** The person asks; the branch confirms. */
export async function applyOwn(ctx: Ctx, input: ParsedOf<typeof acts.applyOwn>) {
  const memberId = ctx.session.memberId;
  if (memberId === null) throw refuse('当前账号没有对应的党员');
  const person = await lockPossibleFloater(ctx, wholeScope, memberId);
  const left = await leavingOf(ctx, input, person.orgId, person.today);
  const id = await insert(ctx, person, left, 1, null);
  const row = await queries.findOutflow(ctx.db, wholeScope, id, true);
  if (row) await openBranchTodo(ctx, row);
  return { id, status: OUT.waiting };
}

/** What the person has asked for and where it stands. */
export async function own(ctx: Ctx) {
  const memberId = ctx.session.memberId;
  const person = memberId === null ? undefined : await queries.findFloater(ctx.db, wholeScope, memberId);
  if (!person)
    return { name: ctx.session.accountName, orgName: '', today: '', whyNot: '当前账号没有对应的党员', rows: [] };
  const rows = await queries.outflowsOf(ctx.db, person.id);
  const open = rows.find(({ status, droppedOn }) => droppedOn === null && status <= OUT.received);
  const whyNot =
    person.category > 2 || person.status !== 1
      ? '在册的正式党员和预备党员才登记流动'
      : open
        ? `已有流动登记：${OUT_STATES[open.status]}`
        : '';
  return {
    name: person.name,
    orgName: person.orgName,
    today: person.today,
    whyNot,
    rows: rows.map((row) => ({
      id: row.id,
      status: row.status,
      statusName: row.droppedOn === null ? OUT_STATES[row.status] : '未同意或已撤回',
      region: row.region,
      reasonName: REASONS[row.reason as keyof typeof REASONS] ?? '',
      startedOn: row.startedOn,
      plannedTo: row.plannedTo,
      toOrgName: row.toOrgName,
      endedOn: row.endedOn,
      note: row.droppedOn === null ? row.endNote : row.dropNote,
      version: row.version,
      can: { withdraw: row.status === OUT.waiting && row.droppedOn === null && row.source === 1 },
    })),
  };
}

/** Takes the own application back while nobody has confirmed it. */
export async function withdraw(ctx: Ctx, input: ParsedOf<typeof acts.withdrawOwn>) {
  const row = await queries.findOutflow(ctx.db, wholeScope, input.id, true);
  if (!row || row.memberId !== ctx.session.memberId) throw notFound('没有这条申请');
  if (row.version !== input.version) throw conflict('这条申请已有变化，请核对后再操作');
  if (row.status !== OUT.waiting || row.droppedOn !== null || row.source !== 1) throw refuse('已被处理，不能撤回');
  const columns = { dropped_on: row.today, drop_note: '本人撤回' };
  const version = await queries.setOutflow(ctx.db, row.id, columns, ctx.session.accountName);
  await closeTodos(ctx.db, [outSubject(row.id)]);
  auditOutflow(ctx, row, { status: ['待确认', '已撤回'] });
  return { version };
}

/** Confirms or does not agree; the person is told. */
export async function decide(ctx: Ctx, input: ParsedOf<typeof acts.decideOutflow>) {
  const row = await lockRow(ctx, input.id, input.version);
  if (row.status !== OUT.waiting || row.droppedOn !== null) throw refuse('已被处理，请刷新后再看');
  const why = obstacleToConfirm(ctx, row);
  if (why) throw refuse(why);
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '不同意请写明原因' });
  if (input.agree && reasonTooShort(row.startedOn, row.plannedTo, row.today)) throw refuse(TOO_SHORT);
  let version: number;
  if (input.agree) {
    const gone = await startOutflow(ctx.db, row, actorOf(ctx));
    version = gone.version;
    logPerson(ctx, row, gone.changes);
  } else {
    const columns = { dropped_on: row.today, drop_note: input.opinion };
    version = await queries.setOutflow(ctx.db, row.id, columns, ctx.session.accountName);
    await closeTodos(ctx.db, [outSubject(row.id)]);
  }
  auditOutflow(ctx, row, { status: ['待确认', input.agree ? '已流出' : '未同意'] }, input.opinion);
  const accountId = await queries.accountOf(ctx.db, row.memberId);
  if (accountId !== undefined) {
    await sendNotice(ctx.db, {
      type: NOTICE,
      title: input.agree ? '您的流出已确认' : '您的流出申请未同意',
      remark: input.opinion || `流入地：${row.region}。请主动到流入地党组织报到，每月与联系人联系。`,
      orgId: ctx.session.orgId,
      createdBy: ctx.session.accountName,
      accountIds: [accountId],
    });
  }
  return { version };
}

/** Fixes what was registered; another organisation of the inflow is asked anew, the former one's matter ends. */
export async function edit(ctx: Ctx, input: ParsedOf<typeof acts.editOutflow>) {
  await reachable(ctx, input.contactId);
  const row = await lockRow(ctx, input.id, input.version);
  const runs = isFloatingIn(row.status);
  if (!runs && (row.status !== OUT.waiting || row.droppedOn !== null)) throw refuse('流动已经结束，不能修改');
  if (runs && input.startedOn !== row.startedOn) throw badInput({ startedOn: '已确认的流出不能改外出日期' });
  const left = await leavingOf(ctx, input, row.orgId, row.today);
  const contactId = await contactFor(ctx, input.contactId, row);
  const columns = {
    range: left.range,
    region: left.region,
    region_code: left.regionCode,
    place: left.place,
    reason: left.reason,
    trade: left.trade,
    started_on: left.startedOn,
    planned_to: left.plannedTo,
    to_org_id: left.toOrgId,
    to_org_name: left.toOrgName,
    contact_id: contactId,
  };
  if (runs && left.toOrgId !== row.toOrgId) {
    for (const inflow of await queries.openInflowsOf(ctx.db, row.memberId)) {
      await closeInflow(ctx.db, inflow, { to: 3, on: row.today, note: '流入地已变更' }, actorOf(ctx));
    }
    await openReceiveTodo(ctx.db, { ...row, ...left }, actorOf(ctx));
  }
  const version = await queries.setOutflow(ctx.db, row.id, columns, ctx.session.accountName);
  const changes: Record<string, [unknown, unknown]> = {};
  for (const field of ['region', 'startedOn', 'plannedTo', 'toOrgName'] as const) {
    if (row[field] !== left[field]) changes[field] = [row[field], left[field]];
  }
  if (row.contactId !== contactId) changes.contactId = [row.contactId, contactId];
  auditOutflow(ctx, row, changes);
  return { version };
}

/** The person is back: both ends end. */
export async function back(ctx: Ctx, input: ParsedOf<typeof acts.endOut>) {
  const row = await lockRow(ctx, input.id, input.version);
  if (!isFloatingIn(row.status)) throw refuse('流动已经结束，请刷新后再看');
  if (input.endedOn > row.today) throw badInput({ endedOn: '返回日期不能晚于今天' });
  if (input.endedOn < row.startedOn) throw badInput({ endedOn: '返回日期不能早于外出日期' });
  const end = { to: 4, on: input.endedOn, note: input.note, by: actorOf(ctx) } as const;
  const { changes } = await endOutflow(ctx.db, row.memberId, end);
  logPerson(ctx, row, changes);
  auditOutflow(ctx, row, { status: [OUT_STATES[row.status], '已返回'] }, input.note);
  return { version: row.version + 1 };
}

const FOUND = 20;

/** Where somebody may go: any organisation of the platform. */
export const places = (ctx: Ctx, { name }: ParsedOf<typeof acts.findPlaces>) =>
  queries.placesNamed(ctx.db, name, FOUND);
