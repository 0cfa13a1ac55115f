import { sql } from 'kysely';
import type { Home } from '#people/org/server/residents.ts';
import type { Db } from '#platform/server/database/db.ts';
import { todosClosed } from '#platform/server/inbox/todos.ts';

/** Open parts of each of some organisations. */
export async function openParts(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select p.org_id as id, count(*)::int as n from office_part p join office_task t on t.id = p.task_id and t.state = 2
     where p.org_id = any(${orgIds}::bigint[]) and p.state in (0, 1, 2, 3) group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Meetings that each of some organisations called and that were not held, or whose minutes are not out. */
export async function openMeetings(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from office_meeting
     where org_id = any(${orgIds}::bigint[]) and state in (1, 2) group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Meetings to come to which each of some organisations is called. */
export async function openInvitations(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select i.org_id as id, count(*)::int as n from office_invitee i join office_meeting m on m.id = i.meeting_id and m.state = 1
     where i.org_id = any(${orgIds}::bigint[]) and i.person_id is null group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Tasks that each of some organisations gave and that still run. */
export async function runningTasks(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from office_task
     where org_id = any(${orgIds}::bigint[]) and state in (1, 2) and deleted_at is null group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/**
 * Puts open parts of an organisation, all of them or some, to the one that takes over, unless that one has the same cycle itself.
 * @returns those that went, with the titles of their tasks
 */
export async function moveParts(db: Db, fromId: string, to: Home, ids: readonly string[] | null) {
  const { rows } = await sql<{ id: string; title: string }>`
    update office_part p set org_id = ${to.id}, org_code = ${to.code}, version = p.version + 1
      from office_task t
     where t.id = p.task_id and p.org_id = ${fromId}
       and ${ids ? sql`p.id = any(${ids}::bigint[])` : sql`p.state in (0, 1, 2, 3) and t.state = 2`}
       and (p.person_id is not null or not exists (
         select from office_part other where other.circle_id = p.circle_id and other.org_id = ${to.id} and other.person_id is null))
    returning p.id, t.title`.execute(db);
  return rows;
}

/** How many open parts of an organisation do not go, since one of `others` has the same cycle itself. */
export async function countTwinParts(db: Db, fromId: string, others: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from office_part p join office_task t on t.id = p.task_id and t.state = 2
     where p.org_id = ${fromId} and p.state in (0, 1, 2, 3) and p.person_id is null
       and exists (select from office_part other where other.circle_id = p.circle_id and other.person_id is null
                      and other.org_id = any(${others}::bigint[]))`.execute(db);
  return rows[0]?.n ?? 0;
}

/** How many meetings to come do not go along, since one of `others` is called to them itself. */
export async function countTwinInvitations(db: Db, fromId: string, others: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from office_invitee i join office_meeting m on m.id = i.meeting_id and m.state = 1
     where i.org_id = ${fromId} and i.person_id is null
       and exists (select from office_invitee other where other.meeting_id = i.meeting_id and other.person_id is null
                      and other.org_id = any(${others}::bigint[]))`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Voids the parts that an organisation still has open. */
export async function closePartsOf(db: Db, orgId: string): Promise<void> {
  await sql`
    update office_part set state = 5, version = version + 1
     where org_id = ${orgId} and state in (0, 1, 2, 3)`.execute(db);
}

/**
 * Puts meetings to which an organisation is called, all of them or some, to the one that takes over, unless that one is called itself.
 * @returns those that went, with the titles of the meetings
 */
export async function moveInvitations(db: Db, fromId: string, to: Home, ids: readonly string[] | null) {
  const { rows } = await sql<{ id: string; title: string }>`
    update office_invitee i set org_id = ${to.id}, org_code = ${to.code}, version = i.version + 1
      from office_meeting m
     where m.id = i.meeting_id and i.org_id = ${fromId} and i.person_id is null
       and ${ids ? sql`i.id = any(${ids}::bigint[])` : sql`m.state = 1`}
       and not exists (select from office_invitee other
                        where other.meeting_id = i.meeting_id and other.org_id = ${to.id} and other.person_id is null)
    returning i.id, m.title`.execute(db);
  return rows;
}

/** Closes the to-dos of an organisation whose subjects are of a kind. */
export async function closeTodosOfKind(db: Db, orgId: string, kind: string): Promise<void> {
  await todosClosed(sql`org_id = ${orgId} and split_part(subject, ':', 1) = ${kind}`).execute(db);
}
