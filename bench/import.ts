// A roll brought in from a spreadsheet: `npm run bench:import` (DATA_DIR: a folder that `npm run seed` has filled). 20,000
// lines, of which 300 are bad, from the upload of the file to the last row written; the people are taken out again.
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { getJob } from '#kernel/job/contract.ts';
import { getImport, startImport, undoImport, uploadImport } from '#people/member/contract.import.ts';
import { checkCharacter } from '#people/member/rules/idCard.ts';
import { xlsx } from '#platform/server/spreadsheet/write.ts';
import { serve } from './serve.ts';

const LINES = 20_000;
const BAD = 300;
/** Seconds that it may take. */
const BELOW = 60;
const HEAD = ['姓名', '公民身份号码', '民族', '文化程度', '人员类别', '入党时间', '转正时间', '所属支部', '联系方式'];

/** A number of an area that nobody was given; a wrong last character makes a bad line. */
function card(number: number, good: boolean): string {
  const day = String(1 + Math.floor(number / 1000)).padStart(2, '0');
  const first = `659099198503${day}${String(number % 1000).padStart(3, '0')}`;
  const last = checkCharacter(first);
  if (good) return first + last;
  return first + (last === '1' ? '2' : '1');
}

const { client, ask, upload, processorSeconds, peakMemory, end } = await serve();
const { rows } = await client.query<{ name: string }>(
  `select name from organisation where type = 46 and deleted_at is null group by name having count(*) = 1
    order by name limit 1`,
);
const branch = rows[0]?.name ?? '';
const lines = Array.from({ length: LINES }, (_, at) => [
  `覃思${'一二三四五六七八九'.charAt(at % 9)}`,
  card(at, at % Math.floor(LINES / BAD) !== 0 || at >= BAD * Math.floor(LINES / BAD)),
  '土家族',
  '大学本科',
  '正式党员',
  '2010-06-20',
  '2011-06-20',
  branch,
  `187${String(at).padStart(8, '0')}`,
]);
const parts: Buffer[] = [];
for await (const part of xlsx(
  '党员',
  HEAD.map((head) => ({ head, width: 12 })),
  lines,
))
  parts.push(Buffer.from(part));

/** Waits for a job's end and throws where it was no good one. */
async function ended(id: string): Promise<void> {
  for (;;) {
    const job = await ask(getJob, { id });
    if (job.state === 'done') return;
    if (job.state !== 'queued' && job.state !== 'running') throw new Error(`${job.state}: ${job.message}`);
    await pause(200);
  }
}

const before = processorSeconds();
const start = performance.now();
const batch = await upload(uploadImport, '名册.xlsx', Buffer.concat(parts));
const mapping = batch.mapping.map(({ head, field }) => ({ head, field }));
await ended((await ask(startImport, { id: batch.id, mapping, rewrite: [] })).jobId);
const seconds = (performance.now() - start) / 1000;
const made = await ask(getImport, { id: batch.id });
if (made.written !== LINES - BAD || made.bad !== BAD) throw new Error(`${made.written} written, ${made.bad} bad`);
console.info(
  `${made.written} people written, ${made.bad} bad lines kept in ${seconds.toFixed(1)} s (limit ${BELOW}), ` +
    `${(processorSeconds() - before).toFixed(1)} s of the server's processor time, ` +
    `${peakMemory().toFixed(0)} MiB at its highest, load ${loadavg()[0]?.toFixed(1)}`,
);
const undone = performance.now();
await ask(undoImport, { id: batch.id });
console.info(`taken out again in ${((performance.now() - undone) / 1000).toFixed(1)} s`);
await end();
process.exit(seconds <= BELOW ? 0 : 1);
