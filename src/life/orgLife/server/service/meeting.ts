import * as attendance from '#kernel/attendance/server/index.ts';
import type * as contract from '#life/orgLife/contract.ts';
import {
  ALSO,
  alsoText,
  type MeetingType,
  meetingPath,
  QUORUM_CLAUSE,
  QUORUM_TYPES,
  STATES,
  TOPIC_KINDS,
  typeName,
  typesFor,
} from '#life/orgLife/rules.ts';
import { answersKind } from '#life/tasks/server/service/answers.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { chosenPlace, wholeScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, canReadFile, detachFiles, findFile } from '#platform/server/files/fileRights.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { correctionsOf } from '../queries/correction.ts';
import * as duty from '../queries/duty.ts';
import * as queries from '../queries/meeting.ts';
import { type MeetingFilter, pageOfMeetings } from '../queries/meetingList.ts';
import { type Reuse, reusesOf } from '../queries/reuse.ts';
import { refuseLocked } from './lock.ts';

const MISSING = '会议不存在';
const FILES = 'event.meeting';
/** Dictionary 0178: 会议. */
const NOTICE = '4';

/** Meetings are written by the organisation that holds them; superiors read, return and archive. */
export const mayWrite = (ctx: Ctx, row: queries.MeetingRecord) =>
  ctx.may('event:write') && row.orgId === ctx.session.orgId && row.cancelledAt === null;
/** Whether the session stands above whoever held the meeting; the city's own are its own. */
export const isAbove = (ctx: Ctx, row: queries.MeetingRecord) =>
  ctx.may('event:review') &&
  row.orgCode.startsWith(ctx.session.orgCode) &&
  (row.orgCode.length > ctx.session.orgCode.length || row.orgCode.length === 4) &&
  row.cancelledAt === null;
const reviews = (ctx: Ctx, row: queries.MeetingRecord) => isAbove(ctx, row) && row.state === 3;

export function canOf(ctx: Ctx, row: queries.MeetingRecord) {
  const mine = mayWrite(ctx, row);
  return {
    edit: mine && [0, 1, 2, 4].includes(row.state),
    notify: mine && row.state === 0,
    run: mine && [1, 2, 4].includes(row.state),
    // The organisation above marks whom the branch cannot: its only worker.
    mark: (mine || isAbove(ctx, row)) && [1, 2, 4].includes(row.state),
    cancel: mine && row.state < 2,
    submit: mine && (row.state === 2 || row.state === 4),
    returnIt: reviews(ctx, row),
    archive: reviews(ctx, row),
    correct: mine && row.state === 5,
  };
}

const rowOf = (ctx: Ctx, row: queries.MeetingRecord) => ({
  id: row.id,
  orgId: row.orgId,
  orgName: row.orgName,
  type: row.type,
  typeName: typeName(row.type),
  alsoText: alsoText(row.alsoType),
  title: row.title,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  heldOn: row.heldOn,
  place: row.place,
  host: row.host,
  state: row.state,
  stateName: row.cancelledAt ? '已取消' : STATES[row.state],
  cancelled: row.cancelledAt !== null,
  lateEntry: row.lateEntry,
  due: row.due,
  present: row.present,
  href: meetingPath(row),
  version: row.version,
  can: canOf(ctx, row),
});

/** What a list or its export is narrowed by. */
export const filterOf = (
  input: Omit<ParsedOf<typeof contract.listMeetings>, 'pageNum' | 'pageSize'>,
): MeetingFilter => ({
  view: input.view ?? null,
  type: input.type ?? null,
  state: input.state ?? null,
  from: input.from ?? null,
  to: input.to ?? null,
  keyWords: input.keyWords || null,
});

/** Meetings, the latest first, with the counts of the views. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listMeetings>,
): Promise<ReplyOf<typeof contract.listMeetings>> {
  const { scope } = chosenPlace(ctx, input.orgId);
  const { pageNum, pageSize } = input;
  const page = await pageOfMeetings(ctx.db, scope, filterOf(input), pageSize, (pageNum - 1) * pageSize);
  return { rows: page.rows.map((row) => rowOf(ctx, row)), total: page.total, counts: page.counts };
}

/** A meeting of the scope, or it reads as not there. */
export async function loadMeeting(ctx: Ctx, id: string, lock = false): Promise<queries.MeetingRecord> {
  const row = await queries.findMeeting(ctx.db, ctx.scope, id, lock);
  if (!row) throw notFound(MISSING);
  return row;
}

/** The counts of a topic; null where nobody voted. */
export const voteOf = ({ yes, no, abstain, spoilt }: queries.TopicRecord) =>
  yes === null ? null : { yes, no: no ?? 0, abstain: abstain ?? 0, spoilt: spoilt ?? 0 };

export async function get(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getMeeting>,
): Promise<ReplyOf<typeof contract.getMeeting>> {
  const row = await loadMeeting(ctx, id);
  const [topics, corrections, reuses, files] = await Promise.all([
    queries.topicsOf(ctx.db, id),
    correctionsOf(ctx.db, id),
    reusesOf(ctx.db, ctx.scope, id),
    Promise.all(row.files.map((file) => findFile(ctx, file))),
  ]);
  return {
    ...rowOf(ctx, row),
    alsoType: row.alsoType,
    groupId: row.groupId,
    groupName: row.groupName ?? '',
    hostId: row.hostId,
    recorderId: row.recorderId,
    recorder: row.recorder,
    lecturerId: row.lecturerId,
    lecturer: row.lecturer,
    note: row.note,
    minutes: row.minutes,
    topics: topics.map((one) => ({
      id: one.id,
      kind: one.kind,
      kindName: TOPIC_KINDS[one.kind as keyof typeof TOPIC_KINDS] ?? '',
      title: one.title,
      minutes: one.minutes,
      decision: one.decision,
      vote: voteOf(one),
      passed: one.passed,
    })),
    files: files.flatMap((file) => (file ? [{ id: file.id, name: file.name, mime: file.mime, size: file.size }] : [])),
    cancelReason: row.cancelReason,
    returnReason: row.state === 4 ? row.returnReason : '',
    submittedAt: row.submittedAt?.toISOString() ?? null,
    submittedBy: row.submittedBy,
    archivedBy: row.archivedBy,
    quorumClause: QUORUM_TYPES.includes(row.type) ? QUORUM_CLAUSE : '',
    corrections: corrections.map((one) => ({ ...one, at: one.at.toISOString() })),
    reused: reuses.map(reusedText),
    task: row.taskId ? { id: row.taskId, title: row.taskTitle ?? '' } : null,
    updateName: row.updatedBy,
    updateDate: row.updatedAt.toISOString(),
  };
}

/** What was used before, for whoever writes the meeting and whoever reads it through. */
function reusedText({ kind, name, id, type, orgId, orgName, title, heldOn }: Reuse) {
  const what = kind === 'photo' ? `附件“${name}”` : kind === 'topic' ? `议题“${name}”的记录` : '会议记录';
  return id === null
    ? { text: `${what}与其他组织${heldOn}的一次会议相同`, href: null }
    : { text: `${what}与${orgName}${heldOn}“${title}”相同`, href: meetingPath({ id, type, orgId }) };
}

type Form = Omit<ParsedOf<typeof contract.createMeeting>, 'orgId' | 'taskId'>;
const at = (local: string) => `${local.replace(' ', 'T')}:00+08:00`;

/** What a form says, with the names of its people; foreign people and groups read as not there. */
async function valuesOf(ctx: Ctx, org: { id: string; type: number }, form: Form): Promise<queries.MeetingValues> {
  const type = form.type as MeetingType;
  const { hostId, recorderId, lecturerId } = form;
  const ids = [hostId, recorderId, lecturerId].filter((one) => one !== null);
  const names = await queries.namesOf(ctx.db, wholeScope, ids);
  const inScope = await queries.namesOf(ctx.db, ctx.scope, ids);
  if (inScope.size < new Set(ids).size) throw notFound('所选的人员不存在');
  const groupOrg = form.groupId ? await queries.isGroupOf(ctx.db, ctx.scope, form.groupId) : null;
  if (form.groupId && !groupOrg) throw notFound('党小组不存在');
  const faults: Record<string, string> = {};
  if (!typesFor(org.type).includes(type)) faults.type = '本组织不召开这类会议';
  if (Date.parse(at(form.endsAt)) <= Date.parse(at(form.startsAt))) faults.endsAt = '结束时间应晚于开始时间';
  if (type === 3 && !form.groupId) faults.groupId = '请选择党小组';
  if (form.groupId && (type !== 3 || groupOrg !== org.id)) faults.groupId = '只有党小组会选择本支部的党小组';
  if (form.alsoType !== null && !ALSO[type]?.includes(form.alsoType as MeetingType))
    faults.alsoType = '这类会议不能合并该项';
  if (type === 5 && !lecturerId) faults.lecturerId = '请选择主讲人';
  if (Object.keys(faults).length > 0) throw badInput(faults);
  const nameOf = (id: string | null) => (id === null ? '' : (names.get(id) ?? ''));
  return {
    type,
    alsoType: form.alsoType,
    groupId: form.groupId,
    title: form.title,
    startsAt: at(form.startsAt),
    endsAt: at(form.endsAt),
    place: form.place,
    hostId,
    host: nameOf(hostId),
    recorderId,
    recorder: nameOf(recorderId),
    lecturerId,
    lecturer: nameOf(lecturerId),
    note: form.note,
  };
}

/** The act's row in the log. */
export const auditMeeting = (ctx: Ctx, row: { id: string; title: string; orgCode: string }, reason?: string) =>
  ctx.audit({ type: 'lifeMeeting', id: row.id, name: row.title, orgCode: row.orgCode, ...(reason ? { reason } : {}) });

async function keepFiles(ctx: Ctx, id: string, orgCode: string, files: readonly string[]): Promise<string[]> {
  const kept = await attachFiles(ctx, 'files', files, { kind: FILES, rowId: id, orgCode }, { format: 'meeting' });
  await detachFiles(ctx, { kind: FILES, rowId: id }, kept);
  return kept;
}

/** Writes a meeting down as a draft. */
export async function create(
  ctx: Ctx,
  { orgId, taskId, topics, files, ...form }: ParsedOf<typeof contract.createMeeting>,
): Promise<ReplyOf<typeof contract.createMeeting>> {
  const org = await duty.findPlace(ctx.db, ctx.scope, orgId);
  if (!org) throw notFound('组织不存在');
  if (taskId !== null) {
    const places = await queries.taskPlaces(ctx.db, ctx.scope, taskId);
    if (places.length === 0) throw notFound('任务不存在');
    const place = places.find((one) => one.orgId === org.id);
    if (!place) throw badInput({ taskId: '这项任务没有下达给本组织' });
    if (place.kind === 2 && !answersKind(place.kind, form.type)) throw badInput({ type: '这项任务由主题党日办理' });
  }
  const values = await valuesOf(ctx, org, { ...form, topics, files });
  if (org.id !== ctx.session.orgId) throw refuse(`由${org.name}的党务工作者登记会议`);
  await refuseLocked(ctx, org.code, form.startsAt.slice(0, 10), 'startsAt');
  const by = ctx.session.accountName;
  const id = await queries.insertMeeting(ctx.db, org, values, by);
  await queries.writeTopics(ctx.db, id, topics);
  const kept = await keepFiles(ctx, id, org.code, files);
  const more: [string, unknown][] = [];
  if (kept.length > 0) more.push(['files', kept]);
  if (taskId !== null) more.push(['task_id', taskId]);
  const version = more.length > 0 ? await queries.writeMeeting(ctx.db, id, more, by) : 1;
  auditMeeting(ctx, { id, title: values.title, orgCode: org.code });
  return { id, version };
}

/** The meeting, locked, as it was read; a newer one is a conflict. */
export async function lockRow(ctx: Ctx, id: string, version: number): Promise<queries.MeetingRecord> {
  const row = await loadMeeting(ctx, id, true);
  if (row.version !== version) {
    throw conflict('该会议已被他人修改，请核对后再操作', {
      current: { version: row.version, updateName: row.updatedBy, updateDate: row.updatedAt.toISOString() },
    });
  }
  return row;
}

/** Changes what was announced, or will be; people are told of another time or place. */
export async function update(
  ctx: Ctx,
  { id, version, topics, files, ...form }: ParsedOf<typeof contract.updateMeeting>,
): Promise<ReplyOf<typeof contract.updateMeeting>> {
  const row = await lockRow(ctx, id, version);
  const org = await duty.findPlace(ctx.db, ctx.scope, row.orgId);
  if (!org) throw notFound(MISSING);
  const values = await valuesOf(ctx, org, { ...form, topics, files });
  if (!canOf(ctx, row).edit) throw refuse('现在不能修改会议');
  for (const day of [row.heldOn, form.startsAt.slice(0, 10)]) await refuseLocked(ctx, org.code, day, 'startsAt');
  const known = new Set((await queries.topicsOf(ctx.db, id)).map((one) => one.id));
  if (topics.some((one) => one.id && !known.has(one.id))) throw notFound('议题不存在');
  if (row.state > 0 && (form.type !== row.type || form.groupId !== row.groupId)) {
    throw badInput({ type: '通知发出后不能再改会议类型和党小组，请取消后重新登记' });
  }
  await queries.writeTopics(ctx.db, id, topics);
  const kept = await keepFiles(ctx, id, row.orgCode, files);
  await queries.writeMeeting(ctx.db, id, [['files', kept]], ctx.session.accountName);
  const next = await queries.writeValues(ctx.db, id, values, ctx.session.accountName);
  const moved = Date.parse(values.startsAt) !== row.startsAt.getTime() || values.place !== row.place;
  if (row.state === 1 && moved)
    await notifyPeople(ctx, { ...row, title: values.title }, '会议时间或地点有变动', values.startsAt, values.place);
  auditMeeting(ctx, row);
  return { id, version: next };
}

/** Beijing time, `2026-01-31 09:00`. */
export const localTime = (at: Date): string =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

const when = (iso: string | Date) => {
  const local = localTime(new Date(iso));
  return `${Number(local.slice(5, 7))}月${Number(local.slice(8, 10))}日${local.slice(11)}`;
};

/** Sends a notice to all due people who have an account; answers its id, null where nobody has one. */
export async function notifyPeople(
  ctx: Ctx,
  row: Pick<queries.MeetingRecord, 'id' | 'orgId' | 'title'>,
  what: string,
  startsAt: string | Date,
  place: string,
): Promise<string | null> {
  const sheet = await attendance.sheetOf(ctx.db, queries.KIND, row.id);
  const people = sheet ? await attendance.peopleOf(ctx.db, sheet.id) : [];
  const accountIds = people.flatMap(({ due, accountId }) => (due && accountId ? [accountId] : []));
  if (accountIds.length === 0) return null;
  return sendNotice(ctx.db, {
    type: NOTICE,
    title: `${what}：${row.title}`,
    remark: `${when(startsAt)}，${place}。请准时参加，不能到会的请在“我的组织生活”中请假。`,
    orgId: row.orgId,
    createdBy: ctx.session.accountName,
    accountIds,
  });
}

/** Tells the registries of the house what of this belongs to them. */
export function announceMeeting(): void {
  canReadFile(FILES, async (ctx, file) => {
    if (!ctx.may('event:read') || file.rowId === null) return false;
    return (await queries.findMeeting(ctx.db, ctx.scope, file.rowId)) !== undefined;
  });
}
