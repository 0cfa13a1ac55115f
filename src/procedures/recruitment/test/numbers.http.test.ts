import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDue } from '#procedures/recruitment/contract.due.ts';
import { checkBook } from '#procedures/recruitment/contract.papers.ts';
import { proposeTraining } from '#procedures/recruitment/contract.training.ts';
import { ACCEPTED, type Accepted, listFiles, overview } from '#procedures/recruitment/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { readyBranch } from './factory.ts';
import { standAt } from './standing.ts';

let t: TestApp;
let branch: Caller;
let superior: Caller;
let people: { full: string[]; talker: string };
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  superior = await t.as('committeeWorker');
  people = await readyBranch(t);
});
afterAll(() => t.close());

test('each number of this year’s new members opens just its people', async () => {
  for (const [n, nation, education, born] of [
    [1, '01', '21', '2000-01-01'],
    [2, '15', '61', '2000-01-01'],
    [3, '01', '21', '1970-01-01'],
  ] as const) {
    const { memberId } = await standAt(t.db, ORGS.branchA11, people, n, 19);
    await sql`update member set nation = ${nation}, education = ${education}, birth_date = ${born}, gender = ${n === 3 ? 1 : 2}
               where id = ${memberId}`.execute(t.db);
    // Accepted this year, whatever the table of days says.
    await sql`update member_ledger set happened_on = date_trunc('year', now() at time zone 'Asia/Shanghai')::date
               where member_id = ${memberId}`.execute(t.db);
  }
  const { accepted } = (await superior.call(overview, {})).result;
  expect(accepted).toEqual({ total: 3, women: 2, minority: 1, young: 2, college: 2 });
  for (const key of Object.keys(ACCEPTED) as Accepted[]) {
    const { total } = await superior.call(listFiles, { stage: 2, accepted: key });
    expect(total, key).toBe(accepted[key]);
  }
  // Last year's are not among them.
  await standAt(t.db, ORGS.branchA11, people, 4, 19);
  expect((await superior.call(listFiles, { stage: 2, accepted: 'total' })).total).toBe(3);
});

test('what is overdue at a desk opens just its files', async () => {
  const { fileId } = await standAt(t.db, ORGS.branchA11, people, 11, 8);
  const other = await standAt(t.db, ORGS.branchA12, people, 12, 8);
  await sql`update development_file set due_on = current_date - 9 where id in (${fileId}, ${other.fileId})`.execute(
    t.db,
  );
  const { desks } = (await superior.call(overview, {})).result;
  const late = { view: 'overdue' } as const;
  for (const { orgId, count } of desks) {
    const { rows, total } = await superior.call(listDue, { ...late, deskId: orgId });
    expect(total).toBe(count);
    expect(rows.every((row) => row.deskId === orgId)).toBe(true);
  }
  expect(desks.map(({ orgId }) => orgId)).toEqual(expect.arrayContaining([ORGS.branchA11.id, ORGS.branchA12.id]));
});

test('step 11 offers the 集中培训 of the ledger since the person became 发展对象; withdrawn and other hours do not count', async () => {
  const { fileId, memberId } = await standAt(t.db, ORGS.branchA11, people, 21, 11);
  const ask = async () => (await branch.call(proposeTraining, { fileId })).result;
  // Listed on 2024-07-10.
  expect(await ask()).toEqual({ from: '2024-07-10', hours: 0, days: 0, endsOn: null, certificates: [] });
  const hour = (evidence: string, day: string, minutes: number, central: boolean, gone = false) =>
    sql`insert into learning_hour (member_id, source, evidence, day, minutes, central, title, gone)
        values (${memberId}, 'offline', ${evidence}, ${day}, ${minutes}, ${central}, '发展对象培训班', ${gone})`.execute(
      t.db,
    );
  await hour('a', '2024-08-19', 360, true);
  await hour('b', '2024-08-20', 380, true);
  await hour('c', '2024-08-21', 400, false);
  await hour('d', '2024-08-22', 400, true, true);
  await hour('e', '2024-06-01', 400, true);
  // 740 minutes of 45 each: sixteen whole class hours.
  expect(await ask()).toMatchObject({ hours: 16, days: 2, endsOn: '2024-08-20' });
  expect((await (await t.as('siblingWorker')).call(proposeTraining, { fileId })).code).toBe(404);
});

test('what finds no room in the book is named with its characters before it is printed', async () => {
  const { fileId } = await standAt(t.db, ORGS.branchA11, people, 31, 17);
  const ask = async () => (await branch.call(checkBook, { id: fileId })).result;
  expect(await ask()).toEqual([]);
  const set = (length: number) =>
    sql`update development_step set facts = facts || jsonb_build_object('summary', repeat('谈', ${length}::int))
         where file_id = ${fileId} and no = 16`.execute(t.db);
  // 158 mm at 12 points are 37 characters a line; 61 mm hold ten lines, the first set in by two.
  await set(368);
  expect(await ask()).toEqual([]);
  await set(371);
  expect(await ask()).toEqual([
    { field: '上级党组织指派专人进行谈话的情况和对申请人入党的意见', length: 371, surplus: 3 },
  ]);
});
