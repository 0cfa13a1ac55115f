// A member's record with all tabs: `npm run bench:record` (DATA_DIR: a folder that `npm run seed` has filled). The page asks
// three times at once: the record, the rows of all tabs, what happened to it.
import { loadavg } from 'node:os';
import { memberRecords } from '#people/member/contract.records.ts';
import { getMember, memberTimeline } from '#people/member/contract.ts';
import { serve } from './serve.ts';

/** Milliseconds that the three may take one after the other. */
const BELOW = 50;
const PEOPLE = 200;

const { client, ask, processorSeconds, end } = await serve();
const { rows } = await client.query<{ id: string }>(
  'select id from member where deleted_at is null and id % 4999 = 0 limit $1',
  [PEOPLE],
);
const open = async (id: string): Promise<number> => {
  const start = performance.now();
  await ask(getMember, { id });
  await ask(memberRecords, { id });
  await ask(memberTimeline, { id, pageSize: 5 });
  return performance.now() - start;
};
for (const { id } of rows.slice(0, 20)) await open(id);
const before = processorSeconds();
const took: number[] = [];
for (const { id } of rows) took.push(await open(id));
const used = ((processorSeconds() - before) / rows.length) * 1000;
const sorted = took.toSorted((a, b) => a - b);
const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
console.info(
  `${rows.length} records, three calls each: p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms (limit ${BELOW}), ` +
    `${used.toFixed(1)} ms of the server's processor time, load ${loadavg()[0]?.toFixed(1)}`,
);
await end();
process.exit(at(0.5) <= BELOW ? 0 : 1);
