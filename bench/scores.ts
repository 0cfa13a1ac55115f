// Points, assessment and the cockpit of a city: `npm run bench:scores` (DATA_DIR: a folder that `npm run seed` has filled).
// Twenty facts and lines a person are written first where there are none; then events are posted, a county's year is counted anew,
// and ranks, the cockpit and a list behind one of its numbers are asked for. Limits are those of a million people; with fewer the
// ratio is said, and what depends on the number of people (nothing here should) is to be read with it.
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { cockpit, cockpitRows } from '#modules/fourColour/contract.ts';
import { memberRank } from '#modules/points/contract.ts';
import { countYears, postDue } from '#modules/points/server/service/posting.ts';
import { openPool } from '#platform/server/db.ts';
import { serve } from './serve.ts';

const ROUNDS = 5;
/** Lines a person; fewer by A_PERSON where twenty do not fit the time. */
const A_PERSON = Number(process.env.A_PERSON ?? 20);
const EVENTS = 10_000;
const RANKED = 50_000;

const { client, ask, end, databaseUrl } = await serve();
// A year of a whole batch may take longer than a call may.
const { pool, db } = openPool(databaseUrl, 4, 600);

/** Milliseconds of the best of some rounds, after one that is not counted: other work on the machine only adds. */
async function best(work: () => Promise<unknown>): Promise<number> {
  await work();
  let took = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    took = Math.min(took, performance.now() - start);
  }
  return took;
}
async function once(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const missed: string[] = [];
function say(what: string, ms: number, below: number): void {
  if (ms > below) missed.push(what);
  console.info(`${what}: ${ms.toFixed(0)} ms (limit ${below}), load ${loadavg()[0]?.toFixed(1)}`);
}
const one = async <T extends object>(text: string, values: unknown[] = []) =>
  (await client.query<T>(text, values)).rows[0] as T;

const { year } = await one<{ year: number }>(
  `select extract(year from now() at time zone 'Asia/Shanghai')::int as year`,
);
if ((await one<{ n: number }>('select count(*)::int as n from point_set where state = 1')).n === 0) {
  await client.query(
    `with made as (insert into point_set (org_id, org_code, name, from_on, state)
       select id, code, '积分办法', make_date($1, 1, 1), 1 from organisation where parent_id is null order by code limit 1 returning id)
     insert into point_item (set_id, sort, code, dimension, name, value, source, cap_year)
     select id, n, 'b' || n, (array['学习教育', '组织生活', '党员义务'])[n], '项目' || n, 100 * n,
            (array['benchA', 'meetingAttended', 'duesTimely'])[n], 1200 from made, generate_series(1, 3) n`,
    [year],
  );
}
const { lines } = await one<{ lines: string }>(
  `select greatest(reltuples, 0)::bigint::text as lines from pg_class where relname = 'point_line'`,
);
if (Number(lines) < 1000) {
  console.info('writing facts and lines …');
  // The marks of so many facts would be counted again: they are what the lines below say.
  await client.query('alter table point_evidence disable trigger point_evidence_due');
  await client.query(
    `insert into point_evidence (source, subject, member_id, org_id, org_code, day, title)
     select (array['benchA', 'meetingAttended', 'duesTimely'])[1 + n % 3], 'x' || n, m.id, m.org_id, m.org_code,
            make_date($1, 1 + n % 10, 1 + (m.id % 27)::int), '试'
       from member m, generate_series(1, $2::int) n where m.deleted_at is null`,
    [year, A_PERSON],
  );
  await client.query('alter table point_evidence enable trigger point_evidence_due');
  await client.query('vacuum analyze point_evidence');
  await client.query(
    `insert into point_line (member_id, year, evidence_id, item_id, code, dimension, name, minus, day, month, raw, given, org_id, org_code)
     select e.member_id, $1, e.id, i.id, i.code, i.dimension, i.name, false, e.day, to_char(e.day, 'YYYY-MM'), i.value,
            greatest(0, least(i.value, 1200 - i.value * (row_number() over (partition by e.member_id, i.code order by e.day, e.source || ' ' || e.subject) - 1))),
            e.org_id, e.org_code
       from point_evidence e join point_item i on i.source = e.source`,
    [year],
  );
  await client.query(
    `insert into point_score (member_id, year, plus) select member_id, year, sum(given) from point_line group by 1, 2 on conflict do nothing`,
  );
  await client.query('vacuum analyze point_line, point_score');
}
const size = await one<{ members: number; lines: string }>(
  `select (select count(*)::int from member where deleted_at is null) as members, (select count(*)::text from point_line) as lines`,
);
console.info(
  `${size.members} members, ${size.lines} lines (1:${Math.max(1, Math.round(1_000_000 / size.members))} of the whole)`,
);

const events = async () => {
  await client.query(
    `insert into point_evidence (source, subject, member_id, org_id, org_code, day, title)
     select 'meetingAttended', 'e' || txid_current() || m.id, m.id, m.org_id, m.org_code, make_date($1, 11, 1), '试'
       from (select id, org_id, org_code from member where deleted_at is null order by random() limit $2) m`,
    [year, EVENTS],
  );
};
await client.query('delete from point_due');
await events();
const due = async () => (await one<{ n: number }>('select count(*)::int as n from point_due')).n;
say(
  `${EVENTS} events posted`,
  // The server posts as well; whoever takes the last batch, none may be left.
  await once(async () => {
    while ((await due()) > 0) await postDue(db);
  }),
  10_000,
);

const county = await one<{ id: string; code: string; n: number }>(
  `select o.id::text, o.code, (select count(*)::int from member m where m.org_code >= o.code and m.org_code < o.code || ':') as n
     from organisation o where length(o.code) = 8 and o.deleted_at is null order by 3 desc limit 1`,
);
const people = await client.query<{ id: string }>(
  `select id::text from member where org_code >= $1 and org_code < $1 || ':' and deleted_at is null order by id`,
  [county.code],
);
say(
  `a county's year recomputed (${people.rows.length} people)`,
  await once(async () => {
    for (let at = 0; at < people.rows.length; at += 400)
      await db.transaction().execute((tx) =>
        countYears(
          tx,
          people.rows.slice(at, at + 400).map(({ id }) => ({ memberId: id, year })),
        ),
      );
  }),
  30_000,
);

const place = await one<{ id: string; n: number }>(
  `select id::text, n from (select o.id, o.code, (select count(*)::int from member m where m.org_code >= o.code and m.org_code < o.code || ':'
      and m.deleted_at is null) as n from organisation o where o.deleted_at is null and length(o.code) <= 12) s order by n < $1, abs(n - $1) limit 1`,
  [RANKED],
);
say(`ranking of ${place.n} people, first page`, await best(() => ask(memberRank, { orgId: place.id })), 100);
// A folder that was just migrated is counted whole once, behind the calls.
const behind = async () =>
  (
    await one<{ n: number }>(
      `select (select count(*)::int from rule_due) + (select 4 - count(*)::int from rule_day
         where day = (now() at time zone 'Asia/Shanghai')::date) as n`,
    )
  ).n;
while ((await behind()) > 0) await sleep(500);
say('cockpit of the city', await best(() => ask(cockpit, {})), 50);
const board = (await ask(cockpit, {})) as { checks: { code: string }[]; rows: { orgId: string; counts: number[] }[] };
const row = board.rows.find(({ counts }) => counts.some((n) => n > 0));
const code = board.checks[row?.counts.findIndex((n) => n > 0) ?? 0]?.code;
if (row && code) say(`list of one cell (${code})`, await best(() => ask(cockpitRows, { orgId: row.orgId, code })), 100);

await pool.end();
await end();
process.exit(missed.length > 0 ? 1 : 0);
