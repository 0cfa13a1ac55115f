import type pg from 'pg';
import { hashToken, makeToken } from '#platform/server/secrecy/crypto.ts';

/** Asks a server by path; answers its body, or null where no answer came. */
export type Ask = (
  method: 'GET' | 'POST',
  path: string,
  token: string,
  body?: object,
) => Promise<{ code: number; msg: string; data: unknown } | null>;

/** Somebody with a session who is on an exam's list. */
export interface Sitter {
  memberId: string;
  token: string;
}

const MEMBER = 2;
const WORKER = 3;

/** Accounts with one role and a session each, made as a sign-in makes it. `people`: who they are, null for nobody of the register. */
async function openAccounts(
  client: pg.Client,
  roleId: number,
  people: readonly { memberId: string | null; orgId: string }[],
): Promise<string[]> {
  const tokens = people.map(() => makeToken());
  await client.query(
    `with given as (
       select * from unnest($1::bigint[], $2::bigint[], $3::bytea[]) with ordinality as g(member_id, org_id, token_hash, n)),
     made as (
       insert into account (login_index, login_mask, name, member_id)
       select substring(token_hash for 16), 'sitter', 'sitter' || n, member_id from given returning id, login_index),
     held as (
       insert into account_role (account_id, role_id, org_id)
       select made.id, $4, given.org_id from made join given on substring(given.token_hash for 16) = made.login_index
       returning id, account_id)
     insert into session (token_hash, sign_in, account_id, grant_id, expires_at)
     select given.token_hash, given.token_hash, held.account_id, held.id, now() + interval '12 hours'
       from held join made on made.id = held.account_id join given on substring(given.token_hash for 16) = made.login_index`,
    [people.map((one) => one.memberId), people.map((one) => one.orgId), tokens.map(hashToken), roleId],
  );
  return tokens;
}

/** Sessions of the first people of the register who have no account yet, each in the role of a member at the own branch. */
export async function openSitters(client: pg.Client, count: number): Promise<Sitter[]> {
  const { rows } = await client.query<{ memberId: string; orgId: string }>(
    `select m.id as "memberId", m.org_id as "orgId" from member m
      where m.deleted_at is null and not exists (select from account a where a.member_id = m.id) order by m.id limit $1`,
    [count],
  );
  const tokens = await openAccounts(client, MEMBER, rows);
  return rows.map(({ memberId }, at) => ({ memberId, token: tokens[at] ?? '' }));
}

/** A session for each of these accounts in a role that it holds, in the order of their ids. */
export async function openSessions(client: pg.Client, accountIds: readonly string[]): Promise<string[]> {
  const tokens = accountIds.map(() => makeToken());
  await client.query(
    `insert into session (token_hash, sign_in, account_id, grant_id, expires_at)
     select token_hash, token_hash, account_id, (select min(g.id) from account_role g where g.account_id = given.account_id and g.revoked_at is null),
            now() + interval '12 hours'
       from unnest($1::bigint[], $2::bytea[]) as given (account_id, token_hash)`,
    [accountIds, tokens.map(hashToken)],
  );
  return tokens;
}

/** A session of a worker at each of the organisations. */
export const openWorkers = (client: pg.Client, orgIds: readonly string[]): Promise<string[]> =>
  openAccounts(
    client,
    WORKER,
    orgIds.map((orgId) => ({ memberId: null, orgId })),
  );

/** A session of a worker at an organisation. */
export async function openWorker(client: pg.Client, orgId: string): Promise<string> {
  const [token = ''] = await openWorkers(client, [orgId]);
  return token;
}

async function made<T>(ask: Ask, path: string, token: string, body: object): Promise<T> {
  const answer = await ask('POST', path, token, body);
  if (answer?.code !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.data as T;
}

/** Beijing's day and minute, so many minutes from now. */
const inMinutes = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000).toLocaleString('sv', { timeZone: 'Asia/Shanghai' }).slice(0, 16);

/**
 * Publishes an exam of single choices for these people by the calls that a worker's pages use; answers its id.
 * @param minutes until it closes, and for sitting it
 */
export async function publishExamOf(
  ask: Ask,
  worker: string,
  { orgId, questions, minutes, memberIds }: { orgId: string; questions: number; minutes: number; memberIds: string[] },
): Promise<string> {
  // A name of its own, so that a database may be used again.
  const run = Date.now();
  const { id: libId } = await made<{ id: string }>(ask, '/api/zhjy/question/lib', worker, {
    name: `众人的题库${run}`,
    orgId,
  });
  await made(ask, '/api/zhjy/question/batch', worker, {
    libId,
    questions: Array.from({ length: questions }, (_, at) => ({
      kind: 1,
      stem: `第${at + 1}题`,
      options: ['甲', '乙', '丙', '丁'],
      key: ['0'],
      explanation: '',
      difficulty: 3,
      labels: [],
    })),
  });
  const listed = (await ask('GET', `/api/zhjy/question/listPage?libId=${libId}&pageSize=${questions}`, worker)) as {
    rows?: { id: string }[];
  } | null;
  const { id: paperId } = await made<{ id: string }>(ask, '/api/zhjy/paper', worker, {
    orgId,
    name: `众人的试卷${run}`,
    type: 0,
    items: (listed?.rows ?? []).map(({ id }) => ({ section: '一、单选题', questionId: id, score: 2 })),
  });
  const { id } = await made<{ id: string }>(ask, '/api/zhjy/exam', worker, {
    orgId,
    title: '众人的考试',
    paperId,
    opensAt: inMinutes(-5),
    closesAt: inMinutes(minutes + 1),
    minutes,
    audience: 'people',
    memberIds,
    onlyMembers: false,
  });
  await made(ask, '/api/zhjy/exam/publish', worker, { id, version: 1 });
  return id;
}
