import { sql } from 'kysely';
import type { Db } from '#platform/server/db.ts';
import { type Scope, within } from '#platform/server/scope.ts';
import { KIND } from './meeting.ts';

export interface LeaderRecord {
  orgId: string;
  orgName: string;
  memberId: string;
  name: string;
  posts: string;
  isSecretary: boolean;
  branchId: string;
  branchName: string;
  lectures: number;
  due: number;
  present: number;
}

/**
 * A page of the present leaders of committees of the scope with what they did in a year: lectures given anywhere, and the
 * submitted meetings of the branch in which they are registered.
 */
export async function pageOfLeaders(
  db: Db,
  scope: Scope,
  of: { types: readonly number[]; year: number; lacks: 'lecture' | 'dual' | null },
  limit: number,
  offset: number,
): Promise<{ rows: LeaderRecord[]; total: number }> {
  const [first, last] = [`${of.year}-01-01`, `${of.year}-12-31`];
  const { rows } = await sql<LeaderRecord & { total: number }>`
    with leaders as (
      select o.id as org_id, o.code, o.name as org_name, m.id as member_id, m.name, m.org_id as branch_id,
             string_agg(distinct p.post, '、') as posts, bool_or(p.post = '书记') as is_secretary, min(p.sort) as sort
        from organisation o join org_term t on t.org_id = o.id and t.is_current and t.deleted_at is null
        join org_post p on p.term_id = t.id join member m on m.id = p.member_id and m.deleted_at is null
       where o.deleted_at is null and o.type = any(${of.types}::smallint[]) and ${within(scope, 'o.code')}
       group by o.id, m.id
    ), known as (
      select l.*, b.name as branch_name,
             (select count(*)::int from life_meeting x where x.lecturer_id = l.member_id and (x.type = 5 or x.also_type = 5)
                 and x.state in (3, 5) and x.cancelled_at is null and x.held_on between ${first} and ${last}) as lectures,
             went.due, went.present
        from leaders l join organisation b on b.id = l.branch_id
       cross join lateral (
         select count(*)::int as due, count(*) filter (where p.state = 1)::int as present
           from attendance_person p join attendance_sheet s on s.id = p.sheet_id and s.kind = ${sql.lit(KIND)}
           join life_meeting x on x.id = s.subject_id and x.org_id = l.branch_id and x.state in (3, 5) and x.cancelled_at is null
          where p.member_id = l.member_id and p.due and x.held_on between ${first} and ${last}) as went
    )
    select org_id as "orgId", org_name as "orgName", member_id as "memberId", name, posts, is_secretary as "isSecretary",
           branch_id as "branchId", branch_name as "branchName", lectures, due, present, count(*) over ()::int as total
      from known where case ${of.lacks}::text when 'lecture' then is_secretary and lectures = 0 when 'dual' then present = 0 else true end
     order by code, sort, member_id limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}
