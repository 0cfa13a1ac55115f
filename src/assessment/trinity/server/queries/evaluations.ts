import { type RawBuilder, sql } from 'kysely';
import type { Method } from '#assessment/orgAssessment/rules.ts';
import type { Grade, State } from '#assessment/trinity/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import type { AssessKind, InspectionTime, SubmitFrequency } from '#platform/time/periods.ts';

/** An evaluation as its acts need it. Days `YYYY-MM-DD`. */
export interface EvaluationRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  name: string;
  scheme: string;
  year: number;
  level: number;
  note: string;
  startsOn: string;
  endsOn: string;
  grades: Grade[];
  state: State;
  version: number;
  today: string;
}

const COLUMNS = sql`e.id, e.org_id as "orgId", e.org_code as "orgCode", o.name as "orgName", e.name, e.scheme, e.year, e.level, e.note,
  e.starts_on::text as "startsOn", e.ends_on::text as "endsOn", e.grades, e.state, e.version, ${dbToday}::text as today`;

/** An open or closed evaluation `alias` concerns an organisation: it is a unit, or reviews a part of it. */
export const concernsOrg = (orgId: string, alias: 'e' | 't'): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(`${alias}.state`)} <> 'draft'
  and (exists (select from trinity_unit mine where mine.evaluation_id = ${sql.ref(`${alias}.id`)} and mine.org_id = ${orgId})
    or exists (select from trinity_item part where part.evaluation_id = ${sql.ref(`${alias}.id`)} and part.reviewer_id = ${orgId})))`;

/** An evaluation that the session sees; `lock` keeps it for this transaction. @param orgId of the session */
export async function findEvaluation(
  db: Db,
  scope: Scope,
  orgId: string,
  id: string,
  lock = false,
): Promise<EvaluationRecord | undefined> {
  const { rows } = await sql<EvaluationRecord>`
    select ${COLUMNS} from trinity_evaluation e join organisation o on o.id = e.org_id and o.deleted_at is null
     where e.id = ${id} and e.deleted_at is null and ${scope.memberId === null}
       and (${within(scope, 'e.org_code')} or ${concernsOrg(orgId, 'e')})
     ${lock ? sql`for update of e` : sql``}`.execute(db);
  return rows[0];
}

/** An item of an evaluation; `partId` is its part. */
export interface ItemRecord {
  id: string;
  partId: string;
  title: string;
  standard: string;
  kind: AssessKind;
  points: number;
  method: Method;
  checkCode: string;
  breach: number;
  cap: number;
  submit: SubmitFrequency;
  inspection: InspectionTime;
}
export interface PartRecord {
  id: string;
  title: string;
  reviewerId: string | null;
  reviewerName: string;
  items: ItemRecord[];
}

/** The trees of some evaluations, in their order, by evaluation. */
export async function treesOf(db: Db, ids: readonly string[]): Promise<Map<string, PartRecord[]>> {
  const { rows } = await sql<PartRecord & { evaluationId: string }>`
    select p.evaluation_id as "evaluationId", p.id, p.title, p.reviewer_id as "reviewerId", coalesce(o.name, '') as "reviewerName",
           coalesce((select json_agg(json_build_object('id', i.id::text, 'partId', p.id::text, 'title', i.title, 'standard', i.standard, 'kind', i.kind,
                            'points', i.points, 'method', i.method, 'checkCode', i.check_code, 'breach', i.breach, 'cap', i.cap,
                            'submit', i.submit, 'inspection', i.inspection) order by i.sort, i.id)
                       from trinity_item i where i.parent_id = p.id), '[]') as items
      from trinity_item p left join organisation o on o.id = p.reviewer_id
     where p.evaluation_id = any(${ids}::bigint[]) and p.parent_id is null order by p.sort, p.id`.execute(db);
  return Map.groupBy(rows, ({ evaluationId }) => evaluationId);
}

/** A part as it is written. */
export interface NewPart {
  title: string;
  reviewerId: string | null;
  items: readonly Omit<ItemRecord, 'id' | 'partId'>[];
}

/** Writes the tree of a draft anew. */
export async function writeTree(db: Db, evaluationId: string, parts: readonly NewPart[]): Promise<void> {
  await sql`delete from trinity_item where evaluation_id = ${evaluationId}`.execute(db);
  await sql`
    with told as (select * from json_to_recordset(${JSON.stringify(parts)}::json)
        as p (title text, "reviewerId" bigint, items json)),
    part as (
      insert into trinity_item (evaluation_id, title, reviewer_id, sort)
      select ${evaluationId}, title, "reviewerId", row_number() over () from told returning id, title)
    insert into trinity_item (evaluation_id, parent_id, title, standard, kind, points, method, check_code, breach, cap, submit, inspection, sort)
    select ${evaluationId}, part.id, i.title, i.standard, i.kind, i.points, i.method, i."checkCode", i.breach, i.cap, i.submit, i.inspection,
           row_number() over (partition by part.id)
      from told join part on part.title = told.title
     cross join lateral json_to_recordset(told.items) as i (title text, standard text, kind smallint, points int, method smallint,
           "checkCode" text, breach int, cap int, submit smallint, inspection smallint)`.execute(db);
}

/** Names who reviews a part; answers whether it is one of the evaluation. */
export async function setReviewer(
  db: Db,
  evaluationId: string,
  partId: string,
  reviewerId: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    update trinity_item set reviewer_id = ${reviewerId} where id = ${partId} and evaluation_id = ${evaluationId} and parent_id is null
    returning id`.execute(db);
  return rows.length > 0;
}

/** Which of some organisations the scope has, in the order of the tree. */
export async function placesOf(db: Db, scope: Scope, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select id, code, name from organisation
     where id = any(${ids}::bigint[]) and deleted_at is null and ${within(scope, 'code')} order by code`.execute(db);
  return rows;
}

/** What a step of an evaluation writes; what is left out stays. */
export interface EvaluationStep {
  state?: State;
  reason?: string;
  endsOn?: string;
  grades?: readonly Grade[];
}

/** Takes a locked evaluation on; answers its new version. */
export async function stepEvaluation(db: Db, id: string, step: EvaluationStep, by: string): Promise<number> {
  const sets = [sql`version = version + 1`, sql`updated_at = now()`, sql`updated_by = ${by}`];
  if (step.reason !== undefined) sets.push(sql`reason = ${step.reason}`);
  if (step.endsOn !== undefined) sets.push(sql`ends_on = ${step.endsOn}`);
  if (step.grades !== undefined) sets.push(sql`grades = ${JSON.stringify(step.grades)}::jsonb`);
  if (step.state !== undefined) sets.push(sql`state = ${step.state}`);
  if (step.state === 'open') sets.push(sql`opened_at = now(), opened_by = ${by}`);
  if (step.state === 'closed') sets.push(sql`closed_at = now(), closed_by = ${by}`);
  const { rows } = await sql<{ version: number }>`
    update trinity_evaluation set ${sql.join(sets)} where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Copies an evaluation as the draft of another year, with tree, grades, reviewers and those of its units that the scope still has. */
export async function copyEvaluation(
  db: Db,
  scope: Scope,
  one: EvaluationRecord,
  as: { name: string; year: number; startsOn: string; endsOn: string },
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into trinity_evaluation (org_id, org_code, name, scheme, year, level, starts_on, ends_on, note, grades, created_by, updated_by)
    select org_id, org_code, ${as.name}, scheme, ${as.year}, level, ${as.startsOn}, ${as.endsOn}, note, grades, ${by}, ${by}
      from trinity_evaluation where id = ${one.id} returning id`.execute(db);
  const id = rows[0]?.id ?? '';
  await sql`
    insert into trinity_unit (evaluation_id, org_id, org_code, group_name, weight)
    select ${id}, o.id, o.code, u.group_name, u.weight from trinity_unit u join organisation o on o.id = u.org_id
     where u.evaluation_id = ${one.id} and o.deleted_at is null and ${within(scope, 'o.code')}`.execute(db);
  return id;
}

/** Whether the organisation has another evaluation of that name in the year. */
export async function isNamed(db: Db, orgId: string, year: number, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from trinity_evaluation where org_id = ${orgId} and year = ${year} and name = ${name} and deleted_at is null`.execute(
    db,
  );
  return rows.length > 0;
}

/** What list and record show beside the fields. */
export interface EvaluationFacts {
  id: string;
  state: State;
  reason: string;
  grades: Grade[];
  openedBy: string;
  openedOn: string | null;
  closedBy: string;
  closedOn: string | null;
  units: number;
  waiting: number;
  late: number;
  ownUnitId: string | null;
}

/** The facts of some evaluations, whose scope was judged before. @param orgId of the session */
export async function factsOf(db: Db, ids: readonly string[], orgId: string): Promise<EvaluationFacts[]> {
  const { rows } = await sql<EvaluationFacts>`
    select e.id, e.state, e.reason, e.grades, e.opened_by as "openedBy", (e.opened_at at time zone 'Asia/Shanghai')::date::text as "openedOn",
           e.closed_by as "closedBy", (e.closed_at at time zone 'Asia/Shanghai')::date::text as "closedOn",
           (select count(*)::int from trinity_unit u where u.evaluation_id = e.id) as units,
           coalesce(sum.waiting, 0)::int as waiting, coalesce(sum.late, 0)::int as late,
           (select u.id from trinity_unit u where u.evaluation_id = e.id and u.org_id = ${orgId}) as "ownUnitId"
      from trinity_evaluation e left join lateral (
        select count(*) filter (where s.state = 1 and s.review = 0) as waiting,
               count(distinct s.unit_id) filter (where e.state = 'open' and i.method = 2 and s.due_on < ${dbToday} and (s.state < 1 or s.review = 2)) as late
          from trinity_score s join trinity_item i on i.id = s.item_id where s.evaluation_id = e.id
      ) sum on true
     where e.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** How an evaluation stands, whoever asks. */
export async function stateOf(db: Db, id: string): Promise<State | undefined> {
  const { rows } = await sql<{ state: State }>`select state from trinity_evaluation where id = ${id}`.execute(db);
  return rows[0]?.state;
}

/** Evaluations that stand so, as a condition on the noun's table `t`. */
export const hasState = (state: State) => sql`t.state = ${state}`;
