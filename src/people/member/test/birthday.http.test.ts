import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listNotices } from '#kernel/message/contract.ts';
import { greetBirthdays, listBirthdays } from '#people/member/contract.birthday.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';

let t: TestApp;
let branch: Caller;
let sibling: Caller;
let member: Caller;
let self: string;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  sibling = await t.as('siblingWorker');
  member = await t.as('member');
  self = t.fixture.principals.member.memberId ?? '';
  // Everybody joined half a year away from this month; two in this month ten years ago, one in this very month.
  const away = sql`((now() at time zone 'Asia/Shanghai')::date - interval '10 years' - interval '6 months')::date`;
  await sql`update member set admission_date = ${away}`.execute(t.db);
  const [other, fresh] = (t.fixture.members.branchA11 ?? []).filter((id) => id !== self);
  const today = sql`(now() at time zone 'Asia/Shanghai')::date`;
  const joined = sql`(date_trunc('month', ${today}) - interval '10 years')::date`;
  await sql`update member set admission_date = ${joined}, person_category = 1, membership_status = 1
             where id in (${self}, ${other})`.execute(t.db);
  await sql`update member set admission_date = date_trunc('month', ${today})::date where id = ${fresh}`.execute(t.db);
});
afterAll(() => t.close());

test('this month’s anniversaries are listed with their years, within the scope alone', async () => {
  const list = await branch.call(listBirthdays, {});
  expect(list.code, list.text).toBe(200);
  expect(list.body).toMatchObject({ total: 2, capped: false });
  const mine = list.rows.find((row: { id: string }) => row.id === self);
  expect(mine).toMatchObject({ years: 10, state: 'waiting', greetedAt: null });
  expect(list.rows.find((row: { id: string }) => row.id !== self)).toMatchObject({ state: 'noAccount' });
  expect((await branch.call(listBirthdays, { state: 'waiting' })).total).toBe(1);
  expect((await sibling.call(listBirthdays, {})).total).toBe(0);
  expect((await member.call(listBirthdays, {})).code).toBe(403);
});

test('a greeting is a notice, once a year to each, also when ten send at the same time', async () => {
  expect((await sibling.call(greetBirthdays, {})).data).toEqual({ sent: 0 });
  const sent = await Promise.all(Array.from({ length: 10 }, () => branch.call(greetBirthdays, {})));
  expect(sent.reduce((sum, { data }) => sum + data.sent, 0)).toBe(1);
  const notices = await member.call(listNotices, {});
  const greetings = notices.rows.filter(({ title }: { title: string }) => title === '政治生日祝福');
  expect(greetings).toHaveLength(1);
  expect(greetings[0].remark).toMatch(/月1日是您入党10周年的政治生日/);
  expect((await branch.call(listBirthdays, { state: 'greeted' })).rows[0]).toMatchObject({
    id: self,
    greetedBy: '支书',
  });
});
