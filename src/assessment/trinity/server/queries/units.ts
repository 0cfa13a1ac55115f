import { type RawBuilder, sql } from 'kysely';
import type { Grade, State } from '#assessment/trinity/rules.ts';
import type { Behind } from '#house/server/givenWork.ts';
import { isUrged } from '#house/server/urging.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** A unit with what its evaluation says and how far its materials are. */
export interface UnitRecord {
  id: string;
  evaluationId: string;
  evaluationName: string;
  scheme: string;
  year: number;
  evaluationState: State;
  startsOn: string;
  endsOn: string;
  giverId: string;
  giverCode: string;
  giverName: string;
  grades: Grade[];
  orgId: string;
  orgCode: string;
  orgName: string;
  group: string;
  weight: number;
  total: number | null;
  grade: number | null;
  place: number | null;
  materials: number;
  waiting: number;
  passed: number;
  failed: number;
  late: number;
}

const COLUMNS = sql`u.id, e.id as "evaluationId", e.name as "evaluationName", e.scheme, e.year, e.state as "evaluationState",
  e.starts_on::text as "startsOn", e.ends_on::text as "endsOn", e.org_id as "giverId", e.org_code as "giverCode", g.name as "giverName", e.grades,
  u.org_id as "orgId", u.org_code as "orgCode", o.name as "orgName", u.group_name as "group", u.weight, u.total, u.grade, u.place,
  coalesce(m.materials, 0) as materials, coalesce(m.waiting, 0) as waiting, coalesce(m.passed, 0) as passed, coalesce(m.failed, 0) as failed,
  coalesce(m.late, 0) as late`;
const UNITS = sql`trinity_unit u join trinity_evaluation e on e.id = u.evaluation_id and e.deleted_at is null
  join organisation o on o.id = u.org_id and o.deleted_at is null join organisation g on g.id = e.org_id`;
const TALLY = sql`left join lateral (
  select count(*)::int as materials, (count(*) filter (where s.state = 1 and s.review = 0))::int as waiting,
         (count(*) filter (where s.review = 1))::int as passed, (count(*) filter (where s.review = 2))::int as failed,
         (count(*) filter (where e.state = 'open' and s.due_on < ${dbToday} and (s.state < 1 or s.review = 2)))::int as late
    from trinity_score s join trinity_item i on i.id = s.item_id and i.method = 2 where s.unit_id = u.id) m on true`;

/** Its organisation lies in the scope, or the session's evaluates or reviews it; of drafts whoever evaluates alone. @param orgId of the session */
export const isVisibleUnit = (scope: Scope, orgId: string): RawBuilder<boolean> =>
  scope.memberId !== null
    ? sql<boolean>`false`
    : sql<boolean>`(case when e.state = 'draft' then ${within(scope, 'e.org_code')} else ${within(scope, 'u.org_code')} or e.org_id = ${orgId}
        or exists (select from trinity_item part where part.evaluation_id = e.id and part.reviewer_id = ${orgId}) end)`;

export interface UnitFilter {
  evaluationId: string | null;
  own: boolean;
  words: string | null;
  group: string | null;
  year: number | null;
}

/** A page of units, the newest evaluation first, by group and tree; with the groups that there are. */
export async function pageOfUnits(db: Db, scope: Scope, orgId: string, of: UnitFilter, limit: number, offset: number) {
  const base: RawBuilder<unknown>[] = [isVisibleUnit(scope, orgId)];
  if (of.evaluationId) base.push(sql`e.id = ${of.evaluationId}`);
  else base.push(sql`e.state <> 'draft'`);
  if (of.own) base.push(sql`u.org_id = ${orgId}`);
  const parts = [...base];
  if (of.words) parts.push(sql`(${textHolds(sql`o.name`, of.words)} or ${textHolds(sql`e.name`, of.words)})`);
  if (of.group) parts.push(sql`u.group_name = ${of.group}`);
  if (of.year) parts.push(sql`e.year = ${of.year}`);
  const where = sql.join(parts, sql` and `);
  const [rows, total, groups] = await Promise.all([
    sql<UnitRecord>`
      select ${COLUMNS} from ${UNITS} ${TALLY} where ${where}
       order by e.year desc, e.id desc, u.group_name, u.place nulls last, u.org_code, u.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${UNITS} where ${where}`.execute(db),
    of.evaluationId
      ? sql<{
          name: string;
        }>`select distinct u.group_name as name from ${UNITS} where ${sql.join(base, sql` and `)} order by 1`.execute(
          db,
        )
      : { rows: [] },
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0, groups: groups.rows.map(({ name }) => name) };
}

/** One unit that the session sees. @param orgId of the session */
export async function findUnit(db: Db, scope: Scope, orgId: string, id: string): Promise<UnitRecord | undefined> {
  const { rows } = await sql<UnitRecord>`
    select ${COLUMNS} from ${UNITS} ${TALLY} where u.id = ${id} and ${isVisibleUnit(scope, orgId)}`.execute(db);
  return rows[0];
}

/** The units of an evaluation, in the order of the tree; whoever asks. */
export async function unitsOf(db: Db, evaluationId: string) {
  const { rows } = await sql<{ id: string; orgId: string; name: string; group: string; weight: number }>`
    select u.id, u.org_id as "orgId", o.name, u.group_name as "group", u.weight from trinity_unit u join organisation o on o.id = u.org_id
     where u.evaluation_id = ${evaluationId} order by u.org_code`.execute(db);
  return rows;
}

/** Adds organisations to an evaluation, or gives those that are there another group and weight. */
export const putUnits = (db: Db, evaluationId: string, orgIds: readonly string[], group: string, weight: number) =>
  sql`insert into trinity_unit (evaluation_id, org_id, org_code, group_name, weight)
      select ${evaluationId}, id, code, ${group}, ${weight}::int from organisation where id = any(${orgIds}::bigint[])
      on conflict (evaluation_id, org_id) do update set group_name = excluded.group_name, weight = excluded.weight`.execute(
    db,
  );

/** Whether a unit has saved, handed in or been given anything. */
export async function hasBegun(db: Db, unitId: string): Promise<boolean> {
  const { rows } = await sql`
    select from trinity_score where unit_id = ${unitId} and (state > -1 or review > 0 or final is not null) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Takes a unit out of an evaluation, with what it would have handed in. */
export async function dropUnit(db: Db, unitId: string): Promise<void> {
  await sql`delete from trinity_score where unit_id = ${unitId}`.execute(db);
  await sql`delete from trinity_unit where id = ${unitId}`.execute(db);
}

/** Makes what each unit of an evaluation has to hand in, each cell once. */
export const fillUnits = (
  db: Db,
  evaluationId: string,
  cells: readonly { itemId: string; month: number; dueOn: string }[],
) =>
  sql`insert into trinity_score (evaluation_id, item_id, unit_id, month, due_on)
      select ${evaluationId}, c.item, u.id, c.month, c.due from trinity_unit u
       cross join unnest(${cells.map(({ itemId }) => itemId)}::bigint[], ${cells.map(({ month }) => month)}::int[],
                         ${cells.map(({ dueOn }) => dueOn)}::date[]) as c (item, month, due)
       where u.evaluation_id = ${evaluationId}
      on conflict (item_id, unit_id, month) do nothing`.execute(db);

/** Writes results, in one statement. */
export const freeze = (
  db: Db,
  rows: readonly { id: string; total: number | null; grade: number | null; place: number | null }[],
) =>
  sql`update trinity_unit u set total = g.total, grade = g.grade, place = g.place
        from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ total }) => total)}::int[],
                    ${rows.map(({ grade }) => grade)}::int[], ${rows.map(({ place }) => place)}::int[]) as g (id, total, grade, place)
       where u.id = g.id`.execute(db);

/** Units that are late, or due within some days, with whether they were urged lately. */
export async function listLateUnits(db: Db, evaluationId: string) {
  const { rows } = await sql<Behind>`
    select u.id, u.org_id as "orgId", o.name as "orgName",
           ${isUrged(sql`u.urged_at`)} as recently
      from trinity_unit u join organisation o on o.id = u.org_id and o.deleted_at is null
     where u.evaluation_id = ${evaluationId} and exists (
       select from trinity_score s join trinity_item i on i.id = s.item_id and i.method = 2
        where s.unit_id = u.id and (s.state < 1 or s.review = 2))
     order by u.org_code`.execute(db);
  return rows;
}
