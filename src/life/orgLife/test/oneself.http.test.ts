import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '#life/orgLife/contract.own.ts';
import {
  createMeeting,
  getMeeting,
  markAttendance,
  markRest,
  meetingAttendance,
  notifyMeeting,
  signCode,
} from '#life/orgLife/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
beforeAll(async () => {
  t = await startTestApp();
  [branch, committee] = [await t.as('branchWorker'), await t.as('committeeWorker')];
  await sql`update member set admission_date = '2001-07-01', conversion_date = case when person_category = 1 then date '2002-07-01' end,
             joined_branch_on = '2001-07-01' where person_category in (1, 2)`.execute(t.db);
});
afterAll(() => t.close());

/** A time of the database's clock in Beijing, as forms send it. */
const at = async (hours: number) => {
  const { rows } = await sql<{ at: string }>`
    select to_char((now() + make_interval(hours => ${hours})) at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as at`.execute(
    t.db,
  );
  return rows[0]?.at ?? '';
};

/** A meeting of the branch that is announced and has begun. */
async function running(): Promise<string> {
  const made = await branch.call(createMeeting, {
    orgId: ORGS.branchA11.id,
    type: 1,
    title: '支部党员大会',
    startsAt: await at(-1),
    endsAt: await at(0),
    place: '会议室',
    note: '',
    topics: [{ kind: 2, title: '讨论年度计划' }],
    files: [],
  } as never);
  expect(made.code, made.text).toBe(200);
  const id = made.data.id as string;
  const { version } = (await branch.call(getMeeting, { id })).data;
  expect((await branch.call(notifyMeeting, { id, version })).code).toBe(200);
  return id;
}

test('nobody says of oneself that they came: marked by others, or signed in by the code; the rest leaves oneself out', async () => {
  const id = await running();
  const self = t.fixture.principals.branchWorker.memberId ?? '';
  const stateOf = async () =>
    (await branch.call(meetingAttendance, { id })).data.people.find(
      ({ memberId }: { memberId: string }) => memberId === self,
    ).state;
  const own = await branch.call(markAttendance, { id, memberId: self, state: 1, reason: '手机没电' });
  expect(own.msg).toBe('不能由本人办理自己的“登记到会情况”，请由本组织其他工作人员或上级党组织办理');
  expect((await branch.call(markRest, { id })).code).toBe(200);
  expect(await stateOf()).toBe(0);
  expect((await branch.call(markRest, { id })).msg).toContain('本人请用签到码签到');
  expect((await committee.call(markRest, { id })).code).not.toBe(200);
  const { code } = (await branch.call(signCode, { id })).data;
  expect((await branch.call(signIn, { id, code })).code).toBe(200);
  expect(await stateOf()).toBe(1);
  const above = (await committee.call(getMeeting, { id })).data;
  expect(above.can).toMatchObject({ mark: true, run: false });
  expect((await committee.call(markAttendance, { id, memberId: self, state: 0 })).code).toBe(200);
  expect(await stateOf()).toBe(0);
});
