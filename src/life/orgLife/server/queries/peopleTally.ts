import { sql } from 'kysely';
import type { PeopleDuty, PeopleSums } from '#life/orgLife/rules.duty.ts';
import { sumLeaders } from '#life/orgLife/rules.leader.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, wholeScope, within } from '#platform/server/database/scope.ts';
import type { Alike } from './duty.ts';
import { leadersOf, talkSums } from './leader.ts';

const NOTHING = { required: 0, held: 0 };

/** What the people of organisations owe in a year and have done, counted from who leads, attendance, lectures and talks. */
async function counted(
  db: Db,
  scope: Scope,
  year: number,
  orgIds: readonly string[],
): Promise<Map<string, PeopleSums>> {
  const [leaders, talks] = await Promise.all([
    leadersOf(db, scope, { types: null, year }, orgIds),
    talkSums(db, scope, year, orgIds),
  ]);
  const led = Map.groupBy(leaders, ({ orgId }) => orgId);
  return new Map(
    orgIds.map((orgId) => [orgId, { ...sumLeaders(led.get(orgId) ?? [], year), 12: talks.get(orgId) ?? NOTHING }]),
  );
}

interface Sums {
  lecturesDue: number;
  lectures: number;
  talksDue: number;
  talks: number;
  dualDue: number;
  dual: number;
}
/** Kept sums of an organisation; where they are due again they are old, or were never there. */
type Kept = { orgId: string } & (({ due: false } & Sums) | ({ due: true } & { [K in keyof Sums]: number | null }));

/**
 * What the people of organisations of some sorts in a scope owe in a year and have done: kept sums (`life_people_tally`), and of
 * those that have changed since, or were never counted, as it is now.
 * @param only one organisation alone
 */
export async function peopleSums(
  db: Db,
  scope: Scope,
  year: number,
  types: readonly number[],
  only: string | null,
): Promise<Map<string, PeopleSums>> {
  const { rows } = await sql<Kept>`
    select o.id as "orgId", t.org_id is null or d.org_id is not null as due, t.lectures_due as "lecturesDue", t.lectures,
           t.talks_due as "talksDue", t.talks, t.dual_due as "dualDue", t.dual
      from organisation o left join life_people_tally t on t.org_id = o.id and t.year = ${year}
      left join (select distinct org_id from life_people_tally_due) as d on d.org_id = o.id
     where o.deleted_at is null and o.type = any (${types}::smallint[]) and ${within(scope, 'o.code')}
       and (${only}::bigint is null or o.id = ${only})`.execute(db);
  const due = rows.filter((row) => row.due).map(({ orgId }) => orgId);
  const sums = due.length > 0 ? await counted(db, scope, year, due) : new Map<string, PeopleSums>();
  for (const row of rows) {
    if (row.due) continue;
    sums.set(row.orgId, {
      11: { required: row.lecturesDue, held: row.lectures },
      12: { required: row.talksDue, held: row.talks },
      13: { required: row.dualDue, held: row.dual },
    });
  }
  return sums;
}

const KEPT_IN: Readonly<Record<PeopleDuty, string>> = { 11: 'lectures', 12: 'talks', 13: 'dual' };

/**
 * The organisations of some sorts in a scope that owe a duty of people, those that are alike in one line: `months` is 1 where it
 * is met and 0 where not.
 */
export async function listPeopleDuties(
  db: Db,
  scope: Scope,
  of: { types: readonly number[]; type: PeopleDuty; year: number; length: number },
): Promise<Alike[]> {
  const [owed, did] = [sql.ref(`t.${KEPT_IN[of.type]}_due`), sql.ref(`t.${KEPT_IN[of.type]}`)];
  const isDue = sql`(t.org_id is null or d.org_id is not null)`;
  const { rows } = await sql<Alike & { dueId: string | null }>`
    with waived as (
      select distinct org_id from life_exemption
       where ended_at is null and type = ${of.type} and ${within(scope)} and left(period, 4) = ${String(of.year)}
    )
    select left(o.code, ${of.length}::int) as line, length(o.code) <= ${of.length}::int as own, o.type,
           case when o.founded_on > ${`${of.year}-01-01`} then o.founded_on end as "foundedOn",
           case when ${did} >= ${owed} then 1 else 0 end as months, w.org_id::text as "waivedId",
           case when ${isDue} then o.id end as "dueId", count(*)::int as n
      from organisation o left join life_people_tally t on t.org_id = o.id and t.year = ${of.year}
      left join (select distinct org_id from life_people_tally_due) as d on d.org_id = o.id
      left join waived w on w.org_id = o.id
     where o.deleted_at is null and o.type = any (${of.types}::smallint[]) and ${within(scope, 'o.code')}
       and (${isDue} or ${owed} > 0)
     group by 1, 2, 3, 4, 5, 6, 7`.execute(db);
  const due = rows.flatMap(({ dueId }) => dueId ?? []);
  const sums = due.length > 0 ? await counted(db, scope, of.year, due) : new Map<string, PeopleSums>();
  return rows.flatMap(({ dueId, ...row }) => {
    if (dueId === null) return [row];
    const { required, held } = sums.get(dueId)?.[of.type] ?? NOTHING;
    return required === 0 ? [] : [{ ...row, months: held >= required ? 1 : 0 }];
  });
}

/** Counts organisations for a year and writes their sums. */
export async function countYear(db: Db, year: number, orgIds: readonly string[]): Promise<void> {
  const rows = [...(await counted(db, wholeScope, year, orgIds))].map(([orgId, sums]) => ({
    org_id: orgId,
    year,
    lectures_due: sums[11].required,
    lectures: sums[11].held,
    talks_due: sums[12].required,
    talks: sums[12].held,
    dual_due: sums[13].required,
    dual: sums[13].held,
  }));
  await sql`
    insert into life_people_tally (org_id, year, lectures_due, lectures, talks_due, talks, dual_due, dual)
    select org_id, year, lectures_due, lectures, talks_due, talks, dual_due, dual
      from json_populate_recordset(null::life_people_tally, ${JSON.stringify(rows)}::json)
    on conflict (org_id, year) do update set lectures_due = excluded.lectures_due, lectures = excluded.lectures,
      talks_due = excluded.talks_due, talks = excluded.talks, dual_due = excluded.dual_due, dual = excluded.dual`.execute(
    db,
  );
}
