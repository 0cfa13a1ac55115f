import { type RawBuilder, sql } from 'kysely';
import type { RequestState } from '#kernel/permission/contract.requests.ts';
import { FIRST_ADDED_ROLE, SEPARATED } from '#kernel/permission/rules.rights.ts';
import { ROLE } from '#kernel/session/contract.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { standingOf } from './account.ts';
import { type Givable, isStandingGrant } from './standing.ts';

/** Who looks: what may be decided and whose password may be fetched depends on it. */
export interface Looker {
  accountId: string;
  memberId: string | null;
  givable: Givable;
  orgId: string;
  orgCode: string;
}

export interface RequestFilter {
  name: string;
  state: RequestState | null;
  view: 'toDecide' | 'mine' | null;
  limit: number;
  offset: number;
}

export interface RequestRow {
  id: string;
  member_id: string;
  name: string;
  id_card_mask: string | null;
  member_org_name: string;
  role_id: number;
  role_name: string;
  org_id: string;
  org_code: string;
  org_name: string;
  valid_until: string | null;
  reason: string;
  state: RequestState;
  requested_by: string;
  requested_by_name: string;
  requested_org_id: string;
  requested_org_name: string;
  requested_at: Date;
  decider_org_name: string;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: Date | null;
  decision: string;
  account_id: string | null;
  made_account: boolean;
  /** The session stands above the asking organisation, or at the top where nothing is above. */
  superior: boolean;
  /** The new account was not signed in to yet. */
  fresh: boolean;
  /** Of the new account: whether the session could not act upon it by itself. */
  beyond: boolean;
  above: boolean;
}

/**
 * 上级: an organisation above the asking one; at the top of the tree, where nothing is above, the top itself (four eyes
 * hold there too: nobody decides the own request). The query names that organisation `asking`.
 */
export const isSuperior = ({ orgCode }: { orgCode: string }): RawBuilder<boolean> => sql<boolean>`
  (asking.code >= ${orgCode} and asking.code < ${`${orgCode}:`}
   and (asking.code <> ${orgCode} or asking.parent_id is null))`;

const from = sql`
  account_request q
  join organisation o on o.id = q.org_id
  join organisation asking on asking.id = q.requested_org_id
  join member m on m.id = q.member_id
  join organisation mo on mo.id = m.org_id
  join role r on r.id = q.role_id
  left join account a on a.id = q.account_id
  left join organisation decider on decider.id = q.decider_org_id`;

const columns = (scope: Scope, looker: Looker) => sql`
  q.id, q.member_id, m.name, m.id_card_mask, mo.name as member_org_name, q.role_id, r.name as role_name, q.org_id,
  o.code as org_code, o.name as org_name, q.valid_until, q.reason, q.state, q.requested_by, q.requested_by_name,
  q.requested_org_id, asking.name as requested_org_name, q.requested_at, coalesce(decider.name, '') as decider_org_name,
  q.decided_by, q.decided_by_name, q.decided_at, q.decision, q.account_id, q.made_account,
  ${isSuperior(looker)} as superior, coalesce(a.login_count = 0, false) as fresh,
  ${standingOf(scope, looker.givable)}`;

const open = (looker: Looker) => sql<boolean>`
  (q.state = 'pending' and q.requested_by <> ${looker.accountId}
   and q.member_id is distinct from ${looker.memberId}::bigint and ${isSuperior(looker)})`;

/** Requests for organisations of the scope, newest first; `toDecide` counts those that wait for the looker. */
export async function listRequests(db: Db, scope: Scope, looker: Looker, filter: RequestFilter) {
  const parts = [within(scope, 'o.code')];
  if (filter.name) parts.push(textHolds(sql`m.name`, filter.name));
  if (filter.state) parts.push(sql`q.state = ${filter.state}`);
  if (filter.view === 'mine') parts.push(sql`q.requested_by = ${looker.accountId}`);
  if (filter.view === 'toDecide') parts.push(open(looker));
  const where = sql.join(parts, sql` and `);
  const [list, counts] = await Promise.all([
    sql<RequestRow>`
      select ${columns(scope, looker)} from ${from} where ${where}
       order by q.id desc limit ${filter.limit} offset ${filter.offset}`.execute(db),
    sql<{ total: number; to_decide: number }>`
      select (select count(*)::int from ${from} where ${where}) as total,
             (select count(*)::int from ${from} where ${within(scope, 'o.code')} and ${open(looker)}) as to_decide`.execute(
      db,
    ),
  ]);
  return { rows: list.rows, total: counts.rows[0]?.total ?? 0, toDecide: counts.rows[0]?.to_decide ?? 0 };
}

/** One request for an organisation of the scope; `lock`: until the transaction ends nobody else decides it. */
export async function findRequest(
  db: Db,
  scope: Scope,
  looker: Looker,
  id: string,
  lock = false,
): Promise<RequestRow | undefined> {
  if (lock) await sql`select from account_request where id = ${id} for update`.execute(db);
  const { rows } = await sql<RequestRow>`
    select ${columns(scope, looker)} from ${from} where q.id = ${id} and ${within(scope, 'o.code')}`.execute(db);
  return rows[0];
}

export interface NewRequest {
  memberId: string;
  roleId: number;
  orgId: string;
  validUntil: string | null;
  reason: string;
  by: { id: string; name: string };
  askingOrgId: string;
  deciderOrgId: string;
}

/** Writes a request; null where one for the same person, role and organisation waits already. */
export async function insertRequest(db: Db, request: NewRequest): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into account_request (member_id, role_id, org_id, valid_until, reason, requested_by, requested_by_name, requested_org_id,
                                 decider_org_id)
    values (${request.memberId}, ${request.roleId}, ${request.orgId}, ${request.validUntil}, ${request.reason},
            ${request.by.id}, ${request.by.name}, ${request.askingOrgId},
            ${request.deciderOrgId})
    on conflict (member_id, role_id, org_id) where state = 'pending' do nothing
    returning id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Ends a request that waits; the row is held by the caller. */
export const closeRequest = (
  db: Db,
  id: string,
  to: {
    state: Exclude<RequestState, 'pending'>;
    by: { id: string; name: string };
    decision: string;
    accountId?: string;
    grantId?: string;
    madeAccount?: boolean;
  },
) =>
  sql`update account_request
         set state = ${to.state}, decided_by = ${to.by.id}, decided_by_name = ${to.by.name}, decided_at = now(),
             decision = ${to.decision}, account_id = ${to.accountId ?? null}, grant_id = ${to.grantId ?? null},
             made_account = ${to.madeAccount ?? false}
       where id = ${id} and state = 'pending'`.execute(db);

export interface Decider {
  id: string;
  code: string;
  name: string;
  roleId: number;
}

/**
 * Who is asked to decide: the workers, and those in added roles like theirs, of the nearest organisation above where
 * somebody else may approve; where there is none, the administrators of the top. Where the three are separated, these
 * are the security administrators for accounts, and the top's other workers for everything else.
 * @param right what somebody must hold who may approve
 * @param here the organisation itself is asked first, before those above it
 */
export async function deciderOf(
  db: Db,
  askingOrgId: string,
  askingAccountId: string,
  right = 'account:approve',
  here = false,
): Promise<Decider> {
  const { rows } = await sql<Decider>`
    with asking as (select code from organisation where id = ${askingOrgId}),
    nearest as (
      select o.id, o.code, o.name, ${ROLE.worker}::int as "roleId"
        from asking
        join organisation o on o.deleted_at is null
         and o.code = any(array(select left(asking.code, cut) from generate_series(4, length(asking.code) - ${here ? 0 : 4}::int, 4) as cut))
       where exists (select from usable_grant u
                      where u.org_id = o.id and u.account_id <> ${askingAccountId}
                        and (u.role_id = ${ROLE.worker} or (u.role_id >= ${FIRST_ADDED_ROLE} and u.base = 'subtree'))
                        and exists (select from grant_right r
                                     where r.grant_id = u.id and r.permission_key = ${right}))
       order by length(o.code) desc limit 1
    )
    select * from nearest
    union all
    select o.id, o.code, o.name,
           case when (select enabled from role where id = ${ROLE.administrator}) then ${ROLE.administrator}::int
                else ${right === 'account:approve' ? SEPARATED.security : ROLE.worker}::int end
      from asking join organisation o on o.code = left(asking.code, 4)
     where not exists (select from nearest)`.execute(db);
  if (!rows[0]) throw new Error('an organisation of a session that is not there');
  return rows[0];
}

/**
 * The same for rows of a statement, as a source of `id, code, role_id` for `cross join lateral`: the nearest organisation at or above a
 * code with a worker who holds the right and is not whoever asked; where there is none, the top of the tree.
 * @param code of the asking organisation, by the row
 */
export const nearestDecider = (
  code: RawBuilder<unknown>,
  right: string,
  { but, fromHere = false }: { but: RawBuilder<unknown>; fromHere?: boolean },
): RawBuilder<unknown> => sql`(
  select o.id, o.code, ${ROLE.worker}::smallint as role_id from organisation o
   where o.deleted_at is null
     and o.code = any(array(select left(${code}, cut) from generate_series(4, length(${code}) - ${fromHere ? 0 : 4}::int, 4) as cut))
     and (length(o.code) = 4 or exists (
       select from usable_grant u
        where u.org_id = o.id and u.account_id is distinct from ${but}
          and (u.role_id = ${ROLE.worker} or (u.role_id >= ${FIRST_ADDED_ROLE} and u.base = 'subtree'))
          and exists (select from grant_right r where r.grant_id = u.id and r.permission_key = ${right})))
   order by length(o.code) desc limit 1)`;

/** Whether an account has this role at this organisation, now or later. */
export async function holdsRole(db: Db, memberId: string, roleId: number, orgId: string): Promise<boolean> {
  const { rows } = await sql`
    select from account a join account_role g on g.account_id = a.id
     where a.member_id = ${memberId} and g.role_id = ${roleId} and g.org_id = ${orgId} and ${isStandingGrant} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** The roles that a person may use now, in words. */
export async function rolesOf(db: Db, scope: Scope, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select r.name || '（' || o.name || '）' as text
      from account a join account_role g on g.account_id = a.id and ${isStandingGrant}
      join role r on r.id = g.role_id join organisation o on o.id = g.org_id
     where a.member_id = ${memberId} and ${within(scope, 'o.code')}
     order by o.code, g.role_id`.execute(db);
  return rows.map(({ text }) => text);
}
