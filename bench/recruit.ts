// 发展党员 of a whole city: `npm run bench:recruit` (DATA_DIR: a folder that `npm run seed` has filled with a million people).
// 100,000 running files are written first where there are fewer; then the overview, the lists, a path, the hourly sweep and the
// PDF of a file of 60 pages are asked for.
import { loadavg } from 'node:os';
import { crc32, deflateSync } from 'node:zlib';
import { ROLE } from '#kernel/session/contract.ts';
import { ossUpload } from '#platform/files/fileCalls.ts';
import { openPool } from '#platform/server/database/db.ts';
import { dueMonth, listDue } from '#procedures/recruitment/contract.due.ts';
import { printDossier } from '#procedures/recruitment/contract.papers.ts';
import { getFile, listFiles, overview } from '#procedures/recruitment/contract.ts';
import { sweepTerms } from '#procedures/recruitment/server/service/due.ts';
import { writeFiles } from './recruitData.ts';
import { serve } from './serve.ts';

const PAGES = 60;
const ROUNDS = 9;

const { client, databaseUrl, ask, upload, end } = await serve(ROLE.worker);
const { pool, db } = openPool(databaseUrl, { max: 2, statementSeconds: 600 });

const missed: string[] = [];
function say(what: string, ms: number, below: number): void {
  if (ms > below) missed.push(what);
  console.info(`${what}: ${ms.toFixed(0)} ms (limit ${below}), load ${loadavg()[0]?.toFixed(1)}`);
}
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
/** Milliseconds of the middle one of some rounds, after one that is not counted. */
async function p50(work: () => Promise<unknown>): Promise<number> {
  await work();
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round++) took.push(await timed(work));
  return took.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}
const one = async <T>(text: string): Promise<T | undefined> => (await client.query(text)).rows[0] as T | undefined;
await writeFiles(client, db);
console.info(
  `${(await one<{ n: string }>('select count(*) as n from development_file where ended_on is null'))?.n} running files of ${(await one<{ n: string }>('select count(*) as n from member'))?.n} people`,
);

say('overview of the city', await p50(() => ask(overview, {})), 100);
for (const stage of [5, 4, 3, 2]) say(`list of stage ${stage}`, await p50(() => ask(listFiles, { stage })), 100);
for (const view of ['ready', 'soon', 'overdue', 'returned', 'stalled', 'decide'] as const)
  say(`list of stage 4, ${view}`, await p50(() => ask(listFiles, { stage: 4, view })), 100);
say('terms, overdue', await p50(() => ask(listDue, { view: 'overdue' })), 100);
const month = new Date().toISOString().slice(0, 7);
say('a month of terms', await p50(() => ask(dueMonth, { month })), 100);
const file = await one<{ id: string }>('select id from development_file where ended_on is null order by id limit 1');
const id = file?.id ?? '';
say('a path', await p50(() => ask(getFile, { id })), 100);
say('the hourly sweep, first', await timed(() => sweepTerms({ db })), 30_000);
say('the hourly sweep, again', await timed(() => sweepTerms({ db })), 30_000);

// A file of sixty pages: scans of A4 in grey, each its own, about as large as a phone's photograph.
function scan(): Buffer {
  const [width, height] = [900, 1270];
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 1; x <= width; x++)
      rows[y * (width + 1) + x] = y % 40 < 12 ? (Math.random() < 0.5 ? 40 : 230) : 240 + (x % 8);
  const chunk = (type: string, data: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
let bytes = 0;
const pictures: string[] = [];
for (let at = 0; at < PAGES; at++) {
  const picture = scan();
  bytes += picture.length;
  pictures.push((await upload(ossUpload, `第${at + 1}页.png`, picture)).id);
}
await client.query('delete from development_paper where file_id = $1', [id]);
await client.query(
  `insert into development_paper (file_id, step_no, kind, files)
   select $1, 1, 'application', $2 where not exists (select from development_paper where file_id = $1 and step_no = 1)`,
  [id, pictures],
);
await client.query('update development_file set paper_until = 3 where id = $1', [id]);
await client.query(
  `update stored_file set kind = 'recruitment.paper', row_id = (select id::text from development_paper where file_id = $1 limit 1)
    where id = any($2)`,
  [id, pictures],
);
let pages = 0;
const took = await p50(async () => {
  const paper = await ask(printDossier, { id });
  pages = paper.pages;
});
say(`${pages} pages of a file as one PDF, ${(bytes / PAGES / 1024).toFixed(0)} KB a scan`, took, 5000);

await pool.end();
await end();
process.exit(missed.length > 0 ? 1 : 0);
