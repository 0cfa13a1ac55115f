import { type RawBuilder, sql } from 'kysely';
import { isSuperior } from '#kernel/permission/server/index.ts';
import { FLOATING_TYPE, type FloatingState, type Setting } from '#people/org/rules.floating.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { secretaryName } from './fragments.ts';

/** Who looks: what may be audited depends on it. */
export interface Looker {
  accountId: string;
  orgId: string;
  orgCode: string;
}

/** A row of the list: an application, or an organisation of floating members without one. */
export interface FloatingListRow {
  application_id: string | null;
  org_id: string | null;
  name: string;
  parent_name: string;
  setting: Setting | null;
  region: string;
  contact: string;
  phone: string;
  secretary_name: string;
  member_count: number | null;
  state: FloatingState;
  asking_org_id: string | null;
  asking_name: string;
  asked_by: string | null;
  asked_by_name: string;
  asked_at: Date | null;
  decider_org_id: string | null;
  decider_name: string;
  decided_at: Date | null;
  opinion: string;
  version: number;
  /** Who is to be secretary. */
  secretary_id: string | null;
  /** Code of the established organisation. */
  org_code: string | null;
  /** The looker stands above the asking organisation, or at the top where nothing is above. */
  superior: boolean;
}

export interface FloatingFilter {
  name: string;
  setting: Setting | null;
  state: FloatingState | null;
}

const visible = (scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`(f.deleted_at is null and (${within(scope, 'asking.code')} or ${within(scope, 'parent.code')}))`;

const from = sql`
  floating_org f
  join organisation asking on asking.id = f.asking_org_id
  left join organisation o on o.id = f.org_id
  join organisation parent on parent.id = coalesce(o.parent_id, f.parent_id)
  join organisation decider on decider.id = f.decider_org_id
  join member m on m.id = f.secretary_id`;

const state = sql<FloatingState>`case when o.deleted_at is not null then 'dissolved' else f.state end`;

/** What was established is told as it is now, what is asked for as it was asked. */
const columns = (looker: Looker) => sql`
  f.id as application_id, f.org_id, coalesce(o.name, f.name) as name, parent.name as parent_name, f.setting, f.region,
  coalesce(nullif(o.contact, ''), f.contact) as contact, coalesce(nullif(o.contact_phone, ''), f.phone) as phone,
  coalesce(case when o.id is null then m.name else ${secretaryName} end, '') as secretary_name, f.member_count,
  ${state} as state, f.asking_org_id, asking.name as asking_name, f.asked_by, f.asked_by_name, f.asked_at,
  f.decider_org_id, decider.name as decider_name, f.decided_at, f.opinion, f.version, o.code as org_code, f.secretary_id,
  ${isSuperior(looker)} as superior`;

/** Organisations of floating members that nobody applied for here: older than this register, or added by hand. */
const unasked = (scope: Scope) => sql`
  select null::bigint, o.id, o.name, parent.name, null, '', o.contact, o.contact_phone, coalesce(${secretaryName}, ''),
         null::int, 'established', null::bigint, '', null::bigint, '', null::timestamptz, null::bigint, '',
         null::timestamptz, '', o.version, o.code, null::bigint, false
    from organisation o join organisation parent on parent.id = o.parent_id
   where o.type = ${FLOATING_TYPE} and o.deleted_at is null and ${within(scope, 'o.code')}
     and not exists (select from floating_org f where f.org_id = o.id)`;

function conditions({ name, setting, state }: FloatingFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (name) parts.push(textHolds(sql`name || ' ' || parent_name || ' ' || region`, name));
  if (setting) parts.push(sql`setting = ${setting}`);
  if (state) parts.push(sql`state = ${state}`);
  return sql.join(parts, sql` and `);
}

/** Applications and established organisations of the scope, the newest first; older organisations by their age behind them. */
export async function pageOfFloating(
  db: Db,
  scope: Scope,
  looker: Looker,
  filter: FloatingFilter,
  limit: number,
  offset: number,
): Promise<{ rows: FloatingListRow[]; total: number }> {
  const all = sql`(select ${columns(looker)} from ${from} where ${visible(scope)} union all ${unasked(scope)}) as one`;
  const where = conditions(filter);
  const [page, count] = await Promise.all([
    sql<FloatingListRow>`
      select * from ${all} where ${where}
       order by asked_at desc nulls last, application_id desc, org_id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${all} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.n ?? 0 };
}

/** What waits for the looker's organisation. */
const waiting = ({ orgId, accountId }: Looker) =>
  sql<boolean>`(f.state = 'pending' and f.decider_org_id = ${orgId} and f.asked_by <> ${accountId})`;

/** How many applications wait for the looker's organisation. */
export async function countWaiting(db: Db, scope: Scope, looker: Looker): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${from} where ${visible(scope)} and ${waiting(looker)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Applications that the looker's organisation decides or decided: those that wait first, the longest waiting on top. */
export async function pageOfAudits(
  db: Db,
  scope: Scope,
  looker: Looker,
  filter: Omit<FloatingFilter, 'state'> & { view: 'open' | 'done' | null },
  limit: number,
  offset: number,
): Promise<{ rows: FloatingListRow[]; total: number }> {
  const open = waiting(looker);
  const done = sql<boolean>`(f.state <> 'pending' and f.decided_org_id = ${looker.orgId})`;
  const mine = filter.view === 'open' ? open : filter.view === 'done' ? done : sql`(${open} or ${done})`;
  const all = sql`(select ${columns(looker)}, f.state = 'pending' as open from ${from} where ${visible(scope)} and ${mine}) as one`;
  const where = conditions({ ...filter, state: null });
  const [page, count] = await Promise.all([
    sql<FloatingListRow>`
      select * from ${all} where ${where}
       order by open desc, case when open then asked_at end, decided_at desc nulls last, application_id desc
       limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${all} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.n ?? 0 };
}

export interface FloatingRecord extends FloatingListRow {
  application_id: string;
  setting: Setting;
  member_count: number;
  asking_org_id: string;
  asking_code: string;
  asked_by: string;
  decider_org_id: string;
  /** As it was asked for; `name` is that of the established organisation. */
  asked_name: string;
  parent_id: string;
  parent_code: string;
  parent_type: number;
  address: string;
  secretary_id: string;
  secretary_candidate: string;
  secretary_full: boolean;
  reason: string;
  files: string[];
  decided_by_name: string;
  decided_org_name: string;
}

/** One application of the scope; `lock`: until the transaction ends nobody else changes or decides it. */
export async function findFloating(
  db: Db,
  scope: Scope,
  looker: Looker,
  id: string,
  lock = false,
): Promise<FloatingRecord | undefined> {
  if (lock) await sql`select from floating_org where id = ${id} for update`.execute(db);
  const { rows } = await sql<FloatingRecord>`
    select ${columns(looker)}, asking.code as asking_code, f.name as asked_name, f.parent_id, parent.code as parent_code,
           parent.type as parent_type, f.address, m.name as secretary_candidate,
           (m.person_category = 1 and m.membership_status = 1 and m.deleted_at is null
            and m.org_code >= asking.code and m.org_code < asking.code || ':') as secretary_full,
           f.reason, f.files, f.decided_by_name,
           coalesce((select d.name from organisation d where d.id = f.decided_org_id), '') as decided_org_name
      from ${from} where f.id = ${id} and ${visible(scope)}`.execute(db);
  return rows[0];
}

/** The floating members named in an application, in tree order; who was erased has no name any more and is left out. */
export async function membersOf(db: Db, id: string) {
  const { rows } = await sql<{ memberId: string; name: string; orgName: string; category: number; floating: boolean }>`
    select m.id as "memberId", m.name, o.name as "orgName", m.person_category as category,
           (m.is_floating and m.membership_status = 1 and m.deleted_at is null) as floating
      from floating_org_member n join member m on m.id = n.member_id join organisation o on o.id = m.org_id
     where n.floating_org_id = ${id} and m.erased_at is null
     order by m.org_code, m.sort, m.id`.execute(db);
  return rows;
}

/** Of some people those of the scope who are party members registered as floating. */
export async function floatingMembers(db: Db, scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from member
     where id = any(${ids}::bigint[]) and is_floating and person_category in (1, 2) and membership_status = 1
       and deleted_at is null and ${within(scope)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** What people write of an application. */
export interface FloatingFields {
  parentId: string;
  name: string;
  setting: Setting;
  region: string;
  address: string;
  contact: string;
  phone: string;
  secretaryId: string;
  memberCount: number;
  reason: string;
}

export interface Asking {
  by: { id: string; name: string };
  askingOrgId: string;
  deciderOrgId: string;
}

const values = (fields: FloatingFields) => ({
  parent_id: fields.parentId,
  name: fields.name,
  setting: fields.setting,
  region: fields.region,
  address: fields.address,
  contact: fields.contact,
  phone: fields.phone,
  secretary_id: fields.secretaryId,
  member_count: fields.memberCount,
  reason: fields.reason,
});

export async function insertFloating(db: Db, fields: FloatingFields, asking: Asking): Promise<string> {
  const { id } = await db
    .insertInto('floating_org')
    .values({
      ...values(fields),
      asking_org_id: asking.askingOrgId,
      asked_by: asking.by.id,
      asked_by_name: asking.by.name,
      decider_org_id: asking.deciderOrgId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Writes a locked application and puts it before the deciders again; answers its new version. */
export async function updateFloating(db: Db, id: string, fields: FloatingFields, asking: Asking): Promise<number> {
  const { version } = await db
    .updateTable('floating_org')
    .set((eb) => ({
      ...values(fields),
      state: 'pending',
      asked_by: asking.by.id,
      asked_by_name: asking.by.name,
      asked_at: sql<Date>`now()`,
      decider_org_id: asking.deciderOrgId,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Replaces who is named in an application, and its files. */
export async function writeNamed(db: Db, id: string, memberIds: readonly string[], files: readonly string[]) {
  await sql`delete from floating_org_member where floating_org_id = ${id}`.execute(db);
  await sql`insert into floating_org_member (floating_org_id, member_id)
            select ${id}, unnest(${memberIds}::bigint[])`.execute(db);
  await sql`update floating_org set files = ${files}::text[] where id = ${id}`.execute(db);
}

/** Ends an application that waits; the row is held by the caller. */
export async function closeFloating(
  db: Db,
  id: string,
  to: { by: { id: string; name: string }; byOrgId: string; opinion: string; orgId: string | null },
): Promise<void> {
  await sql`
    update floating_org
       set state = ${to.orgId === null ? 'returned' : 'established'}, org_id = ${to.orgId}, decided_by = ${to.by.id},
           decided_by_name = ${to.by.name}, decided_org_id = ${to.byOrgId}, decided_at = now(), opinion = ${to.opinion},
           version = version + 1
     where id = ${id}`.execute(db);
}

export async function binFloating(db: Db, id: string, by: string, reason: string): Promise<void> {
  await sql`
    update floating_org set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason}, version = version + 1
     where id = ${id}`.execute(db);
}

/** Takes a deleted application out of the bin. */
export async function bringBackFloating(db: Db, id: string): Promise<void> {
  await sql`
    update floating_org set deleted_at = null, deleted_by = null, delete_reason = null, version = version + 1
     where id = ${id}`.execute(db);
}

/** Destroys who is named and how they are reached; what it was about stays for the log. */
export async function eraseFloating(db: Db, id: string): Promise<void> {
  await sql`delete from floating_org_member where floating_org_id = ${id}`.execute(db);
  await sql`
    update floating_org set contact = '', phone = '', address = '', reason = '', files = '{}', erased_at = now(),
           version = version + 1
     where id = ${id}`.execute(db);
}

/** The organisation under which one may be set up, kept undeleted until the transaction ends; null where there is none. */
export async function lockFloatingParent(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ id: string; name: string; type: number } | null> {
  const { rows } = await sql<{ id: string; name: string; type: number }>`
    select id, name, type from organisation o
     where id = ${id} and deleted_at is null and ${within(scope, 'o.code')} for share`.execute(db);
  return rows[0] ?? null;
}

/** The superior of a branch, which itself has nothing below; the organisation itself where it is no branch. */
export async function lockOwnFloatingParent(
  db: Db,
  orgId: string,
  branchTypes: readonly number[],
): Promise<{ id: string; name: string; type: number } | null> {
  const { rows } = await sql<{ id: string; name: string; type: number }>`
    select above.id, above.name, above.type
      from organisation o
      join organisation above
        on above.id = case when o.type = any(${[...branchTypes]}::smallint[]) then o.parent_id else o.id end
     where o.id = ${orgId} and above.deleted_at is null for share of above`.execute(db);
  return rows[0] ?? null;
}
