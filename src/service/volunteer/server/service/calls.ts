import { Readable } from 'node:stream';
import { siteSetup } from '#kernel/session/server/site.ts';
import { deliverSms } from '#kernel/session/server/sms/adapter.ts';
import { phonePlace } from '#people/member/server/rowMapper.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { logFault } from '#platform/server/log/log.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import * as contract from '#service/volunteer/contract.call.ts';
import * as queries from '../queries/call.ts';
import { OWN_CALLS_PATH } from '../todos.ts';
import { notifyPeople, scopeOf } from './common.ts';

const MISSING = '没有这次召集，或不在管理范围内';
/** Text messages of one round. */
const SMS_AT_ONCE = 50;

const wire = (row: queries.CallRecord): contract.CallRow => ({ ...row, stateName: contract.CALL_STATES[row.state] });

const logged = (
  ctx: Ctx,
  row: Pick<queries.CallRecord, 'id' | 'title' | 'orgCode'>,
  changes: Record<string, [unknown, unknown]>,
) => ctx.audit({ type: 'serviceCall', id: row.id, name: row.title, orgCode: row.orgCode, changes });

/** What begins every word of a drill, so that nobody takes it for the matter itself. */
const drill = (isDrill: boolean): string => (isDrill ? '【演练】' : '');

/** The calls of the scope. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listCalls>,
): Promise<ReplyOf<typeof contract.listCalls>> {
  const scope = scopeOf(ctx, input.orgId);
  const skipped = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfCalls(ctx.db, scope, input.keyWords ?? '', input.pageSize, skipped);
  return { rows: page.rows.map(wire), total: page.total };
}

async function find(ctx: Ctx, id: string): Promise<queries.CallRecord> {
  const row = await queries.findCall(ctx.db, ctx.scope, id);
  if (!row) throw notFound(MISSING);
  return row;
}

/** A call of the own organisation that runs, held. */
async function lockOwn(ctx: Ctx, id: string): Promise<queries.CallRecord> {
  const row = await queries.findCall(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(MISSING);
  if (row.orgId !== ctx.session.orgId) throw refuse('只有发起召集的组织可以这样做');
  if (row.state !== 1) throw refuse('召集已结束，请刷新后再看');
  return row;
}

/** One call with its live counts. */
export async function getCall(ctx: Ctx, { id }: ParsedOf<typeof contract.getCall>): Promise<contract.CallDetail> {
  const row = await find(ctx, id);
  const isOwn = row.orgId === ctx.session.orgId && ctx.may('volunteer:write');
  return { ...row, ...wire(row), can: { run: isOwn && row.state === 1 } };
}

const toPerson = ({ smsState, ...row }: queries.CallPersonRecord): contract.CallPerson => ({
  ...row,
  answerName: contract.CALL_ANSWERS[row.answer],
  smsName: contract.SMS_STATES[smsState],
});

/** Who was called. */
export async function people(
  ctx: Ctx,
  input: ParsedOf<typeof contract.callPeople>,
): Promise<ReplyOf<typeof contract.callPeople>> {
  await find(ctx, input.id);
  const filter = { view: input.view || null, name: input.keyWords ?? '' };
  const skipped = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfCalled(ctx.db, input.id, filter, input.pageSize, skipped);
  return { rows: page.rows.map(toPerson), total: page.total };
}

/** Calls the team, a group or a quarter: a notice at once, the text messages within half a minute. */
export async function raise(
  ctx: Ctx,
  input: ParsedOf<typeof contract.raiseCall>,
): Promise<ReplyOf<typeof contract.raiseCall>> {
  const { orgId: id, orgCode: code, accountName: by } = ctx.session;
  const found = await queries.peopleToCall(ctx.db, ctx.scope, { id, code }, input.to, input.toId);
  if (!found) throw badInput({ toId: `没有这个${contract.CALLED[input.to]}，或不是本组织的` });
  const { memberIds } = found;
  if (memberIds.length === 0) {
    throw refuse(input.to === 'team' ? '应急队还没有人：在报到党员的“岗位和应急队”里编入' : '这里没有可以召集的人');
  }
  if (memberIds.length > contract.MOST_CALLED)
    throw refuse(`一次最多召集${contract.MOST_CALLED}人，请分小区或分组召集`);
  const called = found.name ? `${contract.CALLED[input.to]}“${found.name}”` : contract.CALLED[input.to];
  const { title, content, place, isDrill } = input;
  const callId = await queries.addCall(ctx.db, { id, code }, { called, title, content, place, isDrill, by }, memberIds);
  await notifyPeople(ctx, memberIds, {
    title: `${drill(isDrill)}应急召集：${title}`,
    remark: `到${place}集合。${content ? `${content} ` : ''}请答复能到或不能到。`,
    jumpUrl: OWN_CALLS_PATH,
  });
  logged(
    ctx,
    { id: callId, title, orgCode: code },
    { called: [null, `${drill(isDrill)}${called}，${memberIds.length}人`] },
  );
  return { id: callId, called: memberIds.length };
}

/** Ends a call and tells everybody who was called. */
export async function end(ctx: Ctx, { id, note }: ParsedOf<typeof contract.endCall>): Promise<null> {
  const row = await lockOwn(ctx, id);
  await queries.endCall(ctx.db, id, note, ctx.session.accountName);
  await notifyPeople(ctx, await queries.calledMembers(ctx.db, id), {
    title: `${drill(row.isDrill)}召集已结束：${row.title}`,
    remark: note,
    jumpUrl: OWN_CALLS_PATH,
  });
  logged(ctx, row, { state: [contract.CALL_STATES[1], `${contract.CALL_STATES[2]}：${note}`] });
  return null;
}

/** Notes who has arrived; one who was not called refuses all. */
export async function arrived(ctx: Ctx, { id, personIds }: ParsedOf<typeof contract.markArrived>) {
  const row = await lockOwn(ctx, id);
  const unique = [...new Set(personIds)];
  if ((await queries.countPeopleIn(ctx.db, id, unique)) < unique.length) throw notFound('所选的人不在这次召集里');
  const names = await queries.markArrived(ctx.db, id, unique);
  if (names.length === 0) throw refuse('所选的人都已登记到场');
  logged(ctx, row, { arrived: [null, names.join('、')] });
  return { arrived: names.length };
}

const HEADS = [
  { head: '姓名', width: 12 },
  { head: '所在党组织', width: 34 },
  { head: '手机号', width: 16 },
  { head: '答复', width: 10 },
  { head: '答复时间', width: 18 },
  { head: '到场时间', width: 18 },
  { head: '短信', width: 12 },
] as const;

/** Everybody of a call with answer and arrival as a workbook; numbers masked as on the page. */
export async function exportCall(ctx: Ctx, { id }: ParsedOf<typeof contract.exportCall>): Promise<FileReply> {
  const row = await find(ctx, id);
  const page = await queries.pageOfCalled(ctx.db, id, { view: null, name: '' }, contract.MOST_CALLED, 0);
  const title = `${drill(row.isDrill)}应急召集 ${row.title}`;
  const mark = await markOfDownload(ctx, title);
  logged(ctx, row, {});
  const lines = page.rows
    .map(toPerson)
    .map((one) => [
      one.name,
      one.homeName,
      one.phone,
      one.answerName,
      one.answeredAt ?? '',
      one.arrivedAt ?? '',
      one.smsName,
    ]);
  return { name: `${title}.xlsx`, mime: XLSX_MIME, body: Readable.from(xlsx('召集', [...HEADS], lines, mark)) };
}

/** Sends the text messages of calls by the site's gateway, each once: one that the gateway does not take is noted and not sent again. */
export async function deliverCalls(services: Services): Promise<void> {
  for (let taken = SMS_AT_ONCE; taken === SMS_AT_ONCE; ) {
    const people = await transact(services.db, (tx) => queries.takeSms(tx, SMS_AT_ONCE));
    taken = people.length;
    if (taken === 0) return;
    const { settings, secrets } = await siteSetup(services, '*');
    for (const { id, memberId, phone, title, place, isDrill } of people) {
      if (phone === null) continue;
      const text = `${drill(isDrill)}应急召集：${title}，到${place}集合。请登录平台答复能到或不能到。`;
      await deliverSms(services.config, settings, secrets, {
        phone: services.vault.decrypt(phonePlace(memberId), phone),
        text,
      }).catch(async (error: unknown) => {
        if (settings.sms.kind !== 'off') logFault('call', error);
        await queries.smsFailed(services.db, id);
      });
    }
  }
}
