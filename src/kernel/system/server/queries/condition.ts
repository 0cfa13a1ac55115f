import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { reconcileTodos } from '#platform/server/inbox/todos.ts';

/** A backup or a drill as it is noted. */
export interface NewRun {
  kind: 'backup' | 'drill';
  succeeded: boolean;
  /** The folder of the backup; empty where there is none. */
  name: string;
  outcome: string;
  facts: Record<string, unknown>;
  /** Seconds that it took. */
  seconds: number;
}

/** Notes a backup or a drill that has just ended. */
export async function noteRun(db: Db, { kind, succeeded, name, outcome, facts, seconds }: NewRun): Promise<void> {
  await sql`
    insert into upkeep_run (kind, succeeded, name, outcome, facts, began_at)
    values (${kind}, ${succeeded}, ${name}, ${outcome}, ${JSON.stringify(facts)}, now() - make_interval(secs => ${seconds}))`.execute(
    db,
  );
}

export interface RunRecord {
  id: string;
  kind: 'backup' | 'drill';
  succeeded: boolean;
  outcome: string;
  ended_at: Date;
}

/** The last runs, newest first. */
export async function lastRuns(db: Db, limit: number): Promise<RunRecord[]> {
  const { rows } = await sql<RunRecord>`
    select id, kind, succeeded, outcome, ended_at from upkeep_run order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** The newest run of each kind, and the newest backup that succeeded. */
export async function newestRuns(
  db: Db,
): Promise<{ backup: RunRecord | null; good: RunRecord | null; drill: RunRecord | null }> {
  const newest = async (kind: RunRecord['kind'], good: boolean) => {
    const { rows } = await sql<RunRecord>`
      select id, kind, succeeded, outcome, ended_at from upkeep_run
       where kind = ${kind} and (succeeded or not ${good}) order by id desc limit 1`.execute(db);
    return rows[0] ?? null;
  };
  return {
    backup: await newest('backup', false),
    good: await newest('backup', true),
    drill: await newest('drill', false),
  };
}

export interface DatabaseRecord {
  now: Date;
  version: string;
  bytes: number;
  lag: number;
  faults: number;
  failed: number;
}

/** What the database says of itself and of the day. */
export async function databaseFacts(db: Db): Promise<DatabaseRecord> {
  const { rows } = await sql<DatabaseRecord>`
    select now() as now, current_setting('server_version') as version,
      pg_database_size(current_database())::float8 as bytes,
      (select count(*)::int from member_counter_delta) as lag,
      (select coalesce(sum(hits), 0)::int from server_fault
        where day = (now() at time zone 'Asia/Shanghai')::date) as faults,
      (select count(*)::int from job where state = 'failed' and finished_at > now() - interval '24 hours') as failed`.execute(
    db,
  );
  const row = rows[0];
  if (!row) throw new Error('the database says nothing of itself');
  return row;
}

/** What a backup that waits or runs now says; null: there is none. */
export async function backupUnderWay(db: Db, kind: string): Promise<string | null> {
  const { rows } = await sql<{ message: string }>`
    select message from job where kind = ${kind} and state in ('queued', 'running') order by id limit 1`.execute(db);
  return rows[0]?.message ?? null;
}

/**
 * Whether the day's backup is to begin: the hour has come, none of today has succeeded, and the last try is an hour ago. By the
 * database's clock, in the deployment's zone.
 */
export async function isBackupDue(db: Db, hour: number): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select extract(hour from now() at time zone 'Asia/Shanghai') >= ${hour} and not exists (
      select from upkeep_run where kind = 'backup' and (began_at > now() - interval '1 hour'
        or succeeded and (began_at at time zone 'Asia/Shanghai')::date = (now() at time zone 'Asia/Shanghai')::date)) as due`.execute(
    db,
  );
  return rows[0]?.due ?? false;
}

/** Keeps a to-do for the administrators of the topmost organisation for each thing that needs a hand. @param roleId whose they are */
export const keepConditionTodos = (
  db: Db,
  roleId: number,
  wanted: readonly { title: string; detail: string; subject: string }[],
) =>
  reconcileTodos(db, {
    roleId,
    module: '运行状况',
    act: '查看',
    wanted: sql`
      select o.id as org_id, o.code as org_code, l.title, l.detail, '/sys/condition' as url, null::date as due_on, l.subject
        from organisation o cross join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
          as l(title text, detail text, subject text)
       where o.parent_id is null and o.deleted_at is null
         and exists (select from usable_grant g where g.org_id = o.id and g.role_id = ${roleId})`,
    kept: ['condition'],
  });
