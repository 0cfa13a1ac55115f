import { Readable } from 'node:stream';
import {
  askAbove,
  type DecisionRequest,
  decideAbove,
  obstacleToDecide,
  registerUrgeable,
  takeBackAbove,
} from '#kernel/permission/server/above.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { chosenPlace, chosenScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { personalNumbers } from '#platform/text/textCheck.ts';
import { beijingTime } from '#platform/time/days.ts';
import type * as contract from '../contract.insert.ts';
import { SILENT_SECONDS, STATUSES, statusOf } from '../rules.device.ts';
import { hoursFault, instantOf, standingOf } from '../rules.insert.ts';
import * as queries from './queries/insert.ts';

const RIGHT = 'box:insert';
const MISSING = '没有这条插播，或不在管理范围内';
const pathOf = (id: string) => `/box/insertDetails?id=${id}`;
/** Subject of the to-do of whoever releases it. */
export const insertSubject = (id: string): string => `boxInsert:${id}`;

const standing = ({ state, fromAt, toAt, now }: queries.InsertRecord) =>
  standingOf({ state, fromAt: fromAt.getTime(), toAt: toAt.getTime() }, now.getTime());

const wire = (row: queries.InsertRecord): contract.InsertRow => ({
  ...row,
  fromAt: row.fromAt.toISOString(),
  toAt: row.toAt.toISOString(),
  writtenAt: row.writtenAt.toISOString(),
  standing: standing(row),
});

/** It is put before a second person: another worker of the organisation, else one above. */
const request = (row: queries.InsertRecord): DecisionRequest => ({
  todo: insertSubject(row.id),
  isOpen: row.state === 'asked',
  askedBy: row.writtenById,
  ownRefusal: '插播由一人写、另一人发布，不能发布本人写的',
  superior: true,
  deciderName: '',
  right: RIGHT,
  verb: '审核',
});

async function find(ctx: Ctx, id: string, lock = false): Promise<queries.InsertRecord> {
  const row = await queries.findInsert(ctx.db, ctx.scope, id, lock);
  if (!row) throw notFound(MISSING);
  return row;
}

const detailOf = ({ id, words, orgCode }: Pick<queries.InsertRecord, 'id' | 'words' | 'orgCode'>) => ({
  type: 'boxInsert',
  id,
  name: words,
  orgCode,
});

/** The 插播 of a scope. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listInserts>,
): Promise<ReplyOf<typeof contract.listInserts>> {
  const { rows, total } = await queries.pageOfInserts(ctx.db, chosenScope(ctx, input.orgId), {
    standing: input.standing ?? null,
    words: input.keyWords ?? '',
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  return { rows: rows.map(wire), total };
}

/** One 插播 with what the session may do about it. */
export async function get(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getInsert>,
): Promise<ReplyOf<typeof contract.getInsert>> {
  const row = await find(ctx, id);
  const stands = standing(row);
  const isOwn = row.writtenById === ctx.session.accountId;
  return {
    ...row,
    ...wire(row),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    can: {
      decide: stands === 'asked' && obstacleToDecide(ctx, request(row)) === '',
      urge: stands === 'asked' && isOwn,
      withdraw: ctx.may(RIGHT) && (stands === 'asked' ? isOwn : stands === 'on' || stands === 'later'),
    },
  };
}

/** How many screens would show it. */
export const reach = (
  ctx: Ctx,
  { orgId }: ParsedOf<typeof contract.insertReach>,
): Promise<ReplyOf<typeof contract.insertReach>> =>
  queries.countScreens(ctx.db, chosenScope(ctx, orgId), SILENT_SECONDS);

const screenOf = ({ bound, revoked, shownAt, seenAt, now, ...row }: queries.ScreenRecord): contract.ReachedScreen => ({
  ...row,
  status: statusOf({ bound, revoked, seenAt: seenAt?.getTime() ?? null }, now.getTime()),
  shownAt: shownAt?.toISOString() ?? null,
  seenAt: seenAt?.toISOString() ?? null,
});

/** Which screens have shown it and when. */
export async function screens(
  ctx: Ctx,
  { id, view, pageNum, pageSize }: ParsedOf<typeof contract.insertScreens>,
): Promise<ReplyOf<typeof contract.insertScreens>> {
  const row = await find(ctx, id);
  const of = { shown: view ? view === 'shown' : null, limit: pageSize, offset: (pageNum - 1) * pageSize };
  const found = await queries.screensOfInsert(ctx.db, row.id, of);
  return { rows: found.rows.map(screenOf), total: found.total };
}

/** Words for the screens of an organisation and of all below it, put before somebody else. */
export async function write(
  ctx: Ctx,
  { orgId: chosen, words, fromAt, toAt }: ParsedOf<typeof contract.writeInsert>,
): Promise<ReplyOf<typeof contract.writeInsert>> {
  const { orgId, scope } = chosenPlace(ctx, chosen);
  const [personal] = personalNumbers([{ label: '插播内容', text: words }]);
  if (personal) throw badInput({ words: personal });
  const now = Date.now();
  const fault = hoursFault(fromAt, toAt, now);
  if (Object.keys(fault).length > 0) throw badInput(fault);
  const { screens: reached } = await queries.countScreens(ctx.db, scope, SILENT_SECONDS);
  if (reached === 0) throw badInput({ orgId: '这个组织和它的下级还没有配对的屏幕' });
  const by = { id: ctx.session.accountId, name: ctx.session.accountName };
  const begins = new Date(fromAt === null ? now : instantOf(fromAt));
  const { row, decider } = await askAbove(ctx, {
    orgId,
    right: RIGHT,
    isFromHere: true,
    async write() {
      const id = await queries.addInsert(ctx.db, { orgId, words, from: begins, to: new Date(instantOf(toAt)), by });
      return find(ctx, id);
    },
    asked: ({ id, orgName }) => ({
      module: '智慧终端',
      title: `发布插播：${words}`,
      detail: `${orgName}${by.name}请您核对后发布，${reached}台屏幕播到${toAt}`,
      act: '发布',
      jumpUrl: pathOf(id),
      subject: insertSubject(id),
    }),
  });
  ctx.audit({ ...detailOf(row), changes: { screens: [null, reached], until: [null, toAt] } });
  return { id: row.id, deciderName: decider.name };
}

/** A second person lets it go to the screens, or returns it. Of several one wins. */
export async function decide(ctx: Ctx, { id, agree, opinion }: ParsedOf<typeof contract.decideInsert>): Promise<null> {
  const row = await find(ctx, id, true);
  await decideAbove(ctx, request(row), {
    check() {
      if (agree && standing(row) === 'missed') throw refuse('已过结束时间，不能再发布，请退回重写');
      if (!agree && opinion === '') throw badInput({ opinion: '请输入退回原因' });
    },
    carryOut: () =>
      queries.writeDecision(ctx.db, id, {
        state: agree ? 'released' : 'returned',
        by: { id: ctx.session.accountId, name: ctx.session.accountName },
        reason: opinion,
      }),
    told: () => ({
      title: `插播${agree ? '已发布' : '已退回'}：${row.words}`,
      remark: agree ? `${row.screens}台屏幕一分钟内播出，到${beijingTime(row.toAt)}自动结束。` : `退回原因：${opinion}`,
    }),
  });
  ctx.audit({ ...detailOf(row), reason: opinion, changes: { state: ['待发布', agree ? '已发布' : '已退回'] } });
  return null;
}

/** Whoever wrote it takes it back before it is released; afterwards whoever may insert takes it off the screens. */
export async function withdraw(ctx: Ctx, { id, reason }: ParsedOf<typeof contract.withdrawInsert>): Promise<null> {
  const row = await find(ctx, id, true);
  const stands = standing(row);
  const end = () => queries.writeEnd(ctx.db, id, ctx.session.accountName, reason);
  if (stands === 'asked') await takeBackAbove(ctx, request(row), end, '还没有发布，只能由写的人撤回');
  else if (stands === 'on' || stands === 'later') await end();
  else throw refuse('已经结束，不用撤回');
  ctx.audit({ ...detailOf(row), reason, changes: { state: [stands === 'asked' ? '待发布' : '已发布', '已撤回'] } });
  return null;
}

const MOST = 20_000;
const HEADS = [
  { head: '终端', width: 24 },
  { head: '摆放位置', width: 24 },
  { head: '所属组织', width: 36 },
  { head: '播出时间', width: 18 },
  { head: '终端状态', width: 12 },
  { head: '最近在线', width: 18 },
  { head: '联系人', width: 12 },
  { head: '联系电话', width: 16 },
] as const;

/** Which screens have shown it, as a workbook. */
export async function exportInsert(ctx: Ctx, { id }: ParsedOf<typeof contract.exportInsert>): Promise<FileReply> {
  const row = await find(ctx, id);
  const found = await queries.screensOfInsert(ctx.db, id, { shown: null, limit: MOST, offset: 0 });
  const name = `插播播出情况 ${beijingTime(row.fromAt).slice(0, 10)}`;
  const mark = await markOfDownload(ctx, name);
  ctx.audit(detailOf(row));
  const lines = found.rows
    .map(screenOf)
    .map((one) => [
      one.name,
      one.place,
      one.orgName,
      one.shownAt === null ? '未播出' : beijingTime(Date.parse(one.shownAt)),
      STATUSES[one.status],
      one.seenAt === null ? '' : beijingTime(Date.parse(one.seenAt)),
      one.contact,
      one.phone,
    ]);
  return { name: `${name}.xlsx`, mime: XLSX_MIME, body: Readable.from(xlsx('播出情况', [...HEADS], lines, mark)) };
}

/** Tells the registries of the house what of this belongs to them. */
export function announceInserts(): void {
  registerUrgeable('boxInsert', async (ctx, id) => {
    const row = await find(ctx, id, true);
    return { row: request(row), detail: detailOf(row) };
  });
}
