import { type RawBuilder, sql } from 'kysely';
import type { OrgDetail } from '#people/org/contract.ts';
import {
  BRANCH_TYPES,
  COMMITTEE_FROM,
  JOINT_TYPE,
  MAX_BRANCH_MEMBERS,
  MAX_COMMITTEE,
  MAX_WITHOUT_COMMITTEE,
  MIN_COMMITTEE,
  MIN_FULL_MEMBERS,
  SECRETARY_TYPES,
  SIZED_TYPES,
  TEMPORARY_TYPE,
  TERM_NOTICE_MONTHS,
  TERM_TYPES,
  type WarningList,
} from '#people/org/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { placeColumn } from '#platform/server/sums/ruleChecks.ts';
import {
  figuresJoin,
  hasRegulatedSize,
  isTemporaryTooLong,
  nameMatches,
  orgsWithWrongTermYears,
  secretaryName,
  teamSize,
  unitCount,
  unitNature,
  WARNING_CONDITIONS,
} from './fragments.ts';

/** What a list asks for, already within the scope. */
export interface OrgFilter {
  scope: Scope;
  /** The organisation that the range is drawn from. */
  orgId: string;
  range: 'all' | 'onlySelf' | 'onlyChild' | 'onlyParent';
  name?: string | undefined;
  type?: number | undefined;
  /** Any of these. */
  types?: readonly number[] | undefined;
  warning?: WarningList | undefined;
}

export interface OrgListRow {
  id: string;
  code: string;
  name: string;
  short_name: string;
  type: number;
  parent_id: string | null;
  parent_name: string | null;
  secretary: string | null;
  contact: string;
  contact_phone: string;
  child_count: number;
  expires_on: string | null;
  sort: number;
  version: number;
  party: number;
  people: number;
  /** What the warnings are drawn from; days `YYYY-MM-DD`. */
  full_members: number;
  team_size: number;
  unit_count: number;
  numbered: boolean;
  /** Dictionary 0011 of the own unit, or of the nearest unit above. */
  unit_nature: string | null;
  term_years: number | null;
  today: string;
  notice_until: string;
  long_temporary: boolean;
}

const orders = (scope: Scope) => ({
  tree: { keys: sql`o.code`, from: sql`` },
  /** By the folded counts, at most two seconds old; the numbers shown are exact. */
  partyNumber: {
    keys: sql`ranked.n desc nulls last, o.code`,
    from: sql`
      left join (select org_code, sum(n) as n from member_counter
                  where ${within(scope)} and fact = 'category' and value in ('1', '2')
                  group by org_code) as ranked on ranked.org_code = o.code`,
  },
  termExpiresOn: {
    keys: sql`t.expires_on nulls last, o.code`,
    from: sql` left join org_term t on t.org_id = o.id and t.is_current`,
  },
  /** Siblings stand in the order that their superior gave them. */
  siblings: { keys: sql`o.sort, o.id`, from: sql`` },
});
export type OrgOrder = keyof ReturnType<typeof orders>;

const columns = sql`
  o.id, o.code, o.name, o.short_name, o.type, o.parent_id, o.contact, o.contact_phone, o.child_count, o.sort, o.version,
  ${secretaryName} as secretary, figures.party, figures.people,
  (select name from organisation parent where parent.id = o.parent_id) as parent_name,
  (select expires_on from org_term t where t.org_id = o.id and t.is_current) as expires_on,
  (select years from org_term t where t.org_id = o.id and t.is_current) as term_years,
  figures.full_members, ${teamSize} as team_size, ${unitCount} as unit_count, ${hasRegulatedSize} as numbered,
  ${unitNature} as unit_nature, ${dbToday} as today,
  (${dbToday} + make_interval(months => ${TERM_NOTICE_MONTHS}))::date as notice_until, ${isTemporaryTooLong} as long_temporary`;

function conditions({ scope, orgId, range, name, type, types, warning }: OrgFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [within(scope, 'o.code'), sql`o.deleted_at is null`];
  if (range === 'onlySelf') parts.push(sql`o.id = ${orgId}`);
  if (range === 'onlyChild') parts.push(sql`o.parent_id = ${orgId}`);
  if (range === 'onlyParent') parts.push(sql`o.id = (select parent_id from organisation where id = ${orgId})`);
  if (name) parts.push(nameMatches(name));
  if (type !== undefined) parts.push(sql`o.type = ${type}`);
  if (types) parts.push(sql`o.type = any(${[...types]}::smallint[])`);
  if (warning) parts.push(WARNING_CONDITIONS[warning]);
  return sql.join(parts, sql` and `);
}

/** One page of organisations; the rows are chosen first and dressed afterwards. */
export async function listRows(
  db: Db,
  filter: OrgFilter,
  order: OrgOrder,
  limit: number,
  offset: number,
): Promise<OrgListRow[]> {
  const { keys, from } = orders(filter.scope)[order];
  // Statements of the plain list are worth keeping; those of a search are many.
  const prepared = filter.name ? sql`` : sql`/* prepared */`;
  const { rows } = await sql<OrgListRow>`${prepared}
    with page as materialized (
      select o.id, row_number() over (order by ${keys}) as place
        from organisation o ${from}
       where ${conditions(filter)}
       order by ${keys} limit ${limit} offset ${offset}
    )
    select ${columns} from page join organisation o using (id) ${figuresJoin} order by place`.execute(db);
  return rows;
}

/** How many organisations the filter finds. */
export async function countRows(db: Db, filter: OrgFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from organisation o where ${conditions(filter)}`.execute(db);
  return rows[0]?.n ?? 0;
}

type Warned = Record<WarningList, number>;

/** How many organisations of the scope carry each warning: `WARNING_CONDITIONS` over all of them at once. */
export async function countWarnings(db: Db, scope: Scope): Promise<Warned> {
  const found = await warningsBelow(db, scope, [scope.from]);
  return (
    found.get(scope.from) ?? (Object.fromEntries(Object.keys(WARNING_CONDITIONS).map((code) => [code, 0])) as Warned)
  );
}

/** The same of several organisations at once, each with all below it. @param codes of one length */
export async function warningsBelow(db: Db, scope: Scope, codes: readonly string[]): Promise<Map<string, Warned>> {
  // Two statements side by side: the terms' years are a third of the work.
  const [years, others] = await Promise.all([
    sql<{ place: string; n: number }>`
      select ${placeColumn(codes, 'o.code')} as place, count(*)::int as n
        from ${orgsWithWrongTermYears(scope)} as wrong join organisation o on o.id = wrong.id group by 1`.execute(db),
    countOthers(db, scope, codes),
  ]);
  const wrong = new Map(years.rows.map(({ place, n }) => [place, n]));
  return new Map(others.map(({ place, ...rest }) => [place, { ...rest, termYears: wrong.get(place) ?? 0 }]));
}

async function countOthers(
  db: Db,
  scope: Scope,
  codes: readonly string[],
): Promise<({ place: string } & Omit<Warned, 'termYears'>)[]> {
  const among = (types: readonly number[]) => sql`o.type = any(${[...types]}::smallint[])`;
  const sized = among(SIZED_TYPES);
  const count = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})::int`;
  const { rows } = await sql<{ place: string } & Omit<Warned, 'termYears'>>`
    with party as (
      select org_code, sum(n) as party, coalesce(sum(n) filter (where value = '1'), 0) as full_members
        from (select org_code, value, n from member_counter
               where ${within(scope)} and fact = 'category' and value in ('1', '2')
              union all
              select org_code, value, n from member_counter_delta
               where ${within(scope)} and fact = 'category' and value in ('1', '2')) as part
       group by org_code
    ), team as (
      select t.org_id, count(p.id) as size, count(p.id) filter (where p.post = '书记') as secretaries
        from org_term t left join org_post p on p.term_id = t.id
       where ${within(scope, 't.org_code')} and t.is_current group by t.org_id
    ), term as (
      select org_id, expires_on from org_term
       where ${within(scope)} and is_current and expires_on is not null
    ), day as materialized (
      select ${dbToday} as today, (${dbToday} + make_interval(months => ${TERM_NOTICE_MONTHS}))::date as soon
    ), counted as (
      select ${placeColumn(codes, 'o.code')} as place, o.type, term.expires_on, day.today, day.soon,
             coalesce(party.full_members, 0) as full_members, coalesce(party.party, 0) as party,
             coalesce(team.size, 0) as team, coalesce(team.secretaries, 0) as secretaries,
             case when o.type = ${JOINT_TYPE} then ${WARNING_CONDITIONS.manyUnits} else false end as many_units,
             case when o.type = ${TEMPORARY_TYPE} then ${isTemporaryTooLong} else false end as long_temporary,
             case when o.type = 40 then ${WARNING_CONDITIONS.generalSize} else false end as general_size,
             case when o.type = 30 then ${WARNING_CONDITIONS.committeeSize} else false end as committee_size
        from day, organisation o
        left join party on party.org_code = o.code left join team on team.org_id = o.id left join term on term.org_id = o.id
       where ${within(scope, 'o.code')} and o.deleted_at is null
    )
    select place,
           ${count(sql`${among(TERM_TYPES)} and expires_on <= soon`)} as "termDue",
           ${count(sql`${among(TERM_TYPES)} and expires_on < today`)} as "termOverdue",
           ${count(sql`${among(SECRETARY_TYPES)} and secretaries = 0`)} as "noSecretary",
           ${count(sql`${sized} and full_members >= ${COMMITTEE_FROM} and team < ${MIN_COMMITTEE}`)} as "noCommittee",
           ${count(sql`${sized} and team > case when full_members >= ${COMMITTEE_FROM} then ${MAX_COMMITTEE}::int
                                                else ${MAX_WITHOUT_COMMITTEE}::int end`)} as "bigTeam",
           ${count(sql`${sized} and full_members < ${MIN_FULL_MEMBERS}`)} as "tooFew",
           ${count(sql`${among(BRANCH_TYPES)} and party > ${MAX_BRANCH_MEMBERS}`)} as "tooMany",
           ${count(sql`many_units`)} as "manyUnits", ${count(sql`long_temporary`)} as "longTemporary",
           ${count(sql`general_size`)} as "generalSize", ${count(sql`committee_size`)} as "committeeSize"
      from counted o group by place`.execute(db);
  return rows;
}

/** Where a scoped organisation stands; null where it is not within the scope. */
export async function placeOf(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ id: string; code: string; parent_id: string | null } | null> {
  const { rows } = await sql<{ id: string; code: string; parent_id: string | null }>`/* prepared */
    with chosen as materialized (select id, code, parent_id from organisation where id = ${id} and deleted_at is null)
    select id, code, parent_id from chosen where ${within(scope, 'chosen.code')}`.execute(db);
  return rows[0] ?? null;
}

export interface OrgDetailRow extends OrgListRow {
  founded_on: string | null;
  unit_relation: string;
  can_approve: boolean;
  functional: boolean;
  address: string;
  introduction: string;
  lng: number | null;
  lat: number | null;
  probationary: number;
  targets: number;
  activists: number;
  applicants: number;
  path: { id: string; name: string }[];
  term: OrgDetail['term'];
  team: { id: string; name: string; post: string; memberId: string | null }[];
  units: { id: string; name: string; creditCode: string | null; nature: string }[];
  created_by: string;
  created_at: Date;
  updated_by: string;
  updated_at: Date;
}

/** One organisation with its term, team, units and figures, in one statement; null where it is not within the scope. */
export async function detailRow(db: Db, scope: Scope, id: string): Promise<OrgDetailRow | null> {
  const { rows } = await sql<OrgDetailRow>`/* prepared */
    with chosen as materialized (select * from organisation where id = ${id} and deleted_at is null)
    select ${columns}, o.founded_on, o.unit_relation, o.can_approve, o.functional, o.address, o.introduction, o.lng, o.lat,
           o.created_by, o.created_at, o.updated_by, o.updated_at,
           figures.probationary, figures.targets, figures.activists, figures.applicants,
           (select json_agg(json_build_object('id', above.id::text, 'name', above.name) order by above.code)
              from organisation above
             where above.code = any(array(select left(o.code, cut)
                                            from generate_series(${scope.from.length}::int, length(o.code), 4) as cut))) as path,
           (select json_build_object('id', t.id::text, 'number', t.number, 'electedOn', t.elected_on, 'expiresOn', t.expires_on,
                                     'years', t.years, 'method', t.method)
              from org_term t where t.org_id = o.id and t.is_current) as term,
           coalesce((select json_agg(json_build_object('id', p.id::text, 'name', p.name, 'post', p.post,
                                                       'memberId', p.member_id::text) order by p.sort, p.id)
                       from org_post p join org_term t on t.id = p.term_id and t.is_current
                      where p.org_id = o.id), '[]') as team,
           coalesce((select json_agg(json_build_object('id', u.id::text, 'name', u.name, 'creditCode', u.credit_code,
                                                       'nature', coalesce(d.name, u.nature)) order by u.id)
                       from unit u left join dict_item d on d.dictionary_code = '0011' and d.value = u.nature
                      where u.org_code = o.code and u.deleted_at is null), '[]') as units
      from chosen o ${figuresJoin}
     where ${within(scope, 'o.code')}`.execute(db);
  return rows[0] ?? null;
}
