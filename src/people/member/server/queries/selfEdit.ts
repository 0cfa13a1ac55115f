import { type RawBuilder, sql } from 'kysely';
import type { SelfEditState } from '#people/member/contract.selfEdit.ts';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** By field: old and new as they are shown, and what became of it. */
export type ShownFields = Record<string, { before: string; after: string; accepted: boolean | null }>;

export interface SelfEditRow {
  id: string;
  member_id: string;
  account_id: string;
  name: string;
  org_code: string;
  org_name: string;
  values_enc: Buffer | null;
  fields: ShownFields;
  note: string;
  state: SelfEditState;
  reviewer_org_name: string;
  proposed_at: Date;
  decided_by_name: string | null;
  decided_at: Date | null;
  decision: string;
}

const from = sql`
  self_edit q
  join member m on m.id = q.member_id and m.deleted_at is null
  join organisation o on o.id = m.org_id
  join organisation reviewer on reviewer.id = q.reviewer_org_id`;

const columns = sql`
  q.id, q.member_id, q.account_id, m.name, m.org_code, o.name as org_name, q.values_enc, q.fields, q.note, q.state,
  reviewer.name as reviewer_org_name, q.proposed_at, q.decided_by_name, q.decided_at, q.decision`;

/** Proposals of people of the scope, newest first; `toDecide` counts those that wait, the own one left out. */
export async function listSelfEdits(
  db: Db,
  scope: Scope,
  self: string | null,
  filter: { name: string; state: SelfEditState | null; limit: number; offset: number },
) {
  const within = peopleWithin(scope, 'm');
  const parts: RawBuilder<unknown>[] = [within];
  if (filter.name) parts.push(textHolds(sql`m.name`, filter.name));
  if (filter.state) parts.push(sql`q.state = ${filter.state}`);
  const where = sql.join(parts, sql` and `);
  const [list, counts] = await Promise.all([
    sql<SelfEditRow>`
      select ${columns} from ${from} where ${where}
       order by q.id desc limit ${filter.limit} offset ${filter.offset}`.execute(db),
    sql<{ total: number; to_decide: number }>`
      select (select count(*)::int from ${from} where ${where}) as total,
             (select count(*)::int from ${from}
               where ${within} and q.state = 'pending' and q.member_id is distinct from ${self}::bigint) as to_decide`.execute(
      db,
    ),
  ]);
  return { rows: list.rows, total: counts.rows[0]?.total ?? 0, toDecide: counts.rows[0]?.to_decide ?? 0 };
}

/** One proposal about a person of the scope; `lock`: until the transaction ends nobody else decides it. */
export async function findSelfEdit(db: Db, scope: Scope, id: string, lock = false): Promise<SelfEditRow | undefined> {
  if (lock) await sql`select from self_edit where id = ${id} for update`.execute(db);
  const { rows } = await sql<SelfEditRow>`
    select ${columns} from ${from} where q.id = ${id} and ${peopleWithin(scope, 'm')}`.execute(db);
  return rows[0];
}

/** The latest proposal of a person. */
export async function latestOf(db: Db, memberId: string): Promise<SelfEditRow | undefined> {
  const { rows } = await sql<SelfEditRow>`
    select ${columns} from ${from} where q.member_id = ${memberId} order by q.id desc limit 1`.execute(db);
  return rows[0];
}

/** Writes a proposal; undefined where one of the person waits already. */
export async function insertSelfEdit(
  db: Db,
  row: {
    memberId: string;
    accountId: string;
    values: Buffer;
    fields: ShownFields;
    note: string;
    reviewerOrgId: string;
  },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into self_edit (member_id, account_id, values_enc, fields, note, reviewer_org_id)
    values (${row.memberId}, ${row.accountId}, ${row.values}, ${JSON.stringify(row.fields)}::jsonb, ${row.note},
            ${row.reviewerOrgId})
    on conflict do nothing returning id`.execute(db);
  return rows[0]?.id;
}

/** Ends a proposal that waits; the row is held by the caller. The values themselves go. */
export const closeSelfEdit = (
  db: Db,
  id: string,
  to: { state: Exclude<SelfEditState, 'pending'>; by: string; decision: string; fields: ShownFields },
) =>
  sql`update self_edit
         set state = ${to.state}, decided_by_name = ${to.by}, decided_at = now(), decision = ${to.decision},
             fields = ${JSON.stringify(to.fields)}::jsonb, values_enc = null
       where id = ${id} and state = 'pending'`.execute(db);

/** Ends what waits of a person who is deleted; answers the ids. */
export async function dropSelfEditsOf(db: Db, memberId: string, by: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update self_edit set state = 'withdrawn', decided_by_name = ${by}, decided_at = now(), decision = '人员已删除',
           values_enc = null
     where member_id = ${memberId} and state = 'pending' returning id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Destroys what a person who is erased has proposed. */
export async function eraseSelfEditsOf(db: Db, memberId: string): Promise<void> {
  await sql`delete from self_edit where member_id = ${memberId}`.execute(db);
}
