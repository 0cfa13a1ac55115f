import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMeetingBallot, meetingBallots } from '#life/orgLife/contract.ballot.ts';
import { createMeeting, notifyMeeting } from '#life/orgLife/contract.ts';
import { createBallot, getBallot, openBallot, updateBallot } from '#procedures/ballot/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
const orgId = ORGS.branchA11.id;

beforeAll(async () => {
  t = await startTestApp();
  [branch, committee] = [await t.as('branchWorker'), await t.as('committeeWorker')];
  await sql`update member set admission_date = '2001-07-01', conversion_date = case when person_category = 1 then date '2002-07-01' end,
             joined_branch_on = '2001-07-01' where person_category in (1, 2)`.execute(t.db);
});
afterAll(() => t.close());

test('a vote at a meeting: its topics are what is voted on, those due with a vote are its voters, whoever moves later', async () => {
  const form = {
    orgId,
    type: 1,
    title: '支部党员大会',
    startsAt: '2099-03-02 09:00',
    endsAt: '2099-03-02 10:00',
    place: '会议室',
    note: '',
    topics: [
      { kind: 1, title: '传达学习' },
      { kind: 2, title: '活动经费使用办法' },
    ],
    files: [],
  };
  const { id, version } = (await branch.call(createMeeting, form as never)).data;
  expect((await branch.call(addMeetingBallot, { id })).msg).toContain('发出通知后');
  expect((await branch.call(notifyMeeting, { id, version } as never)).code).toBe(200);
  expect((await committee.call(addMeetingBallot, { id })).code).toBe(400);
  const made = await branch.call(addMeetingBallot, { id });
  expect(made.code, made.text).toBe(200);
  const { ballotId } = made.data;
  const draft = (await branch.call(getBallot, { id: ballotId })).data;
  expect(draft).toMatchObject({
    votersAre: 'meeting',
    options: ['活动经费使用办法'],
    meeting: { title: '支部党员大会' },
  });
  const votes = async () =>
    (
      await sql<{
        n: number;
      }>`select count(*)::int as n from attendance_person p join attendance_sheet s on s.id = p.sheet_id
        where s.kind = 'life' and s.subject_id = ${id} and p.due and p.votes and not p.guest`.execute(t.db)
    ).rows[0]?.n;
  // Who moves away after the notice stays due, and votes.
  await sql`update member set membership_status = 3 where id = (select p.member_id from attendance_person p
    join attendance_sheet s on s.id = p.sheet_id where s.kind = 'life' and s.subject_id = ${id} and p.votes limit 1)`.execute(
    t.db,
  );
  const answer = await branch.call(openBallot, { id: ballotId, version: draft.version });
  expect(answer.data.voters).toBe(await votes());
  expect((await committee.call(meetingBallots, { id })).data).toMatchObject({
    rows: [{ id: ballotId, state: 1 }],
    can: { add: false },
  });
});

test('a vote that is held at no meeting cannot say that it is, nor the other way round', async () => {
  const form = { title: '试', options: ['甲'], endsAt: '2099-01-02 09:00', votersAre: 'meeting' };
  const made = await branch.call(createBallot, { ...form, orgId } as never);
  expect(made.data.fields.votersAre).toBe('请从会议里发起投票');
  const [{ id = '', version = 0 } = {}] = (
    await sql<{
      id: string;
      version: number;
    }>`insert into ballot (org_id, org_code, title, kind, options, ends_at, voters_are, sheet_id, occasion)
      select ${orgId}, ${ORGS.branchA11.code}, '试', 'agree', '{甲}', '2099-01-02 09:00+08', 'meeting', id, '会' from attendance_sheet limit 1
      returning id, version`.execute(t.db)
  ).rows;
  const edit = await branch.call(updateBallot, { ...form, votersAre: 'branch', id, version } as never);
  expect(edit.data.fields.votersAre).toBe('投票人是会议的应到人员');
});
