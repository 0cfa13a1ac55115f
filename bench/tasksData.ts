// What `bench/scores.ts` stands on beside points: a year's task as it stands in November.
import type pg from 'pg';

const TITLE = '压测驾驶舱';

/** A monthly task of a year with a part of every organisation in each month, some late, where it does not stand. */
export async function writeParts(client: pg.Client, year: number): Promise<void> {
  const { rows } = await client.query('select from office_task where title = $1', [TITLE]);
  if (rows.length > 0) return;
  await client.query('begin');
  const { rows: tasks } = await client.query<{ id: string }>(
    `insert into office_task (org_id, org_code, title, content, kind, frequency, starts_on, ends_on, due_rule, audience, state, targets, published_at)
     select id, code, $1, '', 0, 2, make_date($2, 1, 1), make_date($2, 12, 31), 'end', '{"mode":"below"}', 2,
            (select count(*)::int from organisation where deleted_at is null), now()
       from organisation where parent_id is null order by code limit 1 returning id`,
    [TITLE, year],
  );
  await client.query(
    `insert into office_circle (task_id, seq, label, starts_on, due_on)
     select $1, n, n || '月', make_date($2, n, 1), (make_date($2, n, 1) + interval '1 month - 1 day')::date from generate_series(1, 12) n`,
    [tasks[0]?.id, year],
  );
  // Nine months accepted, some of them late; the tenth handed in.
  await client.query(
    `insert into office_part (task_id, circle_id, org_id, org_code, due_on, state, report, reported_at)
     select c.task_id, c.id, o.id, o.code, c.due_on,
            case when c.seq < 10 and (o.id + c.seq) % 17 > 0 then 4 when c.seq = 10 then 2 else 0 end,
            case when c.seq <= 10 then '学习三次，二十人参加。' else '' end, case when c.seq <= 10 then now() end
       from office_circle c cross join organisation o where c.task_id = $1 and o.deleted_at is null`,
    [tasks[0]?.id],
  );
  await client.query('commit');
  await client.query('vacuum analyze office_task, office_circle, office_part');
}
