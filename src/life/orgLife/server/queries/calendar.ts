import { sql } from 'kysely';
import type { CalendarEntry } from '#life/orgLife/rules.calendar.ts';
import type { Db } from '#platform/server/database/db.ts';
import { KIND } from './meeting.ts';

/** Whose meetings a calendar shows: a person's, or an organisation's. */
export type Owner = { memberId: string } | { orgId: string };

/** Days back from today that a calendar still shows. */
const BACK = 60;

const of = (owner: Owner) => ('memberId' in owner ? sql`member_id = ${owner.memberId}` : sql`org_id = ${owner.orgId}`);

/** Since when an address holds; null: none does. */
export async function calendarSince(db: Db, owner: Owner): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from life_calendar where ${of(owner)} and revoked_at is null`.execute(db);
  return rows[0]?.at ?? null;
}

export const revokeCalendar = (db: Db, owner: Owner) =>
  sql`update life_calendar set revoked_at = now() where ${of(owner)} and revoked_at is null`.execute(db);

/** @param by who makes it, and in which grant: the address answers as long as that stands */
export const insertCalendar = (db: Db, owner: Owner, digest: Buffer, by: { accountName: string; grantId: string }) =>
  sql`insert into life_calendar (member_id, org_id, digest, created_by, grant_id)
      values (${'memberId' in owner ? owner.memberId : null}, ${'orgId' in owner ? owner.orgId : null}, ${digest},
              ${by.accountName}, ${by.grantId})`.execute(db);

export interface CalendarRecord {
  owner: Owner;
  /** The grant in which it was made. */
  grantId: string | null;
  name: string;
}

/** Whose an address is; undefined: nobody's, or revoked. Whether its maker still stands is asked besides. */
export async function ownerOf(db: Db, digest: Buffer): Promise<CalendarRecord | undefined> {
  const { rows } = await sql<{ memberId: string | null; orgId: string | null; grantId: string | null; name: string }>`
    select c.member_id as "memberId", c.org_id as "orgId", c.grant_id as "grantId", coalesce(o.name, '') as name
      from life_calendar c left join member m on m.id = c.member_id left join organisation o on o.id = c.org_id
     where c.digest = ${digest} and c.revoked_at is null and m.deleted_at is null and o.deleted_at is null`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { memberId, orgId, grantId, name } = row;
  return { owner: memberId === null ? { orgId: orgId ?? '' } : { memberId }, grantId, name };
}

/** The announced meetings at which a person is due, or that an organisation holds. */
export async function calendarEntries(db: Db, owner: Owner): Promise<CalendarEntry[]> {
  const whose =
    'memberId' in owner
      ? sql`exists (select from attendance_sheet s join attendance_person p on p.sheet_id = s.id
              where s.kind = ${sql.lit(KIND)} and s.subject_id = m.id and p.member_id = ${owner.memberId})`
      : sql`m.org_id = ${owner.orgId}`;
  const { rows } = await sql<CalendarEntry>`
    select m.id, m.title, m.place, m.starts_at as "startsAt", m.ends_at as "endsAt", m.cancelled_at is not null as cancelled,
           m.version, m.updated_at as "updatedAt"
      from life_meeting m where m.state > 0 and m.starts_at > now() - make_interval(days => ${BACK}) and ${whose}
     order by m.starts_at, m.id limit 1000`.execute(db);
  return rows;
}
