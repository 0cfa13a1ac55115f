import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TRIES } from '#kernel/session/rules.ts';
import { findByEncryptedIdCard, findByIdCard } from '#people/member/contract.idCard.ts';
import {
  createMember,
  listMembers,
  type MemberRow,
  removeMember,
  updateMember,
  viewCounts,
} from '#people/member/contract.ts';
import { setAway } from '#people/member/server/away.ts';
import { recountOnNewDay } from '#people/member/server/counters.ts';
import { foldCounters } from '#platform/server/sums/counters.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';
import { encrypted, memberForm } from './factory.ts';

let t: TestApp;
let city: Caller;
let committee: Caller;
beforeAll(async () => {
  t = await startTestApp();
  city = await t.as('cityWorker');
  committee = await t.as('committeeWorker');
  const people = [
    memberForm(401, 'branchA11', {
      name: '欧阳修文',
      idCardNo: testIdCard(401, '1950-02-28'),
      birthDate: '1950-02-28',
    }),
    memberForm(402, 'branchA11', { name: '单志远', education: '31' }),
    memberForm(403, 'branchA12', { name: '买买提·艾力', nation: '05' }),
    memberForm(404, 'branchA12', {
      name: '谭志明',
      personCategory: 2,
      conversionDate: null,
      admissionDate: '2025-12-20',
    }),
  ];
  for (const person of people) expect((await committee.call(createMember, person)).code).toBe(200);
  const away = await sql<{ id: string }>`select id from member where name = '买买提·艾力'`.execute(t.db);
  // As the module of floating members does it, with the counters.
  for (const { id } of away.rows) await setAway(t.db, id, { isFloating: true }, '试');
  // A record of old times stands in the committee itself, which no form allows.
  const setType = (type: number) =>
    sql`update organisation set type = ${type} where id = ${ORGS.committeeA1.id}`.execute(t.db);
  expect((await committee.call(createMember, memberForm(405, 'committeeA1'))).data.fields.orgId).toContain('党支部');
  await setType(46);
  expect((await committee.call(createMember, memberForm(405, 'committeeA1', { name: '谭远志' }))).code).toBe(200);
  await setType(30);
});
afterAll(() => t.close());

const names = (rows: MemberRow[]) => rows.map((row) => row.name);
const find = async (input: Parameters<typeof committee.call<typeof listMembers>>[1]) =>
  (await committee.call(listMembers, { pageSize: 200, ...input })).body as {
    rows: MemberRow[];
    total: number;
    capped: boolean;
    sorts: string[];
    code: number;
  };

describe('who is listed', () => {
  test('the own subtree in tree order, masked, with its exact total', async () => {
    const list = await find({});
    expect(list.total).toBe(list.rows.length);
    expect(list.rows.every((row) => row.orgCode.startsWith(ORGS.committeeA1.code))).toBe(true);
    const places = list.rows.map((row) => [row.orgCode, row.sort, Number(row.id)]);
    expect(places).toEqual(
      [...places].sort((a, b) =>
        String(a[0]) < String(b[0])
          ? -1
          : String(a[0]) > String(b[0])
            ? 1
            : Number(a[1]) - Number(b[1]) || Number(a[2]) - Number(b[2]),
      ),
    );
    expect(list.rows.every((row) => /^420\*{11}[\dX]{4}$/.test(row.idCardNo))).toBe(true);
    expect(list).toMatchObject({ capped: false, sorts: ['tree', 'name', 'admissionDate', 'age'] });
    expect(names(list.rows)).not.toContain('已删除');
  });

  test('ranges: own only, children only, the parent where it is in scope', async () => {
    expect(names((await find({ searchRange: 'onlySelf' })).rows)).toEqual(['谭远志']);
    const children = (await find({ searchRange: 'onlyChild' })).rows;
    expect(new Set(children.map((row) => row.orgName))).toEqual(new Set(['城关镇第一党支部', '城关镇第二党支部']));
    expect(names((await find({ orgId: ORGS.branchA11.id, searchRange: 'onlyParent' })).rows)).toEqual(['谭远志']);
    expect((await find({ searchRange: 'onlyParent' })).total).toBe(0);
    for (const org of ['branchB11', 'countyA', 'deletedBranch', 'otherTree', 'twin'] as const) {
      expect((await find({ orgId: ORGS[org].id })).code).toBe(404);
    }
    expect(
      (await (await t.as('countyWorker')).call(listMembers, {})).rows.some((row) => row.orgCode.startsWith('00010010')),
    ).toBe(false);
  });

  test.each<[string, Parameters<typeof find>[0], string[]]>([
    ['a name part', { keyWords: '单志' }, ['单志远']],
    ['three characters that stand together', { keyWords: '阳修文' }, ['欧阳修文']],
    ['not the same characters elsewhere', { keyWords: '谭远志明' }, []],
    ['one character', { name: '谭' }, ['谭远志', '谭志明']],
    ['a name with a dot, typed without', { keyWords: '提艾力' }, ['买买提·艾力']],
    ['initials', { keyWords: 'oyxw' }, ['欧阳修文']],
    ['pinyin by the surname reading', { keyWords: 'shanzhi' }, ['单志远']],
    ['pinyin in capitals', { keyWords: 'TanYuan' }, ['谭远志']],
    ['a whole id card', { keyWords: testIdCard(403) }, ['买买提·艾力']],
    ['the id card field', { idCardNo: testIdCard(402).toLowerCase() }, ['单志远']],
    ['a whole phone number', { keyWords: '18900010405' }, ['谭远志']],
    ['two words', { name: '谭', keyWords: '志明' }, ['谭志明']],
    ['percent is a character like others', { keyWords: '%' }, []],
    ['age', { ageFrom: 76 }, ['欧阳修文']],
    ['nation', { nation: '05' }, ['买买提·艾力']],
    ['category and dates', { pmType: '1,2', admittedFrom: '2025-01-01', admittedTo: '2025-12-31' }, ['谭志明']],
    ['education band', { education: 'junior' }, ['单志远']],
    ['a view', { view: 'over70' }, ['欧阳修文']],
    ['probation that ends within two months', { view: 'probationDue', admittedFrom: '2025-12-01' }, ['谭志明']],
  ])('found by %s', async (_what, input, expected) => {
    const list = await find(input);
    expect(names(list.rows)).toEqual(expected);
    expect(list.total).toBe(expected.length);
  });

  test('half an id card, a bad place or a bad range is refused at its field', async () => {
    expect((await committee.call(listMembers, { idCardNo: '420599' })).data.fields.idCardNo).toContain('18位');
    expect((await committee.call(listMembers, { after: 'x' })).data.fields.after).toBeTruthy();
    expect((await committee.get('/api/orgMeber/org/datalistPage', { searchRange: 'everywhere' })).code).toBe(600);
    expect((await (await t.as('member')).call(listMembers, {})).code).toBe(403);
    expect((await t.nobody.call(listMembers, {})).code).toBe(401);
  });

  test('pages by number and by place give the same people once each', async () => {
    const all = (await find({})).rows.map((row) => row.id);
    const byNumber: string[] = [];
    const byPlace: string[] = [];
    let after: string | undefined;
    for (let pageNum = 1; pageNum <= Math.ceil(all.length / 4); pageNum++) {
      byNumber.push(...(await find({ pageNum, pageSize: 4 })).rows.map((row) => row.id));
      const page = await find({ pageSize: 4, after });
      byPlace.push(...page.rows.map((row) => row.id));
      const last = page.rows.at(-1);
      after = last && `${last.orgCode},${last.sort},${last.id}`;
      expect(page.total).toBe(all.length);
    }
    expect(byNumber).toEqual(all);
    expect(byPlace).toEqual(all);
    expect(await find({ pageNum: 999 })).toMatchObject({ rows: [], total: all.length });
  });

  test('other orders', async () => {
    const young = (await find({ sort: 'age' })).rows.map((row) => row.age ?? 0);
    expect(young).toEqual([...young].sort((a, b) => a - b));
    const dates = (await find({ sort: 'admissionDate', order: 'desc', pmType: '1' })).rows.map(
      (row) => row.admissionDate ?? '',
    );
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test('a capped search says so', async () => {
    await sql`
      insert into member (org_id, org_code, name, name_grams, person_category)
      select 28, ${ORGS.branchB22.code}, '众人', array['众', '人', '众人'], 4 from generate_series(1, 1500)`.execute(
      t.db,
    );
    const answer = await city.call(listMembers, { keyWords: '众人' });
    expect(answer.body).toMatchObject({ total: 1000, capped: true, sorts: ['tree'] });
    const page = (pageNum: number) => city.call(listMembers, { orgId: ORGS.branchB22.id, pageNum, pageSize: 20 });
    const [before, deep] = [(await page(30)).rows, (await page(31)).rows];
    const last = before.at(-1);
    const after = `${last.orgCode},${last.sort},${last.id}`;
    expect(deep).toHaveLength(20);
    expect((await city.call(listMembers, { orgId: ORGS.branchB22.id, after })).rows).toEqual(deep);
    await sql`delete from member where name = '众人'`.execute(t.db);
  });
});

/** What the counters say, against a count over the rows. */
async function countersAgree() {
  const { rows } = await sql<{ code: string; fact: string; value: string; n: number }>`
    select o.code, f.fact, f.value, count(*)::int as n
    from organisation o join member m on m.org_code >= o.code and m.org_code < o.code || ':'
    cross join lateral (
      select 'category' as fact, m.person_category::text as value
      union all
      select 'floating', '1' where m.is_floating and m.person_category in (1, 2) and m.membership_status = 1
    ) as f
    where m.deleted_at is null group by 1, 2, 3 order by 1, 2, 3`.execute(t.db);
  const { rows: counted } = await sql<{ code: string; fact: string; value: string; n: number }>`
    select code, fact, value, sum(n)::int as n from (
      select org_code as code, fact, value, n from member_counter where fact in ('category', 'floating')
      union all
      select o.code, d.fact, d.value, d.n from organisation o
      join member_counter_delta d on d.org_code >= o.code and d.org_code < o.code || ':'
        and d.fact in ('category', 'floating')
    ) as part group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3`.execute(t.db);
  expect(counted).toEqual(rows);
  return rows.length;
}

describe('counters', () => {
  test('equal the lists while people are added, changed, moved and removed at once', async () => {
    expect(await countersAgree()).toBeGreaterThan(10);
    // No more than the password may be tried at once.
    const writers = Array.from({ length: TRIES }, async (_unused, writer) => {
      for (let turn = 0; turn < 4; turn++) {
        const place = writer % 2 ? 'branchA11' : 'branchA12';
        const category = turn < 2 ? { personCategory: 2, admissionDate: '2025-12-20', conversionDate: null } : {};
        const form = memberForm(200 + writer * 4 + turn, place, category);
        const { id } = (await committee.call(createMember, form)).data;
        const change = await committee.call(updateMember, { id, version: 1, education: '31' });
        expect(change.code, change.text).toBe(200);
        const move = await committee.call(updateMember, { id, version: 2, orgId: ORGS.branchA11.id });
        expect(move.code).toBe(200);
        if (turn % 2)
          expect(
            (await committee.call(removeMember, { id, deleteReason: '试', password: await encrypted(t) })).code,
          ).toBe(200);
      }
    });
    const folding = (async () => {
      for (let turn = 0; turn < 10; turn++) {
        await foldCounters(t.db);
        const list = await find({ pageSize: 1 });
        expect(list.code ?? 200).toBe(200);
      }
    })();
    await Promise.all([...writers, folding]);
    await countersAgree();
    await foldCounters(t.db);
    await countersAgree();
    expect((await find({})).total).toBe((await find({ ageFrom: 0 })).total);
  });

  test('the views have the numbers of their lists', async () => {
    const counts = (await committee.call(viewCounts, {})).data as Record<string, number>;
    for (const view of ['members', 'incomplete', 'floating', 'probationDue', 'politicalBirthday', 'over70'] as const) {
      const list = await find({ view });
      expect([view, counts[view]]).toEqual([view, list.total]);
      // With a category beside it, the total is counted over the rows.
      expect((await find({ view, pmType: '1,2,3,4,5' })).total).toBe(list.rows.length);
    }
    for (const pmType of ['1', '2', '3', '4', '5']) expect(counts[pmType]).toBe((await find({ pmType })).total);
    expect(counts.all).toBe((await find({})).total);
    expect(counts.developing).toBe((await find({ pmType: '3,4,5' })).total);
    expect((await committee.call(viewCounts, { orgId: ORGS.branchB11.id })).code).toBe(404);
  });
});

test('an id card is known, by whom only in scope', async () => {
  expect((await committee.call(findByIdCard, { idCardNo: testIdCard(402) })).data).toMatchObject({
    exists: true,
    name: '单志远',
  });
  const sibling = await t.as('siblingWorker');
  expect((await sibling.call(findByIdCard, { idCardNo: testIdCard(402) })).data).toEqual({
    exists: true,
    former: false,
    id: null,
    name: '',
    orgName: '',
  });
  expect((await committee.call(findByIdCard, { idCardNo: testIdCard(499, '1970-01-01') })).data.exists).toBe(false);
});

test('the number in an address travels encrypted, opens once, and names the person within the asked organisation alone', async () => {
  const ask = (idCardNo: string, orgCode?: string) => committee.call(findByEncryptedIdCard, { idCardNo, orgCode });
  const once = await encrypted(t, testIdCard(402));
  const found = await ask(once);
  expect(found.data).toMatchObject({ exists: true, name: '单志远' });
  expect((await ask(once)).data.fields.idCardNo).toContain('重新提交');
  expect((await ask(await encrypted(t, '12'))).code).toBe(600);
  expect((await ask(testIdCard(402))).data.fields.idCardNo).toBe('身份证号须加密后传送');
  const nobody = { exists: true, former: false, id: null, name: '', orgName: '' };
  for (const org of ['branchA22', 'city'] as const) {
    expect((await ask(await encrypted(t, testIdCard(402)), ORGS[org].code)).data).toEqual(nobody);
  }
  const sibling = await t.as('siblingWorker');
  expect((await sibling.call(findByEncryptedIdCard, { idCardNo: await encrypted(t, testIdCard(402)) })).data).toEqual(
    nobody,
  );
  const member = await t.as('member');
  expect((await member.call(findByEncryptedIdCard, { idCardNo: await encrypted(t, testIdCard(402)) })).code).toBe(403);
});

test('a new day brings a recount, and ages with it', async () => {
  const bands = async () =>
    (
      await sql`select value, n from member_counter where fact = 'age' and org_code = '0001' order by value`.execute(
        t.db,
      )
    ).rows;
  const before = await bands();
  await recountOnNewDay(t.services);
  await sql`update member_counter set n = n + 7 where fact = 'age'`.execute(t.db);
  await sql`update member_counter_day set day = day - 1`.execute(t.db);
  await recountOnNewDay(t.services);
  expect(await bands()).toEqual(before);
  await countersAgree();
});
