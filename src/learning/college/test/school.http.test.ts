import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  classPeople,
  createClass,
  decidePeople,
  finishClass,
  getClass,
  lessonPeople,
  listClasses,
  markLesson,
  nominate,
  ownClasses,
  removeClass,
  saveLesson,
  stepClass,
  updateClass,
} from '#learning/college/contract.school.ts';
import { listCertificates, ownCertificates } from '#people/studyHours/contract.certificate.ts';
import { ownHours } from '#people/studyHours/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
let sibling: Caller;
let branch: Caller;
let member: Caller;
let me: string;
let people: string[];
let id: string;
let year: number;

const form = (more: object = {}) => ({
  title: '发展对象培训班',
  quota: 3,
  startsOn: `${year}-01-05`,
  endsOn: `${year}-01-07`,
  orgIds: [ORGS.branchA11.id],
  places: 3,
  nominateBy: '',
  examId: '',
  ...more,
});
const version = async () => (await committee.call(getClass, { id })).data.version;
const listed = async () => (await committee.call(classPeople, { id })).rows;
const todos = async (subject: string) => {
  const { rows } = await sql<{ org: string; open: boolean }>`
    select org_id as org, done_at is null as open from todo where subject = ${subject} order by id`.execute(t.db);
  return rows;
};

beforeAll(async () => {
  t = await startTestApp();
  [committee, sibling] = [await t.as('committeeWorker'), await t.as('siblingWorker')];
  [branch, member] = [await t.as('branchWorker'), await t.as('member')];
  me = t.fixture.principals.member.memberId ?? '';
  people = t.fixture.members.branchA11 ?? [];
  // Lessons of last January have begun on every day of the year.
  year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear() - 1;
});
afterAll(() => t.close());

test('a class is a draft that nobody else sees, then branches nominate up to their places and the organiser agrees', async () => {
  expect((await committee.call(createClass, form({ endsOn: `${year}-01-01` }))).data).toMatchObject({
    fields: { endsOn: '结束日期不能早于开始日期' },
  });
  expect((await committee.call(createClass, form({ orgIds: [ORGS.branchB11.id] }))).code).toBe(404);
  const made = await committee.call(createClass, form());
  expect(made.code, made.text).toBe(200);
  id = made.data.id;
  expect((await branch.call(getClass, { id })).code).toBe(404);
  expect((await committee.call(stepClass, { id, version: 1, act: 'begin' })).code).toBe(400);
  expect((await committee.call(stepClass, { id, version: 1, act: 'open' })).code).toBe(200);
  expect(await todos(`schoolNominate:${id}`)).toEqual([{ org: ORGS.branchA11.id, open: true }]);
  expect((await branch.call(listClasses, {})).rows[0]).toMatchObject({ id, can: { nominate: true, edit: false } });
  expect((await sibling.call(getClass, { id })).code).toBe(404);
  const foreign = t.fixture.members.branchA12?.[0] ?? '';
  expect((await branch.call(nominate, { id, memberIds: [foreign] })).code).toBe(404);
  const tooMany = await branch.call(nominate, { id, memberIds: [me, ...people.slice(0, 3)] });
  expect(tooMany.text).toContain('名额是3人');
  expect(await listed()).toEqual([]);
  expect((await branch.call(nominate, { id, memberIds: [me, ...people.slice(0, 2)] })).data.added).toBe(3);
  expect(await todos(`schoolNominate:${id}`)).toEqual([{ org: ORGS.branchA11.id, open: false }]);
  expect(await todos(`schoolDecide:${id}`)).toEqual([{ org: ORGS.committeeA1.id, open: true }]);
  expect((await committee.call(stepClass, { id, version: await version(), act: 'begin' })).text).toContain(
    '3人的推荐没有处理',
  );
  const waiting = await listed();
  expect((await branch.call(decidePeople, { id, personIds: [waiting[0]?.id ?? ''], decision: 'agree' })).code).toBe(
    404,
  );
  const refused = waiting.find(({ memberId }) => memberId === people[1])?.id ?? '';
  expect((await committee.call(decidePeople, { id, personIds: [refused], decision: 'refuse' })).data).toMatchObject({
    fields: { reason: '请输入原因' },
  });
  await committee.call(decidePeople, { id, personIds: [refused], decision: 'refuse', reason: '已参加过' });
  const others = waiting.filter((row) => row.id !== refused).map((row) => row.id);
  expect((await committee.call(decidePeople, { id, personIds: others, decision: 'agree' })).data.people).toBe(2);
  expect((await todos(`schoolDecide:${id}`)).every(({ open }) => !open)).toBe(true);
  // The organiser's own choice is a learner at once, up to the places of the class.
  expect(
    (await committee.call(nominate, { id, memberIds: [foreign, t.fixture.members.branchA12?.[1] ?? ''] })).text,
  ).toContain('超出1人');
  expect((await committee.call(nominate, { id, memberIds: [foreign] })).data.added).toBe(1);
  expect((await committee.call(removeClass, { id, deleteReason: '试' })).code).toBe(400);
});

test('lessons stand in the class’s days; attendance is written down when they have begun, and corrected', async () => {
  const lesson = (day: number, more: object = {}) => ({
    id,
    lessonId: '',
    title: `第${day}课`,
    startsAt: `${year}-01-0${day} 08:00`,
    endsAt: `${year}-01-0${day} 14:00`,
    ...more,
  });
  expect((await committee.call(saveLesson, lesson(9))).data.fields.startsAt).toContain('应在');
  expect((await committee.call(saveLesson, lesson(5, { endsAt: `${year}-01-05 08:00` }))).data.fields.endsAt).toContain(
    '晚于',
  );
  const ids: string[] = [];
  for (const day of [5, 6, 7]) ids.push((await committee.call(saveLesson, lesson(day))).data.id);
  const [first = '', second = '', third = ''] = ids;
  expect((await committee.call(markLesson, { id, lessonId: first })).text).toContain('开班以后');
  expect((await committee.call(stepClass, { id, version: await version(), act: 'begin' })).code).toBe(200);
  expect((await branch.call(markLesson, { id, lessonId: first })).code).toBe(404);
  expect((await committee.call(markLesson, { id, lessonId: first, absent: [people[4] ?? '0'] })).text).toContain(
    '不是这个班的学员',
  );
  for (const lessonId of [first, second])
    expect((await committee.call(markLesson, { id, lessonId })).data.present).toBe(3);
  const blocked = await committee.call(finishClass, { id, version: await version() });
  expect(blocked.text).toContain('1次课没有登记出勤');
  await committee.call(markLesson, { id, lessonId: third, absent: [me] });
  const away = people[0] ?? '';
  expect((await committee.call(markLesson, { id, lessonId: third, onLeave: [away] })).data.present).toBe(2);
  const roll: { memberId: string; state: number }[] = (await committee.call(lessonPeople, { id, lessonId: third }))
    .data;
  expect(roll.find(({ memberId }) => memberId === me)?.state).toBe(1);
  expect(roll.find(({ memberId }) => memberId === away)?.state).toBe(2);
  expect((await committee.call(saveLesson, lesson(7, { lessonId: third }))).text).toContain('已登记出勤');
  const own = (await member.call(ownClasses, {})).data[0];
  expect(own).toMatchObject({ attended: 3, hours: 24, lacks: '', personState: 1 });
});

test('graduation says who lacks what, then writes hours and certificates once', async () => {
  const seen = await committee.call(finishClass, { id, version: await version(), preview: true });
  expect(seen.data, seen.text).toMatchObject({ passed: 2, certificates: 2 });
  expect(seen.data.failed).toHaveLength(1);
  expect(seen.data.failed[0]?.lacks).toBe('出勤2/3次（66%），应达80%；16学时，应满24学时');
  expect((await committee.call(listCertificates, { source: 'class' })).total).toBe(0);
  const at = await version();
  const both = await Promise.all([1, 2].map(() => committee.call(finishClass, { id, version: at })));
  expect(both.map(({ code }) => code).sort()).toEqual([200, 400]);
  const mine = (await member.call(ownCertificates, {})).rows[0];
  expect(mine).toMatchObject({ title: '发展对象培训班', hours: 24, central: 24, source: 'class', score: null });
  expect((await committee.call(listCertificates, { source: 'class', evidence: `class:${id}` })).total).toBe(2);
  expect((await member.call(ownHours, { year })).data).toMatchObject({ hours: 24, central: 1 });
  const lacking = (await listed()).find(({ passed }) => passed === false);
  expect(lacking?.lacks).toContain('应达80%');
  expect((await member.call(ownClasses, {})).data[0]).toMatchObject({ state: 3, passed: true });
  expect((await committee.call(updateClass, { ...form(), id, version: await version() })).code).toBe(400);
});

test('a graduation is taken back with hours and certificates, and given again by other numbers', async () => {
  const at = await version();
  expect((await branch.call(stepClass, { id, version: at, act: 'reopen', reason: '错' })).code).toBe(404);
  expect((await committee.call(stepClass, { id, version: at, act: 'reopen' })).data.fields.reason).toBe(
    '请输入撤销原因',
  );
  const numbers = async () =>
    (await member.call(ownCertificates, {})).rows.map((row: { number: string; voidedAt: string | null }) => row);
  const before = await numbers();
  const back = await committee.call(stepClass, { id, version: at, act: 'reopen', reason: '漏记一次出勤' });
  expect(back.code, back.text).toBe(200);
  expect((await member.call(ownHours, { year })).data).toMatchObject({ hours: 0, central: 0 });
  expect((await listed()).every(({ passed }) => passed === null)).toBe(true);
  expect((await member.call(ownClasses, {})).data[0]).toMatchObject({ state: 2, passed: null });
  const again = await committee.call(finishClass, { id, version: await version() });
  expect(again.data, again.text).toMatchObject({ passed: 2, certificates: 2 });
  expect((await member.call(ownHours, { year })).data).toMatchObject({ hours: 24, central: 1 });
  const after = await numbers();
  expect(after.length).toBe(before.length + 1);
  expect(new Set(after.map((row: { number: string }) => row.number)).size).toBe(after.length);
});

test('a class that is called off closes its to-dos; members have no desk', async () => {
  const made = await committee.call(createClass, form({ title: '另一个班' }));
  const other = made.data.id;
  await committee.call(stepClass, { id: other, version: 1, act: 'open' });
  expect((await committee.call(stepClass, { id: other, version: 2, act: 'cancel' })).data).toMatchObject({
    fields: { reason: '请输入取消原因' },
  });
  expect((await committee.call(stepClass, { id: other, version: 2, act: 'cancel', reason: '改期' })).code).toBe(200);
  expect(await todos(`schoolNominate:${other}`)).toEqual([{ org: ORGS.branchA11.id, open: false }]);
  expect((await member.call(listClasses, {})).code).toBe(403);
  expect((await member.call(getClass, { id })).code).toBe(403);
});
