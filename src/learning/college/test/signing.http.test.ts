import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  classPeople,
  createClass,
  decidePeople,
  getClass,
  lessonPeople,
  markLesson,
  nominate,
  ownClasses,
  removeLesson,
  saveLesson,
  stepClass,
} from '#learning/college/contract.school.ts';
import { lessonCode, openSigning, signLesson } from '#learning/college/contract.signing.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let member: Caller;
let me: string;
let other: string;
let away: string;
let id: string;
let lessonId: string;

const day = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
const version = async () => (await committee.call(getClass, { id })).data.version;
const lesson = async () => (await committee.call(getClass, { id })).data.lessons[0];
/** Puts the lesson to minutes from now: one that is made by its form stands on one day, wherever midnight is. */
const setTime = (from: number, to: number) =>
  sql`update school_lesson set starts_at = now() + make_interval(mins => ${from}), ends_at = now() + make_interval(mins => ${to})
       where id = ${lessonId}`.execute(t.db);
const ofLesson = () => ({ id, lessonId });

beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  [branch, member] = [await t.as('branchWorker'), await t.as('member')];
  me = t.fixture.principals.member.memberId ?? '';
  [other = '', away = ''] = t.fixture.members.branchA11 ?? [];
  const made = await committee.call(createClass, {
    title: '入党积极分子培训班',
    quota: 10,
    startsOn: day(-1),
    endsOn: day(1),
    orgIds: [ORGS.branchA11.id],
    places: 5,
    nominateBy: '',
    examId: '',
  });
  id = made.data.id;
  await committee.call(stepClass, { id, version: 1, act: 'open' });
  await branch.call(nominate, { id, memberIds: [me, other, away] });
  const waiting = (await committee.call(classPeople, { id })).rows.map((row) => row.id);
  await committee.call(decidePeople, { id, personIds: waiting, decision: 'agree' });
  lessonId = (
    await committee.call(saveLesson, {
      id,
      lessonId: '',
      title: '党史',
      startsAt: `${day(0)} 08:00`,
      endsAt: `${day(0)} 10:00`,
    })
  ).data.id;
  await setTime(-10, 60);
});
afterAll(() => t.close());

test('signing in opens an hour before a lesson of a running class and by its organiser alone', async () => {
  expect((await committee.call(openSigning, ofLesson())).text).toContain('开班以后');
  await committee.call(stepClass, { id, version: await version(), act: 'begin' });
  expect((await branch.call(openSigning, ofLesson())).code).toBe(404);
  expect((await committee.call(lessonCode, ofLesson())).text).toContain('没有开始签到');
  await setTime(90, 180);
  expect((await committee.call(openSigning, ofLesson())).text).toContain('开课前60分钟');
  await setTime(-180, -1);
  expect((await committee.call(openSigning, ofLesson())).text).toContain('已经结束');
  await setTime(-10, 60);
  expect((await committee.call(openSigning, ofLesson())).data).toEqual({ due: 3 });
  expect((await committee.call(openSigning, ofLesson())).code).toBe(200);
  expect(await lesson()).toMatchObject({ isMarked: false, isSigning: true, present: 0 });
  expect((await committee.call(removeLesson, ofLesson())).text).toContain('正在签到');
});

test('learners sign in by the code on the screen, once; nobody else, and not by a code that was made up', async () => {
  const { code } = (await committee.call(lessonCode, ofLesson())).data;
  expect((await member.call(signLesson, { lessonId, code: 'x'.repeat(16) })).data.fields.code).toContain('已经失效');
  expect((await (await t.as('floating')).call(signLesson, { lessonId, code })).code).toBe(404);
  const answers = await Promise.all([1, 2, 3].map(() => member.call(signLesson, { lessonId, code })));
  // Ten minutes after the beginning it is late, and says so.
  for (const { data } of answers) expect(data).toMatchObject({ lesson: '党史', late: true, at: answers[0]?.data.at });
  expect((await committee.call(lessonCode, ofLesson())).data).toMatchObject({ due: 3, present: 1 });
  expect((await member.call(ownClasses, {})).data[0]).toMatchObject({ attended: 1 });
});

test('marking the lesson keeps who has signed in, corrects the others, and ends the signing', async () => {
  const { code } = (await committee.call(lessonCode, ofLesson())).data;
  expect((await committee.call(markLesson, { ...ofLesson(), absent: [away] })).data.present).toBe(2);
  const { rows } = await sql<{ member: string; state: number; way: string; late: boolean }>`
    select p.member_id as member, p.state, p.way, p.late from attendance_person p join attendance_sheet s on s.id = p.sheet_id
     where s.kind = 'schoolLesson' and s.subject_id = ${lessonId}`.execute(t.db);
  expect(rows).toHaveLength(3);
  expect(rows).toContainEqual({ member: me, state: 1, way: 'scan', late: true });
  expect(rows).toContainEqual({ member: other, state: 1, way: 'list', late: false });
  expect(rows).toContainEqual({ member: away, state: 3, way: '', late: false });
  expect((await member.call(signLesson, { lessonId, code })).text).toContain('已经结束签到');
  expect((await committee.call(openSigning, ofLesson())).text).toContain('更正出勤');
  // Corrected: who was away came after all, who had signed in had gone again.
  expect((await committee.call(markLesson, { ...ofLesson(), onLeave: [me] })).data.present).toBe(2);
  const roll = (await committee.call(lessonPeople, ofLesson())).data as { memberId: string; state: number }[];
  expect(new Map(roll.map((one) => [one.memberId, one.state]))).toEqual(
    new Map([
      [me, 2],
      [other, 1],
      [away, 1],
    ]),
  );
});

test('who joins the class while people sign in is put on the sheet by signing in', async () => {
  const next = await committee.call(saveLesson, {
    id,
    lessonId: '',
    title: '党章',
    startsAt: `${day(0)} 08:00`,
    endsAt: `${day(0)} 10:00`,
  });
  await sql`delete from school_person where class_id = ${id} and member_id = ${me}`.execute(t.db);
  const joined = { id, lessonId: next.data.id as string };
  await sql`update school_lesson set starts_at = now(), ends_at = now() + interval '1 hour' where id = ${joined.lessonId}`.execute(
    t.db,
  );
  expect((await committee.call(openSigning, joined)).data).toEqual({ due: 2 });
  const { code } = (await committee.call(lessonCode, joined)).data;
  expect((await member.call(signLesson, { lessonId: joined.lessonId, code })).code).toBe(404);
  await committee.call(nominate, { id, memberIds: [me] });
  expect((await member.call(signLesson, { lessonId: joined.lessonId, code })).data).toMatchObject({ lesson: '党章' });
  expect((await committee.call(lessonCode, joined)).data.present).toBe(1);
});
