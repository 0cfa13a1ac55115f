// The numbers of data quality for a whole city, the rows behind each, and the warnings of its home: `npm run bench:quality`
// (DATA_DIR: a folder that `npm run seed` has filled). Everything is counted anew first, as after a new day has begun.
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { homeWarnings } from '#overview/home/contract.ts';
import { getIntegrity, listFaults } from '#people/member/contract.quality.ts';
import { CHECKS } from '#people/member/rules/quality.ts';
import { serve } from './serve.ts';

/** Milliseconds that the numbers, a page of rows and the warnings may take. */
const BELOW = 300;
const ROUNDS = 5;

const { client, ask, end } = await serve();

/** Milliseconds of the best of some rounds, after one that is not counted: other work on the machine only adds. */
async function best(work: () => Promise<unknown>, rounds = ROUNDS): Promise<number> {
  await work();
  let took = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await work();
    took = Math.min(took, performance.now() - start);
  }
  return took;
}

const missed: string[] = [];
function say(what: string, ms: number): void {
  if (ms > BELOW) missed.push(what);
  console.info(`${what}: ${ms.toFixed(0)} ms (limit ${BELOW}), load ${loadavg()[0]?.toFixed(1)}`);
}

// What was kept is of yesterday now.
await client.query('update member_fault_count set day = day - 1');
await client.query('vacuum analyze member_fault_count, member_fault_stale');
const start = performance.now();
for (;;) {
  const { counting, people } = await ask(getIntegrity, {});
  if (!counting) {
    console.info(
      `${people} people counted anew in the background: ${((performance.now() - start) / 1000).toFixed(1)} s`,
    );
    break;
  }
  await pause(500);
}
await client.query('vacuum analyze member_fault_count, member_fault_stale');

const { rows: places } = await client.query<{ id: string; name: string }>(
  `(select id, '市' as name from organisation where code = '0001')
   union all (select id, '县' from organisation where length(code) = 8 and deleted_at is null order by code limit 1)`,
);
for (const { id, name } of places) {
  say(`numbers, ${name}`, await best(() => ask(getIntegrity, { orgId: id })));
  const pages: [string, number][] = [];
  for (const { key } of CHECKS) pages.push([key, await best(() => ask(listFaults, { orgId: id, check: key }), 2)]);
  const [[slowest, longest] = ['', 0]] = pages.toSorted(([, a], [, b]) => b - a);
  say(`first page of rows, slowest check (${slowest}), ${name}`, longest);
  const { checks } = await ask(getIntegrity, { orgId: id });
  const [most] = checks.toSorted((a, b) => b.people - a.people);
  const last = { orgId: id, check: most?.key ?? '', pageNum: Math.max(1, Math.floor((most?.people ?? 0) / 20)) };
  say(`last page of ${most?.people} rows (${most?.key}), ${name}`, await best(() => ask(listFaults, last)));
}
say('warnings of the home, 市', await best(() => ask(homeWarnings, {})));

await end();
process.exit(missed.length > 0 ? 1 : 0);
