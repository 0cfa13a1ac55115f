import { uploadedFiles } from '#kernel/files/server/accept.ts';
import { ROLE } from '#kernel/session/contract.ts';
import type * as contract from '#life/tasks/contract.part.ts';
import type { PartDetail } from '#life/tasks/contract.part.ts';
import { MEETING_STATES } from '#life/tasks/rules.meeting.ts';
import {
  BY_MEETING,
  isByMeeting,
  KINDS,
  mayAct,
  OPEN_STATES,
  PART_ARROWS,
  PART_STATES,
  type PartAct,
  TASK_STATES,
} from '#life/tasks/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/files/fileRights.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { findProofs, listMeetingsUnderWay } from '../proofs.ts';
import { meetingOfPart } from '../queries/meetings.ts';
import * as queries from '../queries/parts.ts';
import { accountsOfParts } from '../queries/people.ts';
import { proofsOf, writeProofs } from '../queries/proofs.ts';
import { syncTodos } from '../queries/publish.ts';
import {
  checkSubject,
  detailPath,
  extensionSubject,
  isGiver,
  MODULE,
  NO_PART,
  notifyAccounts,
  PART_FILES,
  partSubject,
  SAID_FILES,
  workMeetingPath,
} from './common.ts';
import { handInForm } from './formFiling.ts';

/** Reports of others that one page shows (互相可见). */
const MOST_OTHERS = 100;
export const DONE = '已被处理，请刷新后再看';
const CHANGED = '这件任务已有变化，请核对后再操作';

export const partFacts = (part: queries.PartRecord) => ({
  id: part.id,
  taskId: part.taskId,
  circleId: part.circleId,
  title: part.title,
  circle: part.circle,
  kind: part.kind,
  kindName: KINDS[part.kind],
  giverName: part.giverName,
  orgName: part.orgName,
  startsOn: part.startsOn,
  dueOn: part.dueOn,
  daysLeft: part.daysLeft,
  state: part.state,
  stateName: PART_STATES[part.state],
  isLate: part.isLate,
  isOverdue: part.isOverdue && part.taskState === 2,
  assignee: part.assignee,
  isPersonal: part.personId !== null,
  version: part.version,
  opinion: part.opinion,
  isWatched: part.watched,
});

/** What the own organisation, or the session's person, has received. */
export async function parts(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listParts>,
): Promise<ReplyOf<typeof contract.listParts>> {
  const filter = {
    view: input.view,
    state: input.state ?? null,
    overdue: input.overdue ?? false,
    words: input.keyWords || null,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfParts(ctx.db, ctx.session, filter, input.pageSize, offset);
  return { rows: page.rows.map(partFacts), total: page.total };
}

/** Whether a part was given to the session's own person. */
export const isOwn = (ctx: Ctx, { personId }: queries.PartRecord) =>
  personId !== null && personId === ctx.session.memberId;

/** What the session may do with a part: whose it is, who gave it, and how it stands. */
export function canOf(ctx: Ctx, part: queries.PartRecord): PartDetail['can'] {
  const runs = part.taskState === 2;
  const isPersonal = part.personId !== null;
  const isReceiver = isPersonal ? isOwn(ctx, part) : part.orgId === ctx.session.orgId;
  const answers = runs && isReceiver && ctx.may(isPersonal ? 'task:own' : 'task:answer');
  const works = answers && !isPersonal;
  const gives = runs && isGiver(ctx, part.giverId);
  const open = OPEN_STATES.includes(part.state);
  return {
    receive: answers && mayAct('receive', part.state),
    report: answers && mayAct('report', part.state),
    withdraw: answers && mayAct('withdraw', part.state),
    assign: works && open,
    extend: answers && open && part.askedUntil === null,
    split: works && open && ctx.may('task:give'),
    handOver: works && open,
    watch: gives && part.state !== 5 && (part.watched || part.state !== 4),
    decide: gives && part.state === 2,
    reopen: gives && mayAct('reopen', part.state),
    void: gives && mayAct('void', part.state),
    decideExtension: gives && open && part.askedUntil !== null,
    say: runs && (isReceiver || (part.giverId === ctx.session.orgId && ctx.may('task:read'))),
  };
}

/** A part with all that was said on it. */
export async function part(
  ctx: Ctx,
  input: ParsedOf<typeof contract.getPart>,
): Promise<ReplyOf<typeof contract.getPart>> {
  const { taskId, circleId } = input;
  const id =
    input.id ?? (taskId && circleId ? await queries.ownPart(ctx.db, ctx.session.orgId, taskId, circleId) : undefined);
  const found = id && (await queries.findPart(ctx.db, ctx.scope, id));
  if (!found) throw notFound(NO_PART);
  return detailOf(ctx, found);
}

/** A part as its page shows it. */
export async function detailOf(ctx: Ctx, found: queries.PartRecord): Promise<PartDetail> {
  const isReceiver = found.personId === null && found.orgId === ctx.session.orgId;
  const [taskFiles, files, entries, children, meeting, others, proofs, life] = await Promise.all([
    uploadedFiles(ctx.db, found.taskFiles),
    uploadedFiles(ctx.db, found.files),
    queries.entriesOf(ctx.db, found.id),
    isReceiver ? queries.childrenOf(ctx.db, found.id) : [],
    found.kind === 1 ? meetingOfPart(ctx.db, found.id) : undefined,
    found.openToOthers ? queries.othersOf(ctx.db, found, MOST_OTHERS) : null,
    proofsOf(ctx.db, found.id),
    isByMeeting(found.kind) && isReceiver ? listMeetingsUnderWay(ctx.db, found.orgId, found.taskId) : [],
  ]);
  return {
    ...partFacts(found),
    orgId: found.orgId,
    isMine: isOwn(ctx, found),
    content: found.content,
    taskFiles,
    taskState: found.taskState,
    nilAllowed: found.nilAllowed,
    report: found.report,
    isNil: found.isNil,
    files,
    receivedAt: found.receivedAt?.toISOString() ?? null,
    reportedAt: found.reportedAt?.toISOString() ?? null,
    reportedBy: found.reportedBy,
    decidedAt: found.decidedAt?.toISOString() ?? null,
    decidedBy: found.decidedBy,
    askedUntil: found.askedUntil,
    askedFor: found.askedFor,
    updateName: found.reportedBy,
    children: children.map(({ state, ...child }) => ({ ...child, stateName: TASK_STATES[state] })),
    others: others?.map((one) => ({ ...one, reportedAt: one.reportedAt?.toISOString() ?? null })) ?? null,
    entries: await Promise.all(
      entries.map(async (entry) => ({
        ...entry,
        madeAt: entry.madeAt.toISOString(),
        files: await uploadedFiles(ctx.db, entry.files),
      })),
    ),
    meetings: [
      ...(meeting
        ? [{ title: meeting.title, stateName: MEETING_STATES[meeting.state], path: workMeetingPath(meeting.id) }]
        : []),
      ...life,
    ],
    proofs,
    watchedFor: found.watchedFor,
    revisions: found.revisions,
    can: canOf(ctx, found),
  };
}

/** A part, locked, of which the session may do something; of two at once the second reads that it is done. */
export async function lockRow(
  ctx: Ctx,
  id: string,
  version: number,
  may: keyof PartDetail['can'],
  refusal: string,
  scope: Scope = ctx.scope,
) {
  const found = await queries.findPart(ctx.db, scope, id, true);
  if (!found) throw notFound(NO_PART);
  if (!canOf(ctx, found)[may]) throw refuse(found.version === version ? refusal : DONE);
  if (found.version !== version) throw conflict(CHANGED);
  return found;
}

interface Step {
  act: string;
  text?: string;
  change: queries.PartChange;
  reason?: string;
}

/** Writes a change with its line of history, its audit, and what it opens and closes before people. */
export const savePart = (ctx: Ctx, found: queries.PartRecord, step: Step): Promise<number> =>
  saveParts(ctx, [found], step);

/** The same of many at once; answers the version of one of them. */
export async function saveParts(ctx: Ctx, parts: readonly queries.PartRecord[], step: Step): Promise<number> {
  const { accountName: by, orgName } = ctx.session;
  const { act, text = '', change } = step;
  const ids = parts.map(({ id }) => id);
  const version = await queries.writeParts(ctx.db, ids, change);
  await queries.addEntries(ctx.db, ids, { act, text, orgName, by });
  for (const found of parts) auditStep(ctx, found, step);
  return version;
}

function auditStep(ctx: Ctx, found: queries.PartRecord, { text = '', change, reason = '' }: Step): void {
  const changes: Record<string, [unknown, unknown]> = {};
  if (change.state !== undefined && change.state !== found.state) changes.state = [found.state, change.state];
  if (change.dueOn) changes.dueOn = [found.dueOn, change.dueOn];
  if (change.assignee) changes.assignee = [found.assignee, change.assignee.name];
  if (change.report) changes.report = [found.report, change.report.text];
  ctx.audit({
    type: 'officePart',
    id: found.id,
    name: nameOf(found),
    orgCode: found.orgCode,
    reason: reason || text,
    changes,
  });
}

export const nameOf = ({ title, circle }: queries.PartRecord) => `${title}${circle && `（${circle}）`}`;
/** Where an act leads. */
export const targetState = (act: PartAct) => PART_ARROWS[act].to;
/** Accounts of whoever answers a part: the organisation's workers, or the person. */
export const receiversOf = async (ctx: Ctx, { id }: queries.PartRecord) =>
  (await accountsOfParts(ctx.db, [id])).map(({ accountId }) => accountId);
export const accountsOf = async (ctx: Ctx, orgId: string) =>
  (await queries.accountsAt(ctx.db, [orgId])).map(({ accountId }) => accountId);

/** Says that the task has come. */
export async function receive(ctx: Ctx, input: ParsedOf<typeof contract.receivePart>, scope?: Scope) {
  const row = await lockRow(ctx, input.id, input.version, 'receive', '这件任务已经接收', scope);
  const version = await savePart(ctx, row, { act: '接收', change: { state: targetState('receive'), received: true } });
  await syncTodos(ctx.db, row.taskId, [row.id]);
  return { version };
}

/** Hands in. A nil report only where the task allows it; of 仅回执 nothing more is asked. */
export async function report(ctx: Ctx, input: ParsedOf<typeof contract.reportPart>, scope?: Scope) {
  const row = await lockRow(ctx, input.id, input.version, 'report', '这件任务现在不能上报', scope);
  if (input.isNil && !row.nilAllowed) throw badInput({ isNil: '这项任务不接受零报告' });
  if (!input.isNil && isByMeeting(row.kind)) throw refuse(`这项任务由会议办理：${BY_MEETING[row.kind]}时自动上报`);
  // What the house has on record is an organisation's.
  if (row.personId !== null && input.proofs.length > 0) throw badInput({ proofs: '个人上报不引用组织的记录' });
  const proofs = input.isNil || input.proofs.length === 0 ? [] : await findProofs(ctx, input.proofs);
  if (!proofs) throw badInput({ proofs: '引用的记录不存在，或不是本组织的' });
  if (!input.isNil && row.kind === 0 && input.report === '' && proofs.length === 0)
    throw badInput({ report: row.personId === null ? '请输入办理情况，或引用本组织的记录' : '请输入办理情况' });
  if (row.kind === 3) await handInForm(ctx, row, input.isNil);
  const place = { kind: PART_FILES, rowId: row.id, orgCode: row.orgCode };
  const files = await attachFiles(ctx, 'files', input.isNil ? [] : input.files, place, { format: 'common' });
  await detachFiles(ctx, place, files);
  await writeProofs(ctx.db, row.id, proofs);
  return { version: await handIn(ctx, row, input.isNil ? '' : input.report, input.isNil, files) };
}

/** Hands a part in with its words; whoever gave it has a to-do. */
export async function handIn(
  ctx: Ctx,
  found: queries.PartRecord,
  text: string,
  isNil: boolean,
  files: readonly string[],
) {
  const late = found.dueOn < (await todayOf(ctx.db));
  const version = await savePart(ctx, found, {
    act: late ? '补报' : '上报',
    text: isNil ? '零报告' : text,
    change: { state: targetState('report'), report: { text, isNil, files, by: ctx.session.accountName }, asked: null },
  });
  await closeTodos(ctx.db, [partSubject(found.id), extensionSubject(found.id)]);
  await openTodo(ctx, {
    roleId: ROLE.worker,
    orgId: found.giverId,
    orgCode: await queries.codeOf(ctx.db, found.giverId),
    accountId: null,
    module: MODULE,
    title: `${found.title}：有上报待验收`,
    detail: `${found.orgName}等已上报`,
    act: '验收',
    jumpUrl: detailPath(found.taskId),
    dueOn: null,
    subject: checkSubject(found.taskId),
  });
  return version;
}

/** Takes back what nobody has decided yet. */
export async function withdraw(ctx: Ctx, input: ParsedOf<typeof contract.withdrawPart>, scope?: Scope) {
  const row = await lockRow(ctx, input.id, input.version, 'withdraw', '已经验收，不能撤回', scope);
  const version = await savePart(ctx, row, { act: '撤回', change: { state: targetState('withdraw') } });
  await syncPartTodos(ctx, row.taskId, [row.id]);
  return { version };
}

/** Opens and closes what stands before people after some parts of a task have moved. */
export async function syncPartTodos(ctx: Ctx, taskId: string, partIds: readonly string[]): Promise<void> {
  await syncTodos(ctx.db, taskId, partIds);
  if (await queries.isAllDecided(ctx.db, taskId)) await closeTodos(ctx.db, [checkSubject(taskId)]);
}

/** Who of the own organisation a part may be given to. */
export const workers = (ctx: Ctx): Promise<ReplyOf<typeof contract.partWorkers>> =>
  queries.workersOf(ctx.db, ctx.session.orgId);

/** Gives a part to one worker of the own organisation. */
export async function assign(ctx: Ctx, input: ParsedOf<typeof contract.assignPart>) {
  const row = await lockRow(ctx, input.id, input.version, 'assign', '这件任务现在不能指派');
  const one = (await workers(ctx)).find(({ accountId }) => accountId === input.accountId);
  if (!one) throw badInput({ accountId: '请选择本组织的党务工作者' });
  const version = await savePart(ctx, row, { act: '指派', text: one.name, change: { assignee: one } });
  await notifyAccounts(ctx, `任务指派给您：${nameOf(row)}`, `${row.dueOn}前上报`, [one.accountId]);
  return { version };
}

/** Says something on a part; the other side is told. */
export async function speak(ctx: Ctx, input: ParsedOf<typeof contract.say>, scope = ctx.scope): Promise<null> {
  const found = await queries.findPart(ctx.db, scope, input.id, true);
  if (!found) throw notFound(NO_PART);
  if (!canOf(ctx, found).say) throw refuse('只有办理和布置任务的组织可以留言');
  const { accountName: by, orgName, orgId } = ctx.session;
  const place = { kind: SAID_FILES, rowId: found.id, orgCode: found.orgCode };
  const files = await attachFiles(ctx, 'files', input.files, place, { format: 'common' });
  await queries.addEntries(ctx.db, [found.id], { act: '留言', text: input.text, orgName, by, files });
  const isReceiver = found.personId === null ? orgId === found.orgId : isOwn(ctx, found);
  const others = isReceiver ? await accountsOf(ctx, found.giverId) : await receiversOf(ctx, found);
  const who = found.personId !== null && isReceiver ? by : orgName;
  await notifyAccounts(ctx, `${who}留言：${nameOf(found)}`, input.text, others);
  ctx.audit({ type: 'officePart', id: found.id, name: nameOf(found), orgCode: found.orgCode });
  return null;
}
