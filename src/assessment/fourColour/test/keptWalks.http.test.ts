import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '#platform/server/database/db.ts';
import { foldCounters, readCounters } from '#platform/server/sums/counters.ts';
import { countAllKept, countKept, recountChecks } from '#platform/server/sums/keptChecks.ts';
import { houseContext } from '#platform/server/sums/ruleChecks.ts';
import { makeRandom } from '../../../../scripts/demo/random.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, type OrgKey } from '../../../../test/support/fixture.ts';
import { lateActs } from './lateActs.ts';

/** Random changes of what the kept checks read; `WALKS` for more than the suite takes, `SEED` to repeat some. */
const WALKS = Math.min(2_000, Number(process.env.WALKS ?? 12));
const SEED = Number(process.env.SEED ?? 20_261_128);

let t: TestApp;
const random = makeRandom(SEED);
const below = (n: number) => random.int(0, n - 1);
const pick = <T>(list: readonly T[]): T => random.pick(list);

const KEYS = Object.keys(ORGS) as OrgKey[];
const BRANCHES = (['branchA11', 'branchA12', 'branchA21', 'branchB11', 'branchB22'] as const).map((key) => ORGS[key]);
const LEVELS: [OrgKey, OrgKey[]][] = [
  ['city', ['city']],
  ['city', ['countyA', 'countyB', 'twin']],
  ['countyA', ['committeeA1', 'committeeA2']],
  ['committeeA1', ['branchA11', 'branchA12']],
  ['countyB', ['committeeB1', 'committeeB2']],
];
/** Tables of other checks that are counted beside the kept ones, and sums that follow from tables that are watched. */
const OTHERS = new Set([
  'dues_payment',
  'dues_ratio',
  'dues_handup',
  'member_merge',
  'life_people_tally',
  'life_people_tally_due',
  'relation_graduate',
  'relation_graduation',
]);
const kept = () =>
  t.services.modules.flatMap(({ ruleChecks = [] }) => ruleChecks).filter((rules) => rules.kept !== undefined);

beforeAll(async () => {
  t = await startTestApp();
  await sql`update organisation set founded_on = '2001-07-01'`.execute(t.db);
  await sql`update open_item set starts_on = '2025-01-01'`.execute(t.db);
});
afterAll(() => t.close());

const run = (query: ReturnType<typeof sql>) => query.execute(t.db);
const dayOf = () => `${2025 + below(2)}-${String(1 + below(12)).padStart(2, '0')}-0${1 + below(9)}`;
const someone = () => sql`(select id from member order by md5(id::text || ${String(random.next())}) limit 1)`;
const any = (table: string) =>
  sql`(select id from ${sql.table(table)} order by md5(id::text || ${String(random.next())}) limit 1)`;

const ACTS: Readonly<Record<string, () => Promise<unknown>>> = {
  founded: () => run(sql`update organisation set founded_on = ${dayOf()} where id = ${pick(BRANCHES).id}`),
  type: () =>
    run(sql`update organisation set type = ${pick([30, 40, 43, 45, 46, 47])} where id = ${ORGS[pick(KEYS)].id}`),
  bin: () =>
    run(
      sql`update organisation set deleted_at = case when deleted_at is null then now() end where id = ${pick(BRANCHES).id}`,
    ),
  term: async () => {
    const org = ORGS[pick(KEYS)];
    await run(sql`update org_term set is_current = false where org_id = ${org.id}`);
    await run(sql`insert into org_term (org_id, org_code, number, elected_on, years, expires_on)
      select ${org.id}, ${org.code}, coalesce(max(number), 0) + 1, ${dayOf()}, ${pick([3, 5])}, ${pick(['2026-01-01', '2026-12-30', '2029-01-01'])}
        from org_term where org_id = ${org.id}`);
  },
  post: () =>
    run(sql`insert into org_post (term_id, org_id, member_id, name, post)
      select t.id, t.org_id, ${someone()}, '某', ${pick(['书记', '委员'])} from org_term t where t.id = ${any('org_term')}`),
  unpost: () => run(sql`delete from org_post where id = ${any('org_post')}`),
  unit: async () => {
    const org = ORGS[pick(KEYS)];
    await run(
      sql`insert into unit (org_id, org_code, name, nature) values (${org.id}, ${org.code}, '单位', ${pick(['5', '6', '7', '21', '92'])})`,
    );
  },
  person: () =>
    run(sql`update member set membership_status = 3 - membership_status, joined_branch_on = ${dayOf()}
             where id = ${someone()} and membership_status in (1, 2)`),
  move: async () => {
    const to = pick(BRANCHES);
    await run(sql`update member set org_id = ${to.id}, org_code = ${to.code} where id = ${someone()}`);
  },
  counted: async () => {
    await run(sql`insert into member_counter_delta (org_code, fact, value, n)
      values (${pick(BRANCHES).code}, 'category', ${pick(['1', '2'])}, ${pick([1, 1, 4, 60, -1])})`);
  },
  fold: () => foldCounters(t.services.db),
  hold: async () => {
    const org = pick(BRANCHES);
    const day = dayOf();
    await run(sql`insert into life_meeting (org_id, org_code, type, also_type, title, starts_at, ends_at, state, lecturer_id)
      values (${org.id}, ${org.code}, ${pick([1, 2, 4, 5, 6, 8, 9])}, ${below(5) === 0 ? 5 : null}, '会', ${`${day} 09:00+08`},
              ${`${day} 10:00+08`}, ${pick([2, 3, 5])}, ${below(2) === 0 ? null : someone()})`);
  },
  step: () => run(sql`update life_meeting set state = ${pick([2, 3, 5])} where id = ${any('life_meeting')}`),
  attend: () =>
    run(sql`
      with sheet as (insert into attendance_sheet (kind, subject_id, org_id, org_code, secret, starts_at, opens_at)
        select 'life', id, org_id, org_code, '\\x00', starts_at, starts_at from life_meeting m where id = ${any('life_meeting')}
           and not exists (select from attendance_sheet s where s.subject_id = m.id) returning id, org_id)
      insert into attendance_person (sheet_id, member_id, name, due, votes, state)
      select sheet.id, m.id, '某', true, true, 1 from sheet join member m on m.org_id = sheet.org_id`),
  attended: () => run(sql`update attendance_person set state = ${pick([1, 2])} where member_id = ${someone()}`),
  exempt: async () => {
    const org = pick(BRANCHES);
    await run(sql`insert into life_exemption (org_id, org_code, type, period, reason, created_by)
      values (${org.id}, ${org.code}, ${pick([1, 2, 4])}, ${pick(['2026-03', '2026Q2', '2026'])}, '试', '试') on conflict do nothing`);
  },
  talk: () =>
    run(sql`insert into life_talk (org_id, org_code, from_id, to_id, held_on, created_by)
      select a.org_id, a.org_code, a.id, b.id, ${dayOf()}, '试' from member a join member b on b.org_id = a.org_id and b.id > a.id
       where a.id = ${someone()} limit 1`),
  silent: () => run(sql`update life_terms set silent_days = ${pick([60, 90, 120])}`),
  open: () =>
    run(sql`insert into dues_month (org_id, month) values (${pick(BRANCHES).id}, to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM'))
      on conflict do nothing`),
  bill: () =>
    run(sql`insert into dues_bill (member_id, org_id, org_code, month, payer, amount)
      select m.id, m.org_id, m.org_code, to_char((now() at time zone 'Asia/Shanghai') - interval '1 month', 'YYYY-MM'), 1, ${pick([500, 9000])}
        from member m where m.id = ${someone()} on conflict do nothing`),
  pay: () =>
    run(sql`
      with one as (select * from dues_bill where id = ${any('dues_bill')} and state = 1),
      paid as (insert into dues_payment (org_id, org_code, pay_type, total, paid_on, month, receipt_year, receipt_no)
        select org_id, org_code, 1, amount, (month || '-05')::date, month, 2001, id from one returning id)
      update dues_bill b set state = 3, payment_id = paid.id from one, paid where b.id = one.id`),
  void: () => run(sql`update dues_bill set state = 6 where id = ${any('dues_bill')} and state = 1`),
  close: () => run(sql`delete from dues_month where org_id = ${pick(BRANCHES).id}`),
  publish: () =>
    run(sql`insert into open_affair (org_id, item_id, period, title, content, words, public_days, state, shown_number, first_shown, token)
      select ${ORGS[pick(KEYS)].id}, i.id, case i.rhythm when 'month' then '2026-10' when 'quarter' then '2026-Q3' else '2025' end,
             '公开', '', '', 10, 'published', ${below(2) === 0 ? null : 1}, '2026-11-01', gen_random_uuid()
        from open_item i where i.id = ${any('open_item')} and i.rhythm <> 'once' on conflict do nothing`),
  unpublish: () => run(sql`update open_affair set deleted_at = now() where id = ${any('open_affair')}`),
  item: () => run(sql`update open_item set active = not active where id = ${any('open_item')}`),
  ...lateActs(() => t, random),
};

const found = (counts: Readonly<Record<string, number>> | undefined) =>
  Object.fromEntries(Object.entries(counts ?? {}).filter(([, n]) => n !== 0));

const PAGE = 7;

/** The lists behind the kept numbers of one place, read page by page: each row once, as many as the rows say in all. */
async function comparePages(tx: Db, said: string): Promise<void> {
  const org = ORGS[pick(KEYS)];
  const there = () => houseContext(t.services, tx, org);
  for (const rules of kept()) {
    const counts = (await rules.countBelow(there(), [org.code])).get(org.code) ?? {};
    expect(found(await rules.count(there())), `${said} ${org.code}`).toEqual(found(counts));
    for (const { code } of rules.checks) {
      const n = counts[code] ?? 0;
      if (n === 0) continue;
      const ids: string[] = [];
      for (let pageNum = 1; pageNum <= Math.ceil(n / PAGE) + 1; pageNum++)
        ids.push(...(await rules.rows(there(), code, { pageNum, pageSize: PAGE })).map(({ id }) => id));
      expect(new Set(ids).size, `${said} ${org.code} ${code}`).toBe(ids.length);
      expect(ids.length, `${said} ${org.code} ${code}`).toBe(n);
      const whole = await rules.rows(there(), code, { pageNum: 1, pageSize: n + 1 });
      expect(ids, `${said} ${org.code} ${code}`).toEqual(whole.map(({ id }) => id));
    }
  }
}

/** Every kept number at every level against what the rows say, in one snapshot; answers how many numbers there were. */
async function compare(said: string): Promise<number> {
  let n = 0;
  const inSnapshot = async (tx: Db) => {
    for (const [at, children] of LEVELS) {
      const codes = children.map((key) => ORGS[key].code);
      const own = ORGS[at].code;
      const there = () => houseContext(t.services, tx, ORGS[at]);
      const all = await countAllKept(there(), kept(), own === codes[0] ? [codes] : [codes, [own]]);
      for (const rules of kept()) {
        const [had, wanted] = [await countKept(there(), rules, codes), await rules.countBelow(there(), codes)];
        const above = own === codes[0] ? wanted : await rules.countBelow(there(), [own]);
        expect(all.get(own), `${said} all ${own}`).toMatchObject(found(above.get(own)));
        for (const code of codes) {
          expect(all.get(code), `${said} all ${code}`).toMatchObject(found(wanted.get(code)));
          expect(found(had.get(code)), `${said} ${rules.kept?.part} ${code}`).toEqual(found(wanted.get(code)));
          n += Object.keys(found(had.get(code))).length;
        }
      }
    }
    // A page after the other is slow: now and then is enough.
    if (below(4) === 0) await comparePages(tx, said);
  };
  await t.db.transaction().setIsolationLevel('repeatable read').execute(inSnapshot);
  return n;
}

test('kept numbers are at every level those of the rows, before and after they are counted anew', async () => {
  let n = 0;
  for (let walk = 0; walk < WALKS; walk++) {
    const done: string[] = [];
    for (let step = 0; step < 8; step++) {
      const name = pick(Object.keys(ACTS));
      done.push(name);
      await ACTS[name]?.();
    }
    if (below(2) === 0) done.push(`kept ${await recountChecks(t.services)}`);
    n += await compare(`SEED=${SEED} walk ${walk}: ${done.join(' ')}`);
  }
  expect(n).toBeGreaterThan(WALKS);
}, 900_000);

test('while others write and the numbers are counted anew, each reader sees those of its moment', async () => {
  let open = true;
  const writing = (async () => {
    while (open) await ACTS[pick(Object.keys(ACTS))]?.();
  })();
  const keeping = (async () => {
    while (open) await recountChecks(t.services);
  })();
  for (let round = 0; round < 12; round++) await compare(`SEED=${SEED} beside writers, round ${round}`);
  open = false;
  await Promise.all([writing, keeping]);
});

test('a part that becomes late while its task is withdrawn is counted as it stands after both', async () => {
  const acts = lateActs(() => t, random);
  while (
    (
      await sql`select from office_part p join office_task k on k.id = p.task_id
        where k.state = 2 and k.deleted_at is null and p.org_code like '0001%'`.execute(t.db)
    ).rows.length === 0
  )
    await acts.task?.();
  const { rows } = await sql<{ id: string; taskId: string }>`
    update office_part set state = 4, due_on = '2026-01-01' where id = (select p.id from office_part p join office_task k on k.id = p.task_id
      where k.state = 2 and k.deleted_at is null and p.org_code like '0001%' order by p.id limit 1) returning id::text, task_id::text as "taskId"`.execute(
    t.db,
  );
  const [part] = rows;
  await recountChecks(t.services);
  const [withdrawn, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let over = false;
  let beside: Promise<unknown> | undefined;
  await t.db.transaction().execute(async (tx) => {
    await sql`update office_part set state = 3 where id = ${part?.id}`.execute(tx);
    beside = t.db.transaction().execute(async (other) => {
      await sql`set local application_name = 'withdrawing'`.execute(other);
      await sql`update office_task set state = 4 where id = ${part?.taskId}`.execute(other);
      over = true;
      withdrawn.resolve();
      await mayEnd.promise;
    });
    // It waits for this transaction, or has marked already what it saw.
    const waits = sql`select from pg_stat_activity where application_name = 'withdrawing' and wait_event_type = 'Lock'`;
    while (!over && (await waits.execute(t.db)).rows.length === 0)
      await new Promise((resolve) => setTimeout(resolve, 5));
  });
  await withdrawn.promise;
  // What was late for a moment is counted, and must not stay so.
  await recountChecks(t.services);
  mayEnd.resolve();
  await beside;
  await recountChecks(t.services);
  await compare('a task withdrawn beside');
});

test('what the kept checks read is watched: a table without marks would leave numbers as they were', async () => {
  const free = new Set(['rule_day', 'rule_due', 'rule_sum', 'rule_count']);
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname as name from pg_trigger g join pg_class c on c.oid = g.tgrelid
      join pg_proc p on p.oid = g.tgfoid and p.proname in ('rule_mark', 'rule_mark_people', 'rule_mark_tasks')`.execute(
    t.db,
  );
  const watched = new Set(rows.map(({ name }) => name));
  await t.db.transaction().execute(async (tx) => {
    // A connection still carries what it read before: only what grows is of these counts.
    const reads = async () =>
      (
        await sql<{ name: string; n: number }>`
          select relname as name, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as n from pg_stat_xact_user_tables`.execute(
          tx,
        )
      ).rows;
    const before = new Map((await reads()).map(({ name, n }) => [name, n]));
    for (const rules of kept()) await rules.countBelow(houseContext(t.services, tx, ORGS.city), [ORGS.countyA.code]);
    await readCounters(tx, [ORGS.city.code], ['category']);
    const names = (await reads())
      .filter(({ name, n }) => n > (before.get(name) ?? 0) && !free.has(name))
      .map(({ name }) => name);
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !watched.has(name))).toEqual(names.filter((name) => OTHERS.has(name)));
  });
});
