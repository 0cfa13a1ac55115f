import { sql } from 'kysely';
import type { DutyOrg, DutyRule, Held } from '#life/orgLife/rules.duty.ts';
import { periodBounds } from '#life/orgLife/rules.duty.ts';
import type { MeetingState } from '#life/orgLife/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { reconcileTodos } from '#platform/server/inbox/todos.ts';
import { placeColumn } from '#platform/server/sums/ruleChecks.ts';

/** Leading members from which on a term counts as a committee. */
const COMMITTEE = 3;

export interface PlaceRow {
  id: string;
  code: string;
  name: string;
  type: number;
  parentId: string | null;
}

/** The rules of all time, in the order of the types. */
export async function rules(db: Db): Promise<DutyRule[]> {
  const { rows: found } = await sql<DutyRule>`
    select type, org_types as "orgTypes", per, needs, clause, from_on as "fromOn", until_on as "untilOn"
      from life_rule order by type, from_on`.execute(db);
  return found;
}

/** An organisation of the scope. */
export async function findPlace(db: Db, scope: Scope, id: string): Promise<PlaceRow | undefined> {
  const { rows } = await sql<PlaceRow>`
    select id, code, name, type, parent_id as "parentId" from organisation
     where id = ${id} and deleted_at is null and ${within(scope, 'code')}`.execute(db);
  return rows[0];
}

/** The organisations directly below one. */
export async function childrenOf(db: Db, scope: Scope, id: string): Promise<PlaceRow[]> {
  const { rows } = await sql<PlaceRow>`
    select id, code, name, type, parent_id as "parentId" from organisation
     where parent_id = ${id} and deleted_at is null and ${within(scope, 'code')} order by sort, id`.execute(db);
  return rows;
}

export type DutyPlace = DutyOrg & { id: string; code: string; name: string };

/**
 * The organisations of the scope that owe anything, in tree order, with what their duties follow from.
 * @param needs what the rules ask about: committees and groups are read only where one does
 */
export async function places(
  db: Db,
  scope: Scope,
  types: readonly number[],
  only: string | null,
  needs: ReadonlySet<DutyRule['needs']>,
): Promise<DutyPlace[]> {
  if (!needs.has('committee') && !needs.has('groups')) {
    // Nothing but the day of founding tells: of a city eight thousand lines.
    const { rows } = await sql<Omit<DutyPlace, 'revokedOn' | 'committeeSince' | 'groups'>>`
      select o.id, o.code, o.name, o.type, o.founded_on as "foundedOn" from organisation o
       where o.deleted_at is null and o.type = any(${types}::smallint[]) and ${within(scope, 'o.code')}
         and (${only}::bigint is null or o.id = ${only})
       order by o.code`.execute(db);
    return rows.map((row) => ({ ...row, revokedOn: null, committeeSince: null, groups: [] }));
  }
  const { rows } = await sql<DutyPlace>`
    with teams as (
      select t.org_id, min(t.elected_on) as since, bool_or(t.is_current) as now
        from org_term t join (select term_id from org_post group by term_id having count(*) >= ${COMMITTEE}) p on p.term_id = t.id
       where t.deleted_at is null and ${within(scope, 't.org_code')} group by t.org_id
    ), grouped as (
      select g.org_id, json_agg(json_build_object('id', g.id::text,
               'since', coalesce(g.founded_on, (g.created_at at time zone 'Asia/Shanghai')::date)) order by g.id) as groups
        from party_group g where g.deleted_at is null and ${within(scope, 'g.org_code')} group by g.org_id
    )
    select o.id, o.code, o.name, o.type, o.founded_on as "foundedOn", null as "revokedOn",
           case when t.now then t.since end as "committeeSince", coalesce(g.groups, '[]') as groups
      from organisation o left join teams t on t.org_id = o.id left join grouped g on g.org_id = o.id
     where o.deleted_at is null and o.type = any(${types}::smallint[]) and ${within(scope, 'o.code')}
       and (${only}::bigint is null or o.id = ${only})
     order by o.code`.execute(db);
  return rows;
}

/** The period of a meeting's day by the pace of a type's rule. */
const PERIODS = sql`case r.per when 'year' then to_char(m.held_on, 'YYYY')
  when 'month' then to_char(m.held_on, 'YYYY-MM') else to_char(m.held_on, 'YYYY"Q"Q') end`;

/** What counts as held in the days of some periods for the types and paces of rules, by organisation and `type period`. */
export async function held(
  db: Db,
  scope: Scope,
  days: { first: string; last: string },
  rules: readonly DutyRule[],
  only: string | null,
): Promise<Map<string, Map<string, Held>>> {
  const { rows } = await sql<{ orgId: string; type: number; period: string; n: number; groups: string[] | null }>`
    select m.org_id as "orgId", r.type, ${PERIODS} as period, count(*)::int as n,
           array_agg(distinct m.group_id::text) filter (where m.group_id is not null) as groups
      from life_meeting m join (select distinct * from unnest(${rules.map(({ type }) => type)}::int[], ${rules.map(({ per }) => per)}::text[])
                                as wanted (type, per)) r on r.type = m.type or r.type = m.also_type
     where m.state in (3, 5) and m.cancelled_at is null and ${within(scope, 'm.org_code')}
       and m.held_on between ${days.first} and ${days.last}
       and (${only}::bigint is null or m.org_id = ${only})
     group by 1, 2, 3`.execute(db);
  const found = new Map<string, Map<string, Held>>();
  for (const { orgId, type: of, period, n, groups } of rows) {
    const cells = found.get(orgId) ?? new Map<string, Held>();
    cells.set(`${of} ${period}`, { n, groups: groups ?? [] });
    found.set(orgId, cells);
  }
  return found;
}

/** Organisations that are alike: below the same one, of one sort, founded before the year or on one day of it, held in the same months. */
export interface Alike {
  /** The first digits of their code. */
  line: string;
  /** It is the organisation of that code itself. */
  own: boolean;
  type: number;
  foundedOn: string | null;
  months: number;
  /** Whose duty was waived for some period stands alone, by id. */
  waivedId: string | null;
  n: number;
}

/** The organisations of some sorts in a scope by what their year of a type looks like: of a city some hundred lines. */
export async function alikeIn(
  db: Db,
  scope: Scope,
  of: { types: readonly number[]; type: number; year: number; length: number },
): Promise<Alike[]> {
  const [first, last] = [`${of.year}-01-01`, `${of.year}-12-31`];
  const counts = sql`state in (3, 5) and cancelled_at is null and ${within(scope)} and held_on between ${first} and ${last}`;
  const { rows } = await sql<Alike>`
    with held as (
      select org_id, bit_or(month_bit) as months from (
        select org_id, month_bit from life_meeting where type = ${of.type} and ${counts}
        union all
        select org_id, month_bit from life_meeting where also_type = ${of.type} and ${counts}) as each group by org_id
    ), waived as (
      select distinct org_id from life_exemption
       where ended_at is null and type = ${of.type} and ${within(scope)} and left(period, 4) = ${String(of.year)}
    )
    select left(o.code, ${of.length}::int) as line, length(o.code) <= ${of.length}::int as own, o.type,
           case when o.founded_on > ${first} then o.founded_on end as "foundedOn", coalesce(h.months, 0) as months,
           w.org_id::text as "waivedId", count(*)::int as n
      from organisation o left join held h on h.org_id = o.id left join waived w on w.org_id = o.id
     where o.deleted_at is null and o.type = any(${of.types}::smallint[]) and ${within(scope, 'o.code')}
     group by 1, 2, 3, 4, 5, 6`.execute(db);
  return rows;
}

export interface Exemption {
  id: string;
  orgId: string;
  orgCode: string;
  type: number;
  period: string;
  reason: string;
  by: string;
}

const EXEMPTION = sql`id, org_id as "orgId", org_code as "orgCode", type, period, reason, created_by as by`;

/** What was waived of a year. */
export async function exemptions(db: Db, scope: Scope, year: number, only: string | null): Promise<Exemption[]> {
  const { first } = periodBounds(String(year));
  const { rows } = await sql<Exemption>`
    select ${EXEMPTION} from life_exemption
     where ended_at is null and ${within(scope)} and left(period, 4) = ${first.slice(0, 4)}
       and (${only}::bigint is null or org_id = ${only})`.execute(db);
  return rows;
}

export async function insertExemption(db: Db, one: Omit<Exemption, 'id'>): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into life_exemption (org_id, org_code, type, period, reason, created_by)
    values (${one.orgId}, ${one.orgCode}, ${one.type}, ${one.period}, ${one.reason}, ${one.by}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

/** What was waived, locked. */
export async function lockExemption(
  db: Db,
  scope: Scope,
  id: string,
): Promise<(Exemption & { orgName: string }) | undefined> {
  const { rows } = await sql<Exemption & { orgName: string }>`
    select e.id, e.org_id as "orgId", e.org_code as "orgCode", e.type, e.period, e.reason, e.created_by as by, o.name as "orgName"
      from life_exemption e join organisation o on o.id = e.org_id and o.deleted_at is null
     where e.id = ${id} and e.ended_at is null and ${within(scope, 'e.org_code')} for update of e`.execute(db);
  return rows[0];
}

export const endExemption = (db: Db, id: string, by: string) =>
  sql`update life_exemption set ended_at = now(), ended_by = ${by} where id = ${id}`.execute(db);

/** The meetings that count of one organisation and year. */
export async function countedMeetings(db: Db, orgId: string, year: number) {
  const { rows } = await sql<{
    id: string;
    type: number;
    alsoType: number | null;
    title: string;
    heldOn: string;
    orgId: string;
  }>`
    select id, type, also_type as "alsoType", title, held_on as "heldOn", org_id as "orgId" from life_meeting
     where org_id = ${orgId} and state in (3, 5) and cancelled_at is null
       and held_on between ${`${year}-01-01`} and ${`${year}-12-31`} order by held_on, id`.execute(db);
  return rows;
}

export interface PlannedMeeting {
  id: string;
  orgId: string;
  type: number;
  alsoType: number | null;
  title: string;
  heldOn: string;
  state: MeetingState;
}

/** What organisations have on its way in some days: meetings that do not count yet and were not cancelled, the next first. */
export async function plannedMeetings(
  db: Db,
  orgIds: readonly string[],
  { first, last }: { first: string; last: string },
): Promise<PlannedMeeting[]> {
  const { rows } = await sql<PlannedMeeting>`
    select id, org_id as "orgId", type, also_type as "alsoType", title, held_on as "heldOn", state from life_meeting
     where org_id = any(${orgIds}::bigint[]) and state in (0, 1, 2, 4) and cancelled_at is null
       and held_on between ${first} and ${last} order by held_on, id`.execute(db);
  return rows;
}

/** The organisation directly above a code; undefined at the top. */
export async function parentOf(db: Db, code: string): Promise<{ id: string; code: string } | undefined> {
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from organisation where code = ${code.slice(0, -4)} and deleted_at is null`.execute(db);
  return rows[0];
}

/** Meetings that break the silence of an organisation; they go with it, so that the index of places finds them. */
const heldBy = sql`m.org_code = o.code and m.org_id = o.id and m.state >= 2 and m.cancelled_at is null`;

const quiet = (scope: Scope, types: readonly number[], days: number) => sql`
  organisation o
   where o.deleted_at is null and o.type = any(${types}::smallint[]) and ${within(scope, 'o.code')}
     and coalesce(o.founded_on, o.created_at::date) < ${dbToday} - ${days}::int
     and not exists (select from life_meeting m where ${heldBy} and m.held_on >= ${dbToday} - ${days}::int)`;

/** How many are silent at several organisations at once, each with all below it. @param codes of one length */
export async function silentBelow(
  db: Db,
  scope: Scope,
  types: readonly number[],
  days: number,
  codes: readonly string[],
) {
  const { rows } = await sql<{ place: string; n: number }>`
    select ${placeColumn(codes, 'o.code')} as place, count(*)::int as n from ${quiet(scope, types, days)} group by 1`.execute(
    db,
  );
  return rows;
}

/** Branches of the scope that held nothing for so many days, the longest silent first; never: those that are younger. */
export async function silent(
  db: Db,
  scope: Scope,
  types: readonly number[],
  days: number,
  limit: number,
  offset: number,
) {
  const { rows } = await sql<{ id: string; name: string; parent: string | null; last: string | null; total: number }>`
    select o.id, o.name, p.name as parent, held.last::text as last, count(*) over ()::int as total
      from (select o.* from ${quiet(scope, types, days)}) o left join organisation p on p.id = o.parent_id
        left join lateral (select m.held_on as last from life_meeting m where ${heldBy} order by m.held_on desc limit 1) held on true
     order by held.last nulls first, o.code limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/**
 * Opens and closes the to-dos of silent branches: one at each branch, one at the organisation directly above with how many there
 * are; whoever held something again, or whoever has none below any more, has none.
 * @param of `branch` is an address before the branch's id, `above` that of the list
 */
export async function syncSilentBranchTodos(
  db: Db,
  of: { types: readonly number[]; days: number; roleId: number; module: string; branch: string; above: string },
): Promise<void> {
  await reconcileTodos(db, {
    roleId: of.roleId,
    module: of.module,
    act: '查看',
    kept: ['lifeSilent', 'lifeSilentBelow'],
    wanted: sql`
    with quiet as materialized (
      select o.id, o.code, o.parent_id from organisation o
        left join (select m.org_id, max(m.held_on) as last from life_meeting m
                    where m.state >= 2 and m.cancelled_at is null group by m.org_id) as held on held.org_id = o.id
       where o.deleted_at is null and o.type = any(${of.types}::smallint[])
         and coalesce(o.founded_on, o.created_at::date) < ${dbToday} - ${of.days}::int
         and coalesce(held.last, date '1900-01-01') < ${dbToday} - ${of.days}::int
    )
      select q.id as org_id, q.code as org_code, 'lifeSilent:' || q.id as subject,
             ${`超过${of.days}天没有开展组织生活`}::text as title, '请尽快安排，或补录已经召开的会议'::text as detail,
             ${of.branch}::text || q.id as url, null::date as due_on
        from quiet q
      union all
      select p.id, p.code, 'lifeSilentBelow:' || p.id, '下级有静默支部',
             count(*) || ${`个党支部超过${of.days}天没有开展组织生活`}::text, ${of.above}::text, null
        from quiet q join organisation p on p.id = q.parent_id and p.deleted_at is null group by p.id, p.code`,
  });
}
