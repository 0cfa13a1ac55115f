import { sql } from 'kysely';
import { isUrged } from '#house/server/urging.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { Finding } from '#procedures/transfer/rules/checks.ts';
import type { Hop, Kind, Status } from '#procedures/transfer/rules.ts';

export interface NewTransfer {
  memberId: string | null;
  kind: Kind;
  fromOrgId: string | null;
  toOrgId: string | null;
  outsideName: string;
  outsideBranch: string;
  reason: string;
  appliedBy: string;
  appliedName: string;
  byPerson: boolean;
  onTheSpot?: boolean;
  undoesId?: string | null;
}

export async function insertTransfer(db: Db, one: NewTransfer): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into relation_transfer (member_id, kind, from_org_id, to_org_id, outside_name, outside_branch, reason, applied_by,
                                   applied_name, by_person, on_the_spot, undoes_id, created_by)
    values (${one.memberId}, ${one.kind}, ${one.fromOrgId}, ${one.toOrgId}, ${one.outsideName}, ${one.outsideBranch},
            ${one.reason}, ${one.appliedBy}, ${one.appliedName}, ${one.byPerson}, ${one.onTheSpot ?? false},
            ${one.undoesId ?? null}, ${one.appliedName}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** A transfer that is handed in as it is started, with its way and its first lines of history, in one statement: as a draft's second version. */
export async function insertSubmitted(
  db: Db,
  one: NewTransfer & { atSeq: number; checks: readonly Finding[] },
  hops: readonly Hop[],
  by: { accountId: string; name: string; orgName: string },
): Promise<string> {
  const way = hops.map((hop, at) => ({ ...hop, seq: at + 1 }));
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into relation_transfer (member_id, kind, from_org_id, to_org_id, outside_name, outside_branch, reason, applied_by,
                                     applied_name, by_person, created_by, status, at_seq, checks, submitted_at, version)
      values (${one.memberId}, ${one.kind}, ${one.fromOrgId}, ${one.toOrgId}, ${one.outsideName}, ${one.outsideBranch},
              ${one.reason}, ${one.appliedBy}, ${one.appliedName}, ${one.byPerson}, ${one.appliedName}, 1, ${one.atSeq},
              ${JSON.stringify(one.checks)}::jsonb, now(), 2) returning id),
    hops as (
      insert into relation_hop (transfer_id, seq, org_id, org_code, org_name, role, decides, state, since, account_id, operator, done_at)
      select made.id, h.seq, h."orgId", h."orgCode", h."orgName", h.role, h.decides,
             case when h.seq < ${one.atSeq} then 'passed' when h.seq = ${one.atSeq} then 'waiting' else 'none' end,
             case when h.seq = ${one.atSeq} then now() end,
             case when h.seq < ${one.atSeq} then ${by.accountId}::bigint end,
             case when h.seq < ${one.atSeq} then ${by.name} else '' end,
             case when h.seq < ${one.atSeq} then now() end
        from made, jsonb_to_recordset(${JSON.stringify(way)}::jsonb)
               as h(seq smallint, "orgId" bigint, "orgCode" text, "orgName" text, role text, decides boolean)),
    events as (
      insert into relation_event (transfer_id, act, before, after, org_name, operator, account_id, note)
      select made.id, e.act, e.before, e.after, ${by.orgName}, ${by.name}, ${by.accountId}::bigint, e.note
        from made, (values ('start', null::smallint, 0::smallint, ${one.reason}), ('submit', 0, 1, '')) as e (act, before, after, note))
    select id from made`.execute(db);
  return rows[0]?.id ?? '';
}

/** Where a draft leads now. */
export const rewriteTransfer = (
  db: Db,
  id: string,
  one: Pick<NewTransfer, 'kind' | 'toOrgId' | 'outsideName' | 'outsideBranch' | 'reason'>,
) =>
  sql`update relation_transfer set kind = ${one.kind}, to_org_id = ${one.toOrgId}, outside_name = ${one.outsideName},
             outside_branch = ${one.outsideBranch}, reason = ${one.reason}
       where id = ${id}`.execute(db);

/** Writes the way anew; the first of it are passed already. */
export async function writeHops(db: Db, transferId: string, hops: readonly Hop[]): Promise<void> {
  await sql`delete from relation_hop where transfer_id = ${transferId}`.execute(db);
  const list = hops.map((hop, at) => ({ ...hop, seq: at + 1 }));
  await sql`
    insert into relation_hop (transfer_id, seq, org_id, org_code, org_name, role, decides)
    select ${transferId}, h.seq, h."orgId", h."orgCode", h."orgName", h.role, h.decides
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
           as h(seq smallint, "orgId" bigint, "orgCode" text, "orgName" text, role text, decides boolean)`.execute(db);
}

/** What becomes of a hop, and by whom; null: nobody yet. */
export const setHop = (
  db: Db,
  transferId: string,
  seq: number,
  state: 'none' | 'waiting' | 'passed' | 'returned',
  by: { accountId: string; name: string; opinion: string } | null,
) =>
  sql`update relation_hop set state = ${state}, since = case when ${state} = 'waiting' then now() else since end,
             urged_at = case when ${state} = 'waiting' then null else urged_at end,
             account_id = ${by?.accountId ?? null}, operator = ${by?.name ?? ''}, opinion = ${by?.opinion ?? ''},
             done_at = ${by ? sql`now()` : sql`null`}
       where transfer_id = ${transferId} and seq = ${seq}`.execute(db);

/** One hop is passed, the next one waits. */
export const passOn = (
  db: Db,
  transferId: string,
  seq: number,
  nextSeq: number,
  by: { accountId: string; name: string; opinion: string },
) =>
  sql`update relation_hop set state = case when seq = ${seq} then 'passed' else 'waiting' end,
             since = case when seq = ${nextSeq} then now() else since end,
             urged_at = case when seq = ${nextSeq} then null else urged_at end,
             account_id = case when seq = ${seq} then ${by.accountId}::bigint end,
             operator = case when seq = ${seq} then ${by.name} else '' end,
             opinion = case when seq = ${seq} then ${by.opinion} else '' end,
             done_at = case when seq = ${seq} then now() end
       where transfer_id = ${transferId} and seq in (${seq}, ${nextSeq})`.execute(db);

/** Of these people's open hops none waits any more. */
export const clearHops = (db: Db, transferId: string) =>
  sql`update relation_hop set state = 'none' where transfer_id = ${transferId} and state = 'waiting'`.execute(db);

export interface Standing {
  status: Status;
  atSeq: number;
  dueOn?: string | null;
  checks?: readonly Finding[];
  returnedFor?: string;
  submitted?: boolean;
  completedOn?: string;
}

/** Where a locked transfer stands now; what is left out stays. Answers the new version. */
export async function saveStanding(db: Db, id: string, now: Standing): Promise<number> {
  const sets = [sql`status = ${now.status}, at_seq = ${now.atSeq}, moved_at = now(), version = version + 1`];
  if (now.dueOn !== undefined) sets.push(sql`due_on = ${now.dueOn}`);
  if (now.checks !== undefined) sets.push(sql`checks = ${JSON.stringify(now.checks)}::jsonb`);
  if (now.returnedFor !== undefined) sets.push(sql`returned_for = ${now.returnedFor}`);
  if (now.submitted) sets.push(sql`submitted_at = now()`);
  if (now.completedOn !== undefined) sets.push(sql`completed_on = ${now.completedOn}`);
  const { rows } = await sql<{ version: number }>`
    update relation_transfer set ${sql.join(sets)} where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export const noteUndone = (db: Db, id: string, byId: string) =>
  sql`update relation_transfer set undone_by_id = ${byId}, version = version + 1 where id = ${id}`.execute(db);

export const addEvent = (
  db: Db,
  one: {
    transferId: string;
    act: string;
    before: Status | null;
    after: Status;
    orgName: string;
    operator: string;
    accountId: string | null;
    note: string;
  },
) =>
  sql`insert into relation_event (transfer_id, act, before, after, org_name, operator, account_id, note)
      values (${one.transferId}, ${one.act}, ${one.before}, ${one.after}, ${one.orgName}, ${one.operator}, ${one.accountId},
              ${one.note})`.execute(db);

/** Notes that a hop was urged, unless that was less than two hours ago: false. */
export async function saveHopUrged(db: Db, transferId: string, seq: number): Promise<boolean> {
  const { rows } = await sql`
    update relation_hop set urged_at = now()
     where transfer_id = ${transferId} and seq = ${seq} and state = 'waiting'
       and not ${isUrged(sql`urged_at`)} returning id`.execute(db);
  return rows.length > 0;
}

/** A transfer that somebody still has to decide, carry out or withdraw. */
const OPEN = sql`status in (0, 1, 2, 3, 4, 7, 8)`;

/**
 * Holds the open transfer of somebody for this transaction; undefined where none is open. Whoever changes the person's
 * standing takes it before the person's row, in the order in which a transfer is completed.
 */
export async function lockTransferOf(db: Db, memberId: string): Promise<{ id: string; status: Status } | undefined> {
  const { rows } = await sql<{ id: string; status: Status }>`
    select id, status from relation_transfer where member_id = ${memberId} and ${OPEN} for update`.execute(db);
  return rows[0];
}

/** Who of some people has an open transfer, with its status. */
export async function openTransfersOf(
  db: Db,
  memberIds: readonly string[],
): Promise<{ memberId: string; status: Status }[]> {
  const { rows } = await sql<{ memberId: string; status: Status }>`
    select member_id as "memberId", status from relation_transfer where member_id = any(${memberIds}::bigint[]) and ${OPEN}`.execute(
    db,
  );
  return rows;
}
