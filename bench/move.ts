// A move of an organisation with 50,000 people below it in one transaction, while others read: `npm run bench:move`
// (DATA_DIR: a folder that `npm run seed` has filled with at least 100,000 people). It is moved and taken back.
import { loadavg } from 'node:os';
import pg from 'pg';
import { openDatabase } from '#platform/server/postgres/pool.ts';
import { readConfig } from '#platform/server/start/config.ts';
import { keyFile, launch, openAdministrator } from './launch.ts';

const PEOPLE = 50_000;
/** Seconds that a move may take. */
const BELOW = 10;

process.env.DATA_DIR ??= 'data/bench';
const config = readConfig();
const database = await openDatabase(config);
const client = new pg.Client({ connectionString: database.ownerUrl });
await client.connect();
const token = await openAdministrator(client);
const { child, port } = await launch(
  'src/server.ts',
  {
    PORT: '0',
    DATABASE_URL: database.ownerUrl,
    KEY_FILE: keyFile(config.dataDir),
  },
  /http:\/\/127\.0\.0\.1:(\d+)/,
);

interface Answer {
  code: number;
  msg: string;
  // biome-ignore lint/suspicious/noExplicitAny: each call answers its own
  data: any;
  total: number;
}

async function ask(path: string, method = 'GET', body?: object): Promise<Answer> {
  const headers = { authorization: token, ...(body ? { 'content-type': 'application/json' } : {}) };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await answer.json()) as Answer;
}

const PATH = '/api/djOrg/transfer';
let serial = Date.now();

/** Drafts a move; answers the document. */
async function draft(orgId: string, targetId: string): Promise<Answer['data']> {
  const made = await ask(PATH, 'POST', {
    kind: 'move',
    number: `测〔2026〕${++serial}号`,
    issuedOn: '2026-01-01',
    reason: '测量',
    orgId,
    targetId,
  });
  if (made.code !== 200) throw new Error(JSON.stringify(made));
  return (await ask(`${PATH}/${made.data.id}`)).data;
}

/** Operates a document; answers the seconds that it took. */
async function operate(id: string, version: number, act: 'carryOut' | 'reverse'): Promise<number> {
  const start = performance.now();
  const done = await ask(`${PATH}/operation`, 'POST', { id, version, act, reason: act === 'reverse' ? '测量' : '' });
  if (done.code !== 200) throw new Error(JSON.stringify(done));
  return (performance.now() - start) / 1000;
}

interface County {
  id: string;
  code: string;
  n: number;
}
const counties = async (): Promise<County[]> =>
  (
    await client.query<County>(
      `select o.id, o.code, coalesce(sum(c.n), 0)::int as n from organisation o
       left join member_counter c on c.org_code = o.code and c.fact = 'category'
       where length(o.code) = 8 and o.deleted_at is null and o.type = 10 group by o.id order by n desc`,
    )
  ).rows;

// The smallest county that is large enough; where none is, the next ones are put below the largest until it is.
const all = await counties();
const largest = all.findLast(({ n }) => n >= PEOPLE) ?? all[0];
if (!largest) throw new Error('no county to move');
const others = all.filter((one) => one !== largest);
let people = largest.n;
while (people < PEOPLE && others.length > 1) {
  const next = others.shift();
  if (!next) break;
  const { id, version } = await draft(next.id, largest.id);
  await operate(id, version, 'carryOut');
  people += next.n;
}
const target = others.at(-1);
if (!target) throw new Error('no county to move to');

const waits: number[] = [];
let reading = true;
const read = async () => {
  while (reading) {
    const start = performance.now();
    const answer = await ask(`/api/orgMeber/org/datalistPage?orgId=${target.id}`);
    if (answer.code !== 200) throw new Error(JSON.stringify(answer));
    waits.push(performance.now() - start);
  }
};
const change = await draft(largest.id, target.id);
const reader = read();
const moved = await operate(change.id, change.version, 'carryOut');
const during = waits.length;
const back = await operate(change.id, change.version + 1, 'reverse');
reading = false;
await reader;
const sorted = waits.toSorted((a, b) => a - b);
const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
console.info(`${change.orgCount} organisations, ${change.memberCount} people, load ${loadavg()[0]?.toFixed(1)}`);
console.info(`moved in ${moved.toFixed(1)} s (limit ${BELOW}), taken back in ${back.toFixed(1)} s`);
console.info(`${during} lists read during the move; p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`);
child.kill();
await client.end();
await database.stop();
process.exit(moved <= BELOW ? 0 : 1);
