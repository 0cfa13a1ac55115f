import { type RawBuilder, sql } from 'kysely';
import type { Side } from '#overview/report/contract.annual.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { ANNUAL_COLUMNS, closingPeople } from './closing.ts';

/** One side of a comparison: members in good standing of an organisation's subtree at one moment. */
export interface Standing {
  /** `member_id, org_id, marks` */
  people: RawBuilder<unknown>;
  /** The keys of the columns by the places that `marks` hold, from 1. */
  keys: readonly string[];
  /** Name of an organisation by a column that holds its id. */
  orgName(id: RawBuilder<unknown>): RawBuilder<unknown>;
}

/** As they were frozen. @param scope with the codes of then */
export const frozenStanding = (freezeId: string, scope: Scope, keys: readonly string[]): Standing => ({
  people: sql`select p.member_id, p.org_id, p.marks from annual_person p
               where p.freeze_id = ${freezeId} and p.after and ${within(scope, 'p.org_code')}`,
  keys,
  orgName: (id) => sql`(select a.name from annual_org a where a.freeze_id = ${freezeId} and a.org_id = ${id})`,
});

/** As they are on a day that is today. */
export const presentStanding = (scope: Scope, today: string): Standing => ({
  people: sql`select n.member_id, n.org_id, n.marks from (${closingPeople(scope, { from: today, to: today })}) n where n.after`,
  keys: ANNUAL_COLUMNS.statisic.map(({ key }) => key),
  orgName: (id) => sql`(select o.name from organisation o where o.id = ${id})`,
});

const both = (old: Standing, now: Standing) => sql`
  both_sides as materialized (
    select o.member_id as old_id, n.member_id as new_id, o.org_id as old_org, n.org_id as new_org, o.marks as om, n.marks as nm
      from (${old.people}) o full join (${now.people}) n on n.member_id = o.member_id)`;
const keysOf = ({ keys }: Standing) => sql`(${[...keys]}::text[])`;

export type Counts = Record<'old' | 'new' | Side, number>;

/** What each column counts on both sides, and who makes the difference, by key. */
export async function compareSides(db: Db, old: Standing, now: Standing): Promise<Map<string, Partial<Counts>>> {
  const [o, n] = [keysOf(old), keysOf(now)];
  const stayed = sql`old_id is not null and new_id is not null and om is distinct from nm`;
  const { rows } = await sql<{ key: string; side: keyof Counts; n: number }>`
    with ${both(old, now)},
    one as (
      select ${o}[k] as key, 'old' as side from both_sides, unnest(om) as k
      union all select ${n}[k], 'new' from both_sides, unnest(nm) as k
      union all select ${n}[k], 'came' from both_sides, unnest(nm) as k where old_id is null
      union all select ${o}[k], 'left' from both_sides, unnest(om) as k where new_id is null
      union all select ${n}[k], 'into' from both_sides, unnest(nm) as k
                 where ${stayed} and not exists (select from unnest(om) as q where ${o}[q] = ${n}[k])
      union all select ${o}[k], 'out' from both_sides, unnest(om) as k
                 where ${stayed} and not exists (select from unnest(nm) as q where ${n}[q] = ${o}[k]))
    select key, side, count(*)::int as n from one group by key, side`.execute(db);
  const found = new Map<string, Partial<Counts>>();
  for (const { key, side, n: count } of rows) found.set(key, { ...found.get(key), [side]: count });
  return found;
}

export interface DifferingPerson {
  id: string;
  name: string;
  side: Side;
  orgOld: string;
  orgNew: string;
  events: { way: string; sign: number; day: string }[];
  /** Where the record stands now; null: on no roll. */
  codeNow: string | null;
}

/**
 * A page of the people who are in a column on one side alone, with the lines of 党员增减台账 in between.
 * @param between days after the first and up to the second @param scope whose lines of the ledger are told
 */
export async function differingPeople(
  db: Db,
  {
    old,
    now,
    scope,
    between,
    key,
  }: { old: Standing; now: Standing; scope: Scope; between: readonly [string, string]; key: string },
  limit: number,
  offset: number,
): Promise<{ rows: DifferingPerson[]; total: number }> {
  const [atOld, atNew] = [old.keys.indexOf(key) + 1, now.keys.indexOf(key) + 1];
  const has = (marks: string, at: number) => sql`coalesce(${sql.ref(marks)} @> array[${at}]::smallint[], false)`;
  const { rows } = await sql<DifferingPerson & { total: number }>`
    with ${both(old, now)},
    one as (
      select coalesce(old_id, new_id) as member_id, old_org, new_org,
             case when old_id is null then 'came' when new_id is null then 'left' when ${has('nm', atNew)} then 'into' else 'out' end as side
        from both_sides where ${has('om', atOld)} <> ${has('nm', atNew)}),
    shown as (
      select one.*, count(*) over ()::int as total from one
       order by array_position(array['came', 'left', 'into', 'out'], side), coalesce(new_org, old_org), member_id limit ${limit} offset ${offset})
    select m.id::text as id, case when m.erased_at is null then m.name else '（档案已清除）' end as name, s.side,
           coalesce(${old.orgName(sql`s.old_org`)}, '') as "orgOld", coalesce(${now.orgName(sql`s.new_org`)}, '') as "orgNew", s.total,
           coalesce((select jsonb_agg(jsonb_build_object('way', l.way, 'sign', l.sign, 'day', l.recorded_on) order by l.recorded_on, l.id)
                       from member_ledger l where l.member_id = s.member_id and ${within(scope, 'l.org_code')}
                        and l.recorded_on > ${between[0]}::date and l.recorded_on <= ${between[1]}::date), '[]'::jsonb) as events,
           (select o.code from organisation o where o.id = m.org_id and m.deleted_at is null) as "codeNow"
      from shown s join member m on m.id = s.member_id
     order by array_position(array['came', 'left', 'into', 'out'], s.side), coalesce(s.new_org, s.old_org), s.member_id`.execute(
    db,
  );
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 };
}
