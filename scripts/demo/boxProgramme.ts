import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { Place } from './lessons.ts';

/** Days of the log: three months. */
const DAYS = 92;

interface Places {
  city: Place;
  street: Place;
  branch: Place;
}

/** A group for the halls and one for the meeting rooms of an organisation and of those below it, with a week's programme. */
async function groupsOf(tx: Db, { id, code, name }: Place): Promise<void> {
  const { rows } = await sql<{ id: string; name: string }>`
    insert into box_group (org_id, org_code, name, remark, created_by, updated_by)
    values (${id}, ${code}, '一楼大厅', '对外服务的大厅，放办事指引和公示', ${name}, ${name}),
           (${id}, ${code}, '党员活动室', '开会、学习时用，平时轮播', ${name}, ${name})
    returning id, name`.execute(tx);
  for (const group of rows) {
    const isHall = group.name === '一楼大厅';
    await sql`update box_device set group_id = ${group.id}
               where org_id = ${id} and name = ${isHall ? '一楼大厅立式屏' : '党员活动室横屏'}`.execute(tx);
    await sql`
      insert into box_slot (group_id, level, part, seconds, weekdays, from_time, to_time, created_by, sort)
      values (${group.id}, 'programme', ${isHall ? 'publicity' : 'life'}, 20, '1,2,3,4,5', '08:30', '09:30', ${name}, 1),
             (${group.id}, 'programme', 'study', 30, '6,7', '09:00', '11:00', ${name}, 2),
             (${group.id}, 'loop', 'publicity', 15, '', '', '', ${name}, 3),
             (${group.id}, 'loop', 'honor', 12, '', '', '', ${name}, 4),
             (${group.id}, 'loop', 'event', 12, '', '', '', ${name}, 5)`.execute(tx);
  }
}

/** What the city will let every screen play each morning, from next week on. */
async function cityMorning(tx: Db, { id, code, name }: Place): Promise<void> {
  await sql`
    with g as (
      insert into box_group (org_id, org_code, name, remark, created_by, updated_by)
      values (${id}, ${code}, '全市屏幕', '全市统一播出的内容排在这里', ${name}, ${name}) returning id)
    insert into box_slot (group_id, level, part, seconds, weekdays, from_on, from_time, to_time, created_by, sort)
    select g.id, 'must', 'publicity', 20, '1,2,3,4,5', (now() at time zone 'Asia/Shanghai')::date + 7, '08:00', '08:10', ${name}, 1 from g`.execute(
    tx,
  );
}

/** When the paired screens of a subtree were there: most days from opening to closing, some with a gap, some not at all. */
const spansBelow = (tx: Db, code: string) =>
  sql`
    insert into box_span (device_id, from_at, to_at)
    select d.id, s.from_at, s.to_at
      from (select id, (row_number() over (order by org_code, id))::int as place from box_device
             where token_hash is not null and org_code >= ${code} and org_code < ${`${code}:`}) d
      cross join (select (now() at time zone 'Asia/Shanghai')::date - n as day, n from generate_series(1, ${DAYS}) n) g
      cross join lateral (values
        (0, (g.day + time '08:00' + (g.n * d.place % 25) * interval '1 minute') at time zone 'Asia/Shanghai',
            (g.day + time '13:00' - (g.n * d.place % 7) * interval '12 minutes') at time zone 'Asia/Shanghai'),
        (1, (g.day + time '13:00' + (case when (g.n + d.place) % 6 = 0 then 95 else 1 end) * interval '1 minute') at time zone 'Asia/Shanghai',
            (g.day + time '21:00') at time zone 'Asia/Shanghai')) s (half, from_at, to_at)
     where (g.n * 7 + d.place * 3) % 13 <> 0 and not (s.half = 1 and (g.n + d.place) % 17 = 0)
    on conflict do nothing`.execute(tx);

/** What the paired screens of an organisation played while they were there, a quarter of an hour each. */
const playsOf = (tx: Db, orgId: string) =>
  sql`
    insert into box_play (device_id, binding, number, item, title, level, from_at, to_at)
    select p.device_id, p.binding, row_number() over (partition by p.device_id order by p.at), c.item, c.title,
           case when p.clock between '08:30' and '09:29' then 'programme' else 'loop' end, p.at, p.at + interval '15 minutes'
      from (select s.device_id, d.binding, at, to_char(at at time zone 'Asia/Shanghai', 'HH24:MI') as clock,
                   row_number() over (partition by s.device_id order by at) as place
              from box_span s join box_device d on d.id = s.device_id and d.org_id = ${orgId}
              cross join generate_series(s.from_at, s.to_at - interval '15 minutes', interval '15 minutes') at) p
      join (select item, title, row_number() over (order by item) as place, count(*) over () as many
              from (select 'publicity:' || id as item, title from box_publicity
                     where org_id = ${orgId} and state = 'published' and deleted_at is null
                    union all select 'honor:' || id, title from box_honor where org_id = ${orgId} and state = 'published' and deleted_at is null
                    union all select 'event:' || id, title from box_event where org_id = ${orgId} and state = 'published' and deleted_at is null) x) c
        on c.place = p.place % c.many + 1
    on conflict do nothing`.execute(tx);

/** Urgent words of the last weeks: two that ran, one that was returned. */
async function insertsOf(tx: Db, { street, city }: Places): Promise<void> {
  await sql`
    with writer as (select account_id as id from account_role where org_id = ${street.id} and role_id = 3 order by id limit 1),
    releaser as (select account_id as id from account_role where org_id = ${city.id} and role_id = 3
                    and account_id not in (select id from writer) order by id limit 1),
    made as (
      insert into box_insert (org_id, org_code, words, from_at, to_at, state, written_by, written_name, written_at,
                              decided_by, decided_name, decided_at, reason)
      select ${street.id}, ${street.code}, w.words, w.at, w.at + interval '3 hours', w.state, writer.id, wa.name,
             w.at - interval '20 minutes', releaser.id, ra.name, w.at - interval '5 minutes', w.reason
        from writer join account wa on wa.id = writer.id cross join releaser join account ra on ra.id = releaser.id
        cross join (select (now() at time zone 'Asia/Shanghai')::date::timestamp at time zone 'Asia/Shanghai' as midnight) m
        cross join lateral (values
          (m.midnight - interval '19 days' + interval '9 hours', '暴雨橙色预警，请远离江边和低洼处', 'released', ''),
          (m.midnight - interval '6 days' + interval '14 hours', '今天下午四点至七点停水检修，请提前接水', 'released', ''),
          (m.midnight - interval '2 days' + interval '10 hours', '下周一上午办事大厅暂停服务', 'returned', '不急，改在宣传大厅发布')) w (at, words, state, reason)
      returning id, org_code, from_at, state)
    insert into box_insert_reach (insert_id, device_id, shown_at)
    select m.id, d.id, m.from_at + (d.id % 50 + 5) * interval '1 second'
      from made m join box_device d on d.token_hash is not null and d.org_code >= m.org_code and d.org_code < m.org_code || ':'
     where m.state = 'released' and (d.id + m.id) % 9 <> 0`.execute(tx);
}

/** Groups, programmes, what was played in three months, and urgent words. */
export async function writeProgrammes(tx: Db, places: Places): Promise<void> {
  await cityMorning(tx, places.city);
  for (const place of [places.street, places.branch]) await groupsOf(tx, place);
  await spansBelow(tx, places.street.code);
  for (const place of [places.street, places.branch]) await playsOf(tx, place.id);
  await insertsOf(tx, places);
}
