import { afterAll, beforeAll, expect, test } from 'vitest';
import { carryOut, type Draft, takeBack } from '#people/org/test/changeSupport.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { listParts } from '../contract.read.ts';
import { finishPart } from '../contract.ts';
import { itemCalls } from '../nouns/item.ts';
import { issued, partOf } from './factory.ts';

let t: TestApp;
let county: Caller;
let committee: Caller;
beforeAll(async () => {
  t = await startTestApp();
  county = await t.as('countyWorker');
  committee = await t.as('committeeWorker');
});
afterAll(() => t.close());

const [A11, A12] = [ORGS.branchA11, ORGS.branchA12];
/** The first branch goes up in the second one. */
const MERGE: Draft = { kind: 'merge', orgId: A12.id, sourceIds: [A11.id] };
const orgsOf = async (itemId: string) =>
  (await committee.call(listParts, { itemId })).rows.map(({ orgName, state }) => [orgName, state]);

test('parts go along with what was reported, stop where the other one has the same, and come home', async () => {
  const alone = await issued(committee, { title: '只给一个' }, [A11.id]);
  const both = await issued(committee, { title: '两个都有' }, [A11.id, A12.id]);
  const branch = await t.as('branchWorker');
  const { id, version } = await partOf(branch, alone);
  expect((await branch.call(finishPart, { id, version, content: '已完成' })).code).toBe(200);
  const change = await carryOut(county, MERGE);
  expect(change.belongings).toContainEqual({ what: '没办结的重点工作', amount: '1项', from: A11.name, to: A12.name });

  expect(await orgsOf(alone)).toEqual([[A12.name, 'asked']]);
  expect(await orgsOf(both)).toEqual([[A12.name, 'open']]);
  expect((await partOf(committee, alone, A12.id)).reports).toMatchObject([{ content: '已完成', decision: 'waiting' }]);

  await takeBack(county, change);
  expect(await orgsOf(alone)).toEqual([[A11.name, 'asked']]);
  // What stopped since the other one has the same goes on, too.
  expect(await orgsOf(both)).toEqual([
    [A11.name, 'open'],
    [A12.name, 'open'],
  ]);
  expect((await committee.call(itemCalls.list, { name: '只给' })).rows).toMatchObject([{ parts: 1, asked: 1 }]);
});
