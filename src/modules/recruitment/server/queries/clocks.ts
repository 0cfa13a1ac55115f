import { sql } from 'kysely';
import { STEPS } from '#modules/recruitment/rules/steps.ts';
import { ROLE } from '#modules/session/contract.ts';
import { type Db, dbToday } from '#platform/server/db.ts';
import { MODULE } from '../todos.ts';
import { ENDING_FILES } from './file.ts';
import { SOON } from './list.ts';

/** First part of the subjects that the sweep opens and closes; decisions keep theirs and get their term alone. */
const KINDS = ['developmentDue', 'developmentLate'];
/** Days overdue after which the superior is told. */
const LATE_DAYS = 7;
/** Months between two 思想汇报, as the site set them, and days before the next one on which the person is told. */
const THOUGHT_MONTHS = sql`(select thought_months from development_setting)`;
const THOUGHT_DAYS = 7;
/** 提醒, dictionary 0178. */
const REMINDER = '6';

/**
 * Tells everybody concerned of the terms of running files, brings open to-dos up to date and closes those that are no longer
 * true: the desk that a file is at (branch, or the superior while a step waits there) thirty days before the last day and
 * when something may be done from now on; the superior of a desk that is seven days late, by number; the person by a notice,
 * each term once, and each quarter for 思想汇报 (发展党员工作细则第十一条). While 终止培养 waits for a decision the terms of its file rest. One statement, whatever the number of files; a
 * second run writes nothing.
 */
export async function sweep(tx: Db): Promise<{ written: number; closed: number; told: number }> {
  const titles = STEPS.map(({ title }) => title);
  const { rows } = await sql<{ written: number; closed: number; told: number }>`
    with asked as materialized (
      select f.id, f.member_id, f.org_id as branch_id, f.step, (${titles}::text[])[f.step] as title, f.category, f.due_on,
             f.earliest_on, m.name, coalesce(s.approver_org_id, f.org_id) as desk_id, s.file_id is not null as waits
        from development_file f
        join member m on m.id = f.member_id and m.deleted_at is null
        left join development_step s on s.file_id = f.id and s.no = f.step and s.state = 'submitted'
       where f.ended_on is null
         and (f.due_on <= ${dbToday} + ${SOON}::int or (f.due_on is null and f.earliest_on <= ${dbToday}))
         and f.id not in ${ENDING_FILES}
    ), thought as materialized (
      select f.id, f.member_id, f.org_id as branch_id, (last.day + make_interval(months => ${THOUGHT_MONTHS}))::date as due_on
        from development_file f
        join development_step s on s.file_id = f.id and s.no = 3 and s.state = 'done'
        cross join lateral (
          select greatest(s.handled_on, max(n.day)) as day from development_note n
           where n.file_id = f.id and n.kind = 'thought') as last
       where f.ended_on is null and f.category between 2 and 4 and f.id not in ${ENDING_FILES}
         and last.day <= (${dbToday} + ${THOUGHT_DAYS}::int - make_interval(months => ${THOUGHT_MONTHS}))::date
    ), wanted as materialized (
      select d.id as org_id, d.code as org_code,
             asked.name || '：' || title || case when due_on is null then '（可以办理）'
               when due_on < ${dbToday} then '（已超期）' else '（将到期）' end as title,
             coalesce('最迟' || due_on, '从' || earliest_on || '起可以办理') as detail, case when waits then '审批' else '办理' end as act,
             '/affairs/recruitment/steps/' || asked.id || '/' || case category when 1 then 2 else category end as url, due_on,
             case when waits then 'developmentDecide:' else 'developmentDue:' end || asked.id as subject
        from asked join organisation d on d.id = desk_id and d.deleted_at is null
      union all
      select p.id, p.code, '督促办理：' || count(*) || '份发展档案超期七天以上', '最早的一份应于' || min(due_on) || '前办理',
             '查看', '/affairs/recruitment/due?view=overdue', min(due_on), 'developmentLate:' || p.id
        from asked join organisation d on d.id = desk_id join organisation p on p.id = d.parent_id and p.deleted_at is null
       where due_on < ${dbToday} - ${LATE_DAYS}::int
       group by p.id
    ), closed as (
      update todo set done_at = now()
       where done_at is null and split_part(subject, ':', 1) = any(${KINDS}::text[])
         and not exists (select from wanted where wanted.org_id = todo.org_id and wanted.subject = todo.subject)
      returning id
    ), written as (
      insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, due_on, subject)
      select ${ROLE.worker}, org_id, org_code, ${MODULE}, title, detail, act, url, due_on, subject from wanted
      on conflict (org_id, role_id, subject) where done_at is null do update
         set org_code = excluded.org_code, title = excluded.title, detail = excluded.detail,
             jump_url = excluded.jump_url, due_on = excluded.due_on
       where (todo.org_code, todo.title, todo.detail, todo.jump_url, todo.due_on)
             is distinct from (excluded.org_code, excluded.title, excluded.detail, excluded.jump_url, excluded.due_on)
      returning id
    ), told as (
      insert into development_reminder (file_id, step_no, due_on)
      select id, step, coalesce(due_on, earliest_on) from asked
       where not waits and exists (select from account a where a.member_id = asked.member_id)
      union all
      select id, 0, due_on from thought where exists (select from account a where a.member_id = thought.member_id)
      on conflict do nothing
      returning file_id, step_no, due_on
    ), numbered as materialized (
      select told.*, f.member_id, f.org_id, nextval(pg_get_serial_sequence('notice', 'id')) as notice_id
        from told join development_file f on f.id = told.file_id
    ), noticed as (
      insert into notice (id, type, title, remark, org_id, created_by)
      select notice_id, ${REMINDER}, case step_no when 0 then '请交思想汇报' else '发展党员提醒：' || (${titles}::text[])[step_no] end,
             case step_no when 0 then '思想汇报' || case ${THOUGHT_MONTHS} when 3 then '每季度' else '每' || ${THOUGHT_MONTHS} || '个月' end || '一次，请于' || due_on || '前交给党支部。'
               else '与您有关的这一步日期是' || due_on || '，请按党支部的要求准备。' end, org_id, '系统'
        from numbered
    ), sent as (
      insert into notice_recipient (notice_id, account_id)
      select notice_id, a.id from numbered join account a on a.member_id = numbered.member_id
    )
    select (select count(*)::int from written) as written, (select count(*)::int from closed) as closed,
           (select count(*)::int from told) as told`.execute(tx);
  return rows[0] ?? { written: 0, closed: 0, told: 0 };
}
