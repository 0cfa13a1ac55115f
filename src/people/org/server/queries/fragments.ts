import { type RawBuilder, sql } from 'kysely';
import {
  BRANCH_TYPES,
  COMMITTEE_BODY_FROM,
  COMMITTEE_FROM,
  GENERAL_FROM,
  JOINT_TYPE,
  MAX_BRANCH_MEMBERS,
  MAX_COMMITTEE,
  MAX_JOINT_UNITS,
  MAX_WITHOUT_COMMITTEE,
  MIN_COMMITTEE,
  MIN_FULL_MEMBERS,
  NUMBERED_NATURES,
  SECRETARY_TYPES,
  SIZED_TYPES,
  TEMPORARY_MONTHS,
  TEMPORARY_TYPE,
  TERM_NOTICE_MONTHS,
  TERM_TYPES,
  VILLAGE_NATURES,
  type WarningList,
} from '#people/org/rules.ts';
import { searchText } from '#platform/reading/signs.ts';
import { dbToday } from '#platform/server/database/db.ts';
import { queryGrams } from '#platform/server/database/nameSearch.ts';
import { type Scope, wholeScope, within } from '#platform/server/database/scope.ts';
import { holdsLetters, textHolds } from '#platform/server/database/search.ts';

/** All fragments speak of an organisation under the alias `o`. */

/** Columns `party` (categories 1 and 2), `full_members` and `people` of the whole subtree, exact, as `figures`. */
export const figuresJoin = sql`
  cross join lateral (
    select coalesce(sum(n) filter (where value in ('1', '2')), 0)::int as party,
           coalesce(sum(n) filter (where value = '1'), 0)::int as full_members,
           coalesce(sum(n) filter (where value = '2'), 0)::int as probationary,
           coalesce(sum(n) filter (where value = '3'), 0)::int as targets,
           coalesce(sum(n) filter (where value = '4'), 0)::int as activists,
           coalesce(sum(n) filter (where value = '5'), 0)::int as applicants,
           coalesce(sum(n), 0)::int as people
      from (select value, n from member_counter where org_code = o.code and fact = 'category'
            union all
            select value, n from member_counter_delta
             where org_code >= o.code and org_code < o.code || ':' and fact = 'category') as part
  ) as figures`;

/** Name of the secretary of the current term, or null. */
export const secretaryName = sql<string | null>`(
  select p.name from org_post p join org_term t on t.id = p.term_id and t.is_current
   where p.org_id = o.id and p.post = '书记' order by p.sort, p.id limit 1)`;

const ofTypes = (types: readonly number[]) => sql`o.type = any(${[...types]}::smallint[])`;

/** Members of one category who stand in a branch; a branch has nobody below it. */
const standing = (categories: readonly string[]) => sql`(
  coalesce((select sum(n) from member_counter c
             where c.org_code = o.code and c.fact = 'category' and c.value = any(${[...categories]}::text[])), 0)
  + coalesce((select sum(n) from member_counter_delta d
             where d.org_code = o.code and d.fact = 'category' and d.value = any(${[...categories]}::text[])), 0))`;

const fullMembers = sql`(
  coalesce((select n from member_counter c where c.org_code = o.code and c.fact = 'category' and c.value = '1'), 0)
  + coalesce((select sum(n) from member_counter_delta d
             where d.org_code = o.code and d.fact = 'category' and d.value = '1'), 0))`;

/** Leading members of the current term. */
export const teamSize = sql`(
  select count(*)::int from org_post p join org_term t on t.id = p.term_id and t.is_current where p.org_id = o.id)`;

/** Units that stand in the organisation itself. */
export const unitCount = sql`(select count(*)::int from unit u where u.org_id = o.id and u.deleted_at is null)`;

/** Whether one of them is a public body or a state enterprise, whose regulations name numbers of members. */
export const hasRegulatedSize = sql<boolean>`exists (
  select from unit u where u.org_id = o.id and u.deleted_at is null and u.nature = any(${[...NUMBERED_NATURES]}::text[]))`;

/** Dictionary 0011 of the own unit, or of the nearest unit above. */
export const unitNature = sql<string | null>`(
  select u.nature from unit u
   where u.org_code = any(array(select left(o.code, cut) from generate_series(4, length(o.code), 4) as cut))
     and u.deleted_at is null
   order by u.org_code desc, u.id limit 1)`;

/**
 * Ids of the organisations of a scope whose term is not as long as `termYears` of rules.ts says. The nature of the nearest
 * unit is handed down the tree level by level: each organisation is met once, where a look-up a row took seconds for a city.
 */
export const orgsWithWrongTermYears = (scope: Scope) => (scope.codes ? wrongYearsOf(scope) : wrongYearsBelow(scope));

/** Of some organisations by themselves: each looks its unit up. */
const wrongYearsOf = (scope: Scope) => sql`(
  select o.id from organisation o join org_term t on t.org_id = o.id and t.is_current and t.expires_on is not null
   where o.deleted_at is null and o.type = any(${[...TERM_TYPES]}::smallint[]) and ${within(scope, 'o.code')}
     and t.years is distinct from
       case when o.type = 30 or ${unitNature} = any(${[...VILLAGE_NATURES]}::text[]) then 5 else 3 end)`;

const wrongYearsBelow = (scope: Scope) => sql`(
  with recursive own as materialized (
    select distinct on (org_code) org_code, nature from unit
     where deleted_at is null and (${within(scope)} or starts_with(${scope.from}, org_code))
     order by org_code, id
  ), tree as (
    select top.id, top.code, top.type, top.deleted_at,
           (select own.nature from own where starts_with(top.code, own.org_code) order by own.org_code desc limit 1) as nature
      from organisation top
     where ${within(scope, 'top.code')} and length(top.code) = ${Math.max(4, scope.from.length)}::int
    union all
    select x.id, x.code, x.type, x.deleted_at, case when own.org_code is null then tree.nature else own.nature end
      from tree join organisation x on x.parent_id = tree.id left join own on own.org_code = x.code
     where ${within(scope, 'x.code')}
  ), term as materialized (
    select org_id, years from org_term where is_current and expires_on is not null and ${within(scope)}
  )
  select tree.id from tree join term on term.org_id = tree.id
   where tree.deleted_at is null and tree.type = any(${[...TERM_TYPES]}::smallint[])
     and term.years is distinct from
       case when tree.type = 30 or tree.nature = any(${[...VILLAGE_NATURES]}::text[]) then 5 else 3 end)`;

/** Ids of the organisations with at least so many leading members. */
const teamOf = (size: number) => sql`(
  select t.org_id from org_term t join org_post p on p.term_id = t.id where t.is_current
   group by t.org_id having count(*) >= ${size})`;

/** A temporary branch of more months than its task should take. */
export const isTemporaryTooLong = sql<boolean>`(o.type = ${TEMPORARY_TYPE}::int
  and coalesce(o.founded_on < ${dbToday} - make_interval(months => ${TEMPORARY_MONTHS}), false))`;

/** Party members of the whole subtree, folded and not folded yet. */
const partyBelow = sql`(
  coalesce((select sum(n) from member_counter c
             where c.org_code = o.code and c.fact = 'category' and c.value in ('1', '2')), 0)
  + coalesce((select sum(n) from member_counter_delta d
             where d.org_code >= o.code and d.org_code < o.code || ':' and d.fact = 'category'
               and d.value in ('1', '2')), 0))`;

const currentTerm = (condition: RawBuilder<unknown>) => sql<boolean>`(${ofTypes(TERM_TYPES)} and exists (
    select from org_term t where t.org_id = o.id and t.is_current and t.expires_on is not null and ${condition}))`;

/** Conditions that find what `orgWarnings` of rules.ts finds, for lists and counts. */
export const WARNING_CONDITIONS: Readonly<Record<WarningList, RawBuilder<boolean>>> = {
  termDue: currentTerm(sql`t.expires_on <= ${dbToday} + make_interval(months => ${TERM_NOTICE_MONTHS})`),
  termOverdue: currentTerm(sql`t.expires_on < ${dbToday}`),
  termYears: sql<boolean>`(o.id in ${orgsWithWrongTermYears(wholeScope)})`,
  noSecretary: sql<boolean>`(${ofTypes(SECRETARY_TYPES)} and not exists (
    select from org_post p join org_term t on t.id = p.term_id and t.is_current
     where p.org_id = o.id and p.post = '书记'))`,
  noCommittee: sql<boolean>`(${ofTypes(SIZED_TYPES)} and o.id not in ${teamOf(MIN_COMMITTEE)}
    and ${fullMembers} >= ${COMMITTEE_FROM})`,
  bigTeam: sql<boolean>`(${ofTypes(SIZED_TYPES)} and o.id in ${teamOf(MAX_WITHOUT_COMMITTEE + 1)}
    and (o.id in ${teamOf(MAX_COMMITTEE + 1)} or ${fullMembers} < ${COMMITTEE_FROM}))`,
  tooFew: sql<boolean>`(${ofTypes(SIZED_TYPES)} and ${fullMembers} < ${MIN_FULL_MEMBERS})`,
  tooMany: sql<boolean>`(${ofTypes(BRANCH_TYPES)} and ${standing(['1', '2'])} > ${MAX_BRANCH_MEMBERS})`,
  manyUnits: sql<boolean>`(o.type = ${JOINT_TYPE} and ${unitCount} > ${MAX_JOINT_UNITS})`,
  longTemporary: isTemporaryTooLong,
  generalSize: sql<boolean>`(o.type = 40 and ${hasRegulatedSize}
    and ${partyBelow} not between ${GENERAL_FROM} and ${COMMITTEE_BODY_FROM})`,
  committeeSize: sql<boolean>`(o.type = 30 and ${hasRegulatedSize} and ${partyBelow} < ${COMMITTEE_BODY_FROM})`,
};

/** A typed name part, full pinyin or initials; the letters may stand anywhere in the name. */
export function nameMatches(part: string): RawBuilder<boolean> {
  const typed = searchText(part);
  if (/^[a-z0-9]+$/.test(typed))
    return sql<boolean>`(${holdsLetters(sql`o.pinyin`, typed)} or ${holdsLetters(sql`o.initials`, typed)} or ${textHolds(sql`o.name`, part)})`;
  return sql<boolean>`(o.name_grams @> ${queryGrams(typed)}::text[] and ${textHolds(sql`o.name`, part)})`;
}

/**
 * Organisations that were entered or deleted after a day, as changes of counts: `org_code, day, n`.
 * @param from a date
 */
export const orgMoves = (from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select o.code as org_code, (v.at at time zone 'Asia/Shanghai')::date as day, v.n
    from organisation o cross join lateral (values (o.created_at, 1), (o.deleted_at, -1)) as v (at, n)
   where (v.at at time zone 'Asia/Shanghai')::date > ${from}`;
