import { decideAbove, registerUrgeable } from '#kernel/permission/server/above.ts';
import { ROLE } from '#kernel/session/contract.ts';
import { untieArticle } from '#kernel/system/server/index.ts';
import { withdraw as withdrawInstance } from '#kernel/workflow/server/service/act.ts';
import { lockReturned, resubmit } from '#kernel/workflow/server/service/start.ts';
import { submitForApproval } from '#kernel/workflow/server/service/submit.ts';
import { type Subject, workflowSubject } from '#kernel/workflow/server/subjects.ts';
import { siteMatcher } from '#people/groups/server/service/words.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { type Db, todayOf } from '#platform/server/database/db.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { askDecider, closeTodos } from '#platform/server/inbox/todos.ts';
import { plainText } from '#platform/text/richText.ts';
import type * as contract from '#publishing/news/contract.ts';
import { ARCHIVE, findPersonalNumbers, KINDS, MAX_TOPS, siteWordsIn } from '#publishing/news/rules.ts';
import * as queries from '../queries/article.ts';
import { pictured } from '../queries/carousel.ts';
import { closeCleanups } from '../queries/cleanup.ts';
import { findColumn } from '../queries/columns.ts';
import { givePointsForArticle, takePointsOfArticle } from '../queries/points.ts';
import { versionsOf } from '../queries/versions.ts';
import { placesOf } from '../withdrawal.ts';
import { startAnnouncement, withdrawNotice } from './announce.ts';
import { followVersion } from './carousel.ts';
import {
  canOf,
  decideSubject,
  decisionRequestOf,
  deskPath,
  fixSubject,
  lockArticle,
  logArticle,
  MISSING,
  MODULE,
  maySettle,
  TOPIC,
  wordSubject,
} from './common.ts';
import { checkAttachments, readAttachments } from './fileTexts.ts';

type Row = queries.ArticleRecord;
type Stepped = Promise<{ version: number; info: boolean }>;

const facts = ({ columnName, kind, title, audience }: Row) => ({ columnName, kind, title, audience });
const nameOf = (row: Row) => `${row.orgName}：${row.title}`;

const subject: Subject = {
  label: '资讯发布',
  fields: [
    { key: 'columnName', label: '栏目', kind: 'text' },
    {
      key: 'kind',
      label: '类型',
      kind: 'choice',
      options: Object.entries(KINDS).map(([value, label]) => ({ value, label })),
    },
    { key: 'title', label: '标题', kind: 'text' },
  ],
  // It shows an announcement as well.
  url: (id) => `/archive/article/view/${id}`,
  // Who takes part reads it, wherever they work: the engine has seen to it.
  async view(ctx, id) {
    const row = await queries.findArticle(ctx.db, wholeScope, id);
    if (!row) throw notFound(MISSING);
    const lines = [
      { label: '供稿组织', value: row.orgName },
      { label: '类型', value: KINDS[row.kind] },
      { label: '栏目', value: row.columnName },
      { label: '标题', value: row.title },
      { label: '来源', value: row.source },
    ].filter(({ value }) => value !== '');
    if (row.note) lines.push({ label: '更正说明', value: row.note });
    const checks = [...findPersonalNumbers(row), ...(await checkAttachments(ctx, row.files)).numbers].map((title) => ({
      ok: false,
      title,
      detail: row.despite === '' ? '没有说明仍要公开的原因，不能同意' : `送审人说明仍要公开：${row.despite}`,
      basis: '',
    }));
    return { lines, text: plainText(row.content), files: row.files, checks };
  },
  async onEnd(ctx, id, outcome) {
    const row = await queries.findArticle(ctx.db, wholeScope, id, true);
    if (!row) throw notFound(MISSING);
    if (outcome === 'approved') {
      await stopWrong(ctx, row, row.despite);
      return void (await goOut(ctx, row));
    }
    const state = outcome === 'rejected' ? 2 : 0;
    await queries.takeStep(ctx.db, id, { state, opinion: outcome === 'rejected' ? '审批不同意发布' : '' });
    logArticle(ctx, row, { state: [row.state, state] });
  },
};

/** Announces articles as what runs on approval processes, and what may be urged where none decides. */
export function announceArticles(): void {
  workflowSubject(ARCHIVE, subject);
  registerUrgeable('article', async (ctx, id) => {
    const row = await lockArticle(ctx, id);
    const before = decisionRequestOf(ctx, row);
    return {
      row: { ...before, isOpen: before.isOpen && row.instanceId === null },
      detail: { type: TOPIC, id, name: row.title, orgCode: row.orgCode },
    };
  });
}

/**
 * Refuses what holds a forbidden word of the site, and what tells everybody a personal number unless somebody has said why it is
 * published all the same.
 */
async function stopWrong(ctx: Ctx, row: Row, despite: string): Promise<void> {
  const attached = await checkAttachments(ctx, row.files);
  const [word] = [...siteWordsIn(row, await siteMatcher(ctx)).stops, ...attached.stops];
  if (word) throw refuse(word);
  const found = [...findPersonalNumbers(row), ...attached.numbers];
  if (found.length === 0 || despite !== '') return;
  throw refuse(found[0] ?? '', { personal: found, fields: { despite: '请删除或遮盖，或写明仍要公开的原因' } });
}

/** An approved text goes before its readers at once, or waits for its hour; answers state and version. */
async function goOut(ctx: Ctx, row: Row): Promise<{ version: number; state: 3 | 4 }> {
  const by = ctx.session.accountName;
  const waits = row.publishAt !== null && !(await queries.isPast(ctx.db, row.publishAt));
  logArticle(ctx, row, { state: [row.state, waits ? 3 : 4] });
  const step = { state: 3 as const, decidedBy: by, opinion: '' };
  const version = await queries.takeStep(ctx.db, row.id, step);
  if (waits) return { version, state: 3 };
  return { version: await show(ctx.db, row.id), state: 4 };
}

/** Makes the approved text a version that readers get; an announcement is sent besides. */
async function show(db: Db, id: string): Promise<number> {
  const version = await queries.publish(db, id);
  await startAnnouncement(db, id);
  await givePointsForArticle(db, id);
  await followVersion(db, id);
  // What is shown now has been checked with today's words.
  await closeTodos(db, [wordSubject(id)]);
  return version;
}

/** Publishes what is due by the database's clock, each in a transaction of its own; a process that was killed goes on with the next. */
export async function publishDue({ db }: Pick<Services, 'db'>): Promise<void> {
  for (let more = true; more; ) {
    more = await db.transaction().execute(async (trx) => {
      const due = await queries.nextDue(trx);
      if (due) await show(trx, due.id);
      return due !== undefined;
    });
  }
}

/** Sends an article in: on the nearest process, to the superior where there is none, or straight out where its column asks nobody. */
export async function submit(
  ctx: Ctx,
  input: ParsedOf<typeof contract.submitArticle>,
): Promise<ReplyOf<typeof contract.submitArticle>> {
  const row = await lockArticle(ctx, input.id, input.version);
  if (!canOf(ctx, row).submit)
    throw refuse(row.state === 1 ? '已经送审，正在等待审核' : '这个版本已经送审通过，修改后再送审');
  await readAttachments(ctx, row.files);
  await stopWrong(ctx, row, input.despite || row.despite);
  const attached = await checkAttachments(ctx, row.files);
  const reminds = [...siteWordsIn(row, await siteMatcher(ctx)).reminds, ...attached.reminds];
  if (reminds.length > 0 && !input.heeded) throw refuse(`${reminds[0]}；核对后仍要送出，请再确认一次`, { reminds });
  if (input.despite !== '') {
    await queries.takeStep(ctx.db, row.id, { despite: input.despite });
    logArticle(ctx, row, { despite: [row.despite, input.despite] });
  }
  await closeTodos(ctx.db, [fixSubject(row.id)]);
  const by = ctx.session.accountId;
  if (row.state === 1) {
    const instance = await lockReturned(ctx, row.instanceId ?? '0', row.instanceVersion ?? 0);
    await resubmit(ctx, instance, { title: nameOf(row), facts: facts(row), chosen: {} });
    const now = await lockArticle(ctx, row.id);
    logArticle(ctx, row, { state: [2, now.state] });
    return { version: now.version, info: true, state: now.state, decider: '' };
  }
  if (row.kind !== 'notice' && !row.approval) {
    await queries.takeStep(ctx.db, row.id, { sent: { by, instanceId: null } });
    const out = await goOut(ctx, row);
    return { ...out, info: true, decider: '' };
  }
  const sent = (instanceId: string | null) => queries.takeStep(ctx.db, row.id, { state: 1, sent: { by, instanceId } });
  const submitted = await submitForApproval(ctx, {
    kind: ARCHIVE,
    subjectId: row.id,
    title: nameOf(row),
    facts: facts(row),
    what: '资讯',
    waits: () => sent(null),
    // An announcement goes to the own people: where no process stands, its organisation answers for it itself.
    above: row.kind === 'notice' ? null : above(ctx, row),
  });
  if (!submitted) {
    await queries.takeStep(ctx.db, row.id, { sent: { by, instanceId: null } });
    return { ...(await goOut(ctx, row)), info: true, decider: '' };
  }
  logArticle(ctx, row, { state: [row.state, 1] });
  const now = await lockArticle(ctx, row.id);
  const { instanceId, decider } = submitted;
  if (decider || now.state !== 1)
    return { version: now.version, info: true, state: now.state, decider: decider?.name ?? '' };
  return { version: await sent(instanceId), info: true, state: 1, decider: '' };
}

/** Who decides an article where no process stands: the workers above, never whoever sends it in. */
const above = (ctx: Ctx, row: Row) => ({
  decider: async () => ({
    ...(await queries.superiorOf(ctx.db, row.orgId, ctx.session.accountId)),
    roleId: ROLE.worker,
  }),
  asked: {
    module: MODULE,
    title: `审核${KINDS[row.kind]}：${row.title}`,
    detail: `${row.orgName}，${ctx.session.accountName}送审`,
    act: '审核',
    jumpUrl: deskPath(row),
    subject: decideSubject(row.id),
  },
});

/** Takes back what was sent in, by whoever sent it; or what waits for its hour. */
export async function recall(ctx: Ctx, id: string): Stepped {
  const row = await lockArticle(ctx, id);
  if (row.state === 1 && row.submittedBy !== ctx.session.accountId)
    throw refuse(`由${row.submitName}送审，只能由本人撤回`);
  if (!canOf(ctx, row).recall) throw refuse('没有在审核或待发布，不需要撤回');
  if (row.state === 1 && row.instanceId !== null) {
    await withdrawInstance(ctx, { id: row.instanceId, reason: '撤回送审' });
    return { version: (await lockArticle(ctx, id)).version, info: true };
  }
  await closeTodos(ctx.db, [decideSubject(id)]);
  logArticle(ctx, row, { state: [row.state, 0] });
  return { version: await queries.takeStep(ctx.db, id, { state: 0 }), info: true };
}

/** The superior's decision where no process decides; of two at once one wins. */
export async function audit(ctx: Ctx, input: ParsedOf<typeof contract.auditArticle>): Stepped {
  const row = await lockArticle(ctx, input.id);
  if (row.state === 1 && row.instanceId !== null) throw refuse('按审批流程办理，请到“待我审批”中审批');
  const { agree, opinion } = input;
  const { version } = await decideAbove(ctx, decisionRequestOf(ctx, row), {
    check: async () => {
      if (row.version !== input.version)
        throw conflict('这篇资讯已有变化，请核对后再审核', { current: { version: row.version } });
      if (!agree && opinion === '') throw badInput({ opinion: '请写明要怎样修改' });
      if (agree) await stopWrong(ctx, row, row.despite || input.despite);
    },
    carryOut: async () => {
      if (agree && input.despite !== '') logArticle(ctx, row, { despite: [row.despite, input.despite] });
      return agree ? goOut(ctx, row) : sendBack(ctx, row, opinion);
    },
    told: ({ state }) => ({
      title: `${agree ? '审核通过' : '已退回'}：${row.title}`,
      remark: opinion !== '' ? `意见：${opinion}` : state === 3 ? '审核通过，到时间自动发布。' : '审核通过，已发布。',
      orgId: row.orgId,
    }),
  });
  return { version, info: true };
}

/** Returns a text with what is to be changed, and asks its organisation for that. */
async function sendBack(ctx: Ctx, row: Row, opinion: string): Promise<{ version: number; state: 2 }> {
  const version = await queries.takeStep(ctx.db, row.id, { state: 2, opinion });
  logArticle(ctx, row, { state: [row.state, 2] }, opinion);
  await askDecider(
    ctx,
    { id: row.orgId, code: row.orgCode, roleId: ROLE.worker },
    {
      module: MODULE,
      title: `修改后重新送审：${row.title}`,
      detail: opinion,
      act: '修改',
      jumpUrl: deskPath(row),
      subject: fixSubject(row.id),
    },
  );
  return { version, state: 2 };
}

/** Takes down what is shown, at once and everywhere; a correction that is on its way goes on. */
export async function withdraw(
  ctx: Ctx,
  input: ParsedOf<typeof contract.withdrawArticle>,
): Promise<ReplyOf<typeof contract.withdrawArticle>> {
  // In the order of their ids, so that two who withdraw the same ones never wait for each other.
  const rows: Row[] = [];
  for (const id of [...input.ids].sort((a, b) => Number(a) - Number(b))) rows.push(await lockArticle(ctx, id));
  for (const row of rows) {
    if (!canOf(ctx, row).withdraw) throw refuse(`“${row.title}”没有发布，不需要撤下`);
    const state = row.state === 4 ? 5 : row.state;
    logArticle(ctx, row, { shown: [true, false] }, input.reason);
    await queries.takeStep(ctx.db, row.id, { state, shownNumber: null, withdrawnFor: input.reason, topUntil: null });
    await withdrawNotice(ctx.db, row.noticeId);
    await takePointsOfArticle(ctx.db, row.id);
    await untieArticle(ctx.db, row.id);
    await closeTodos(ctx.db, [wordSubject(row.id)]);
  }
  await closeCleanups(ctx.db, [...new Set(rows.map(({ orgId }) => orgId))]);
  const unconfirmed: string[] = [];
  for (const row of rows)
    for (const { name, gone } of await placesOf(ctx.db, row))
      if (!gone) unconfirmed.push(`“${row.title}”在${name}还没有确认撤下`);
  return { count: rows.length, info: true, unconfirmed };
}

/** Shows again what was taken down and not changed since: its text was approved. */
export async function restore(ctx: Ctx, id: string): Stepped {
  const row = await lockArticle(ctx, id);
  const [latest] = await versionsOf(ctx.db, id);
  if (row.state !== 5 || !latest) throw refuse('只有撤下后没有改过的可以恢复发布');
  logArticle(ctx, row, { shown: [false, true] });
  const version = await queries.takeStep(ctx.db, id, { state: 4, shownNumber: latest.number, withdrawnFor: '' });
  await startAnnouncement(ctx.db, id);
  await givePointsForArticle(ctx.db, id);
  return { version, info: true };
}

/** Moves an article to another column, whose rules are asked again: a kind of its own, and an approval that this one did not have. */
export async function move(ctx: Ctx, input: ParsedOf<typeof contract.moveArticle>): Stepped {
  const row = await lockArticle(ctx, input.id);
  const to = await findColumn(ctx.db, input.columnId);
  if (!to) throw badInput({ columnId: '栏目不存在' });
  if (!canOf(ctx, row).move) throw refuse('正在审核，不能移动');
  if (to.id === row.columnId) return { version: row.version, info: true };
  if (to.kind !== row.kind) throw badInput({ columnId: `“${to.name}”是${KINDS[to.kind]}栏目` });
  const org = await queries.findPlace(ctx.db, ctx.scope, row.orgId);
  if (!org || !(await queries.mayWriteIn(ctx.db, to.id, org.type)))
    throw badInput({ columnId: `“${to.name}”不由这类组织投稿` });
  const approved = row.decidedBy !== '' && row.approval;
  if (row.shownNumber !== null && to.approval && !approved && !(maySettle(ctx, row) && ctx.may('archive:audit')))
    throw refuse(`“${to.name}”要经审核，请撤下后改栏目再送审，或由上级移动`);
  const shown = to.isOpen && !row.columnIsOpen ? await pictured(ctx.db, row.id) : undefined;
  if (shown?.audience === 'all' && !(maySettle(ctx, row) && ctx.may('archive:audit')))
    throw refuse(`“${to.name}”不登录也能看，已发布的由上级移动，或撤下后改栏目再送审`);
  logArticle(ctx, row, { columnName: [row.columnName, to.name] });
  return { version: await queries.takeStep(ctx.db, row.id, { columnId: to.id }), info: true };
}

/** Puts an article on top of its column until a day, or takes it down from there; five at the same time. */
export async function top(ctx: Ctx, input: ParsedOf<typeof contract.topArticle>): Stepped {
  const row = await lockArticle(ctx, input.id);
  if (!canOf(ctx, row).top || row.columnId === null) throw refuse('没有发布的资讯不能置顶');
  if (input.until !== null) {
    if (input.until < (await todayOf(ctx.db))) throw badInput({ until: '置顶截止日期不能早于今天' });
    if ((await queries.countTops(ctx.db, row.columnId, row.id)) >= MAX_TOPS)
      throw refuse(`本栏目已有${MAX_TOPS}条置顶，请先取消一条`);
  }
  logArticle(ctx, row, { topUntil: [row.isTop, input.until] });
  return { version: await queries.takeStep(ctx.db, row.id, { topUntil: input.until }), info: true };
}

/** One place up or down in the column. */
export async function sort(ctx: Ctx, input: ParsedOf<typeof contract.sortArticle>): Stepped {
  const row = await lockArticle(ctx, input.id);
  if (!canOf(ctx, row).top) throw refuse('没有发布的资讯不能调整顺序');
  if (!(await queries.swap(ctx.db, ctx.scope, row.id, input.direction)))
    throw refuse(input.direction === 'up' ? '已经在最前面' : '已经在最后面');
  logArticle(ctx, row, { order: [null, input.direction] });
  return { version: row.version + 1, info: true };
}
