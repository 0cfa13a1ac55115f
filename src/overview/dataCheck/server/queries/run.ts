import { sql } from 'kysely';
import type { RunState } from '#overview/dataCheck/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';

export interface RunRecord {
  id: string;
  orgId: string;
  orgName: string;
  state: RunState;
  rules: string[];
  counts: Record<string, [found: number, fresh: number, solved: number]>;
  at: string;
  by: string;
  found: number;
  fresh: number;
  solved: number;
  cut: boolean;
  message: string;
}

const RUN = sql`r.id, r.org_id as "orgId", o.name as "orgName", r.state, r.rules, r.counts,
  to_char(coalesce(r.finished_at, r.created_at) at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as at, r.created_by as by,
  r.found, r.new_found as fresh, r.solved, r.cut, r.message`;
const FROM = sql`data_check_run r join organisation o on o.id = r.org_id and o.deleted_at is null`;

/** A page of the runs of one organisation, the last first. */
export async function pageOfRuns(db: Db, scope: Scope, orgId: string, limit: number, offset: number) {
  const from = sql`${FROM} where r.org_id = ${orgId} and ${within(scope, 'r.org_code')}`;
  const [page, total] = await Promise.all([
    sql<RunRecord>`select ${RUN} from ${from} order by r.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** The last run of an organisation that came to its end. */
export async function lastDone(db: Db, orgId: string): Promise<RunRecord | undefined> {
  const { rows } = await sql<RunRecord>`
    select ${RUN} from ${FROM} where r.org_id = ${orgId} and r.state = 1 order by r.id desc limit 1`.execute(db);
  return rows[0];
}

/** The run of an organisation that goes on now. */
export async function goingRun(db: Db, orgId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select r.id from data_check_run r where r.org_id = ${orgId} and r.state = 0
       and exists (select from job j where j.id = r.job_id and j.state in ('queued', 'running'))`.execute(db);
  return rows[0]?.id;
}

/** Notes of runs whose job has ended without them that they did not come to their end. */
export const closeLost = (db: Db, orgId: string) =>
  sql`update data_check_run r set state = 2, finished_at = now(), message = '任务没有完成，请重新核查'
       where r.org_id = ${orgId} and r.state = 0
         and not exists (select from job j where j.id = r.job_id and j.state in ('queued', 'running'))`.execute(db);

/** Begins a run; the unique index refuses a second one of the organisation. */
export async function insertRun(
  db: Db,
  org: { id: string; code: string },
  rules: readonly string[],
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into data_check_run (org_id, org_code, rules, created_by)
    values (${org.id}, ${org.code}, ${rules}::text[], ${by}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Notes the job that a run is carried out by. */
export const setJob = (db: Db, id: string, jobId: string) =>
  sql`update data_check_run set job_id = ${jobId} where id = ${id}`.execute(db);

/** Codes of living organisations of a subtree by their length, the shortest first: `countBelow` takes those of one length at once. */
export async function orgsBelow(db: Db, scope: Scope): Promise<{ id: string; code: string; name: string }[]> {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select id, code, name from organisation where ${within(scope, 'code')} and deleted_at is null order by code`.execute(
    db,
  );
  return rows;
}

export interface Found {
  orgId: string;
  orgCode: string;
  rule: string;
  key: string;
  title: string;
  detail: string;
  href: string | null;
}

/** Writes findings of a run: those known of before are found once more, all others are new. */
export async function writeFound(db: Db, runId: string, checkedId: string, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  await sql`
    insert into data_check_row (checked_id, org_id, org_code, rule, row_key, title, detail, href, first_run, last_run)
    select distinct on (f.rule, f.key, f.org_id) ${checkedId}, f.org_id, f.org_code, f.rule, f.key, f.title, f.detail, f.href, ${runId}, ${runId}
      from unnest(${found.map(({ orgId }) => orgId)}::bigint[], ${found.map(({ orgCode }) => orgCode)}::text[],
                  ${found.map(({ rule }) => rule)}::text[], ${found.map(({ key }) => key)}::text[],
                  ${found.map(({ title }) => title)}::text[], ${found.map(({ detail }) => detail)}::text[],
                  ${found.map(({ href }) => href)}::text[]) as f(org_id, org_code, rule, key, title, detail, href)
    on conflict (checked_id, rule, row_key, org_id) where solved_run is null
    do update set last_run = excluded.last_run, org_code = excluded.org_code, title = excluded.title, detail = excluded.detail,
                  href = excluded.href, updated_at = now(),
                  -- What was called mended and is found again waits once more (stateAfterFound).
                  state = case when data_check_row.state = 3 then 0 else data_check_row.state end,
                  note = case when data_check_row.state = 3 then '报告已更正，核查时还在' else data_check_row.note end`.execute(
    db,
  );
}

/** Ends a run: what its rules did not find any more is solved, and its numbers are written; answers organisations that have nothing left. */
export async function finishRun(
  db: Db,
  runId: string,
  checkedId: string,
  rules: readonly string[],
  cut: boolean,
): Promise<string[]> {
  // Of a run that was cut nobody knows what is solved.
  if (!cut) {
    await sql`update data_check_row set solved_run = ${runId}, updated_at = now()
               where checked_id = ${checkedId} and solved_run is null and last_run < ${runId} and rule = any(${rules}::text[])`.execute(
      db,
    );
  }
  await sql`
    update data_check_run r set state = 1, finished_at = now(), cut = ${cut}, found = n.found, new_found = n.fresh, solved = n.solved, counts = n.counts
      from (select coalesce(sum(found), 0)::int as found, coalesce(sum(fresh), 0)::int as fresh, coalesce(sum(solved), 0)::int as solved,
                   coalesce(jsonb_object_agg(rule, jsonb_build_array(found, fresh, solved)), '{}'::jsonb) as counts
              from (select rule, (count(*) filter (where solved_run is null))::int as found,
                           (count(*) filter (where solved_run is null and first_run = ${runId}))::int as fresh,
                           (count(*) filter (where solved_run = ${runId}))::int as solved
                      from data_check_row where checked_id = ${checkedId} and (solved_run is null or solved_run = ${runId})
                       and rule = any(${rules}::text[]) group by rule) g) n
     where r.id = ${runId}`.execute(db);
  const { rows } = await sql<{ id: string }>`
    select distinct s.org_id as id from data_check_row s
     where s.checked_id = ${checkedId} and s.solved_run = ${runId}
       and not exists (select from data_check_row g where g.checked_id = ${checkedId} and g.org_id = s.org_id and g.state = 1 and g.solved_run is null)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Notes that a run did not come to its end. */
export const failRun = (db: Db, runId: string, message: string) =>
  sql`update data_check_run set state = 2, finished_at = now(), message = ${message} where id = ${runId} and state = 0`.execute(
    db,
  );
