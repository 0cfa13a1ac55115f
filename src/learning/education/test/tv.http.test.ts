import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  beatTv,
  endTv,
  getTv,
  listTv,
  signTv,
  startTv,
  tickTv,
  tvCode,
  tvSites,
} from '#learning/education/contract.tv.ts';
import { endForgotten } from '#learning/education/server/service/tv.ts';
import { ownHours } from '#people/studyHours/contract.ts';
import { beijingDay } from '#platform/time/days.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { education } from './factory.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
let member: Caller;
let videoId: string;

beforeAll(async () => {
  t = await startTestApp();
  [branch, committee, member] = await Promise.all([
    t.as('branchWorker'),
    t.as('committeeWorker'),
    t.as('member'),
  ] as const);
  videoId = await education(t).published(committee);
});
afterAll(() => t.close());

const me = () => t.fixture.principals.member.memberId ?? '';
async function started(): Promise<string> {
  const answer = await branch.call(startTv, { orgId: ORGS.branchA11.id, title: '远教', videoIds: [videoId] });
  expect(answer.code, answer.text).toBe(200);
  return answer.data.id;
}
/** What went by: everything that was noted moves so many minutes back. */
const pass = (id: string, minutes: number) =>
  sql`with moved as (update tv_person set in_since = in_since - ${minutes}::int * interval '1 minute' where session_id = ${id})
      update tv_session set started_at = started_at - ${minutes}::int * interval '1 minute',
             played = coalesce((select range_agg(tstzrange(lower(r) - ${minutes}::int * interval '1 minute',
               upper(r) - ${minutes}::int * interval '1 minute')) from unnest(played) as r), '{}') where id = ${id}`.execute(
    t.db,
  );
const minutesOf = async (id: string) =>
  (await branch.call(getTv, { id })).data.people.find(({ memberId }: { memberId: string }) => memberId === me())
    ?.minutes;

test('a site has one session at a time; only published videos are played; a foreign one is not there', async () => {
  const id = await started();
  const again = { orgId: ORGS.branchA11.id, title: '远教', videoIds: [videoId] };
  expect((await branch.call(startTv, again)).msg).toContain('还没有结束');
  const draft = await education(t).video(branch);
  expect((await branch.call(startTv, { ...again, videoIds: [draft] })).data.fields.videoIds).toContain('没有发布');
  expect((await (await t.as('twinWorker')).call(getTv, { id })).code).toBe(404);
  // As long ago as the one of the next test, that both are of one day.
  await pass(id, 20);
  expect((await branch.call(endTv, { id })).data.people).toBe(0);
  expect((await branch.call(tickTv, { id, memberIds: [me()], isPresent: true })).msg).toBe('这个场次已经结束');
});

test('hours are presence while something was played, neither more nor twice; a silence counts for seconds alone', async () => {
  const id = await started();
  await branch.call(tickTv, { id, memberIds: [me()], isPresent: true });
  // Twenty minutes of presence before anything was played.
  await pass(id, 20);
  // Just after New Year it is the year before that has the hours.
  const year = Number(beijingDay(new Date((await branch.call(getTv, { id })).data.startedAt)).slice(0, 4));
  const before = (await member.call(ownHours, { year })).data.hours;
  await branch.call(beatTv, { id, isPlaying: true });
  await sql`update tv_session set beat_at = now() - interval '10 minutes' where id = ${id}`.execute(t.db);
  const word = await branch.call(beatTv, { id, isPlaying: true });
  expect(word.data.playedSeconds).toBeLessThanOrEqual(21);
  await sql`update tv_session set played = tstzmultirange(tstzrange(now() - interval '18 minutes', now() - interval '3 minutes')) where id = ${id}`.execute(
    t.db,
  );
  expect(await minutesOf(id)).toBe(15);
  await branch.call(tickTv, { id, memberIds: [me()], isPresent: false });
  await sql`update tv_person set present = tstzmultirange(tstzrange(now() - interval '8 minutes', now())) where session_id = ${id}`.execute(
    t.db,
  );
  expect(await minutesOf(id)).toBe(5);
  await sql`update tv_person set present = tstzmultirange(tstzrange(now() - interval '60 minutes', now())) where session_id = ${id}`.execute(
    t.db,
  );
  await sql`update tv_session set played = tstzmultirange(tstzrange(now() - interval '45 minutes', now())) where id = ${id}`.execute(
    t.db,
  );
  expect((await branch.call(endTv, { id })).data.people).toBe(1);
  expect((await branch.call(endTv, { id })).msg).toBe('这个场次已经结束');
  expect((await member.call(ownHours, { year })).data.hours).toBe(before + 1);
  const sites = await committee.call(tvSites, { year });
  expect(sites.rows[0]).toMatchObject({ id: ORGS.branchA11.id, people: 1, days: 1 });
});

test('a member signs in and out by the code on the screen; an old code does not hold', async () => {
  const id = await started();
  const { code } = (await branch.call(tvCode, { id })).data;
  expect((await member.call(signTv, { id, code: 'x'.repeat(16), isPresent: true })).data.fields.code).toContain(
    '已经失效',
  );
  expect((await member.call(signTv, { id, code, isPresent: true })).data).toMatchObject({
    title: '远教',
    isPresent: true,
  });
  expect((await branch.call(getTv, { id })).data.present).toBe(1);
  await member.call(signTv, { id, code, isPresent: false });
  expect((await branch.call(getTv, { id })).data.present).toBe(0);
  expect((await branch.call(listTv, {})).rows[0]).toMatchObject({ id, endedAt: null });
  await sql`update tv_session set started_at = now() - interval '4 hours' where id = ${id}`.execute(t.db);
  await endForgotten(t.services);
  expect((await branch.call(listTv, {})).rows.find((row: { id: string }) => row.id === id)?.endedAt).not.toBeNull();
});
