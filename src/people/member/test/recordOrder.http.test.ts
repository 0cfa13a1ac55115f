import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberRecords, orderRecords, RECORD_CALLS } from '#people/member/contract.records.ts';
import { memberTimeline } from '#people/member/contract.ts';
import { allRewards, ORG_RECORD_CALLS, orderOrgRecords } from '#people/org/contract.records.ts';
import { GOOD_ORG_RECORDS } from '#people/org/test/records.ts';
import type { RecordCalls } from '#platform/records/records.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { GOOD_RECORDS } from './records.ts';

let t: TestApp;
let branch: Caller;
let somebody: string;
const kind = 'family';
const family = RECORD_CALLS[kind] as RecordCalls;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  somebody = t.fixture.members.branchA11?.[0] ?? '';
  for (const name of ['甲', '乙', '丙']) await add(name);
});
afterAll(() => t.close());

const add = async (name: string) =>
  expect((await branch.call(family.add, { memberId: somebody, ...GOOD_RECORDS.family, name })).code).toBe(200);
const rows = async () => (await branch.call(memberRecords, { id: somebody })).data[kind];
const ids = async () => (await rows()).map(({ id }: { id: string }) => id) as string[];
const names = async () => (await rows()).map(({ name }: { name: string }) => name).join('');
const put = (from: readonly string[], wanted: readonly string[], who = branch) =>
  who.call(orderRecords, { ownerId: somebody, kind, from: [...from], ids: [...wanted] });

test('rows stand as somebody ordered them, by every call; what is added later comes first, until the days hold again', async () => {
  expect(await names()).toBe('丙乙甲');
  const [c = '', b = '', a = ''] = await ids();
  expect(await put([c, b, a], [a, c, b])).toMatchObject({ code: 200 });
  expect(await names()).toBe('甲丙乙');
  const page = await branch.call(family.list, { memberId: somebody, pageNum: '2', pageSize: '1' });
  expect(page.rows).toMatchObject([{ name: '丙', version: 1 }]);
  const told = (await branch.call(memberTimeline, { id: somebody })).rows[0];
  expect(told).toMatchObject({ action: '调整档案分表顺序', reason: '家庭成员第3条移到第1条' });

  await add('丁');
  expect(await names()).toBe('丁甲丙乙');
  expect((await put(await ids(), [])).code).toBe(200);
  expect(await names()).toBe('丁丙乙甲');
});

test('of two who order at once one is told to look again; other rows than stand there are refused', async () => {
  const stood = await ids();
  const [first = '', ...rest] = stood;
  const answers = await Promise.all([put(stood, [...rest, first]), put(stood, stood.toReversed())]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 400]);
  expect(answers.find(({ code }) => code === 400)).toMatchObject({
    msg: '家庭成员刚被他人调整，请按新的顺序再排',
    data: { conflict: true },
  });
  const now = await ids();
  expect((await put(now, now.slice(1))).code).toBe(600);
  expect((await put(now, [...now.slice(1), '987654321'])).code).toBe(600);
  expect(
    (
      await put(
        now,
        now.map(() => first),
      )
    ).code,
  ).toBe(600);
  const wrong = await branch.call(orderRecords, { ownerId: somebody, kind: 'extra', from: [], ids: [] });
  expect(wrong).toMatchObject({ code: 600, data: { fields: { kind: '请选择要排序的分表' } } });
  expect(await ids()).toEqual(now);
});

test('P3 neither the neighbouring branch nor a member orders anything, of people and of organisations', async () => {
  const now = await ids();
  const orgId = ORGS.branchA11.id;
  const reward = ORG_RECORD_CALLS.reward as RecordCalls;
  const made: string[] = [];
  for (const documentNo of ['一', '二']) {
    made.unshift((await branch.call(reward.add, { orgId, ...GOOD_ORG_RECORDS.reward, documentNo })).data.id);
  }
  const turn = (who: Caller) =>
    who.call(orderOrgRecords, { ownerId: orgId, kind: 'reward', from: [...made], ids: made.toReversed() });
  const sibling = await t.as('siblingWorker');
  const member = await t.as('member');
  expect([await put(now, now.toReversed(), sibling), await turn(sibling)].map(({ code }) => code)).toEqual([404, 404]);
  expect([await put(now, now.toReversed(), member), await turn(member)].map(({ code }) => code)).toEqual([403, 403]);
  expect(await ids()).toEqual(now);
  expect((await turn(branch)).code).toBe(200);
  const all = (await branch.call(allRewards, { orgId })).data as { id: string }[];
  expect(all.map(({ id }) => id)).toEqual(made.toReversed());
});
