import { sql } from 'kysely';
import { COMMITTEE_TYPES, SECRETARY_TYPES, TERM_NOTICE_MONTHS, TERM_TYPES } from '#people/org/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { reconcileTodos } from '#platform/server/inbox/todos.ts';

const PARTY_WORKER = 3;
/** First part of the subjects that this job opens and closes; other modules use others. */
const KINDS = ['term', 'secretary', 'incomplete', 'termsBelow', 'probationsBelow', 'incompleteBelow'];

const isCommittee = sql`o.deleted_at is null and o.type = any(${[...COMMITTEE_TYPES]}::smallint[])`;

/** Writes the to-dos that the records of the whole deployment ask for and closes those that they no longer ask for; answers how many. */
export const writeTodos = (db: Db): Promise<{ written: number; closed: number }> =>
  reconcileTodos(db, {
    roleId: PARTY_WORKER,
    module: sql`module`,
    act: '办理',
    kept: KINDS,
    wanted: sql`
    with term as (
      select o.id, o.code, o.name, o.parent_id, t.id as term_id, t.expires_on,
             case when t.expires_on < ${dbToday} then 0
                  when t.expires_on <= ${dbToday} + interval '1 month' then 1
                  when t.expires_on <= ${dbToday} + interval '3 months' then 3 else 6 end as months
        from org_term t join organisation o on o.id = t.org_id and o.deleted_at is null
       where t.is_current and o.type = any(${[...TERM_TYPES]}::smallint[])
         and t.expires_on <= ${dbToday} + make_interval(months => ${TERM_NOTICE_MONTHS})
    ), vacant as (
      select o.id, o.code, o.name, o.parent_id, t.id as term_id
        from organisation o
        left join org_term t on t.org_id = o.id and t.is_current
       where o.deleted_at is null and o.type = any(${[...SECRETARY_TYPES]}::smallint[])
         and not exists (select from org_post p join org_term t on t.id = p.term_id and t.is_current
                          where p.org_id = o.id and p.post = '书记')
    ), probation as (
      select m.org_code, until.ends_on
        from member m
        cross join lateral (
          select coalesce(m.probation_until, (m.admission_date + interval '1 year')::date) as ends_on) as until
       where m.deleted_at is null and m.person_category = 2 and m.membership_status = 1
         and until.ends_on <= (${dbToday} + interval '2 months')::date
    ), lacking as (
      select org_id, org_code, count(*)::int as n from member
       where deleted_at is null and person_category in (1, 2) and membership_status = 1 and completeness < 100
       group by org_id, org_code
    )
      select id as org_id, code as org_code, '组织信息' as module,
             case months when 0 then '本届任期已届满，应尽快换届'
               else '本届任期' || (array['一','','三','','','六'])[months] || '个月内届满，应着手换届' end as title,
             '任期至' || expires_on as detail, '/affairs/organization/office/add/' || id as url,
             expires_on as due_on, 'term:' || term_id as subject
        from term
      union all
      select parent.id, parent.code, '组织信息',
             case months when 0 then term.name || '任期已届满，督促换届'
               else term.name || '届满提醒（提前' || (array['一','','三','','','六'])[months] || '个月）' end,
             '任期至' || expires_on, '/affairs/organization?warning=termDue&orgId=' || term.id, expires_on, 'term:' || term_id
        from term join organisation parent on parent.id = term.parent_id
      union all
      select id, code, '组织信息', '书记空缺，应及时增补', name,
             coalesce('/affairs/organization/office/edit/' || term_id, '/affairs/organization/office/add/' || id), null, 'secretary:' || id
        from vacant
      union all
      select parent.id, parent.code, '组织信息', vacant.name || '书记空缺', '应指导及时增补',
             '/affairs/organization?warning=noSecretary&orgId=' || vacant.id, null, 'secretary:' || vacant.id
        from vacant join organisation parent on parent.id = vacant.parent_id
      union all
      select o.id, o.code, '党员信息', '补全党员信息：' || n || '人有缺项', o.name,
             '/affairs/member?orgId=' || o.id || '&searchRange=onlySelf&view=incomplete', null, 'incomplete:' || o.id
        from lacking join organisation o on o.id = lacking.org_id and o.deleted_at is null
      union all
      select o.id, o.code, '组织信息', '督促换届：' || count(*) || '个党组织任期已满或六个月内届满',
             '最早的一个任期至' || min(expires_on), '/affairs/organization?warning=termDue', min(expires_on), 'termsBelow:' || o.id
        from term cross join lateral generate_series(4, length(term.code), 4) as cut
        join organisation o on o.code = left(term.code, cut) and ${isCommittee}
       group by o.id
      -- Those directly below are told one by one.
      having bool_or(length(term.code) > length(o.code) + 4)
      union all
      select o.id, o.code, '发展党员', '督促讨论转正：' || count(*) || '名预备党员预备期已满或两个月内届满',
             '最早的一名预备期至' || min(ends_on), '/affairs/member?view=probationDue', min(ends_on), 'probationsBelow:' || o.id
        from probation cross join lateral generate_series(4, length(org_code) - 4, 4) as cut
        join organisation o on o.code = left(org_code, cut) and ${isCommittee}
       group by o.id
      union all
      select o.id, o.code, '党员信息', '督促补全党员信息：' || sum(n) || '人有缺项', '涉及' || count(*) || '个党支部',
             '/affairs/member?view=incomplete', null, 'incompleteBelow:' || o.id
        from lacking cross join lateral generate_series(4, length(org_code) - 4, 4) as cut
        join organisation o on o.code = left(org_code, cut) and ${isCommittee}
       group by o.id`,
  });
