import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import { Gauge } from 'prom-client';
import type { Services } from '../context.ts';
import type { Db } from '../database/db.ts';
import { registry } from './metrics.ts';

const own = { registers: [registry] };
const gauge = (name: string, help: string, ...labelNames: string[]) => new Gauge({ ...own, name, help, labelNames });

const databaseUp = gauge('party_database_up', '1 while the database answers.');
const databaseBytes = gauge('party_database_bytes', 'Size of the database.');
const jobs = gauge('party_jobs', 'Background jobs that wait or run, by kind.', 'kind', 'state');
const jobAge = gauge('party_job_oldest_seconds', 'Age of the oldest of them.', 'kind', 'state');
const outbox = gauge('party_outbox', 'Messages that wait to be sent, by topic.', 'topic');
const outboxAge = gauge('party_outbox_oldest_seconds', 'Age of the oldest of them.', 'topic');
const counterLag = gauge('party_counter_lag', 'Changes of counted people and organisations that are not folded yet.');
const faultsToday = gauge('party_faults_today', 'Unexpected errors of today.');
const diskFree = gauge('party_disk_free_bytes', 'Free bytes of the disk under the data folder.');
const diskSize = gauge('party_disk_bytes', 'Size of that disk.');

/** Two seconds: a database that takes longer is told as away, and nobody's statement waits for a figure. */
const WAIT_MS = 2000;

const within = <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not answer')), WAIT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** Whether the database answers. */
export const answers = (db: Db): Promise<boolean> =>
  within(sql`/* prepared */ select 1`.execute(db)).then(
    () => true,
    () => false,
  );

/** Bytes of the disk under the data folder; null where it cannot be asked. */
export async function diskOf({ dataDir }: { dataDir: string }): Promise<{ free: number; size: number } | null> {
  const facts = await statfs(dataDir).catch(() => null);
  return facts && { free: facts.bavail * facts.bsize, size: facts.blocks * facts.bsize };
}

interface Waiting {
  kind: string;
  state: string;
  n: number;
  seconds: number;
}

/** Jobs that wait or run, and messages that wait to be sent. */
export async function waitingWork(
  db: Db,
): Promise<{ jobs: Waiting[]; outbox: { topic: string; n: number; seconds: number }[] }> {
  const { rows } = await sql<Waiting>`/* prepared */
    select kind, state, count(*)::int as n, extract(epoch from now() - min(coalesce(started_at, run_after)))::float8 as seconds
    from job where state in ('queued', 'running') and run_after <= now() group by kind, state order by kind, state`.execute(
    db,
  );
  const sent = await sql<{ topic: string; n: number; seconds: number }>`/* prepared */
    select topic, count(*)::int as n, extract(epoch from now() - min(created_at))::float8 as seconds
    from outbox group by topic order by topic`.execute(db);
  return { jobs: rows, outbox: sent.rows };
}

/** Reads the figures that stand in the database and on the disk into the registry. */
export async function readFigures({ db, config }: Pick<Services, 'db' | 'config'>): Promise<void> {
  const disk = await diskOf(config);
  if (disk) {
    diskFree.set(disk.free);
    diskSize.set(disk.size);
  }
  for (const figure of [jobs, jobAge, outbox, outboxAge]) figure.reset();
  try {
    await within(readDatabase(db));
    databaseUp.set(1);
  } catch {
    databaseUp.set(0);
  }
}

async function readDatabase(db: Db): Promise<void> {
  const waiting = await waitingWork(db);
  for (const { kind, state, n, seconds } of waiting.jobs) {
    jobs.set({ kind, state }, n);
    jobAge.set({ kind, state }, seconds);
  }
  for (const { topic, n, seconds } of waiting.outbox) {
    outbox.set({ topic }, n);
    outboxAge.set({ topic }, seconds);
  }
  const { rows } = await sql<{ lag: number; bytes: number; faults: number }>`/* prepared */
    select (select count(*)::int from member_counter_delta) as lag, pg_database_size(current_database())::float8 as bytes,
      (select coalesce(sum(hits), 0)::int from server_fault
        where day = (now() at time zone 'Asia/Shanghai')::date) as faults`.execute(db);
  counterLag.set(rows[0]?.lag ?? 0);
  databaseBytes.set(rows[0]?.bytes ?? 0);
  faultsToday.set(rows[0]?.faults ?? 0);
}
