import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getDevelopment, voteDevelopment } from '#life/orgLife/contract.develop.ts';
import { planYear } from '#life/orgLife/contract.plan.ts';
import { getContest, listContests, saveContest, saveScores, stepContest } from '#life/orgLife/contract.star.ts';
import {
  createMeeting,
  getMeeting,
  holdMeeting,
  listMeetings,
  notifyMeeting,
  recordMeeting,
} from '#life/orgLife/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { everybodyCame } from './factory.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
const orgId = ORGS.branchA11.id;
const day = (days: number) => new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);

beforeAll(async () => {
  t = await startTestApp();
  [branch, committee] = [await t.as('branchWorker'), await t.as('committeeWorker')];
  await sql`update organisation set founded_on = '2001-07-01'`.execute(t.db);
  await sql`update member set admission_date = '2001-07-01', conversion_date = case when person_category = 1 then date '2002-07-01' end,
             joined_branch_on = '2001-07-01' where person_category in (1, 2)`.execute(t.db);
});
afterAll(() => t.close());

const ok = <T extends { code: number; text: string }>(answer: T): T => {
  expect(answer.code, answer.text).toBe(200);
  return answer;
};

test('五星创评: items, self, review, publicity, award by bands; nobody sees others before publicity', async () => {
  const form = {
    id: '',
    version: 0,
    year: 2026,
    title: '五星创评',
    items: [
      { name: '领导班子', max: 60 },
      { name: '工作业绩', max: 40 },
    ],
    bands: [90, 80, 70, 60],
  };
  expect((await branch.call(saveContest, form)).code).toBe(400);
  expect((await committee.call(saveContest, { ...form, bands: [90, 95, 70, 60] })).data.fields.bands).toContain(
    '依次降低',
  );
  const { id } = ok(await committee.call(saveContest, form)).data;
  expect((await committee.call(saveContest, form)).data.fields.year).toContain('已经有了');
  expect((await branch.call(getContest, { id })).code).toBe(404);
  const contest = async (who = committee) => ok(await who.call(getContest, { id })).data;
  const step = async () => committee.call(stepContest, { id, version: (await contest()).version });
  ok(await step());
  expect((await committee.call(stepContest, { id, version: 1 })).data.conflict).toBe(true);
  expect((await branch.call(stepContest, { id, version: 2 })).code).toBe(400);
  expect((await contest(branch)).list.map((one: { orgId: string }) => one.orgId)).toEqual([orgId]);
  const score = { id, orgId, kind: 'self' as const, scores: [58, 38], note: '' };
  expect((await branch.call(saveScores, { ...score, scores: [61, 38] })).data.fields).toMatchObject({
    'scores.0': '领导班子最高60分',
  });
  expect((await branch.call(saveScores, { ...score, scores: [61] })).code).toBe(600);
  expect((await branch.call(saveScores, { ...score, orgId: ORGS.branchA12.id })).code).toBe(404);
  ok(await branch.call(saveScores, score));
  ok(await step());
  expect((await branch.call(saveScores, score)).code).toBe(400);
  expect((await step()).text).toContain('没有初审');
  const all = (await contest()).list as { orgId: string }[];
  for (const [at, one] of all.entries()) {
    ok(
      await committee.call(saveScores, { ...score, orgId: one.orgId, kind: 'review', scores: [50, at === 0 ? 40 : 9] }),
    );
  }
  expect((await contest(branch)).list[0].reviewSum).toBeNull();
  ok(await step());
  expect((await contest(branch)).list).toHaveLength(all.length);
  ok(await step());
  expect((await contest(branch)).list[0]).toMatchObject({ reviewSum: 90, stars: 5 });
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from audit_log where target_type = 'org' and reason like '2026年五星创评：%'`.execute(
    t.db,
  );
  expect(rows[0]?.n).toBe(all.length);
  expect((await step()).code).toBe(400);
  expect(ok(await branch.call(listContests, {})).data.can.add).toBe(false);
});

test('the plan of a year in one press writes a draft for all that is owed, and pressed again nothing', async () => {
  const year = Number(day(0).slice(0, 4)) + 1;
  const form = { orgId, year, day: 28, startTime: '09:00', minutes: 90, place: '会议室', note: '' };
  expect((await committee.call(planYear, form)).code).toBe(400);
  expect((await branch.call(planYear, { ...form, day: 29 })).code).toBe(600);
  const { count } = ok(await branch.call(planYear, form)).data;
  // Of a branch without committee and groups: four general meetings and lectures, twelve theme days, 6 and 8 once.
  expect(count).toBeGreaterThanOrEqual(22);
  const { total, rows } = ok(
    await branch.call(listMeetings, { from: `${year}-01-01`, to: `${year}-12-31`, pageSize: 200 }),
  );
  expect(total).toBe(count);
  expect(rows.every((one: { state: number; heldOn: string }) => one.state === 0 && one.heldOn.endsWith('-28'))).toBe(
    true,
  );
  expect(ok(await branch.call(planYear, form)).data.count).toBe(0);
});

test('a vote of 发展党员 is judged by the meeting, and the minutes do not change it', async () => {
  const { id } = ok(
    await branch.call(createMeeting, {
      orgId,
      type: 1,
      title: '支部党员大会',
      startsAt: `${day(-1)} 09:00`,
      endsAt: `${day(-1)} 11:00`,
      place: '会议室',
      note: '',
      topics: [{ kind: 3, title: '讨论接收预备党员' }],
      files: [],
    } as never),
  ).data as { id: string };
  const at = async () => ({ id, version: (await branch.call(getMeeting, { id })).data.version as number });
  expect((await branch.call(getDevelopment, { id })).data.whyNot).toBe('结束签到后再登记表决');
  ok(await branch.call(notifyMeeting, await at()));
  ok(await branch.call(holdMeeting, await at()));
  await everybodyCame(t, id);
  const found = ok(await branch.call(getDevelopment, { id })).data;
  expect(found).toMatchObject({ due: found.present, can: { vote: true } });
  expect(found.stages.map(({ value }: { value: number }) => value)).toContain(7);
  const [topic] = found.topics;
  const { rows } = await sql<{ id: string }>`
    insert into development_file (member_id, org_id, org_code, category, step)
    select m.id, ${orgId}, ${ORGS.branchA11.code}, 4, 7 from member m where m.org_id = ${orgId} and m.deleted_at is null
       and not exists (select from development_file f where f.member_id = m.id and f.ended_on is null) limit 1 returning id`.execute(
    t.db,
  );
  await sql`insert into development_step (file_id, no, state)
    select ${rows[0]?.id}::bigint, no, case when no < 7 then 'done' when no = 7 then 'ready' else 'none' end
      from generate_series(1, 25) as no`.execute(t.db);
  const vote = { id, topicId: topic.id, fileId: rows[0]?.id ?? '', stage: 3, yes: found.present };
  expect((await branch.call(voteDevelopment, { ...vote, yes: found.present + 1 })).data.fields.yes).toContain('不符');
  expect((await branch.call(voteDevelopment, { ...vote, fileId: '987654321' })).code).toBe(404);
  expect((await committee.call(voteDevelopment, vote)).code).toBe(400);
  // A general meeting of somebody who is not so far is refused in recruitment's words, and nothing is written.
  expect((await branch.call(voteDevelopment, { ...vote, stage: 7 })).text).toContain('不能登记');
  expect((await branch.call(getDevelopment, { id })).data.done).toEqual([]);
  expect(ok(await branch.call(voteDevelopment, vote)).data.passed).toBe(true);
  expect((await branch.call(voteDevelopment, vote)).text).toContain('已经登记过');
  const written = await sql<{ due: number; present: number; yes: number }>`
    select m.present, p.yes from development_meeting m join development_vote p on p.meeting_id = m.id
     where p.file_id = ${vote.fileId}`.execute(t.db);
  expect(written.rows[0]).toMatchObject({ present: found.present, yes: found.present });
  ok(
    await branch.call(recordMeeting, {
      ...(await at()),
      minutes: '记录',
      topics: [{ id: topic.id, minutes: '', decision: '同意', vote: null }],
    } as never),
  );
  expect((await branch.call(getMeeting, { id })).data.topics[0]).toMatchObject({
    passed: true,
    vote: { yes: found.present },
  });
});
