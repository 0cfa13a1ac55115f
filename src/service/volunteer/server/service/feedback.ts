import { Readable } from 'node:stream';
import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { ROLE } from '#kernel/session/contract.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { PaperFile } from '#platform/papers/paper.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { todayOf, transact } from '#platform/server/database/db.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import type { Verified } from '#platform/server/module.ts';
import { answerPaper, pageAddress } from '#platform/server/papers/keep.ts';
import { qrSvg } from '#platform/server/papers/paper.ts';
import { verifyCode } from '#platform/server/papers/verify.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { shownVerifyCode, verifyPath } from '#platform/text/verifyCode.ts';
import { addDays } from '#platform/time/days.ts';
import { namesOf, POSTS } from '#service/dualReport/rules.ts';
import type * as contract from '#service/volunteer/contract.feedback.ts';
import { FEEDBACK_DAYS, meanStars, SIGNS, whyNotSigning } from '#service/volunteer/rules.feedback.ts';
import { periodName } from '#service/volunteer/rules.ts';
import * as queries from '../queries/feedback.ts';
import { claimQuarter, draftSlips, keepFeedbackTodos, signedAll } from '../queries/feedbackDraft.ts';
import { feedbackPath, feedbackSubject, MODULE, receiptSubject } from '../todos.ts';
import { scopeOf } from './common.ts';

const MISSING = '没有这张反馈单，或不在管理范围内';
/** Slips of one workbook, and people of one paper. */
const MOST_SLIPS = 5000;
const MOST_LINES = 500;
/** Slips of this kind are looked up by strangers. */
export const FEEDBACK = 'volunteer.feedback';

const hoursOf = (minutes: number): number => Math.round(minutes / 0.6) / 100;
const titleOf = (row: queries.FeedbackRecord): string => `${row.unitName}${periodName(row.period)}反馈单`;

const logged = (ctx: Ctx, row: queries.FeedbackRecord, changes: Record<string, [unknown, unknown]> = {}) =>
  ctx.audit({ type: 'serviceFeedback', id: row.id, name: titleOf(row), orgCode: row.orgCode, changes });

const wire = (ctx: Ctx, row: queries.FeedbackRecord): contract.FeedbackRow => {
  const may = ctx.may('volunteer:write');
  return {
    ...row,
    title: titleOf(row),
    period: periodName(row.period),
    stateName: SIGNS[row.state],
    hours: hoursOf(row.minutes),
    stars: meanStars(row.stars, row.needs),
    can: {
      sign: may && row.state === 0 && inScope(ctx.scope, row.orgCode),
      receive: may && row.state === 1 && inScope(ctx.scope, row.unitCode) && row.signedBy !== ctx.session.accountId,
    },
  };
};

const filterOf = (input: ParsedOf<typeof contract.exportFeedback>): queries.FeedbackFilter => ({
  view: input.view || null,
  side: input.side || null,
  late: input.late === '1',
  period: input.period ?? '',
  name: input.keyWords ?? '',
});

/** The slips of the scope at either end. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listFeedback>,
): Promise<ReplyOf<typeof contract.listFeedback>> {
  const scope = scopeOf(ctx, input.orgId);
  const skipped = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfFeedback(ctx.db, scope, filterOf(input), input.pageSize, skipped);
  return { rows: page.rows.map((row) => wire(ctx, row)), total: page.total };
}

async function find(ctx: Ctx, id: string): Promise<queries.FeedbackRecord> {
  const [row] = await queries.findFeedback(ctx.db, ctx.scope, [id]);
  if (!row) throw notFound(MISSING);
  return row;
}

const postNames = async (ctx: Ctx, posts: readonly string[]): Promise<string> => {
  const names = await dictionaryNames(ctx.services);
  return namesOf(posts, (post) => names.name(POSTS, post));
};

/** One slip. */
export async function getFeedback(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getFeedback>,
): Promise<contract.FeedbackDetail> {
  const row = await find(ctx, id);
  return { ...row, ...wire(ctx, row), postNames: await postNames(ctx, row.posts) };
}

/** Who is on a slip. */
export async function people(
  ctx: Ctx,
  input: ParsedOf<typeof contract.feedbackPeople>,
): Promise<ReplyOf<typeof contract.feedbackPeople>> {
  await find(ctx, input.id);
  const skipped = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfFeedbackPeople(ctx.db, input.id, input.keyWords ?? '', input.pageSize, skipped);
  return { rows: page.rows.map((one) => ({ ...one, hours: hoursOf(one.minutes) })), total: page.total };
}

/** Signs slips for their place; each unit is asked to receive its own. */
async function sign(ctx: Ctx, rows: readonly queries.FeedbackRecord[], word: string): Promise<void> {
  for (const row of rows) {
    if (!inScope(ctx.scope, row.orgCode)) throw refuse('反馈单由社区签收');
    const why = whyNotSigning(row.state, 1);
    if (why) throw refuse(`${row.unitName}：${why}`);
  }
  const { accountId, accountName } = ctx.session;
  const ids = rows.map(({ id }) => id);
  const dueOn = addDays(await todayOf(ctx.db), FEEDBACK_DAYS);
  await queries.signSlips(ctx.db, ids, word, { id: accountId, name: accountName });
  for (const row of rows) {
    await openTodo(ctx, {
      roleId: ROLE.worker,
      orgId: row.unitId,
      orgCode: row.unitCode,
      accountId: null,
      module: MODULE,
      title: `接收${row.orgName}的${periodName(row.period)}反馈单`,
      detail: `${row.served}人参加，共${hoursOf(row.minutes)}小时`,
      act: '接收',
      jumpUrl: feedbackPath(row.id),
      dueOn,
      subject: receiptSubject(row.id),
    });
    logged(ctx, row, { state: [SIGNS[0], word ? `${SIGNS[1]}：${word}` : SIGNS[1]] });
  }
  for (const [orgId, period] of new Map(
    rows.map((row) => [feedbackSubject(row.orgId, row.period), [row.orgId, row.period] as const]),
  ).values()) {
    if (await signedAll(ctx.db, orgId, period)) await closeTodos(ctx.db, [feedbackSubject(orgId, period)]);
  }
}

/** The place signs, or the unit receives. */
export async function step(ctx: Ctx, { id, status, word }: ParsedOf<typeof contract.signFeedback>): Promise<null> {
  const [row] = await queries.findFeedback(ctx.db, ctx.scope, [id], true);
  if (!row) throw notFound(MISSING);
  if (status === 1) {
    await sign(ctx, [row], word);
    return null;
  }
  const why = whyNotSigning(row.state, status);
  if (why) throw refuse(why);
  if (!inScope(ctx.scope, row.unitCode)) throw refuse('回执由单位接收');
  if (row.signedBy === ctx.session.accountId) throw refuse('签收的人不能代单位接收回执');
  if (word) throw badInput({ word: '意见由社区签收时写' });
  await queries.receiveSlip(ctx.db, id, ctx.session.accountName);
  await closeTodos(ctx.db, [receiptSubject(id)]);
  logged(ctx, row, { state: [SIGNS[1], SIGNS[2]] });
  return null;
}

/** The place signs some at once: all or none. */
export async function signSome(ctx: Ctx, { ids, word }: ParsedOf<typeof contract.signFeedbacks>) {
  const unique = [...new Set(ids)];
  const rows = await queries.findFeedback(ctx.db, ctx.scope, unique, true);
  if (rows.length < unique.length) throw notFound(MISSING);
  await sign(ctx, rows, word);
  return { signed: rows.length };
}

const HEADS = [
  { head: '季度', width: 16 },
  { head: '单位党组织', width: 34 },
  { head: '社区党组织', width: 34 },
  { head: '状态', width: 10 },
  { head: '人数', width: 8, kind: 'whole' },
  { head: '参加人数', width: 10, kind: 'whole' },
  { head: '时长（小时）', width: 12, kind: 'number' },
  { head: '人次', width: 8, kind: 'whole' },
  { head: '缺席', width: 8, kind: 'whole' },
  { head: '办结需求', width: 10, kind: 'whole' },
  { head: '平均星级', width: 10 },
  { head: '社区意见', width: 40 },
] as const;

/** The slips of a list as a workbook. */
export async function exportList(ctx: Ctx, input: ParsedOf<typeof contract.exportFeedback>): Promise<FileReply> {
  const page = await queries.pageOfFeedback(ctx.db, scopeOf(ctx, input.orgId), filterOf(input), MOST_SLIPS, 0);
  if (page.total > MOST_SLIPS) throw refuse(`反馈单超过${MOST_SLIPS}张，请按季度或组织筛选后导出`);
  const title = input.period ? `反馈单 ${periodName(input.period)}` : '反馈单';
  const mark = await markOfDownload(ctx, title);
  const { orgId, orgCode, orgName } = ctx.session;
  ctx.audit({ type: 'serviceFeedback', id: orgId, name: `${orgName}${title}`, orgCode });
  const lines = page.rows.map((row) => [
    periodName(row.period),
    row.unitName,
    row.orgName,
    SIGNS[row.state],
    String(row.people),
    String(row.served),
    String(hoursOf(row.minutes)),
    String(row.times),
    String(row.absences),
    String(row.needs),
    meanStars(row.stars, row.needs),
    row.word,
  ]);
  return { name: `${title}.xlsx`, mime: XLSX_MIME, body: Readable.from(xlsx('反馈单', [...HEADS], lines, mark)) };
}

/** A slip on paper; once the place has signed, with the code by which it is verified. */
export async function print(ctx: Ctx, { id }: ParsedOf<typeof contract.printFeedback>): Promise<PaperFile> {
  const row = await find(ctx, id);
  const listed = await queries.pageOfFeedbackPeople(ctx.db, id, '', MOST_LINES, 0);
  const code = row.state === 0 ? '' : await verifyCode(ctx, FEEDBACK, id);
  const { line } = await markOfDownload(ctx, `打印${titleOf(row)}`);
  logged(ctx, row);
  return answerPaper(ctx, {
    name: titleOf(row),
    template: new URL('../../papers/feedback.typ', import.meta.url),
    data: {
      mark: line,
      period: periodName(row.period),
      unitName: row.unitName,
      orgName: row.orgName,
      people: String(row.people),
      served: String(row.served),
      hours: String(hoursOf(row.minutes)),
      times: String(row.times),
      absences: String(row.absences),
      needs: String(row.needs),
      stars: meanStars(row.stars, row.needs),
      posts: await postNames(ctx, row.posts),
      word: row.word,
      signedOn: row.signedOn ?? '',
      signedName: row.signedName,
      receivedOn: row.receivedOn ?? '',
      receivedName: row.receivedName,
      left: listed.total > MOST_LINES ? `另有${listed.total - MOST_LINES}人` : '',
      lines: listed.rows.map((one) => ({
        name: one.name,
        homeName: one.homeName,
        hours: String(hoursOf(one.minutes)),
        times: String(one.times),
        absences: String(one.absences),
      })),
      code: code && shownVerifyCode(code),
      qr: code && (await qrSvg(pageAddress(ctx, verifyPath(code)))),
    },
  });
}

/** What a stranger reads of a slip: of which unit and quarter, and the sums; nobody's name. */
export async function verify(ctx: Ctx, id: string): Promise<Verified | null> {
  const row = await queries.feedbackForVerify(ctx.db, id);
  if (!row) return null;
  return {
    title: '社区服务反馈单',
    state: SIGNS[row.state],
    tone: 'good',
    orgName: row.orgName,
    name: row.unitName,
    number: null,
    issuedOn: row.signedOn ?? row.draftedOn,
    facts: [
      ['季度', periodName(row.period)],
      ['参加人数', `${row.served}人`],
      ['服务时长', `${hoursOf(row.minutes)}小时`],
    ],
  };
}

/** Drafts the slips of the quarter that was closed last, once, with all of them or none; and keeps the places' to-dos in step. */
export const turnFeedback = ({ db }: Services): Promise<void> =>
  transact(db, async (tx) => {
    const fromOn = await claimQuarter(tx);
    if (fromOn !== null) await draftSlips(tx, fromOn);
    await keepFeedbackTodos(tx);
  });
