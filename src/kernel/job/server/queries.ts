import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { endedTold } from '#platform/server/jobs/jobs.ts';

export interface JobRecord {
  id: string;
  kind: string;
  type: 'import' | 'export' | 'bulk' | 'other';
  title: string;
  right_key: string | null;
  org_id: string | null;
  org_code: string;
  /** The role in which it was started. */
  role_id: number | null;
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
  progress: number;
  total: number | null;
  message: string;
  created_at: Date;
  finished_at: Date | null;
  run_seconds: number | null;
  file_id: string | null;
  file_name: string | null;
  file_size: string | null;
  /** When the file is removed; null: there is none, or it stays. */
  file_until: Date | null;
  href: string | null;
}

/** See `JOB_TYPES`: a kind ends with what it is. */
const typeOf = sql<string>`coalesce(lower(substring(j.kind from '(?i)(import|export|bulk)$')), 'other')`;

const columns = sql`
  ${typeOf} as type, j.id, j.kind, j.title, j.right_key, j.org_id, j.org_code, g.role_id, j.state, j.progress, j.total, j.message, j.created_at, j.finished_at,
  extract(epoch from now() - j.started_at)::float8 as run_seconds,
  f.id as file_id, f.name as file_name, f.size as file_size, f.expires_at as file_until, j.input ->> 'href' as href`;
const source = sql`job j left join account_role g on g.id = j.grant_id left join stored_file f on f.id = j.file_id and (f.expires_at is null or f.expires_at > now())`;

/** The account's own jobs, the newest first. */
export async function listJobs(
  db: Db,
  accountId: string,
  filter: { state: string | undefined; type: string | undefined },
  limit: number,
  offset: number,
): Promise<{ rows: JobRecord[]; total: number }> {
  const [state, type] = [filter.state ?? null, filter.type ?? null];
  const mine = sql`j.account_id = ${accountId} and (${state}::text is null or j.state = ${state})
    and (${type}::text is null or ${typeOf} = ${type})`;
  const [page, count] = await Promise.all([
    sql<JobRecord>`select ${columns} from ${source} where ${mine} order by j.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from job j where ${mine}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.n ?? 0 };
}

export async function getJob(db: Db, accountId: string, id: string): Promise<JobRecord | undefined> {
  const { rows } = await sql<JobRecord>`
    select ${columns} from ${source} where j.id = ${id} and j.account_id = ${accountId}`.execute(db);
  return rows[0];
}

/** What an own job was given, to be given to another one. */
export async function inputOf(db: Db, accountId: string, id: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ input: Record<string, unknown> }>`
    select input from job where id = ${id} and account_id = ${accountId}`.execute(db);
  return rows[0]?.input ?? {};
}

export async function countUnderWay(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from job
    where account_id = ${accountId} and told_at is null and state in ('queued', 'running')`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The jobs that ended since they were asked for last, oldest first; what ended before `days` days is not news any more. */
export async function notifyEnded(db: Db, accountId: string, days: number): Promise<JobRecord[]> {
  const { rows } = await sql<JobRecord>`
    with told as (
      ${endedTold(accountId)}
    )
    select ${columns} from ${source}
    where j.id in (select id from told) and j.state in ('done', 'failed')
      and j.finished_at > now() - make_interval(days => ${days})
    order by j.id`.execute(db);
  return rows;
}
