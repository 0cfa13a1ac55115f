import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOrg, getOrg, listOrgs, orgTree, removeOrg } from '#people/org/contract.ts';
import { WARNING_LISTS, type WarningList } from '#people/org/rules.ts';
import { countWarnings } from '#people/org/server/queries/orgs.ts';
import { foldCounters } from '#platform/server/sums/counters.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { addOrg as add, children, FOREIGN, names } from './factory.ts';

let app: TestApp;
let city: Caller;
let committee: Caller;

beforeAll(async () => {
  app = await startTestApp();
  city = await app.as('cityWorker');
  committee = await app.as('committeeWorker');
});
afterAll(() => app.close());

describe('tree', () => {
  test('begins at the own organisation and opens one level at a time', async () => {
    const [root, ...rest] = (await committee.call(orgTree, {})).result;
    expect(rest).toEqual([]);
    expect(root).toMatchObject({ id: ORGS.committeeA1.id, parentId: null, isLeaf: false, childCount: 2 });
    const below = await children(committee, ORGS.committeeA1.id);
    expect(names(below)).toEqual([ORGS.branchA11.name, ORGS.branchA12.name]);
    expect(below.every(({ isLeaf }) => isLeaf)).toBe(true);
    expect(await children(committee, ORGS.branchA11.id)).toEqual([]);
  });

  test('counts the party members of each subtree as the list of people does, folded or not', async () => {
    const counted = async () => {
      const { rows } = await sql<{ id: string; n: number }>`
        select o.id, (select count(*) from member m where m.org_code >= o.code and m.org_code < o.code || ':'
                         and m.deleted_at is null and m.person_category in (1, 2))::int as n
          from organisation o where parent_id = ${ORGS.countyA.id} and deleted_at is null order by sort`.execute(
        app.db,
      );
      return rows.map(({ n }) => n);
    };
    const shown = async () => (await children(city, ORGS.countyA.id)).map(({ memberCount }) => memberCount);
    expect(await shown()).toEqual(await counted());
    await sql`insert into member (org_id, org_code, name, name_grams, person_category)
              values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, '新人', '{}', 2)`.execute(app.db);
    await sql`insert into member_counter_delta (org_code, fact, value, n) values (${ORGS.branchA11.code}, 'category', '2', 1)`.execute(
      app.db,
    );
    expect(await shown()).toEqual(await counted());
    await foldCounters(app.db);
    expect(await shown()).toEqual(await counted());
  });

  test('does not open what is out of scope, and does not tell why', async () => {
    const answers = await Promise.all(FOREIGN.map((parentId) => committee.call(orgTree, { parentId })));
    expect(new Set(answers.map(({ code, msg }) => `${code} ${msg}`))).toEqual(new Set(['404 组织不存在']));
  });

  test('shows a member the own branch alone', async () => {
    const member = await app.as('member');
    expect((await member.call(orgTree, {})).result).toMatchObject([
      { id: ORGS.branchA11.id, isLeaf: true, memberCount: 0 },
    ]);
    expect((await member.call(orgTree, { keyWords: '党' })).result.map(({ id }) => id)).not.toContain(
      ORGS.branchA12.id,
    );
    expect((await member.call(orgTree, { parentId: ORGS.branchA12.id })).code).toBe(404);
  });

  test('finds by a name part, pinyin and initials within the scope, with the path', async () => {
    const { id } = await add(committee, ORGS.committeeA1.id, '渡口社区党总支', 40);
    await add(committee, id, '渡口第一党支部');
    const find = async (caller: Caller, keyWords: string) => (await caller.call(orgTree, { keyWords })).result;
    for (const part of ['渡口', '口社区', 'dukou', 'dksq', '社'])
      expect(names(await find(committee, part))).toContain('渡口社区党总支');
    expect(names(await find(committee, '第一 党支部'))).toEqual(['渡口第一党支部']);
    expect((await find(committee, '渡口第一'))[0]?.path).toBe(`${ORGS.committeeA1.name} / 渡口社区党总支`);
    expect(await find(committee, '渡区')).toEqual([]);
    expect(await find(committee, '%')).toEqual([]);
    expect(await find(await app.as('siblingWorker'), '渡口')).toEqual([]);
    expect(names(await find(await app.as('countyWorker'), 'dukou'))).toEqual(['渡口社区党总支', '渡口第一党支部']);
  });
});

describe('list', () => {
  test('follows the tree, and its total is the number of its rows', async () => {
    const county = await app.as('countyWorker');
    const all = (await county.call(listOrgs, { pageSize: 200 })).result;
    const codes = all.rows.map(({ orgCode }) => orgCode);
    expect(codes).toEqual([...codes].sort());
    expect(all.total).toBe(all.rows.length);
    expect(codes.every((code) => code.startsWith(ORGS.countyA.code))).toBe(true);
    const second = (await county.call(listOrgs, { pageSize: 3, pageNum: 2 })).result;
    expect(second.rows.map(({ orgCode }) => orgCode)).toEqual(codes.slice(3, 6));
    expect(second.total).toBe(all.total);
  });

  test('narrows by range and type', async () => {
    const list = async (input: object) =>
      (await city.call(listOrgs, { pageSize: 200, orgId: ORGS.countyB.id, ...input })).result;
    expect(names((await list({ searchRange: 'onlySelf' })).rows)).toEqual([ORGS.countyB.name]);
    expect(names((await list({ searchRange: 'onlyChild' })).rows)).toEqual([
      ORGS.committeeB1.name,
      ORGS.committeeB2.name,
    ]);
    expect(names((await list({ searchRange: 'onlyParent' })).rows)).toEqual([ORGS.city.name]);
    const branches = await list({ type: 46 });
    expect(branches).toMatchObject({ total: 4 });
    expect(branches.rows).toHaveLength(4);
    expect((await list({ name: '不存在的' })).total).toBe(0);
  });

  test('has nothing above the own organisation', async () => {
    expect((await committee.call(listOrgs, { searchRange: 'onlyParent' })).result).toMatchObject({
      rows: [],
      total: 0,
    });
    const answers = await Promise.all(FOREIGN.map((orgId) => committee.call(listOrgs, { orgId })));
    expect(answers.map(({ code }) => code)).toEqual(FOREIGN.map(() => 404));
  });

  test('orders by members and by the end of the term', async () => {
    await sql`insert into org_term (org_id, org_code, number, elected_on, years, expires_on)
              values (${ORGS.branchB12.id}, ${ORGS.branchB12.code}, 1, '2020-01-01', 3, '2023-01-01')`.execute(app.db);
    const list = async (sort: 'partyNumber' | 'termExpiresOn') =>
      (await city.call(listOrgs, { sort, orgId: ORGS.countyB.id })).result.rows;
    expect((await list('termExpiresOn'))[0]).toMatchObject({ name: ORGS.branchB12.name, termExpiresOn: '2023-01-01' });
    const members = (await list('partyNumber')).map(({ partyNumber }) => partyNumber);
    expect(members).toEqual([...members].sort((a, b) => b - a));
  });

  test('finds the same warnings as the detail, and the home counts them, for every rule', async () => {
    await breakEveryRule();
    const all = (await city.call(listOrgs, { pageSize: 200 })).result.rows;
    const details = await Promise.all(all.map(async ({ id }) => (await city.call(getOrg, { orgId: id })).result));
    // The list shows what the record shows, each with its rule.
    expect(all.map(({ warnings }) => warnings)).toEqual(details.map(({ warnings }) => warnings));
    for (const { clause } of all.flatMap(({ warnings }) => warnings)) expect(clause).toMatch(/^《.+》.*：/);
    const counts = await countWarnings(app.db, { from: '0001', to: '0001:', memberId: null });
    for (const [warning, { codes }] of Object.entries(WARNING_LISTS) as [WarningList, { codes: readonly string[] }][]) {
      const listed = (await city.call(listOrgs, { warning, pageSize: 200 })).result;
      const expected = details.filter(({ warnings }) => warnings.some(({ code }) => codes.includes(code)));
      expect(listed.rows.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      expect([warning, listed.total, counts[warning]]).toEqual([warning, expected.length, expected.length]);
      expect(expected.length, warning).toBeGreaterThan(0);
    }
    expect((await committee.call(listOrgs, { warning: 'manyUnits' })).result.total).toBe(0);
  });
});

/** One organisation for each rule that it breaks, in county B; members are counted there as anywhere. */
async function breakEveryRule() {
  const set = async (parentId: string, type: number, name: string, full: number, natures: string[] = []) => {
    const { id, orgCode } = await add(city, parentId, name, type);
    await sql`insert into member_counter_delta (org_code, fact, value, n) values (${orgCode}, 'category', '1', ${full})`.execute(
      app.db,
    );
    for (const nature of natures) {
      await sql`insert into unit (org_id, org_code, name, nature) values (${id}, ${orgCode}, '试', ${nature})`.execute(
        app.db,
      );
    }
    return { id, code: orgCode };
  };
  const term = async (org: { id: string; code: string }, expiresOn: string, years: number, posts: string[] = []) => {
    const { rows } = await sql<{ id: string }>`
      insert into org_term (org_id, org_code, number, elected_on, years, expires_on)
      values (${org.id}, ${org.code}, 1, '2020-01-01', ${years}, ${expiresOn}) returning id`.execute(app.db);
    for (const post of posts) {
      await sql`insert into org_post (term_id, org_id, name, post) values (${rows[0]?.id}, ${org.id}, '试', ${post})`.execute(
        app.db,
      );
    }
  };
  const committeeB = ORGS.committeeB1.id;
  const team = ['书记', '副书记', '组织委员', '宣传委员', '纪检委员', '委员', '委员', '委员'];
  await term(await set(committeeB, 46, '逾期党支部', 8, ['1']), '2021-01-01', 3, team.slice(0, 3));
  await term(await set(committeeB, 46, '年限不符党支部', 8, ['8']), '2099-01-01', 3, team.slice(0, 3));
  await term(await set(committeeB, 46, '未设委员会党支部', 7, ['1']), '2099-01-01', 3, ['书记']);
  await term(await set(committeeB, 46, '超员党支部', 51, ['1']), '2099-01-01', 3, team);
  await term(await set(committeeB, 46, '小支部', 6, ['1']), '2099-01-01', 3, team.slice(0, 3));
  await set(committeeB, 47, '联合党支部', 4, ['1', '1', '1', '1', '1', '1']);
  const temporary = await set(committeeB, 48, '抗洪临时党支部', 3);
  await sql`update organisation set founded_on = current_date - 200 where id = ${temporary.id}`.execute(app.db);
  await set(committeeB, 40, '小总支', 49, ['1']);
  await set(ORGS.countyB.id, 30, '小机关党委', 99, ['31']);
}

describe('detail', () => {
  test('shows the path from the own organisation down, never above it', async () => {
    const { result } = await committee.call(getOrg, { orgId: ORGS.branchA11.id });
    expect(names(result.path)).toEqual([ORGS.committeeA1.name, ORGS.branchA11.name]);
    expect(result).toMatchObject({
      applicantNumber: 1,
      positiveNumber: 1,
      developMemberNumber: 1,
      term: null,
      team: [],
    });
    const own = (await committee.call(getOrg, { orgId: ORGS.committeeA1.id })).result;
    expect(own).toMatchObject({ parentId: null, parentName: ORGS.countyA.name });
  });

  test('is not found out of scope', async () => {
    const answers = await Promise.all(FOREIGN.map((orgId) => committee.call(getOrg, { orgId })));
    expect(new Set(answers.map(({ code, msg }) => `${code} ${msg}`))).toEqual(new Set(['404 组织不存在']));
  });

  test('says what the caller may do, and the calls agree', async () => {
    const branch = await app.as('branchWorker');
    const own = (await branch.call(getOrg, { orgId: ORGS.branchA11.id })).result;
    expect(own.can).toEqual({ edit: true, remove: false, addChild: false, change: false });
    expect((await committee.call(getOrg, { orgId: ORGS.branchA11.id })).result.can.change).toBe(true);
    expect((await branch.call(removeOrg, { id: ORGS.branchA11.id, deleteReason: '试' })).code).toBe(400);
    expect((await branch.call(createOrg, { parentId: ORGS.branchA11.id, name: '分支', type: 46 })).code).toBe(600);
    expect((await (await app.as('member')).call(getOrg, { orgId: ORGS.branchA11.id })).code).toBe(403);
  });
});
