import { uploadedFiles } from '#kernel/files/server/accept.ts';
import type * as contract from '#life/tasks/contract.ts';
import {
  circlesOf,
  isToPeople,
  type Kind,
  OFFICE_GROUP,
  OPEN_STATES,
  PEOPLE_KINDS,
  rhythmFaults,
} from '#life/tasks/rules.ts';
import { audienceFields, audienceNames, findGroup, refuseForeignAudience } from '#people/groups/server/index.ts';
import { peopleById } from '#people/member/server/index.ts';
import { orgsById } from '#people/org/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/files/fileRights.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { diff } from '#platform/server/log/audit.ts';
import * as partQueries from '../queries/parts.ts';
import { accountsOfNew, insertPersonParts } from '../queries/people.ts';
import { insertParts, setTargets, syncTodos, workersBehind } from '../queries/publish.ts';
import * as queries from '../queries/tasks.ts';
import { checkSubject, isGiver, lateSubject, NO_TASK, notifyAccounts, TASK_FILES, taskRowOf } from './common.ts';

const CHANGED = '这项任务已有变化，请核对后再操作';

/** A page of the tasks that the own organisation gave, or those below gave. */
export async function tasks(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listTasks>,
): Promise<ReplyOf<typeof contract.listTasks>> {
  const filter = {
    view: input.view,
    state: input.state ?? null,
    only: input.only ?? null,
    words: input.keyWords || null,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfTasks(ctx.db, ctx.scope, ctx.session.orgId, filter, input.pageSize, offset);
  return { rows: page.rows.map((row) => taskRowOf(ctx, row)), total: page.total };
}

async function see(ctx: Ctx, id: string): Promise<queries.TaskRecord> {
  const row = await queries.findTask(ctx.db, ctx.scope, ctx.session.orgId, id);
  if (!row) throw notFound(NO_TASK);
  return row;
}

/** The own organisation's task, locked, as the page saw it. */
export async function lockRow(ctx: Ctx, id: string, version?: number): Promise<queries.TaskRecord> {
  const row = await queries.findTask(ctx.db, ctx.scope, ctx.session.orgId, id, true);
  if (!row) throw notFound(NO_TASK);
  if (!isGiver(ctx, row.orgId)) throw refuse('只有发布任务的组织可以办理');
  if (version !== undefined && row.version !== version) throw conflict(CHANGED);
  return row;
}

/** One task; its figures are those of the organisations within the scope. */
export async function task(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getTask>,
): Promise<ReplyOf<typeof contract.getTask>> {
  const row = await see(ctx, id);
  const { orgId } = ctx.session;
  const [circles, own, files, named, parent] = await Promise.all([
    queries.circlesOfTask(ctx.db, ctx.scope, id),
    partQueries.ownParts(ctx.db, orgId, id),
    uploadedFiles(ctx.db, row.files),
    row.orgId === orgId ? audienceNames(ctx, meantBy(row)) : { orgs: [], members: [], groups: [] },
    row.parentPartId ? partQueries.findPart(ctx.db, ctx.scope, row.parentPartId) : undefined,
  ]);
  const planned = circlesOf(row).map((circle) => ({
    ...circle,
    id: '0',
    live: 0,
    completed: 0,
    partly: 0,
    reported: 0,
    overdue: 0,
  }));
  return {
    ...taskRowOf(ctx, row),
    content: row.content,
    dueRule: row.dueRule,
    dueDays: row.dueDays,
    nilAllowed: row.nilAllowed,
    openToOthers: row.openToOthers,
    mode: row.audience.mode,
    types: row.audience.types,
    levels: row.audience.levels ?? [],
    minMembers: row.audience.minMembers ?? null,
    maxMembers: row.audience.maxMembers ?? null,
    ...named,
    files,
    reason: row.reason,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    publishedBy: row.publishedBy,
    updateName: row.updatedBy,
    parent: parent
      ? { taskId: parent.taskId, circleId: parent.circleId, title: parent.title, dueOn: parent.dueOn }
      : null,
    circles: (row.state === 0 ? planned : circles).map(({ seq: _seq, ...circle }) => circle),
    isOwn: isGiver(ctx, row.orgId),
    own,
  };
}

/** Organisations by cycles, within the scope. */
export async function matrix(
  ctx: Ctx,
  input: ParsedOf<typeof contract.taskMatrix>,
): Promise<ReplyOf<typeof contract.taskMatrix>> {
  const row = await see(ctx, input.id);
  const filter = { words: input.keyWords || null, only: input.only };
  return queries.matrix(ctx.db, ctx.scope, row.id, filter, input.pageSize, (input.pageNum - 1) * input.pageSize);
}

type Fields = ParsedOf<typeof contract.createTask>;

/** What a task names, as the house's audiences are read. */
const meantBy = ({ orgCode, audience }: queries.TaskRecord) => ({
  orgCode,
  audience: audience.mode,
  audienceOrgs: audience.orgIds,
  audiencePeople: audience.memberIds ?? [],
  audienceGroups: audience.groupIds ?? [],
  onlyMembers: false,
});

/** What a form says, as it is stored; ids outside the scope read as not there. */
async function fieldsOf(ctx: Ctx, input: Omit<Fields, 'parentTaskID' | 'parentCircleID'>): Promise<queries.TaskFields> {
  const faults = rhythmFaults(input);
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const isChosen = input.mode === 'chosen';
  if (input.minMembers !== null && input.maxMembers !== null && input.minMembers > input.maxMembers)
    throw badInput({ maxMembers: '不能小于最少人数' });
  await refuseForeignAudience(ctx, input);
  const toPeople = isToPeople(input.mode);
  if (toPeople && !PEOPLE_KINDS.includes(input.kind))
    throw badInput({ kind: '发给个人的任务只能是“办理情况”或“仅回执”，会议和填表由组织办理' });
  const { memberIds, groupIds } = audienceFields({ ...input, audience: input.mode });
  for (const group of await Promise.all(groupIds.map((id) => findGroup(ctx.db, ctx.scope, id))))
    if (group?.type !== OFFICE_GROUP) throw badInput({ groupIds: '请选择党务办公分组' });
  if (isChosen) {
    if (input.orgIds.length === 0) throw badInput({ orgIds: '请选择组织' });
    if (input.orgIds.includes(ctx.session.orgId)) throw badInput({ orgIds: '不能布置给本组织' });
  }
  return {
    title: input.title,
    content: input.content,
    kind: input.kind as Kind,
    frequency: input.frequency,
    startsOn: input.startsOn,
    endsOn: input.endsOn,
    dueRule: input.frequency === 1 ? 'end' : input.dueRule,
    dueDays: input.frequency === 1 || input.dueRule === 'end' ? 0 : input.dueDays,
    nilAllowed: input.nilAllowed,
    openToOthers: input.openToOthers,
    audience: {
      mode: input.mode,
      types: isChosen || toPeople ? [] : [...new Set(input.types)].sort((a, b) => a - b),
      orgIds: isChosen ? [...new Set(input.orgIds)] : [],
      ...(toPeople ? { memberIds, groupIds } : {}),
      ...(input.mode === 'where'
        ? {
            levels: [...new Set(input.levels)].sort((a, b) => a - b),
            minMembers: input.minMembers,
            maxMembers: input.maxMembers,
          }
        : {}),
    },
  };
}

/** The own part that is handed on; the children's days lie inside it. */
async function parentOf(ctx: Ctx, taskId: string, circleId: string, endsOn: string): Promise<string> {
  const id = await partQueries.ownPart(ctx.db, ctx.session.orgId, taskId, circleId);
  const part = id && (await partQueries.findPart(ctx.db, ctx.scope, id));
  if (!part) throw notFound('要分解的办理件不存在');
  if (!OPEN_STATES.includes(part.state) || part.taskState !== 2) throw refuse('已经上报或结束的任务不能再分解');
  if (endsOn > part.dueOn) throw badInput({ endsOn: `截止日期不能晚于上级任务的${part.dueOn}` });
  return part.id;
}

const shown = ({ audience, ...fields }: queries.TaskFields) => ({ ...fields, mode: audience.mode });

/** Drafts a task of the own organisation, or hands a part of another on. */
export async function create(ctx: Ctx, input: Fields): Promise<ReplyOf<typeof contract.createTask>> {
  const { orgId, orgCode, accountName } = ctx.session;
  const fields = await fieldsOf(ctx, input);
  const { parentTaskID, parentCircleID } = input;
  if (parentTaskID) await see(ctx, parentTaskID);
  if ((parentTaskID === undefined) !== (parentCircleID === undefined))
    throw badInput({ parentTaskID: '上级任务不正确' });
  const parent =
    parentTaskID && parentCircleID ? await parentOf(ctx, parentTaskID, parentCircleID, fields.endsOn) : null;
  const id = await queries.insertTask(ctx.db, { id: orgId, code: orgCode }, fields, parent, accountName);
  const files = await attachFiles(
    ctx,
    'files',
    input.files,
    { kind: TASK_FILES, rowId: id, orgCode },
    { format: 'common' },
  );
  await queries.setFiles(ctx.db, id, files);
  const changes = diff<Record<string, unknown>>({}, shown(fields));
  ctx.audit({ type: 'officeTask', id, name: fields.title, orgCode, changes });
  return { id };
}

/** Writes a draft anew. */
export async function update(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateTask>,
): Promise<ReplyOf<typeof contract.updateTask>> {
  await refuseForeignAudience(ctx, input);
  const row = await lockRow(ctx, input.id, input.version);
  if (row.state !== 0) throw refuse('发布后的任务不能修改要求，可以调整截止日期、增加组织或作废');
  const fields = await fieldsOf(ctx, input);
  if (row.parentPartId) {
    const part = await partQueries.findPart(ctx.db, ctx.scope, row.parentPartId);
    if (part && fields.endsOn > part.dueOn) throw badInput({ endsOn: `截止日期不能晚于上级任务的${part.dueOn}` });
  }
  const place = { kind: TASK_FILES, rowId: row.id, orgCode: row.orgCode };
  const files = await attachFiles(ctx, 'files', input.files, place, { format: 'common' });
  await detachFiles(ctx, place, files);
  const version = await queries.writeTask(ctx.db, row.id, fields, files, ctx.session.accountName);
  const changes = diff<Record<string, unknown>>(shown(row), shown(fields));
  ctx.audit({ type: 'officeTask', id: row.id, name: fields.title, orgCode: row.orgCode, changes });
  return { version };
}

/** Drops a draft. What was published is voided, never deleted. */
export async function remove(ctx: Ctx, input: ParsedOf<typeof contract.removeTask>): Promise<null> {
  const row = await lockRow(ctx, input.id);
  if (row.state !== 0) throw refuse('发布过的任务不能删除，可以作废');
  await queries.binTask(ctx.db, row.id, ctx.session.accountName, input.deleteReason);
  ctx.audit({ type: 'officeTask', id: row.id, name: row.title, orgCode: row.orgCode, reason: input.deleteReason });
  return null;
}

/** A task that is not out, or over, is not changed. */
export function requireRunning(row: queries.TaskRecord): void {
  if (row.state !== 2) throw refuse('任务不在进行中');
}

/** Closes a task early; what was handed in stays. */
export async function end(
  ctx: Ctx,
  input: ParsedOf<typeof contract.endTask>,
): Promise<ReplyOf<typeof contract.endTask>> {
  const row = await lockRow(ctx, input.id, input.version);
  requireRunning(row);
  if (row.reported > 0) throw refuse(`还有${row.reported}件上报没有验收，请先验收`);
  const version = await queries.setState(ctx.db, row.id, 3, ctx.session.accountName, input.reason);
  await syncTodos(ctx.db, row.id);
  await closeTodos(ctx.db, [checkSubject(row.id), lateSubject(row.id)]);
  ctx.audit({
    type: 'officeTask',
    id: row.id,
    name: row.title,
    orgCode: row.orgCode,
    reason: input.reason,
    changes: { state: [2, 3] },
  });
  return { version };
}

/** Voids a task with all that is not completed, and tells whoever was at it. */
export async function makeVoid(
  ctx: Ctx,
  input: ParsedOf<typeof contract.voidTask>,
): Promise<ReplyOf<typeof contract.voidTask>> {
  const row = await lockRow(ctx, input.id, input.version);
  requireRunning(row);
  const accounts = await workersBehind(ctx.db, row.id, null);
  await partQueries.voidParts(ctx.db, row.id);
  const version = await queries.setState(ctx.db, row.id, 4, ctx.session.accountName, input.reason);
  await syncTodos(ctx.db, row.id);
  await closeTodos(ctx.db, [checkSubject(row.id), lateSubject(row.id)]);
  await notifyAccounts(ctx, `任务已作废：${row.title}`, input.reason, accounts);
  ctx.audit({
    type: 'officeTask',
    id: row.id,
    name: row.title,
    orgCode: row.orgCode,
    reason: input.reason,
    changes: { state: [2, 4] },
  });
  return { version };
}

/** Gives the cycles that are not over to further organisations, or to further people. */
export async function add(
  ctx: Ctx,
  input: ParsedOf<typeof contract.addOrgs>,
): Promise<ReplyOf<typeof contract.addOrgs>> {
  await refuseForeignAudience(ctx, { ...input, groupIds: [] });
  const row = await lockRow(ctx, input.id, input.version);
  requireRunning(row);
  const { orgIds, memberIds } = input;
  const toPeople = isToPeople(row.audience.mode);
  if ((toPeople ? memberIds : orgIds).length === 0)
    throw badInput(toPeople ? { memberIds: '请选择人员' } : { orgIds: '请选择组织' });
  if (!toPeople && orgIds.includes(row.orgId)) throw badInput({ orgIds: '不能布置给本组织' });
  const found = toPeople ? await peopleById(ctx.db, ctx.scope, memberIds) : await orgsById(ctx.db, ctx.scope, orgIds);
  const added = toPeople
    ? await insertPersonParts(ctx.db, row.id, memberIds, true)
    : await insertParts(ctx.db, row.id, orgIds, true);
  if (added === 0)
    throw refuse(toPeople ? '所选人员都已在办理，或没有账号，或各期都已截止' : '所选组织都已在承办，或各期都已截止');
  await setTargets(ctx.db, row.id);
  await queries.touchTask(ctx.db, row.id, ctx.session.accountName);
  await syncTodos(ctx.db, row.id);
  const accounts = await accountsOfNew(ctx.db, row.id, toPeople ? { memberIds } : { orgIds });
  await notifyAccounts(
    ctx,
    `新任务：${row.title}`,
    `${row.orgName}布置，请接收`,
    accounts.map(({ accountId }) => accountId),
  );
  ctx.audit({
    type: 'officeTask',
    id: row.id,
    name: row.title,
    orgCode: row.orgCode,
    changes: { orgs: [null, found.map(({ name }) => name).join('、')] },
  });
  return { added };
}
