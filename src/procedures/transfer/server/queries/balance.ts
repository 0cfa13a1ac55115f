import { type RawBuilder, sql } from 'kysely';
import { rollOf } from '#people/member/server/index.ts';
import type { Db } from '#platform/server/database/db.ts';
import { crossingLengths, type Scope, within } from '#platform/server/database/scope.ts';

export interface Span {
  from: string;
  to: string;
}

/** The day of a time by the platform's calendar. */
const day = (column: string) => sql`(${sql.ref(column)} at time zone 'Asia/Shanghai')::date`;

/**
 * The ledger's lines of a scope from a day on, by the day on which they were entered: closed years never change. Both ends of one
 * transfer inside the scope cancel.
 */
const lines = (scope: Scope, { from }: Span) => sql`
  select l.id, l.member_id, l.org_id, l.sign, l.way, l.happened_on, l.recorded_on from member_ledger l
   where ${within(scope, 'l.org_code')} and l.recorded_on >= ${from}::date and l.shared = any(${crossingLengths(scope)}::smallint[])`;

/** What the lines since the beginning say of each person: their sum from then on, and after the last day. */
const since = (scope: Scope, span: Span) => sql`
  select l.member_id, sum(l.sign)::int as since_from,
         coalesce(sum(l.sign) filter (where l.recorded_on > ${span.to}::date), 0)::int as since_to
    from (${lines(scope, span)}) l group by l.member_id`;

/**
 * People of whom it is not plain that they stood in the scope on both days, with whether on the eve of the first and at the end of the
 * last one: as the record says now, less what the ledger has entered since; not before it was created, nor once it was deleted.
 * @param of which people `d` of the scope, beside those of whom the ledger has lines (`since`)
 */
const stood = (scope: Scope, span: Span, of: RawBuilder<boolean>) => sql`
  select p.id, p.name, p.org_id, p.created_on, p.deleted_on, p.net, p.now, p.entered,
         (p.created_on < ${span.from}::date and (p.deleted_on is null or p.deleted_on >= ${span.from}::date) and p.now - p.since_from > 0)
           as before,
         (p.created_on <= ${span.to}::date and (p.deleted_on is null or p.deleted_on > ${span.to}::date) and p.now - p.since_to > 0)
           as after
    from (select m.id, m.name, m.org_id, ${day('m.created_at')} as created_on, ${day('m.deleted_at')} as deleted_on,
                 (${within(scope, 'm.org_code')} and m.person_category in (1, 2) and m.membership_status = 1)::int as now,
                 m.deleted_at is null as entered,
                 coalesce(s.since_from, 0) as since_from, coalesce(s.since_to, 0) as since_to,
                 coalesce(s.since_from, 0) - coalesce(s.since_to, 0) as net
            from member m left join since s on s.member_id = m.id
           where m.id in (select member_id from since
                          union select d.id from member d where ${within(scope, 'd.org_code')} and ${of})) p`;

/**
 * How many stood at the beginning and at the end, and the ledger's signed sums by way between the two days, both included. Most
 * people are counted by the roll, under the day of their entry; those with lines of the ledger since, and the deleted, one by one.
 */
export async function balanceFigures(db: Db, scope: Scope, span: Span) {
  const deleted = sql<boolean>`d.deleted_at is not null and d.deleted_at >= ${span.from}::date - interval '1 day'`;
  const isPresent = sql`(p.entered and p.now = 1)`;
  const [standing, sums] = await Promise.all([
    sql<{ before: number; after: number }>`
      with since as (${since(scope, span)}), p as (${stood(scope, span, deleted)})
      select (roll.before + own.before)::int as before, (roll.after + own.after)::int as after
        from (select coalesce(sum(n) filter (where entered_on < ${span.from}::date), 0) as before,
                     coalesce(sum(n) filter (where entered_on <= ${span.to}::date), 0) as after from (${rollOf(scope)}) r) roll
       cross join (select coalesce(sum(p.before::int - (${isPresent} and p.created_on < ${span.from}::date)::int), 0) as before,
                          coalesce(sum(p.after::int - (${isPresent} and p.created_on <= ${span.to}::date)::int), 0) as after from p) own`.execute(
      db,
    ),
    sql<{ way: string; n: number }>`
      select l.way, sum(l.sign)::int as n from (${lines(scope, span)}) l where l.recorded_on <= ${span.to}::date group by l.way`.execute(
      db,
    ),
  ]);
  return {
    ...(standing.rows[0] ?? { before: 0, after: 0 }),
    sums: Object.fromEntries(sums.rows.map(({ way, n }) => [way, n])),
  };
}

/** What an organisation is called. */
export const nameOf = async (db: Db, id: string) =>
  (await sql<{ name: string }>`select name from organisation where id = ${id}`.execute(db)).rows[0]?.name ?? '';

export interface PersonRecord {
  id: string;
  memberId: string;
  name: string;
  orgName: string;
  /** Of the ledger; `created`, `deleted` or `changed` where a correction made the difference. */
  way: string;
  sign: number;
  happenedOn: string;
  recordedOn: string;
  isThere: boolean;
}

async function pageOf(db: Db, from: ReturnType<typeof sql>, limit: number, offset: number) {
  const [page, total] = await Promise.all([
    sql<PersonRecord>`select r.* from (${from}) r order by r."recordedOn", r.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from (${from}) r`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** The people of lines of the ledger between the two days. */
export const peopleOfWays = (
  db: Db,
  scope: Scope,
  span: Span,
  ways: readonly string[],
  limit: number,
  offset: number,
) =>
  pageOf(
    db,
    sql`select l.id::text as id, m.id::text as "memberId", m.name, o.name as "orgName", l.way, l.sign, l.happened_on as "happenedOn",
               l.recorded_on as "recordedOn", m.deleted_at is null as "isThere"
          from (${lines(scope, span)}) l join member m on m.id = l.member_id join organisation o on o.id = l.org_id
         where l.recorded_on <= ${span.to}::date and l.way = any(${[...ways]}::text[])`,
    limit,
    offset,
  );

/** Those whose standing changed otherwise than the ledger says: entered, deleted, merged, or fixed by hand. */
export const peopleUnexplained = (db: Db, scope: Scope, span: Span, limit: number, offset: number) => {
  const eve = sql`${span.from}::date - interval '1 day'`;
  const entered = sql<boolean>`(d.created_at >= ${eve} or d.deleted_at >= ${eve})`;
  return pageOf(
    db,
    sql`with since as (${since(scope, span)})
        select p.id::text as id, p.id::text as "memberId", p.name, o.name as "orgName",
               case when p.deleted_on between ${span.from}::date and ${span.to}::date then 'deleted'
                    when p.created_on between ${span.from}::date and ${span.to}::date then 'created' else 'changed' end as way,
               p.after::int - p.before::int - p.net as sign, coalesce(p.deleted_on, p.created_on) as "happenedOn",
               coalesce(p.deleted_on, p.created_on) as "recordedOn", p.deleted_on is null as "isThere"
          from (${stood(scope, span, entered)}) p join organisation o on o.id = p.org_id
         where p.after::int - p.before::int <> p.net`,
    limit,
    offset,
  );
};
