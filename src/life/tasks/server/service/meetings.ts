import * as attendance from '#kernel/attendance/server/index.ts';
import { uploadedFiles } from '#kernel/files/server/accept.ts';
import type * as contract from '#life/tasks/contract.meeting.ts';
import type * as find from '#life/tasks/contract.meetingFind.ts';
import { MAX_INVITED, mayStep } from '#life/tasks/rules.meeting.ts';
import { TASK_STATES, type TaskState } from '#life/tasks/rules.ts';
import { searchPeople } from '#people/member/server/index.ts';
import { orgsById } from '#people/org/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import { searchText } from '#platform/reading/signs.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/files/fileRights.ts';
import * as invitees from '../queries/invitees.ts';
import * as queries from '../queries/meetings.ts';
import { findPart } from '../queries/parts.ts';
import { findTask } from '../queries/tasks.ts';
import { isGiver, NO_TASK, notifyAccounts } from './common.ts';
import { inviteeFacts } from './invitees.ts';
import { CLOSED_FILES, isOver, loadMeeting, localTime, lockRow, MEETING_FILES, rowOf } from './meetingCommon.ts';

const FOUND = 12;

/** A page of meetings. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listWorkMeetings>,
): Promise<ReplyOf<typeof contract.listWorkMeetings>> {
  const filter = {
    view: input.view,
    state: input.state ?? null,
    from: input.from ?? null,
    to: input.to ?? null,
    words: input.keyWords || null,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfMeetings(ctx.db, ctx.scope, ctx.session.orgId, filter, input.pageSize, offset);
  return { rows: page.rows.map((row) => rowOf(ctx, row)), total: page.total };
}

/** One meeting. Who called it sees the minutes while they are written; others once they are out. */
export async function get(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getWorkMeeting>,
): Promise<ReplyOf<typeof contract.getWorkMeeting>> {
  const row = await loadMeeting(ctx, id);
  const { orgId } = ctx.session;
  const isOwn = isGiver(ctx, row.orgId);
  const isOut = row.state === 3;
  const shows = isOut || row.orgId === orgId;
  const closed = isOver(row) && row.orgId !== orgId;
  const [files, closedFiles, minutesFiles, resolutions, orgs, people, called, parent] = await Promise.all([
    uploadedFiles(ctx.db, row.files),
    closed ? [] : uploadedFiles(ctx.db, row.closedFiles),
    shows ? uploadedFiles(ctx.db, row.minutesFiles) : [],
    shows ? queries.resolutionsOf(ctx.db, id) : [],
    row.orgId === orgId ? orgsById(ctx.db, ctx.scope, row.audience.orgIds) : [],
    row.orgId === orgId ? queries.peopleNames(ctx.db, ctx.scope, row.audience.memberIds) : [],
    row.noticedAt === null ? [] : invitees.allInvitees(ctx.db, ctx.scope, id),
    row.parentPartId ? findPart(ctx.db, ctx.scope, row.parentPartId) : undefined,
  ]);
  const own = called.filter((one) => one.orgId === orgId);
  return {
    ...rowOf(ctx, row),
    host: row.host,
    agenda: row.agenda,
    note: row.note,
    answerBy: row.answerBy,
    mode: row.audience.mode,
    types: row.audience.types,
    orgs: orgs.map((org) => ({ id: org.id, name: org.name })),
    people: people.map(({ id: personId, name }) => ({ id: personId, name })),
    files,
    closedFiles,
    closed: closed && row.closedFiles.length > 0,
    reason: row.reason,
    noticedAt: row.noticedAt?.toISOString() ?? null,
    noticedBy: row.noticedBy,
    minutes: shows ? row.minutes : '',
    minutesFiles,
    minutesAt: isOut ? (row.minutesAt?.toISOString() ?? null) : null,
    minutesBy: isOut ? row.minutesBy : '',
    resolutions: resolutions.map(({ taskState, ...one }) => ({
      ...one,
      taskId: isOwn ? one.taskId : null,
      taskState: taskState === null ? '' : TASK_STATES[taskState as TaskState],
    })),
    isOwn,
    own: await Promise.all(own.map((one) => inviteeFacts(ctx, row, one))),
    parent: parent ? { taskId: parent.taskId, circleId: parent.circleId, title: parent.title } : null,
    updateName: row.updatedBy,
  };
}

/** Meetings of the own organisation that have a place at a time. */
export async function placeTaken(
  ctx: Ctx,
  input: ParsedOf<typeof find.placeTaken>,
): Promise<ReplyOf<typeof find.placeTaken>> {
  const { place, startsAt, endsAt, except = null } = input;
  if (place === '' || endsAt <= startsAt) return [];
  const found = await queries.taken(ctx.db, ctx.session.orgId, place, startsAt, endsAt, except);
  return found.map((one) => ({
    title: one.title,
    startsAt: one.startsAt.toISOString(),
    endsAt: one.endsAt.toISOString(),
  }));
}

const LETTERS = /^[a-z]+$/;

/** People of the scope by name or its letters. */
export async function people(
  ctx: Ctx,
  { name }: ParsedOf<typeof find.meetingPeople>,
): Promise<ReplyOf<typeof find.meetingPeople>> {
  const words = searchText(name);
  if (words === '') return [];
  const nameCondition = LETTERS.test(words)
    ? ({ by: 'pinyin', letters: words } as const)
    : ({ by: 'name', part: words } as const);
  const found = await searchPeople(ctx.db, ctx.scope, nameCondition, FOUND);
  return found.map((one) => ({ memberId: one.id, name: one.name, orgName: one.orgName }));
}

type Fields = Omit<ParsedOf<typeof contract.createWorkMeeting>, 'parentTaskID'>;

/** What a form says, as it is stored; ids outside the scope read as not there. */
async function fieldsOf(ctx: Ctx, input: Fields): Promise<queries.MeetingFields> {
  const isChosen = input.mode === 'chosen';
  const orgIds = [...new Set(input.orgIds)];
  const memberIds = [...new Set(input.memberIds)];
  if ((await orgsById(ctx.db, ctx.scope, orgIds)).length < orgIds.length) throw notFound('组织不存在');
  if ((await queries.peopleNames(ctx.db, ctx.scope, memberIds)).length < memberIds.length)
    throw notFound('所选的人员不存在');
  if (input.endsAt <= input.startsAt) throw badInput({ endsAt: '结束时间应晚于开始时间' });
  if (input.answerBy !== null && input.answerBy > input.startsAt.slice(0, 10))
    throw badInput({ answerBy: '回执截止日期不能晚于会议日期' });
  if (isChosen && orgIds.length + memberIds.length === 0) throw badInput({ orgIds: '请选择组织或人员' });
  if (isChosen && orgIds.includes(ctx.session.orgId)) throw badInput({ orgIds: '不用通知本组织' });
  return {
    title: input.title,
    startsAt: input.startsAt,
    endsAt: input.endsAt,
    place: input.place,
    host: input.host,
    agenda: input.agenda,
    note: input.note,
    answerBy: input.answerBy,
    audience: {
      mode: input.mode,
      types: isChosen ? [] : [...new Set(input.types)].sort((a, b) => a - b),
      orgIds: isChosen ? orgIds : [],
      memberIds,
    },
  };
}

const place = (kind: string, id: string, orgCode: string) => ({ kind, rowId: id, orgCode });

/** Keeps the papers of a meeting: those that stay with whoever is called, and those that are taken back. */
async function keepFiles(ctx: Ctx, id: string, orgCode: string, input: Fields): Promise<void> {
  const at = place(MEETING_FILES, id, orgCode);
  const closedAt = place(CLOSED_FILES, id, orgCode);
  const files = await attachFiles(ctx, 'files', input.files, at, { format: 'common' });
  const closed = await attachFiles(ctx, 'closedFiles', input.closedFiles, closedAt, { format: 'onPage' });
  await detachFiles(ctx, at, files);
  await detachFiles(ctx, closedAt, closed);
  await queries.setFiles(ctx.db, id, files, closed);
}

const shown = (one: queries.MeetingFields) => ({
  title: one.title,
  startsAt: one.startsAt,
  endsAt: one.endsAt,
  place: one.place,
  host: one.host,
  agenda: one.agenda,
});

/** Drafts a meeting; one that answers a task keeps the own part of it. */
export async function create(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createWorkMeeting>,
): Promise<ReplyOf<typeof contract.createWorkMeeting>> {
  const { orgId, orgCode, accountName } = ctx.session;
  const { parentTaskID, ...form } = input;
  const fields = await fieldsOf(ctx, form);
  let partId: string | null = null;
  if (parentTaskID) {
    if (!(await findTask(ctx.db, ctx.scope, orgId, parentTaskID))) throw notFound(NO_TASK);
    partId = (await queries.openPartOf(ctx.db, orgId, parentTaskID)) ?? null;
    if (partId === null) throw refuse('这项任务没有等待本组织办理的周期');
  }
  const id = await queries.insertMeeting(ctx.db, { id: orgId, code: orgCode }, fields, partId, accountName);
  await keepFiles(ctx, id, orgCode, form);
  ctx.audit({
    type: 'officeMeeting',
    id,
    name: fields.title,
    orgCode,
    changes: Object.fromEntries(Object.entries(shown(fields)).map(([name, value]) => [name, [null, value]])),
  });
  return { id, version: 1 };
}

/** Changes a meeting; once announced, another time or place is told to everybody, and further ones are called. */
export async function update(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateWorkMeeting>,
): Promise<ReplyOf<typeof contract.updateWorkMeeting>> {
  const { id, version, ...form } = input;
  const row = await lockRow(ctx, id, version);
  if (!mayStep('edit', row.state)) throw refuse('召开后或取消的会议不能修改通知');
  const fields = await fieldsOf(ctx, form);
  const before = { ...row, startsAt: localTime(row.startsAt), endsAt: localTime(row.endsAt) };
  await keepFiles(ctx, id, row.orgCode, form);
  const next = await queries.writeFields(ctx.db, id, fields, ctx.session.accountName);
  if (row.state === 1) {
    await checkAudienceSize(ctx, row.orgId, fields.audience);
    const startsAt = new Date(`${fields.startsAt.replace(' ', 'T')}:00+08:00`);
    await attendance.setStart(ctx.db, queries.SHEET, id, startsAt);
    const called = new Set((await invitees.accountsCalled(ctx.db, id)).map(({ inviteeId }) => inviteeId));
    await queries.dropInvitees(ctx.db, ctx.scope, id, row.orgId, fields.audience);
    await queries.insertInvitees(ctx.db, ctx.scope, id, row.orgId, fields.audience);
    await invitees.tendAnswers(ctx.db, id);
    const moved =
      before.startsAt !== fields.startsAt || before.endsAt !== fields.endsAt || before.place !== fields.place;
    const accounts = (await invitees.accountsCalled(ctx.db, id)).flatMap(({ accountId, inviteeId }) =>
      accountId !== null && (moved || !called.has(inviteeId)) ? [accountId] : [],
    );
    await notifyAccounts(
      ctx,
      `${moved ? '会议时间或地点有变化' : '会议通知'}：${fields.title}`,
      `${fields.startsAt}，${fields.place}`,
      accounts,
    );
  }
  const after = shown(fields);
  ctx.audit({
    type: 'officeMeeting',
    id,
    name: fields.title,
    orgCode: row.orgCode,
    changes: Object.fromEntries(
      Object.entries(after).flatMap(([name, value]) => {
        const old = before[name as keyof typeof after];
        return old === value ? [] : [[name, [old, value]]];
      }),
    ),
  });
  return { id, version: next };
}

/** Refuses an audience that is empty or too large for a meeting. */
export async function checkAudienceSize(ctx: Ctx, orgId: string, audience: queries.MeetingAudience): Promise<number> {
  const n = await queries.countCalled(ctx.db, ctx.scope, orgId, audience);
  if (n === 0) throw refuse('没有要通知的组织或人员');
  if (n > MAX_INVITED) throw refuse(`一次会议最多通知${MAX_INVITED}个组织和人员，现在是${n}个`);
  return n;
}
