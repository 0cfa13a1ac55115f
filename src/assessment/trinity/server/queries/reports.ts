import { type RawBuilder, sql } from 'kysely';
import type { Figure } from '#assessment/trinity/rules.report.ts';
import { FIGURE_NAMES } from '#assessment/trinity/rules.report.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import { AROUND, FIGURE, isVisibleScore } from './scores.ts';
import { isVisibleUnit } from './units.ts';

/** A unit with all that the reports say of it. Points in hundredths. */
export interface ReportUnit {
  id: string;
  orgId: string;
  orgName: string;
  /** Its organisation is no more: it keeps its place, and is shown no more. */
  isGone: boolean;
  group: string;
  weight: number;
  /** As they were frozen. */
  total: number | null;
  grade: number | null;
  place: number | null;
  /** Whether the session sees more of it than its place. */
  isSeen: boolean;
  /** What each score is worth; nothing of what is not seen. */
  finals: (readonly [itemId: string, final: number | null])[];
  beforeName: string | null;
  beforeGroup: string | null;
  beforeTotal: number | null;
  beforePlace: number | null;
  beforeGrade: string | null;
}

/**
 * The units of an evaluation that the session sees, by group, place and tree, with their points and how they stood in the same series
 * the year before: the closed evaluation of the same organisation and scheme whose name differs by the year alone. Of a closed one its
 * units learn the places of all. @param orgId of the session
 */
export async function unitsForReport(db: Db, scope: Scope, orgId: string, evaluationId: string): Promise<ReportUnit[]> {
  const { rows } = await sql<ReportUnit>`
    with found as (
      select u.*, e.state, e.org_id as giver_id, e.scheme, e.year, replace(e.name, e.year::text, '') as series, ${isVisibleUnit(scope, orgId)} as is_seen
        from trinity_unit u join trinity_evaluation e on e.id = u.evaluation_id and e.deleted_at is null
       where e.id = ${evaluationId} and ${scope.memberId === null}),
    told as (
      select * from found where is_seen or (state = 'closed' and exists (select from found mine where mine.org_id = ${orgId}))),
    points as (
      select s.unit_id, json_agg(json_build_array(s.item_id::text, s.final)) as finals
        from trinity_score s where s.evaluation_id = ${evaluationId} group by s.unit_id),
    prior as (
      select b.id, b.name, b.grades from trinity_evaluation b
        join (select distinct giver_id, scheme, year, series from told) t on b.org_id = t.giver_id and b.scheme = t.scheme and b.year = t.year - 1
       where b.state = 'closed' and b.deleted_at is null and replace(b.name, b.year::text, '') = t.series)
    select u.id, u.org_id as "orgId", o.name as "orgName", o.deleted_at is not null as "isGone", u.group_name as "group", u.weight,
           u.total, u.grade, u.place, u.is_seen as "isSeen", case when u.is_seen then coalesce(p.finals, '[]') else '[]' end as finals,
           prior.name as "beforeName", b.group_name as "beforeGroup", b.total as "beforeTotal", b.place as "beforePlace",
           prior.grades -> b.grade ->> 'label' as "beforeGrade"
      from told u join organisation o on o.id = u.org_id left join points p on p.unit_id = u.id
      left join prior on true left join trinity_unit b on b.evaluation_id = prior.id and b.org_id = u.org_id and u.is_seen
     order by u.group_name, u.place nulls last, u.org_code`.execute(db);
  return rows;
}

/** How many materials each unit and each item of an evaluation has by every figure, and all together. */
export interface FigureRecord extends Record<Figure, number> {
  unitId: string | null;
  itemId: string | null;
  orgName: string;
  orgCode: string;
  group: string;
  title: string;
  partTitle: string;
  sort: number;
}

/**
 * The materials of an evaluation counted by every figure, by item and unit: first within the scores alone, which are many, and only
 * then with what stands around them.
 */
function counted(of: { evaluationId: string; unitId: string | null; itemId: string | null }): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`s.evaluation_id = ${of.evaluationId}`, FIGURE.all];
  if (of.unitId) parts.push(sql`s.unit_id = ${of.unitId}`);
  if (of.itemId) parts.push(sql`s.item_id = ${of.itemId}`);
  const counts = FIGURE_NAMES.map((name) => sql`count(*) filter (where ${FIGURE[name]}) as ${sql.ref(name)}`);
  return sql`(select s.evaluation_id, s.item_id, s.unit_id, ${sql.join(counts)}
    from trinity_score s join trinity_item i on i.id = s.item_id join trinity_evaluation e on e.id = s.evaluation_id
   where ${sql.join(parts, sql` and `)} group by 1, 2, 3)`;
}
const SUMS = sql.join(FIGURE_NAMES.map((name) => sql`coalesce(sum(s.${sql.ref(name)}), 0)::int as ${sql.ref(name)}`));

/** By one statement for units, items and the sum. @param orgId of the session */
export async function figuresOf(db: Db, scope: Scope, orgId: string, evaluationId: string): Promise<FigureRecord[]> {
  const { rows } = await sql<FigureRecord>`
    select u.id as "unitId", i.id as "itemId", min(o.name) as "orgName", min(u.org_code) as "orgCode", min(u.group_name) as "group",
           min(i.title) as title, min(p.title) as "partTitle", min(p.sort * 1000 + i.sort) as sort, ${SUMS}
      from ${counted({ evaluationId, unitId: null, itemId: null })} ${AROUND} where ${isVisibleScore(scope, orgId)}
     group by grouping sets ((u.id), (i.id), ())
     order by 1 nulls last, 2 nulls last`.execute(db);
  return rows;
}

/** The same of one unit, one item, or one of both. @param orgId of the session */
export async function listMaterialsOfFigure(
  db: Db,
  scope: Scope,
  orgId: string,
  of: { evaluationId: string; unitId: string | null; itemId: string | null },
): Promise<Record<Figure, number>> {
  const { rows } = await sql<Record<Figure, number>>`
    select ${SUMS} from ${counted(of)} ${AROUND} where ${isVisibleScore(scope, orgId)}`.execute(db);
  return rows[0] as Record<Figure, number>;
}
