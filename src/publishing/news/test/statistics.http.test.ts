import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beijingDay } from '#platform/time/days.ts';
import { articleStatistics, countedArticles } from '#publishing/news/contract.statistics.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let columnId: string;

beforeAll(async () => {
  t = await startTestApp();
  [committee, branch] = await Promise.all([t.as('committeeWorker'), t.as('branchWorker')] as const);
  const { rows } = await sql<{ id: string }>`
    insert into archive_column (name, kind) values ('试栏目', 'article') returning id`.execute(t.db);
  columnId = rows[0]?.id ?? '';
});
afterAll(() => t.close());

async function article(org: keyof typeof ORGS, title: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into archive_article (org_id, org_code, column_id, kind, title, content, words, token)
    values (${ORGS[org].id}, ${ORGS[org].code}, ${columnId}, 'article', ${title}, '<p>试</p>', '试', ${`t${title}`}) returning id`.execute(
    t.db,
  );
  return rows[0]?.id ?? '';
}
const send = (id: string, at: string) =>
  sql`update archive_article set state = 1, submitted_at = ${at} where id = ${id}`.execute(t.db);
const back = (id: string) => sql`update archive_article set state = 2 where id = ${id}`.execute(t.db);
const show = (id: string, at: string) =>
  sql`update archive_article set state = 4, first_shown = coalesce(first_shown, ${at}) where id = ${id}`.execute(t.db);

test('each sending in and return counts when it happened, adoption once; each number is the length of its list', async () => {
  const one = await article('branchA11', '甲');
  await send(one, '2026-01-31T23:30:00+08:00');
  await back(one);
  await send(one, '2026-02-01T00:30:00+08:00');
  await show(one, '2026-02-03T09:00:00+08:00');
  await sql`update archive_article set title = '甲改', readers = 7 where id = ${one}`.execute(t.db);
  await show(one, '2026-03-01T09:00:00+08:00');
  const two = await article('committeeA1', '乙');
  await send(two, '2026-02-10T09:00:00+08:00');

  const all = await committee.call(articleStatistics, { year: 2026 });
  expect(all.body?.months.slice(0, 2)).toEqual([
    { month: 1, sent: 1, adopted: 0, returned: 0 },
    { month: 2, sent: 2, adopted: 1, returned: 0 },
  ]);
  const february = await committee.call(articleStatistics, { year: 2026, month: 2 });
  const own = february.rows.find(({ id }: { id: string }) => id === ORGS.committeeA1.id);
  const below = february.rows.find(({ id }: { id: string }) => id === ORGS.branchA11.id);
  expect(own).toMatchObject({ sent: 1, adopted: 0, name: expect.stringContaining('本级') });
  expect(below).toMatchObject({ sent: 1, adopted: 1, readers: 7 });
  for (const row of february.rows)
    for (const step of ['sent', 'adopted', 'returned'] as const) {
      const alone = row.id === ORGS.committeeA1.id;
      const list = await committee.call(countedArticles, { orgId: row.id, year: 2026, month: 2, step, alone });
      expect(list.total, `${row.name} ${step}`).toBe(row[step]);
    }
  const year = Number(beijingDay().slice(0, 4));
  const returned = await committee.call(countedArticles, { year, step: 'returned' });
  expect(returned.rows.map(({ title }: { title: string }) => title)).toEqual(['甲改']);
});

test('a branch counts its own alone; a superior is not there for it', async () => {
  const own = await branch.call(articleStatistics, { year: 2026 });
  expect(own.rows.map(({ id }: { id: string }) => id)).toEqual([ORGS.branchA11.id]);
  expect((await branch.call(articleStatistics, { orgId: ORGS.committeeA1.id })).code).not.toBe(200);
  const none = await branch.call(countedArticles, { orgId: ORGS.committeeA1.id, step: 'sent' });
  expect(none.code).not.toBe(200);
});
