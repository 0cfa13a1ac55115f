import { type RawBuilder, sql } from 'kysely';
import type { OrgDetail } from '#modules/org/contract.ts';
import {
  BRANCH_TYPES,
  MAX_BRANCH_MEMBERS,
  MIN_FULL_MEMBERS,
  SIZED_TYPES,
  TERM_NOTICE_MONTHS,
  TERM_TYPES,
} from '#modules/org/rules.ts';
import type { Db } from '#platform/server/db.ts';
import { dbToday } from '#platform/server/db.ts';
import { type Scope, within } from '#platform/server/scope.ts';
import { figuresJoin, nameMatches, secretary, WARNING_CONDITIONS } from './fragments.ts';

/** What a list asks for, already within the scope. */
export interface OrgFilter {
  scope: Scope;
  /** The organisation that the range is drawn from. */
  orgId: string;
  range: 'all' | 'onlySelf' | 'onlyChild' | 'onlyParent';
  name?: string | undefined;
  type?: number | undefined;
  warning?: keyof typeof WARNING_CONDITIONS | undefined;
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
  ${secretary} as secretary, figures.party, figures.people,
  (select name from organisation parent where parent.id = o.parent_id) as parent_name,
  (select expires_on from org_term t where t.org_id = o.id and t.is_current) as expires_on`;

function conditions({ scope, orgId, range, name, type, warning }: OrgFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [within(scope, 'o.code'), sql`o.deleted_at is null`];
  if (range === 'onlySelf') parts.push(sql`o.id = ${orgId}`);
  if (range === 'onlyChild') parts.push(sql`o.parent_id = ${orgId}`);
  if (range === 'onlyParent') parts.push(sql`o.id = (select parent_id from organisation where id = ${orgId})`);
  if (name) parts.push(nameMatches(name));
  if (type !== undefined) parts.push(sql`o.type = ${type}`);
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
  const hot = filter.name ? sql`` : sql`/* hot */`;
  const { rows } = await sql<OrgListRow>`${hot}
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

/** How many organisations of the scope carry each warning: `WARNING_CONDITIONS` over all of them at once. */
export async function countWarnings(db: Db, scope: Scope): Promise<Record<keyof typeof WARNING_CONDITIONS, number>> {
  const { rows } = await sql<Record<keyof typeof WARNING_CONDITIONS, number>>`
    with standing as (
      select org_code, sum(n) as party, coalesce(sum(n) filter (where value = '1'), 0) as full_members
        from (select org_code, value, n from member_counter
               where ${within(scope)} and fact = 'category' and value in ('1', '2')
              union all
              select org_code, value, n from member_counter_delta
               where ${within(scope)} and fact = 'category' and value in ('1', '2')) as part
       group by org_code
    ), branch as (
      select o.type, coalesce(full_members, 0) as full_members, coalesce(party, 0) as party
        from organisation o left join standing on standing.org_code = o.code
       where ${within(scope, 'o.code')} and o.deleted_at is null and o.type = any(${[...BRANCH_TYPES]}::smallint[])
    )
    select (select count(*)::int
              from org_term t join organisation o on o.id = t.org_id
             where ${within(scope, 't.org_code')} and t.is_current and o.deleted_at is null
               and o.type = any(${[...TERM_TYPES]}::smallint[])
               and t.expires_on <= ${dbToday} + make_interval(months => ${TERM_NOTICE_MONTHS})) as "termDue",
           (select count(*)::int from organisation o
             where ${within(scope, 'o.code')} and o.deleted_at is null and ${WARNING_CONDITIONS.noSecretary}) as "noSecretary",
           count(*) filter (where type = any(${[...SIZED_TYPES]}::smallint[])
                              and full_members < ${MIN_FULL_MEMBERS})::int as "tooFew",
           count(*) filter (where party > ${MAX_BRANCH_MEMBERS})::int as "tooMany"
      from branch`.execute(db);
  return rows[0] ?? { termDue: 0, noSecretary: 0, tooFew: 0, tooMany: 0 };
}

/** Where a scoped organisation stands; null where it is not within the scope. */
export async function placeOf(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ id: string; code: string; parent_id: string | null } | null> {
  const { rows } = await sql<{ id: string; code: string; parent_id: string | null }>`/* hot */
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
  full_members: number;
  probationary: number;
  targets: number;
  activists: number;
  applicants: number;
  path: { id: string; name: string }[];
  term: OrgDetail['term'];
  team: { id: string; name: string; post: string; memberId: string | null }[];
  units: { id: string; name: string; creditCode: string | null; nature: string }[];
  /** Dictionary 0011 of the own unit, or of the nearest unit above. */
  unit_nature: string | null;
  today: string;
  notice_until: string;
  created_by: string;
  created_at: Date;
  updated_by: string;
  updated_at: Date;
}

/** One organisation with its term, team, units and figures, in one statement; null where it is not within the scope. */
export async function detailRow(db: Db, scope: Scope, id: string): Promise<OrgDetailRow | null> {
  const { rows } = await sql<OrgDetailRow>`/* hot */
    with chosen as materialized (select * from organisation where id = ${id} and deleted_at is null)
    select ${columns}, o.founded_on, o.unit_relation, o.can_approve, o.functional, o.address, o.introduction, o.lng, o.lat,
           o.created_by, o.created_at, o.updated_by, o.updated_at,
           figures.full_members, figures.probationary, figures.targets, figures.activists, figures.applicants,
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
                      where u.org_code = o.code and u.deleted_at is null), '[]') as units,
           (select u.nature from unit u
             where u.org_code = any(array(select left(o.code, cut) from generate_series(4, length(o.code), 4) as cut))
               and u.deleted_at is null
             order by u.org_code desc, u.id limit 1) as unit_nature,
           ${dbToday} as today, (${dbToday} + make_interval(months => ${TERM_NOTICE_MONTHS}))::date as notice_until
      from chosen o ${figuresJoin}
     where ${within(scope, 'o.code')}`.execute(db);
  return rows[0] ?? null;
}
