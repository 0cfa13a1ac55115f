import { Readable } from 'node:stream';
import { refuseNobodyToUrge } from '#house/server/urging.ts';
import { uploadedFiles } from '#kernel/files/server/accept.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { inScope, narrowScope, type Scope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { changeNotices } from '#platform/server/inbox/notices.ts';
import { answerPaper } from '#platform/server/papers/keep.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { cleanHtml } from '#platform/text/richText.ts';
import { beijingTime } from '#platform/time/days.ts';
import type * as contract from '#publishing/news/contract.notice.ts';
import type { Tally } from '#publishing/news/contract.notice.ts';
import { NOTICE_TYPES, type NoticeType, READING_SECONDS, RECEIPTS } from '#publishing/news/rules.notice.ts';
import { findPlace, pageOfArticles } from '../queries/article.ts';
import * as queries from '../queries/receipts.ts';
import { rowOf, TOPIC } from './common.ts';

const MISSING = '没有找到这份通知公告，或不是发给您的';
const WITHDRAWN = '该内容已撤下';
/** People of one receipt list on paper; more are on the sheet. */
const MOST_PRINTED = 3000;
const MOST_EXPORTED = 100_000;

const typeName = (type: string) => NOTICE_TYPES[Number(type) as NoticeType] ?? '';

const short = (of: queries.ReadRecord) => ({
  id: of.id,
  title: of.title,
  typeName: typeName(of.noticeType),
  orgName: of.orgName,
  publishedAt: of.publishedAt.toISOString(),
  readBy: of.readBy,
  asksConfirm: of.mustConfirm !== '',
  isOver: of.isOver,
  state: of.state,
});

/** What the session's account was sent. */
export async function mine(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listAnnouncements>,
): Promise<ReplyOf<typeof contract.listAnnouncements>> {
  const filter = { unread: input.unread, type: input.noticeType || null, words: input.keyWords || null };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfMine(ctx.db, ctx.session.accountId, filter, input.pageSize, offset);
  return { rows: found.rows.map(short), total: found.total, unread: found.unread };
}

/** The scope in which a session works for others; null: it has none. */
const workingScope = (ctx: Ctx): Scope | null =>
  ctx.may('archive:write') && ctx.scope.memberId === null ? ctx.scope : null;

async function see(ctx: Ctx, id: string): Promise<queries.ReadRecord> {
  const { accountId } = ctx.session;
  const row = await queries.findRead(ctx.db, ctx.session, workingScope(ctx), id);
  if (row) return row;
  throw (await queries.wasSent(ctx.db, accountId, id)) ? refuse(WITHDRAWN) : notFound(MISSING);
}

/** One announcement to be read. */
export async function read(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getAnnouncement>> {
  const row = await see(ctx, id);
  if (row.isMine && row.at === null) await queries.open(ctx.db, ctx.session.accountId, id);
  return {
    ...short(row),
    content: encodeURIComponent(cleanHtml(row.content)),
    files: await uploadedFiles(ctx.db, row.files),
    mustConfirm: row.mustConfirm,
    correction: row.number > 1 ? row.note : '',
    correctedAt: row.number > 1 ? row.correctedAt.toISOString() : null,
    receivedAt: row.at?.toISOString() ?? null,
    isMine: row.isMine,
  };
}

/** The receipt of the session's account: the one of its messages; with `confirm` the sentence, too. */
export async function receive(
  ctx: Ctx,
  { id, confirm }: ParsedOf<typeof contract.receiveAnnouncement>,
): Promise<ReplyOf<typeof contract.receiveAnnouncement>> {
  const { accountId } = ctx.session;
  const standing = () => queries.findStanding(ctx.db, accountId, id, READING_SECONDS);
  const row = await standing();
  if (!row) {
    await see(ctx, id);
    throw refuse('这份通知不是发给您的，不需要回执');
  }
  if (row.at === null && !row.hadTime) throw refuse(`请打开通知看完，至少${READING_SECONDS}秒`);
  if (row.noticeId !== null) await changeNotices(ctx.db, accountId, [row.noticeId], 'receive');
  if (confirm && row.mustConfirm !== '') await queries.confirm(ctx.db, accountId, id);
  if (row.isUrged) await queries.closeUrged(ctx.db, id, row.place);
  const now = (await standing()) ?? (await see(ctx, id));
  if (now.state !== row.state)
    ctx.audit({ type: TOPIC, id, name: row.title, orgCode: row.orgCode, changes: { receipt: [row.state, now.state] } });
  return { state: now.state };
}

const NOTHING = {
  edit: false,
  remove: false,
  submit: false,
  recall: false,
  audit: false,
  withdraw: false,
  restore: false,
  move: false,
  top: false,
  carousel: false,
};

/** What was sent from the scope, or into it from elsewhere. */
export async function sent(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listSent>,
): Promise<ReplyOf<typeof contract.listSent>> {
  const elsewhere = input.view === 'below';
  const filter = {
    view: '' as const,
    kinds: ['notice'] as const,
    columnId: null,
    state: input.state ?? null,
    words: input.keyWords || null,
    elsewhere,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await pageOfArticles(ctx.db, ctx.scope, ctx.session, filter, input.pageSize, offset);
  const tallies = await queries.talliesOf(
    ctx.db,
    ctx.scope,
    found.rows.map(({ id }) => id),
  );
  return {
    rows: found.rows.map((row) => {
      const one = rowOf(ctx, row);
      return {
        ...one,
        // What another organisation sent is its own.
        can: elsewhere ? NOTHING : one.can,
        typeName: typeName(row.noticeType),
        asksConfirm: row.mustConfirm !== '',
        readBy: row.readBy,
        tally: tallies.get(row.id) ?? queries.NOBODY,
      };
    }),
    total: found.total,
  };
}

interface Watched {
  row: queries.WatchedRecord;
  /** The part of the tree that is asked for. */
  scope: Scope;
  /** The organisation at its top. */
  top: { id: string; code: string; name: string };
}

/** An announcement with the part of the tree whose receipts are asked for: at most the own one. */
async function watch(ctx: Ctx, id: string, orgId: string | undefined, lock = false): Promise<Watched> {
  const row = await queries.findWatched(ctx.db, ctx.scope, id, lock);
  if (!row) throw notFound(MISSING);
  const own = inScope(ctx.scope, row.orgCode) ? row.orgId : ctx.session.orgId;
  const top = await findPlace(ctx.db, ctx.scope, orgId ?? own);
  const scope = top ? narrowScope(ctx.scope, top.code) : null;
  if (!top || !scope) throw notFound('组织不存在');
  return { row, scope, top };
}

const plus = (all: Tally, one: Tally): Tally => ({
  total: all.total + one.total,
  confirmed: all.confirmed + one.confirmed,
  read: all.read + one.read,
  told: all.told + one.told,
  unread: all.unread + one.unread,
  none: all.none + one.none,
});

/** Who is to know it and who has read it, by the organisations of the next level. */
export async function receipts(
  ctx: Ctx,
  input: ParsedOf<typeof contract.getReceipts>,
): Promise<ReplyOf<typeof contract.getReceipts>> {
  const { row, scope, top } = await watch(ctx, input.id, input.orgId);
  const first = (await watch(ctx, input.id, undefined)).top;
  const [orgs, path, urgeable] = await Promise.all([
    queries.tallies(ctx.db, scope, row.id, top.code),
    queries.pathTo(ctx.db, first.code, top.code),
    queries.countUrgeable(ctx.db, scope, row.id),
  ]);
  return {
    title: row.title,
    orgName: row.orgName,
    asksConfirm: row.mustConfirm !== '',
    readBy: row.readBy,
    isShown: row.isShown,
    isSending: row.isSending,
    path,
    tally: orgs.reduce((all, { tally }) => plus(all, tally), queries.NOBODY),
    orgs,
    urgeable,
  };
}

/** The people themselves. */
export async function people(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listReceipts>,
): Promise<ReplyOf<typeof contract.listReceipts>> {
  const { row, scope } = await watch(ctx, input.id, input.orgId);
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfReceipts(ctx.db, scope, row.id, input.state || null, input.pageSize, offset);
  return {
    rows: found.rows.map((one) => ({
      ...one,
      at: one.at?.toISOString() ?? null,
      urgedAt: one.urgedAt?.toISOString() ?? null,
    })),
    total: found.total,
  };
}

/** 催读: nobody twice within two hours, whoever presses: the announcement is locked meanwhile. */
export async function urge(
  ctx: Ctx,
  input: ParsedOf<typeof contract.urgeReading>,
): Promise<ReplyOf<typeof contract.urgeReading>> {
  const { row, scope } = await watch(ctx, input.id, input.orgId, true);
  if (!row.isShown) throw refuse('没有发布的通知不能催读');
  const { orgId, accountName } = ctx.session;
  const done = await queries.urge(ctx.db, scope, row, { orgId, name: accountName });
  if (done.people === 0)
    throw refuseNobodyToUrge(await queries.lastUrged(ctx.db, scope, row.id), '没有可催的人：都已读完，或没有账号');
  ctx.audit({
    type: TOPIC,
    id: row.id,
    name: row.title,
    orgCode: row.orgCode,
    changes: { urged: [null, done.people] },
  });
  return done;
}

/** 当面告知 of people of the scope, with its day. */
export async function notify(
  ctx: Ctx,
  input: ParsedOf<typeof contract.tellInPerson>,
): Promise<ReplyOf<typeof contract.tellInPerson>> {
  const { row } = await watch(ctx, input.id, undefined, true);
  if (input.on !== null && input.on > (await todayOf(ctx.db))) throw badInput({ on: '告知日期不能晚于今天' });
  const toldCount = await queries.notify(ctx.db, ctx.scope, row.id, input.rowIds, input.on, ctx.session.accountName);
  if (toldCount.length < input.rowIds.length) throw refuse('有人不在管理范围内，请刷新后再登记');
  await queries.closeUrged(ctx.db, row.id);
  const names = toldCount.map(({ name }) => name).join('、');
  ctx.audit({
    type: TOPIC,
    id: row.id,
    name: row.title,
    orgCode: row.orgCode,
    changes: { told: input.on === null ? [names, null] : [null, `${names}（${input.on}）`] },
  });
  return { count: toldCount.length };
}

const timeOrBlank = (at: Date | null) => (at === null ? '' : beijingTime(at));

/** The lines of a receipt list. */
const lineOf = (one: queries.ReceiptRecord) => ({
  org: one.orgName,
  name: one.name,
  state: RECEIPTS[one.state],
  at: one.state === 'told' ? (one.toldOn ?? '') : timeOrBlank(one.at),
  by: one.state === 'told' ? one.toldBy : '',
});

function summary(of: Tally, asksConfirm: boolean): string {
  const parts = [`应知${of.total}人`];
  if (asksConfirm) parts.push(`已确认${of.confirmed}人`);
  parts.push(`已读${of.read}人`, `当面告知${of.told}人`, `未读${of.unread}人`, `无账号${of.none}人`);
  return parts.join('，');
}

/** 回执单 on paper. */
export async function print(
  ctx: Ctx,
  input: ParsedOf<typeof contract.printReceipts>,
): Promise<ReplyOf<typeof contract.printReceipts>> {
  const { row, scope, top } = await watch(ctx, input.id, input.orgId);
  const [all, found] = await Promise.all([
    queries.tallies(ctx.db, scope, row.id, top.code),
    queries.pageOfReceipts(ctx.db, scope, row.id, null, MOST_PRINTED, 0),
  ]);
  if (found.total > MOST_PRINTED) throw refuse(`超过${MOST_PRINTED}人，请选择一个下级组织打印，或导出表格`);
  const { line } = await markOfDownload(ctx, `打印通知公告回执单 ${row.title}`);
  ctx.audit({ type: TOPIC, id: row.id, name: row.title, orgCode: row.orgCode });
  const tally = all.reduce((sum, one) => plus(sum, one.tally), queries.NOBODY);
  return answerPaper(ctx, {
    name: `回执单 ${row.title}`,
    template: new URL('../../papers/receipts.typ', import.meta.url),
    data: {
      mark: line,
      title: row.title,
      orgName: row.orgName,
      place: top.name,
      readBy: row.readBy ?? '',
      day: await todayOf(ctx.db),
      summary: summary(tally, row.mustConfirm !== ''),
      rows: found.rows.map(lineOf),
    },
  });
}

/** The same as a workbook with its mark. */
export async function exported(ctx: Ctx, input: ParsedOf<typeof contract.exportReceipts>): Promise<FileReply> {
  const { row, scope } = await watch(ctx, input.id, input.orgId);
  const found = await queries.pageOfReceipts(ctx.db, scope, row.id, null, MOST_EXPORTED, 0);
  if (found.total > MOST_EXPORTED) throw refuse('人数太多，请选择一个下级组织导出');
  const title = `回执 ${row.title}`;
  const mark = await markOfDownload(ctx, title);
  ctx.audit({ type: TOPIC, id: row.id, name: title, orgCode: row.orgCode });
  const heads = [
    ['组织', 36],
    ['姓名', 14],
    ['回执', 12],
    ['时间', 20],
    ['告知人', 14],
  ] as const;
  return {
    name: `${title}${await todayOf(ctx.db)}.xlsx`,
    mime: XLSX_MIME,
    body: Readable.from(
      xlsx(
        '回执',
        heads.map(([head, width]) => ({ head, width })),
        found.rows.map(lineOf).map((one) => [one.org, one.name, one.state, one.at, one.by]),
        mark,
      ),
    ),
  };
}
