import { type RawBuilder, sql } from 'kysely';
import type { Counted, Method } from '#assessment/orgAssessment/rules.ts';
import { historyIn } from '#assessment/orgAssessment/server/index.ts';
import type { Figure } from '#assessment/trinity/rules.report.ts';
import type { State } from '#assessment/trinity/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { AssessKind } from '#platform/time/periods.ts';

/** One item of one unit, of a month or of the whole time. Points in hundredths, days `YYYY-MM-DD`. */
export interface ScoreRecord {
  id: string;
  evaluationId: string;
  evaluationName: string;
  evaluationState: State;
  endsOn: string;
  giverId: string;
  giverCode: string;
  giverName: string;
  partTitle: string;
  reviewerId: string;
  reviewerName: string;
  itemId: string;
  itemTitle: string;
  standard: string;
  kind: AssessKind;
  method: Method;
  points: number;
  breach: number;
  cap: number;
  checkCode: string;
  unitId: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  month: number;
  dueOn: string;
  isLate: boolean;
  state: number;
  review: number;
  content: string;
  files: string[];
  records: number;
  self: number | null;
  breaches: number | null;
  suggested: number | null;
  final: number | null;
  opinion: string;
  handedOn: string | null;
  askedBy: string | null;
  askedByName: string;
  deciderOrgId: string | null;
  deciderName: string;
  decidedAt: Date | null;
  decidedBy: string;
  version: number;
  today: string;
}

/** Asked once a statement, not once a score. */
const today = sql`(select ${dbToday})`;
/** Its day is over and it was not handed in, or was so after its day. */
const late = sql<boolean>`(i.method = 2 and case when s.state = 1 and s.review <> 2 then coalesce(s.handed_on > s.due_on, false)
  else e.state = 'open' and s.due_on < ${today} end)`;
const handedIn = sql<boolean>`(s.state = 1 and s.review <> 2)`;
/** What a report counts of the materials. Each has one standing of five; the last three lie across them. */
export const FIGURE: Readonly<Record<Figure, RawBuilder<boolean>>> = {
  all: sql`i.method = 2`,
  idle: sql`(s.review = 0 and s.state = -1)`,
  saved: sql`(s.review = 0 and s.state = 0)`,
  waiting: sql`(s.review = 0 and s.state = 1)`,
  passed: sql`s.review = 1`,
  failed: sql`s.review = 2`,
  late,
  due: sql`(e.state = 'closed' or s.due_on < ${today} or ${handedIn})`,
  onTime: sql`(${handedIn} and not coalesce(s.handed_on > s.due_on, false))`,
};
const reviewer = sql`coalesce(p.reviewer_id, e.org_id)`;
const COLUMNS = sql`s.id, e.id as "evaluationId", e.name as "evaluationName", e.state as "evaluationState", e.ends_on::text as "endsOn",
  e.org_id as "giverId", e.org_code as "giverCode", g.name as "giverName", p.title as "partTitle", ${reviewer} as "reviewerId", r.name as "reviewerName",
  i.id as "itemId", i.title as "itemTitle", i.standard, i.kind, i.method, i.points, i.breach, i.cap, i.check_code as "checkCode", u.id as "unitId",
  u.org_id as "orgId", u.org_code as "orgCode", o.name as "orgName", s.month, s.due_on::text as "dueOn", ${late} as "isLate", s.state, s.review,
  s.content, s.files, (select count(*)::int from trinity_record d where d.score_id = s.id) as records, s.self, s.breaches, s.suggested, s.final,
  s.opinion, s.handed_on::text as "handedOn", s.asked_by as "askedBy", s.asked_by_name as "askedByName", s.decider_org_id as "deciderOrgId",
  coalesce(d.name, '') as "deciderName", s.decided_at as "decidedAt", s.decided_by as "decidedBy", s.version, ${dbToday}::text as today`;
/** What stands around a score `s`, or around several of one item and unit. */
export const AROUND = sql`s join trinity_item i on i.id = s.item_id join trinity_item p on p.id = i.parent_id
  join trinity_unit u on u.id = s.unit_id join trinity_evaluation e on e.id = s.evaluation_id and e.deleted_at is null
  join organisation o on o.id = u.org_id and o.deleted_at is null`;
/** Scores with what stands around them. */
const SCORES = sql`trinity_score ${AROUND}`;
const FROM = sql`${SCORES} join organisation g on g.id = e.org_id join organisation r on r.id = ${reviewer}
  left join organisation d on d.id = s.decider_org_id`;

/** The unit lies in the scope, or the session's organisation evaluates or reviews it. @param orgId of the session */
export const isVisibleScore = (scope: Scope, orgId: string): RawBuilder<boolean> =>
  scope.memberId === null
    ? sql<boolean>`(${within(scope, 'u.org_code')} or e.org_id = ${orgId} or p.reviewer_id = ${orgId})`
    : sql<boolean>`false`;

const ORDER = sql`e.year desc, e.id desc, (s.state = 1 and s.review = 0) desc, s.due_on, u.org_code, i.sort, s.id`;

export interface ScoreFilter {
  evaluationId: string | null;
  unitId: string | null;
  itemId: string | null;
  /** `own`: of the own organisation; `review`: what waits before it. */
  view: 'all' | 'own' | 'review';
  /** Material alone. */
  material: boolean;
  words: string | null;
  state: number | null;
  review: number | null;
  month: number | null;
  late: boolean;
  /** Of what a report counts so. */
  figure: Figure | null;
}

/** Which scores a filter means, of those that the session sees. @param orgId of the session */
function meant(scope: Scope, orgId: string, of: ScoreFilter): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [isVisibleScore(scope, orgId)];
  if (of.evaluationId) parts.push(sql`s.evaluation_id = ${of.evaluationId}`);
  if (of.unitId) parts.push(sql`s.unit_id = ${of.unitId}`);
  if (of.itemId) parts.push(sql`s.item_id = ${of.itemId}`);
  if (of.view === 'own') parts.push(sql`u.org_id = ${orgId}`);
  if (of.view === 'review')
    parts.push(sql`s.state = 1 and s.review = 0 and coalesce(s.decider_org_id, ${reviewer}) = ${orgId}`);
  if (of.material) parts.push(sql`i.method = 2`);
  if (of.words) parts.push(sql`(${textHolds(sql`i.title`, of.words)} or ${textHolds(sql`o.name`, of.words)})`);
  if (of.state !== null) parts.push(sql`s.state = ${of.state}`);
  if (of.review !== null)
    parts.push(of.review === 0 ? sql`s.state = 1 and s.review = 0` : sql`s.review = ${of.review}`);
  if (of.month !== null) parts.push(sql`s.month = ${of.month}`);
  if (of.late) parts.push(late);
  if (of.figure) parts.push(FIGURE[of.figure]);
  return sql.join(parts, sql` and `);
}

/**
 * Some scores of whatever the session sees, what waits and what is due first. They are picked by what an index holds, and only then
 * read with all that stands around them. @param orgId of the session
 */
export async function listSomeScores(
  db: Db,
  scope: Scope,
  orgId: string,
  of: ScoreFilter,
  limit: number,
  offset: number,
): Promise<ScoreRecord[]> {
  const { rows } = await sql<ScoreRecord>`
    select ${COLUMNS} from ${FROM}
     where s.id = any(array(select s.id from ${SCORES} where ${meant(scope, orgId, of)} order by ${ORDER} limit ${limit} offset ${offset}))
     order by ${ORDER}`.execute(db);
  return rows;
}

/** The same with how many there are in all. */
export async function pageOfScores(
  db: Db,
  scope: Scope,
  orgId: string,
  of: ScoreFilter,
  limit: number,
  offset: number,
): Promise<{ rows: ScoreRecord[]; total: number }> {
  const [rows, total] = await Promise.all([
    listSomeScores(db, scope, orgId, of, limit, offset),
    sql<{ n: number }>`select count(*)::int as n from ${SCORES} where ${meant(scope, orgId, of)}`.execute(db),
  ]);
  return { rows, total: total.rows[0]?.n ?? 0 };
}

/** All scores of some units, in the order of the tree of items; their scope was judged before. */
export async function scoresOf(db: Db, unitIds: readonly string[]): Promise<ScoreRecord[]> {
  const { rows } = await sql<ScoreRecord>`
    select ${COLUMNS} from ${FROM} where u.id = any(${unitIds}::bigint[]) order by p.sort, i.sort, s.month, s.id`.execute(
    db,
  );
  return rows;
}

/** One score that the session sees; `lock` keeps it and its evaluation for this transaction. @param orgId of the session */
export async function findScore(
  db: Db,
  scope: Scope,
  orgId: string,
  id: string,
  lock = false,
): Promise<ScoreRecord | undefined> {
  const read = async () => {
    const { rows } =
      await sql<ScoreRecord>`select ${COLUMNS} from ${FROM} where s.id = ${id} and ${isVisibleScore(scope, orgId)}`.execute(
        db,
      );
    return rows[0];
  };
  const found = await read();
  if (!lock || !found) return found;
  // The evaluation first, as by the acts on it: whoever closes it and whoever hands in wait for each other.
  await sql`select from trinity_evaluation where id = ${found.evaluationId} for share`.execute(db);
  await sql`select from trinity_score where id = ${id} for update`.execute(db);
  return read();
}

/** What counts of the units of an evaluation, by unit. */
export async function countedOf(db: Db, evaluationId: string): Promise<Map<string, Counted[]>> {
  const { rows } = await sql<Counted & { unitId: string }>`
    select s.unit_id as "unitId", s.item_id as "itemId", i.points, s.month, s.final, s.due_on < ${dbToday} as "isDue", false as "isExempt"
      from trinity_score s join trinity_item i on i.id = s.item_id where s.evaluation_id = ${evaluationId}`.execute(db);
  return Map.groupBy(rows, ({ unitId }) => unitId);
}

/** How many materials of an evaluation wait for a review. */
export async function waitingOf(db: Db, evaluationId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from trinity_score where evaluation_id = ${evaluationId} and state = 1 and review = 0`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** What the checks are asked for: items that they score, which nobody has scored by hand. */
export async function autoOf(db: Db, evaluationId: string) {
  const { rows } = await sql<{
    id: string;
    orgCode: string;
    checkCode: string;
    points: number;
    breach: number;
    cap: number;
  }>`
    select s.id, u.org_code as "orgCode", i.check_code as "checkCode", i.points, i.breach, i.cap
      from ${SCORES} where e.id = ${evaluationId} and i.method = 1 and s.decided_by = ''`.execute(db);
  return rows;
}

/** Writes what the checks found; it counts until somebody scores by hand. */
export const writeCounted = (db: Db, found: readonly { id: string; breaches: number; suggested: number }[]) =>
  sql`update trinity_score s set breaches = g.breaches, suggested = g.suggested, final = g.suggested, review = 1, version = s.version + 1
        from unnest(${found.map(({ id }) => id)}::bigint[], ${found.map(({ breaches }) => breaches)}::int[],
                    ${found.map(({ suggested }) => suggested)}::int[]) as g (id, breaches, suggested)
       where s.id = g.id and s.decided_by = ''`.execute(db);

/** Saves or hands in what a unit says of one item; answers its new version. */
export async function writeHandIn(
  db: Db,
  id: string,
  one: {
    self: number;
    content: string;
    files: readonly string[];
    state: 0 | 1;
    asked: { by: string; name: string; deciderOrgId: string } | null;
  },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update trinity_score set self = ${one.self}::int, content = ${one.content}, files = ${one.files}::text[], state = ${one.state}::smallint,
           review = case when ${one.state}::int = 1 then 0 else review end,
           handed_on = case when ${one.state}::int = 1 then ${dbToday} else handed_on end,
           asked_by = ${one.asked?.by ?? null}::bigint, asked_by_name = ${one.asked?.name ?? ''}, decider_org_id = ${one.asked?.deciderOrgId ?? null}::bigint,
           version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Takes a material back into what is saved; answers its new version. */
export async function takeBack(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update trinity_score set state = 0, asked_by = null, decider_org_id = null, version = version + 1 where id = ${id} returning version`.execute(
    db,
  );
  return rows[0]?.version ?? 0;
}

/** Writes what was decided on a material, or given by hand; answers its new version. */
export async function writeDecision(
  db: Db,
  id: string,
  one: { review: 1 | 2; final: number | null; opinion: string; by: string },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update trinity_score set review = ${one.review}::smallint, final = ${one.final}::int, opinion = ${one.opinion}, decided_at = now(),
           decided_by = ${one.by}, version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export interface RecordOf {
  meetingId: string;
  title: string;
  heldOn: string;
}

/** The meetings that a material names, the newest first. */
export async function recordsOf(db: Db, scoreId: string): Promise<RecordOf[]> {
  const { rows } = await sql<RecordOf>`
    select meeting_id as "meetingId", title, held_on::text as "heldOn" from trinity_record where score_id = ${scoreId}
     order by held_on desc, meeting_id desc`.execute(db);
  return rows;
}

/** Writes the meetings that a material names anew. */
export async function writeRecords(db: Db, scoreId: string, records: readonly RecordOf[]): Promise<void> {
  await sql`delete from trinity_record where score_id = ${scoreId}`.execute(db);
  await sql`insert into trinity_record (score_id, meeting_id, title, held_on)
    select ${scoreId}, * from unnest(${records.map(({ meetingId }) => meetingId)}::bigint[], ${records.map(({ title }) => title)}::text[],
           ${records.map(({ heldOn }) => heldOn)}::date[])`.execute(db);
}

export const { note, entriesOf } = historyIn('trinity_entry');
