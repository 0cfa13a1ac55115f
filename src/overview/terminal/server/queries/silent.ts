import { type RawBuilder, sql } from 'kysely';
import { nearestDecider } from '#kernel/permission/server/index.ts';
import type { Db } from '#platform/server/database/db.ts';
import { todosClosed } from '#platform/server/inbox/todos.ts';

const ZONE = sql`'Asia/Shanghai'`;
/** Seconds of opening hours, of the last three days, in which the paired terminal `d` said nothing since it was last there. */
const SILENT = sql`lateral (select coalesce(sum(greatest(0, extract(epoch from least(now(), w.to_at) - greatest(d.seen_at, w.from_at)))), 0) as seconds
  from (select (now() at time zone ${ZONE})::date - n as day from generate_series(0, 2) n) g
  cross join lateral (select
    (g.day + case when d.opens = '' then time '00:00' else d.opens::time end) at time zone ${ZONE} as from_at,
    case when d.closes = '' then (g.day + 1)::timestamp else g.day + d.closes::time end at time zone ${ZONE} as to_at) w) s`;

/** What a to-do says of the screens of one organisation that are silent. */
export const silentWanted = (): RawBuilder<unknown> => {
  const silent = (subject: string, when: RawBuilder<unknown>, words: string, fromHere: boolean) => sql`
    select k.id as org_id, k.code as org_code, count(*) || ${`台终端${words}`} as title,
           string_agg(d.name || '（' || o.name || '）', '、' order by d.org_code, d.id) filter (where d.place_no <= 3)
             || case when count(*) > 3 then '等' else '' end as detail,
           '/box/boxManage?status=away' as url, null::date as due_on, ${`${subject}:`} || k.id as subject
      from (select d.*, row_number() over (partition by k.id order by d.org_code, d.id) as place_no, k.id as keeper_id
              from box_device d cross join ${SILENT} cross join lateral ${nearestDecider(sql`d.org_code`, 'box:device', { but: sql`null::bigint`, fromHere })} k
             where d.token_hash is not null and d.deleted_at is null and d.seen_at is not null and ${when}) d
      join organisation o on o.id = d.org_id and o.deleted_at is null
      join organisation k on k.id = d.keeper_id
     group by k.id, k.code`;
  return sql`${silent('boxSilent', sql`s.seconds >= 3600`, '在开放时间内离线超过1小时', true)}
    union all
    ${silent('boxSilentLong', sql`s.seconds >= 3600 and d.seen_at < now() - interval '1 day'`, '离线超过1天', false)}`;
};

/** Closes what asks for the release of words whose time is over. */
export const expiredInsertTodos = (db: Db) =>
  todosClosed(
    sql`todo.subject = 'boxInsert:' || i.id and i.state = 'asked' and i.to_at <= now()`,
    sql`box_insert i`,
  ).execute(db);
