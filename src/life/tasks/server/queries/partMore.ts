import { sql } from 'kysely';
import { PROOF_KINDS, type ProofKind } from '#life/tasks/contract.proof.ts';
import type { PartState } from '#life/tasks/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { receiverName } from './parts.ts';

/** Why a part cannot go to another organisation: what hangs on it already. */
export async function tiesOf(db: Db, partId: string, circleId: string, orgId: string) {
  const { rows } = await sql<{ taken: boolean; split: boolean; meeting: boolean; filled: boolean }>`
    select exists (select from office_part where circle_id = ${circleId} and org_id = ${orgId} and person_id is null) as taken,
           exists (select from office_task where parent_part_id = ${partId} and state in (0, 1, 2) and deleted_at is null) as split,
           exists (select from office_meeting where parent_part_id = ${partId} and state <> 4) as meeting,
           exists (select from office_fill where part_id = ${partId}) as filled`.execute(db);
  return rows[0] ?? { taken: false, split: false, meeting: false, filled: false };
}

/** Gives a part to another organisation, to be received there; answers its new version. */
export async function givePart(db: Db, id: string, org: { id: string; code: string }): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update office_part set org_id = ${org.id}, org_code = ${org.code}, state = 0, received_at = null, assignee_id = null,
           assignee = '', asked_until = null, asked_for = '', version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Marks some parts 督办, or lets go of them; answers those that changed. */
export async function watch(db: Db, ids: readonly string[], on: boolean, reason: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update office_part set watched = ${on}, watched_for = ${on ? reason : ''}, version = version + 1
     where id = any(${ids}::bigint[]) and (watched, watched_for) is distinct from (${on}, ${on ? reason : ''}) returning id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The organisations strictly between a giver and some receivers. */
export async function between(db: Db, giverCode: string, codes: readonly string[], limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct o.id, o.code from unnest(${codes}::text[]) as receiver (code)
      cross join lateral generate_series(${giverCode.length + 4}::int, length(receiver.code) - 4, 4) as n
      join organisation o on o.code = left(receiver.code, n) and o.deleted_at is null
     order by o.code limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Keeps what a task says, and lets it say something else; answers its new version. */
export async function revise(
  db: Db,
  id: string,
  to: { content: string; files: readonly string[]; note: string; by: string },
): Promise<number> {
  await sql`
    insert into office_revision (task_id, no, content, files, note, made_by)
    select t.id, 1 + coalesce((select max(no) from office_revision r where r.task_id = t.id), 0), t.content, t.files, ${to.note}, ${to.by}
      from office_task t where t.id = ${id}`.execute(db);
  const { rows } = await sql<{ version: number }>`
    update office_task set content = ${to.content}, files = ${to.files}::text[], version = version + 1, updated_at = now(),
           updated_by = ${to.by} where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** What a task said before, the latest first. */
export async function revisionsOf(db: Db, taskId: string) {
  const { rows } = await sql<{
    no: number;
    content: string;
    files: string[];
    note: string;
    madeAt: Date;
    madeBy: string;
  }>`select no, content, files, note, made_at as "madeAt", made_by as "madeBy" from office_revision
      where task_id = ${taskId} order by no desc`.execute(db);
  return rows;
}

/** A page of what was handed in of a cycle within the scope, in the order of the tree. */
export async function reportsOf(db: Db, scope: Scope, taskId: string, circleId: string, limit: number, offset: number) {
  const which = sql`p.task_id = ${taskId} and p.circle_id = ${circleId} and p.state in (2, 3, 4) and p.reported_at is not null
    and ${within(scope, 'p.org_code')}`;
  const [page, total] = await Promise.all([
    sql<{
      partId: string;
      orgName: string;
      state: PartState;
      report: string;
      isNil: boolean;
      isLate: boolean;
      reportedAt: Date | null;
      reportedBy: string;
      files: string[];
      proofs: { key: string; kind: ProofKind; title: string; day: string; path: string }[];
    }>`
      select p.id as "partId", ${receiverName} as "orgName", p.state, p.report, p.is_nil as "isNil", p.is_late as "isLate",
             p.reported_at as "reportedAt", p.reported_by as "reportedBy", p.files, coalesce((
               select jsonb_agg(jsonb_build_object('key', f.kind || ':' || f.ref_id, 'kind', f.kind, 'title', f.title,
                 'day', f.day::text, 'path', f.path) order by f.id) from office_proof f where f.part_id = p.id), '[]') as proofs
        from office_part p join organisation o on o.id = p.org_id left join member m on m.id = p.person_id
       where ${which} order by p.org_code, p.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from office_part p where ${which}`.execute(db),
  ]);
  return {
    rows: page.rows.map(({ proofs, ...row }) => ({
      ...row,
      proofs: proofs.map(({ kind, ...one }) => ({ ...one, kindName: PROOF_KINDS[kind] })),
    })),
    total: total.rows[0]?.n ?? 0,
  };
}

/** Reports of a task that wait, within the scope, in the order of the tree: the first that pass, and how many do and do not. */
export async function listPassableReports(db: Db, scope: Scope, taskId: string, limit: number) {
  const { rows } = await sql<{ ids: string[]; passed: number; held: number }>`
    with waiting as (
      select p.id, p.org_code, p.is_nil or coalesce(f.faults = '[]'::jsonb, true) as passes
        from office_part p left join office_fill f on f.part_id = p.id
       where p.task_id = ${taskId} and p.state = 2 and ${within(scope, 'p.org_code')})
    select coalesce((select array_agg(id::text order by org_code, id) from (
             select id, org_code from waiting where passes order by org_code, id limit ${limit}) first), '{}') as ids,
           count(*) filter (where passes)::int as passed, count(*) filter (where not passes)::int as held from waiting`.execute(
    db,
  );
  return rows[0] ?? { ids: [], passed: 0, held: 0 };
}

/** Takes a cycle that nobody has begun off, with its parts; answers false where somebody has. */
export async function cutCircle(db: Db, circleId: string): Promise<boolean> {
  const { rows } = await sql`
    select from office_part p where p.circle_id = ${circleId}
       and (p.state <> 0 or exists (select from office_entry e where e.part_id = p.id)
            or exists (select from office_task t where t.parent_part_id = p.id)
            or exists (select from office_fill f where f.part_id = p.id)
            or exists (select from office_meeting m where m.parent_part_id = p.id)) limit 1`.execute(db);
  if (rows.length > 0) return false;
  await sql`delete from office_part where circle_id = ${circleId}`.execute(db);
  await sql`delete from office_circle where id = ${circleId}`.execute(db);
  return true;
}
