import { type RawBuilder, sql } from 'kysely';
import type { LeaderYear } from '#life/orgLife/rules.leader.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { KIND } from './meeting.ts';

export interface LeaderRecord extends LeaderYear {
  orgId: string;
  orgName: string;
  /** The member. */
  id: string;
  name: string;
  posts: string;
  branchId: string;
  branchName: string;
}

/**
 * Who led the organisations of the scope at the end of a year (of the running one: now), in tree order, with what they did
 * in it: lectures given anywhere, and the submitted meetings of the branch in which they are registered. A term ends on the
 * day of the next one.
 */
export async function leadersOf(
  db: Db,
  scope: Scope,
  of: { types: readonly number[] | null; year: number },
  only: readonly string[] | null,
): Promise<LeaderRecord[]> {
  const [first, last] = [`${of.year}-01-01`, `${of.year}-12-31`];
  const { rows } = await sql<
    Omit<LeaderRecord, 'secretary'> & { secretarySince: string | null; secretaryUntil: string | null }
  >`
    with terms as (
      select t.id, t.org_id, t.elected_on,
             case when not t.is_current then coalesce(lead(t.elected_on) over (partition by t.org_id order by t.elected_on, t.id),
                                                      t.expires_on, t.elected_on) end as until_on
        from org_term t where t.deleted_at is null and ${within(scope, 't.org_code')} and (${only}::bigint[] is null or t.org_id = any (${only}))
    ), leaders as (
      select o.id as org_id, o.code, o.name as org_name, p.member_id, min(p.sort) as sort, min(t.elected_on) as since,
             nullif(max(coalesce(t.until_on, 'infinity'::date)), 'infinity') as until_on,
             string_agg(distinct p.post, '、') filter (where coalesce(t.until_on > ${last}, true)) as posts,
             min(t.elected_on) filter (where p.post = '书记') as secretary_since,
             max(coalesce(t.until_on, 'infinity'::date)) filter (where p.post = '书记') as secretary_until
        from organisation o join terms t on t.org_id = o.id join org_post p on p.term_id = t.id
       where o.deleted_at is null and (${of.types}::smallint[] is null or o.type = any (${of.types})) and ${within(scope, 'o.code')}
         and t.elected_on <= ${last} and coalesce(t.until_on > ${first}, true)
       group by o.id, p.member_id having max(coalesce(t.until_on, 'infinity'::date)) > ${last}
    )
    select l.org_id as "orgId", l.org_name as "orgName", m.id, m.name, l.posts, l.since, l.until_on as until,
           l.secretary_since as "secretarySince", nullif(l.secretary_until, 'infinity') as "secretaryUntil",
           b.id as "branchId", b.name as "branchName",
           (select count(*)::int from life_meeting x where x.lecturer_id = m.id and (x.type = 5 or x.also_type = 5)
               and x.state in (3, 5) and x.cancelled_at is null and x.held_on between ${first} and ${last}) as lectures,
           went.due, went.present
      from leaders l join member m on m.id = l.member_id and m.deleted_at is null join organisation b on b.id = m.org_id
     cross join lateral (
       select count(*)::int as due, count(*) filter (where p.state = 1)::int as present
         from attendance_person p join attendance_sheet s on s.id = p.sheet_id and s.kind = ${sql.lit(KIND)}
         join life_meeting x on x.id = s.subject_id and x.org_id = m.org_id and x.state in (3, 5) and x.cancelled_at is null
        where p.member_id = m.id and p.due and x.held_on between ${first} and ${last}) as went
     order by l.code, l.sort, m.id`.execute(db);
  return rows.map(({ secretarySince, secretaryUntil, ...row }) => ({
    ...row,
    secretary: secretarySince === null ? null : { since: secretarySince, until: secretaryUntil },
  }));
}

/** Who owes talks: a member in good standing since before the year. */
const stands = (m: RawBuilder<unknown>, first: string) =>
  sql`${m}.deleted_at is null and ${m}.person_category in (1, 2) and ${m}.membership_status = 1
      and (${m}.joined_branch_on is null or ${m}.joined_branch_on <= ${first})`;

/**
 * What branches of the scope owe of talks in a year and have held: each pair of those who led when it began, each other
 * member of then with one of them, and with another member (`missingTalks` names them).
 */
export async function talkSums(
  db: Db,
  scope: Scope,
  year: number,
  only: readonly string[],
): Promise<Map<string, { required: number; held: number }>> {
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  const { rows } = await sql<{ orgId: string; required: number; held: number }>`
    with led as (
      select distinct p.org_id, p.member_id from org_post p join org_term t on t.id = p.term_id and t.is_current and t.deleted_at is null
       where ${within(scope, 't.org_code')} and t.org_id = any (${only}::bigint[])
         and exists (select from org_term f where f.org_id = t.org_id and f.deleted_at is null and f.elected_on <= ${first})
    ), people as (
      select m.org_id, (m.org_id, m.id) in (select org_id, member_id from led) as leads
        from member m join organisation o on o.id = m.org_id and o.deleted_at is null
       where ${stands(sql`m`, first)} and ${within(scope, 'm.org_code')} and m.org_id = any (${only}::bigint[])
    ), sizes as (
      select org_id, count(*) filter (where leads) as leaders, count(*) filter (where not leads) as members from people group by org_id
    ), met as (
      select t.org_id, a.id as a, (a.org_id, a.id) in (select org_id, member_id from led) as a_leads,
             b.id as b, (b.org_id, b.id) in (select org_id, member_id from led) as b_leads
        from life_talk t join organisation o on o.id = t.org_id and o.deleted_at is null
        join member a on a.id = t.from_id and a.org_id = t.org_id and ${stands(sql`a`, first)}
        join member b on b.id = t.to_id and b.org_id = t.org_id and ${stands(sql`b`, first)}
       where t.deleted_at is null and t.held_on between ${first} and ${last} and ${within(scope, 't.org_code')}
         and t.org_id = any (${only}::bigint[])
    ), done as materialized (
      select org_id, count(*) as n from (
        select org_id, 'pair' as kind, least(a, b) as x, greatest(a, b) as y from met where a_leads and b_leads
        union select org_id, 'leader', case when a_leads then b else a end, 0 from met where a_leads <> b_leads
        union select org_id, 'member', a, 0 from met where not a_leads and not b_leads
        union select org_id, 'member', b, 0 from met where not a_leads and not b_leads) as each_once group by org_id
    )
    select s.org_id as "orgId",
           (leaders * (leaders - 1) / 2 + case when leaders > 0 then members else 0 end + case when members > 1 then members else 0 end)::int as required,
           coalesce(d.n, 0)::int as held
      from sizes s left join done d on d.org_id = s.org_id`.execute(db);
  return new Map(rows.map(({ orgId, ...sums }) => [orgId, sums]));
}
