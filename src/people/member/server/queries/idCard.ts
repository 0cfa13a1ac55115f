import { type RawBuilder, sql } from 'kysely';
import { isSuperior } from '#kernel/permission/server/index.ts';
import type { ChangeState } from '#people/member/contract.idCard.ts';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { filesExpired } from '#platform/server/files/files.ts';

/** The rows of `member` that bear an id card now or bore it before; two index lookups. */
export const holdsIdCard = (index: Buffer): RawBuilder<boolean> => sql<boolean>`
  member.id_card_index = any(array(
    select ${index}::bytea union all
    select now.id_card_index from former_id_card f join member now on now.id = f.member_id
     where f.id_card_index = ${index}::bytea and now.deleted_at is null))`;

/** A living person who bore one of these numbers before, with the number's index. */
export async function formerHolders(db: Db, indexes: readonly Buffer[]) {
  const { rows } = await sql<{ index: Buffer; id: string; name: string; org_code: string; org_name: string }>`
    select distinct on (f.id_card_index) f.id_card_index as index, m.id, m.name, m.org_code, o.name as org_name
      from former_id_card f join member m on m.id = f.member_id join organisation o on o.id = m.org_id
     where f.id_card_index = any(${indexes}::bytea[]) and m.deleted_at is null
     order by f.id_card_index, f.id desc`.execute(db);
  return rows;
}

/** Who looks: what may be decided depends on it. */
export interface Looker {
  accountId: string;
  memberId: string | null;
  orgCode: string;
}

export interface ChangeRow {
  id: string;
  member_id: string;
  name: string;
  member_org_code: string;
  member_org_name: string;
  old_mask: string;
  new_enc: Buffer | null;
  new_mask: string;
  new_index: Buffer | null;
  birth_date: string | null;
  gender: number | null;
  reason: string;
  proof: string[];
  state: ChangeState;
  requested_by: string;
  requested_by_name: string;
  requested_org_name: string;
  requested_at: Date;
  decider_org_name: string;
  decided_by_name: string | null;
  decided_at: Date | null;
  decision: string;
  /** The session stands above the asking organisation, or at the top where nothing is above. */
  superior: boolean;
}

const from = sql`
  id_card_change q
  join member m on m.id = q.member_id and m.deleted_at is null
  join organisation mo on mo.id = m.org_id
  join organisation asking on asking.id = q.requested_org_id
  join organisation decider on decider.id = q.decider_org_id`;

const columns = (looker: Looker) => sql`
  q.id, q.member_id, m.name, m.org_code as member_org_code, mo.name as member_org_name, q.old_mask, q.new_enc, q.new_mask,
  q.new_index, q.birth_date, q.gender, q.reason, q.proof, q.state, q.requested_by, q.requested_by_name,
  asking.name as requested_org_name, q.requested_at, decider.name as decider_org_name, q.decided_by_name, q.decided_at,
  q.decision, ${isSuperior(looker)} as superior`;

const open = (looker: Looker) => sql<boolean>`
  (q.state = 'pending' and q.requested_by <> ${looker.accountId}
   and q.member_id is distinct from ${looker.memberId}::bigint and ${isSuperior(looker)})`;

export interface ChangeFilter {
  name: string;
  state: ChangeState | null;
  view: 'toDecide' | 'mine' | null;
  limit: number;
  offset: number;
}

/** Requests about people of the scope, newest first; `toDecide` counts those that wait for the looker. */
export async function listChanges(db: Db, scope: Scope, looker: Looker, filter: ChangeFilter) {
  const within = peopleWithin(scope, 'm');
  const parts = [within];
  if (filter.name) parts.push(textHolds(sql`m.name`, filter.name));
  if (filter.state) parts.push(sql`q.state = ${filter.state}`);
  if (filter.view === 'mine') parts.push(sql`q.requested_by = ${looker.accountId}`);
  if (filter.view === 'toDecide') parts.push(open(looker));
  const where = sql.join(parts, sql` and `);
  const [list, counts] = await Promise.all([
    sql<ChangeRow>`
      select ${columns(looker)} from ${from} where ${where}
       order by q.id desc limit ${filter.limit} offset ${filter.offset}`.execute(db),
    sql<{ total: number; to_decide: number }>`
      select (select count(*)::int from ${from} where ${where}) as total,
             (select count(*)::int from ${from} where ${within} and ${open(looker)}) as to_decide`.execute(db),
  ]);
  return { rows: list.rows, total: counts.rows[0]?.total ?? 0, toDecide: counts.rows[0]?.to_decide ?? 0 };
}

/** One request about a person of the scope; `lock`: until the transaction ends nobody else decides it. */
export async function findChange(
  db: Db,
  scope: Scope,
  looker: Looker,
  id: string,
  lock = false,
): Promise<ChangeRow | undefined> {
  if (lock) await sql`select from id_card_change where id = ${id} for update`.execute(db);
  const { rows } = await sql<ChangeRow>`
    select ${columns(looker)} from ${from} where q.id = ${id} and ${peopleWithin(scope, 'm')}`.execute(db);
  return rows[0];
}

/** The id of the next request: its number is encrypted for it before the row is there. */
export async function nextChangeId(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('id_card_change', 'id'))::text as id`.execute(db);
  return rows[0]?.id ?? '';
}

export interface NewChange {
  id: string;
  memberId: string;
  oldMask: string;
  newEnc: Buffer;
  newMask: string;
  newIndex: Buffer;
  birthDate: string;
  gender: number;
  reason: string;
  by: { id: string; name: string };
  askingOrgId: string;
  deciderOrgId: string;
}

/** Writes a request; false where one for the person, or for the same new number, waits already. */
export async function insertChange(db: Db, change: NewChange): Promise<boolean> {
  const { rows } = await sql`
    insert into id_card_change (id, member_id, old_mask, new_enc, new_mask, new_index, birth_date, gender, reason,
                                requested_by, requested_by_name, requested_org_id, decider_org_id)
    values (${change.id}, ${change.memberId}, ${change.oldMask}, ${change.newEnc}, ${change.newMask}, ${change.newIndex},
            ${change.birthDate}, ${change.gender}, ${change.reason}, ${change.by.id}, ${change.by.name},
            ${change.askingOrgId}, ${change.deciderOrgId})
    on conflict do nothing returning id`.execute(db);
  return rows.length > 0;
}

/** The papers of a request that was just written. */
export const setProof = (db: Db, id: string, proof: readonly string[]) =>
  sql`update id_card_change set proof = ${proof}::text[] where id = ${id}`.execute(db);

/** The stored papers of a request, in their order. */
export async function papersOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; name: string; size: string; mime: string }>`
    select f.id, f.name, f.size, f.mime from unnest(${ids}::text[]) with ordinality as list (id, place)
      join stored_file f on f.id = list.id order by place`.execute(db);
  return rows.map((row) => ({ ...row, size: Number(row.size) }));
}

/** Ends a request that waits; the row is held by the caller. What it held of the new number goes. */
export const closeChange = (
  db: Db,
  id: string,
  to: { state: Exclude<ChangeState, 'pending'>; by: { id: string; name: string }; decision: string },
) =>
  sql`update id_card_change
         set state = ${to.state}, decided_by = ${to.by.id}, decided_by_name = ${to.by.name}, decided_at = now(),
             decision = ${to.decision}, new_enc = null, new_index = null
       where id = ${id} and state = 'pending'`.execute(db);

/** Ends what waits about a person who is deleted; answers the ids. */
export async function dropChangesOf(db: Db, memberId: string, by: { id: string; name: string }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update id_card_change
       set state = 'withdrawn', decided_by = ${by.id}, decided_by_name = ${by.name}, decided_at = now(),
           decision = '人员已删除', new_enc = null, new_index = null
     where member_id = ${memberId} and state = 'pending' returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Keeps a number that was just changed, encrypted as it stood. */
export async function insertFormer(
  db: Db,
  former: { memberId: string; enc: Buffer; mask: string; index: Buffer; changeId: string },
): Promise<void> {
  await sql`
    insert into former_id_card (member_id, id_card_enc, id_card_mask, id_card_index, change_id)
    values (${former.memberId}, ${former.enc}, ${former.mask}, ${former.index}, ${former.changeId})`.execute(db);
}

/** Destroys the former numbers of a person who is erased, and what requests say of them. */
export async function eraseIdCardsOf(db: Db, memberId: string): Promise<void> {
  await sql`delete from former_id_card where member_id = ${memberId}`.execute(db);
  await sql`update id_card_change set old_mask = '', new_mask = '', birth_date = null, gender = null, reason = ''
             where member_id = ${memberId}`.execute(db);
  // The bytes go with the next cleaning, within the hour.
  await filesExpired(
    sql`kind = 'member.idCardChange' and row_id in (select id::text from id_card_change where member_id = ${memberId})`,
    { erased: true },
  ).execute(db);
}
