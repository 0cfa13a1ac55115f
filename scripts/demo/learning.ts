import type { ClientBase } from 'pg';

/** Who was at a meeting whose sheet the demo does not keep any more; the same draw as those that it keeps. */
const CAME = '(m.id * 31 + l.id * 17) % 100 < 88';

/** The hours of 党课 and 主题党日 of a year, as submitting them grants these. */
const LESSONS = `insert into learning_hour (member_id, source, evidence, day, minutes, title, link)
  select m.id, case when l.type = 5 then 'lecture' else 'meeting' end, 'lifeMeeting:' || l.id, l.held_on,
         least(180, extract(epoch from l.ends_at - l.starts_at)::int / 60), l.title, '/affairs/event/viewMeeting/' || l.id || '/' || l.org_id
    from life_meeting l join member m on m.org_id = l.org_id and m.deleted_at is null and m.membership_status = 1 and m.person_category in (1, 2)
   where l.type in (4, 5) and l.state in (3, 5) and l.cancelled_at is null and ${CAME}`;

/** Writes the demo's class hours, set by set. */
export async function writeLearning(client: ClientBase): Promise<void> {
  await client.query(LESSONS);
  await client.query(`insert into learning_taken (source, rows) select 'lifeMeeting', count(*) from learning_hour`);
}
