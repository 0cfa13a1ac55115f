import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { getMember, memberTimeline } from '#people/member/contract.ts';
import { createTerm, removeTerm, updateTerm } from '#people/org/contract.office.ts';
import { faultOfSize } from '#people/org/rules.office.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { fullMembers } from './factory.ts';

let t: TestApp;
let committee: Caller;
let full: string[];
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  full = await fullMembers(t.db, ORGS.branchA12, 4);
});
afterAll(() => t.close());

const posts = async (...ids: string[]) =>
  Promise.all(ids.map(async (id) => (await committee.call(getMember, { id })).data.partyPost));
const elect = (electedOn: string, people: [string, string][]) =>
  committee.call(createTerm, {
    orgId: ORGS.branchA12.id,
    electedOn,
    method: '党员大会选举',
    posts: people.map(([memberId, post]) => ({ memberId, post, votes: null })),
  } as never);

test('a term writes 党内职务 of everybody in and out, and back with it', async () => {
  const [a = '', b = '', c = '', d = ''] = full;
  const first = await elect('2023-01-10', [
    [a, '书记'],
    [b, '组织委员'],
    [c, '宣传委员'],
  ]);
  expect(first.code, first.text).toBe(200);
  expect(await posts(a, b, c, d)).toEqual(['书记', '组织委员', '宣传委员', '']);
  const [line] = (await committee.call(memberTimeline, { id: a, pageSize: 1 })).rows;
  expect(line).toMatchObject({ reason: `${ORGS.branchA12.name}班子变动` });

  const second = await elect('2026-01-10', [
    [b, '书记'],
    [c, '宣传委员'],
    [d, '组织委员'],
  ]);
  expect(second.code, second.text).toBe(200);
  expect(await posts(a, b, c, d)).toEqual(['', '书记', '宣传委员', '组织委员']);

  // Corrected, deleted and restored, the records follow.
  const fixed = await committee.call(updateTerm, {
    id: second.data.id,
    version: 1,
    posts: [
      { memberId: b, post: '书记', votes: null },
      { memberId: a, post: '副书记', votes: null },
      { memberId: d, post: '组织委员', votes: null },
    ],
  });
  expect(fixed.code, fixed.text).toBe(200);
  expect(await posts(a, b, c, d)).toEqual(['副书记', '书记', '', '组织委员']);
  expect((await committee.call(removeTerm, { id: second.data.id, deleteReason: '登记错' })).code).toBe(200);
  expect(await posts(a, b, c, d)).toEqual(['书记', '组织委员', '宣传委员', '']);
  const back = await committee.call(restoreRecycled, { kind: 'term', id: second.data.id, reason: '误删' });
  expect(back.code, back.text).toBe(200);
  expect(await posts(a, b, c, d)).toEqual(['副书记', '书记', '', '组织委员']);
});

test.each([
  [46, 2, 1, '党支部的正式党员应不少于3人，现有2人，不能产生班子'],
  [46, 7, 2, '有7名正式党员，应设支部委员会，委员不少于3人，现有2人'],
  [46, 6, 1, ''],
  [46, 7, 3, ''],
  [40, 2, 1, ''],
  [48, 2, 1, ''],
])('the bounds on a branch: type %i, %i full members, %i leading', (type, count, size, words) => {
  expect(
    faultOfSize(
      type,
      count,
      Array.from({ length: size }, () => ({ post: '委员' })),
    ),
  ).toBe(words);
});
