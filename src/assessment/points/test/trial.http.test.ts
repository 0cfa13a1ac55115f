import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportScoreSheet, printScoreSheet, trySet } from '#assessment/points/contract.out.ts';
import { publishSet, saveSet } from '#assessment/points/contract.set.ts';
import { countMarked } from '#assessment/points/server/service/posting.ts';
import { recordEvidence } from '#house/server/pointEvidence.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let year: number;
const { id: orgId, code: orgCode } = ORGS.branchA11;

beforeAll(async () => {
  t = await startTestApp();
  [committee, branch] = [await t.as('committeeWorker'), await t.as('branchWorker')];
  const { rows } = await sql<{
    year: number;
  }>`select extract(year from now() at time zone 'Asia/Shanghai')::int as year`.execute(t.db);
  year = rows[0]?.year ?? 0;
});
afterAll(() => t.close());

const set = (name: string, capYear: number | null) => ({
  name,
  fromOn: `${year}-01-01`,
  items: [
    { dimension: '组织生活' as const, name: '参加组织生活', value: 200, source: 'meetingAttended', capYear },
    { dimension: '党员义务' as const, name: '按时交党费', value: 100, source: 'duesTimely' },
  ],
});

test('a trial says who rises and falls under another set, gives what publishing it would give, and changes nothing', async () => {
  const [one = '', two = ''] = t.fixture.members.branchA11 ?? [];
  const made = await committee.call(saveSet, { ...set('现行办法', 1200) });
  expect(made.code, made.text).toBe(200);
  await committee.call(publishSet, { id: made.data.id, version: 1 });
  const give = (memberId: string, source: string, n: number) =>
    recordEvidence(
      t.db,
      Array.from({ length: n }, (_, at) => ({
        source,
        subject: `${source}${memberId}-${at}`,
        memberId,
        orgId,
        orgCode,
        day: `${year}-01-02`,
        title: '试',
      })),
    );
  // Under the cap both meet it, and dues decide; without it the meetings do.
  await give(one, 'meetingAttended', 20);
  await give(two, 'meetingAttended', 6);
  await give(two, 'duesTimely', 3);
  await countMarked(t.db);
  const other = await committee.call(saveSet, { ...set('新办法', null) });
  const tried = await committee.call(trySet, { id: other.data.id, year });
  expect(tried.code, tried.text).toBe(200);
  expect(tried.data.rises[0]).toMatchObject({ id: one, before: 7200, after: 10000, placeBefore: 2, placeAfter: 1 });
  expect(tried.data.falls[0]).toMatchObject({ id: two, before: 7500, after: 7500 });
  expect(tried.data.items.find(({ name }: { name: string }) => name === '参加组织生活')).toMatchObject({
    facts: 26,
    given: 5200,
    cut: 0,
  });
  const score = () =>
    sql<{ plus: number }>`select plus from point_score where member_id = ${one} and year = ${year}`
      .execute(t.db)
      .then(({ rows }) => rows[0]?.plus);
  expect(await score()).toBe(1200);
  await committee.call(publishSet, { id: other.data.id, version: 1 });
  await countMarked(t.db);
  expect(await score()).toBe(4000);
});

test('the sheet is printed without a missing sign, and goes out as a workbook', async () => {
  const paper = await branch.call(printScoreSheet, { orgId, period: `${year}` });
  expect(paper.code, paper.text).toBe(200);
  expect(paper.data.missing).toEqual([]);
  const sheet = await t.app.inject({
    method: 'POST',
    url: exportScoreSheet.path,
    headers: { authorization: branch.token },
    payload: { orgId, period: `${year}` },
  });
  expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK');
});
