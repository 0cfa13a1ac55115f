import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import pg from 'pg';
import { openDatabase } from '#platform/server/postgres/pool.ts';
import { hashToken } from '#platform/server/secrecy/crypto.ts';
import { readConfig } from '#platform/server/start/config.ts';
import { keyFile, launch, openAdministrator } from './launch.ts';
import { type Figures, fetchOnce, load } from './load.ts';

/**
 * `npm run bench`: p50, p99 and throughput of the product at 1 and 16 connections as ratios to
 * the floor, interleaved in one run. The database is DATABASE_URL, or the embedded one of
 * `./data/bench`; it must have been filled by `npm run seed` (DATA_DIR=./data/bench).
 * `npm run bench -- tree figures` asks only the questions whose title holds one of the words.
 */
const ROUNDS = 5;
const SECONDS = 1;
/** Milliseconds that a search over everything may take with a million people. */
const SEARCH_BELOW = 150;
process.env.DATA_DIR ??= 'data/bench';
const config = readConfig();
const database = await openDatabase(config);
const client = new pg.Client({ connectionString: database.ownerUrl });
await client.connect();
const one = async <T extends pg.QueryResultRow>(text: string, ...values: unknown[]) =>
  (await client.query<T>(text, values)).rows[0];

const sizes = await one<{ members: number; orgs: number }>(
  'select (select count(*) from member)::int as members, (select count(*) from organisation)::int as orgs',
);
if (!sizes || sizes.members < 1000) {
  console.error('The database is empty: DATA_DIR=./data/bench npm run seed -- --members 1000000 --orgs 20000');
  process.exit(1);
}
await client.query('vacuum analyze');
const token = await openAdministrator(client);
const subtree = await one<{ id: string; code: string; n: number }>(
  `select o.id, o.code, sum(c.n)::int as n from organisation o join member_counter c on c.org_code = o.code and c.fact = 'category'
   where length(o.code) >= 8 group by o.id order by abs(sum(c.n) - 50000) limit 1`,
);
const person = await one<{ id: string }>(
  'select id from member where org_code >= $1 and org_code < $2 and deleted_at is null limit 1',
  subtree?.code,
  `${subtree?.code}:`,
);
const part = await one<{ part: string }>(
  `select right(name, 2) as part from (select name from member tablesample system (1) where length(name) = 3 limit 20000) s
   group by 1 order by abs(count(*) - 2) limit 1`,
);
if (!subtree || !person || !part) throw new Error('no subtree, person or name to ask for');

const name = encodeURIComponent(part.part);
const deep = Math.min(1000, Math.floor(subtree.n / 20));
const list = '/api/orgMeber/org/datalistPage';
const subject = process.argv.slice(2);
type Answer = Record<string, unknown>;
interface Question {
  title: string;
  product: string;
  floor: string;
  /** Highest ratio of p50 at 1 and at 16 connections. */
  goal: [number, number];
  /** Milliseconds that p50 must stay below at 1 connection. */
  below?: number;
  /** What both answers must have in common. */
  same: (answer: Answer) => unknown;
}
const LIST: [number, number] = [1.5, 2];
const ONE: [number, number] = [2, 2.5];
const total = ({ total }: Answer) => total;
const items = (answer: Answer) => answer.data as Answer[];
const figureOf = (answer: Answer) =>
  Array.isArray(answer.data)
    ? items(answer).reduce(
        (n, { fact, value, n: more }) => n + (fact === 'category' && Number(value) <= 2 ? Number(more) : 0),
        0,
      )
    : (answer.data as { figures: { key: string; value: number }[] }).figures.find(({ key }) => key === 'members')
        ?.value;

const all: Question[] = [
  {
    title: `first page of ${subtree.n} with total`,
    product: `${list}?orgId=${subtree.id}`,
    floor: `/list?code=${subtree.code}`,
    goal: LIST,
    below: 3,
    same: total,
  },
  { title: 'first page of the whole tree', product: list, floor: '/list?code=0001', goal: LIST, same: total },
  {
    title: 'one category with total',
    product: `${list}?orgId=${subtree.id}&pmType=2`,
    floor: `/category?code=${subtree.code}&category=2`,
    goal: LIST,
    same: total,
  },
  {
    title: `page ${deep}`,
    product: `${list}?orgId=${subtree.id}&pageNum=${deep}`,
    floor: `/deep?code=${subtree.code}&offset=${(deep - 1) * 20}`,
    goal: LIST,
    same: total,
  },
  {
    title: 'name part, two characters',
    product: `${list}?orgId=${subtree.id}&name=${name}`,
    floor: `/search?code=${subtree.code}&name=${name}`,
    goal: LIST,
    below: 5,
    same: total,
  },
  {
    title: 'name part in the whole tree',
    product: `${list}?name=${name}`,
    floor: `/search?code=0001&name=${name}`,
    goal: LIST,
    below: 5,
    same: total,
  },
  {
    title: 'one member',
    product: `/api/dyxx/member/get/${person.id}`,
    floor: `/member?id=${person.id}`,
    goal: ONE,
    same: ({ data }) => (data as Answer).idCardNo,
  },
  {
    title: 'tree children',
    product: `/api/common/getOrgTree/all?parentId=${subtree.id}`,
    floor: `/tree?id=${subtree.id}`,
    goal: ONE,
    below: 3,
    same: (answer) =>
      items(answer)
        .map(({ memberCount, members }) => memberCount ?? members)
        .join(),
  },
  {
    title: 'home figures',
    product: '/api/firstPage/data/members',
    floor: '/figures?code=0001',
    goal: LIST,
    below: 3,
    same: figureOf,
  },
];
const questions = all.filter(({ title }) => subject.length === 0 || subject.some((word) => title.includes(word)));

const product = await launch(
  'src/server.ts',
  { DATABASE_URL: database.ownerUrl, KEY_FILE: keyFile(config.dataDir), PORT: '0', DEMO: '0' },
  /127\.0\.0\.1:(\d+)/,
);
const floor = await launch('bench/floor.ts', { DATABASE_URL: database.ownerUrl }, /port (\d+)/);
await warmUp();
const lines: string[] = [];
const say = (line: string) => {
  lines.push(line);
  console.log(line);
};
say(
  `${sizes.members} members, ${sizes.orgs} organisations; best p50 of ${ROUNDS} rounds of ${SECONDS} s, interleaved\n`,
);
say('| question | c | floor p50 ms | product p50 ms | ratio | goal | p99 floor / product | req/s floor / product |');
say('|---|--:|--:|--:|--:|--:|--:|--:|');
let missed = 0;
for (const question of questions) {
  for (const [index, connections] of [1, 16].entries()) {
    const best: Record<'product' | 'floor', Figures | null> = { product: null, floor: null };
    for (let round = 0; round < ROUNDS; round++) {
      for (const side of round % 2 ? (['floor', 'product'] as const) : (['product', 'floor'] as const)) {
        const target = { port: side === 'product' ? product.port : floor.port, path: question[side], token };
        const figures = await load(target, connections, SECONDS);
        if (figures.bad > 0) throw new Error(`${side} ${question[side]}: ${figures.bad} bad answers`);
        if (!best[side] || figures.p50 < best[side].p50) best[side] = figures;
      }
    }
    const { product: p, floor: f } = best;
    if (!p || !f) continue;
    const ratio = p.p50 / f.p50;
    const goal = question.goal[index] ?? 2;
    const slow = connections === 1 && p.p50 > (question.below ?? Number.POSITIVE_INFINITY);
    if (ratio > goal || slow) missed++;
    say(
      `| ${question.title} | ${connections} | ${f.p50.toFixed(2)} | ${p.p50.toFixed(2)}${slow ? ' !' : ''} | ${ratio.toFixed(2)}${ratio > goal ? ' !' : ''} | ${goal} | ${f.p99.toFixed(1)} / ${p.p99.toFixed(1)} | ${f.rate.toFixed(0)} / ${p.rate.toFixed(0)} |`,
    );
  }
}
if (subject.length === 0 || subject.includes('search')) await searches();
say(
  `\n${missed} of ${questions.length * 2} lines above their goal; load of the machine ${loadavg()
    .map((n) => n.toFixed(1))
    .join(' ')}`,
);
mkdirSync('.cache', { recursive: true });
if (subject.length === 0) writeFileSync(`.cache/bench-${sizes.members}.md`, `${lines.join('\n')}\n`);
product.child.kill('SIGTERM');
floor.child.kill('SIGTERM');
await new Promise((resolve) => product.child.once('exit', resolve));
await client.query('delete from session where token_hash = $1', [hashToken(token)]);
await client.end();
await database.stop();

/**
 * The search over everything, by words that find many, few and nobody: the slowest word of the second round. It has a limit
 * of sixty a minute, so that it is asked by hand.
 */
async function searches() {
  const words = `${part?.part} 王 国 王伟 张三丰 甲乙 党支部 第二 江南街道 民主 z zs lw tzy wangwei zhang dzb dkdedzb qqq 18800000000`;
  const each: [number, string][] = [];
  await client.query("delete from rate_window where bucket like '%/api/search/all%'");
  for (const round of [1, 2]) {
    for (const word of words.split(' ')) {
      const from = performance.now();
      const body = () => JSON.stringify({ words: word });
      const answer = await fetchOnce({ port: product.port, path: '/api/search/all', token, method: 'POST', body });
      if (answer.code !== 200) throw new Error(`search for ${word}: ${JSON.stringify(answer).slice(0, 200)}`);
      if (round === 2) each.push([performance.now() - from, word]);
    }
  }
  each.sort(([a], [b]) => b - a);
  const [slowest = [0, '']] = each;
  const middle = each[each.length >> 1]?.[0] ?? 0;
  if (slowest[0] > SEARCH_BELOW) missed++;
  say(
    `\nSearch over everything, ${each.length} words: p50 ${middle.toFixed(1)} ms, slowest ${slowest[0].toFixed(1)} ms (${slowest[1]}), goal ${SEARCH_BELOW} ms`,
  );
}

/** Both servers answer each question until it is compiled; what the product does at its start is over by then. */
async function warmUp() {
  for (const question of questions) {
    await sameAnswer(question);
    await load({ port: floor.port, path: question.floor, token }, 16, 1);
    await load({ port: product.port, path: question.product, token }, 16, 2);
  }
  for (let quiet = 0; quiet < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const others = await one<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
        where state <> 'idle' and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    quiet = others?.n ? 0 : quiet + 1;
  }
}

/** Both servers must mean the same before they are timed. */
async function sameAnswer(question: Question) {
  const a = await fetchOnce({ port: product.port, path: question.product, token });
  const b = await fetchOnce({ port: floor.port, path: question.floor, token });
  if (a.code !== 200 || b.code !== 200)
    throw new Error(`${question.title}: ${JSON.stringify(a).slice(0, 200)} / ${JSON.stringify(b).slice(0, 200)}`);
  const [ours, theirs] = [question.same(a), question.same(b)];
  if (ours === undefined || ours !== theirs) throw new Error(`${question.title}: ${ours} and ${theirs}`);
}
