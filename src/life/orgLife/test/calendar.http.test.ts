import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  endOwnCalendar,
  openOrgCalendar,
  openOwnCalendar,
  orgCalendar,
  ownCalendar,
  readCalendar,
} from '#life/orgLife/contract.calendar.ts';
import { createMeeting, notifyMeeting } from '#life/orgLife/contract.ts';
import { readyBranch } from '#procedures/recruitment/test/factory.ts';
import { standAt } from '#procedures/recruitment/test/standing.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let member: Caller;

beforeAll(async () => {
  t = await startTestApp();
  [branch, member] = [await t.as('branchWorker'), await t.as('member')];
  await sql`update member set admission_date = '2001-07-01', conversion_date = case when person_category = 1 then date '2002-07-01' end,
             joined_branch_on = '2001-07-01' where person_category in (1, 2)`.execute(t.db);
  const form = {
    orgId: ORGS.branchA11.id,
    type: 1,
    title: '支部党员大会',
    startsAt: '2099-03-02 09:00',
    endsAt: '2099-03-02 10:00',
    place: '会议室；二楼',
    note: '不进日历',
    topics: [{ kind: 2, title: '议题不进日历' }],
    files: [],
  };
  const made = await branch.call(createMeeting, form as never);
  expect(made.code, made.text).toBe(200);
  expect((await branch.call(notifyMeeting, { id: made.data.id, version: made.data.version } as never)).code).toBe(200);
});
afterAll(() => t.close());

const read = async (token: string) => (await t.nobody.call(readCalendar, { token })).text;

test('a person reads title, time and place of the meetings at which they are due, at a secret address', async () => {
  expect((await member.call(ownCalendar, {})).data.since).toBeNull();
  const { token } = (await member.call(openOwnCalendar, {})).data;
  const text = await read(token);
  expect(text).toContain('SUMMARY:支部党员大会');
  expect(text).toContain('DTSTART:20990302T010000Z');
  expect(text).toContain('LOCATION:会议室；二楼');
  expect(text).not.toContain('不进日历');
  expect((await member.call(ownCalendar, {})).data.since).not.toBeNull();
  // Nothing in the database is the address.
  const { rows } = await sql<{ row: string }>`select x::text as row from life_calendar x`.execute(t.db);
  expect(rows.some(({ row }) => row.includes(token))).toBe(false);
});

test('a new address ends the one before; ended, or of somebody who may not sign in, it answers nothing', async () => {
  const { token: first } = (await member.call(openOwnCalendar, {})).data;
  const { token: second } = (await member.call(openOwnCalendar, {})).data;
  expect(await read(first)).toContain('不存在或已经停用');
  expect(await read(second)).toContain('BEGIN:VEVENT');
  const { memberId } = t.fixture.principals.member;
  await sql`update account set enabled = false where member_id = ${memberId}`.execute(t.db);
  expect(await read(second)).toContain('不存在或已经停用');
  await sql`update account set enabled = true where member_id = ${memberId}`.execute(t.db);
  expect((await (await t.as('member')).call(endOwnCalendar, {})).code).toBe(200);
  expect(await read(second)).toContain('不存在或已经停用');
  expect(await read('0'.repeat(48))).toContain('不存在或已经停用');
});

test('an organisation has its own, of whoever writes its meetings', async () => {
  const { token } = (await branch.call(openOrgCalendar, {})).data;
  expect(await read(token)).toContain('SUMMARY:支部党员大会');
  expect((await (await t.as('member')).call(orgCalendar, {})).code).toBe(403);
});

test('last days of 发展党员 stand there at whose desk they are, without names, and rest while 终止培养 waits', async () => {
  const { token } = (await branch.call(openOrgCalendar, {})).data;
  const above = (await (await t.as('committeeWorker')).call(openOrgCalendar, {})).data.token;
  const { token: own } = (await (await t.as('member')).call(openOwnCalendar, {})).data;
  const people = await readyBranch(t);
  const [one, two, sent] = [
    await standAt(t.db, ORGS.branchA11, people, 1, 2),
    await standAt(t.db, ORGS.branchA11, people, 2, 2),
    await standAt(t.db, ORGS.branchA11, people, 3, 17),
  ];
  const ids = [one.fileId, two.fileId, sent.fileId];
  await sql`update development_file set due_on = '2099-04-01' where id = any(${ids}::bigint[])`.execute(t.db);
  await sql`update development_file set step_state = 'submitted' where id = ${sent.fileId}`.execute(t.db);
  await sql`update development_step set state = 'submitted', approver_org_id = ${ORGS.committeeA1.id}
             where file_id = ${sent.fileId} and no = 17`.execute(t.db);
  const said = async (at: string) =>
    [...(await read(at)).replaceAll('\r\n ', '').matchAll(/DATE:20990401\r\nSUMMARY:(.*)\r\n/g)].map(
      ([, title]) => title,
    );
  expect(await said(token)).toEqual(['发展党员：党组织派人谈话最迟今天，2件']);
  expect(await said(above)).toEqual(['发展党员：上级党委审批最迟今天，1件']);
  expect(await read(token)).not.toContain('行走');
  // The day from which a step may be done stands there too, once, where it is not the last one.
  await sql`update development_file set earliest_on = '2099-04-02' where id = any(${ids}::bigint[])`.execute(t.db);
  expect((await read(token)).replaceAll('\r\n ', '')).toContain(
    'DATE:20990402\r\nSUMMARY:发展党员：党组织派人谈话今天起可以办理，2件',
  );
  await sql`update development_file set earliest_on = due_on where id = any(${ids}::bigint[])`.execute(t.db);
  expect(await said(token)).toEqual(['发展党员：党组织派人谈话最迟今天，2件']);
  expect(await said(own)).toEqual([]);
  const { memberId } = t.fixture.principals.member;
  await sql`update development_file set member_id = ${memberId} where id = ${one.fileId}`.execute(t.db);
  expect(await said(own)).toEqual(['发展党员：党组织派人谈话最迟今天']);
  await sql`insert into development_correction (member_id, file_id, field, after, reason, approver_org_id, asked_by)
      values (${memberId}, ${one.fileId}, 'ending', '2026-01-01', '试', ${ORGS.committeeA1.id},
              ${t.fixture.principals.branchWorker.accountId})`.execute(t.db);
  expect(await said(token)).toEqual(['发展党员：党组织派人谈话最迟今天，1件']);
  expect(await said(own)).toEqual([]);
});
