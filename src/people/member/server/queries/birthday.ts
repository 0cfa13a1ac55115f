import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { queryGrams } from '#platform/server/database/nameSearch.ts';
import { peopleWithin, type Scope } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** How far the people of a month are counted. */
const COUNTED = 1000;

const thisYear = sql`extract(year from ${dbToday})::int`;
const years = sql`${thisYear} - extract(year from m.admission_date)::int`;
/** Members in good standing who joined in this month of an earlier year. */
const celebrating = (scope: Scope): RawBuilder<boolean> => sql<boolean>`(${peopleWithin(scope, 'm')}
  and m.deleted_at is null and m.person_category in (1, 2) and m.membership_status = 1
  and extract(month from m.admission_date) = extract(month from ${dbToday}) and ${years} > 0)`;
const account = sql`(select a.id from account a where a.member_id = m.id and a.disabled_at is null limit 1)`;
const state = sql<string>`case when g.member_id is not null then 'greeted'
  when ${account} is null then 'noAccount' else 'waiting' end`;

interface Birthday {
  id: string;
  name: string;
  orgName: string;
  admissionDate: string;
  years: number;
  state: 'waiting' | 'greeted' | 'noAccount';
  greetedAt: Date | null;
  greetedBy: string;
}

/** A page of this month's people by day, with how many there are (counted up to a thousand) and the month. */
export async function birthdays(
  db: Db,
  scope: Scope,
  filter: { name?: string | undefined; state?: string | undefined },
  limit: number,
  offset: number,
) {
  const parts = [celebrating(scope)];
  if (filter.name) {
    parts.push(
      sql<boolean>`m.name_grams @> ${queryGrams(filter.name)}::text[] and ${textHolds(sql`m.name`, filter.name)}`,
    );
  }
  if (filter.state) parts.push(sql<boolean>`${state} = ${filter.state}`);
  const from = sql`member m join organisation o on o.id = m.org_id
    left join political_greeting g on g.member_id = m.id and g.year = ${thisYear}
    where ${sql.join(parts, sql` and `)}`;
  const [page, count] = await Promise.all([
    sql<Birthday>`
      select m.id, m.name, o.name as "orgName", m.admission_date as "admissionDate", ${years} as years, ${state} as state,
             g.greeted_at as "greetedAt", coalesce(g.greeted_by, '') as "greetedBy"
        from ${from} order by extract(day from m.admission_date), m.org_code, m.sort, m.id
       limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number; month: number }>`
      select (select count(*)::int from (select from ${from} limit ${COUNTED + 1}) c) as n,
             extract(month from ${dbToday})::int as month`.execute(db),
  ]);
  const n = count.rows[0]?.n ?? 0;
  return { rows: page.rows, total: Math.min(n, COUNTED), capped: n > COUNTED, month: count.rows[0]?.month ?? 1 };
}

/** Somebody who was just greeted, with the account that is told. */
export interface Greeted {
  name: string;
  orgId: string;
  accountId: string;
  month: number;
  day: number;
  years: number;
}

/** Writes down a greeting of up to `most` of those who have an account and none this year, each once; answers them. */
export async function greet(db: Db, scope: Scope, by: string, most: number): Promise<Greeted[]> {
  const { rows } = await sql<Greeted>`
    with due as (
      select m.id, m.name, m.org_id, m.admission_date, ${years} as years, ${account} as account_id
        from member m
       where ${celebrating(scope)} and ${account} is not null
         and not exists (select from political_greeting g where g.member_id = m.id and g.year = ${thisYear})
       order by m.id limit ${most}
    ), told as (
      insert into political_greeting (member_id, year, greeted_by) select id, ${thisYear}, ${by} from due
      on conflict do nothing returning member_id
    )
    select due.name, due.org_id::text as "orgId", due.account_id::text as "accountId", due.years::int as years,
           extract(month from due.admission_date)::int as month, extract(day from due.admission_date)::int as day
      from due join told on told.member_id = due.id order by due.id`.execute(db);
  return rows;
}
