import { sql } from 'kysely';
import { announceBelonging } from '#modules/org/server/belongings.ts';
import type { Db } from '#platform/server/db.ts';
import { moveTodos } from '#platform/server/todos.ts';
import { partSubject } from './service/common.ts';

/** Open parts of each of some organisations. */
async function openParts(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select p.org_id as id, count(*)::int as n from office_part p join office_task t on t.id = p.task_id and t.state = 2
     where p.org_id = any(${orgIds}::bigint[]) and p.state in (0, 1, 2, 3) group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Meetings that each of some organisations called and that were not held, or whose minutes are not out. */
async function openMeetings(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from office_meeting
     where org_id = any(${orgIds}::bigint[]) and state in (1, 2) group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Meetings to come to which each of some organisations is called. */
async function openInvitations(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select i.org_id as id, count(*)::int as n from office_invitee i join office_meeting m on m.id = i.meeting_id and m.state = 1
     where i.org_id = any(${orgIds}::bigint[]) and i.person_id is null group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Tasks that each of some organisations gave and that still run. */
async function runningTasks(db: Db, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from office_task
     where org_id = any(${orgIds}::bigint[]) and state in (1, 2) and deleted_at is null group by 1`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/**
 * Announces what of the office belongs to an organisation: its open parts go to the organisation that takes over, unless
 * that one has the same cycle itself; tasks that it gave are ended or voided first.
 */
export function announceHandover(): void {
  announceBelonging({
    subject: 'officePart',
    noun: '没办结的任务',
    measure: '件',
    waits: true,
    count: openParts,
    async move(ctx, from, to, ids, reason) {
      const { rows } = await sql<{ id: string; title: string }>`
        update office_part p set org_id = ${to.id}, org_code = ${to.code}, version = p.version + 1
          from office_task t
         where t.id = p.task_id and p.org_id = ${from.id}
           and ${ids ? sql`p.id = any(${ids}::bigint[])` : sql`p.state in (0, 1, 2, 3) and t.state = 2`}
           and (p.person_id is not null or not exists (
             select from office_part other where other.circle_id = p.circle_id and other.org_id = ${to.id} and other.person_id is null))
        returning p.id, t.title`.execute(ctx.db);
      if (ids === null)
        await sql`update office_part set state = 5, version = version + 1
                   where org_id = ${from.id} and state in (0, 1, 2, 3)`.execute(ctx.db);
      await moveTodos(
        ctx.db,
        from.id,
        to,
        rows.map(({ id }) => partSubject(id)),
      );
      await sql`update todo set done_at = now() where org_id = ${from.id} and done_at is null
                   and split_part(subject, ':', 1) = 'officePart'`.execute(ctx.db);
      for (const { id, title } of rows)
        ctx.audit({
          type: 'officePart',
          id,
          name: title,
          orgCode: to.code,
          changes: { orgName: [from.name, to.name] },
          reason,
        });
      return rows.map(({ id }) => id);
    },
  });
  announceBelonging({
    subject: 'officeTask',
    noun: '发布后没有结束的任务',
    measure: '项',
    waits: true,
    count: runningTasks,
  });
  announceBelonging({
    subject: 'officeMeeting',
    noun: '没有发出纪要的工作会议',
    measure: '次',
    waits: true,
    count: openMeetings,
  });
  announceBelonging({
    subject: 'officeInvitee',
    noun: '要参加的工作会议',
    measure: '次',
    waits: true,
    count: openInvitations,
    async move(ctx, from, to, ids, reason) {
      const { rows } = await sql<{ id: string; title: string }>`
        update office_invitee i set org_id = ${to.id}, org_code = ${to.code}, version = i.version + 1
          from office_meeting m
         where m.id = i.meeting_id and i.org_id = ${from.id} and i.person_id is null
           and ${ids ? sql`i.id = any(${ids}::bigint[])` : sql`m.state = 1`}
           and not exists (select from office_invitee other
                            where other.meeting_id = i.meeting_id and other.org_id = ${to.id} and other.person_id is null)
        returning i.id, m.title`.execute(ctx.db);
      await moveTodos(
        ctx.db,
        from.id,
        to,
        rows.map(({ id }) => `officeInvitee:${id}`),
      );
      await sql`update todo set done_at = now() where org_id = ${from.id} and done_at is null
                   and split_part(subject, ':', 1) = 'officeInvitee'`.execute(ctx.db);
      for (const { id, title } of rows)
        ctx.audit({
          type: 'officeMeeting',
          id,
          name: title,
          orgCode: to.code,
          changes: { orgName: [from.name, to.name] },
          reason,
        });
      return rows.map(({ id }) => id);
    },
  });
}
