import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameGrams, textPinyin } from '#platform/server/database/nameSearch.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let t: TestApp;
let county: Caller;
beforeAll(async () => {
  t = await startTestApp();
  county = await t.as('countyWorker');
  for (const { id, name } of Object.values(ORGS)) {
    const { full, initials } = textPinyin(name);
    await sql`update organisation set name_grams = ${nameGrams(name)}::text[], pinyin = ${full}, initials = ${initials}
               where id = ${id}`.execute(t.db);
  }
});
afterAll(() => t.close());

const names = async (query: object = {}, who = county) => {
  const answer = await who.get('/api/common/org/search', query);
  expect(answer.code, answer.text).toBe(200);
  return answer.rows.map((row) => row.name);
};

test('P2 organisations to choose from lie in the scope, and no path names what is above it', async () => {
  const answer = await county.get('/api/common/org/search', { pageSize: 200 });
  expect(answer.total).toBe(7);
  expect(answer.rows.every((row) => row.orgCode.startsWith(ORGS.countyA.code))).toBe(true);
  expect(answer.rows.find((row) => row.id === ORGS.branchA11.id)).toMatchObject({
    name: '城关镇第一党支部',
    typeName: '党支部',
    parentName: '甲县城关镇党委',
    path: '中共甲县委员会 / 甲县城关镇党委',
  });
  expect(answer.rows[0]).toMatchObject({ id: ORGS.countyA.id, parentName: '', path: '' });
  for (const org of ['countyB', 'twin', 'city', 'deletedBranch'] as const) {
    expect((await county.get('/api/common/org/search', { orgId: ORGS[org].id })).code, org).toBe(404);
  }
  expect(await names({}, await t.as('member'))).toEqual(['城关镇第一党支部']);
});

test('by name, initials, code, type and range; ten a page', async () => {
  expect(await names({ keyWords: '河口' })).toEqual(['甲县河口镇党委', '河口镇第一党支部', '河口镇第二党支部']);
  expect(await names({ keyWords: 'hkzdy' })).toEqual(['河口镇第一党支部']);
  expect(await names({ keyWords: ORGS.committeeA1.code })).toEqual([
    '甲县城关镇党委',
    '城关镇第一党支部',
    '城关镇第二党支部',
  ]);
  expect(await names({ keyWords: ORGS.countyB.code })).toEqual([]);
  expect(await names({ type: 30 })).toEqual(['甲县城关镇党委', '甲县河口镇党委']);
  expect(await names({ searchRange: 'onlyChild' })).toEqual(['甲县城关镇党委', '甲县河口镇党委']);
  expect(await names({ orgId: ORGS.branchA11.id, searchRange: 'onlyParent' })).toEqual(['甲县城关镇党委']);
  expect(await names({ searchRange: 'onlyParent' })).toEqual([]);
  expect(await names({ pageSize: 3, pageNum: 3 })).toHaveLength(1);
});

test('by legal unit, by people’s category and by post', async () => {
  const { id, code } = ORGS.branchA21;
  expect(await names({ isNaturalUnit: true })).toEqual([]);
  await sql`insert into unit (org_id, org_code, name, nature, is_legal)
            values (${id}, ${code}, '试', '1', true), (${ORGS.branchA22.id}, ${ORGS.branchA22.code}, '试', '1', false)`.execute(
    t.db,
  );
  expect(await names({ isNaturalUnit: true })).toEqual(['河口镇第一党支部']);
  await sql`update member set person_category = 1 where person_category = 5 and org_code <> ${code}`.execute(t.db);
  expect(await names({ pmType: '5' })).toEqual(['中共甲县委员会', '甲县河口镇党委', '河口镇第一党支部']);
  const term = await sql<{ id: string }>`
    insert into org_term (org_id, org_code, number, elected_on, years, expires_on)
    values (${id}, ${code}, 1, '2025-01-01', 3, '2028-01-01') returning id`.execute(t.db);
  await sql`insert into org_post (term_id, org_id, name, post) values (${term.rows[0]?.id}, ${id}, '试', '书记')`.execute(
    t.db,
  );
  expect(await names({ offerType: '书记' })).toEqual(['河口镇第一党支部']);
});
