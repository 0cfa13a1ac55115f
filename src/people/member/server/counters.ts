import { CompiledQuery } from 'kysely';
import { recountOrgs } from '#people/org/server/recount.ts';
import type { Services } from '#platform/server/context.ts';
import { type Connection, FOLD_LOCK, replaceCounts } from '#platform/server/sums/counters.ts';

/** `facts.ts` says the same in TypeScript; a test holds the two equal. */
const RECOUNT = `
with person as (
  select org_code, person_category, gender, nation, occupation, education, is_floating, completeness, admission_date,
         person_category in (1, 2) and membership_status = 1 as counted, membership_status between 2 and 6 as has_left,
         extract(year from age($1::date, birth_date))::int as age
  from member
  where deleted_at is null
)
  select org_code, pair.fact, pair.value, count(*)::int as n
  from person
  cross join lateral (values
    ('category', case when not has_left then person_category::text end),
    ('gone', case when has_left then person_category::text end),
    ('gender', case when counted then gender::text end),
    ('nation', case when counted then case when nation = '01' then 'han' else 'minority' end end),
    ('age', case when counted then case
      when age <= 30 then 'u30' when age <= 35 then '31-35' when age <= 40 then '36-40'
      when age <= 45 then '41-45' when age <= 50 then '46-50' when age <= 55 then '51-55'
      when age <= 60 then '56-60' when age > 60 then '61+' end end),
    ('education', case when counted then case
      when education < '20' then 'postgraduate' when education < '30' then 'bachelor'
      when education < '40' then 'junior' when education <= '43' then 'secondary'
      when education < '70' then 'high' when education >= '70' then 'low' end end),
    ('occupation', case when counted then occupation::text end),
    ('over70', case when counted and age >= 70 then '1' end),
    ('joined', case when counted then to_char(admission_date, 'MM') end),
    ('floating', case when counted and is_floating then '1' end),
    ('incomplete', case when counted and completeness < 100 then '1' end)
  ) as pair (fact, value)
  where pair.value is not null
  group by org_code, pair.fact, pair.value`;

/** Every fact that `memberFacts` knows: what a recount replaces. Other modules count in the same tables. */
const FACTS = [
  'category',
  'gone',
  'gender',
  'nation',
  'age',
  'over70',
  'joined',
  'education',
  'occupation',
  'floating',
  'incomplete',
];

/**
 * Counts all people anew: one row for every organisation's subtree, fact and value. Exact under
 * concurrent writes, for a change and its delta are one transaction, and the steps here see
 * one snapshot. Folding waits meanwhile. Ages are those of the database's day, which is noted:
 * changes count a person's age on that day until the next recount, so that the sums never drift.
 * Opens its own transaction on the connection given.
 */
export async function recountMembers(client: Connection): Promise<void> {
  // Locked outside the transaction, so that its snapshot is younger than the last fold.
  await client.query('select pg_advisory_lock($1)', [FOLD_LOCK]);
  try {
    await client.query('begin isolation level repeatable read');
    await client.query('set local statement_timeout = 0');
    const today = await client.query("select ((now() at time zone 'Asia/Shanghai')::date)::text as day");
    const { day } = today.rows[0] as { day: string };
    await replaceCounts(client, FACTS, RECOUNT, [day]);
    await client.query('update member_counter_day set day = $1', [day]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [FOLD_LOCK]);
  }
}

/**
 * Recounts everything when a new day has begun since the last time: ages have moved on, and
 * whatever the deltas should have missed is put right.
 */
export async function recountOnNewDay(services: Services): Promise<void> {
  await services.db.connection().execute(async (connection) => {
    const client: Connection = {
      query: (text, values) => connection.executeQuery(CompiledQuery.raw(text, values)),
    };
    const { rows } = await client.query(
      "select from member_counter_day where day < (now() at time zone 'Asia/Shanghai')::date",
    );
    if (rows.length === 0) return;
    // A million people take longer than any call may.
    await client.query('set statement_timeout = 0');
    try {
      await recountOrgs(client);
      await recountMembers(client);
    } finally {
      await client.query('reset statement_timeout');
    }
  });
}
