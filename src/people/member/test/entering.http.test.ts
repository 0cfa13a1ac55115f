import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEntering, listEntering, RECORD_CALLS } from '#people/member/contract.records.ts';
import { removeMember } from '#people/member/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { encrypted } from './factory.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let sibling: Caller;
const calls = RECORD_CALLS.entering as NonNullable<(typeof RECORD_CALLS)[string]>;
beforeAll(async () => {
  t = await startTestApp();
  [branch, committee, sibling] = await Promise.all([
    t.as('branchWorker'),
    t.as('committeeWorker'),
    t.as('siblingWorker'),
  ]);
});
afterAll(() => t.close());

const somebody = () => t.fixture.members.branchA11?.[1] ?? '';
const register = async (joinedOn: string) => {
  const made = await branch.call(calls.add, {
    memberId: somebody(),
    joinType: '2',
    joinedOn,
    fromOrg: '外地支部',
  });
  expect(made.code, made.text).toBe(200);
  return made.data.id as string;
};
const todos = async () =>
  (
    await sql<{ org_id: string; jump_url: string; done: boolean; subject: string }>`
      select org_id::text, jump_url, done_at is not null as done, subject from todo where subject like 'entering:%'
       order by id`.execute(t.db)
  ).rows;
const notices = async () =>
  (
    await sql<{ title: string; remark: string; to: string[] }>`
      select n.title, n.remark, array(select account_id::text from notice_recipient r where r.notice_id = n.id) as to
        from notice n where n.title like '%进入登记%' order by n.id`.execute(t.db)
  ).rows;

test('what was registered waits in a list and as a to-do of whoever may decide; who registered it is told', async () => {
  const id = await register('2021-03-01');
  expect(await todos()).toEqual([
    { org_id: ORGS.committeeA1.id, jump_url: '/affairs/member/entering', done: false, subject: `entering:${id}` },
  ]);
  const list = await committee.call(listEntering, { state: '0' });
  expect([list.total, list.result.toDecide]).toEqual([1, 1]);
  expect(list.rows[0]).toMatchObject({
    id,
    memberId: somebody(),
    state: '0',
    createName: '支书',
    can: { audit: true },
  });
  // Who registered it sees it wait, and does not decide; the neighbours see nothing.
  const own = await branch.call(listEntering, {});
  expect([own.total, own.result.toDecide, own.rows[0]?.can.audit]).toEqual([1, 0, false]);
  expect((await sibling.call(listEntering, {})).total).toBe(0);

  expect((await committee.call(auditEntering, { id, passed: false, opinion: '缺介绍信' })).code).toBe(200);
  expect((await todos())[0]?.done).toBe(true);
  expect(await notices()).toEqual([
    {
      title: expect.stringMatching(/的进入登记未通过审核$/),
      remark: '缺介绍信',
      to: [t.fixture.principals.branchWorker.accountId],
    },
  ]);
  expect((await committee.call(listEntering, { state: '0' })).total).toBe(0);
});

test('a deleted entry, and one of somebody who is deleted, waits no longer', async () => {
  const id = await register('2021-03-02');
  await branch.call(calls.remove, { id, deleteReason: '重复登记' });
  const other = await register('2021-03-03');
  const open = async () => (await todos()).filter(({ done }) => !done).map(({ subject }) => subject);
  expect(await open()).toEqual([`entering:${other}`]);
  await committee.call(removeMember, { id: somebody(), deleteReason: '试', password: await encrypted(t) });
  expect(await open()).toEqual([]);
});
