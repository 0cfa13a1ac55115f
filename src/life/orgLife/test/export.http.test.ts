import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dutyMatrix } from '#life/orgLife/contract.duty.ts';
import { exportMatrix, exportMeetings } from '#life/orgLife/contract.export.ts';
import { listMeetings } from '#life/orgLife/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { exportedLines } from '../../../../test/support/exported.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

const { id: orgId, code: orgCode } = ORGS.branchA11;
let t: TestApp;
let branch: Caller;
let committee: Caller;

beforeAll(async () => {
  t = await startTestApp();
  [branch, committee] = [await t.as('branchWorker'), await t.as('committeeWorker')];
  await sql`update organisation set founded_on = '2001-07-01'`.execute(t.db);
  // More than a portion, all on few days, so that the portions part within one day.
  await sql`
    insert into life_meeting (org_id, org_code, type, title, starts_at, ends_at, place, minutes, state, due, present, created_by, updated_by)
    select ${orgId}, ${orgCode}, case when n = 1 then 1 else 9 end, '第' || n || '次', timestamptz '2025-02-10 09:00+08' + (n % 3) * interval '1 day',
           timestamptz '2025-02-10 10:00+08' + (n % 3) * interval '1 day', '会议室', '密谈', 5, 16, 14, '试', '试' from generate_series(1, 1005) n`.execute(
    t.db,
  );
});
afterAll(() => t.close());

test('the list has a line for each meeting as it is filtered, each once, without what was said', async () => {
  const started = await committee.call(exportMeetings, { orgId, from: '2025-01-01', purpose: '检查' } as never);
  expect(started.code, started.text).toBe(200);
  const lines = await exportedLines(t, started.data.jobId);
  const meetings = lines.filter(([, type]) => type === '其他' || type === '支部党员大会');
  const { total } = await committee.call(listMeetings, { orgId, from: '2025-01-01' });
  expect(meetings).toHaveLength(total);
  expect(new Set(meetings.map((line) => line[3])).size).toBe(total);
  expect(lines.flat().join()).not.toContain('密谈');
  const one = await committee.call(exportMeetings, { orgId, keyWords: '第1005次', purpose: '检查' } as never);
  const found = (await exportedLines(t, one.data.jobId)).filter(([, type]) => type === '其他');
  expect(found).toHaveLength(1);
  expect(found[0]).toEqual(expect.arrayContaining(['第1005次', '2025-02-10 09:00', '16', '14', '已归档']));
});

test('the matrix is exported as it stands on the page', async () => {
  const started = await branch.call(exportMatrix, { type: 1, year: '2025', purpose: '通报' } as never);
  expect(started.code, started.text).toBe(200);
  const lines = await exportedLines(t, started.data.jobId);
  const { data } = await branch.call(dutyMatrix, { type: '1', year: '2025' });
  const [row] = data.rows;
  expect(lines.find(([name]) => name === row?.name)).toEqual([row?.name, '■', '● 缺', '● 缺', '● 缺']);
});

test('is asked for with a purpose, by workers, within their scope', async () => {
  for (const endpoint of [exportMeetings, exportMatrix]) {
    expect((await branch.call(endpoint, { purpose: '' } as never)).data.fields).toHaveProperty('purpose');
    expect((await (await t.as('member')).call(endpoint, { purpose: '试' } as never)).code).toBe(403);
    expect((await branch.call(endpoint, { orgId: ORGS.branchB11.id, purpose: '试' } as never)).code).toBe(404);
  }
});
