import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { InsertStanding, InsertState } from '../../rules.insert.ts';

export interface InsertRecord {
  id: string;
  words: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  fromAt: Date;
  toAt: Date;
  state: InsertState;
  writtenById: string;
  writtenBy: string;
  writtenAt: Date;
  decidedBy: string;
  decidedAt: Date | null;
  endedBy: string;
  endedAt: Date | null;
  reason: string;
  shown: number;
  screens: number;
  now: Date;
}

/** Screens of the organisation of `i` and of those below it that play; a data wall shows nothing else. */
const OVER = sql`d.org_code >= i.org_code and d.org_code < i.org_code || ':' and d.deleted_at is null and not d.is_wall`;
const FIELDS = sql`i.id, i.words, i.org_id as "orgId", i.org_code as "orgCode", o.name as "orgName", i.from_at as "fromAt",
  i.to_at as "toAt", i.state, i.written_by as "writtenById", i.written_name as "writtenBy", i.written_at as "writtenAt",
  i.decided_name as "decidedBy", i.decided_at as "decidedAt", i.ended_name as "endedBy", i.ended_at as "endedAt",
  i.reason, now() as now,
  (select count(*)::int from box_insert_reach r join box_device d on d.id = r.device_id and ${OVER} where r.insert_id = i.id) as shown,
  (select count(*)::int from box_device d where ${OVER}
     and (d.token_hash is not null or exists (select from box_insert_reach r where r.insert_id = i.id and r.device_id = d.id))) as screens`;
const FROM = sql`box_insert i join organisation o on o.id = i.org_id and o.deleted_at is null`;

const STANDS: Readonly<Record<InsertStanding, RawBuilder<boolean>>> = {
  asked: sql<boolean>`i.state = 'asked' and i.to_at > now()`,
  missed: sql<boolean>`i.state = 'asked' and i.to_at <= now()`,
  later: sql<boolean>`i.state = 'released' and i.from_at > now()`,
  on: sql<boolean>`i.state = 'released' and i.from_at <= now() and i.to_at > now()`,
  over: sql<boolean>`i.state = 'released' and i.to_at <= now()`,
  returned: sql<boolean>`i.state = 'returned'`,
  ended: sql<boolean>`i.state = 'ended'`,
};

/** A page of the 插播 of a scope, the last ones first. */
export async function pageOfInserts(
  db: Db,
  scope: Scope,
  of: { standing: InsertStanding | null; words: string; limit: number; offset: number },
): Promise<{ rows: InsertRecord[]; total: number }> {
  const parts = [within(scope, 'i.org_code')];
  if (of.standing) parts.push(STANDS[of.standing]);
  if (of.words) parts.push(textHolds(sql`i.words`, of.words));
  const where = sql.join(parts, sql` and `);
  const [found, total] = await Promise.all([
    sql<InsertRecord>`
      select ${FIELDS} from ${FROM} where ${where} order by i.id desc limit ${of.limit} offset ${of.offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: found.rows, total: total.rows[0]?.n ?? 0 };
}

/** A 插播 of the scope; `lock`: held. */
export async function findInsert(db: Db, scope: Scope, id: string, lock = false): Promise<InsertRecord | undefined> {
  const { rows } = await sql<InsertRecord>`
    select ${FIELDS} from ${FROM} where i.id = ${id} and ${within(scope, 'i.org_code')}
    ${lock ? sql`for update of i` : sql``}`.execute(db);
  return rows[0];
}

/** How many paired screens stand in a scope, how many of them are there now, and in how many organisations. */
export async function countScreens(
  db: Db,
  scope: Scope,
  silentSeconds: number,
): Promise<{ screens: number; online: number; orgs: number }> {
  const { rows } = await sql<{ screens: number; online: number; orgs: number }>`
    select count(*)::int as screens, count(*) filter (where d.seen_at > now() - make_interval(secs => ${silentSeconds}))::int as online,
           count(distinct d.org_id)::int as orgs
      from box_device d join organisation o on o.id = d.org_id and o.deleted_at is null
     where d.token_hash is not null and not d.is_wall and d.deleted_at is null and ${within(scope, 'd.org_code')}`.execute(
    db,
  );
  return rows[0] ?? { screens: 0, online: 0, orgs: 0 };
}

export async function addInsert(
  db: Db,
  of: { orgId: string; words: string; from: Date; to: Date; by: { id: string; name: string } },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into box_insert (org_id, org_code, words, from_at, to_at, written_by, written_name)
    select o.id, o.code, ${of.words}, ${of.from}, ${of.to}, ${of.by.id}, ${of.by.name}
      from organisation o where o.id = ${of.orgId} returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes the decision of a second person. */
export const writeDecision = (
  db: Db,
  id: string,
  of: { state: 'released' | 'returned'; by: { id: string; name: string }; reason: string },
) =>
  sql`update box_insert set state = ${of.state}, decided_by = ${of.by.id}, decided_name = ${of.by.name}, decided_at = now(),
             reason = ${of.reason}
       where id = ${id} and state = 'asked'`.execute(db);

/** Takes it back, or off the screens. */
export const writeEnd = (db: Db, id: string, by: string, reason: string) =>
  sql`update box_insert set state = 'ended', decided_at = coalesce(decided_at, now()), ended_name = ${by}, ended_at = now(),
             reason = ${reason}
       where id = ${id}`.execute(db);

/** Notes that a screen shows a 插播 which is for it, once. @param shownAt epoch milliseconds; null: now */
export async function noteReach(
  db: Db,
  deviceId: string,
  shown: readonly { insertId: string; shownAt: number | null }[],
): Promise<void> {
  if (shown.length === 0) return;
  await sql`
    insert into box_insert_reach (insert_id, device_id, shown_at)
    select i.id, d.id, min(least(now(), greatest(i.from_at, coalesce(to_timestamp(s.at / 1000.0), now()))))
      from jsonb_to_recordset(${JSON.stringify(shown.map(({ insertId, shownAt }) => ({ id: insertId, at: shownAt })))}::jsonb)
             as s (id bigint, at float8)
      join box_insert i on i.id = s.id and i.state in ('released', 'ended')
      join box_device d on d.id = ${deviceId} and ${OVER}
     group by i.id, d.id
    on conflict do nothing`.execute(db);
}

export interface ScreenRecord {
  id: string;
  name: string;
  place: string;
  orgName: string;
  bound: boolean;
  revoked: boolean;
  shownAt: Date | null;
  seenAt: Date | null;
  contact: string;
  phone: string;
  now: Date;
}

/** Screens that a 插播 is for, those that have not shown it first; the caller has found it in the scope. */
export async function screensOfInsert(
  db: Db,
  id: string,
  of: { shown: boolean | null; limit: number; offset: number },
): Promise<{ rows: ScreenRecord[]; total: number }> {
  const from = sql`box_insert i join box_device d on ${OVER} join organisation o on o.id = d.org_id
      left join box_insert_reach r on r.insert_id = i.id and r.device_id = d.id
     where i.id = ${id} and (d.token_hash is not null or r.shown_at is not null)
       and (${of.shown}::boolean is null or (r.shown_at is not null) = ${of.shown})`;
  const [found, total] = await Promise.all([
    sql<ScreenRecord>`
      select d.id, d.name, d.place, o.name as "orgName", d.token_hash is not null as bound, d.revoked_at is not null as revoked,
             r.shown_at as "shownAt", d.seen_at as "seenAt", o.contact, o.contact_phone as phone, now() as now
        from ${from} order by r.shown_at is not null, d.org_code, d.id limit ${of.limit} offset ${of.offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: found.rows, total: total.rows[0]?.n ?? 0 };
}
