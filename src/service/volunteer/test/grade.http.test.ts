import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { todayOf } from '#platform/server/database/db.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { type GradeRow, gradeMembers, gradeUnits, listGrades } from '../contract.grade.ts';
import { gradedYear } from '../rules.grade.ts';
import { keepGradeTodos } from '../server/queries/grade.ts';
import { makeCrowd, type One } from './crowd.ts';

/** The place lies in another county than the unit and its people. */
const PLACE = ORGS.countyB;
const UNIT = ORGS.countyA;
let t: TestApp;
let place: Caller;
let unit: Caller;
let crowd: One[];
let year: number;

beforeAll(async () => {
  t = await startTestApp();
  place = await t.as('otherCountyWorker');
  unit = await t.as('countyWorker');
  crowd = await makeCrowd(t, 3);
  year = gradedYear(await todayOf(t.db));
  await sql`insert into sbd_pair (id, org_id, org_code, community_id, status, contact, phone, posts, offers, decided_on)
    values (501, ${UNIT.id}, ${UNIT.code}, ${PLACE.id}, 1, '试', '13900000000', '{1}', '试', make_date(${year}, 2, 1))`.execute(
    t.db,
  );
  for (const [at, [status, decided, ended]] of [
    [1, `${year}-12-31`, null],
    // Who left in the year, or came after it, is not graded.
    [3, `${year}-01-05`, `${year}-12-01`],
    [1, `${year + 1}-01-01`, null],
  ].entries()) {
    await sql`insert into sbd_report (id, member_id, org_id, org_code, status, residence, posts, times, source, decided_on, ended_on)
      values (${600 + at}, ${crowd[at]?.memberId}, ${PLACE.id}, ${PLACE.code}, ${status}, '试', '{1}', '{3}', 2, ${decided}, ${ended})`.execute(
      t.db,
    );
  }
});
afterAll(() => t.close());

test('those who lived at the end of the year wait for a grade; both ends read it, only the place gives it, and nobody to oneself', async () => {
  const listed = (await place.call(listGrades, { side: 'in', view: 'personTodo' })).body;
  expect(listed).toMatchObject({ year, isOpen: true, total: 1, counts: { unitTodo: 1, personTodo: 1, unitDone: 0 } });
  expect((listed.rows as GradeRow[]).map((row) => [row.id, row.name, row.can.grade])).toEqual([
    ['600', crowd[0]?.name, true],
  ]);
  const said = { year, grade: 1, word: '服务积极' } as const;
  expect((await unit.call(gradeMembers, { ...said, ids: ['600'] })).msg).toContain('由社区评定');
  expect((await unit.call(gradeUnits, { ...said, ids: ['501'] })).msg).toContain('由社区评定');
  expect((await (await t.as('siblingWorker')).call(gradeMembers, { ...said, ids: ['600'] })).code).toBe(404);
  expect((await place.call(gradeMembers, { ...said, year: year - 1, ids: ['600'] })).msg).toContain('已经结束');
  expect((await place.call(gradeMembers, { ...said, year: year + 1, ids: ['600'] })).msg).toContain('12月开始');
  expect((await place.call(gradeMembers, { ...said, word: '', ids: ['600'] })).code).toBe(600);
  // One that is not of the year refuses all.
  expect((await place.call(gradeMembers, { ...said, ids: ['600', '601'] })).msg).toContain('不在报到');
  expect((await place.call(listGrades, { side: 'in', view: 'personDone' })).body.total).toBe(0);
  expect((await place.call(gradeMembers, { ...said, ids: ['600'] })).data.graded).toBe(1);
  expect((await place.call(gradeUnits, { ...said, grade: 2, ids: ['501'] })).data.graded).toBe(1);
  const done = (await unit.call(listGrades, { side: 'out', view: 'unitDone' })).body;
  expect(done.rows[0]).toMatchObject({ id: '501', gradeName: '较好', word: '服务积极', can: { grade: false } });
  // A second word replaces the first.
  expect((await place.call(gradeUnits, { ...said, grade: 3, word: '下半年少', ids: ['501'] })).code).toBe(200);
  const again = (await place.call(listGrades, { side: 'in', view: 'unitDone' })).body;
  expect(again.rows[0]).toMatchObject({ gradeName: '一般', word: '下半年少' });
  expect(again.counts).toMatchObject({ unitTodo: 0, personTodo: 0, unitDone: 1, personDone: 1 });
  const told = await sql<{
    n: number;
  }>`select count(*)::int as n from notice where title like ${'%双报到等次%'}`.execute(t.db);
  expect(told.rows[0]?.n).toBe(3);
});

test('the place is asked until all have their grade', async () => {
  const open = async () =>
    (
      await sql<{ detail: string }>`
        select detail from todo where subject = ${`serviceGrade:${PLACE.id}-2030`} and done_at is null`.execute(t.db)
    ).rows;
  await sql`update sbd_report set decided_on = '2029-01-01' where id = 600`.execute(t.db);
  await sql`update sbd_pair set decided_on = '2029-01-01' where id = 501`.execute(t.db);
  await keepGradeTodos(t.db, 2030);
  await keepGradeTodos(t.db, 2030);
  expect((await open()).map(({ detail }) => detail)[0]).toContain('待评单位1个');
  await sql`insert into service_grade (pair_id, year, grade, word, graded_on) values (501, 2030, 1, '好', '2030-12-05')`.execute(
    t.db,
  );
  await sql`insert into service_grade (report_id, year, grade, word, graded_on)
            select id, 2030, 1, '好', '2030-12-05' from sbd_report where org_id = ${PLACE.id} and status = 1`.execute(
    t.db,
  );
  await keepGradeTodos(t.db, 2030);
  expect(await open()).toEqual([]);
});
