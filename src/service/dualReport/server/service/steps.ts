import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { askAbove, decideAbove, registerUrgeable } from '#kernel/permission/server/above.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { inScope, wholeScope } from '#platform/server/database/scope.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import type * as contract from '#service/dualReport/contract.ts';
import {
  COMMUNITY_NATURES,
  POSTS,
  REPORT,
  REPORT_STATES,
  timesText,
  whyNotReporting,
} from '#service/dualReport/rules.ts';
import * as queries from '../queries/report.ts';
import { ruleOf } from '../queries/rule.ts';
import { MODULE, OWN_PATH, reportPath, reportSubject } from '../todos.ts';
import { HANDLED, reportDecisionRequest } from './before.ts';
import { NO_REPORT, postsText } from './read.ts';

/** 工作提醒 of dictionary 0178. */
const NOTICE = '5';
const CHANGED = '这条报到已有变化，请核对后再操作';
type Form = Omit<ParsedOf<typeof contract.fileReport>, 'memberId' | 'orgId'>;

const logged = (
  ctx: Ctx,
  row: { id: string; name: string; orgCode: string },
  changes: Record<string, [unknown, unknown]>,
  reason = '',
) =>
  ctx.audit({
    type: 'sbdReport',
    id: row.id,
    name: row.name,
    orgCode: row.orgCode,
    changes,
    ...(reason ? { reason } : {}),
  });

/** Refuses posts that the dictionary does not know, or offers no longer. */
export async function assertPosts(ctx: Ctx, posts: readonly string[], kept: readonly string[] = []): Promise<void> {
  const offered = (await dictionaryNames(ctx.services)).entries(POSTS).map(({ value }) => value);
  if (!posts.every((post) => offered.includes(post) || kept.includes(post))) {
    throw badInput({ posts: '服务岗位已停用或不存在，请重新选择' });
  }
}

/** Why a person may not report, and why not to this place; empty where they may. Asked when they are chosen and again when it is filed. */
async function whyNot(ctx: Ctx, person: queries.Person, orgId: string | null, lock: boolean) {
  const names = await dictionaryNames(ctx.services);
  const receiver = orgId === null ? undefined : await queries.findReceiver(ctx.db, orgId, COMMUNITY_NATURES, lock);
  const [living] = await queries.reportsOf(ctx.db, person.id, REPORT.reported);
  const atPlace = () => {
    if (!receiver) return '这个党组织不接收社区报到，请重新选择';
    if (person.orgCode.startsWith(receiver.code)) return `${person.name}的组织关系就在这个党组织，不办理报到`;
    return living?.orgId === receiver.id ? `${person.name}已在${receiver.name}报到` : '';
  };
  return {
    receiver,
    memberId: whyNotReporting(
      { ...person, occupationName: names.name('0008', person.occupation) },
      (await ruleOf(ctx.db, person.orgCode)).occupations,
    ),
    orgId: orgId === null ? '' : atPlace(),
  };
}

/** The same before anything is typed; of the own person where nobody is named. */
export async function check(
  ctx: Ctx,
  { memberId, orgId }: ParsedOf<typeof contract.checkReport>,
): Promise<ReplyOf<typeof contract.checkReport>> {
  const memberToCheck = memberId ?? ctx.session.memberId;
  const isOwn = memberToCheck !== null && memberToCheck === ctx.session.memberId;
  const person =
    memberToCheck === null
      ? undefined
      : await queries.findPerson(ctx.db, isOwn ? wholeScope : ctx.scope, memberToCheck);
  if (!person) throw notFound('没有这名党员，或不在管理范围内');
  const found = await whyNot(ctx, person, orgId ?? null, false);
  return { memberId: found.memberId, orgId: found.orgId };
}

/** Writes a report of a person and puts it before the community; what the person may not is refused with its sentence. */
async function file(
  ctx: Ctx,
  person: queries.Person,
  input: Form & { orgId: string },
  source: 1 | 2,
): Promise<{ id: string; version: number }> {
  const names = await dictionaryNames(ctx.services);
  const { receiver, ...why } = await whyNot(ctx, person, input.orgId, true);
  if (why.memberId) throw source === 1 ? refuse(why.memberId) : badInput({ memberId: why.memberId });
  if (!receiver || why.orgId) throw badInput({ orgId: why.orgId });
  await assertPosts(ctx, input.posts);
  const { accountId, accountName } = ctx.session;
  const { row: id } = await askAbove(ctx, {
    orgId: receiver.id,
    right: 'sbd:audit',
    isFromHere: true,
    write: () =>
      writeUnique(
        () =>
          queries.insertReport(ctx.db, {
            memberId: person.id,
            orgId: receiver.id,
            orgCode: receiver.code,
            residence: input.residence,
            quarter: input.quarter,
            posts: input.posts,
            skills: input.skills,
            times: input.times,
            source,
            askedBy: accountId,
            askedName: accountName,
          }),
        () => {
          const sentence = `${person.name}已有一件报到在等待审核，不能再报`;
          return source === 1 ? refuse(sentence) : badInput({ memberId: sentence });
        },
      ),
    asked: (made) => ({
      module: MODULE,
      title: `审核${person.name}的报到`,
      detail: `${person.orgName}，${input.quarter || input.residence}`,
      act: '审核',
      jumpUrl: reportPath(made),
      subject: reportSubject(made),
    }),
  });
  logged(
    ctx,
    { id, name: person.name, orgCode: receiver.code },
    {
      status: [null, REPORT_STATES[REPORT.waiting]],
      orgName: [null, receiver.name],
      posts: [null, postsText(names, input.posts)],
    },
  );
  return { id, version: 1 };
}

/** The branch reports one of its people. */
export async function fileFor(ctx: Ctx, input: ParsedOf<typeof contract.fileReport>) {
  const person = await queries.findPerson(ctx.db, ctx.scope, input.memberId);
  if (!person) throw notFound('没有这名党员，或不在管理范围内');
  return file(ctx, person, input, 2);
}

/** The person reports. */
export async function fileOwn(ctx: Ctx, input: ParsedOf<typeof contract.fileOwn>) {
  const { memberId } = ctx.session;
  const person = memberId === null ? undefined : await queries.findPerson(ctx.db, wholeScope, memberId);
  if (!person) throw refuse('当前账号没有对应的党员');
  return file(ctx, person, input, 1);
}

/** A report, held, that the session stands at one end of; `home`: at the person's end. */
async function lockSeen(ctx: Ctx, id: string, version: number, home: boolean): Promise<queries.ReportRecord> {
  const row = await queries.findReport(ctx.db, ctx.scope, id, true);
  if (!row || (home && !inScope(ctx.scope, row.homeCode))) throw notFound(NO_REPORT);
  if (row.version !== version) throw conflict(CHANGED);
  return row;
}

async function lockOwn(ctx: Ctx, id: string, version: number): Promise<queries.ReportRecord> {
  const row = await queries.findReport(ctx.db, wholeScope, id, true);
  if (!row || row.memberId !== ctx.session.memberId) throw notFound('没有这条报到');
  if (row.version !== version) throw conflict(CHANGED);
  return row;
}

async function rewrite(ctx: Ctx, row: queries.ReportRecord, form: Form): Promise<{ version: number }> {
  if (row.status !== REPORT.waiting && row.status !== REPORT.reported) throw refuse('报到已经结束，不能修改');
  await assertPosts(ctx, form.posts, row.posts);
  const names = await dictionaryNames(ctx.services);
  const contentOf = (of: Form) => ({
    residence: of.residence,
    quarter: of.quarter,
    posts: postsText(names, of.posts),
    skills: of.skills,
    times: timesText(of.times),
  });
  const [before, after] = [contentOf(row), contentOf(form)];
  const { residence, quarter, posts, skills, times } = form;
  const version = await queries.setReport(
    ctx.db,
    row.id,
    { residence, quarter, posts, skills, times },
    ctx.session.accountName,
  );
  const changes: Record<string, [unknown, unknown]> = {};
  for (const field of Object.keys(before) as (keyof typeof before)[]) {
    if (before[field] !== after[field]) changes[field] = [before[field], after[field]];
  }
  logged(ctx, row, changes);
  return { version };
}

export const fix = async (ctx: Ctx, { id, version, ...form }: ParsedOf<typeof contract.fixReport>) =>
  rewrite(ctx, await lockSeen(ctx, id, version, true), form);

export const fixOwn = async (ctx: Ctx, { id, version, ...form }: ParsedOf<typeof contract.fixOwn>) =>
  rewrite(ctx, await lockOwn(ctx, id, version), form);

/** Ends a report: a waiting one is withdrawn, a living one has moved away; its to-do ends with it. */
async function close(
  ctx: Ctx,
  row: queries.ReportRecord,
  to: typeof REPORT.withdrawn | typeof REPORT.moved,
  note: string,
): Promise<{ version: number }> {
  const columns = { status: to, ended_on: row.today, end_note: note };
  const version = await queries.setReport(ctx.db, row.id, columns, ctx.session.accountName);
  await closeTodos(ctx.db, [reportSubject(row.id)]);
  logged(ctx, row, { status: [REPORT_STATES[row.status], REPORT_STATES[to]] }, note);
  return { version };
}

/** The branch takes back what nobody has decided. */
export async function withdraw(ctx: Ctx, { id, version }: ParsedOf<typeof contract.withdrawReport>) {
  const row = await lockSeen(ctx, id, version, true);
  if (row.status !== REPORT.waiting) throw refuse(HANDLED);
  return close(ctx, row, REPORT.withdrawn, '党支部撤回');
}

/** Either end writes down that the person lives there no longer; the other end and the person are told. */
export async function end(ctx: Ctx, { id, version, note }: ParsedOf<typeof contract.endReport>) {
  const row = await lockSeen(ctx, id, version, false);
  if (row.status !== REPORT.reported) throw refuse(HANDLED);
  const done = await close(ctx, row, REPORT.moved, note);
  await tell(ctx, row, `${row.name}已从${row.orgName}迁出`, note);
  return done;
}

/** The person takes the own report back while it waits, or has moved away. */
export async function leaveOwn(ctx: Ctx, { id, version, note }: ParsedOf<typeof contract.leaveOwn>) {
  const row = await lockOwn(ctx, id, version);
  if (row.status === REPORT.waiting) return close(ctx, row, REPORT.withdrawn, note || '本人撤回');
  if (row.status !== REPORT.reported) throw refuse(HANDLED);
  if (note === '') throw badInput({ note: '请写明迁出原因' });
  return close(ctx, row, REPORT.moved, note);
}

/** Tells the person and the own branch what became of a report, but for whoever does it. */
async function tell(ctx: Ctx, row: queries.ReportRecord, title: string, remark: string): Promise<void> {
  const accounts = await queries.toldOf(ctx.db, row.memberId, row.homeId);
  const accountIds = accounts.filter((account) => account !== ctx.session.accountId);
  if (accountIds.length === 0) return;
  await sendNotice(ctx.db, {
    type: NOTICE,
    title,
    remark,
    orgId: ctx.session.orgId,
    createdBy: ctx.session.accountName,
    accountIds,
    jumpUrl: OWN_PATH,
  });
}

/**
 * The community accepts or returns. Accepting ends a report elsewhere on the same day (迁出), so that nobody stands in two
 * communities; the community that was left is told.
 */
export async function decide(ctx: Ctx, input: ParsedOf<typeof contract.decideReport>): Promise<{ version: number }> {
  const row = await queries.findReport(ctx.db, ctx.scope, input.id, true);
  if (!row || !inScope(ctx.scope, row.orgCode)) throw notFound(NO_REPORT);
  const agree = input.status === 1;
  const to = agree ? REPORT.reported : REPORT.returned;
  const { accountName } = ctx.session;
  const notice = {
    title: agree ? `${row.name}在${row.orgName}的报到已接收` : `${row.name}在${row.orgName}的报到被退回`,
    remark: agree ? '可以打印报到回执单，并按岗位参加社区服务。' : `退回原因：${input.reason}`,
  };
  const version = await decideAbove(ctx, reportDecisionRequest(row), {
    check() {
      if (row.version !== input.version) throw conflict(CHANGED);
      if (!agree && input.reason === '') throw badInput({ reason: '退回请写明原因' });
    },
    async carryOut() {
      if (agree) await moveOut(ctx, row);
      const columns = {
        status: to,
        decided_on: row.today,
        decided_name: accountName,
        reason: agree ? '' : input.reason,
      };
      return queries.setReport(ctx.db, row.id, columns, accountName);
    },
    told: () => notice,
  });
  const others = (await queries.toldOf(ctx.db, row.memberId, row.homeId)).filter(
    (account) => account !== row.askedBy && account !== ctx.session.accountId,
  );
  if (others.length > 0) {
    await sendNotice(ctx.db, {
      type: NOTICE,
      ...notice,
      orgId: ctx.session.orgId,
      createdBy: accountName,
      accountIds: others,
      jumpUrl: OWN_PATH,
    });
  }
  logged(ctx, row, { status: [REPORT_STATES[row.status], REPORT_STATES[to]] }, input.reason);
  return { version };
}

/** Ends the report that the person has elsewhere. */
async function moveOut(ctx: Ctx, row: queries.ReportRecord): Promise<void> {
  const today = await todayOf(ctx.db);
  for (const old of await queries.reportsOf(ctx.db, row.memberId, REPORT.reported)) {
    const note = `迁往${row.orgName}`;
    await queries.setReport(
      ctx.db,
      old.id,
      { status: REPORT.moved, ended_on: today, end_note: note },
      ctx.session.accountName,
    );
    logged(ctx, old, { status: [REPORT_STATES[old.status], REPORT_STATES[REPORT.moved]] }, note);
    const workers = await queries.workersOf(ctx.db, old.orgId);
    if (workers.length === 0) continue;
    await sendNotice(ctx.db, {
      type: NOTICE,
      title: `${old.name}已迁出`,
      remark: `${old.name}已到${row.orgName}报到，在${old.orgName}的报到于${today}结束。`,
      orgId: ctx.session.orgId,
      createdBy: ctx.session.accountName,
      accountIds: workers,
      jumpUrl: reportPath(old.id),
    });
  }
}

/** Who filed a report may urge the community. */
export const announceSteps = (): void =>
  registerUrgeable('sbdReport', async (ctx, id) => {
    const row = await queries.findReport(ctx.db, wholeScope, id, true);
    if (!row) throw notFound(NO_REPORT);
    return { row: reportDecisionRequest(row), detail: { type: 'sbdReport', id, name: row.name, orgCode: row.orgCode } };
  });
