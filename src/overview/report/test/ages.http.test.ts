import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMembers } from '#people/member/contract.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { exportedLines } from '../../../../test/support/exported.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { exportReport, getReport, listReport, type ReportAnswer } from '../contract.ts';
import type { ReportKey } from '../rules.ts';

let t: TestApp;
let county: Caller;

beforeAll(async () => {
  t = await startTestApp();
  county = await t.as('countyWorker');
});
afterAll(() => t.close());

const born = (name: string, birthDate: string) =>
  sql`insert into member (org_id, org_code, sort, name, name_grams, gender, nation, person_category, birth_date)
      values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 900, ${name}, '{}', 1, '01', 1, ${birthDate})`.execute(
    t.db,
  );
async function ask(key: ReportKey, input: object = {}): Promise<ReportAnswer> {
  const { data, text } = await county.call(getReport, { key, ...input } as never);
  expect(data?.rows, text).toBeTruthy();
  return data;
}
const total = ({ columns, total: cells }: ReportAnswer, key: string) =>
  cells[columns.findIndex((column) => column.key === key)]?.value;

test('ages may be asked for on 31 December of a year: page, list and export count them on that day', async () => {
  const year = (await todayOf(t.db)).slice(0, 4);
  const last = String(Number(year) - 1);
  // A hundred since New Year at the latest; on the last day before it, only the first of the two.
  await born('岁末满百', `${Number(last) - 100}-12-31`);
  await born('新年满百', `${Number(year) - 100}-01-01`);
  const [now, then] = [await ask('over100Report'), await ask('over100Report', { ageYear: last })];
  expect(now.ages).toEqual({ day: await todayOf(t.db), year: '' });
  expect(then.ages).toEqual({ day: `${last}-12-31`, year: last });
  expect((total(now, 'hundred') ?? 0) - (total(then, 'hundred') ?? 0)).toBe(1);
  const names = async (ageYear?: string) =>
    (await county.call(listReport, { key: 'over100Report', ...(ageYear ? { ageYear } : {}) } as never)).body.rows.map(
      ({ cells }: { cells: string[] }) => cells[0],
    );
  expect(await names()).toContain('新年满百');
  expect(await names(last)).not.toContain('新年满百');
  expect(await names(last)).toContain('岁末满百');

  for (const key of ['over100Report', 'statisic'] as const) {
    for (const ageYear of [last, year]) {
      const answer = await ask(key, { ageYear });
      for (const [i, { value, href }] of answer.total.entries()) {
        if (!href?.includes(`ageDay=${ageYear}-12-31`)) continue;
        const input = Object.fromEntries(new URLSearchParams(href.split('?')[1]));
        const { body } = await county.call(listMembers, input as never);
        expect(body.total, `${answer.columns[i]?.title} ${href}`).toBe(value);
      }
    }
  }
  expect(total(await ask('outGoingBaseInfo', { ageYear: last }), 'out')).toBe(
    total(await ask('outGoingBaseInfo'), 'out'),
  );

  const { data } = await county.call(exportReport, { key: 'over100Report', ageYear: last, purpose: '年报' } as never);
  const lines = await exportedLines(t, data.jobId);
  const { rows } = await sql<{ name: string }>`
    select f.name from job j join stored_file f on f.id = j.file_id where j.id = ${data.jobId}`.execute(t.db);
  expect(rows[0]?.name).toContain(`年龄截至${last}-12-31`);
  expect(lines.flat().filter((text) => text.startsWith('百岁及以上'))).toEqual(['百岁及以上']);
  const fault = async (key: ReportKey, ageYear: string) =>
    (await county.call(getReport, { key, ageYear } as never)).data.fields.ageYear;
  expect(await fault('organizationList', last)).toBe('这个报表不统计年龄');
  expect(await fault('over100Report', String(Number(year) + 1))).toContain('年龄可以算到今天，或');
});
