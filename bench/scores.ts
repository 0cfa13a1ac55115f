// Points, assessment and the cockpit of a city: `npm run bench:scores` (DATA_DIR: a folder that `npm run seed` has filled).
// Twenty facts and lines a person are written first where there are none (`scoresData.ts`), and what the cockpit counts; then events are posted, a county's year is
// counted anew, and ranks, the cockpit and a list behind one of its numbers are asked for. Limits are those of a million people; with
// fewer or more the ratio is said, and what depends on the number of people (nothing here should) is to be read with it.
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { cockpit, cockpitRows } from '#assessment/fourColour/contract.ts';
import { memberRank } from '#assessment/points/contract.ts';
import { countMarked, countYears } from '#assessment/points/server/service/posting.ts';
import { openPool } from '#platform/server/database/db.ts';
import { serverModules } from '#rooms/server.ts';
import { writeFiles } from './recruitData.ts';
import { writeRelations } from './relationData.ts';
import { writeScores } from './scoresData.ts';
import { serve } from './serve.ts';
import { writeParts } from './tasksData.ts';

const ROUNDS = 5;
/** Lines a person; fewer by A_PERSON where twenty do not fit the time, at least one of each source. */
const A_PERSON = Math.max(3, Number(process.env.A_PERSON ?? 20));
const EVENTS = 10_000;
/** So many people are ranked at least: the same number in cities of different sizes tells what the size costs. */
const RANKED = Number(process.env.RANKED ?? 50_000);

const year = Number(new Intl.DateTimeFormat('en', { timeZone: 'Asia/Shanghai', year: 'numeric' }).format());
/** Parts of the checks that are kept, each counted whole once a day. */
const KEPT = serverModules.flatMap(({ ruleChecks = [] }) => ruleChecks).filter(({ kept }) => kept).length;
const sources = serverModules.flatMap(({ pointSources = [] }) => pointSources.map(({ code }) => code));
const { client, ask, settled, end, databaseUrl } = await serve(1, async (early, url) => {
  const own = openPool(url, { max: 2, statementSeconds: 600 });
  await writeParts(early, year);
  await writeRelations(early);
  await writeFiles(early, own.db);
  await own.pool.end();
  await writeScores(early, sources, year, A_PERSON);
});
await settled();
// A year of a whole batch may take longer than a call may.
const { pool, db } = openPool(databaseUrl, { max: 4, statementSeconds: 600 });

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

const size = await one<Record<'members' | 'lines' | 'orgs' | 'outflows' | 'transfers' | 'parts' | 'files', number>>(
  `select (select count(*)::int from member where deleted_at is null) as members, (select count(*)::int from point_line) as lines,
          (select count(*)::int from organisation where deleted_at is null) as orgs, (select count(*)::int from mobile_outflow) as outflows,
          (select count(*)::int from relation_transfer) as transfers, (select count(*)::int from office_part) as parts,
          (select count(*)::int from development_file where ended_on is null) as files`,
);
console.info(
  `${size.members} members (${(size.members / 1_000_000).toFixed(3)} of a million) in ${size.orgs} organisations, ${size.lines} lines; ` +
    `${size.outflows} outflows, ${size.transfers} transfers, ${size.parts} parts, ${size.files} files`,
);

/** What the bench posts, its facts and lines, is taken away again; the sums are counted by what is left. */
const takeAway = async () => {
  const { rows } = await client.query<{ id: string; memberId: string }>(
    `select id::text, member_id::text as "memberId" from point_evidence where source = 'meetingAttended' and subject = 'posted'`,
  );
  await client.query('delete from point_line where evidence_id = any($1::bigint[])', [rows.map(({ id }) => id)]);
  await client.query('delete from point_evidence where id = any($1::bigint[])', [rows.map(({ id }) => id)]);
  await recount(rows.map(({ memberId }) => memberId));
};
const recount = async (ids: readonly string[]) => {
  for (let at = 0; at < ids.length; at += 400)
    await db.transaction().execute((tx) =>
      countYears(
        tx,
        ids.slice(at, at + 400).map((memberId) => ({ memberId, year })),
      ),
    );
};

await client.query('delete from point_due');
// Of a run that was ended before its end.
await takeAway();
await client.query(
  `insert into point_evidence (source, subject, member_id, org_id, org_code, day, title)
   select 'meetingAttended', 'posted', m.id, m.org_id, m.org_code, make_date($1, 11, 1), '试'
     from (select id, org_id, org_code from member where deleted_at is null order by random() limit $2) m`,
  [year, EVENTS],
);
const due = async () => (await one<{ n: number }>('select count(*)::int as n from point_due')).n;
say(
  `${EVENTS} events posted`,
  // The server posts as well; whoever takes the last batch, none may be left.
  await once(async () => {
    while ((await due()) > 0) await countMarked(db);
  }),
  10_000,
);

// The seed gives one county a twentieth of all people.
const county = await one<{ code: string; n: number }>(
  `select * from (select o.code, (select count(*)::int from member m where m.org_code >= o.code and m.org_code < o.code || ':') as n
     from organisation o where length(o.code) = 8 and o.deleted_at is null) c order by abs(n - $1::int) limit 1`,
  [Math.round(size.members / 20)],
);
const people = await client.query<{ id: string }>(
  `select id::text from member where org_code >= $1 and org_code < $1 || ':' and deleted_at is null order by id`,
  [county.code],
);
say(
  `a county's year recomputed (${people.rows.length} people)`,
  await once(() => recount(people.rows.map(({ id }) => id))),
  30_000,
);

const place = await one<{ id: string; n: number }>(
  `select id::text, n from (select o.id, o.code, (select count(*)::int from point_rank r where r.year = $2 and r.counted
      and r.org_code >= o.code and r.org_code < o.code || ':') as n from organisation o where o.deleted_at is null and length(o.code) <= 12) s
    order by n < $1, abs(n - $1) limit 1`,
  [RANKED, year],
);
say(`ranking of ${place.n} people, first page`, await best(() => ask(memberRank, { orgId: place.id })), 100);
// A folder that was just migrated is counted whole once, behind the calls.
const behind = async () =>
  (
    await one<{ n: number }>(
      `select (select count(*)::int from rule_due) + (select ${KEPT} - count(*)::int from rule_day
         where day = (now() at time zone 'Asia/Shanghai')::date) as n`,
    )
  ).n;
while ((await behind()) > 0) await sleep(500);
say('cockpit of the city', await best(() => ask(cockpit, {})), 50);
const board = (await ask(cockpit, {})) as { checks: { code: string }[]; rows: { orgId: string; counts: number[] }[] };
const row = board.rows.find(({ counts }) => counts.some((n) => n > 0));
const code = board.checks[row?.counts.findIndex((n) => n > 0) ?? 0]?.code;
if (row && code) say(`list of one cell (${code})`, await best(() => ask(cockpitRows, { orgId: row.orgId, code })), 100);

await takeAway();
await pool.end();
await end();
process.exit(missed.length > 0 ? 1 : 0);
