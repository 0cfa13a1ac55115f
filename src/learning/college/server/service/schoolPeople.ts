import * as attendance from '#kernel/attendance/server/index.ts';
import { ROLE } from '#kernel/session/contract.ts';
import type * as contract from '#learning/college/contract.school.ts';
import { evidenceOf, MOST_LESSONS, SCHOOL } from '#learning/college/rules.school.ts';
import { issueCertificates } from '#people/studyHours/server/certificates.ts';
import { grantHours } from '#people/studyHours/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import * as queries from '../queries/school.ts';
import {
  decideSubject,
  hoursFor,
  isOrganiser,
  lackingOf,
  loadClass,
  lockRow,
  logClass,
  MODULE,
  nominateSubject,
  notify,
} from './school.ts';
import { lessonSheet } from './schoolSigning.ts';

const NO_PERSON = '人员不存在，或不在管理范围内';
const NO_LESSON = '没有找到这次课，可能已删除';

/** Nominates up to the places of each organisation; the organiser's own choice is a learner at once. */
export async function nominate(
  ctx: Ctx,
  { id, memberIds }: ParsedOf<typeof contract.nominate>,
): Promise<ReplyOf<typeof contract.nominate>> {
  const row = await loadClass(ctx, id, true);
  const uniqueIds = [...new Set(memberIds)];
  const people = await queries.peopleAmong(ctx.db, ctx.scope, uniqueIds);
  if (people.length < uniqueIds.length) throw notFound(NO_PERSON);
  const isOwn = isOrganiser(ctx, row);
  if (row.state !== 1 && !(isOwn && row.state === 2)) throw refuse('这个班现在不推荐学员');
  if (!isOwn && row.nominateBy && row.nominateBy < row.today)
    throw refuse(`推荐已于${row.nominateBy}截止，请联系${row.orgName}`);
  const nominators = await queries.nominatorsOf(ctx.db, ctx.scope, id);
  const by = ctx.session.accountName;
  const list = people.map((person) => {
    // The nearest organisation above a person is the one whose place is taken.
    const nominator = nominators.filter(({ code }) => person.orgCode.startsWith(code)).at(-1);
    if (!isOwn && !nominator) throw badInput({ memberIds: `${person.name}所在的组织没有推荐名额` });
    return { ...person, nominatorId: isOwn ? null : (nominator?.id ?? null) };
  });
  const added = await queries.addPeople(ctx.db, id, list, isOwn ? 1 : 0, by);
  const after = await loadClass(ctx, id);
  if (after.learners > row.quota)
    throw refuse(`名额${row.quota}人，已有学员${row.learners}人，超出${after.learners - row.quota}人`);
  const over = (await queries.nominatorsOf(ctx.db, ctx.scope, id)).find(({ used, places }) => used > places);
  if (over && !isOwn) throw refuse(`${over.name}的名额是${over.places}人，推荐了${over.used}人`);
  if (!isOwn && added.length > 0)
    await openTodo(ctx, {
      roleId: ROLE.worker,
      orgId: row.orgId,
      orgCode: row.orgCode,
      accountId: null,
      module: MODULE,
      title: `审核推荐的学员：${row.title}`,
      detail: '推荐的学员由主办方同意后入班',
      act: '去审核',
      jumpUrl: SCHOOL.detail(id, 'people'),
      dueOn: row.startsOn,
      subject: decideSubject(id),
    });
  for (const one of await queries.nominatorsOf(ctx.db, ctx.scope, id))
    if (one.used >= one.places) await queries.closeNominatorTodo(ctx.db, one.id, nominateSubject(id));
  const names = people.filter((one) => added.includes(one.id)).map(({ name }) => name);
  logClass(ctx, row, { nominated: [null, names.join('、')] });
  return { added: added.length };
}

/** Agrees to nominations, refuses them, or takes a learner off the list. */
export async function decide(
  ctx: Ctx,
  { id, personIds, decision, reason }: ParsedOf<typeof contract.decidePeople>,
): Promise<ReplyOf<typeof contract.decidePeople>> {
  const row = await lockRow(ctx, id);
  if (row.state !== 1 && row.state !== 2) throw refuse('这个班现在不审核学员');
  if (decision !== 'agree' && reason === '') throw badInput({ reason: '请输入原因' });
  const people = await queries.lockPeople(ctx.db, ctx.scope, id, personIds, decision === 'drop' ? [1] : [0]);
  if (people.length < new Set(personIds).size) throw refuse('有的人员已经处理，请刷新后再看');
  if (decision === 'agree' && row.learners + people.length > row.quota)
    throw refuse(`名额${row.quota}人，已有学员${row.learners}人，最多还能同意${row.quota - row.learners}人`);
  const state = { agree: 1, refuse: 2, drop: 3 }[decision];
  const ids = people.map((one) => one.id);
  await queries.decide(ctx.db, ids, state, reason, ctx.session.accountName);
  if ((await loadClass(ctx, id)).waiting === 0) await closeTodos(ctx.db, [decideSubject(id)]);
  const memberIds = people.map(({ memberId }) => memberId);
  if (decision === 'agree')
    await notify(
      ctx,
      row,
      `您已入选培训班：${row.title}`,
      `${row.startsOn}至${row.endsOn}，${row.orgName}举办。`,
      memberIds,
    );
  if (decision === 'drop') await notify(ctx, row, `您已退出培训班：${row.title}`, reason, memberIds);
  const names = people.map(({ name }) => name).join('、');
  logClass(
    ctx,
    row,
    { [{ agree: 'agreed', refuse: 'refused', drop: 'dropped' }[decision]]: [null, names] },
    reason || undefined,
  );
  return { people: people.length };
}

export async function saveLesson(
  ctx: Ctx,
  input: ParsedOf<typeof contract.saveLesson>,
): Promise<ReplyOf<typeof contract.saveLesson>> {
  const row = await lockRow(ctx, input.id);
  if (row.state > 2) throw refuse('已结业或取消的班不能排课');
  if (input.endsAt <= input.startsAt) throw badInput({ endsAt: '结束时间应晚于开始时间' });
  const [first, last] = [input.startsAt.slice(0, 10), input.endsAt.slice(0, 10)];
  if (first < row.startsOn || last > row.endsOn) throw badInput({ startsAt: `应在${row.startsOn}至${row.endsOn}之间` });
  if (first !== last) throw badInput({ endsAt: '一次课应在同一天内' });
  const lessons = await queries.lessonsOf(ctx.db, row.id);
  if (!input.lessonId && lessons.length >= MOST_LESSONS) throw refuse(`最多排${MOST_LESSONS}次课`);
  const before = lessons.find(({ id }) => id === input.lessonId);
  if (input.lessonId && !before) throw refuse(NO_LESSON);
  if (before?.isMarked || before?.isSigning) throw refuse('已登记出勤或正在签到的课不能修改');
  const id = await queries.writeLesson(ctx.db, row.id, input.lessonId ?? null, input);
  logClass(ctx, row, { lesson: [before?.title ?? null, `${input.startsAt} ${input.title}`] });
  return { id };
}

export async function removeLesson(ctx: Ctx, { id, lessonId }: ParsedOf<typeof contract.removeLesson>): Promise<null> {
  const row = await lockRow(ctx, id);
  const lesson = (await queries.lessonsOf(ctx.db, id)).find((one) => one.id === lessonId);
  if (!lesson || row.state > 2) throw refuse(NO_LESSON);
  if (lesson.isMarked || lesson.isSigning) throw refuse('已登记出勤或正在签到的课不能删除');
  await queries.deleteLesson(ctx.db, id, lessonId);
  logClass(ctx, row, { lesson: [lesson.title, null] });
  return null;
}

export async function roll(
  ctx: Ctx,
  { id, lessonId }: ParsedOf<typeof contract.lessonPeople>,
): Promise<ReplyOf<typeof contract.lessonPeople>> {
  await loadClass(ctx, id);
  if (!(await queries.lessonsOf(ctx.db, id)).some((one) => one.id === lessonId)) throw refuse(NO_LESSON);
  return queries.rollOf(ctx.db, ctx.scope, id, lessonId);
}

/** Writes down who came to a lesson: whoever is not named was there. Again, it is corrected. */
export async function mark(
  ctx: Ctx,
  { id, lessonId, onLeave, absent }: ParsedOf<typeof contract.markLesson>,
): Promise<ReplyOf<typeof contract.markLesson>> {
  const row = await lockRow(ctx, id);
  if (row.state !== 2) throw refuse('开班以后登记出勤');
  const lesson = (await queries.lessonsOf(ctx.db, id)).find((one) => one.id === lessonId);
  if (!lesson) throw refuse(NO_LESSON);
  if (lesson.startsAt.getTime() > Date.now()) throw refuse('这次课还没有开始');
  const learners = await queries.learnersOf(ctx.db, id);
  const away = new Map([...onLeave.map((one) => [one, 2] as const), ...absent.map((one) => [one, 3] as const)]);
  const known = new Set(learners.map(({ memberId }) => memberId));
  if ([...away.keys()].some((one) => !known.has(one))) throw refuse('有的人不是这个班的学员，请刷新后再登记');
  const sheet = await lessonSheet(ctx.db, row, lesson, learners);
  // Whoever signed in keeps the minute and the way of it.
  const before = await attendance.peopleOf(ctx.db, sheet.id);
  const me = before.find(({ memberId }) => memberId === ctx.session.memberId && known.has(memberId));
  if (me && me.state !== (away.get(me.memberId) ?? 1)) throw refuse(OWN_LESSON);
  for (const { memberId, state: was } of before) {
    const state = away.get(memberId) ?? 1;
    if (!known.has(memberId) || state === was || (was === 0 && state === 1)) continue;
    await attendance.markPerson(ctx.db, sheet.id, memberId, {
      state,
      late: false,
      reason: '',
      leaveKind: state === 2 ? 1 : 0,
    });
  }
  await attendance.markRemainingPresent(ctx.db, sheet.id, ctx.session.memberId);
  await attendance.setClosed(ctx.db, sheet.id, true);
  const present = learners.length - away.size;
  logClass(ctx, row, {
    attendance: [lesson.title, `已到${present}人，请假${onLeave.length}人，缺席${absent.length}人`],
  });
  return { present };
}

const OWN_LESSON = '您本人是本班学员，本人的出勤请用签到码签到，或由其他工作人员登记';

/** Judges every learner by the class's rule; who passes gets the hours and a certificate. A preview writes nothing. */
export async function finish(
  ctx: Ctx,
  { id, version, preview }: ParsedOf<typeof contract.finishClass>,
): Promise<ReplyOf<typeof contract.finishClass>> {
  const row = await lockRow(ctx, id, version);
  if (row.state !== 2) throw refuse('只有正在开班的班可以结业');
  const lessons = await queries.lessonsOf(ctx.db, id);
  const open = lessons.filter(({ isMarked }) => !isMarked);
  if (!preview && open.length > 0) throw refuse(`还有${open.length}次课没有登记出勤，请登记或删除`);
  if (!preview && lessons.length === 0) throw refuse('课表里没有课，不能结业');
  const [learners, hours] = [await queries.learnersOf(ctx.db, id), await hoursFor(ctx, row)];
  const judged = learners.map((person) => ({ person, lacks: lackingOf(row, person, hours) }));
  const passed = judged.filter(({ lacks }) => lacks.length === 0);
  const failed = judged.filter(({ lacks }) => lacks.length > 0);
  const notice = {
    passed: passed.length,
    failed: failed.map(({ person, lacks }) => ({ name: person.name, lacks: lacks.join('；') })),
    evidence: evidenceOf(id),
  };
  if (preview) return { ...notice, version: row.version, certificates: row.certificate ? passed.length : 0 };
  await queries.judge(
    ctx.db,
    judged.map(({ person, lacks }) => ({ id: person.id, passed: lacks.length === 0, lacks: lacks.join('；') })),
  );
  const isOver = row.endsOn <= row.today;
  const day = isOver ? row.endsOn : row.today;
  // Hours are of who was there, whether or not it was enough for graduation.
  await grantHours(
    ctx.db,
    learners.flatMap(({ memberId, minutes }) =>
      minutes === 0
        ? []
        : [
            {
              personId: memberId,
              day,
              source: 'offline' as const,
              evidence: evidenceOf(id),
              minutes,
              title: row.title,
              link: SCHOOL.detail(id),
              central: row.central,
            },
          ],
    ),
  );
  const by = ctx.session.accountName;
  const certificates = row.certificate
    ? await issueCertificates(
        ctx.db,
        { orgId: row.orgId, source: 'class', evidence: evidenceOf(id), link: SCHOOL.detail(id), by },
        passed.map(({ person }) => ({
          personId: person.memberId,
          title: row.title,
          startsOn: row.startsOn,
          endsOn: row.endsOn,
          hours: Math.round(hours(person.minutes + person.courseMinutes) * 10),
          central: row.central ? Math.round(hours(person.minutes) * 10) : 0,
          score: person.score === null ? null : Math.round(person.score * 10),
          total: person.score === null ? null : 1000,
        })),
      )
    : [];
  await notify(
    ctx,
    row,
    `未能结业：${row.title}`,
    '在“云党校”中查看还缺什么，可以向主办方了解补课安排。',
    failed.map(({ person }) => person.memberId),
  );
  const next = await queries.step(ctx.db, id, queries.STEPS.finish(by));
  logClass(ctx, row, { state: [2, 3], passed: [null, passed.length], failed: [null, failed.length] });
  return { ...notice, version: next, certificates: certificates.length };
}
