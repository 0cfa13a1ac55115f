import type * as contract from '#learning/course/contract.course.ts';
import type { CourseRow } from '#learning/course/contract.course.ts';
import { type AnyAudience, CHAPTER_KINDS, COURSES, MOST_PEOPLE } from '#learning/course/rules.course.ts';
import {
  audienceCondition,
  audienceFields,
  audienceNames,
  refuseForeignAudience,
} from '#people/groups/server/index.ts';
import { hoursOf } from '#people/studyHours/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { diff } from '#platform/server/log/audit.ts';
import { findPlace } from '#publishing/news/server/index.ts';
import * as queries from '../queries/course.ts';
import * as people from '../queries/person.ts';
import { certifyFinished } from './certify.ts';
import { classMinutesOn } from './training.ts';

export const NO_COURSE = '没有找到这门课程，或不在管理范围内';
export const MODULE = '智慧教育';
/** 提醒, dictionary 0178. */
const REMINDER = '6';

/** Sends a notice to accounts; nobody to tell: nothing is sent. */
export async function notify(
  ctx: Ctx,
  row: { orgId: string },
  title: string,
  remark: string,
  accounts: readonly string[],
): Promise<void> {
  const accountIds = [...new Set(accounts)];
  if (accountIds.length === 0) return;
  await sendNotice(ctx.db, {
    type: REMINDER,
    title,
    remark,
    orgId: row.orgId,
    createdBy: ctx.session.accountName,
    accountIds,
  });
}

/** Writes a change of a course to the log. */
export function logCourse(
  ctx: Ctx,
  row: { id: string; name: string; orgCode: string },
  changes: Record<string, [unknown, unknown]>,
  reason?: string,
): void {
  const detail = { type: 'course', id: row.id, name: row.name, orgCode: row.orgCode, changes };
  ctx.audit(reason ? { ...detail, reason } : detail);
}

/** Minutes of a class hour this year. */
export const classMinutesNow = async (db: Db) => classMinutesOn(db, new Date().toISOString().slice(0, 10));

/** A superior's course is followed, not changed. */
function canOf(ctx: Ctx, row: queries.CourseRecord): CourseRow['can'] {
  const writes = ctx.scope.memberId === null && ctx.may('edu:write') && inScope(ctx.scope, row.orgCode);
  return {
    edit: writes && row.state !== 1,
    remove: writes && row.state !== 1 && row.people === 0,
    publish: writes && row.state !== 1,
    withdraw: writes && row.state === 1,
  };
}

const rowOf = (ctx: Ctx, row: queries.CourseRecord, classMinutes: number): CourseRow => ({
  id: row.id,
  orgId: row.orgId,
  orgName: row.orgName,
  title: row.title,
  isRequired: row.isRequired,
  chapters: row.chapters,
  endsOn: row.endsOn,
  hours: hoursOf(row.minutes, classMinutes),
  state: row.state,
  people: row.people,
  finished: row.finished,
  publishedAt: row.publishedAt?.toISOString() ?? null,
  version: row.version,
  can: canOf(ctx, row),
});

/** A course of the scope, for whoever works on it. */
async function see(ctx: Ctx, id: string, lock = false): Promise<queries.CourseRecord> {
  const row = await queries.findCourse(ctx.db, ctx.scope, id, lock);
  if (!row) throw notFound(NO_COURSE);
  return row;
}

/** A course that people of the scope learn, a superior's included. */
export async function loadFollowedCourse(ctx: Ctx, id: string, lock = false): Promise<queries.CourseRecord> {
  const row = await queries.findFollowed(ctx.db, ctx.scope, id, lock);
  if (!row) throw notFound(NO_COURSE);
  return row;
}

/** A course of the scope kept until the transaction ends, as the session has read it. */
async function lockRow(ctx: Ctx, id: string, version?: number): Promise<queries.CourseRecord> {
  const row = await see(ctx, id, true);
  if (version !== undefined && row.version !== version)
    throw conflict('课程已有变化，请核对后再操作', {
      current: { version: row.version, updateName: row.updatedBy, updateDate: row.updatedAt.toISOString() },
    });
  return row;
}

export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listCourses>,
): Promise<ReplyOf<typeof contract.listCourses>> {
  // Those of a college stand in its own room.
  const further = queries.NO_COLLEGE;
  const { rows, total } = await pageOf(ctx, { ...input, further });
  return { rows: rows.map(({ row }) => row), total };
}

/** A page of courses as the desk shows them, each with what the database has of it. */
export async function pageOf(
  ctx: Ctx,
  input: Omit<ParsedOf<typeof contract.listCourses>, 'state'> & {
    state?: number | undefined;
    further: queries.CourseFilter['further'];
  },
) {
  const filter = { state: input.state ?? null, words: input.keyWords || null, further: input.further };
  const offset = (input.pageNum - 1) * input.pageSize;
  const [found, classMinutes] = await Promise.all([
    queries.pageOfCourses(ctx.db, ctx.scope, filter, input.pageSize, offset),
    classMinutesNow(ctx.db),
  ]);
  return { rows: found.rows.map((record) => ({ record, row: rowOf(ctx, record, classMinutes) })), total: found.total };
}

export async function get(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getCourse>> {
  const row = await loadFollowedCourse(ctx, id);
  const [named, chapters, classMinutes] = await Promise.all([
    audienceNames(ctx, row),
    queries.chaptersOf(ctx.db, ctx.scope, id),
    classMinutesNow(ctx.db),
  ]);
  return {
    ...rowOf(ctx, row, classMinutes),
    intro: row.intro,
    inOrder: row.inOrder,
    certificate: row.certificate,
    audience: row.audience,
    ...named,
    onlyMembers: row.onlyMembers,
    withdrawnFor: row.withdrawnFor,
    publishedBy: row.publishedBy,
    updateName: row.updatedBy,
    updateDate: row.updatedAt.toISOString(),
    chapters: chapters.map(({ seq: _seq, seconds, ...one }) => ({ ...one, minutes: Math.round(seconds / 60) })),
  };
}

/** A course as it is written: by its own form, or by that of a college with a term and an audience of its roster. */
export type Form = Omit<ParsedOf<typeof contract.createCourse>, 'orgId' | 'audience'> & {
  audience: AnyAudience;
  term?: string;
  college?: object;
};

/** What a form says as it is stored. @throws badInput where nobody is chosen, or a chapter leads to what its learners cannot open */
async function fieldsOf(ctx: Ctx, orgCode: string, form: Form) {
  const chosen = audienceFields(form);
  const usable = await queries.usableSources(ctx.db, orgCode, form.chapters);
  const at = form.chapters.findIndex(({ kind, sourceId }) => sourceId !== null && !usable.has(`${kind}:${sourceId}`));
  const wrong = form.chapters[at];
  if (wrong)
    throw badInput({ chapters: `第${at + 1}章的${CHAPTER_KINDS[wrong.kind]}没有发布，或学习的人看不到，请重新选择` });
  const { chapters, hours, ...fields } = form;
  return {
    fields: { ...fields, ...chosen, minutes: Math.round(hours * (await classMinutesNow(ctx.db))) },
    chapters: chapters.map(({ minutes, ...one }) => ({
      ...one,
      sourceId: one.kind === 'link' || one.kind === 'live' ? null : one.sourceId,
      url: one.kind === 'link' ? one.url : '',
      seconds: one.kind === 'document' ? minutes * 60 : 0,
    })),
  };
}

const shown = (of: {
  title: string;
  audience: string;
  endsOn: string | null;
  isRequired: boolean;
  minutes: number;
  certificate: boolean;
}) => ({
  title: of.title,
  isRequired: of.isRequired,
  audience: of.audience,
  endsOn: of.endsOn,
  minutes: of.minutes,
  certificate: of.certificate,
});

export async function create(
  ctx: Ctx,
  { orgId, ...form }: Form & { orgId: string },
): Promise<ReplyOf<typeof contract.createCourse>> {
  const org = await findPlace(ctx.db, ctx.scope, orgId);
  if (!org) throw notFound('组织不存在');
  await refuseForeignAudience(ctx, form);
  const { fields, chapters } = await fieldsOf(ctx, org.code, form);
  const id = await queries.insertCourse(ctx.db, org, fields, ctx.session.accountName);
  await queries.writeChapters(ctx.db, id, chapters);
  logCourse(ctx, { id, name: fields.title, orgCode: org.code }, diff<Record<string, unknown>>({}, shown(fields)));
  return { id };
}

export async function update(
  ctx: Ctx,
  { id, version, ...form }: Form & { id: string; version: number },
): Promise<ReplyOf<typeof contract.updateCourse>> {
  await see(ctx, id);
  await refuseForeignAudience(ctx, form);
  const row = await lockRow(ctx, id, version);
  if (!canOf(ctx, row).edit) throw refuse('已发布的课程不能修改，可以下架后再改');
  if ((row.audience === 'college') !== (form.audience === 'college'))
    throw refuse('学院的课程在“学院”的课程管理里修改');
  const { fields, chapters } = await fieldsOf(ctx, row.orgCode, form);
  const next = await queries.writeCourse(ctx.db, id, fields, ctx.session.accountName);
  await queries.writeChapters(ctx.db, id, chapters);
  logCourse(ctx, row, {
    ...diff<Record<string, unknown>>(shown(row), shown(fields)),
    chapters: [row.chapters, chapters.length],
  });
  return { version: next };
}

export async function remove(ctx: Ctx, input: ParsedOf<typeof contract.removeCourse>): Promise<null> {
  const row = await lockRow(ctx, input.id);
  if (!canOf(ctx, row).remove)
    throw refuse(row.state === 1 ? '已发布的课程不能删除，可以下架' : '已有人学习的课程不能删除');
  await queries.binCourse(ctx.db, row.id, ctx.session.accountName, input.deleteReason);
  logCourse(ctx, row, {}, input.deleteReason);
  return null;
}

/** Opens a course: whoever it is required of is put on its list and told. */
export async function publish(
  ctx: Ctx,
  { id, version }: ParsedOf<typeof contract.publishCourse>,
): Promise<ReplyOf<typeof contract.publishCourse>> {
  const row = await lockRow(ctx, id, version);
  if (!canOf(ctx, row).publish) throw refuse('课程已经发布');
  if (row.isOver) throw refuse('截止日期已过，请先修改截止日期');
  const chapters = await queries.chaptersOf(ctx.db, ctx.scope, id);
  if (!chapters.some(({ isMust }) => isMust)) throw refuse('课程里没有必学的章节，请先添加');
  const gone = chapters.find(({ isGone }) => isGone);
  if (gone) throw refuse(`“${gone.title}”的${CHAPTER_KINDS[gone.kind]}已经下架，请换一份再发布`);
  let listed = row.people;
  if (row.isRequired) {
    listed = await people.addAudience(ctx.db, id, audienceCondition(row), MOST_PEOPLE);
    if (listed === 0) throw refuse('学习对象里没有人，请检查学习对象');
    if (listed > MOST_PEOPLE) throw refuse(`学习对象超过${MOST_PEOPLE / 10_000}万人，请分成几门`);
  }
  const next = await queries.step(ctx.db, id, queries.STEPS.publish(ctx.session.accountName));
  // Who was through before the course granted certificates gets one as well.
  await certifyFinished(ctx.db, id, null);
  if (row.isRequired) {
    const until = row.endsOn ? `，请在${row.endsOn}前学完` : '';
    const to = await people.accountsOf(ctx.db, id, people.NOT_THROUGH);
    await notify(
      ctx,
      row,
      `课程通知：${row.title}`,
      `${row.orgName}发布了必修课程，共${chapters.length}章${until}。`,
      to,
    );
    await people.openTodos(ctx.db, row, MODULE, COURSES.learn(id));
  }
  logCourse(ctx, row, { state: [row.state, 1], people: [row.people, listed] });
  return { version: next, people: listed };
}

/** Takes a course down: what was learnt and its hours stay. */
export async function withdraw(
  ctx: Ctx,
  { id, reason }: ParsedOf<typeof contract.withdrawCourse>,
): Promise<ReplyOf<typeof contract.withdrawCourse>> {
  const row = await lockRow(ctx, id);
  if (row.state !== 1) throw refuse('课程没有发布');
  const version = await queries.step(ctx.db, id, queries.STEPS.withdraw(reason));
  await people.closeTodos(ctx.db, id, false);
  const to = await people.accountsOf(ctx.db, id, people.NOT_THROUGH);
  await notify(ctx, row, `课程已下架：${row.title}`, reason, to);
  logCourse(ctx, row, { state: [1, 2] }, reason);
  return { version, people: row.people };
}
