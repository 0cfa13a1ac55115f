import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';

export interface Pair {
  memberId: string;
  year: number;
}

/** An item with the set that it stands in. */
export interface ItemRecord {
  id: string;
  setId: string;
  orgCode: string;
  fromOn: string;
  base: number;
  code: string;
  dimension: string;
  name: string;
  minus: boolean;
  value: number;
  source: string;
  capDay: number | null;
  capMonth: number | null;
  capYear: number | null;
  once: boolean;
  classes: number[];
  floor: number | null;
  months: number | null;
}

/**
 * The next people's years that are to be counted, each with all its marks, so that a year with many new facts is counted
 * once; another process takes others.
 */
export async function takeDue(db: Db, limit: number): Promise<{ pairs: Pair[]; ids: string[] }> {
  const { rows } = await sql<{ id: string; memberId: string; year: number }>`
    select id, member_id as "memberId", year from point_due
     where (member_id, year) in (select member_id, year from (select member_id, year from point_due order by id limit ${limit}) as next)
     order by id for update skip locked`.execute(db);
  const pairs = new Map(rows.map(({ memberId, year }) => [`${memberId} ${year}`, { memberId, year }]));
  return { pairs: [...pairs.values()], ids: rows.map(({ id }) => id) };
}

export const deleteMarks = (db: Db, ids: readonly string[]) =>
  sql`delete from point_due where id = any(${ids}::bigint[])`.execute(db);

/** Keeps the years of some people for this transaction, in one order for all. */
export async function lockScores(db: Db, pairs: readonly Pair[]): Promise<void> {
  const people = pairs.map(({ memberId }) => memberId);
  const years = pairs.map(({ year }) => year);
  const lock = () =>
    sql`
      select from point_score s join unnest(${people}::bigint[], ${years}::int[]) as p(id, year)
          on s.member_id = p.id and s.year = p.year order by s.member_id, s.year for update of s`.execute(db);
  // Most years have their row: only where one is missing is it made first.
  if ((await lock()).rows.length === pairs.length) return;
  await sql`
    insert into point_score (member_id, year)
    select p.id, p.year from unnest(${people}::bigint[], ${years}::int[]) as p(id, year) join member m on m.id = p.id
     order by 1, 2 on conflict do nothing`.execute(db);
  await lock();
}

/** Every item of every published set, the rules of the whole house. */
export async function publishedItems(db: Db): Promise<ItemRecord[]> {
  const { rows } = await sql<ItemRecord>`
    select i.id, s.id as "setId", s.org_code as "orgCode", s.from_on::text as "fromOn", s.base, i.code, i.dimension, i.name,
           i.minus, i.value, i.source, i.cap_day as "capDay", i.cap_month as "capMonth", i.cap_year as "capYear", i.once,
           i.classes, i.floor, i.months
      from point_set s join organisation o on o.id = s.org_id and o.deleted_at is null join point_item i on i.set_id = s.id
     where s.state = 1 order by s.id, i.sort, i.id`.execute(db);
  return rows;
}

/** A fact of one of the years: evidence, an entry by hand, or an appeal that was accepted. */
export interface FactRecord {
  kind: 'evidence' | 'hand' | 'appeal';
  id: string;
  memberId: string;
  year: number;
  /** Orders facts of a day however they arrived. */
  key: string;
  source: string;
  /** Of hand entries and appeals: the item; empty: by its source. */
  code: string;
  day: string;
  quantity: number;
  orgId: string;
  orgCode: string;
  class: number;
}

/**
 * What counts in some years. Classes: floating people (3), those with a post (1), 特殊 (4: seventy years old before the year
 * began, as `domain.md` 6.2 has it), all others (2).
 */
export async function factsOf(db: Db, pairs: readonly Pair[]): Promise<FactRecord[]> {
  const { rows } = await sql<FactRecord>`
    with own as (select p.id, p.year, make_date(p.year, 1, 1) as first, make_date(p.year, 12, 31) as last,
                        case when m.is_floating then 3
                             when exists (select from org_post q join org_term t on t.id = q.term_id and t.is_current
                                           where q.member_id = m.id) then 1
                             when m.birth_date <= make_date(p.year - 70, 1, 1) then 4 else 2 end as class
                   from unnest(${pairs.map(({ memberId }) => memberId)}::bigint[], ${pairs.map(({ year }) => year)}::int[]) as p(id, year)
                   join member m on m.id = p.id)
    select 'evidence' as kind, e.id, e.member_id as "memberId", own.year, e.source || ' ' || e.subject as key, e.source,
           '' as code, e.day, e.quantity, e.org_id as "orgId", e.org_code as "orgCode", own.class
      from own join point_evidence e on e.member_id = own.id and e.day between own.first and own.last and not e.gone
    union all
    select 'hand', h.id, h.member_id, own.year, '~hand ' || h.id, '', h.item_code, h.day, h.quantity, h.org_id, h.org_code, own.class
      from own join point_hand h on h.member_id = own.id and h.day between own.first and own.last and h.state = 1
    union all
    select 'appeal', a.id, a.member_id, own.year, '~appeal ' || a.id, '', a.code, a.day, a.points, a.org_id, a.org_code, own.class
      from own join point_appeal a on a.member_id = own.id and a.day between own.first and own.last and a.state = 2`.execute(
    db,
  );
  return rows;
}

/** What the lines of some years give so far, by fact and item. */
export interface StandingRecord extends Pair {
  evidenceId: string | null;
  handId: string | null;
  appealId: string | null;
  code: string;
  given: number;
  /** What its lines add to the year's two sums. */
  plusSum: number;
  minusSum: number;
}

/** Reads one index alone (`point_line_sums`): a column more would fetch every line from the table. */
export async function standingOf(db: Db, pairs: readonly Pair[]): Promise<StandingRecord[]> {
  const { rows } = await sql<StandingRecord>`
    select l.member_id as "memberId", l.year, l.evidence_id as "evidenceId", l.hand_id as "handId", l.appeal_id as "appealId", l.code,
           sum(l.given)::int as given, coalesce(sum(l.given) filter (where not l.minus), 0)::int as "plusSum",
           coalesce(-sum(l.given) filter (where l.minus), 0)::int as "minusSum"
      from unnest(${pairs.map(({ memberId }) => memberId)}::bigint[], ${pairs.map(({ year }) => year)}::int[]) as p(id, year)
      join point_line l on l.member_id = p.id and l.year = p.year
     group by 1, 2, 3, 4, 5, 6`.execute(db);
  return rows;
}

/** The same with what its newest line says, for what is to be taken back. */
export interface NewestRecord extends Omit<StandingRecord, 'plusSum' | 'minusSum'> {
  itemId: string | null;
  dimension: string;
  name: string;
  minus: boolean;
  day: string;
  orgId: string;
  orgCode: string;
}

export async function newestOf(db: Db, pairs: readonly Pair[]): Promise<NewestRecord[]> {
  if (pairs.length === 0) return [];
  const { rows } = await sql<NewestRecord>`
    select l.member_id as "memberId", l.year, l.evidence_id as "evidenceId", l.hand_id as "handId", l.appeal_id as "appealId", l.code,
           sum(l.given)::int as given, (array_agg(l.item_id order by l.id desc))[1] as "itemId",
           (array_agg(l.dimension order by l.id desc))[1] as dimension, (array_agg(l.name order by l.id desc))[1] as name,
           bool_or(l.minus) as minus, max(l.day) as day, (array_agg(l.org_id order by l.id desc))[1] as "orgId",
           (array_agg(l.org_code order by l.id desc))[1] as "orgCode"
      from unnest(${pairs.map(({ memberId }) => memberId)}::bigint[], ${pairs.map(({ year }) => year)}::int[]) as p(id, year)
      join point_line l on l.member_id = p.id and l.year = p.year
     group by 1, 2, 3, 4, 5, 6`.execute(db);
  return rows;
}

export interface NewLine {
  member_id: string;
  year: number;
  evidence_id: string | null;
  hand_id: string | null;
  appeal_id: string | null;
  item_id: string | null;
  code: string;
  dimension: string;
  name: string;
  minus: boolean;
  day: string;
  month: string;
  late: boolean;
  raw: number;
  given: number;
  why: string;
  org_id: string;
  org_code: string;
}

export async function insertLines(db: Db, lines: readonly NewLine[]): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into point_line (member_id, year, evidence_id, hand_id, appeal_id, item_id, code, dimension, name, minus, day, month,
                            late, raw, given, why, org_id, org_code)
    select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r(member_id bigint, year int, evidence_id bigint,
      hand_id bigint, appeal_id bigint, item_id bigint, code text, dimension text, name text, minus boolean, day date,
      month text, late boolean, raw int, given int, why text, org_id bigint, org_code text)`.execute(db);
}

/** Sums of a year, hundredths. */
export interface YearSums extends Pair {
  plus: number;
  minus: number;
}

/** Writes the sums of some years, whose rows are kept. */
export async function writeSums(db: Db, sums: readonly YearSums[]): Promise<void> {
  await sql`
    update point_score s set plus = n.plus, minus = n.minus, counted_at = now()
      from unnest(${sums.map(({ memberId }) => memberId)}::bigint[], ${sums.map(({ year }) => year)}::int[],
                  ${sums.map(({ plus }) => plus)}::int[], ${sums.map(({ minus }) => minus)}::int[]) as n(id, year, plus, minus)
     where s.member_id = n.id and s.year = n.year`.execute(db);
}

/** Everybody of a subtree with evidence of a year is counted anew: another set holds from a day on. */
export const markBelow = (db: Db, code: string, from: string) =>
  sql`insert into point_due (member_id, year)
      select distinct e.member_id, extract(year from e.day)::int from point_evidence e
       where e.member_id is not null and e.org_code >= ${code} and e.org_code < ${`${code}:`} and e.day >= ${from}`.execute(
    db,
  );

/**
 * Marks whoever has a fact that lost its validity since the last sweep; each day is swept once, by one process.
 * Days are compared as the rule counts them (`expiryOf`): a month later, at most the last of that month.
 */
export async function markExpiredFacts(db: Db): Promise<void> {
  const { rows } = await sql<{ day: string }>`
    update point_sweep s set day = ${dbToday} from (select name, day from point_sweep where name = 'expiry' for update skip locked) as old
     where s.name = old.name and old.day < ${dbToday} returning old.day::text as day`.execute(db);
  const [swept] = rows;
  if (!swept) return;
  const items = await sql<{ months: number; source: string; code: string }>`
    select distinct i.months, i.source, i.code from point_item i join point_set s on s.id = i.set_id and s.state = 1
     where i.months is not null`.execute(db);
  if (items.rows.length === 0) return;
  await sql`set local statement_timeout = 0`.execute(db);
  const list = JSON.stringify(items.rows);
  await sql`
    with terms as (select * from jsonb_to_recordset(${list}::jsonb) as r(months int, source text, code text)),
         facts as (
           select e.member_id, e.day, t.months from terms t join point_evidence e on e.source = t.source and not e.gone
            where t.source <> '' and e.member_id is not null and e.day > ${swept.day}::date - interval '13 months'
           union all
           select h.member_id, h.day, t.months from terms t join point_hand h on h.item_code = t.code and h.state = 1
            where t.source = '' and h.day > ${swept.day}::date - interval '13 months')
    insert into point_due (member_id, year)
    select distinct member_id, extract(year from day)::int from facts
     where (day + make_interval(months => months))::date > ${swept.day}
       and (day + make_interval(months => months))::date <= ${dbToday}`.execute(db);
}

/** Sources whose facts of before were not taken up. */
export async function listUnpostedSources(db: Db, sources: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    select s as source from unnest(${sources}::text[]) as s where not exists (select from point_source_taken t where t.source = s)`.execute(
    db,
  );
  return rows.map(({ source }) => source);
}

/** Marks a source as taken up; false: another process does it. */
export async function setTaken(db: Db, source: string): Promise<boolean> {
  const { rows } = await sql`
    insert into point_source_taken (source, rows) values (${source}, 0) on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}

export const noteTaken = (db: Db, source: string, rows: number) =>
  sql`update point_source_taken set rows = ${rows} where source = ${source}`.execute(db);
