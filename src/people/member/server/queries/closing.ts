import { type RawBuilder, sql } from 'kysely';
import { AGE_BANDS, EDUCATION_BANDS } from '#people/member/rules/facts.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { ofPartyAge, PARTY_AGES } from './places.ts';

/** A year, or another span of days, both included. */
export interface Days {
  from: string;
  to: string;
}

const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'Asia/Shanghai')::date`;

/**
 * Who was a member in good standing where, on the eve of a span and at its end: `member_id, org_id, before, after`. As the record says
 * now, less what 党员增减台账 has entered since at that branch; not before the record was created, nor once it was deleted, as 党员增减
 * counts it.
 */
export const standingPeople = (scope: Scope, { from, to }: Days): RawBuilder<unknown> => sql`
  select s.member_id, s.org_id,
         (s.at_first > 0 and ${dayOf('m.created_at')} < ${from}::date
           and (m.deleted_at is null or ${dayOf('m.deleted_at')} >= ${from}::date)) as before,
         (s.at_last > 0 and ${dayOf('m.created_at')} <= ${to}::date
           and (m.deleted_at is null or ${dayOf('m.deleted_at')} > ${to}::date)) as after
    from (select member_id, org_id, sum(at_first) as at_first, sum(at_last) as at_last
            from (select id as member_id, org_id, 1 as at_first, 1 as at_last from member
                   where ${within(scope)} and person_category in (1, 2) and membership_status = 1
                  union all
                  select member_id, org_id, -sign, case when recorded_on > ${to}::date then -sign else 0 end from member_ledger
                   where ${within(scope)} and recorded_on >= ${from}::date) one
           group by member_id, org_id) s
    join member m on m.id = s.member_id`;

const yearsBefore = (day: string, years: number) =>
  sql`(select (${day}::date - make_interval(years => ${sql.lit(years)}))::date)`;
const OLDEST = 150;
const noneOf = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`coalesce(not (${sql.join(conditions, sql` or `)}), true)`;

/**
 * What may be counted of a member `m` on a day, each by its key, as the columns of 统计分析 are called; a fact that is not on record
 * goes into no band but into `none`.
 */
export function factsOn(day: string): ReadonlyMap<string, RawBuilder<boolean>> {
  const isFull = sql<boolean>`(m.person_category = 1 and (m.conversion_date is null or m.conversion_date <= ${day}::date))`;
  const ages = AGE_BANDS.map(({ value, from, to }): [string, RawBuilder<boolean>] => [
    `age.${value}`,
    to < OLDEST
      ? sql`(m.birth_date <= ${yearsBefore(day, from)} and m.birth_date > ${yearsBefore(day, to + 1)})`
      : sql`(m.birth_date <= ${yearsBefore(day, from)})`,
  ]);
  const educations = EDUCATION_BANDS.map(({ value, from, to }): [string, RawBuilder<boolean>] => [
    `education.${value}`,
    sql`(m.education between ${sql.lit(from)} and ${sql.lit(to)})`,
  ]);
  const of = (all: readonly [string, RawBuilder<boolean>][]) => noneOf(all.map(([, condition]) => condition));
  return new Map<string, RawBuilder<boolean>>([
    ['all', sql`true`],
    ['category.1', isFull],
    ['category.2', sql`(not ${isFull})`],
    ['gender.1', sql`(m.gender = 1)`],
    ['gender.2', sql`(m.gender = 2)`],
    ['nation.han', sql`(m.nation = '01')`],
    ['nation.minority', sql`(m.nation <> '01')`],
    ...ages,
    ['age.none', of(ages)],
    ...educations,
    ['education.none', of(educations)],
    ...PARTY_AGES.map(({ value }): [string, RawBuilder<boolean>] => [`party.${value}`, ofPartyAge(value, day)]),
    ['party.none', ofPartyAge('none', day)],
  ]);
}
