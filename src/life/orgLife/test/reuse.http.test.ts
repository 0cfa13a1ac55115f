import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getMeeting } from '#life/orgLife/contract.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const LONG =
  '会议学习了党章和支部工作条例，讨论了年度工作计划，大家一致认为要把联系群众的工作做得更细，会后由各党小组分头落实，下月汇报进展情况。';
const held = async (org: { id: string; code: string }, daysAgo: number, minutes: string, title: string) => {
  const { rows } = await sql<{ id: string }>`
    insert into life_meeting (org_id, org_code, type, title, starts_at, ends_at, state, minutes)
    values (${org.id}, ${org.code}, 4, ${title}, now() - make_interval(days => ${daysAgo}), now() - make_interval(days => ${daysAgo}) + interval '1 hour', 3, ${minutes})
    returning id`.execute(t.db);
  return rows[0]?.id ?? '';
};
const photo = (meetingId: string, id: string) => sql`
  insert into stored_file (id, kind, row_id, org_code, account_id, name, mime, size, sha256)
  select ${id}, 'event.meeting', ${meetingId}, ${ORGS.branchA11.code}, a.id, '现场.jpg', 'image/jpeg', 3, '\\x0102'::bytea from account a limit 1`;

test('minutes, a topic or a photo that another meeting used before are told to writer and reviewer, blanks aside', async () => {
  const old = await held(ORGS.branchA11, 40, LONG, '十月主题党日');
  const now = await held(ORGS.branchA11, 3, `${LONG.slice(0, 20)}\n  ${LONG.slice(20)}`, '十一月主题党日');
  const own = await held(ORGS.branchA11, 2, `${LONG}本次另有安排。`, '主题党日');
  await sql`insert into life_topic (meeting_id, sort, kind, title, minutes) values (${old}, 0, 1, '学习', ${LONG}), (${now}, 0, 1, '学习', ${LONG})`.execute(
    t.db,
  );
  await photo(old, '1'.repeat(32)).execute(t.db);
  await photo(now, '2'.repeat(32)).execute(t.db);
  for (const who of ['branchWorker', 'committeeWorker'] as const) {
    const { reused } = (await (await t.as(who)).call(getMeeting, { id: now })).data;
    expect(reused.map(({ text }: { text: string }) => text.replace(/与.*“十月/, '与“十月'))).toEqual([
      '会议记录与“十月主题党日”相同',
      '附件“现场.jpg”与“十月主题党日”相同',
      '议题“学习”的记录与“十月主题党日”相同',
    ]);
    expect(reused[0].href).toContain(old);
  }
  const branch = await t.as('branchWorker');
  expect((await branch.call(getMeeting, { id: own })).data.reused).toEqual([]);
  // Whoever used it first has used nothing before.
  expect((await branch.call(getMeeting, { id: old })).data.reused).toEqual([]);
});

test('of an organisation that the reader does not see it is only said that there is one', async () => {
  const words = `${LONG}隔壁支部的会议记录。`;
  await held(ORGS.branchB11, 30, words, '别处的会');
  const id = await held(ORGS.branchA11, 1, words, '本支部的会');
  const { reused } = (await (await t.as('branchWorker')).call(getMeeting, { id })).data;
  expect(reused).toHaveLength(1);
  expect(reused[0].href).toBeNull();
  expect(reused[0].text).toMatch(/^会议记录与其他组织\d{4}-\d\d-\d\d的一次会议相同$/);
});
