import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { DUE, ON_RECORD, OVERDUE, waitsLong } from './list.ts';

/** Who is away now, as the view 流出 of the list holds them. */
const AWAY = sql<boolean>`(f.status in (2, 3))`;
const count = (where: RawBuilder<unknown>, name: string) =>
  sql`count(*) filter (where ${where})::int as ${sql.ref(name)}`;
const place = (length: number, column: string) => sql`left(${sql.ref(column)}, ${length}::int) as place`;

type Counted<Key extends string> = { place: string } & Record<Key, number>;

/** Parts of those who are away, outflows `f` of people `m`: what a column counts and its list holds. @param day of ages; null: today */
const awayParts = (day: string | null) => {
  const age = sql`extract(year from age((select ${day === null ? dbToday : sql`${day}::date`}), m.birth_date))`;
  return {
    out: sql`true`,
    province: sql`f.range = 1`,
    across: sql`f.range = 2`,
    abroad: sql`f.range = 3`,
    received: sql`f.status = 3`,
    lost: sql`m.is_lost_contact`,
    overdue: OVERDUE,
    certified: sql`f.id in (select c.outflow_id from mobile_certificate c where c.state = 'given')`,
    women: sql`m.gender = 2`,
    minority: sql`m.nation <> '01'`,
    young: sql`${age} <= 35`,
    middle: sql`${age} between 36 and 59`,
    old: sql`${age} >= 60`,
    college: sql`m.education between '10' and '39'`,
    work: sql`f.reason = 1`,
    study: sql`f.reason = 2`,
    follow: sql`f.reason = 3`,
    chosen: sql`f.reason = 4`,
    retired: sql`f.reason = 5`,
    other: sql`f.reason = 9`,
  } as const;
};
export type AwayPart = keyof ReturnType<typeof awayParts>;

/**
 * How many are away now of each part, by the beginning of the branch's code.
 * @param day on which ages are counted; null: today
 */
export async function awayCounts<Part extends AwayPart>(
  db: Db,
  scope: Scope,
  length: number,
  parts: readonly Part[],
  day: string | null = null,
) {
  const all = awayParts(day);
  const { rows } = await sql<Counted<Part>>`
    select ${place(length, 'f.org_code')}, ${sql.join(parts.map((part) => count(all[part], part)))}
      from mobile_outflow f join member m on m.id = f.member_id and m.deleted_at is null
     where ${within(scope, 'f.org_code')} and ${AWAY} group by 1`.execute(db);
  return rows;
}

/** What waits to be confirmed on both sides, by the beginning of the organisation's code; of more than seven days apart. */
export async function waitingNumbers(db: Db, scope: Scope, length: number) {
  const { rows } = await sql<Counted<'out' | 'into' | 'all' | 'late'>>`
    select place, sum(out)::int as out, sum("into")::int as "into", sum(out + "into")::int as "all", sum(late)::int as late
      from (select ${place(length, 'f.org_code')}, count(*) as out, 0 as "into", count(*) filter (where ${waitsLong('f')}) as late
              from mobile_outflow f
             where f.status = 1 and f.dropped_on is null and ${within(scope, 'f.org_code')} and ${ON_RECORD} group by 1
            union all
            select ${place(length, 'i.org_code')}, 0, count(*), count(*) filter (where ${waitsLong('i')})
              from mobile_inflow i where i.status = 1 and ${within(scope, 'i.org_code')} group by 1) w
     group by place`.execute(db);
  return rows;
}

/** Which outflows `f` a column of 流出明细 holds. */
const MOVES = (from: string, to: string) =>
  ({
    went: sql<boolean>`(f.status <> 1 and f.confirmed_on between ${from}::date and ${to}::date)`,
    back: sql<boolean>`(f.status = 4 and f.ended_on between ${from}::date and ${to}::date)`,
    moved: sql<boolean>`(f.status = 5 and f.ended_on between ${from}::date and ${to}::date)`,
  }) as const;
export type Move = keyof ReturnType<typeof MOVES>;

/** Who went, returned or moved the relation in a span of days, by the beginning of the branch's code. */
export async function moveNumbers(db: Db, scope: Scope, length: number, from: string, to: string) {
  const moves = MOVES(from, to);
  const { rows } = await sql<Counted<Move>>`
    select ${place(length, 'f.org_code')}, ${count(moves.went, 'went')}, ${count(moves.back, 'back')}, ${count(moves.moved, 'moved')}
      from mobile_outflow f
     where ${within(scope, 'f.org_code')} and ${ON_RECORD} and (${moves.went} or ${moves.back} or ${moves.moved}) group by 1`.execute(
    db,
  );
  return rows;
}

export interface MovedRecord {
  id: string;
  name: string;
  orgName: string;
  region: string;
  reason: number;
  trade: number;
  startedOn: string;
  confirmedOn: string | null;
  endedOn: string | null;
  status: number;
  contactName: string;
  lastContactOn: string | null;
  dueOn: string | null;
}

/** The outflows behind a column of `moveNumbers`, the newest first. */
export async function pageOfMoves(
  db: Db,
  scope: Scope,
  move: Move,
  span: { from: string; to: string },
  limit: number,
  offset: number,
) {
  const where = sql`${within(scope, 'f.org_code')} and ${ON_RECORD} and ${MOVES(span.from, span.to)[move]}`;
  const [page, total] = await Promise.all([
    sql<MovedRecord>`
      select f.id::text as id, m.name, o.name as "orgName", f.region, f.reason, f.trade, f.started_on as "startedOn",
             f.confirmed_on as "confirmedOn", f.ended_on as "endedOn", f.status, coalesce(c.name, '') as "contactName",
             f.last_contact_on as "lastContactOn", ${DUE} as "dueOn"
        from mobile_outflow f join member m on m.id = f.member_id join organisation o on o.id = f.org_id
        left join member c on c.id = f.contact_id
       where ${where} order by coalesce(f.ended_on, f.confirmed_on) desc, f.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from mobile_outflow f where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

export interface AwayPerson {
  id: string;
  name: string;
  gender: number;
  birthDate: string | null;
  education: string | null;
  admissionDate: string | null;
  reason: number;
  trade: number;
  region: string;
  orgName: string;
}

/** The people behind a part of `awayCounts`, in the order of the tree. */
export async function pageOfAway(
  db: Db,
  scope: Scope,
  { part, day }: { part: AwayPart; day: string | null },
  limit: number,
  offset: number,
) {
  const from = sql`mobile_outflow f join member m on m.id = f.member_id and m.deleted_at is null
    where ${within(scope, 'f.org_code')} and ${AWAY} and ${awayParts(day)[part]}`;
  const [page, total] = await Promise.all([
    sql<AwayPerson>`
      select r.id, r.name, r.gender, r.birth_date as "birthDate", r.education, r.admission_date as "admissionDate", r.reason, r.trade,
             r.region, o.name as "orgName"
        from (select m.id::text as id, m.name, m.gender, m.birth_date, m.education, m.admission_date, f.reason, f.trade, f.region,
                     f.org_id, f.org_code, f.id as row_id
                from ${from} order by f.org_code, f.id limit ${limit} offset ${offset}) r
        join organisation o on o.id = r.org_id order by r.org_code, r.row_id`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}
