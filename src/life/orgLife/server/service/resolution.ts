import type * as contract from '#life/orgLife/contract.resolution.ts';
import {
  carriesResolution,
  RESOLUTION_STATES,
  resolutionState,
  taskStateName,
} from '#life/orgLife/rules.resolution.ts';
import { meetingPath } from '#life/orgLife/rules.ts';
import { insertTask } from '#life/tasks/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { type MeetingRecord, namesOf } from '../queries/meeting.ts';
import * as queries from '../queries/resolution.ts';
import { auditMeeting, loadMeeting, mayWrite } from './meeting.ts';

const MODULE = '组织生活';
const WORKER = 3;
/** Characters of a task's title. */
const TITLE = 60;
const todoOf = (id: string) => `lifeResolution:${id}`;
/** The same before the person who does it. */
const ownTodoOf = (id: string) => `lifeResolutionOwn:${id}`;
const OWN = '/partyMember/orgLife';
/** Dictionary 0178: 会议. */
const NOTICE = '4';

/** Followed up by who held the meeting, from its beginning on and after it was archived too. */
const follows = (ctx: Ctx, row: MeetingRecord) => mayWrite(ctx, row) && row.state >= 1;

export async function list(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.listResolutions>,
): Promise<ReplyOf<typeof contract.listResolutions>> {
  const row = await loadMeeting(ctx, id);
  const [today, found, below] = await Promise.all([
    todayOf(ctx.db),
    queries.resolutionsOf(ctx.db, id),
    queries.hasBelow(ctx.db, row.orgId),
  ]);
  const mine = follows(ctx, row);
  return {
    rows: found.map(({ taskId, taskState, ...one }) => {
      const state = resolutionState({ ...one, taskState }, today);
      const open = mine && state !== 'done' && !carriesResolution(taskState);
      return {
        ...one,
        state,
        stateName: RESOLUTION_STATES[state],
        task:
          taskId !== null && taskState !== null
            ? { id: taskId, stateName: taskStateName(taskState), isDraft: taskState === 0 }
            : null,
        can: { settle: open, remove: open, task: open && below && ctx.may('task:give') },
      };
    }),
    can: { add: mine },
  };
}

/** The meeting, locked, of which the own organisation follows up. */
async function followed(ctx: Ctx, id: string): Promise<MeetingRecord> {
  const row = await loadMeeting(ctx, id, true);
  if (!follows(ctx, row)) throw refuse('发出通知后，由召开会议的组织登记和办结议定事项');
  return row;
}

/** A resolution of the meeting that is open: neither done nor carried by a task. */
async function openOne(ctx: Ctx, meetingId: string, resolutionId: string): Promise<queries.ResolutionRecord> {
  const one = (await queries.resolutionsOf(ctx.db, meetingId)).find(({ id }) => id === resolutionId);
  if (!one) throw notFound('议定事项不存在');
  if (one.doneOn !== null) throw refuse('这一项已经办结');
  if (carriesResolution(one.taskState)) throw refuse('这一项已经转为任务，随任务办结');
  return one;
}

/** Writes down what was agreed, who does it, and by when; it is a to-do until it is done. */
export async function add(ctx: Ctx, input: ParsedOf<typeof contract.addResolution>): Promise<null> {
  const { personId } = input;
  const names = await namesOf(ctx.db, ctx.scope, personId === null ? [] : [personId]);
  if (personId !== null && !names.has(personId)) throw notFound('所选的人员不存在');
  const row = await followed(ctx, input.id);
  if (input.dueOn < row.heldOn) throw badInput({ dueOn: '期限不能早于会议日期' });
  const personName = personId === null ? '' : (names.get(personId) ?? '');
  const resolutionId = await queries.insertResolution(ctx.db, {
    meetingId: input.id,
    text: input.text,
    personId,
    personName,
    dueOn: input.dueOn,
    by: ctx.session.accountName,
  });
  await openTodo(ctx, {
    roleId: WORKER,
    orgId: row.orgId,
    orgCode: row.orgCode,
    accountId: null,
    module: MODULE,
    title: `议定事项：${input.text.slice(0, 40)}`,
    detail: `${row.title}${personName ? `，${personName}负责` : ''}`,
    act: '办结',
    jumpUrl: meetingPath(row),
    dueOn: input.dueOn,
    subject: todoOf(resolutionId),
  });
  if (personId !== null) {
    const what = { title: `请办理：${input.text.slice(0, 40)}`, detail: `${row.orgName}，${row.title}议定` };
    await queries.openOwnTodo(ctx.db, {
      ...what,
      memberId: personId,
      module: MODULE,
      path: OWN,
      dueOn: input.dueOn,
      subject: ownTodoOf(resolutionId),
    });
    const accountIds = await queries.accountsOf(ctx.db, personId);
    if (accountIds.length > 0)
      await sendNotice(ctx.db, {
        type: NOTICE,
        title: what.title,
        remark: `${row.title}（${row.heldOn}）议定由您负责，${input.dueOn}前办结。${input.text}`.slice(0, 500),
        orgId: row.orgId,
        createdBy: ctx.session.accountName,
        accountIds,
      });
  }
  auditMeeting(ctx, row);
  return null;
}

/** 办结 with what came of it. */
export async function settle(ctx: Ctx, input: ParsedOf<typeof contract.settleResolution>): Promise<null> {
  const row = await followed(ctx, input.id);
  const one = await openOne(ctx, input.id, input.resolutionId);
  if (input.doneOn < row.heldOn) throw badInput({ doneOn: '办结日期不能早于会议日期' });
  if (input.doneOn > (await todayOf(ctx.db))) throw badInput({ doneOn: '办结日期不能晚于今天' });
  const { doneOn, evidence } = input;
  await queries.settleResolution(ctx.db, one.id, { doneOn, evidence, by: ctx.session.accountName });
  await closeTodos(ctx.db, [todoOf(one.id), ownTodoOf(one.id)]);
  auditMeeting(ctx, row);
  return null;
}

/** Takes one back that was written down by mistake. */
export async function remove(ctx: Ctx, input: ParsedOf<typeof contract.removeResolution>): Promise<null> {
  const row = await followed(ctx, input.id);
  const one = await openOne(ctx, input.id, input.resolutionId);
  await queries.deleteResolution(ctx.db, one.id);
  await closeTodos(ctx.db, [todoOf(one.id), ownTodoOf(one.id)]);
  auditMeeting(ctx, row, `删去议定事项：${one.text.slice(0, TITLE)}`);
  return null;
}

/** A draft of a task for the organisations directly below; once it has ended, the resolution is done. */
export async function toTask(
  ctx: Ctx,
  { id, resolutionId }: ParsedOf<typeof contract.lifeResolutionTask>,
): Promise<ReplyOf<typeof contract.lifeResolutionTask>> {
  const row = await followed(ctx, id);
  const one = await openOne(ctx, id, resolutionId);
  if (!ctx.may('task:give')) throw refuse('您的角色不能下达任务');
  if (!(await queries.hasBelow(ctx.db, row.orgId))) throw refuse('本组织没有下级，请直接办结');
  const today = await todayOf(ctx.db);
  if (one.dueOn < today) throw refuse('议定的期限已经过了，不能再转为任务');
  const text = one.text.replaceAll('\n', ' ');
  const taskId = await insertTask(
    ctx.db,
    { id: row.orgId, code: row.orgCode },
    {
      title: text.length > TITLE ? `${text.slice(0, TITLE - 1)}…` : text,
      content: `${one.text}\n（${row.title}，${row.heldOn}议定${one.personName ? `，${one.personName}负责` : ''}）`,
      kind: 0,
      frequency: 1,
      startsOn: today,
      endsOn: one.dueOn,
      dueRule: 'end',
      dueDays: 0,
      nilAllowed: false,
      openToOthers: false,
      audience: { mode: 'children', types: [], orgIds: [] },
    },
    null,
    ctx.session.accountName,
  );
  await queries.linkTask(ctx.db, one.id, taskId);
  await closeTodos(ctx.db, [todoOf(one.id), ownTodoOf(one.id)]);
  auditMeeting(ctx, row, `议定事项转为任务：${text.slice(0, TITLE)}`);
  return { taskId };
}

/** What the session's own person is to do of what meetings agreed. */
export async function own(ctx: Ctx): Promise<ReplyOf<typeof contract.ownResolutions>> {
  const { memberId } = ctx.session;
  if (memberId === null) throw notFound('您的账号没有对应的党员信息');
  const [today, found] = await Promise.all([todayOf(ctx.db), queries.ownResolutions(ctx.db, memberId)]);
  return found.map(({ taskState, doneOn, ...one }) => {
    const state = resolutionState({ doneOn, dueOn: one.dueOn, taskState }, today);
    return { ...one, state, stateName: RESOLUTION_STATES[state] };
  });
}
