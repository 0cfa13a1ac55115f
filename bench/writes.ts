import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import type { QueryResultRow } from 'pg';
import { sm2 } from 'sm-crypto-v2';
import { login } from '#kernel/session/contract.ts';
import { loginIndex } from '#kernel/session/server/loginName.ts';
import { createLabel } from '#people/groups/contract.labels.ts';
import { decideSelfEdit, proposeSelfEdit } from '#people/member/contract.selfEdit.ts';
import { updateMember } from '#people/member/contract.ts';
import type { Endpoint } from '#platform/contract.ts';
import { textPinyin } from '#platform/server/database/nameSearch.ts';
import { hashToken, makeToken, makeVault } from '#platform/server/secrecy/crypto.ts';
import { readKeyFile } from '#platform/server/secrecy/keys.ts';
import { launch, openAdministrator } from './launch.ts';
import { serve } from './serve.ts';
import type { Plan, Statement } from './writeFloor.ts';

/**
 * `npm run bench:writes`: a sign-in, a new label, a changed person and a decision, one at a time, each beside a floor that
 * writes the same rows bare (`writeFloor.ts`). The two take turns and the middle of all counts. Needs a seeded DATA_DIR of its
 * own: what it writes stays there.
 */
const TIMES = Number(process.env.TIMES ?? 200);
const WARM = 20;
/** Highest ratio to the floor. */
const GOAL = { login: 1.3, write: 3 };
/** As `platform/server/passwords.ts` hashes. */
const HASHING = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
const PASSWORD = `Wq7#kz!Vx2mT`;
const NAME = `bench${randomUUID().slice(0, 8)}`;

const served = await serve();
const rows = async <T extends QueryResultRow = Record<string, unknown>>(text: string, ...values: unknown[]) =>
  (await served.client.query<T>(text, values)).rows;
const one = async <T extends QueryResultRow = Record<string, unknown>>(text: string, ...values: unknown[]) => {
  const [row] = await rows<T>(text, ...values);
  if (!row) throw new Error(`nothing: ${text}`);
  return row;
};
const floor = await launch('bench/writeFloor.ts', { DATABASE_URL: served.databaseUrl }, /port (\d+)/);

const person = await one<{ id: string; org_id: string }>(
  `select m.id, m.org_id from member m where deleted_at is null and person_category = 1
    and not exists (select from account a where a.member_id = m.id)
    and not exists (select from self_edit s where s.member_id = m.id and s.state = 'pending') order by id limit 1`,
);
const vault = makeVault(() => readKeyFile(join(process.env.DATA_DIR ?? 'data/bench', 'master.key')));
const nameIndex = loginIndex(vault, NAME);
const account = await one<{ id: string; password_hash: string }>(
  `insert into account (login_index, login_mask, name, member_id, password_hash) values ($1, 'bench', 'bench', $2, $3)
   returning id, password_hash`,
  nameIndex,
  person.id,
  await hash(PASSWORD, HASHING),
);
const grant = await one<{ id: string }>(
  'insert into account_role (account_id, role_id, org_id) values ($1, 2, $2) returning id',
  account.id,
  person.org_id,
);
const own = makeToken();
await rows(
  `insert into session (token_hash, sign_in, account_id, grant_id, expires_at) values ($1, $1, $2, $3, now() + interval '12 hours')`,
  hashToken(own),
  account.id,
  grant.id,
);
const administrator = await openAdministrator(served.client);
const { publicKey } = (await (await fetch(`${served.address}/api/getFrontEndConfig`)).json()).data;
const encrypted = () =>
  sm2.doEncrypt(JSON.stringify({ p: PASSWORD, t: Date.now(), n: randomUUID() }), publicKey as string, 1);

async function post(url: string, method: string, body: object, token = '') {
  const answer = await fetch(url, {
    method,
    headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!text.startsWith('{"code":200')) throw new Error(`${method} ${url}: ${text.slice(0, 300)}`);
  return JSON.parse(text).data;
}
const call = (endpoint: Endpoint, body: object, token?: string) =>
  post(`${served.address}${endpoint.path}`, endpoint.method, body, token);

type Value = Statement['values'][number];
const held = (value: unknown): Value => {
  if (Buffer.isBuffer(value)) return { hex: value.toString('hex') };
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? JSON.stringify(value)
    : (value as Value);
};

/** Writes once more the newest row of the table, but for what must differ; its own id is counted on by the database. */
async function like(table: string, order: string, fresh: Record<string, Value> = {}): Promise<Statement> {
  const row = await one(`select * from ${table} order by ${order} desc limit 1`);
  const own = await rows<{ column_name: string }>(
    `select column_name from information_schema.columns where table_name = $1
      and (is_identity = 'YES' or is_generated = 'ALWAYS' or column_default like 'nextval%')`,
    table,
  );
  const columns = Object.keys(row).filter((name) => !own.some(({ column_name }) => column_name === name));
  return {
    text: `insert into ${table} (${columns.join(', ')}) values (${columns.map((_name, at) => `$${at + 1}`).join(', ')})`,
    values: columns.map((name) => fresh[name] ?? held(row[name])),
  };
}
const update = (text: string, ...values: Value[]): Statement => ({ text: `update ${text}`, values });
const audited = () => like('audit_log', 'id');
/** The key that keeps a call from being done twice: taken first, its answer kept at the end. */
const once = async () => [
  await like('idempotency', 'created_at', { key: { fresh: 'key' } }),
  update(
    'idempotency set reply = $1 where account_id = $2 and key = $3',
    '{"value":null}',
    held((await one('select account_id from idempotency order by created_at desc limit 1')).account_id),
    { fresh: 'key' },
  ),
];

let version = Number((await one('select version from member where id = $1', person.id)).version);
let posts = 0;
const nextPost = () => `干事${++posts}`;

interface Case {
  title: string;
  goal: number;
  /** What is done before, not counted. */
  ready?: () => Promise<unknown>;
  product: (ready: unknown) => Promise<unknown>;
  plan: () => Promise<Plan>;
  fresh: () => Record<string, string>;
}
/** Versions of the floor lie above all that the product gives. */
let number = 1_000_000;
const key = () => ({ key: randomUUID(), number: String(number++) });
const personRows = async () => [
  await like('member_history', 'id', { version: { fresh: 'number' } }),
  await like('member_fault_stale', 'id'),
  update('member set position = $1, updated_at = now(), version = version where id = $2', { fresh: 'key' }, person.id),
];
/** What the member is told. */
const NEWS = { type: '4', title: '您提交的信息修改已采纳', remark: '采纳：职务', createdBy: 'bench' };
const { full, initials } = textPinyin(NEWS.title);
const readings = [full, initials];
const asked = process.argv.slice(2);
const all: Case[] = [
  {
    title: 'sign-in',
    goal: GOAL.login,
    ready: async () => encrypted(),
    product: (password) => call(login, { username: NAME, password: password as string }),
    fresh: key,
    plan: async () => ({
      password: { hash: account.password_hash, word: PASSWORD },
      statements: [
        update(
          "rate_window set hits = hits + 1 where ctid = (select ctid from rate_window where bucket like '%/api/login%' order by started_at desc limit 1)",
        ),
        {
          text: "insert into used_nonce values (decode(md5($1) || md5($1 || 'b'), 'hex'), now() + interval '5 minutes')",
          values: [{ fresh: 'key' }],
        },
        update('account set login_count = login_count + 1, last_login_at = now() where id = $1', account.id),
        await like('session', 'created_at', { token_hash: { fresh: 'key' } }),
        await audited(),
      ],
    }),
  },
  {
    title: 'new label',
    goal: GOAL.write,
    product: () => call(createLabel, { name: randomUUID().slice(0, 12), colour: 'blue' }, administrator),
    fresh: key,
    plan: async () => {
      const [first, last] = await once();
      return {
        statements: [
          first,
          await like('content_label', 'id', { name: { fresh: 'key' } }),
          await audited(),
          last,
        ] as Statement[],
      };
    },
  },
  {
    title: 'changed person',
    goal: GOAL.write,
    product: async () => {
      const position = nextPost();
      version = (await call(updateMember, { id: person.id, version, position }, administrator)).version;
    },
    fresh: key,
    plan: async () => {
      const [first, last] = await once();
      return { statements: [first, ...(await personRows()), await audited(), last] as Statement[] };
    },
  },
  {
    title: 'decision on a proposal of a member',
    goal: GOAL.write,
    ready: async () => {
      const { id } = await call(proposeSelfEdit, { position: nextPost() }, own);
      version = Number((await one('select version from member where id = $1', person.id)).version);
      return id;
    },
    product: (id) => call(decideSelfEdit, { id: id as string, version, accepted: ['position'] }, administrator),
    fresh: key,
    plan: async () => {
      const [first, last] = await once();
      const proposal = await one<{ id: string }>('select max(id) as id from self_edit where member_id = $1', person.id);
      return {
        statements: [
          first,
          ...(await personRows()),
          update("self_edit set decided_at = now(), decision = '', fields = fields where id = $1", proposal.id),
          update("todo set done_at = now() where id = (select max(id) from todo where subject like 'selfEdit%')"),
          {
            text: `with made as (insert into notice (type, title, pinyin, initials, remark, org_id, created_by, jump_url)
                     values ($1, $2, $3, $4, $5, $6, $7, '') returning id)
                   insert into notice_recipient (notice_id, account_id) select id, $8 from made`,
            values: [NEWS.type, NEWS.title, ...readings, NEWS.remark, person.org_id, NEWS.createdBy, account.id],
          },
          await audited(),
          last,
        ] as Statement[],
      };
    },
  },
];

const middle = (all: number[]) => all.sort((a, b) => a - b)[all.length >> 1] ?? 0;
let missed = 0;
const cases = all.filter(({ title }) => asked.length === 0 || asked.some((word) => title.includes(word)));
console.log(
  `${TIMES} of each after ${WARM}, one at a time; p50 in ms\n\n| write | floor | product | ratio | goal |\n|---|--:|--:|--:|--:|`,
);
for (const { title, goal, ready, product, plan, fresh } of cases) {
  const at = `http://127.0.0.1:${floor.port}/${encodeURIComponent(title)}`;
  await product(await ready?.());
  await post(at, 'PUT', await plan());
  const times: Record<'product' | 'floor', number[]> = { product: [], floor: [] };
  for (let round = 0; round < TIMES + WARM; round++) {
    const given = await ready?.();
    // A minute's limit on sign-ins of one address is not what is measured.
    if (title === 'sign-in') await rows("update rate_window set hits = 1 where bucket like '%/api/login%'");
    const values = fresh();
    const from = performance.now();
    await product(given);
    const between = performance.now();
    await post(at, 'POST', values);
    if (round < WARM) continue;
    times.product.push(between - from);
    times.floor.push(performance.now() - between);
  }
  const [ours, theirs] = [middle(times.product), middle(times.floor)];
  const ratio = ours / theirs;
  if (ratio > goal) missed++;
  console.log(
    `| ${title} | ${theirs.toFixed(2)} | ${ours.toFixed(2)} | ${ratio.toFixed(2)}${ratio > goal ? ' !' : ''} | ${goal} |`,
  );
}
console.log(`\n${missed} of ${cases.length} lines above their goal`);
await rows('delete from session where account_id = $1', account.id);
floor.child.kill('SIGTERM');
await served.end();
