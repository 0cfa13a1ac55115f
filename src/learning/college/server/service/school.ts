import { ROLE } from '#kernel/session/contract.ts';
import type * as contract from '#learning/college/contract.school.ts';
import type { ClassRow } from '#learning/college/contract.school.ts';
import { CLASS_STATES, evidenceOf, lacksOf, SCHOOL } from '#learning/college/rules.school.ts';
import { orgsById } from '#people/org/server/index.ts';
import { hoursOf } from '#people/studyHours/rules.ts';
import { withdrawCertificates } from '#people/studyHours/server/certificates.ts';
import { dutyOf, withdrawHours } from '#people/studyHours/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { diff } from '#platform/server/log/audit.ts';
import * as queries from '../queries/school.ts';

export const NO_CLASS = '没有找到这个培训班，或不在管理范围内';
export const MODULE = '云党校';
/** 提醒, dictionary 0178. */
const REMINDER = '6';
export const nominateSubject = (id: string) => `schoolNominate:${id}`;
export const decideSubject = (id: string) => `schoolDecide:${id}`;

/** Whether the class is of the session's own scope: who only nominates decides nothing. */
export const isOrganiser = (ctx: Ctx, row: queries.ClassRecord) =>
  ctx.scope.memberId === null && ctx.may('school:write') && inScope(ctx.scope, row.orgCode);

/** Writes a change of a class to the log. */
export function logClass(
  ctx: Ctx,
  row: { id: string; title: string; orgCode: string },
  changes: Record<string, [unknown, unknown]>,
  reason?: string,
): void {
  const detail = { type: 'schoolClass', id: row.id, name: row.title, orgCode: row.orgCode, changes };
  ctx.audit(reason ? { ...detail, reason } : detail);
}

/** Tells people of a class with an account. */
export async function notify(
  ctx: Ctx,
  row: queries.ClassRecord,
  title: string,
  remark: string,
  memberIds: readonly string[],
) {
  const accountIds = await queries.accountsOf(ctx.db, memberIds);
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

function canOf(ctx: Ctx, row: queries.ClassRecord): ClassRow['can'] {
  const own = isOrganiser(ctx, row);
  const nominating = row.state === 1 || row.state === 2;
  return {
    edit: own && row.state < 3,
    remove: own && row.state === 0,
    open: own && row.state === 0,
    nominate: (own && nominating) || (row.nominates && row.state === 1 && ctx.may('school:write')),
    decide: own && nominating,
    begin: own && row.state === 1,
    teach: own && row.state < 3,
    finish: own && row.state === 2,
    cancel: own && nominating,
    reopen: own && row.state === 3,
  };
}

const rowOf = (ctx: Ctx, row: queries.ClassRecord): ClassRow => ({
  id: row.id,
  orgId: row.orgId,
  orgName: row.orgName,
  title: row.title,
  place: row.place,
  startsOn: row.startsOn,
  endsOn: row.endsOn,
  nominateBy: row.nominateBy,
  quota: row.quota,
  state: row.state,
  learners: row.learners,
  waiting: row.waiting,
  passed: row.passed,
  version: row.version,
  can: canOf(ctx, row),
});

/** A class that the session sees. */
export async function loadClass(ctx: Ctx, id: string, lock = false): Promise<queries.ClassRecord> {
  const row = await queries.findClass(ctx.db, ctx.scope, id, lock);
  if (!row) throw notFound(NO_CLASS);
  return row;
}

/** A class that the session organises, kept until the transaction ends, as it was read. */
export async function lockRow(ctx: Ctx, id: string, version?: number): Promise<queries.ClassRecord> {
  const row = await loadClass(ctx, id, true);
  if (!isOrganiser(ctx, row)) throw notFound(NO_CLASS);
  if (version !== undefined && row.version !== version)
    throw conflict('培训班已有变化，请核对后再操作', {
      current: { version: row.version, updateName: row.updatedBy, updateDate: row.updatedAt.toISOString() },
    });
  return row;
}

export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listClasses>,
): Promise<ReplyOf<typeof contract.listClasses>> {
  const of = { state: input.state ?? null, words: input.keyWords || null };
  const found = await queries.pageOfClasses(
    ctx.db,
    ctx.scope,
    of,
    input.pageSize,
    (input.pageNum - 1) * input.pageSize,
  );
  return { rows: found.rows.map((row) => rowOf(ctx, row)), total: found.total };
}

const lessonOf = ({ startsAt, endsAt, ...one }: queries.LessonRecord) => ({
  ...one,
  startsAt: startsAt.toISOString(),
  endsAt: endsAt.toISOString(),
});

export async function get(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getClass>> {
  const row = await loadClass(ctx, id);
  const [nominators, lessons, sources] = await Promise.all([
    queries.nominatorsOf(ctx.db, ctx.scope, id),
    queries.lessonsOf(ctx.db, id),
    queries.sourcesOf(ctx.db, null, row.courseIds, row.examId),
  ]);
  const named = ({ id: sourceId, name }: { id: string; name: string }) => ({ id: sourceId, name });
  return {
    ...rowOf(ctx, row),
    intro: row.intro,
    central: row.central,
    certificate: row.certificate,
    courses: sources.courses.map(named),
    exam: sources.exam ? named(sources.exam) : null,
    needAttendance: row.needAttendance,
    needHours: row.needHours,
    needScore: row.needScore,
    endedFor: row.endedFor,
    finishedBy: row.finishedBy,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    nominators: nominators.map(({ code: _code, ...one }) => one),
    lessons: lessons.map(lessonOf),
    updateName: row.updatedBy,
    updateDate: row.updatedAt.toISOString(),
  };
}

type Form = ParsedOf<typeof contract.createClass>;

/** What a form says as it is stored; foreign organisations, courses and exams read as not there. */
async function fieldsOf(ctx: Ctx, form: Form) {
  const { orgIds: given, places: _places, examId, nominateBy, courseIds, ...plain } = form;
  const fields = {
    ...plain,
    courseIds: [...new Set(courseIds)],
    examId: examId ?? null,
    nominateBy: nominateBy ?? null,
  };
  if (form.endsOn < form.startsOn) throw badInput({ endsOn: '结束日期不能早于开始日期' });
  if (fields.nominateBy && fields.nominateBy > form.endsOn) throw badInput({ nominateBy: '推荐截止不能晚于结束日期' });
  const orgIds = [...new Set(given)];
  if ((await orgsById(ctx.db, ctx.scope, orgIds)).length < orgIds.length)
    throw notFound('组织不存在，或不在管理范围内');
  const found = await queries.sourcesOf(ctx.db, ctx.scope, fields.courseIds, fields.examId);
  if (found.courses.length < fields.courseIds.length) throw notFound('课程不存在，或不在管理范围内');
  if (fields.examId && !found.exam) throw notFound('考试不存在，或不在管理范围内');
  if (found.courses.some(({ state }) => state !== 1)) throw badInput({ courseIds: '有的课程没有发布' });
  if (found.exam && found.exam.state !== 1) throw badInput({ examId: '考试没有发布' });
  return { fields, orgIds };
}

const shown = (
  of: Pick<
    queries.ClassFields,
    'title' | 'quota' | 'startsOn' | 'endsOn' | 'needAttendance' | 'needHours' | 'needScore'
  >,
) => ({
  title: of.title,
  quota: of.quota,
  startsOn: of.startsOn,
  endsOn: of.endsOn,
  needAttendance: of.needAttendance,
  needHours: of.needHours,
  needScore: of.needScore,
});

export async function create(
  ctx: Ctx,
  form: ParsedOf<typeof contract.createClass>,
): Promise<ReplyOf<typeof contract.createClass>> {
  const { fields, orgIds } = await fieldsOf(ctx, form);
  const { orgId, orgCode, accountName } = ctx.session;
  const id = await queries.insertClass(ctx.db, { id: orgId, code: orgCode }, fields, accountName);
  await queries.setNominators(ctx.db, id, orgIds, form.places, false);
  logClass(ctx, { id, title: fields.title, orgCode }, diff<Record<string, unknown>>({}, shown(fields)));
  return { id };
}

/** Opens the to-do of each organisation that nominates. */
async function askNominators(ctx: Ctx, row: queries.ClassRecord): Promise<void> {
  for (const one of await queries.nominatorsOf(ctx.db, ctx.scope, row.id))
    await openTodo(ctx, {
      roleId: ROLE.worker,
      orgId: one.id,
      orgCode: one.code,
      accountId: null,
      module: MODULE,
      title: `推荐学员：${row.title}`,
      detail: `${row.orgName}举办，${row.startsOn}开班，本组织名额${one.places}人`,
      act: '去推荐',
      jumpUrl: SCHOOL.detail(row.id, 'people'),
      dueOn: row.nominateBy,
      subject: nominateSubject(row.id),
    });
}

export async function update(
  ctx: Ctx,
  { id, version, ...form }: ParsedOf<typeof contract.updateClass>,
): Promise<ReplyOf<typeof contract.updateClass>> {
  const row = await lockRow(ctx, id, version);
  if (!canOf(ctx, row).edit) throw refuse(`${CLASS_STATES[row.state as 3]}的培训班不能修改`);
  const { fields, orgIds } = await fieldsOf(ctx, form);
  if (fields.quota < row.learners) throw badInput({ quota: `已有学员${row.learners}人，名额不能更少` });
  const next = await queries.writeClass(ctx.db, id, fields, ctx.session.accountName);
  await queries.setNominators(ctx.db, id, orgIds, form.places, row.state > 0);
  if (row.state === 1) await askNominators(ctx, { ...row, ...fields, courseIds: [...fields.courseIds] });
  logClass(ctx, row, diff<Record<string, unknown>>(shown(row), shown(fields)));
  return { version: next };
}

export async function remove(ctx: Ctx, { id, deleteReason }: ParsedOf<typeof contract.removeClass>): Promise<null> {
  const row = await lockRow(ctx, id);
  if (!canOf(ctx, row).remove) throw refuse('只能删除草稿，已开始的培训班可以取消');
  await queries.deleteClass(ctx.db, id);
  logClass(ctx, row, {}, deleteReason);
  return null;
}

/** Nominations begin, the class begins, or it is called off. */
export async function stepOn(
  ctx: Ctx,
  { id, version, act, reason }: ParsedOf<typeof contract.stepClass>,
): Promise<ReplyOf<typeof contract.stepClass>> {
  const row = await lockRow(ctx, id, version);
  const can = canOf(ctx, row);
  const why = `“${CLASS_STATES[row.state as 0]}”的培训班不能这样办理`;
  if (act === 'open') {
    if (!can.open) throw refuse(why);
    await askNominators(ctx, row);
  } else if (act === 'begin') {
    if (!can.begin) throw refuse(why);
    if (row.waiting > 0) throw refuse(`还有${row.waiting}人的推荐没有处理`);
    if (row.learners === 0) throw refuse('还没有学员');
    await closeTodos(ctx.db, [nominateSubject(id), decideSubject(id)]);
    const learners = await queries.learnersOf(ctx.db, id);
    const where = row.place ? `，地点：${row.place}` : '';
    await notify(
      ctx,
      row,
      `开班通知：${row.title}`,
      `${row.startsOn}至${row.endsOn}${where}。课表在“云党校”中查看。`,
      learners.map(({ memberId }) => memberId),
    );
  } else if (act === 'reopen') {
    if (!can.reopen) throw refuse(why);
    if (reason === '') throw badInput({ reason: '请输入撤销原因' });
    await takeBackGraduation(ctx, row, reason);
  } else {
    if (!can.cancel) throw refuse(why);
    if (reason === '') throw badInput({ reason: '请输入取消原因' });
    await closeTodos(ctx.db, [nominateSubject(id), decideSubject(id)]);
    const learners = await queries.learnersOf(ctx.db, id);
    await notify(
      ctx,
      row,
      `培训班已取消：${row.title}`,
      reason,
      learners.map(({ memberId }) => memberId),
    );
  }
  const state = { open: 1, begin: 2, cancel: 4, reopen: 2 }[act];
  const next = await queries.step(ctx.db, id, queries.STEPS.to(state, act === 'cancel' ? reason : ''));
  logClass(ctx, row, { state: [row.state, state] }, reason || undefined);
  return { version: next };
}

/** Takes a graduation back: hours by counter-entries, certificates void with the reason, and nobody is judged any more. */
async function takeBackGraduation(ctx: Ctx, row: queries.ClassRecord, why: string): Promise<void> {
  const evidence = evidenceOf(row.id);
  await withdrawHours(ctx.db, { source: 'offline', evidence, why });
  const by = ctx.session.accountName;
  await withdrawCertificates(ctx.db, { orgId: row.orgId, source: 'class', evidence, by }, why);
  await queries.judge(
    ctx.db,
    (await queries.learnersOf(ctx.db, row.id)).map(({ id }) => ({ id, passed: null, lacks: '' })),
  );
}

/** Class hours of minutes in the year in which a class ended. */
export async function hoursFor(
  ctx: Ctx,
  row: Pick<queries.ClassRecord, 'endsOn'>,
): Promise<(minutes: number) => number> {
  const { classMinutes } = await dutyOf(ctx.db, Number(row.endsOn.slice(0, 4)));
  return (minutes) => hoursOf(minutes, classMinutes);
}

/** What somebody lacks now, by the class's own rule. */
export const lackingOf = (row: queries.ClassRecord, person: queries.PersonRecord, hours: (minutes: number) => number) =>
  lacksOf({ ...row, hasExam: row.examId !== null }, { ...person, hours: hours(person.minutes + person.courseMinutes) });

export async function people(
  ctx: Ctx,
  input: ParsedOf<typeof contract.classPeople>,
): Promise<ReplyOf<typeof contract.classPeople>> {
  const row = await loadClass(ctx, input.id);
  const of = { state: input.state ?? null, words: input.keyWords || null };
  const [found, hours] = await Promise.all([
    queries.pageOfPeople(ctx.db, ctx.scope, row.id, of, input.pageSize, (input.pageNum - 1) * input.pageSize),
    hoursFor(ctx, row),
  ]);
  return {
    rows: found.rows.map((one) => ({
      id: one.id,
      memberId: one.memberId,
      name: one.name,
      orgName: one.orgName,
      nominator: one.nominator,
      state: one.state,
      reason: one.reason,
      lessons: one.lessons,
      attended: one.attended,
      hours: hours(one.minutes + one.courseMinutes),
      score: one.score,
      passed: one.passed,
      lacks: row.state === 3 || one.state !== 1 ? one.lacks : lackingOf(row, one, hours).join('；'),
    })),
    total: found.total,
    waiting: row.waiting,
    learners: row.learners,
  };
}

/** The classes of the session's person, with the rule and how far they are. */
export async function own(ctx: Ctx): Promise<ReplyOf<typeof contract.ownClasses>> {
  const { memberId } = ctx.session;
  if (memberId === null) return [];
  const classes = [];
  for (const person of await queries.ownPlaces(ctx.db, memberId)) {
    const row = await queries.classOf(ctx.db, person.classId);
    if (!row) continue;
    const [lessons, sources, hours] = await Promise.all([
      queries.lessonsOf(ctx.db, row.id),
      queries.sourcesOf(ctx.db, null, row.courseIds, row.examId),
      hoursFor(ctx, row),
    ]);
    const exam = row.examId ? `，结业考试${row.needScore}分` : '';
    classes.push({
      id: row.id,
      title: row.title,
      orgName: row.orgName,
      place: row.place,
      startsOn: row.startsOn,
      endsOn: row.endsOn,
      state: row.state,
      personState: person.state,
      attended: person.attended,
      hours: hours(person.minutes + person.courseMinutes),
      score: person.score,
      passed: person.passed,
      lacks: row.state === 3 ? person.lacks : lackingOf(row, person, hours).join('；'),
      rule: `出勤率${row.needAttendance}%，满${row.needHours}学时${exam}`,
      exam: sources.exam && { id: sources.exam.id, name: sources.exam.name },
      courses: sources.courses.map(({ id, name }) => ({ id, name })),
      lessons: lessons
        .map(lessonOf)
        .map(({ isMarked: _marked, isSigning: _signing, present: _present, ...one }) => one),
    });
  }
  return classes;
}
