import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addPastInflow, addPastOutflow } from '#procedures/floating/contract.past.ts';
import { getInflow, getOutflow, listFloats } from '#procedures/floating/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let memberId: string;
let encrypt: (text: string) => string;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  memberId = t.fixture.members.branchA11?.[0] ?? '';
  encrypt = await makeEncrypter(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  for (const table of ['mobile_inflow', 'mobile_outflow']) await sql`delete from ${sql.table(table)}`.execute(t.db);
  await sql`delete from sub_record where kind = 'flre'`.execute(t.db);
});

const gone = (more: object = {}) => ({
  memberId,
  range: 2,
  region: '广东省深圳市',
  reason: 1,
  trade: 2,
  startedOn: '2018-08-31',
  endedOn: '2019-02-28',
  ...more,
});
const written = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(t.db)).rows[0]?.n;

test('an absence that is over stands in the history, the record and the detail; nobody becomes floating by it', async () => {
  const made = await branch.call(addPastOutflow, gone({ note: '整理档案时发现' }) as never);
  expect(made.code, made.text).toBe(200);
  const detail = (await branch.call(getOutflow, { id: made.data.id })).data;
  expect(detail).toMatchObject({ statusName: '已返回', endedOn: '2019-02-28', endNote: '整理档案时发现' });
  expect(detail.can).toMatchObject({ edit: false, back: false, contact: false });
  const list = await branch.call(listFloats, { view: 'history' });
  expect(list.body).toMatchObject({ total: 1, counts: { out: 0, history: 1 } });
  const { rows } = await sql<{ floating: boolean; ended: string }>`
    select m.is_floating as floating, r.fields ->> 'endedOn' as ended from member m
      join sub_record r on r.member_id = m.id and r.kind = 'flre' where m.id = ${memberId}`.execute(t.db);
  expect(rows).toEqual([{ floating: false, ended: '2019-02-28' }]);
});

test('too short, ahead, upside down, overlapping: each at its field, nothing is written; twice at once it stands once', async () => {
  const fault = async (more: object) => (await branch.call(addPastOutflow, gone(more) as never)).data.fields;
  expect((await fault({ endedOn: '2019-02-27' })).endedOn).toContain('党员证明信');
  expect((await fault({ endedOn: '2090-01-01' })).endedOn).toContain('流出申请');
  expect((await fault({ endedOn: '2018-08-31' })).endedOn).toContain('晚于');
  expect((await fault({ region: '外地' })).region).toContain('省');
  expect(await written('mobile_outflow')).toBe(0);
  const both = await Promise.all([1, 2].map(() => branch.call(addPastOutflow, gone() as never)));
  expect(both.map(({ code }) => code).sort()).toEqual([200, 600]);
  expect((await fault({ startedOn: '2018-01-01', endedOn: '2018-09-01' })).startedOn).toContain(
    '2018-08-31至2019-02-28',
  );
  expect(
    (await branch.call(addPastOutflow, gone({ startedOn: '2019-02-28', endedOn: '2020-01-01' }) as never)).code,
  ).toBe(200);
  expect(await written('mobile_outflow')).toBe(2);
});

test('only of the own scope, by who may, and never of oneself', async () => {
  const foreign = t.fixture.members.branchB11?.[0] ?? '';
  expect((await branch.call(addPastOutflow, gone({ memberId: foreign }) as never)).code).toBe(404);
  expect((await (await t.as('member')).call(addPastOutflow, gone() as never)).code).toBe(403);
  const me = t.fixture.principals.branchWorker.memberId ?? '';
  expect((await branch.call(addPastOutflow, gone({ memberId: me }) as never)).body.msg).toContain('本人');
  expect(await written('mobile_outflow')).toBe(0);
});

test('who was here: encrypted, masked in the detail, of the own scope; the same stretch stands once', async () => {
  const came = (more: object = {}) =>
    ({
      orgId: ORGS.branchA11.id,
      name: '江来',
      idCardNo: encrypt(testIdCard(488, '1988-08-08')),
      phone: '13900000088',
      homeOrg: '中共长沙市某支部委员会',
      region: '湖南省长沙市',
      reason: 1,
      trade: 1,
      startedOn: '2018-01-01',
      leftOn: '2018-12-01',
      ...more,
    }) as never;
  const bad = await branch.call(addPastInflow, came({ leftOn: '2018-01-01' }));
  expect(bad.data.fields.leftOn).toContain('晚于');
  expect((await branch.call(addPastInflow, came({ orgId: ORGS.branchB11.id }))).code).toBe(404);
  expect(await written('mobile_inflow')).toBe(0);
  const both = await Promise.all([1, 2].map(() => branch.call(addPastInflow, came())));
  expect(both.map(({ code }) => code).sort(), both[0]?.text).toEqual([200, 600]);
  const id = both.find(({ code }) => code === 200)?.data.id ?? '';
  const row = (await branch.call(getInflow, { id })).data;
  expect(row).toMatchObject({ statusName: '已离开', leftOn: '2018-12-01', can: { confirm: false, leave: false } });
  expect(row.idCard).toContain('*');
  expect((await (await t.as('siblingWorker')).call(getInflow, { id })).code).toBe(404);
  expect((await branch.call(listFloats, { view: 'history' })).body.rows).toMatchObject([{ name: '江来', side: 'in' }]);
});
