import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listNotices, receiveNotice } from '#kernel/message/contract.ts';
import { listOrgMessages, messageProgress, urge, urgePreview } from '#kernel/message/contract.urge.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { grantRole, ORGS } from '../../../../test/support/fixture.ts';

const CODE = 'termDue';

let t: TestApp;
let committee: Caller;
let branch: Caller;
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  branch = await t.as('branchWorker');
  await sql`
    insert into org_term (org_id, org_code, number, elected_on, years, expires_on)
    select id, code, 1, current_date - 1200, 3, current_date - 105 from organisation
     where id in (${ORGS.branchA11.id}, ${ORGS.branchA12.id}, ${ORGS.branchA21.id})`.execute(t.db);
  // Whoever works in two branches reads of both in one notice.
  await grantRole(t.services, t.fixture.principals.branchWorker.accountId, 3, 'branchA12');
  await grantRole(t.services, t.fixture.principals.siblingWorker.accountId, 3, 'branchA21');
});
afterAll(() => t.close());

const noticesOf = async (who: Caller) =>
  (await who.call(listNotices, { pageSize: 100 })).result.rows.filter(({ title }) => title.startsWith('催办'));

test('one press: one notice a person with all that is theirs, of the own subtree alone', async () => {
  const before = (await committee.call(urgePreview, { code: CODE })).result;
  expect(before).toMatchObject({ title: '任期届满', orgs: 2, capped: false, missing: [] });
  expect(before.people.map(({ name, orgNames }) => [name, [...orgNames].sort()])).toContainEqual([
    '支书',
    [ORGS.branchA11.name, ORGS.branchA12.name].sort(),
  ]);
  const { result } = await committee.call(urge, { code: CODE });
  expect(result).toEqual({ sent: before.people.length, recently: 0, missing: 0 });
  const got = await noticesOf(branch);
  expect(got).toHaveLength(1);
  expect(got[0]).toMatchObject({ typeName: '提醒', createUser: '魏员' });
  for (const name of [ORGS.branchA11.name, ORGS.branchA12.name]) expect(got[0]?.remark).toContain(name);
  expect(await noticesOf(await t.as('siblingWorker'))).toEqual([]);
});

test('within two hours nobody is reminded of the same again, by whoever and however often at once', async () => {
  expect((await committee.call(urge, { code: CODE })).msg).toContain('2小时内只能催一次');
  // From above the others are reminded, those who were just reminded are not.
  const county = await t.as('countyWorker');
  const before = (await committee.call(urgePreview, { code: CODE })).result.people.length;
  const { result } = await county.call(urge, { code: CODE });
  expect(result).toMatchObject({ sent: 1, recently: before });
  expect(await noticesOf(branch)).toHaveLength(1);
  await sql`update org_message set sent_at = sent_at - interval '3 hours'`.execute(t.db);
  const answers = await Promise.all([1, 2, 3].map(() => committee.call(urge, { code: CODE })));
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 400, 400]);
  expect(await noticesOf(branch)).toHaveLength(2);
});

test('who got it and who has read it stands with the organisation', async () => {
  const list = async (who: Caller, orgId?: string) => (await who.call(listOrgMessages, { orgId, code: CODE })).result;
  const [row] = (await list(committee, ORGS.branchA11.id)).rows;
  expect(row).toMatchObject({ orgName: ORGS.branchA11.name, typeName: '任期届满', receiveNumber: 1, readNumber: 0 });
  const asked = { id: row?.id ?? '', orgId: ORGS.branchA11.id };
  const people = async (who: Caller) => await who.call(messageProgress, asked);
  expect((await people(committee)).result).toMatchObject([{ userName: '支书', isRead: false, readTime: null }]);
  await branch.call(receiveNotice, { id: [asked.id] });
  expect((await people(committee)).result).toMatchObject([{ userName: '支书', isRead: true }]);
  expect((await list(committee, ORGS.branchA11.id)).rows[0]).toMatchObject({ readNumber: 1 });
  // Beside it nothing is seen: neither the list nor the readers.
  const sibling = await t.as('siblingWorker');
  expect((await list(sibling)).rows.map(({ orgId }) => orgId)).not.toContain(ORGS.branchA11.id);
  expect((await people(sibling)).code).toBe(404);
  const wrong = await committee.call(messageProgress, { ...asked, orgId: ORGS.branchA21.id });
  expect(wrong.code).toBe(404);
  expect((await (await t.as('member')).call(listOrgMessages, {})).code).toBe(403);
});

test('a branch has nobody below it, and what no rule knows is not reminded of', async () => {
  expect((await branch.call(urge, { code: CODE })).msg).toBe('下级组织没有需要催办的');
  expect((await committee.call(urge, { code: 'nothing' })).data.fields).toEqual({ code: '这一项不能催办' });
  for (const code of ['noSecretary', 'probationDue', 'incomplete', 'openOverdue']) {
    expect((await committee.call(urgePreview, { code })).code, code).toBe(200);
  }
});
