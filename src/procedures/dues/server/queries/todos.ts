import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { reconcileTodos } from '#platform/server/inbox/todos.ts';
import { COMMITTEES, WHOLE } from '#procedures/dues/rules.handup.ts';
import { addMonths, quarterStart } from '#procedures/dues/rules.ts';
import { PAYS } from './bills.ts';
import { standingOf } from './handups.ts';
import { branchesNotHandedUp } from './unhanded.ts';

const PARTY_WORKER = 3;
/** A province or its equal: it has no committee above on the platform, so that nothing here tells that it has handed up. */
const PROVINCE = '(省|自治区|北京市|天津市|上海市|重庆市|新疆生产建设兵团)(委|委员会)$';
/** Article 15: the year's dues go up by the end of April of the next one; committees below a province by what is set for them. */
const RULE = '按规定比例上缴上一年党费（第十五条）';
/** First part of the subjects that are opened and closed here. */
const KINDS = ['duesUp', 'duesUpBelow', 'duesTalk', 'duesSix', 'duesSixBelow', 'duesAnew', 'duesYear'];

/**
 * Writes the to-dos of party workers that the books of the whole deployment ask for and closes those that they no longer
 * ask for, in one statement.
 * @param current `YYYY-MM` of today
 * @returns how many were written and closed
 */
export function writeDuesTodos(db: Db, current: string): Promise<{ written: number; closed: number }> {
  const last = addMonths(current, -1);
  const year = Number(current.slice(0, 4)) - 1;
  const word = `${Number(last.slice(5))}月`;
  const isCommittee = sql`o.deleted_at is null and o.type = any(array[${sql.join([...COMMITTEES])}]::smallint[])`;
  const list = '/affairs/dues?orgId=';
  return reconcileTodos(db, {
    roleId: PARTY_WORKER,
    module: '党费管理',
    act: sql`act`,
    kept: KINDS,
    wanted: sql`
    with unhanded as materialized (${branchesNotHandedUp(last, sql`true`)}),
    years as materialized (
      select * from (${standingOf(
        sql`select o.id, o.code, o.name, o.type from organisation o where ${isCommittee}
          and exists (select from dues_ratio r where r.org_id = o.id and r.year = ${year})`,
        year,
      )}) s
       where round(s.received::numeric * s.set / ${WHOLE}::numeric) > s.handed::numeric + s.pending::numeric),
    run as (
      select b.member_id, m.org_id, m.org_code, count(distinct b.month) filter (where b.month >= ${addMonths(current, -3)}) as three,
             count(distinct b.month) as six
        from dues_bill b join member m on m.id = b.member_id
       where b.state in (1, 2) and b.month >= ${addMonths(current, -6)} and b.month < ${current} and ${PAYS}
       group by b.member_id, m.org_id, m.org_code
    ), stale as materialized (
      select m.org_id, m.org_code, count(*)::int as n from dues_standard s join member m on m.id = s.member_id
       where ${PAYS} and ((s.payer = 2 and s.from_month < ${current}) or (s.payer = 3 and s.from_month < ${quarterStart(current)}))
         and not exists (select from dues_standard t where t.member_id = s.member_id and t.from_month > s.from_month
                            and t.from_month <= ${current})
       group by m.org_id, m.org_code
    ), owing as materialized (
      select org_id, org_code, count(*) filter (where three = 3 and six < 6)::int as three, count(*) filter (where six = 6)::int as six
        from run group by org_id, org_code
    )
      select id as org_id, code as org_code, ${`上缴${word}党费`}::text as title, name as detail,
             ${`${list}`}::text || id || '&tab=handup' as url, '上缴'::text as act, ${`duesUp:`}::text || id as subject, null::date as due_on
        from unhanded
      union all
      select o.id, o.code, ${`催缴${word}党费：`}::text || count(*) || '个支部尚未上缴', '收到以后没有上缴过',
             ${`${list}`} || o.id || '&tab=handup&part=below&state=open', '催缴', 'duesUpBelow:' || o.id, null
        from unhanded u cross join lateral generate_series(4, length(u.code) - 4, 4) as cut
        join organisation o on o.code = left(u.code, cut) and ${isCommittee} group by o.id
      union all
      select y."orgId", y.code, ${`上缴${year}年党费，4月30日前`}::text, y."orgName" || '，' || ${RULE}::text,
             ${`${list}`} || y."orgId" || '&tab=handup', '上缴', 'duesYear:' || y."orgId", make_date(${year + 1}::int, 4, 30)
        from years y
      union all
      select o.id, o.code, ${`向中央上缴${year}年党费，4月30日前`}, o.name || '，按全年实际收缴数的5%上缴（第十五条）',
             ${`${list}`} || o.id || '&tab=handup', '查看', 'duesYear:' || o.id, make_date(${year + 1}::int, 4, 30)
        from organisation o
       where ${isCommittee} and o.parent_id is null and ${current.slice(5) <= '04'} and o.name ~ ${PROVINCE}
      union all
      select o.id, o.code, '提醒谈话：' || three || '名党员连续3个月未缴党费', o.name,
             ${`${list}`} || o.id || ${`&month=${last}&view=owed`}, '办理', 'duesTalk:' || o.id, null
        from owing w join organisation o on o.id = w.org_id and o.deleted_at is null where three > 0
      union all
      select o.id, o.code, '重新核定党费标准：' || n || '名年薪制、不按月取得收入的党员',
             o.name || '，年薪制按当月实领、不按月取得收入的按上季度月平均（第三、四条）',
             '/affairs/dues/standards?orgId=' || o.id, '核定', 'duesAnew:' || o.id, null
        from stale w join organisation o on o.id = w.org_id and o.deleted_at is null
      union all
      select o.id, o.code, '查明原因：' || six || '名党员连续6个月未缴党费', o.name || '，无正当理由的按第十三条处理',
             ${`${list}`} || o.id || ${`&month=${last}&view=owed`}, '办理', 'duesSix:' || o.id, null
        from owing w join organisation o on o.id = w.org_id and o.deleted_at is null where six > 0
      union all
      select o.id, o.code, '督促查明原因：' || sum(six) || '名党员连续6个月未缴党费', '涉及' || count(*) || '个党支部',
             ${`${list}`} || o.id || ${`&month=${last}&view=owed`}, '督促', 'duesSixBelow:' || o.id, null
        from owing w cross join lateral generate_series(4, length(w.org_code) - 4, 4) as cut
        join organisation o on o.code = left(w.org_code, cut) and ${isCommittee} where six > 0 group by o.id`,
  });
}
