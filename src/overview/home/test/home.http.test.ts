import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  affairsCount,
  homeMembers,
  homeOrgs,
  homeRelation,
  homeUnits,
  homeWarnings,
  listBreaches,
  myProfile,
} from '#overview/home/contract.ts';
import { homeModule } from '#overview/home/server/routes.ts';
import { refreshTodos } from '#overview/home/server/todos.ts';
import { getIntegrity } from '#people/member/contract.quality.ts';
import { listMembers } from '#people/member/contract.ts';
import { recountMembers } from '#people/member/server/counters.ts';
import { memberModule } from '#people/member/server/routes.ts';
import { createOrg, listOrgs, removeOrg } from '#people/org/contract.ts';
import { recountOrgs } from '#people/org/server/recount.ts';
import { orgModule } from '#people/org/server/routes.ts';
import { listTransfers } from '#procedures/transfer/contract.ts';
import { transferModule } from '#procedures/transfer/server/routes.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ modules: [orgModule, memberModule, transferModule, homeModule] });
});
afterAll(() => app.close());

/** Counts anew what was changed behind the services' back. */
async function recount(): Promise<void> {
  const client = new pg.Client({ connectionString: app.services.config.databaseUrl ?? '' });
  await client.connect();
  await recountMembers(client);
  await client.end();
}

/** The total of the list that a number leads to. */
async function listed(caller: Caller, href: string | null): Promise<number> {
  const [path, query] = (href ?? '').split('?');
  const input = Object.fromEntries(new URLSearchParams(query));
  const endpoint = path === '/affairs/member' ? listMembers : path === '/affairs/relation' ? listTransfers : listOrgs;
  const answer = await caller.get(endpoint.path, { ...input, pageSize: 200 });
  expect(answer.code).toBe(200);
  expect(answer.rows).toHaveLength(answer.total);
  return answer.total;
}

describe.each(['cityWorker', 'countyWorker', 'committeeWorker', 'branchWorker'] as const)(
  'figures of the %s',
  (who) => {
    test('each number is the total of the list behind it', async () => {
      const caller = await app.as(who);
      let checked = 0;
      for (const endpoint of [homeOrgs, homeMembers, homeRelation]) {
        const { figures, charts } = (await caller.call(endpoint, {})).result;
        for (const { value, href, unit } of [
          ...figures,
          ...Object.values(charts).flatMap((shares) => shares.map((share) => ({ ...share, unit: '' }))),
        ]) {
          if (unit === '%' || href === null) continue;
          expect(`${href} ${await listed(caller, href)}`).toBe(`${href} ${value}`);
          if (value > 0) checked++;
        }
      }
      expect(checked).toBeGreaterThan(10);
    });

    test('the shares of each chart add up to the members in good standing, 未填 among them', async () => {
      const caller = await app.as(who);
      const [one] = app.fixture.members.branchA11 ?? [];
      await sql`update member set education = null, occupation = null where id = ${one}`.execute(app.db);
      await recount();
      const { figures, charts } = (await caller.call(homeMembers, {})).result;
      const standing = figures.find(({ key }) => key === 'standing')?.value;
      for (const name of ['gender', 'nation', 'age', 'education', 'occupation']) {
        const sum = (charts[name] ?? []).reduce((all, { value }) => all + value, 0);
        expect(`${name} ${sum}`).toBe(`${name} ${standing}`);
      }
      for (const name of ['education', 'occupation']) {
        const empty = charts[name]?.find(({ key }) => key === 'none');
        expect(empty?.label).toBe('未填');
        expect(await listed(caller, empty?.href ?? '')).toBe(empty?.value);
      }
      // One name, one rule: data quality says the same as the home.
      const rate = (await caller.call(getIntegrity, {})).result.rate;
      expect(rate).toMatchObject({ members: standing, percent: figures.find(({ key }) => key === 'complete')?.value });
    });

    test('each warning is the total of the list behind it', async () => {
      const caller = await app.as(who);
      const warnings = (await caller.call(homeWarnings, {})).result;
      for (const { href, count, clause } of warnings) {
        expect(`${href} ${await listed(caller, href)}`).toBe(`${href} ${count}`);
        expect(clause).not.toBe('');
      }
      expect(warnings.map(({ code }) => code)).toContain('noSecretary');
    });
  },
);

test('the rows of a rule are as many as it counts, for whoever may see them', async () => {
  for (const who of ['cityWorker', 'branchWorker'] as const) {
    const caller = await app.as(who);
    for (const { code, count } of (await caller.call(homeWarnings, {})).result) {
      const { rows, total } = await caller.call(listBreaches, { code, pageSize: 200 });
      expect([code, rows.length, total]).toEqual([code, count, count]);
      for (const row of rows)
        expect(row).toMatchObject({ title: expect.stringMatching(/./), detail: expect.stringMatching(/./) });
    }
  }
  const city = await app.as('cityWorker');
  expect((await city.call(listBreaches, { code: 'nothing' })).code).toBe(404);
  expect((await city.call(listBreaches, { code: ' ' })).data.fields).toEqual({ code: '请输入预警' });
  expect((await (await app.as('member')).call(listBreaches, { code: 'noSecretary' })).code).toBe(403);
});

test('figures follow a write at once, and a recount changes nothing', async () => {
  const city = await app.as('cityWorker');
  const orgs = async () => (await city.call(homeOrgs, {})).result.figures;
  const before = await orgs();
  const { id } = (await city.call(createOrg, { parentId: ORGS.committeeB1.id, name: '新设党总支', type: 40 })).result;
  const added = await orgs();
  expect(added.find(({ key }) => key === 'orgs')?.value).toBe(
    (before.find(({ key }) => key === 'orgs')?.value ?? 0) + 1,
  );
  const client = new pg.Client({ connectionString: app.services.config.databaseUrl ?? '' });
  await client.connect();
  await recountOrgs(client);
  await client.end();
  expect(await orgs()).toEqual(added);
  await city.call(removeOrg, { id, deleteReason: '撤并' });
  expect(await orgs()).toEqual(before);
});

test('units are counted by nature', async () => {
  const city = await app.as('cityWorker');
  const client = new pg.Client({ connectionString: app.services.config.databaseUrl ?? '' });
  await client.connect();
  await client.query(
    `insert into unit (org_id, org_code, name, nature) values ($1, $2, '某村', '8'), ($3, $4, '某社区', '7')`,
    [ORGS.branchA11.id, ORGS.branchA11.code, ORGS.branchB11.id, ORGS.branchB11.code],
  );
  await recountOrgs(client);
  await client.end();
  const read = async (caller: Caller) => (await caller.call(homeUnits, {})).result;
  expect((await read(city)).figures[0]?.value).toBe(2);
  expect((await read(await app.as('countyWorker'))).charts.nature).toMatchObject([{ label: '行政村', value: 1 }]);
});

describe('to-dos', () => {
  const open = async (subject: string) => {
    const { rows } = await sql<{
      org_id: string;
      title: string;
      detail: string;
      jump_url: string;
      due_on: string | null;
    }>`
      select org_id, title, detail, jump_url, due_on from todo
       where done_at is null and subject = ${subject} order by length(org_code) desc`.execute(app.db);
    return rows;
  };
  const days = async (n: number) => {
    const { rows } = await sql<{
      day: string;
    }>`select (now() at time zone 'Asia/Shanghai')::date + ${n}::int as day`.execute(app.db);
    return rows[0]?.day ?? '';
  };

  test('a term is told to the organisation and its superior at six, three and one month and when overdue, then closed', async () => {
    const { rows } = await sql<{ id: string }>`
      insert into org_term (org_id, org_code, number, elected_on, years, expires_on)
      values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, 3, '2023-01-01', 3, '2030-01-01') returning id`.execute(
      app.db,
    );
    const subject = `term:${rows[0]?.id}`;
    const at = async (day: string) => {
      await sql`update org_term set expires_on = ${day}::date where id = ${rows[0]?.id}`.execute(app.db);
      await refreshTodos(app.services);
      return open(subject);
    };
    expect(await at(await days(200))).toEqual([]);
    const name = ORGS.branchA11.name;
    for (const [left, own, above] of [
      [170, '本届任期六个月内届满，应着手换届', `${name}届满提醒（提前六个月）`],
      [80, '本届任期三个月内届满，应着手换届', `${name}届满提醒（提前三个月）`],
      [20, '本届任期一个月内届满，应着手换届', `${name}届满提醒（提前一个月）`],
      [-1, '本届任期已届满，应尽快换届', `${name}任期已届满，督促换届`],
    ] as const) {
      const day = await days(left);
      expect(await at(day)).toMatchObject([
        {
          org_id: ORGS.branchA11.id,
          title: own,
          due_on: day,
          detail: `任期至${day}`,
          // Where a new term is registered.
          jump_url: `/affairs/organization/office/add/${ORGS.branchA11.id}`,
        },
        {
          org_id: ORGS.committeeA1.id,
          title: above,
          // The late one in the list in which it is reminded.
          jump_url: `/affairs/organization?warning=termDue&orgId=${ORGS.branchA11.id}`,
        },
      ]);
    }
    expect(await at('2030-01-01')).toEqual([]);
  });

  test('a vacant post and incomplete records lead to their page and close when fixed', async () => {
    await refreshTodos(app.services);
    const vacant = await open(`secretary:${ORGS.branchA12.id}`);
    expect(vacant.map(({ jump_url }) => jump_url)).toEqual([
      `/affairs/organization/office/add/${ORGS.branchA12.id}`,
      `/affairs/organization?warning=noSecretary&orgId=${ORGS.branchA12.id}`,
    ]);
    expect(await listed(await app.as('committeeWorker'), vacant[1]?.jump_url ?? '')).toBe(1);
    expect(await open(`secretary:${ORGS.deletedBranch.id}`)).toEqual([]);
    const probationary = app.fixture.members.branchA12?.[1] ?? '';
    await sql`update member set completeness = 80 where id = ${probationary}`.execute(app.db);
    await refreshTodos(app.services);
    const [incomplete] = await open(`incomplete:${ORGS.branchA12.id}`);
    expect(incomplete?.title).toBe('补全党员信息：1人有缺项');
    expect(await listed(await app.as('cityWorker'), incomplete?.jump_url ?? '')).toBe(1);
    await sql`update member set completeness = 100 where id = ${probationary}`.execute(app.db);
    await refreshTodos(app.services);
    expect(await open(`incomplete:${ORGS.branchA12.id}`)).toEqual([]);
  });

  test('a committee is told the numbers below it, each the total of the list that it leads to', async () => {
    const due = await days(-30);
    const [one = '', other = ''] = [app.fixture.members.branchA11?.[1], app.fixture.members.branchA21?.[1]];
    await sql`update member set admission_date = ${await days(-380)}::date where id in (${one}, ${other})`.execute(
      app.db,
    );
    await sql`update member set completeness = 50 where id in (${one}, ${other})`.execute(app.db);
    await sql`insert into org_term (org_id, org_code, number, elected_on, years, expires_on)
              select id, code, 1, '2020-01-01', 3, ${due}::date from organisation where id in (${ORGS.branchA21.id}, ${ORGS.committeeA2.id})`.execute(
      app.db,
    );
    // Changed behind the services' back, so counted anew.
    const client = new pg.Client({ connectionString: app.services.config.databaseUrl ?? '' });
    await client.connect();
    await recountMembers(client);
    await client.end();
    await refreshTodos(app.services);
    const county = await app.as('countyWorker');
    for (const kind of ['termsBelow', 'probationsBelow', 'incompleteBelow']) {
      const [todo] = await open(`${kind}:${ORGS.countyA.id}`);
      expect(`${kind} ${todo?.title.match(/\d+/)?.[0]}`).toBe(`${kind} ${await listed(county, todo?.jump_url ?? '')}`);
    }
    expect((await open(`termsBelow:${ORGS.countyA.id}`))[0]?.due_on).toBe(due);
    // Directly below it there is one alone, of which it is told by name.
    expect(await open(`termsBelow:${ORGS.committeeA2.id}`)).toEqual([]);
    expect(await open(`incompleteBelow:${ORGS.countyB.id}`)).toEqual([]);
  });

  test('a second run writes nothing, and what others opened stays open', async () => {
    await sql`insert into todo (role_id, org_id, org_code, module, title, jump_url, subject)
              values (3, ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, '党费管理', '催缴', '/x', 'dues:1')`.execute(
      app.db,
    );
    await refreshTodos(app.services);
    expect(await refreshTodos(app.services)).toEqual({ written: 0, closed: 0 });
    expect(await open('dues:1')).toHaveLength(1);
  });

  test('are counted for the active role at its organisation alone', async () => {
    await sql`update todo set done_at = now() where done_at is null`.execute(app.db);
    const insert = (org: 'branchA11' | 'committeeA1', subject: string, due: string | null) =>
      sql`
      insert into todo (role_id, org_id, org_code, module, title, jump_url, subject, due_on)
      values (3, ${ORGS[org].id}, ${ORGS[org].code}, '组织信息', '某事', '/x', ${subject}, ${due}::date)`.execute(
        app.db,
      );
    await insert('branchA11', 'a', await days(-1));
    await insert('branchA11', 'b', await days(0));
    await insert('branchA11', 'c', await days(7));
    await insert('branchA11', 'd', await days(8));
    await insert('branchA11', 'e', null);
    await insert('committeeA1', 'f', null);
    const count = async (who: Parameters<typeof app.as>[0]) =>
      (await (await app.as(who)).call(affairsCount, {})).result;
    expect(await count('branchWorker')).toEqual({ overdue: 1, due: 2, open: 2, unread: 0 });
    expect(await count('committeeWorker')).toEqual({ overdue: 0, due: 0, open: 1, unread: 0 });
    expect(await count('member')).toEqual({ overdue: 0, due: 0, open: 0, unread: 0 });
  });
});

describe('own profile', () => {
  test('is the own record, masked, with the whole path', async () => {
    const member = await app.as('member');
    const { result, text } = await member.call(myProfile, {});
    expect(result).toMatchObject({
      name: '党元',
      orgPath: [ORGS.city.name, ORGS.countyA.name, ORGS.committeeA1.name, ORGS.branchA11.name],
      personCategoryName: '正式党员',
      isMember: true,
    });
    expect(result?.idCardNo).toMatch(/^420\*{11}.{4}$/);
    expect(text).not.toContain(app.fixture.principals.member.loginName);
    expect((await (await app.as('admin')).call(myProfile, {})).result).toBeNull();
    const { memberId } = app.fixture.principals.member;
    await sql`update member set person_category = 4 where id = ${memberId}`.execute(app.services.db);
    expect((await member.call(myProfile, {})).result).toMatchObject({ isMember: false });
    await sql`update member set person_category = 1 where id = ${memberId}`.execute(app.services.db);
  });

  test('is also that of a worker whose record lies outside the own scope', async () => {
    const twin = await app.as('twinWorker');
    expect((await twin.call(myProfile, {})).result).toMatchObject({
      name: '季关',
      orgPath: expect.arrayContaining([ORGS.branchB22.name]),
    });
  });
});

test('figures are for workers, and only with a session', async () => {
  const member = await app.as('member');
  for (const endpoint of [homeOrgs, homeMembers, homeRelation, homeUnits, homeWarnings]) {
    expect((await member.call(endpoint, {})).code).toBe(403);
    expect((await app.nobody.call(endpoint, {})).code).toBe(401);
  }
});
