import { sql } from 'kysely';
import { ROLE } from '#kernel/session/contract.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { sendNotices } from '#platform/server/inbox/notices.ts';
import { reconcileTodos } from '#platform/server/inbox/todos.ts';
import { STEPS, stepDefinition } from '#procedures/recruitment/rules/steps.ts';
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
/** What stands for 思想汇报 where a step's number stands otherwise. */
const THOUGHT = 0;
/** 提醒, dictionary 0178. */
const REMINDER = '6';

const TITLES = STEPS.map(({ title }) => title);
/** Running files with a term that is near, due or over, and the desk that each is at; while 终止培养 waits its terms rest. */
const ASKED = sql`
  select f.id, f.member_id, f.step, f.category, f.due_on, f.earliest_on, m.name,
         coalesce(s.approver_org_id, f.org_id) as desk_id, s.file_id is not null as waits
    from development_file f
    join member m on m.id = f.member_id and m.deleted_at is null
    left join development_step s on s.file_id = f.id and s.no = f.step and s.state = 'submitted'
   where f.ended_on is null
     and (f.due_on <= ${dbToday} + ${SOON}::int or (f.due_on is null and f.earliest_on <= ${dbToday}))
     and f.id not in ${ENDING_FILES}`;

/**
 * Tells everybody concerned of the terms of running files, brings open to-dos up to date and closes those that are no longer
 * true: the desk that a file is at (branch, or the superior while a step waits there) thirty days before the last day and
 * when something may be done from now on; the superior of a desk that is seven days late, by number; the person by a notice,
 * each term once, and each quarter for 思想汇报 (发展党员工作细则第十一条). Three statements, whatever the number of files; a
 * second run writes nothing.
 */
export async function sweep(tx: Db): Promise<{ written: number; closed: number; told: number }> {
  const { written, closed } = await reconcileTodos(tx, {
    roleId: ROLE.worker,
    module: MODULE,
    act: sql`act`,
    kept: KINDS,
    wanted: sql`
      with asked as materialized (${ASKED})
      select d.id as org_id, d.code as org_code,
             asked.name || '：' || (${TITLES}::text[])[step] || case when due_on is null then '（可以办理）'
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
       group by p.id`,
  });
  return { written, closed, told: await notifyPeople(tx) };
}

/** Sends the notices of terms that their people were not told of yet, to those with an account; answers of how many. */
async function notifyPeople(tx: Db): Promise<number> {
  const { rows } = await sql<{ step: number; dueOn: string; months: number; orgId: string; accountIds: string[] }>`
    with asked as materialized (${ASKED}),
    thought as materialized (
      select f.id, f.member_id, (last.day + make_interval(months => ${THOUGHT_MONTHS}))::date as due_on
        from development_file f
        join development_step s on s.file_id = f.id and s.no = 3 and s.state = 'done'
        cross join lateral (
          select greatest(s.handled_on, max(n.day)) as day from development_note n
           where n.file_id = f.id and n.kind = 'thought') as last
       where f.ended_on is null and f.category between 2 and 4 and f.id not in ${ENDING_FILES}
         and last.day <= (${dbToday} + ${THOUGHT_DAYS}::int - make_interval(months => ${THOUGHT_MONTHS}))::date
    ), told as (
      insert into development_reminder (file_id, step_no, due_on)
      select id, step, coalesce(due_on, earliest_on) from asked
       where not waits and exists (select from account a where a.member_id = asked.member_id)
      union all
      select id, ${THOUGHT}::smallint, due_on from thought where exists (select from account a where a.member_id = thought.member_id)
      on conflict do nothing
      returning file_id, step_no, due_on
    )
    select step_no as step, told.due_on::text as "dueOn", ${THOUGHT_MONTHS}::int as months,
           f.org_id as "orgId", array(select a.id::text from account a where a.member_id = f.member_id) as "accountIds"
      from told join development_file f on f.id = told.file_id`.execute(tx);
  const notices = rows.map(({ step, dueOn, months, orgId, accountIds }) => ({
    type: REMINDER,
    orgId,
    createdBy: '系统',
    accountIds,
    ...(step === THOUGHT
      ? {
          title: '请交思想汇报',
          remark: `思想汇报${months === 3 ? '每季度' : `每${months}个月`}一次，请于${dueOn}前交给党支部。`,
        }
      : {
          title: `发展党员提醒：${stepDefinition(step).title}`,
          remark: `与您有关的这一步日期是${dueOn}，请按党支部的要求准备。`,
        }),
  }));
  return (await sendNotices(tx, notices)).length;
}
