import type { ClientBase } from 'pg';
import { writeRecruitmentPaths } from './recruitmentPaths.ts';

/** Everybody on the way gets a file as registration would open it (migration 0250); what the record knows of the path is filled in. */
const STATEMENTS = [
  `insert into development_file (member_id, org_id, org_code, category, step, paper_until, probation_until, due_on, opened_by)
   select id, org_id, org_code, person_category, place.step, place.step - 1, place.until, place.until, '系统'
     from member, lateral (select case person_category when 5 then 1 when 4 then 4 when 3 then 9 else 18 end as step,
                                  case when person_category = 2 then (admission_date + interval '1 year')::date end as until) as place
    where person_category between 2 and 5 and deleted_at is null
   on conflict (member_id) where ended_on is null do nothing`,
  `insert into development_step (file_id, no, state)
   select f.id, n, case when n <= f.step then 'ready' else 'none' end from development_file f, generate_series(1, 25) as n
   on conflict do nothing`,
  // The day of the application is known of most: the first step of all of them.
  `update development_step s set state = 'done', handled_on = m.applied_on, handled_by = '党支部', recorded_at = m.applied_on,
          rule_version = case when m.applied_on < '2026-05-11' then '2014' else '2026' end
     from development_file f join member m on m.id = f.member_id
    where s.file_id = f.id and s.no = 1 and m.applied_on is not null`,
  // Of five applicants four were talked to in time; of the last weeks the fifth waits, some of them longer than a month.
  `update development_step s set state = case when f.id % 5 > 0 or m.applied_on < now()::date - 60 then 'done' else 'ready' end,
          handled_on = case when f.id % 5 > 0 or m.applied_on < now()::date - 60 then m.applied_on + 18 end,
          rule_version = case when m.applied_on + 18 < '2026-05-11' then '2014' else '2026' end
     from development_file f join member m on m.id = f.member_id
    where s.file_id = f.id and s.no = 2 and f.category = 5 and m.applied_on < now()::date - 18`,
  `update development_file f set step = 2, due_on = (m.applied_on + interval '1 month')::date
     from member m where m.id = f.member_id and f.category = 5 and m.applied_on is not null`,
  `update development_file f set step = 3, due_on = null
     from development_step s where s.file_id = f.id and s.no = 2 and s.state = 'done' and f.category = 5`,
  `update development_step s set state = 'ready' from development_file f where s.file_id = f.id and s.no = f.step and s.state = 'none'`,
];

/** Writes the development files of the demonstration. */
export async function writeRecruitment(client: ClientBase): Promise<void> {
  for (const statement of STATEMENTS) await client.query(statement);
  await writeRecruitmentPaths(client);
}
