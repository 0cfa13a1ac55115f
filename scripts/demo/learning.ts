import type { ClientBase } from 'pg';

/**
 * The street, the college and the branches of the visitors ($1, their accounts): whoever signs in there finds hours; the whole city,
 * all of whose organisations have a worker, would be too many.
 */
const HERE = `with here as materialized (
  select h.code from organisation h
   where h.name in ('江南街道党工委', '峡州职业技术学院党委')
      or h.id in (select a.org_id from member a join account c on c.member_id = a.id and c.id = any($1::bigint[]))),
 place as materialized (
  select o.id from organisation o where exists (select from here h where o.code >= h.code and o.code < h.code || ':'))`;
const ON_ROLL = 'm.deleted_at is null and m.membership_status = 1 and m.person_category in (1, 2)';

/** Who was at a meeting whose sheet the demo does not keep any more; the same draw as those that it keeps. */
const CAME = '(m.id * 31 + l.id * 17) % 100 < 88';

/** The hours of 党课 and 主题党日 of a year, as submitting them grants these. */
const LESSONS = `${HERE}
  insert into learning_hour (member_id, source, evidence, day, minutes, title, link)
  select m.id, case when l.type = 5 then 'lecture' else 'meeting' end, 'lifeMeeting:' || l.id, l.held_on,
         least(180, extract(epoch from l.ends_at - l.starts_at)::int / 60), l.title, '/affairs/event/viewMeeting/' || l.id || '/' || l.org_id
    from (select m.* from member m where ${ON_ROLL} and m.org_id in (select id from place)) as m join life_meeting l on l.org_id = m.org_id
   where l.type in (4, 5) and l.state in (3, 5) and l.cancelled_at is null and ${CAME}`;

/**
 * Trainings of two years: of a committee everybody's 集中轮训 and last year's winter study, a class of those who lead; a branch's own
 * reading class. Who stayed away is behind.
 */
const TRAININGS: readonly (readonly [
  title: string,
  yearsAgo: number,
  startsOn: string,
  days: number,
  hours: number,
  leaders: boolean,
  share: number,
])[] = [
  ['党员集中轮训班', 1, '-06-10', 2, 16, false, 88],
  ['党员冬训', 1, '-12-03', 2, 18, false, 90],
  ['党支部书记和班子成员培训班', 1, '-04-15', 3, 24, true, 92],
  ['党员春训', 0, '-03-05', 1, 8, false, 86],
  ['党支部书记和班子成员培训班', 0, '-05-18', 4, 32, true, 84],
];
const training = `with made as (
  insert into learning_training (org_id, org_code, title, starts_on, ends_on, minutes, central, organiser, place, note, created_by, updated_by)
  select o.id, o.code, y.year || '年' || o.name || $1, (y.year || $3)::date, (y.year || $3)::date + $4::int - 1, $5::int * 45, true, o.name,
         '党校报告厅', '按年度党员教育培训计划组织，签到表和培训通知存档。', '周敏', '周敏'
    from organisation o, (select extract(year from (now() at time zone 'Asia/Shanghai'))::int - $2::int as year) as y
   where o.name in ('江南街道党工委', '峡州职业技术学院党委') and o.deleted_at is null
  returning id, org_code, minutes),
 came as (
  insert into learning_training_person (training_id, member_id, minutes, added_by)
  select t.id, m.id, t.minutes, '周敏' from made t join member m on m.org_code >= t.org_code and m.org_code < t.org_code || ':' and ${ON_ROLL}
   where (m.id * 29 + $2::int * 13 + $5::int * 7) % 100 < $7::int
     and (not $6 or exists (select from org_post p join org_term e on e.id = p.term_id and e.is_current where p.member_id = m.id))
  returning training_id, member_id, minutes)
 select count(*) from came`;
const BOOKED = `insert into learning_hour (member_id, source, evidence, day, minutes, central, title, link)
  select p.member_id, 'offline', 'training:' || t.id, t.ends_on, p.minutes, t.central, t.title, '/education/training/' || t.id
    from learning_training_person p join learning_training t on t.id = p.training_id`;

/** Writes the demo's class hours, set by set. @param visitors ids of the accounts whose branches have them */
export async function writeLearning(client: ClientBase, visitors: readonly number[]): Promise<void> {
  await client.query(LESSONS, [visitors]);
  await client.query(`insert into learning_taken (source, rows) select 'lifeMeeting', count(*) from learning_hour`);
  for (const one of TRAININGS) await client.query(training, [...one]);
  await client.query(BOOKED);
  // No rule of the demo's points counts them: nobody waits for what would change nothing.
  await client.query(`insert into point_source_taken (source, rows) values ('learningDone', 0)`);
}
