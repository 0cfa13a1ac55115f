import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { KeeperView } from '#service/volunteer/rules.keeper.ts';
import { ACTIVITY, type ActivityRecord, dayOf, FROM } from './activity.ts';

export interface KeeperRecord {
  id: string;
  memberId: string;
  name: string;
  phone: string;
  homeName: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  fromOn: string;
  toOn: string;
  note: string;
  madeBy: string;
  madeOn: string;
  revoked: boolean;
  revokeReason: string;
  accountId: string | null;
  today: string;
}

const KEEPER = sql`k.id, k.member_id as "memberId", m.name, coalesce(m.phone_mask, '') as phone, h.name as "homeName", k.org_id as "orgId",
  k.org_code as "orgCode", o.name as "orgName", k.from_on as "fromOn", k.to_on as "toOn", k.note, k.created_by as "madeBy",
  ${dayOf('k.created_at')} as "madeOn", k.revoked_at is not null as revoked, k.revoke_reason as "revokeReason",
  (select a.id from account a where a.member_id = k.member_id and a.enabled limit 1) as "accountId", ${dbToday} as today`;
const SOURCE = sql`service_keeper k join organisation o on o.id = k.org_id join member m on m.id = k.member_id
  join organisation h on h.id = m.org_id`;
const seen = (scope: Scope) =>
  sql<boolean>`(${within(scope, 'k.org_code')} and ${scope.memberId === null} and o.deleted_at is null and m.deleted_at is null)`;

const OF_VIEW: Readonly<Record<KeeperView, RawBuilder<boolean>>> = {
  held: sql<boolean>`(k.revoked_at is null and k.from_on <= ${dbToday} and k.to_on >= ${dbToday})`,
  coming: sql<boolean>`(k.revoked_at is null and k.from_on > ${dbToday})`,
  over: sql<boolean>`(k.revoked_at is null and k.to_on < ${dbToday})`,
  revoked: sql<boolean>`(k.revoked_at is not null)`,
};

const matching = (scope: Scope, view: KeeperView | null, name: string) => {
  const parts = [seen(scope)];
  if (view !== null) parts.push(OF_VIEW[view]);
  if (name) parts.push(textHolds(sql`m.name`, name));
  return sql`${SOURCE} where ${sql.join(parts, sql` and `)}`;
};

/** A page of appointments: who holds one first, then what was made last. */
export async function pageOfKeepers(
  db: Db,
  scope: Scope,
  view: KeeperView | null,
  name: string,
  limit: number,
  offset: number,
) {
  const from = matching(scope, view, name);
  const [page, total] = await Promise.all([
    sql<KeeperRecord>`select ${KEEPER} from ${from} order by not ${OF_VIEW.held}, k.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** How many each view holds. */
export async function countKeepers(db: Db, scope: Scope, name: string): Promise<Record<KeeperView | 'all', number>> {
  const counted = Object.entries(OF_VIEW).map(
    ([view, is]) => sql`count(*) filter (where ${is})::int as ${sql.ref(view)}`,
  );
  const { rows } = await sql<Record<KeeperView | 'all', number>>`
    select count(*)::int as all, ${sql.join(counted)} from ${matching(scope, null, name)}`.execute(db);
  return rows[0] ?? { all: 0, held: 0, coming: 0, over: 0, revoked: 0 };
}

/** An appointment of the scope, held. */
export async function lockKeeper(db: Db, scope: Scope, id: string): Promise<KeeperRecord | undefined> {
  const { rows } = await sql<KeeperRecord>`
    select ${KEEPER} from ${SOURCE} where k.id = ${id} and ${seen(scope)} for no key update of k`.execute(db);
  return rows[0];
}

/** Notes of people whose days at an organisation are over that they are; then they may be appointed again. */
export const closePast = (db: Db, orgId: string, memberIds: readonly string[]) =>
  sql`update service_keeper set is_past = true where org_id = ${orgId} and member_id = any(${memberIds}::bigint[])
       and revoked_at is null and not is_past and to_on < ${dbToday}`.execute(db);

/** Appoints people who are not appointed yet; answers who is new. */
export async function insertKeepers(
  db: Db,
  org: { id: string; code: string },
  memberIds: readonly string[],
  of: { fromOn: string; toOn: string; note: string },
  by: string,
): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    insert into service_keeper (org_id, org_code, member_id, from_on, to_on, note, created_by, updated_by)
    select ${org.id}, ${org.code}, m.id, ${of.fromOn}, ${of.toOn}, ${of.note}, ${by}, ${by} from unnest(${memberIds}::bigint[]) as m(id)
    on conflict (org_id, member_id) where revoked_at is null and not is_past do nothing returning member_id as "memberId"`.execute(
    db,
  );
  return rows.map(({ memberId }) => memberId);
}

/** Ends an appointment at once. */
export const revoke = (db: Db, id: string, reason: string, by: string) =>
  sql`update service_keeper set revoked_at = now(), revoked_by = ${by}, revoke_reason = ${reason}, version = version + 1,
       updated_at = now(), updated_by = ${by} where id = ${id}`.execute(db);

const HOLDS = (memberId: string) =>
  sql`service_keeper k join organisation o on o.id = k.org_id and o.deleted_at is null where k.member_id = ${memberId} and k.revoked_at is null and k.from_on <= ${dbToday} and k.to_on >= ${dbToday}`;

/** For which organisations somebody keeps activities today. */
export async function placesOf(db: Db, memberId: string): Promise<{ orgId: string; orgName: string; toOn: string }[]> {
  const { rows } = await sql<{ orgId: string; orgName: string; toOn: string }>`
    select o.id as "orgId", o.name as "orgName", k.to_on as "toOn" from ${HOLDS(memberId)}
       and exists (select from member m where m.id = k.member_id and m.deleted_at is null and m.membership_status = 1)
     order by o.code`.execute(db);
  return rows;
}

/** The activities that somebody keeps today: published, of such an organisation, and beginning within a week or not ended yet. */
export async function keptOf(db: Db, orgIds: readonly string[]): Promise<ActivityRecord[]> {
  const { rows } = await sql<ActivityRecord>`
    select ${ACTIVITY} from ${FROM}
     where a.deleted_at is null and o.deleted_at is null and a.state = 1 and a.org_id = any(${orgIds}::bigint[])
       and a.starts_at < now() + interval '7 days' order by a.starts_at, a.id limit 100`.execute(db);
  return rows;
}

/** Which of some people have an account, so that they can sign in. */
export async function withAccount(db: Db, memberIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct member_id as id from account where member_id = any(${memberIds}::bigint[]) and enabled`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Writes fewer hours for some people of an activity, each with the reason, after its hours were proposed. */
export async function lowerHours(
  db: Db,
  activityId: string,
  changed: readonly { id: string; hours: number; note: string }[],
): Promise<void> {
  if (changed.length === 0) return;
  await sql`
    update service_signup s set counted_to = least(s.counted_to, s.counted_from + c.hours * interval '1 hour'), hours_note = c.note
      from unnest(${changed.map(({ id }) => id)}::bigint[], ${changed.map(({ hours }) => hours)}::numeric[],
                  ${changed.map(({ note }) => note)}::text[]) as c(id, hours, note)
     where s.id = c.id and s.activity_id = ${activityId} and s.hours_state = 1`.execute(db);
}
