import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { todosClosed, todosOpened } from '#platform/server/inbox/todos.ts';
import type { Kind, VotersAre } from '#procedures/ballot/rules.ts';
import type { PublicKey } from '../slip.ts';

export interface Result {
  valid: boolean;
  sums: number[][];
  passed: boolean[];
  tied: boolean[];
}

export interface BallotRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  title: string;
  name: string;
  intro: string;
  kind: Kind;
  seats: number;
  options: string[];
  votersAre: VotersAre;
  people: string[];
  /** The meeting's list of those due; null: it is held at none. */
  sheetId: string | null;
  occasion: string;
  occasionUrl: string;
  onPaper: boolean;
  endsAt: Date;
  isOver: boolean;
  state: number;
  openedAt: Date | null;
  openedBy: string;
  closedAt: Date | null;
  urgedAt: Date | null;
  publicKey: PublicKey | null;
  keySealed: Buffer | null;
  voters: number;
  slips: number;
  cast: number;
  /** How many have entered the sums of paper ballots, and confirmed the result. */
  told: number;
  sealedBy: number;
  result: Result | null;
  seal: string;
  sealedAt: Date | null;
  voidReason: string;
  updatedBy: string;
  updatedAt: Date;
  version: number;
}

const BALLOT = sql`b.id, b.org_id as "orgId", b.org_code as "orgCode", o.name as "orgName", b.title, b.title as name, b.intro, b.kind,
  b.seats::int as seats, b.options, b.voters_are as "votersAre", b.people, b.sheet_id as "sheetId", b.occasion,
  b.occasion_url as "occasionUrl", b.on_paper as "onPaper", b.ends_at as "endsAt",
  now() >= b.ends_at as "isOver", b.state::int as state, b.opened_at as "openedAt", b.opened_by as "openedBy",
  b.closed_at as "closedAt", b.urged_at as "urgedAt", b.public_key as "publicKey", b.key_enc as "keySealed", b.voters,
  (select count(v.slip_at)::int from ballot_voter v where v.ballot_id = b.id) as slips,
  case when b.state = 1 then (select count(*)::int from ballot_cast c where c.ballot_id = b.id) else b.cast_count end as cast,
  (select count(*)::int from ballot_teller r where r.ballot_id = b.id) as told,
  (select count(*)::int from ballot_seal r where r.ballot_id = b.id) as "sealedBy", b.result, b.seal, b.sealed_at as "sealedAt", b.void_reason as "voidReason", b.updated_by as "updatedBy",
  b.updated_at as "updatedAt", b.version`;
const FROM = sql`ballot b join organisation o on o.id = b.org_id and o.deleted_at is null`;
const desk = (scope: Scope) =>
  sql`(${within(scope, 'b.org_code')} and ${scope.memberId === null} and b.deleted_at is null)`;

/** A page of votes with how many there are, the newest first. */
export async function pageOfBallots(
  db: Db,
  scope: Scope,
  of: { state: number | null; words: string | null },
  limit: number,
  offset: number,
) {
  const where = sql`${FROM} where ${desk(scope)} and (${of.state}::int is null or b.state = ${of.state})
    and (${of.words}::text is null or ${textHolds(sql`b.title`, of.words)})`;
  const [rows, total] = await Promise.all([
    sql<BallotRecord>`select ${BALLOT} from ${where} order by b.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** A vote of the scope; `lock` keeps it for this transaction. */
export async function findBallot(db: Db, scope: Scope, id: string, lock = false): Promise<BallotRecord | undefined> {
  const { rows } = await sql<BallotRecord>`
    select ${BALLOT} from ${FROM} where b.id = ${id} and ${desk(scope)} ${lock ? sql`for update of b` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** Votes by their ids, wherever they are held; drafts and those that are void are left out. */
export async function openOrOver(db: Db, ids: readonly string[]): Promise<BallotRecord[]> {
  const { rows } = await sql<BallotRecord>`
    select ${BALLOT} from ${FROM}
     where b.id = any(${ids}::bigint[]) and b.deleted_at is null and b.state in (1, 2, 3) order by b.id desc`.execute(
    db,
  );
  return rows;
}

/** An open vote for a ballot that comes without a session: it stays open until the transaction ends. */
export async function findForCast(db: Db, id: string): Promise<BallotRecord | undefined> {
  const { rows } = await sql<BallotRecord>`
    select ${BALLOT} from ${FROM} where b.id = ${id} and b.deleted_at is null and b.state = 1 for share of b`.execute(
    db,
  );
  return rows[0];
}

export interface BallotFields {
  title: string;
  intro: string;
  kind: Kind;
  seats: number;
  options: readonly string[];
  votersAre: VotersAre;
  memberIds: readonly string[];
  onPaper: boolean;
  endsAt: Date;
}

const NAMES = sql`title, intro, kind, seats, options, voters_are, people, on_paper, ends_at`;
const valuesOf = (of: BallotFields) => sql`${of.title}, ${of.intro}, ${of.kind}, ${of.seats}, ${of.options}::text[],
  ${of.votersAre}, ${of.memberIds}::bigint[], ${of.onPaper}, ${of.endsAt}`;

export async function insertBallot(db: Db, org: { id: string; code: string }, of: BallotFields, by: string) {
  const { rows } = await sql<{ id: string }>`
    insert into ballot (org_id, org_code, created_by, updated_by, ${NAMES})
    values (${org.id}, ${org.code}, ${by}, ${by}, ${valuesOf(of)}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export async function writeBallot(db: Db, id: string, of: BallotFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update ballot set (${NAMES}) = row(${valuesOf(of)}), version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Writes what a step changes of a locked vote. */
export const step = (db: Db, id: string, set: RawBuilder<unknown>) =>
  sql`update ballot set ${set}, version = version + 1 where id = ${id}`.execute(db);

/** Binds a draft to the occasion at which it is held. */
export const bindBallot = (db: Db, id: string, of: { sheetId: string; occasion: string; occasionUrl: string }) =>
  sql`update ballot set voters_are = 'meeting', sheet_id = ${of.sheetId}, occasion = ${of.occasion},
             occasion_url = ${of.occasionUrl} where id = ${id}`.execute(db);

/** The votes held at an occasion, in their order. */
export async function listBallotsAt(db: Db, sheetId: string): Promise<BallotRecord[]> {
  const { rows } = await sql<BallotRecord>`
    select ${BALLOT} from ${FROM} where b.sheet_id = ${sheetId} and b.deleted_at is null order by b.id`.execute(db);
  return rows;
}

/** Freezes who may vote. */
export const listVoters = (db: Db, id: string, memberIds: readonly string[]) =>
  sql`insert into ballot_voter (ballot_id, member_id) select ${id}, unnest(${memberIds}::bigint[])`.execute(db);

/** Accounts of those entitled who have no slip yet. */
export async function withoutSlip(db: Db, id: string): Promise<{ people: number; accounts: string[] }> {
  const { rows } = await sql<{ memberId: string; account: string | null }>`
    select v.member_id as "memberId", a.id as account from ballot_voter v left join account a on a.member_id = v.member_id and a.enabled
     where v.ballot_id = ${id} and v.slip_at is null order by a.id`.execute(db);
  return {
    people: new Set(rows.map(({ memberId }) => memberId)).size,
    accounts: rows.flatMap(({ account }) => (account === null ? [] : [account])),
  };
}

/** How many of those entitled have no account. */
export async function countWithoutAccount(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ballot_voter v
    where v.ballot_id = ${id} and not exists (select from account a where a.member_id = v.member_id and a.enabled)`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** The votes whose end has passed. */
export async function dueBallots(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ballot where state = 1 and not on_paper and ends_at <= now() and deleted_at is null order by ends_at limit 50`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Counts a slip's ballot once. Answers whether this very ballot lies there now; false: the slip has voted otherwise. */
export async function putBallot(db: Db, id: string, slip: Buffer, choice: readonly number[]): Promise<boolean> {
  await sql`insert into ballot_cast (ballot_id, slip, choice) values (${id}, ${slip}, ${choice}::smallint[])
            on conflict do nothing`.execute(db);
  const { rows } = await sql`select from ballot_cast where ballot_id = ${id} and slip = ${slip}
    and choice = ${choice}::smallint[]`.execute(db);
  return rows.length > 0;
}

/** Takes the ballots of a locked vote from their slips and writes them in random order; answers them. */
export async function shuffleBallots(db: Db, id: string): Promise<number[][]> {
  const { rows } = await sql<{ choice: number[] }>`
    with taken as (delete from ballot_cast where ballot_id = ${id} returning choice)
    insert into ballot_paper (ballot_id, choice) select ${id}, choice from taken order by gen_random_uuid()
    returning choice`.execute(db);
  return rows.map(({ choice }) => choice);
}

export interface TellerRecord {
  accountId: string;
  name: string;
  cast: number;
  sums: number[];
}

export async function tellersOf(db: Db, id: string): Promise<TellerRecord[]> {
  const { rows } = await sql<TellerRecord>`
    select account_id as "accountId", name, cast_count as cast, sums from ballot_teller where ballot_id = ${id}
     order by entered_at, account_id`.execute(db);
  return rows;
}

export const writeTeller = (db: Db, id: string, of: TellerRecord) =>
  sql`insert into ballot_teller (ballot_id, account_id, name, cast_count, sums)
      values (${id}, ${of.accountId}, ${of.name}, ${of.cast}, ${of.sums}::int[])
      on conflict (ballot_id, account_id) do update
        set cast_count = excluded.cast_count, sums = excluded.sums, entered_at = now()`.execute(db);

export async function sealsOf(db: Db, id: string): Promise<{ accountId: string; name: string; sealedAt: Date }[]> {
  const { rows } = await sql<{ accountId: string; name: string; sealedAt: Date }>`
    select account_id as "accountId", name, sealed_at as "sealedAt" from ballot_seal where ballot_id = ${id}
     order by sealed_at, account_id`.execute(db);
  return rows;
}

export const addSeal = (db: Db, id: string, accountId: string, name: string) =>
  sql`insert into ballot_seal (ballot_id, account_id, name) values (${id}, ${accountId}, ${name}) on conflict do nothing`.execute(
    db,
  );

export const binBallot = (db: Db, id: string, by: string, reason: string) =>
  sql`update ballot set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason}, version = version + 1
       where id = ${id}`.execute(db);

export interface OwnRecord extends BallotRecord {
  hasSlip: boolean;
  asked: Buffer | null;
}

const own = (memberId: string) => sql`${FROM} join ballot_voter w on w.ballot_id = b.id and w.member_id = ${memberId}
  where b.deleted_at is null and b.state <> 0`;

/** A page of the votes in which a person may take part: the open ones first. */
export async function pageOfOwn(db: Db, memberId: string, limit: number, offset: number) {
  const [rows, total] = await Promise.all([
    sql<OwnRecord>`select ${BALLOT}, w.slip_at is not null as "hasSlip", w.slip_asked as asked from ${own(memberId)}
      order by b.state = 1 desc, b.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${own(memberId)}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** One of them; `lock` keeps the person's place for this transaction. */
export async function findOwn(db: Db, memberId: string, id: string, lock = false): Promise<OwnRecord | undefined> {
  const { rows } = await sql<OwnRecord>`
    select ${BALLOT}, w.slip_at is not null as "hasSlip", w.slip_asked as asked from ${own(memberId)} and b.id = ${id}
    ${lock ? sql`for update of w` : sql``}`.execute(db);
  return rows[0];
}

/** Notes that a slip was taken. @param blindedDigest the digest of the blinded slip; null where it was not blinded */
export const noteSlip = (db: Db, id: string, memberId: string, blindedDigest: Buffer | null) =>
  sql`update ballot_voter set slip_at = now(), slip_asked = ${blindedDigest} where ballot_id = ${id} and member_id = ${memberId}`.execute(
    db,
  );

/** Opens a to-do for everybody entitled who has an account. */
export const openTodos = (db: Db, of: { id: string; title: string; dueOn: string }, module: string, path: string) =>
  todosOpened(sql`
      select distinct on (g.account_id) g.role_id, g.org_id, g.org_code, g.account_id, ${module}, ${`投票：${of.title}`},
             '无记名投票，请在截止前完成', '去投票', ${path}, ${of.dueOn}::date, 'ballot:' || v.ballot_id || ':' || v.member_id
        from ballot_voter v join account a on a.member_id = v.member_id join usable_grant g on g.account_id = a.id
       where v.ballot_id = ${of.id} order by g.account_id, g.base <> 'own', g.id`).execute(db);

/** Closes to-dos of a vote: of one person, or all. */
export const closeTodos = (db: Db, id: string, memberId: string | null) =>
  todosClosed(
    memberId === null ? sql`starts_with(subject, ${`ballot:${id}:`})` : sql`subject = ${`ballot:${id}:${memberId}`}`,
  ).execute(db);

/** Who of some people is a full member in good standing. */
export async function fullMembersAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from member where id = any(${ids}::bigint[]) and deleted_at is null and person_category = 1
       and membership_status = 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes what was voted, and who has a slip. */
export async function deleteVotes(db: Db, id: string): Promise<void> {
  await sql`delete from ballot_cast where ballot_id = ${id}`.execute(db);
  await sql`delete from ballot_paper where ballot_id = ${id}`.execute(db);
}

/** Changes of a vote's state, for `step`. */
export const STEPS = {
  open: (by: string, voters: number, keys: { publicKey: string; encrypted: Buffer } | null) =>
    sql`state = 1, opened_at = now(), opened_by = ${by}, voters = ${voters},
        public_key = ${keys?.publicKey ?? null}::jsonb, key_enc = ${keys?.encrypted ?? null}`,
  urge: sql`urged_at = now()`,
  close: (cast: number, result: string) =>
    sql`state = 2, closed_at = now(), cast_count = ${cast}, result = ${result}::jsonb, key_enc = null`,
  seal: (seal: unknown) => sql`state = 3, sealed_at = now(), seal = ${seal}`,
  void: (reason: string) => sql`state = 4, void_reason = ${reason}, result = null, key_enc = null`,
};
