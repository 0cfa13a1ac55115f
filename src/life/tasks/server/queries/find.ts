import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { isVisibleMeeting as meetingVisible } from './meetings.ts';
import { isVisibleTask as taskVisible } from './tasks.ts';

/** What is sought: words of a title, or ids that were found before. */
export interface Sought {
  words?: string;
  ids?: readonly string[];
}

export interface FoundTask {
  id: string;
  title: string;
  orgName: string;
  endsOn: string;
  isDraft: boolean;
}

/** Tasks that stand before the session, the newest first. */
export async function searchTasks(
  db: Db,
  scope: Scope,
  orgId: string,
  of: Sought,
  limit: number,
): Promise<FoundTask[]> {
  const { rows } = await sql<FoundTask>`
    select t.id, t.title, o.name as "orgName", t.ends_on::text as "endsOn", t.state = 0 as "isDraft"
      from office_task t join organisation o on o.id = t.org_id
     where ${chosen('t', of)} and not t.is_template and ${taskVisible(scope, orgId)} order by t.id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

export interface FoundMeeting {
  id: string;
  title: string;
  orgName: string;
  startsAt: Date;
}

/** Work meetings that stand before the session, the latest first. */
export async function searchMeetings(
  db: Db,
  scope: Scope,
  orgId: string,
  of: Sought,
  limit: number,
): Promise<FoundMeeting[]> {
  const { rows } = await sql<FoundMeeting>`
    select m.id, m.title, o.name as "orgName", m.starts_at as "startsAt"
      from office_meeting m join organisation o on o.id = m.org_id and o.deleted_at is null
     where ${chosen('m', of)} and ${meetingVisible(scope, orgId)} order by m.starts_at desc, m.id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

const chosen = (alias: 't' | 'm', { words, ids }: Sought) =>
  words === undefined
    ? sql`${sql.ref(`${alias}.id`)} = any(${[...(ids ?? [])]}::bigint[])`
    : textHolds(sql.ref(`${alias}.title`), words);
