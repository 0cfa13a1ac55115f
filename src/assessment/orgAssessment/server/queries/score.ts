import { type RawBuilder, sql } from 'kysely';
import type { Method, PlanState } from '#assessment/orgAssessment/rules.ts';
import { ROLE } from '#kernel/session/contract.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { reconcileTodos } from '#platform/server/inbox/todos.ts';
import { recordsDeleted, recordsWritten } from '#platform/server/records/write.ts';
import type { AssessKind } from '#platform/time/periods.ts';
import { historyIn } from './history.ts';
import { lateCell } from './plan.ts';

export interface ScoreRecord {
  id: string;
  planId: string;
  planName: string;
  planState: PlanState;
  planStart: string;
  planEnd: string;
  giverId: string;
  giverCode: string;
  itemId: string;
  itemName: string;
  typeName: string;
  kind: AssessKind;
  method: Method;
  points: number;
  breach: number;
  cap: number;
  checkCode: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  month: number;
  dueOn: string;
  isLate: boolean;
  isExempt: boolean;
  state: number;
  review: number;
  self: number | null;
  suggested: number | null;
  reviewed: number | null;
  final: number | null;
  breaches: number | null;
  report: string;
  files: string[];
  reportedAt: Date | null;
  reportedBy: string;
  opinion: string;
  reviewedAt: Date | null;
  reviewedBy: string;
  asked: number | null;
  askedFor: string;
  askedById: string | null;
  askedBy: string;
  version: number;
}

/** A confirmed exemption from the item, or from the whole plan, whose days hold the day on which it is due. */
export const isExempt = sql<boolean>`exists (select from integral_exemption e where e.plan_id = s.plan_id and e.org_id = s.org_id
  and e.state = 1 and (e.item_id is null or e.item_id = s.item_id) and s.due_on between e.from_on and e.to_on)`;

const COLUMNS = sql`s.id, s.plan_id as "planId", p.name as "planName", p.state as "planState", p.starts_on::text as "planStart",
  p.ends_on::text as "planEnd", p.org_id as "giverId",
  p.org_code as "giverCode", s.item_id as "itemId", i.name as "itemName", i.type_name as "typeName", i.kind, i.method, i.points, i.breach,
  i.cap, i.check_code as "checkCode", s.org_id as "orgId", s.org_code as "orgCode", o.name as "orgName", s.month,
  s.due_on::text as "dueOn", ${lateCell} as "isLate", ${isExempt} as "isExempt", s.state, s.review, s.self, s.suggested, s.reviewed, s.final,
  s.breaches, s.report, s.files, s.reported_at as "reportedAt", s.reported_by as "reportedBy", s.opinion, s.reviewed_at as "reviewedAt",
  s.reviewed_by as "reviewedBy", s.asked, s.asked_for as "askedFor", s.asked_by_id as "askedById", s.asked_by as "askedBy", s.version`;
/** Scores with their item, plan and organisation. */
export const FROM = sql`integral_score s join integral_item i on i.id = s.item_id join integral_plan p on p.id = s.plan_id
  join organisation o on o.id = s.org_id`;

export interface ScoreFilter {
  planId: string | null;
  words: string | null;
  view: 'own' | 'todo' | 'review' | 'asked';
  state: number | null;
  review: number | null;
}

/** What can be handed in now: material that is open, in a plan that runs. */
const openNow = sql`i.method = 2 and p.state in (1, 2) and (s.state < 1 or s.review = 2)`;
/** What waits for a reviewer of the plan's own organisation. */
export const isWaitingForReview = sql`p.state = 2 and ((i.method = 2 and s.state = 1 and s.review = 0)
  or (i.method = 1 and s.suggested is not null and s.review = 0) or (i.method = 3 and s.review = 0))`;

/** A page of scores, the first due first. */
export async function pageOfScores(
  db: Db,
  scope: Scope,
  orgId: string,
  filter: ScoreFilter,
  limit: number,
  offset: number,
) {
  const parts: RawBuilder<unknown>[] = [within(scope, 's.org_code'), sql`p.state > 0`];
  if (filter.view === 'own' || filter.view === 'todo') parts.push(sql`s.org_id = ${orgId}`);
  if (filter.view === 'todo') parts.push(sql`${openNow} and s.due_on < ${dbToday} + 45 and not ${isExempt}`);
  if (filter.view === 'review') parts.push(sql`p.org_id = ${orgId} and ${isWaitingForReview} and not ${isExempt}`);
  if (filter.view === 'asked') parts.push(sql`s.asked is not null and ${within(scope, 'p.org_code')}`);
  if (filter.planId) parts.push(sql`s.plan_id = ${filter.planId}`);
  if (filter.words) parts.push(textHolds(sql`i.name`, filter.words));
  if (filter.state !== null) parts.push(sql`s.state = ${filter.state}`);
  if (filter.review !== null) parts.push(sql`s.review = ${filter.review}`);
  const where = sql.join(parts, sql` and `);
  const [page, total] = await Promise.all([
    sql<ScoreRecord>`select ${COLUMNS} from ${FROM} where ${where} order by p.year desc, s.due_on, i.sort, s.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** A score within the scope, of a plan that is out; `lock` keeps it for this transaction. */
export async function findScore(db: Db, scope: Scope, id: string, lock = false): Promise<ScoreRecord | undefined> {
  const { rows } = await sql<ScoreRecord>`
    select ${COLUMNS} from ${FROM} where s.id = ${id} and p.state > 0 and o.deleted_at is null and ${within(scope, 's.org_code')}
    ${lock ? sql`for update of s` : sql``}`.execute(db);
  return rows[0];
}

/** Scores within the scope by their ids, locked in the order of the ids so that two reviewers never wait for each other. */
export async function lockScores(db: Db, scope: Scope, ids: readonly string[]): Promise<ScoreRecord[]> {
  await sql`select from integral_score where id = any(${ids}::bigint[]) order by id for update`.execute(db);
  const { rows } = await sql<ScoreRecord>`
    select ${COLUMNS} from ${FROM} where s.id = any(${ids}::bigint[]) and p.state > 0 and o.deleted_at is null and ${within(scope, 's.org_code')}
     order by s.id`.execute(db);
  return rows;
}

/** All scores of a plan within the scope, of one organisation or of all, in the order of tree, items and months. */
export async function scoresOfPlan(db: Db, scope: Scope, planId: string, orgId: string | null): Promise<ScoreRecord[]> {
  const { rows } = await sql<ScoreRecord>`
    select ${COLUMNS} from ${FROM} where s.plan_id = ${planId} and ${within(scope, 's.org_code')}
       ${orgId === null ? sql`` : sql`and s.org_id = ${orgId}`}
     order by s.org_code, s.org_id, i.sort, i.id, s.month`.execute(db);
  return rows;
}

export async function writeReport(
  db: Db,
  id: string,
  one: { self: number; report: string; files: readonly string[]; submit: boolean; by: string },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update integral_score set self = ${one.self}, report = ${one.report}, files = ${[...one.files]}::text[],
           state = ${one.submit ? 1 : 0}, review = case when ${one.submit} then 0 else review end, reported_at = now(),
           reported_by = ${one.by}, version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Writes what a reviewer decided; null points: refused, nothing counts. */
export const writeReview = (
  db: Db,
  id: string,
  one: { agree: boolean; points: number | null; opinion: string; by: string },
) =>
  sql`update integral_score set review = ${one.agree ? 1 : 2}, state = case when ${one.agree} then 1 else state end,
             reviewed = ${one.points}::int, final = ${one.points}::int, opinion = ${one.opinion}, reviewed_at = now(),
             reviewed_by = ${one.by}, version = version + 1
       where id = ${id}`.execute(db);

export async function writeAsked(
  db: Db,
  id: string,
  one: { points: number; reason: string; byId: string; by: string } | null,
  final: number | null,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update integral_score set asked = ${one?.points ?? null}::int, asked_for = ${one?.reason ?? ''},
           asked_by_id = ${one?.byId ?? null}::bigint, asked_by = ${one?.by ?? ''},
           final = coalesce(${final}::int, final), version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export const { note, entriesOf } = historyIn('integral_entry');

/** Writes what the checks found, where nobody has decided yet: one statement for all. */
export async function writeSuggested(
  db: Db,
  found: readonly { id: string; breaches: number; suggested: number }[],
): Promise<number> {
  const { rows } = await sql`
    update integral_score s set breaches = g.breaches, suggested = g.suggested, version = version + 1
      from unnest(${found.map(({ id }) => id)}::bigint[], ${found.map(({ breaches }) => breaches)}::int[],
                  ${found.map(({ suggested }) => suggested)}::int[]) as g (id, breaches, suggested)
     where s.id = g.id and s.review = 0 returning s.id`.execute(db);
  return rows.length;
}

export interface TargetRecord {
  orgId: string;
  orgCode: string;
  name: string;
  parentId: string | null;
  parentName: string;
  group: string;
  total: number | null;
  grade: number | null;
  place: number | null;
}

/** The organisations that a plan assesses, within the scope, in the order of the tree. */
export async function targetsOf(db: Db, scope: Scope, planId: string): Promise<TargetRecord[]> {
  const { rows } = await sql<TargetRecord>`
    select t.org_id as "orgId", t.org_code as "orgCode", o.name, o.parent_id as "parentId", coalesce(above.name, '') as "parentName",
           t.group_name as "group", t.total, t.grade, t.place
      from integral_target t join organisation o on o.id = t.org_id left join organisation above on above.id = o.parent_id
     where t.plan_id = ${planId} and ${within(scope, 't.org_code')} order by t.org_code, t.org_id`.execute(db);
  return rows;
}

/** Writes the results of a plan, in one statement. */
export const freeze = (
  db: Db,
  planId: string,
  rows: readonly { orgId: string; total: number | null; grade: number | null; place: number | null }[],
) =>
  sql`update integral_target t set total = g.total, grade = g.grade, place = g.place
        from unnest(${rows.map(({ orgId }) => orgId)}::bigint[], ${rows.map(({ total }) => total)}::int[],
                    ${rows.map(({ grade }) => grade)}::int[], ${rows.map(({ place }) => place)}::int[]) as g (org, total, grade, place)
       where t.plan_id = ${planId} and t.org_id = g.org`.execute(db);

/** Writes 考核评议 into the record of every organisation that has a result; each row is remembered to be taken back. */
export const writeRecords = (
  db: Db,
  planId: string,
  one: { year: number; day: string; by: string; orgName: string; plan: string },
) =>
  sql`with made as (${recordsWritten(
    'org',
    sql`select 'access', t.org_id, ${String(one.year)}, ${one.day},
               jsonb_build_object('year', ${one.year}::int, 'result', t.grade::text, 'assessedOn', ${one.day}::text,
                 'assessedBy', ${one.orgName}::text, 'score', round(t.total / 100.0), 'opinion', ${one.plan}::text)
          from integral_target t where t.plan_id = ${planId} and t.grade is not null`,
    one.by,
  )})
      update integral_target t set record_id = made.id from made where t.plan_id = ${planId} and t.org_id = made.org_id`.execute(
    db,
  );

/** Takes back what `writeRecords` wrote, and the results with it. */
export async function takeBack(db: Db, planId: string, by: string): Promise<void> {
  await recordsDeleted(sql`t.plan_id = ${planId} and sub_record.id = t.record_id`, sql`integral_target t`, {
    by,
    reason: '撤回考核结果公示',
  }).execute(db);
  await sql`update integral_target set total = null, grade = null, place = null, record_id = null where plan_id = ${planId}`.execute(
    db,
  );
}

/** Accounts of the workers of an organisation. */
export async function workersAt(db: Db, orgIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct account_id as id from usable_grant where org_id = any(${orgIds}::bigint[]) and role_id = ${ROLE.worker}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** To-dos of whoever reviews: one a plan, with how many scores wait. @param which of the plans `p` */
export const reviewTodos = (which: RawBuilder<boolean>) => sql`
  select 3::smallint as role_id, p.org_id, p.org_code, null::bigint as account_id, '组织考核' as module,
         '评审考核得分：' || p.name as title, count(*) || '项待评审' as detail, '评审' as act,
         '/integral/projectList?view=review&planId=' || p.id as url, p.ends_on as due_on, 'integralReview:' || p.id as subject
    from ${FROM} where ${which} and ${isWaitingForReview} and not ${isExempt} and p.org_id <> s.org_id group by p.id`;

/** Keeps up the to-do of whoever reviews one plan. */
export const tendReview = (db: Db, planId: string) =>
  reconcileTodos(db, {
    roleId: ROLE.worker,
    module: sql`module`,
    act: sql`act`,
    kept: sql`subject = ${`integralReview:${planId}`}`,
    wanted: reviewTodos(sql`p.id = ${planId}`),
  });

/** Opens a to-do for every organisation of a plan that has something to hand in, and closes those that are done; whoever reviews is asked, too. */
export async function syncTodos(db: Db, planId: string): Promise<void> {
  const subject = `integral:${planId}`;
  await reconcileTodos(db, {
    roleId: ROLE.worker,
    module: '组织考核',
    act: '填报',
    kept: sql`subject = ${subject}`,
    wanted: sql`
      select s.org_id, s.org_code, '填报考核材料：' || p.name as title, count(*) || '项待报，最早的截止' || min(s.due_on) as detail,
             '/integral/projectList' as url, min(s.due_on) as due_on, ${subject}::text as subject
        from ${FROM} where s.plan_id = ${planId} and ${openNow} and not ${isExempt} group by s.org_id, s.org_code, p.name`,
  });
  await tendReview(db, planId);
}

/** How many organisations a comparison group of a plan has; the number alone, whatever the scope. */
export async function groupSize(db: Db, planId: string, group: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from integral_target where plan_id = ${planId} and group_name = ${group}`.execute(db);
  return rows[0]?.n ?? 0;
}
