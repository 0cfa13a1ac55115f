import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dutyOverview, listOwed } from '#life/orgLife/contract.duty.ts';
import {
  createMeeting,
  getMeeting,
  holdMeeting,
  notifyMeeting,
  recordMeeting,
  submitMeeting,
} from '#life/orgLife/contract.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { everybodyCame } from './factory.ts';

let t: TestApp;
let branch: Caller;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  await sql`update organisation set founded_on = '2001-07-01'`.execute(t.db);
  await sql`update member set admission_date = '2001-07-01', joined_branch_on = '2001-07-01' where person_category in (1, 2)`.execute(
    t.db,
  );
});
afterAll(() => t.close());

const add = async (given: object) => {
  const form = {
    orgId: ORGS.branchA11.id,
    place: '会议室',
    note: '',
    topics: [{ kind: 1, title: '学习' }],
    files: [],
    ...given,
  };
  const made = await branch.call(createMeeting, form as never);
  expect(made.code, made.text).toBe(200);
  return made.data.id as string;
};
const versioned = async (id: string) => ({
  id,
  version: (await branch.call(getMeeting, { id })).data.version as number,
});
const ok = (answer: { code: number; text: string }) => expect(answer.code, answer.text).toBe(200);

test('is not submitted before it has ended, gives nothing until it is, and what is owed knows it', async () => {
  const today = await todayOf(t.db);
  const id = await add({ type: 4, title: '本月主题党日', startsAt: `${today} 00:00`, endsAt: `${today} 00:02` });
  // It goes on for another hour.
  await sql`update life_meeting set ends_at = now() + interval '1 hour' where id = ${id}`.execute(t.db);
  const line = async () => {
    const { rows } = (await branch.call(listOwed, { type: 4, pageSize: 100 } as never)).body;
    const { next } = (await branch.call(dutyOverview, {})).data;
    return [...rows, ...next.filter(({ type }: { type: number }) => type === 4)].filter(
      ({ period }: { period: string }) => period === today.slice(0, 7),
    );
  };
  for (const one of await line()) {
    expect(one.planned.map(({ title, stateName }: { title: string; stateName: string }) => [title, stateName])).toEqual(
      [['本月主题党日', '草稿']],
    );
  }
  expect((await line()).length).toBeGreaterThan(0);
  ok(await branch.call(notifyMeeting, await versioned(id)));
  ok(await branch.call(holdMeeting, await versioned(id)));
  await everybodyCame(t, id);
  ok(await branch.call(recordMeeting, { ...(await versioned(id)), minutes: '会议记录', topics: [] }));
  const early = await branch.call(submitMeeting, await versioned(id));
  expect(early.data.fields.startsAt, early.text).toContain('结束以后再提交');
  const given = async () =>
    (
      await sql<{
        n: number;
      }>`select (select count(*) from learning_hour where evidence = ${`lifeMeeting:${id}`})::int
        + (select count(*) from point_evidence where subject = ${`lifeMeeting:${id}`})::int as n`.execute(t.db)
    ).rows[0]?.n;
  expect(await given()).toBe(0);
  expect((await line())[0].planned[0].stateName).toBe('已召开');
  // It was over earlier than planned: its end is put right first.
  await sql`update life_meeting set ends_at = now() - interval '1 minute' where id = ${id}`.execute(t.db);
  ok(await branch.call(submitMeeting, await versioned(id)));
  expect(await given()).toBeGreaterThan(0);
});
