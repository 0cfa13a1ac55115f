import { type RawBuilder, sql } from 'kysely';
import type { AnnualTable } from '#overview/report/rules.annual.ts';
import { type Days, factsOn, standingPeople } from '#people/member/server/index.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { INCREASES, type LineNo, waysOf } from '#procedures/transfer/rules/balance.ts';
import { countChange, lineOf } from './reports/countChange.ts';
import { statistics } from './reports/statistics.ts';

const FACTS = factsOn('2000-12-31');
/** The columns of each table, in the order of its figures. */
export const ANNUAL_COLUMNS = {
  countChangeReport: countChange.columns,
  statisic: statistics.columns.filter(({ key }) => FACTS.has(key)),
} as const satisfies Record<AnnualTable, unknown>;

/** Members of a scope on the eve and at the end of a span: `member_id, org_id, org_code, before, after, marks`. @param day on which ages are counted */
export const closingPeople = (scope: Scope, span: Days, day = span.to): RawBuilder<unknown> => {
  const facts = factsOn(day);
  const marks = ANNUAL_COLUMNS.statisic.map(
    ({ key }, at) => sql`case when ${facts.get(key) ?? sql`false`} then ${sql.lit(at + 1)}::smallint end`,
  );
  return sql`
    select s.member_id, s.org_id, o.code as org_code, s.before, s.after,
           case when s.after then array_remove(array[${sql.join(marks)}], null) else '{}'::smallint[] end as marks
      from (${standingPeople(scope, span)}) s join member m on m.id = s.member_id join organisation o on o.id = s.org_id
     where s.before or s.after`;
};

/** 党员增减台账 of a scope within a span: `ledger_id, member_id, org_id, org_code, way, sign, shared, happened_on, recorded_on`. */
export const closingMoves = (scope: Scope, { from, to }: Days): RawBuilder<unknown> => sql`
  select l.id as ledger_id, l.member_id, l.org_id, l.org_code, l.way, l.sign, l.shared, l.happened_on, l.recorded_on
    from member_ledger l where ${within(scope, 'l.org_code')} and l.recorded_on between ${from}::date and ${to}::date`;

const sumOf = (no: LineNo) => {
  const ways = waysOf(no);
  const sum = sql`coalesce(sum(c.n) filter (where c.way = any(${[...ways]}::text[])), 0)`;
  return INCREASES.includes(ways[0] ?? '') ? sum : sql`-${sum}`;
};
const due = sql`(coalesce(max(s.before), 0) + ${sumOf(2)} - ${sumOf(7)})`;
const LINES: Readonly<Partial<Record<LineNo, RawBuilder<unknown>>>> = {
  1: sql`coalesce(max(s.before), 0)`,
  13: due,
  14: sql`coalesce(max(s.after), 0)`,
  15: sql`(coalesce(max(s.after), 0) - ${due})`,
};

/**
 * The figures of both tables by place: `code, facts, change`; places without anybody are left out.
 * @param people as `closingPeople` has them @param moves as `closingMoves` has them
 * @param lengths of the parts of a code `c` that name its places: a set of numbers
 */
const figures = (
  people: RawBuilder<unknown>,
  moves: RawBuilder<unknown>,
  lengths: (code: RawBuilder<unknown>) => RawBuilder<unknown>,
) => sql`
  with p as materialized (${people}), v as materialized (${moves}),
  mark as (
    select left(p.org_code, l.n) as code, k.pos, count(*)::int as n
      from p cross join lateral (${lengths(sql`p.org_code`)}) as l (n) cross join lateral unnest(p.marks) as k (pos)
     where p.after group by 1, 2),
  stood as (
    select left(p.org_code, l.n) as code, count(*) filter (where p.before)::int as before, count(*) filter (where p.after)::int as after
      from p cross join lateral (${lengths(sql`p.org_code`)}) as l (n) group by 1),
  came as (
    select left(v.org_code, l.n) as code, v.way, sum(v.sign)::int as n
      from v cross join lateral (${lengths(sql`v.org_code`)}) as l (n) where v.shared < l.n group by 1, 2),
  place as (select code from stood union select code from came),
  fact as (
    select place.code, array_agg(coalesce(mark.n, 0) order by g.pos) as figures
      from place cross join generate_series(1, ${sql.lit(ANNUAL_COLUMNS.statisic.length)}) as g (pos)
      left join mark on mark.code = place.code and mark.pos = g.pos group by place.code),
  change as (
    select place.code, array[${sql.join(ANNUAL_COLUMNS.countChangeReport.map(({ key }) => LINES[lineOf(key)] ?? sumOf(lineOf(key))))}]::int[] as figures
      from place left join stood s on s.code = place.code left join came c on c.code = place.code group by place.code)
  select fact.code, fact.figures as facts, change.figures as change from fact join change on change.code = fact.code`;

export type Figures = Readonly<Record<AnnualTable, number[]>>;

/** The figures of a scope as they are now, by the beginnings of codes. @param length signs of the code that name a place */
export async function closingFigures(db: Db, scope: Scope, span: Days, length: number): Promise<Map<string, Figures>> {
  const { rows } = await sql<{ code: string; facts: number[]; change: number[] }>`${figures(
    closingPeople(scope, span),
    closingMoves(scope, span),
    () => sql`values (${length}::int)`,
  )}`.execute(db);
  return new Map(rows.map(({ code, facts, change }) => [code, { statisic: facts, countChangeReport: change }]));
}

/**
 * Writes a freeze: people, moves, organisations and the figures of every organisation, of one moment.
 * @param db a transaction in which nothing has been asked yet
 */
export async function writeFreeze(db: Db, freezeId: string, scope: Scope, span: Days): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(db);
  // A million people take longer than any call may.
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`insert into annual_person (freeze_id, member_id, org_id, org_code, before, after, marks)
    select ${freezeId}, member_id, org_id, org_code, before, after, marks from (${closingPeople(scope, span)}) p`.execute(
    db,
  );
  await sql`insert into annual_move (freeze_id, ledger_id, member_id, org_id, org_code, way, sign, shared, happened_on, recorded_on)
    select ${freezeId}, ledger_id, member_id, org_id, org_code, way, sign, shared, happened_on, recorded_on
      from (${closingMoves(scope, span)}) v`.execute(db);
  await sql`insert into annual_org (freeze_id, org_id, org_code, name, sort)
    select ${freezeId}, o.id, o.code, o.name, o.sort from organisation o
     where ${within(scope, 'o.code')} and (o.deleted_at is null or o.id in (
       select org_id from annual_person where freeze_id = ${freezeId} union select org_id from annual_move where freeze_id = ${freezeId}))`.execute(
    db,
  );
  const people = sql`select * from annual_person where freeze_id = ${freezeId}`;
  const moves = sql`select * from annual_move where freeze_id = ${freezeId}`;
  const write = (table: AnnualTable, column: string) => sql`
    insert into annual_figure (freeze_id, table_key, org_id, figures, own)
    select ${freezeId}, ${table}, o.org_id, f.${sql.ref(column)}, coalesce(w.${sql.ref(column)}, '{}')
      from annual_org o join f on f.code = o.org_code left join w on w.code = o.org_code where o.freeze_id = ${freezeId}`;
  await sql`
    with f as materialized (${figures(people, moves, (code) => sql`select generate_series(${scope.from.length}::int, length(${code}), 4)`)}),
    w as materialized (${figures(people, moves, (code) => sql`select length(${code})`)}),
    facts as (${write('statisic', 'facts')})
    ${write('countChangeReport', 'change')}`.execute(db);
}
