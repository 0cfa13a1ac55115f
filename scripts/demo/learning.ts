import type { ClientBase } from 'pg';

/** The street, the college and the branches of the accounts: whoever signs in there finds hours; the whole city would be too many. */
const HERE = `exists (select from organisation h where m.org_code >= h.code and m.org_code < h.code || ':'
  and (h.name in ('江南街道党工委', '峡州职业技术学院党委') or h.id in (select a.org_id from member a join account c on c.member_id = a.id)))`;
const ON_ROLL = 'm.deleted_at is null and m.membership_status = 1 and m.person_category in (1, 2)';

/** Who was at a meeting whose sheet the demo does not keep any more; the same draw as those that it keeps. */
const CAME = '(m.id * 31 + l.id * 17) % 100 < 88';

/** The hours of 党课 and 主题党日 of a year, as submitting them grants these. */
const LESSONS = `insert into learning_hour (member_id, source, evidence, day, minutes, title, link)
  select m.id, case when l.type = 5 then 'lecture' else 'meeting' end, 'lifeMeeting:' || l.id, l.held_on,
         least(180, extract(epoch from l.ends_at - l.starts_at)::int / 60), l.title, '/affairs/event/viewMeeting/' || l.id || '/' || l.org_id
    from (select m.* from member m where ${ON_ROLL} and ${HERE}) as m join life_meeting l on l.org_id = m.org_id
   where l.type in (4, 5) and l.state in (3, 5) and l.cancelled_at is null and ${CAME}`;

/** Writes the demo's class hours, set by set. */
export async function writeLearning(client: ClientBase): Promise<void> {
  await client.query(LESSONS);
  await client.query(`insert into learning_taken (source, rows) select 'lifeMeeting', count(*) from learning_hour`);
  // No rule of the demo's points counts them: nobody waits for what would change nothing.
  await client.query(`insert into point_source_taken (source, rows) values ('learningDone', 0)`);
}
