import { afterAll, beforeAll, expect, test } from 'vitest';
import { Killable } from './killable.ts';
import { ask } from './server.ts';

/**
 * kill -9 of the server while points are posted and while a set is published: each fact gives its line once, sums are those of
 * their lines, and a publication is whole with the marks it leaves, or it never was. `KILLS` for more kills.
 */
const KILLS = Number(process.env.KILLS ?? 3);
const BRANCHES = 40;
const PEOPLE = 25;
const FACTS = 8;

const server = new Killable('party-crash-points-');
let year: number;

const one = <T extends object>(text: string, values: unknown[] = []) => server.one<T>(text, values);

beforeAll(async () => {
  await server.start();
  const root = (await one<{ id: string }>(`select id::text from organisation where code = '0001'`)).id;
  year = (await one<{ year: number }>(`select extract(year from now() at time zone 'Asia/Shanghai')::int as year`))
    .year;
  await server.query(
    `insert into organisation (parent_id, code, name, short_name, type, sort)
     select $1, '0001' || lpad(n::text, 4, '0'), '第' || n || '支部', '', 46, n from generate_series(1, $2::int) n`,
    [root, BRANCHES],
  );
  await server.query(
    `insert into member (org_id, org_code, name, name_grams, pinyin, initials, person_category, membership_status, sort)
     select o.id, o.code, '党员' || n, '{}', '', '', 1, 1, n from organisation o, generate_series(1, $1::int) n where length(o.code) = 8`,
    [PEOPLE],
  );
});

afterAll(() => server.end(), 300_000);

test(`the server killed ${KILLS} times while a set is published and posted gives each fact its line once`, {
  timeout: 900_000,
}, async () => {
  // Facts stand before any set: they are marked and give nothing.
  await server.query(
    `insert into point_evidence (source, subject, member_id, org_id, org_code, day, title)
     select 'meetingAttended', 'm' || n, m.id, m.org_id, m.org_code, make_date($1, 1, n), '试'
       from member m, generate_series(1, $2::int) n where length(m.org_code) = 8`,
    [year, FACTS],
  );
  const saved = await ask(
    server.base,
    'POST',
    '/api/dykh/points/set',
    {
      name: '办法',
      fromOn: `${year}-01-01`,
      items: [{ dimension: '组织生活', name: '到会', value: 200, source: 'meetingAttended', capYear: 1200 }],
    },
    server.token,
  );
  expect(saved?.code, saved?.msg).toBe(200);
  const { id } = (saved as unknown as { data: { id: string } }).data;
  // The answer may be lost with the server: asked until the set is published, whoever's answer it was.
  const published = async () => (await one<{ state: number }>('select state from point_set where id = $1', [id])).state;
  const press = () => ask(server.base, 'POST', '/api/dykh/points/set/publish', { id, version: 1 }, server.token);
  const first = press();
  await server.kill();
  await first.catch(() => null);
  const half = await one<{ state: number; marks: number }>(
    `select (select state from point_set where id = $1) as state, (select count(*)::int from point_due) as marks`,
    [id],
  );
  if (half.state === 0) expect((await press())?.code).toBe(200);
  expect(await published()).toBe(1);
  const lines = async () => (await one<{ n: number }>('select count(*)::int as n from point_line')).n;
  const seen: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    await expect
      .poll(async () => (await lines()) > (seen.at(-1) ?? 0) || (await lines()) === BRANCHES * PEOPLE * FACTS, {
        timeout: 300_000,
        interval: 20,
      })
      .toBe(true);
    seen.push(await lines());
    await server.kill();
  }
  await expect
    .poll(async () => (await one<{ n: number }>('select count(*)::int as n from point_due')).n, {
      timeout: 300_000,
      interval: 250,
    })
    .toBe(0);
  const found = await one<Record<string, number>>(
    `select (select count(*)::int from point_line) as lines,
            (select count(*)::int from (select from point_line group by evidence_id having count(*) > 1) t) as twice,
            (select count(*)::int from point_score s where plus <> (
               select coalesce(sum(given), 0) from point_line l where l.member_id = s.member_id and l.year = s.year)) as sums,
            (select count(*)::int from point_score where year = $1 and plus = 1200) as capped`,
    [year],
  );
  expect(found, `lines at the kills: ${seen}`).toEqual({
    lines: BRANCHES * PEOPLE * FACTS,
    twice: 0,
    sums: 0,
    capped: BRANCHES * PEOPLE,
  });
});

test(`the server killed ${KILLS} times while results are published and withdrawn: every organisation has its record, or none has`, {
  timeout: 900_000,
}, async () => {
  const call = async (method: string, path: string, body: object) => {
    const reply = (await ask(server.base, method, path, body, server.token)) as unknown as {
      code: number;
      msg: string;
      data: { id: string; version: number };
    } | null;
    expect(reply?.code, `${path} ${reply?.msg}`).toBe(200);
    return reply?.data ?? { id: '', version: 0 };
  };
  const project = await call('POST', '/api/integral/project', {
    name: '党建工作',
    standard: '按要求完成',
    kind: 1,
    points: '100',
    method: 3,
    submit: 1,
    inspection: 5,
  });
  const { id } = await call('POST', '/api/integral/plan', {
    year,
    name: '考核',
    startsOn: `${year}-01-01`,
    endsOn: `${year}-12-31`,
  });
  let { version } = await call('POST', '/api/integral/plan/items', { id, version: 1, projectIds: [project.id] });
  ({ version } = await call('POST', '/api/integral/plan/scope', { id, version, mode: 'children' }));
  ({ version } = await call('POST', '/api/integral/plan/step', { id, version, step: 'publish' }));
  await call('POST', '/api/integral/plan/step', { id, version, step: 'score' });
  await server.query(`update integral_score set review = 1, reviewed = 8000, final = 8000 where plan_id = $1`, [id]);
  const standing = () =>
    one<{ state: number; version: number; records: number; totals: number }>(
      `select state, version, (select count(*)::int from sub_record where kind = 'access' and deleted_at is null) as records,
              (select count(*)::int from integral_target t where t.plan_id = p.id and t.total is not null) as totals
         from integral_plan p where id = $1`,
      [id],
    );
  const whole = async (said: string) => {
    const found = await standing();
    const n = found.state === 3 ? BRANCHES : 0;
    expect(found, said).toMatchObject({ records: n, totals: n });
    return found;
  };
  for (let kill = 0; kill < KILLS; kill++) {
    const before = await whole(`before kill ${kill}`);
    const step = before.state === 2 ? { step: 'notice' } : { step: 'withdraw', reason: '有误' };
    const pressed = ask(
      server.base,
      'POST',
      '/api/integral/plan/step',
      { id, version: before.version, ...step },
      server.token,
    );
    await server.kill();
    await pressed.catch(() => null);
    const after = await whole(`after kill ${kill}`);
    if (after.state === before.state)
      await call('POST', '/api/integral/plan/step', { id, version: after.version, ...step });
    expect((await whole(`pressed again after kill ${kill}`)).state).toBe(before.state === 2 ? 3 : 2);
  }
});
