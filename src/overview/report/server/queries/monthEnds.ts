import { type RawBuilder, sql } from 'kysely';
import { enteredPeople, ledgerMoves } from '#people/member/server/index.ts';
import { orgMoves } from '#people/org/server/index.ts';
import type { Db } from '#platform/server/database/db.ts';
import { stageEntries, stageMoves } from '#procedures/recruitment/server/index.ts';

/** What is kept at the end of each month. */
export const MONTH_FACTS = [
  'members',
  'probationary',
  'targets',
  'activists',
  'applicants',
  'orgs',
  'floating',
  'incomplete',
  'toActivists',
  'toTargets',
  'toProbationary',
  'toMembers',
] as const;
export type MonthFact = (typeof MONTH_FACTS)[number];

/** What cannot be told of a past month from dated events: it is kept as it stands when the month has just ended. */
const OF_THE_DAY: readonly MonthFact[] = ['floating', 'incomplete'];
/** Counted within the month; the others stand at its end. */
const FLOWS: readonly MonthFact[] = ['toActivists', 'toTargets', 'toProbationary', 'toMembers'];
const DATED: readonly MonthFact[] = MONTH_FACTS.filter((fact) => !OF_THE_DAY.includes(fact));

/** Which of the kept counts make a number: a full member is a member, a probationary one both. */
const COUNTED = sql`(values
  ('category', '1', 'members'), ('category', '2', 'members'), ('category', '2', 'probationary'), ('category', '3', 'targets'),
  ('category', '4', 'activists'), ('category', '5', 'applicants'), ('floating', '1', 'floating'), ('incomplete', '1', 'incomplete')) as c (fact, value, counts_as)`;

/** Numbers of every subtree now. */
const now = sql`
  select k.org_code, coalesce(c.counts_as, 'orgs') as fact, sum(k.n)::int as n
    from (select org_code, fact, value, n from member_counter
          union all
          select left(org_code, level * 4), fact, value, n
            from member_counter_delta cross join lateral generate_series(1, length(org_code) / 4) as level) k
    left join ${COUNTED} on c.fact = k.fact and c.value = k.value
   where c.counts_as is not null or k.fact = 'org' group by 1, 2`;

/** What somebody counts as by the category of the record. */
const OF_CATEGORY = sql`(values (1, 'members'), (2, 'members'), (2, 'probationary'), (3, 'targets'), (4, 'activists'), (5, 'applicants')) as k (category, fact)`;

/**
 * Every dated change after a day, at the organisation itself. What somebody was when their record was entered is what they are now less
 * what has happened since, place by place; a deleted record goes with what it said.
 */
const changes = (from: RawBuilder<unknown>) => sql`
  with person as materialized (${enteredPeople(from)}),
  -- What was before the record was entered is in what it says by then.
  moves as materialized (
    select m.* from (${ledgerMoves(from)} union all ${stageMoves(from)}) m
     where not exists (select from person p where p.id = m.member_id and p.is_new and m.day <= p.created_on))
  select org_code, fact, day, n from moves
  union all
  select p.org_code, k.fact, p.created_on, 1 from person p join ${OF_CATEGORY} on k.category = p.category where p.is_new and not p.has_left
  union all
  select m.org_code, m.fact, p.created_on, -m.n from moves m join person p on p.id = m.member_id where p.is_new
  union all
  select p.org_code, k.fact, p.deleted_on, -1 from person p join ${OF_CATEGORY} on k.category = p.category
   where p.deleted_on > ${from} and not p.has_left
  union all
  select org_code, 'orgs', day, n from (${orgMoves(from)}) o`;

/** The last days of the months that have ended before a day and are to be kept, oldest first. */
export async function openMonthEnds(db: Db, today: string, months: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select ended.day::text as day
      from (select (date_trunc('month', ${today}::date) - make_interval(months => n) - interval '1 day')::date as day
              from generate_series(0, ${months - 1}::int) as n) ended
     where ended.day > coalesce((select max(day) from month_end_kept where fact = 'members'), '-infinity') order by 1`.execute(
    db,
  );
  return rows.map(({ day }) => day);
}

/**
 * Keeps the numbers of month ends, of all subtrees at once, in one statement and so of one moment. A row is written where the number
 * differs from that of the month before.
 * @param db a transaction
 * @param days last days of months that follow one another, oldest first
 * @param isFresh the last of them has just ended: what has no dated events is kept as it stands now
 */
export async function keepMonthEnds(db: Db, days: readonly string[], isFresh: boolean): Promise<void> {
  const last = days.at(-1);
  const from = sql`${days[0]}::date`;
  /** The day before the first month. */
  const eve = sql`(date_trunc('month', ${days[0]}::date) - interval '1 day')::date`;
  // A million people take longer than any call may.
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`
    with ended as (select d.day from unnest(${days}::date[]) as d (day)),
    now as materialized (${now}),
    -- Under the last month end that a change came after: it is to be taken off there and before.
    changed as materialized (
      select left(c.org_code, level * 4) as org_code, c.fact, (select max(e.day) from ended e where e.day < c.day) as day, sum(c.n)::int as n
        from (${changes(from)}) c cross join lateral generate_series(1, length(c.org_code) / 4) as level
       group by 1, 2, 3),
    meant as (select org_code, fact from now union select org_code, fact from changed),
    stood as (
      select m.org_code, m.fact, e.day,
             (coalesce(now.n, 0) - sum(coalesce(c.n, 0)) over (partition by m.org_code, m.fact order by e.day desc))::int as n
        from meant m cross join ended e
        left join now on now.org_code = m.org_code and now.fact = m.fact
        left join changed c on c.org_code = m.org_code and c.fact = m.fact and c.day = e.day
       where m.fact = any(${DATED}) or (${isFresh} and e.day = ${last}::date)),
    -- Of whom a number is known already, that none came is told as well.
    came as materialized (
      select left(c.org_code, level * 4) as org_code, c.fact, (date_trunc('month', c.day) + interval '1 month - 1 day')::date as day, sum(c.n)::int as n
        from (${stageEntries(eve)}) c cross join lateral generate_series(1, length(c.org_code) / 4) as level group by 1, 2, 3),
    flowed as (
      select m.org_code, m.fact, e.day, coalesce(c.n, 0) as n
        from (select org_code, fact from came union select org_code, fact from month_end where fact = any(${FLOWS})) m
       cross join ended e left join came c on c.org_code = m.org_code and c.fact = m.fact and c.day = e.day)
    insert into month_end (org_code, fact, day, n)
    select s.org_code, s.fact, s.day, s.n
      from (select stood.*, lag(n) over (partition by org_code, fact order by day) as before
              from (select * from stood union all select * from flowed) stood) s
     where s.n is distinct from coalesce(s.before, (
             select k.n from month_end k where k.org_code = s.org_code and k.fact = s.fact and k.day < s.day order by k.day desc limit 1), 0)
    on conflict (org_code, fact, day) do update set n = excluded.n`.execute(db);
  await sql`
    insert into month_end_kept (fact, day)
    select f.fact, d.day from unnest(${MONTH_FACTS}::text[]) as f (fact) cross join unnest(${days}::date[]) as d (day)
     where f.fact = any(${DATED}) or (${isFresh} and d.day = ${last}::date)
    on conflict do nothing`.execute(db);
}

export interface MonthEnd {
  fact: MonthFact;
  day: string;
  n: number;
}

/** The numbers of one organisation's subtree at month ends from a day on, oldest first; months of which nothing is known are absent. */
export async function monthEndsOf(db: Db, orgCode: string, months: number): Promise<MonthEnd[]> {
  const { rows } = await sql<MonthEnd>`/* prepared */
    select k.fact, k.day::text as day, coalesce(e.n, 0) as n
      from month_end_kept k
      left join lateral (select n from month_end e where e.org_code = ${orgCode} and e.fact = k.fact and e.day <= k.day
                          order by e.day desc limit 1) e on true
     where k.day >= (date_trunc('month', (now() at time zone 'Asia/Shanghai')::date) - make_interval(months => ${months - 1}::int) - interval '1 day')
     order by k.fact, k.day`.execute(db);
  return rows;
}
