import { type RawBuilder, sql } from 'kysely';
import type { CaseState } from '#assessment/trinity/rules.case.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** A case with the material that it is of. */
export interface CaseRecord {
  id: string;
  scoreId: string;
  evaluationId: string;
  evaluationName: string;
  year: number;
  giverId: string;
  giverName: string;
  partTitle: string;
  itemTitle: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  title: string;
  summary: string;
  files: string[];
  state: CaseState;
  askedBy: string | null;
  askedByName: string;
  askedAt: Date;
  deciderOrgId: string | null;
  deciderName: string;
  decidedBy: string;
  decidedAt: Date | null;
  publishedOn: string | null;
  reason: string;
  version: number;
}

const COLUMNS = sql`c.id, c.score_id as "scoreId", e.id as "evaluationId", e.name as "evaluationName", e.year, e.org_id as "giverId",
  g.name as "giverName", p.title as "partTitle", i.title as "itemTitle", c.org_id as "orgId", c.org_code as "orgCode", o.name as "orgName",
  c.title, c.summary, c.files, c.state, c.asked_by as "askedBy", c.asked_by_name as "askedByName", c.asked_at as "askedAt",
  c.decider_org_id as "deciderOrgId", coalesce(d.name, '') as "deciderName", c.decided_by as "decidedBy", c.decided_at as "decidedAt",
  case when c.state = 'published' then (c.decided_at at time zone 'Asia/Shanghai')::date::text end as "publishedOn", c.reason, c.version`;
const CASES = sql`trinity_case c join trinity_evaluation e on e.id = c.evaluation_id and e.deleted_at is null
  join trinity_score s on s.id = c.score_id join trinity_item i on i.id = s.item_id join trinity_item p on p.id = i.parent_id
  join organisation o on o.id = c.org_id and o.deleted_at is null join organisation g on g.id = e.org_id`;
const FROM = sql`${CASES} left join organisation d on d.id = c.decider_org_id`;

/** Who asks: where the session stands. */
export interface Place {
  orgId: string;
  orgCode: string;
}

/** A case of the scope, one that the own organisation decides, or one that is published by an organisation above. */
const seenCase = (scope: Scope, { orgId, orgCode }: Place): RawBuilder<boolean> =>
  scope.memberId === null
    ? sql<boolean>`(${within(scope, 'c.org_code')} or e.org_id = ${orgId} or c.decider_org_id = ${orgId}
        or (c.state = 'published' and ${orgCode}::text >= e.org_code and ${orgCode}::text < e.org_code || ':'))`
    : sql<boolean>`false`;

export interface CaseFilter {
  view: 'published' | 'own' | 'waiting';
  words: string | null;
  year: number | null;
  part: string | null;
}

const viewed = (view: CaseFilter['view'], orgId: string): RawBuilder<boolean> =>
  view === 'own'
    ? sql<boolean>`c.org_id = ${orgId}`
    : view === 'waiting'
      ? sql<boolean>`(c.state = 'asked' and c.decider_org_id = ${orgId})`
      : sql<boolean>`c.state = 'published'`;

/** A page of cases, the newest first, with how many each view has and the parts of those that the session sees. */
export async function pageOfCases(db: Db, scope: Scope, place: Place, of: CaseFilter, limit: number, offset: number) {
  const seen = seenCase(scope, place);
  const parts: RawBuilder<unknown>[] = [seen, viewed(of.view, place.orgId)];
  if (of.words)
    parts.push(
      sql`(${textHolds(sql`c.title`, of.words)} or ${textHolds(sql`c.summary`, of.words)} or ${textHolds(sql`i.title`, of.words)} or ${textHolds(sql`o.name`, of.words)})`,
    );
  if (of.year) parts.push(sql`e.year = ${of.year}`);
  if (of.part) parts.push(sql`p.title = ${of.part}`);
  const where = sql.join(parts, sql` and `);
  const [rows, total, all] = await Promise.all([
    sql<CaseRecord>`select ${COLUMNS} from ${FROM} where ${where}
      order by coalesce(c.decided_at, c.asked_at) desc, c.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${CASES} where ${where}`.execute(db),
    sql<{ all: number; own: number; waiting: number; parts: string[] | null }>`
      select (count(*) filter (where ${viewed('published', place.orgId)}))::int as all,
             (count(*) filter (where ${viewed('own', place.orgId)}))::int as own,
             (count(*) filter (where ${viewed('waiting', place.orgId)}))::int as waiting,
             array_agg(distinct p.title) as parts
        from ${CASES} where ${seen}`.execute(db),
  ]);
  const { parts: titles = null, ...counts } = all.rows[0] ?? { all: 0, own: 0, waiting: 0 };
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0, counts, parts: titles ?? [] };
}

/** One case that the session sees; `lock` keeps it for this transaction. */
export async function findCase(
  db: Db,
  scope: Scope,
  place: Place,
  id: string,
  lock = false,
): Promise<CaseRecord | undefined> {
  const { rows } = await sql<CaseRecord>`
    select ${COLUMNS} from ${FROM} where ${seenCase(scope, place)} and c.id = ${id} ${lock ? sql`for update of c` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** The case of a material, whoever asks. */
export async function caseOf(db: Db, scoreId: string): Promise<{ id: string; state: CaseState } | undefined> {
  const { rows } = await sql<{ id: string; state: CaseState }>`
    select id, state from trinity_case where score_id = ${scoreId}`.execute(db);
  return rows[0];
}

/** Whether a file stands in a published case that the session sees. */
export async function isShown(db: Db, scope: Scope, place: Place, scoreId: string, fileId: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${CASES} where ${seenCase(scope, place)} and c.score_id = ${scoreId} and c.state = 'published' and ${fileId} = any(c.files)`.execute(
    db,
  );
  return rows.length > 0;
}

/** Writes the case of a material, anew where there was one; answers its id. */
export async function writeCase(
  db: Db,
  one: {
    scoreId: string;
    evaluationId: string;
    orgId: string;
    title: string;
    summary: string;
    files: readonly string[];
    /** Who proposed it and who decides; null: whoever evaluates takes and publishes it. */
    asked: { by: string; name: string; deciderOrgId: string } | null;
    by: string;
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into trinity_case (score_id, evaluation_id, org_id, org_code, title, summary, files, state, asked_by, asked_by_name, decider_org_id,
                              decided_by, decided_at)
    select ${one.scoreId}, ${one.evaluationId}, id, code, ${one.title}, ${one.summary}, ${one.files}::text[],
           ${one.asked ? 'asked' : 'published'}, ${one.asked?.by ?? null}::bigint, ${one.asked?.name ?? ''}, ${one.asked?.deciderOrgId ?? null}::bigint,
           ${one.asked ? '' : one.by}, case when ${one.asked === null} then now() end
      from organisation where id = ${one.orgId}
    on conflict (score_id) do update set title = excluded.title, summary = excluded.summary, files = excluded.files, state = excluded.state,
           asked_by = excluded.asked_by, asked_by_name = excluded.asked_by_name, asked_at = now(), decider_org_id = excluded.decider_org_id,
           decided_by = excluded.decided_by, decided_at = excluded.decided_at, reason = '', version = trinity_case.version + 1
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Takes a locked case on; answers its new version. @param by who decides; the empty text where whoever asked takes it back */
export async function stepCase(db: Db, id: string, state: CaseState, by: string, reason: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update trinity_case set state = ${state}, decided_by = ${by}, decided_at = now(), reason = ${reason}, version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}
