import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getMember, listMembers } from '#people/member/contract.ts';
import { groupPeople, partyGroupCalls, setGroupPeople } from '#people/member/nouns/partyGroup.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let people: string[];
const orgId = ORGS.branchA11.id;
const GROUP = '/api/dyxx/partyGroup';
const form = (given: object = {}) => ({ orgId, name: '第一党小组', leaderId: '', foundedOn: '2026-01-05', ...given });
const add = async (given: object = {}) => {
  const made = await branch.post(GROUP, form(given));
  expect(made.code, made.text).toBe(200);
  return made.data.id as string;
};
const record = (id: string) => branch.call(partyGroupCalls.get, { id });
const set = async (id: string, memberIds: string[], who = branch) =>
  who.call(setGroupPeople, { id, version: Number((await record(id)).data.version), memberIds });

beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  const answer = await branch.call(groupPeople, { orgId });
  expect(answer.code, answer.text).toBe(200);
  people = answer.data.map(({ memberId }: { memberId: string }) => memberId);
  expect(people.length).toBeGreaterThan(2);
});
afterAll(() => t.close());

test('a leader is of the branch and belongs to the group; people move from one group to another', async () => {
  const [one, two, three] = people as [string, string, string];
  const first = await add({ leaderId: one });
  const second = await add({ name: '第二党小组' });
  expect((await record(first)).data).toMatchObject({ people: 1 });
  expect((await set(first, [one, two, three])).code).toBe(200);
  expect((await set(second, [three])).code).toBe(200);
  expect((await record(first)).data.people).toBe(2);
  expect((await branch.call(getMember, { id: three })).data.partyGroup).toBe('第二党小组');
  const roll = await branch.call(listMembers, { groupId: first });
  expect(roll.rows.map(({ id }: { id: string }) => id).sort()).toEqual([one, two].sort());
  expect(roll.total).toBe(2);
  const stranger = t.fixture.members.branchB11?.[0] ?? '0';
  expect((await branch.post(GROUP, form({ leaderId: stranger }))).code).toBe(404);
  expect((await set(second, [stranger])).code).toBe(404);
  expect((await branch.call(setGroupPeople, { id: second, version: 99, memberIds: [] })).data.conflict).toBe(true);
  const outside = await t.as('committeeWorker');
  const other = t.fixture.members.branchA12?.[0] ?? '0';
  expect((await set(second, [other], outside)).data.fields.memberIds).toContain('本支部');
});

test('whoever leaves the branch leaves the group, as its leader too; a deleted group holds nobody', async () => {
  const [one, two] = people as [string, string];
  const id = await add({ name: '第三党小组', leaderId: one });
  await set(id, [one, two]);
  await sql`update member set org_id = ${ORGS.branchA12.id}, org_code = ${ORGS.branchA12.code} where id = ${one}`.execute(
    t.db,
  );
  expect((await record(id)).data).toMatchObject({ people: 1, leaderId: null });
  expect((await branch.call(partyGroupCalls.remove, { id, deleteReason: '合并' })).code).toBe(200);
  expect((await branch.call(getMember, { id: two })).data.partyGroup).toBe('');
  await sql`update member set org_id = ${orgId}, org_code = ${ORGS.branchA11.code} where id = ${one}`.execute(t.db);
});

test('a group of elsewhere reads as not there', async () => {
  const committee = await t.as('committeeWorker');
  const made = await committee.post(GROUP, form({ orgId: ORGS.branchA12.id }));
  expect(made.code, made.text).toBe(200);
  expect((await branch.call(listMembers, { groupId: made.data.id })).code).toBe(404);
  expect((await branch.call(partyGroupCalls.get, { id: made.data.id })).code).toBe(404);
  expect((await (await t.as('member')).call(groupPeople, { orgId })).code).toBe(403);
});
