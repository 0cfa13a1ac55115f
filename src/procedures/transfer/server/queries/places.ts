import { sql } from 'kysely';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { Place } from '#procedures/transfer/rules.ts';

/** An organisation with those above it, from the top down; empty where it is not there. */
export async function lineOf(db: Db, orgId: string): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select a.id, a.code, a.name, a.type, a.can_approve as "canApprove"
      from organisation o join organisation a
        on a.code = any(array(select left(o.code, n) from generate_series(4, length(o.code), 4) as n))
     where o.id = ${orgId} and o.deleted_at is null and a.deleted_at is null
     order by length(a.code)`.execute(db);
  return rows.at(-1)?.id === orgId ? rows : [];
}

/** The organisation of a code. */
export async function findOrgByCode(db: Db, code: string) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id::text as id, name from organisation where code = ${code} and deleted_at is null`.execute(db);
  return rows[0];
}

const FOUND = 20;

/** Branches of the whole deployment by a part of their names or of those above them: a transfer may lead to each. */
export async function findBranches(db: Db, name: string, id: string | null) {
  const words = name.split(/\s+/).filter(Boolean);
  const named = words.map((word) => textHolds(sql`concat(p2.name, p.name, o.name)`, word));
  const { rows } = await sql<{ id: string; name: string; above: string }>`
    select o.id, o.name, concat_ws(' > ', p2.name, p.name) as above
      from organisation o left join organisation p on p.id = o.parent_id left join organisation p2 on p2.id = p.parent_id
     where o.deleted_at is null and o.type = any(${[...BRANCH_TYPES]}::int[])
       and ${id === null ? (named.length > 0 ? sql.join(named, sql` and `) : sql`true`) : sql`o.id = ${id}`}
     order by length(o.name), o.code limit ${FOUND}`.execute(db);
  return rows;
}

/** The nearest organisation at or above a code where a worker may act: whose to-do it is, and who is told. */
export async function deskOf(db: Db, code: string) {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select o.id, o.code, o.name from organisation o
     where o.code = any(array(select left(${code}::text, n) from generate_series(4, length(${code}::text), 4) as n))
       and o.deleted_at is null and exists (select from usable_grant g where g.org_id = o.id and g.role_id = 3)
     order by length(o.code) desc limit 1`.execute(db);
  return rows[0];
}

/** The accounts of the workers of an organisation. */
export async function workersAt(db: Db, orgId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct g.account_id as id from usable_grant g join account a on a.id = g.account_id and a.enabled
     where g.org_id = ${orgId} and g.role_id = 3`.execute(db);
  return rows.map(({ id }) => id);
}

export async function accountsOf(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from account where member_id = ${memberId} and enabled`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export interface SettingRecord {
  prefix: string;
  daysNear: number;
  daysFar: number;
  duesBlock: boolean;
  relays: boolean;
  version: number;
}

/** How a committee issues letters; its prefix follows from its short name until it sets one. */
export async function settingOf(db: Db, orgId: string): Promise<SettingRecord & { name: string; code: string }> {
  const { rows } = await sql<SettingRecord & { name: string; code: string }>`
    select o.name, o.code, coalesce(nullif(s.prefix, ''), left(replace(coalesce(nullif(o.short_name, ''), o.name), '中共', ''), 8) || '转') as prefix,
           coalesce(s.days_near, 30) as "daysNear", coalesce(s.days_far, 90) as "daysFar",
           coalesce(s.dues_block, false) as "duesBlock", coalesce(s.relays, false) as relays, coalesce(s.version, 0) as version
      from organisation o left join relation_setting s on s.org_id = o.id where o.id = ${orgId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('no such organisation');
  return row;
}

/** Saves a setting at the version that was read; undefined: somebody saved meanwhile. */
export async function saveSetting(db: Db, orgId: string, one: SettingRecord, by: string): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    insert into relation_setting (org_id, prefix, days_near, days_far, dues_block, relays, updated_by)
    values (${orgId}, ${one.prefix}, ${one.daysNear}, ${one.daysFar}, ${one.duesBlock}, ${one.relays}, ${by})
    on conflict (org_id) do update set prefix = excluded.prefix, days_near = excluded.days_near, days_far = excluded.days_far,
      dues_block = excluded.dues_block, relays = excluded.relays, version = relation_setting.version + 1,
      updated_at = now(), updated_by = excluded.updated_by
     where relation_setting.version = ${one.version}
    returning version`.execute(db);
  return rows[0]?.version;
}

/** Where the office of an organisation is and how it is called. */
export async function officeOf(db: Db, orgId: string) {
  const { rows } = await sql<{ address: string; phone: string }>`
    select address, contact_phone as phone from organisation where id = ${orgId}`.execute(db);
  return rows[0];
}
