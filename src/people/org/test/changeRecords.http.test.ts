import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getAccount } from '#kernel/permission/contract.ts';
import { getChange, listChangeOrgs, listChanges } from '#people/org/contract.changes.ts';
import { createTerm } from '#people/org/contract.office.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { carryOut, peopled, takeBack } from './changeSupport.ts';

let t: TestApp;
let county: Caller;
beforeEach(async () => {
  t = await startTestApp();
  county = await t.as('countyWorker');
});
afterEach(() => t.close());

const [A11, A12] = [ORGS.branchA11, ORGS.branchA12];
const POSTS = ['书记', '副书记', '组织委员'];
const rowsOf = async (id: string) => (await county.call(listChangeOrgs, { id, pageSize: 200 })).result.rows;

test('the record of a new name goes on saying the old one', async () => {
  const { id } = await carryOut(county, {
    kind: 'rename',
    orgId: A11.id,
    name: '城南党支部',
    shortName: '城南',
  } as never);
  const [first] = await rowsOf(id);
  expect(first).toMatchObject({ name: A11.name, act: 'renamed' });
  expect(first?.changes).toContainEqual({ field: '组织名称', before: A11.name, after: '城南党支部' });
  expect((await county.call(getChange, { id })).result.orgName).toBe(A11.name);
  expect((await county.call(listChanges, {} as never)).rows[0].orgName).toBe(A11.name);
});

test('the record of a move says the old superior and the new one', async () => {
  const { id } = await carryOut(county, { kind: 'move', orgId: A11.id, targetId: ORGS.committeeA2.id });
  const [first] = await rowsOf(id);
  expect(first?.changes).toEqual([
    { field: '上级党组织', before: ORGS.committeeA1.name, after: ORGS.committeeA2.name },
  ]);
});

test('whoever worked for a branch that is no more holds no post there, until the document is taken back', async () => {
  const { accountId } = t.fixture.principals.branchWorker;
  const city = await t.as('cityWorker');
  const role = async () => {
    const { data } = await city.call(getAccount, { id: accountId });
    return data.grants
      .filter(({ orgId }: { orgId: string }) => orgId === A11.id)
      .map(({ state }: { state: string }) => state);
  };
  const [secretary, ...others] = await peopled(t, A11, 3);
  const posts = [secretary, ...others].map((memberId, place) => ({ memberId, post: POSTS[place] ?? '', votes: 3 }));
  const term = {
    orgId: A11.id,
    number: 1,
    electedOn: '2026-01-10',
    method: '党员大会选举',
    entitled: 3,
    present: 3,
    remark: '',
    posts,
  };
  const made = await (await t.as('branchWorker')).call(createTerm, term as never);
  expect(made.code, made.text).toBe(200);
  const post = async () => {
    const { rows } = await sql<{
      post: string;
    }>`select party_post as post from member where id = ${secretary ?? ''}`.execute(t.db);
    return rows[0]?.post;
  };
  expect([await post(), await role()]).toEqual(['书记', ['now']]);
  const change = await carryOut(county, { kind: 'merge', orgId: A12.id, sourceIds: [A11.id] });
  expect([await post(), await role()]).toEqual(['', ['gone']]);
  await takeBack(county, change);
  expect([await post(), await role()]).toEqual(['书记', ['now']]);
});
