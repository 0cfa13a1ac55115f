import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberForm } from '#people/member/test/factory.ts';
import { openPool } from '#platform/server/database/db.ts';
import { runningUrl } from '#platform/server/postgres/embedded.ts';
import { hashToken, makeToken } from '#platform/server/secrecy/crypto.ts';
import { DAYS, DECIDED } from '#procedures/recruitment/test/factory.ts';
import { standAt } from '#procedures/recruitment/test/standing.ts';
import type { Database } from '../../db/types.ts';
import { preparedFolder } from './folder.ts';
import { PASSWORD } from './prepare.ts';
import { ask, type Running, signIn, startServer } from './server.ts';

/**
 * kill -9 of the server in the middle of the transactions that change who is a member and where: steps 17 and 24 of 发展党员, and a
 * transfer between its outflow and its inflow; a vote at a meeting and the meeting's submitting. All of it is there afterwards, or
 * nothing.
 */
const HOLD = 770_017;
const NO_LIMIT = 900_000;

let dataDir: string;
let server: Running;
let pool: pg.Pool;
let db: Kysely<Database>;
type Org = { id: string; code: string };
let committee: Org;
let branch: Org;
let other: Org;
let people: { full: string[]; talker: string };
const tokens = { branch: '', committee: '' };

beforeAll(async () => {
  dataDir = await preparedFolder('party-crash-people-');
  await start();
  const token = await signIn(server.base, PASSWORD);
  const tree = await ask(server.base, 'GET', '/api/common/getOrgTree/all', undefined, token);
  const root = (tree as { data: { id: string }[] } | null)?.data[0]?.id ?? '';
  const make = async (parentId: string, name: string, type: number): Promise<Org> => {
    const made = await ask(server.base, 'POST', '/api/zzxx/org', { parentId, name, type }, token);
    const { rows } = await sql<Org>`
      select id, code from organisation where id = ${(made?.data as unknown as Org | null)?.id ?? '0'}`.execute(db);
    const [org] = rows;
    if (!org) throw new Error(`no organisation: ${JSON.stringify(made)}`);
    return org;
  };
  committee = await make(root, '断电街道党工委', 20);
  branch = await make(committee.id, '断电第一党支部', 46);
  other = await make(committee.id, '断电第二党支部', 46);
  await sql`update organisation set can_approve = true where id = ${committee.id}`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into member (name, gender, nation, birth_date, org_id, org_code, person_category, admission_date, conversion_date,
                        joined_branch_on, party_post, name_grams, pinyin, initials)
    select '老党员' || n, 1, '01', '1970-01-01', ${branch.id}, ${branch.code}, 1, '1995-01-01', '1996-01-01', '1995-01-01',
           case when n = 1 then '书记' else '' end, '{}', '', '' from generate_series(1, 4) n returning id`.execute(db);
  const full = rows.map(({ id }) => id);
  people = { full, talker: full[0] ?? '' };
  for (const [key, org] of Object.entries({ branch, committee })) {
    tokens[key as keyof typeof tokens] = await worker(org);
  }
}, NO_LIMIT);

afterAll(async () => {
  await pool?.end();
  if (server?.child.exitCode === null) {
    const gone = ended();
    server.child.kill('SIGTERM');
    await gone;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const running = await startServer(dataDir);
  if ('exited' in running) throw new Error(`the server ended: ${running.printed}`);
  server = running;
  // The tables' owner, who may set triggers; the server's own user may not.
  const url = new URL(runningUrl(dataDir) ?? '');
  url.username = 'party_owner';
  const opened = openPool(url.href, { max: 4 });
  // A kill may end these connections as well.
  opened.pool.on('error', () => {});
  pool = opened.pool;
  db = opened.db as Kysely<Database>;
}

/** What a call answered; throws where no answer came. */
function dataOf<T>(answer: { data: never } | null): T {
  if (!answer) throw new Error('no answer');
  return answer.data as T;
}

const ended = () => new Promise<void>((resolve) => server.child.once('exit', () => resolve()));

/** A worker of an organisation, signed in. */
async function worker(org: Org): Promise<string> {
  const token = makeToken();
  await sql`
    with made as (
      insert into account (login_index, login_mask, name, password_hash)
      select sha256(${`worker ${org.id}`}::bytea), '试', '试', password_hash from account order by id limit 1 returning id
    ), granted as (
      insert into account_role (account_id, role_id, org_id) select id, 3, ${org.id} from made returning id, account_id
    )
    insert into session (token_hash, sign_in, account_id, grant_id, expires_at)
    select ${hashToken(token)}, ${hashToken(token)}, account_id, id, now() + interval '1 day' from granted`.execute(db);
  return token;
}

/**
 * Kills the server while an act waits in the middle of its transaction: a trigger of the test's own waits there for a lock that
 * the test holds. Answers once another server serves.
 * @param where the write before which it waits: `insert on member_ledger`, and the condition on the new row
 */
async function killedAt(where: { on: string; when: string }, act: () => Promise<unknown>): Promise<void> {
  await sql`create function test_wait() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${sql.raw(String(HOLD))}); return new; end $$`.execute(db);
  await sql`create trigger test_wait before ${sql.raw(where.on)} for each row when (${sql.raw(where.when)})
    execute function test_wait()`.execute(db);
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock($1)', [HOLD]);
  const acting = act();
  const waits = async () =>
    (await holder.query(`select from pg_locks where locktype = 'advisory' and objid = ${HOLD} and not granted`))
      .rowCount;
  try {
    await expect.poll(waits, { timeout: 300_000 }).toBe(1);
  } catch (error) {
    holder.release(true);
    throw new Error(`the act did not come to its middle: ${JSON.stringify(await acting)}`, { cause: error });
  }
  const gone = ended();
  server.child.kill('SIGKILL');
  await gone;
  expect(await acting).toBeNull();
  holder.release(true);
  await pool.end();
  await start();
  const table = where.on.split(' on ')[1] ?? '';
  await sql`drop trigger test_wait on ${sql.raw(table)}`.execute(db);
  await sql`drop function test_wait`.execute(db);
}

interface State {
  category: number;
  state: string;
  step: number;
  ledger: number;
  entering: number;
  told: number;
}

/** How a file and its person stand: category, the step, the lines of ledger and 入党 records, and the lines of its history. */
async function stateOf(fileId: string, no: number): Promise<State | undefined> {
  const { rows } = await sql<State>`
    select m.person_category as category, s.state, f.step,
           (select count(*)::int from member_ledger l where l.member_id = m.id) as ledger,
           (select count(*)::int from sub_record r where r.member_id = m.id and r.kind = 'entering') as entering,
           (select count(*)::int from audit_log a where a.target_type = 'developmentFile' and a.target_id = f.id::text
               and a.action = '审批发展步骤') as told
      from development_file f join member m on m.id = f.member_id
      join development_step s on s.file_id = f.id and s.no = ${no} where f.id = ${fileId}`.execute(db);
  return rows[0];
}

const version = async (fileId: string) =>
  (await sql<{ version: number }>`select version from development_file where id = ${fileId}`.execute(db)).rows[0]
    ?.version;

/** Sends a step that the superior decides; answers the deciding call, which is the same when it is repeated. */
async function sent(n: number, no: 17 | 24): Promise<{ fileId: string; decide: () => ReturnType<typeof ask> }> {
  const { fileId } = await standAt(db, branch, people, n, no);
  const given = { fileId, no, version: await version(fileId), handledOn: DAYS[no], facts: {}, papers: [] };
  const sending = await ask(server.base, 'POST', '/api/fzdy/step/submit', given, tokens.branch);
  expect(sending, JSON.stringify(sending)).toMatchObject({ code: 200 });
  const body = {
    fileId,
    no,
    version: await version(fileId),
    decision: 'agree',
    decidedOn: DECIDED[no],
    meeting: '党工委会议',
    present: 9,
    yes: 9,
    opinion: '见会议记录',
  };
  const key = randomUUID();
  return { fileId, decide: () => ask(server.base, 'POST', '/api/fzdy/step/decide', body, tokens.committee, key) };
}

const BEFORE = { 17: { category: 3, ledger: 0, entering: 0 }, 24: { category: 2, ledger: 1, entering: 0 } };
const AFTER = { 17: { category: 2, ledger: 1, entering: 1 }, 24: { category: 1, ledger: 1, entering: 0 } };

test.each([
  [17, { on: 'insert on member_ledger', when: 'new.sign = 1' }],
  [24, { on: 'update on development_file', when: 'new.category = 1' }],
] as const)(
  'step %i killed in its middle leaves nothing; sent again it is done once',
  { timeout: NO_LIMIT },
  async (no, where) => {
    const { fileId, decide } = await sent(no, no);
    await killedAt(where, decide);
    expect(await stateOf(fileId, no)).toEqual({ ...BEFORE[no], state: 'submitted', step: no, told: 0 });
    expect(await decide()).toMatchObject({ code: 200 });
    // The answer may have been lost: the same request again changes nothing.
    expect(await decide()).toMatchObject({ code: 200 });
    expect(await stateOf(fileId, no)).toEqual({ ...AFTER[no], state: 'done', step: no + 1, told: 1 });
  },
);

test('killed at any moment of many decisions: each is whole, and what was acknowledged is there', {
  timeout: NO_LIMIT,
}, async () => {
  let broken = 0;
  for (let round = 0; round < 4; round++) {
    const all = await Promise.all([0, 1, 2, 3].map((n) => sent(100 + round * 10 + n, n % 2 === 0 ? 17 : 24)));
    const answers = all.map(({ decide }) => decide());
    // Another moment each round, from before the first is done until after the last.
    await (round === 0 ? Promise.resolve() : Promise.race(answers.slice(0, round)));
    const gone = ended();
    server.child.kill('SIGKILL');
    await gone;
    const said = await Promise.all(answers);
    await pool.end();
    await start();
    for (const [at, { fileId, decide }] of all.entries()) {
      const no = at % 2 === 0 ? 17 : 24;
      const now = await stateOf(fileId, no);
      const isDone = now?.state === 'done';
      expect(now).toEqual(
        isDone
          ? { ...AFTER[no], state: 'done', step: no + 1, told: 1 }
          : { ...BEFORE[no], state: 'submitted', step: no, told: 0 },
      );
      if (said[at]?.code === 200) expect(isDone).toBe(true);
      if (!isDone) broken++;
      expect(await decide()).toMatchObject({ code: 200 });
      expect(await stateOf(fileId, no)).toEqual({ ...AFTER[no], state: 'done', step: no + 1, told: 1 });
    }
  }
  // Otherwise the kills came too late to say anything.
  expect(broken).toBeGreaterThan(0);
});

test('a transfer killed between out and in leaves the person where they were; taken in again they stand in one branch', {
  timeout: NO_LIMIT,
}, async () => {
  const form = memberForm(17, 'branchA11', { orgId: branch.id });
  const registered = await ask(server.base, 'POST', '/api/dyxx/member', form, tokens.branch);
  expect(registered, JSON.stringify(registered)).toMatchObject({ code: 200 });
  const memberId = dataOf<{ id: string }>(registered).id;
  const start = {
    memberIds: [memberId],
    reason: '工作调动',
    kind: 'withinBranchTree',
    toOrgId: other.id,
    submit: true,
  };
  const made = await ask(server.base, 'POST', '/api/zzgx/transfer', start, tokens.branch);
  expect(made, JSON.stringify(made)).toMatchObject({ code: 200 });
  const id = dataOf<{ ids: string[] }>(made).ids[0] ?? '';
  const stands = async () => {
    const { rows } = await sql<{ version: number; status: number; org: string; ledger: number[]; entering: number }>`
      select t.version, t.status, m.org_id as org,
             array(select l.sign::int from member_ledger l where l.member_id = m.id order by l.sign) as ledger,
             (select count(*)::int from sub_record r where r.member_id = m.id and r.kind = 'entering') as entering
        from relation_transfer t join member m on m.id = t.member_id where t.id = ${id}`.execute(db);
    return rows[0];
  };
  const agree = (token: string, at: number | undefined, key: string) =>
    ask(server.base, 'POST', '/api/zzgx/transfer/decide', { id, version: at, decision: 'agree' }, token, key);
  // The committee stands above both branches: its one decision takes the person out and in.
  const waiting = await stands();
  expect(waiting).toMatchObject({ status: 1, org: branch.id, ledger: [] });
  const records = waiting?.entering ?? 0;
  const key = randomUUID();
  await killedAt({ on: 'insert on member_ledger', when: 'new.sign = 1' }, () =>
    agree(tokens.committee, waiting?.version, key),
  );
  expect(await stands()).toEqual(waiting);
  expect(await agree(tokens.committee, waiting?.version, key)).toMatchObject({ code: 200 });
  expect(await stands()).toMatchObject({ status: 6, org: other.id, ledger: [-1, 1], entering: records + 1 });
});

test('the vote of a meeting about somebody, and the meeting’s submitting, killed in their middle leave nothing; sent again they are done once', {
  timeout: NO_LIMIT,
}, async () => {
  const call = async (path: string, body: object) => {
    const answer = await ask(server.base, 'POST', path, body, tokens.branch);
    expect(answer, `${path} ${JSON.stringify(answer)}`).toMatchObject({ code: 200 });
    return dataOf<{ id: string; version: number }>(answer);
  };
  const { rows: files } = await sql<{ id: string }>`
    with person as (
      insert into member (name, gender, nation, birth_date, org_id, org_code, person_category, applied_on, name_grams, pinyin, initials)
      values ('票决对象', 2, '01', '1995-04-16', ${branch.id}, ${branch.code}, 4, '2024-01-05', '{}', '', '') returning id
    ), file as (
      insert into development_file (member_id, org_id, org_code, category, step)
      select id, ${branch.id}, ${branch.code}, 4, 7 from person returning id
    ), steps as (
      insert into development_step (file_id, no, state)
      select file.id, no, case when no < 7 then 'done' when no = 7 then 'ready' else 'none' end from file, generate_series(1, 25) as no)
    select id from file`.execute(db);
  const fileId = files[0]?.id ?? '';
  const { rows: days } = await sql<{ day: string }>`
    select ((now() at time zone 'Asia/Shanghai')::date - 1)::text as day`.execute(db);
  const day = days[0]?.day ?? '';
  const { id } = await call('/api/zzsh/meeting', {
    orgId: branch.id,
    type: 1,
    title: '支部党员大会',
    startsAt: `${day} 09:00`,
    endsAt: `${day} 11:00`,
    place: '会议室',
    note: '',
    topics: [{ kind: 3, title: '讨论发展对象' }],
    files: [],
  });
  const stands = async () => {
    const { rows } = await sql<{
      version: number;
      state: number;
      topic: string;
      bound: number;
      votes: number;
      review: number;
      evidence: number;
      told: number;
      present: number;
    }>`
      select m.version, m.state::int as state, (select l.id::text from life_topic l where l.meeting_id = m.id) as topic,
             (select count(*)::int from life_topic l where l.meeting_id = m.id and l.development_meeting_id is not null) as bound,
             (select count(*)::int from development_meeting d join development_vote v on v.meeting_id = d.id
               where v.file_id = ${fileId}) as votes,
             (select count(*)::int from todo where subject = 'lifeReview:' || m.id and done_at is null) as review,
             (select count(*)::int from point_evidence e where e.subject like '%:' || m.id and not e.gone) as evidence,
             (select count(*)::int from audit_log a where a.target_type = 'lifeMeeting' and a.target_id = m.id::text) as told,
             (select count(*)::int from attendance_sheet s join attendance_person p on p.sheet_id = s.id
               where s.kind = 'life' and s.subject_id = m.id and p.due and p.votes) as present
        from life_meeting m where m.id = ${id}`.execute(db);
    const [row] = rows;
    if (!row) throw new Error('no meeting');
    return row;
  };
  const next = async () => ({ id, version: (await stands()).version });
  await call('/api/zzsh/meeting/notify', await next());
  await call('/api/zzsh/meeting/hold', await next());
  await call('/api/zzsh/meeting/markRest', { id });
  const before = await stands();
  const vote = { id, topicId: before.topic, fileId, stage: 3, yes: before.present };
  const voting = randomUUID();
  const cast = () => ask(server.base, 'POST', '/api/zzsh/develop', vote, tokens.branch, voting);
  await killedAt({ on: 'update on life_topic', when: 'new.development_meeting_id is not null' }, cast);
  expect(await stands()).toEqual(before);
  expect(await cast()).toMatchObject({ code: 200 });
  expect(await cast()).toMatchObject({ code: 200 });
  expect(await stands()).toMatchObject({ bound: 1, votes: 1 });

  await call('/api/zzsh/meeting/record', { ...(await next()), minutes: '讨论发展对象。', topics: [] });
  const ready = await stands();
  const key = randomUUID();
  const submit = () =>
    ask(server.base, 'POST', '/api/zzsh/meeting/submit', { id, version: ready.version }, tokens.branch, key);
  await killedAt({ on: 'insert on todo', when: `new.subject = 'lifeReview:${id}'` }, submit);
  expect(await stands()).toEqual(ready);
  expect(await submit()).toMatchObject({ code: 200 });
  expect(await submit()).toMatchObject({ code: 200 });
  expect(await stands()).toMatchObject({ state: 3, bound: 1, votes: 1, review: 1, told: ready.told + 1 });
});
