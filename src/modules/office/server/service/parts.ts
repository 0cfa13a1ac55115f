import { uploadedFiles } from '#modules/files/server/accept.ts';
import { closeTodos, openTodo } from '#modules/message/server/todos.ts';
import type * as contract from '#modules/office/contract.part.ts';
import type { PartDetail } from '#modules/office/contract.part.ts';
import { MEETING_STATES } from '#modules/office/rules.meeting.ts';
import {
  KINDS,
  mayAct,
  OPEN_STATES,
  PART_ARROWS,
  PART_STATES,
  type PartAct,
  TASK_STATES,
} from '#modules/office/rules.ts';
import { ROLE } from '#modules/session/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/fileRights.ts';
import { giveParts, takeBackParts } from '../evidence.ts';
import { openWhole } from '../queries/forms.ts';
import { meetingOfPart } from '../queries/meetings.ts';
import * as queries from '../queries/parts.ts';
import { tendTodos, today } from '../queries/publish.ts';
import { checkSubject, detailPath, isGiver, MODULE, NO_PART, PART_FILES, partSubject, tell } from './common.ts';
import { handInForm } from './formFiling.ts';

/** Reports of others that one page shows (互相可见). */
const MOST_OTHERS = 100;
const DONE = '已被处理，请刷新后再看';
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
  version: part.version,
  opinion: part.opinion,
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

/** What the session may do with a part: whose it is, who gave it, and how it stands. */
export function canOf(ctx: Ctx, part: queries.PartRecord): PartDetail['can'] {
  const runs = part.taskState === 2;
  const answers = runs && part.orgId === ctx.session.orgId && ctx.may('task:answer');
  const gives = runs && isGiver(ctx, part.giverId);
  const open = OPEN_STATES.includes(part.state);
  return {
    receive: answers && mayAct('receive', part.state),
    report: answers && mayAct('report', part.state),
    withdraw: answers && mayAct('withdraw', part.state),
    assign: answers && open,
    extend: answers && open && part.askedUntil === null,
    split: answers && open && ctx.may('task:give'),
    decide: gives && part.state === 2,
    reopen: gives && mayAct('reopen', part.state),
    void: gives && mayAct('void', part.state),
    decideExtension: gives && open && part.askedUntil !== null,
    say: runs && (part.orgId === ctx.session.orgId || part.giverId === ctx.session.orgId),
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
  const [taskFiles, files, entries, children, meeting, others] = await Promise.all([
    uploadedFiles(ctx.db, found.taskFiles),
    uploadedFiles(ctx.db, found.files),
    queries.entriesOf(ctx.db, found.id),
    found.orgId === ctx.session.orgId ? queries.childrenOf(ctx.db, found.id) : [],
    found.kind === 1 ? meetingOfPart(ctx.db, found.id) : undefined,
    found.openToOthers ? queries.othersOf(ctx.db, found, MOST_OTHERS) : null,
  ]);
  return {
    ...partFacts(found),
    orgId: found.orgId,
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
    entries: entries.map((entry) => ({ ...entry, madeAt: entry.madeAt.toISOString() })),
    meeting: meeting ? { id: meeting.id, title: meeting.title, stateName: MEETING_STATES[meeting.state] } : null,
    can: canOf(ctx, found),
  };
}

/** A part, locked, of which the session may do something; of two at once the second reads that it is done. */
async function hold(ctx: Ctx, id: string, version: number, may: keyof PartDetail['can'], refusal: string) {
  const found = await queries.findPart(ctx.db, ctx.scope, id, true);
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
export async function carry(
  ctx: Ctx,
  found: queries.PartRecord,
  { act, text = '', change, reason = '' }: Step,
): Promise<number> {
  const { accountName: by, orgName } = ctx.session;
  const version = await queries.writePart(ctx.db, found.id, change);
  await queries.addEntries(ctx.db, [found.id], { act, text, orgName, by });
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
  return version;
}

export const nameOf = ({ title, circle }: queries.PartRecord) => `${title}${circle && `（${circle}）`}`;
const to = (act: PartAct) => PART_ARROWS[act].to;
export const accountsOf = async (ctx: Ctx, orgId: string) =>
  (await queries.accountsAt(ctx.db, [orgId])).map(({ accountId }) => accountId);

/** Says that the task has come. */
export async function receive(ctx: Ctx, input: ParsedOf<typeof contract.receivePart>) {
  const found = await hold(ctx, input.id, input.version, 'receive', '这件任务已经接收');
  const version = await carry(ctx, found, { act: '接收', change: { state: to('receive'), received: true } });
  await tendTodos(ctx.db, found.taskId);
  return { version };
}

/** Hands in. A nil report only where the task allows it; of 仅回执 nothing more is asked. */
export async function report(ctx: Ctx, input: ParsedOf<typeof contract.reportPart>) {
  const found = await hold(ctx, input.id, input.version, 'report', '这件任务现在不能上报');
  if (input.isNil && !found.nilAllowed) throw badInput({ isNil: '这项任务不接受零报告' });
  if (!input.isNil && found.kind === 1) throw refuse('这项任务由工作会议办理：发出会议纪要时自动上报');
  if (!input.isNil && found.kind === 0 && input.report === '') throw badInput({ report: '请输入办理情况' });
  if (found.kind === 3) await handInForm(ctx, found, input.isNil);
  const place = { kind: PART_FILES, rowId: found.id, orgCode: found.orgCode };
  const files = await attachFiles(ctx, 'files', input.isNil ? [] : input.files, place, { format: 'common' });
  await detachFiles(ctx, place, files);
  return { version: await handIn(ctx, found, input.isNil ? '' : input.report, input.isNil, files) };
}

async function handIn(ctx: Ctx, found: queries.PartRecord, text: string, isNil: boolean, files: readonly string[]) {
  const late = found.dueOn < (await today(ctx.db));
  const version = await carry(ctx, found, {
    act: late ? '补报' : '上报',
    text: isNil ? '零报告' : text,
    change: { state: to('report'), report: { text, isNil, files, by: ctx.session.accountName }, asked: null },
  });
  await closeTodos(ctx.db, [partSubject(found.id)]);
  await openTodo(ctx.db, {
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

/**
 * A meeting that answers a part of the own organisation was submitted: the part is reported with its words. What is
 * reported or decided already stays as it is.
 */
export async function answerByMeeting(ctx: Ctx, partId: string, words: string): Promise<void> {
  const found = await queries.findPart(ctx.db, ctx.scope, partId, true);
  if (!found || found.orgId !== ctx.session.orgId || found.taskState !== 2 || !mayAct('report', found.state)) return;
  await handIn(ctx, found, words.slice(0, 4000), false, found.files);
}

/** The meeting was taken back: the part is open again. @throws where the giver has accepted it */
export async function reopenByMeeting(ctx: Ctx, partId: string): Promise<void> {
  const found = await queries.findPart(ctx.db, ctx.scope, partId, true);
  if (!found || found.orgId !== ctx.session.orgId || found.taskState !== 2) return;
  if (found.state === 4) throw refuse(`上级已经验收“${nameOf(found)}”，请联系上级退回后再办`);
  if (!mayAct('withdraw', found.state)) return;
  await carry(ctx, found, { act: '撤回', change: { state: to('withdraw') } });
  await settleTodos(ctx, found.taskId);
}

/** Takes back what nobody has decided yet. */
export async function withdraw(ctx: Ctx, input: ParsedOf<typeof contract.withdrawPart>) {
  const found = await hold(ctx, input.id, input.version, 'withdraw', '已经验收，不能撤回');
  const version = await carry(ctx, found, { act: '撤回', change: { state: to('withdraw') } });
  await settleTodos(ctx, found.taskId);
  return { version };
}

/** Opens and closes what stands before people after a part has moved. */
export async function settleTodos(ctx: Ctx, taskId: string): Promise<void> {
  await tendTodos(ctx.db, taskId);
  if (await queries.isAllDecided(ctx.db, taskId)) await closeTodos(ctx.db, [checkSubject(taskId)]);
}

/** Who of the own organisation a part may be given to. */
export const workers = (ctx: Ctx): Promise<ReplyOf<typeof contract.partWorkers>> =>
  queries.workersOf(ctx.db, ctx.session.orgId);

/** Gives a part to one worker of the own organisation. */
export async function assign(ctx: Ctx, input: ParsedOf<typeof contract.assignPart>) {
  const found = await hold(ctx, input.id, input.version, 'assign', '这件任务现在不能指派');
  const one = (await workers(ctx)).find(({ accountId }) => accountId === input.accountId);
  if (!one) throw badInput({ accountId: '请选择本组织的党务工作者' });
  const version = await carry(ctx, found, { act: '指派', text: one.name, change: { assignee: one } });
  await tell(ctx, `任务指派给您：${nameOf(found)}`, `${found.dueOn}前上报`, [one.accountId]);
  return { version };
}

/** Asks for a later day. */
export async function extend(ctx: Ctx, input: ParsedOf<typeof contract.askExtension>) {
  const found = await hold(ctx, input.id, input.version, 'extend', '这件任务现在不能申请延期');
  if (input.until <= found.dueOn) throw badInput({ until: `应晚于现在的截止日期${found.dueOn}` });
  if (input.until < (await today(ctx.db))) throw badInput({ until: '不能早于今天' });
  const { until, reason } = input;
  const version = await carry(ctx, found, {
    act: '申请延期',
    text: `到${until}：${reason}`,
    change: { asked: { until, reason } },
  });
  await tell(
    ctx,
    `${found.orgName}申请延期：${nameOf(found)}`,
    `到${until}：${reason}`,
    await accountsOf(ctx, found.giverId),
  );
  return { version };
}

/** Grants a later day or not. */
export async function decideExtension(ctx: Ctx, input: ParsedOf<typeof contract.decideExtension>) {
  const found = await hold(ctx, input.id, input.version, 'decideExtension', '没有待审批的延期申请');
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '不同意请写明理由' });
  const until = found.askedUntil ?? found.dueOn;
  const version = await carry(ctx, found, {
    act: input.agree ? '同意延期' : '不同意延期',
    text: [input.agree ? `到${until}` : '', input.opinion].filter(Boolean).join('：'),
    change: { asked: null, ...(input.agree ? { dueOn: until } : {}) },
  });
  await tendTodos(ctx.db, found.taskId);
  const title = `${input.agree ? `已同意延期到${until}` : '没有同意延期'}：${nameOf(found)}`;
  await tell(ctx, title, input.opinion, await accountsOf(ctx, found.orgId));
  return { version };
}

/** Says something on a part; the other side is told. */
export async function speak(ctx: Ctx, input: ParsedOf<typeof contract.say>): Promise<null> {
  const found = await queries.findPart(ctx.db, ctx.scope, input.id, true);
  if (!found) throw notFound(NO_PART);
  if (!canOf(ctx, found).say) throw refuse('只有办理和布置任务的组织可以留言');
  const { accountName: by, orgName, orgId } = ctx.session;
  await queries.addEntries(ctx.db, [found.id], { act: '留言', text: input.text, orgName, by });
  const other = orgId === found.orgId ? found.giverId : found.orgId;
  await tell(ctx, `${orgName}留言：${nameOf(found)}`, input.text, await accountsOf(ctx, other));
  ctx.audit({ type: 'officePart', id: found.id, name: nameOf(found), orgCode: found.orgCode });
  return null;
}

/** Accepts or returns what was handed in, many at once; what is not handed in any more is left and counted. */
export async function decide(
  ctx: Ctx,
  input: ParsedOf<typeof contract.decideParts>,
): Promise<ReplyOf<typeof contract.decideParts>> {
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '请写明退回的原因' });
  const found = await queries.lockParts(ctx.db, ctx.scope, input.ids);
  if (found.length < input.ids.length) throw notFound(NO_PART);
  if (found.some(({ giverId }) => !isGiver(ctx, giverId))) throw refuse('只有发布任务的组织可以验收');
  const due = found.filter((one) => canOf(ctx, one).decide);
  if (due.length === 0) throw refuse(DONE);
  const by = ctx.session.accountName;
  for (const one of due) {
    await carry(ctx, one, {
      act: input.agree ? '验收通过' : '退回',
      text: input.opinion,
      change: { state: to(input.agree ? 'accept' : 'refuse'), decided: { by, opinion: input.opinion } },
    });
    if (input.agree) await giveParts(ctx.db, [one.id]);
    else await tell(ctx, `退回重办：${nameOf(one)}`, input.opinion, await accountsOf(ctx, one.orgId));
  }
  if (!input.agree)
    await openWhole(
      ctx.db,
      due.map(({ id }) => id),
    );
  for (const taskId of new Set(due.map((one) => one.taskId))) await settleTodos(ctx, taskId);
  return { decided: due.length, skipped: found.length - due.length };
}

/** Asks again for what was accepted. */
export async function reopen(ctx: Ctx, input: ParsedOf<typeof contract.reopenPart>) {
  const found = await hold(ctx, input.id, input.version, 'reopen', '这件任务没有完成，不用重开');
  const decided = { by: ctx.session.accountName, opinion: input.reason };
  await takeBackParts(ctx.db, [found.id]);
  await openWhole(ctx.db, [found.id]);
  const version = await carry(ctx, found, {
    act: '重开',
    text: input.reason,
    change: { state: to('reopen'), decided },
  });
  await tendTodos(ctx.db, found.taskId);
  await tell(ctx, `重新办理：${nameOf(found)}`, input.reason, await accountsOf(ctx, found.orgId));
  return { version };
}

/** Lets one organisation off one cycle. */
export async function makeVoid(ctx: Ctx, input: ParsedOf<typeof contract.voidPart>) {
  const found = await hold(ctx, input.id, input.version, 'void', '已完成的不能作废，可以重开');
  const version = await carry(ctx, found, {
    act: '作废',
    text: input.reason,
    change: { state: to('void'), asked: null },
  });
  await settleTodos(ctx, found.taskId);
  await tell(ctx, `不用再办理：${nameOf(found)}`, input.reason, await accountsOf(ctx, found.orgId));
  return { version };
}
