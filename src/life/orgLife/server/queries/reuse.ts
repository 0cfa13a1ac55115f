import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface Reuse {
  /** `photo`, `minutes` of the meeting, or of a `topic`. */
  kind: 'photo' | 'minutes' | 'topic';
  /** The file's or the topic's name; of minutes empty. */
  name: string;
  /** The meeting that used it before: of the reader's scope; null: one of another organisation that the reader does not see. */
  id: string | null;
  type: number;
  orgId: string;
  orgName: string;
  title: string;
  heldOn: string;
}

/**
 * What of a meeting was used at another one before: the same picture, or the same words, blanks aside. Of organisations outside
 * the reader's scope it is only said that it was.
 */
export async function reusesOf(db: Db, scope: Scope, meetingId: string): Promise<Reuse[]> {
  const { rows } = await sql<Reuse>`
    with used as (
      select 'photo' as kind, f.name, old.row_id::bigint as id
        from stored_file f join stored_file old on old.kind = 'event.meeting' and old.sha256 = f.sha256
       where f.kind = 'event.meeting' and f.row_id = ${meetingId}::text and old.row_id is not null
      union
      select 'minutes', '', old.id from life_meeting m join life_meeting old on old.minutes_digest = m.minutes_digest
       where m.id = ${meetingId}
      union
      select 'topic', t.title, old.meeting_id from life_topic t join life_topic old on old.minutes_digest = t.minutes_digest
       where t.meeting_id = ${meetingId}
    ), seen as (
      select u.kind, u.name, o.id, o.type, o.org_id, g.name as org_name, o.title, o.held_on, o.starts_at, ${within(scope, 'o.org_code')} as mine,
             row_number() over (partition by u.kind, u.name order by ${within(scope, 'o.org_code')} desc, o.starts_at) as n
        from used u join life_meeting o on o.id = u.id and o.cancelled_at is null join organisation g on g.id = o.org_id
        join life_meeting m on m.id = ${meetingId} and o.id <> m.id and (o.starts_at, o.id) < (m.starts_at, m.id)
    )
    select kind, name, case when mine then id end as id, type, org_id as "orgId", case when mine then org_name else '' end as "orgName",
           case when mine then title else '' end as title, held_on::text as "heldOn"
      from seen where n = 1 order by kind, name limit 20`.execute(db);
  return rows;
}
