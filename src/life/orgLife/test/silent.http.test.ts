import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSilent } from '#life/orgLife/contract.duty.ts';
import { listRules, setTerms } from '#life/orgLife/contract.rule.ts';
import { archiveDue } from '#life/orgLife/server/queries/meeting.ts';
import { syncSilentTodos } from '#life/orgLife/server/service/silent.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
const { id, code } = ORGS.branchA11;

beforeAll(async () => {
  t = await startTestApp();
  await sql`update organisation set founded_on = '2001-07-01'`.execute(t.db);
});
afterAll(() => t.close());

const open = async () =>
  (
    await sql<{ subject: string; detail: string }>`
      select subject, detail from todo where subject like 'lifeSilent%' and done_at is null order by subject`.execute(
      t.db,
    )
  ).rows;

test('a branch that held nothing for a month is a to-do there and above, until it holds something', async () => {
  await sql`truncate life_meeting cascade`.execute(t.db);
  await syncSilentTodos(t.services);
  const before = await open();
  expect(before.map(({ subject }) => subject)).toContain(`lifeSilent:${id}`);
  const above = before.find(({ subject }) => subject === `lifeSilentBelow:${ORGS.committeeA1.id}`);
  const listed = await (await t.as('committeeWorker')).call(listSilent, {});
  expect(above?.detail).toBe(`${listed.total}个党支部超过30天没有开展组织生活`);
  // Kept again, nothing is told twice.
  await syncSilentTodos(t.services);
  expect(await open()).toEqual(before);
  await sql`insert into life_meeting (org_id, org_code, type, title, starts_at, ends_at, state)
            values (${id}, ${code}, 4, '主题党日', now() - interval '1 day', now() - interval '23 hours', 2)`.execute(
    t.db,
  );
  await syncSilentTodos(t.services);
  const after = await open();
  expect(after.map(({ subject }) => subject)).not.toContain(`lifeSilent:${id}`);
  const left = (await (await t.as('committeeWorker')).call(listSilent, {})).total;
  expect(left).toBe(listed.total - 1);
});

test('the administrator sets after how many days: silence, archiving, the report; nobody else, and not over one another', async () => {
  const [admin, worker] = [await t.as('admin'), await t.as('committeeWorker')];
  const terms = { silentDays: 60, archiveDays: 3, reportDays: 20, planDays: 7 };
  expect((await worker.call(setTerms, { ...terms, version: 1 })).code).toBe(403);
  const wrong = await admin.call(setTerms, { ...terms, archiveDays: 0, version: 1 });
  expect(wrong.data.fields).toEqual({ archiveDays: '自动归档期限应为1到90天' });

  // Forty days ago: silent by the month, not by sixty days.
  await sql`truncate life_meeting cascade`.execute(t.db);
  await sql`insert into life_meeting (org_id, org_code, type, title, starts_at, ends_at, state, submitted_at)
            values (${id}, ${code}, 4, '主题党日', now() - interval '40 days', now() - interval '39 days', 3, now() - interval '4 days')`.execute(
    t.db,
  );
  const named = async () => {
    const listed = await worker.call(listSilent, {});
    return { days: listed.body.days, here: listed.rows.some((one) => one.id === id) };
  };
  expect(await named()).toEqual({ days: 30, here: true });
  expect(await archiveDue(t.db)).toBe(0);
  expect((await admin.call(setTerms, { ...terms, version: 1 })).code).toBe(200);
  expect(await named()).toEqual({ days: 60, here: false });
  expect(await archiveDue(t.db)).toBe(1);
  expect((await worker.call(listRules, {})).data.terms).toMatchObject({ ...terms, version: 2 });
  expect((await admin.call(setTerms, { ...terms, version: 1 })).msg).toBe('期限已被他人修改，请核对后再保存');
});
