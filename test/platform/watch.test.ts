import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionModule } from '#kernel/permission/server/routes.ts';
import { sessionModule } from '#kernel/session/server/routes.ts';
import { systemModule } from '#kernel/system/server/routes.ts';
import { transact } from '#platform/server/database/db.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { readFigures } from '#platform/server/watch/figures.ts';
import { Health } from '#platform/server/watch/health.ts';
import { openWatchPort, serveHealth } from '#platform/server/watch/serve.ts';
import { startWatch } from '#platform/server/watch/start.ts';
import { withTrace } from '#platform/server/watch/trace.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ modules: [permissionModule, sessionModule, systemModule] });
});
afterAll(() => t.close());

/** The health of a server, asked anew each time. */
async function asked(health: Health) {
  // An answer is good for a second.
  await new Promise((resolve) => setTimeout(resolve, 1050));
  return health.readiness();
}

test('a server is ready once it serves, and no more when it drains', async () => {
  const health = new Health(t.services.config);
  expect(await health.readiness()).toEqual({ ready: false, phase: 'starting', parts: {} });
  health.up(t.db);
  expect(await health.readiness()).toEqual({
    ready: true,
    phase: 'ready',
    parts: { database: true, migrations: true, disk: true, key: true },
  });
  health.drain();
  expect(await health.readiness()).toEqual({ ready: false, phase: 'draining', parts: {} });
});

test('a server without its key, its data folder, a migration or its database is not ready, and says which', async () => {
  const { config, db } = { config: { ...t.services.config }, db: t.db };
  const health = new Health(config);
  health.up(db);
  const { keyFile, dataDir } = config;
  config.keyFile = `${keyFile}.gone`;
  expect((await new HealthOf(config, db).readiness()).parts).toMatchObject({ key: false, disk: true });
  config.keyFile = keyFile;
  config.dataDir = `${dataDir}/gone`;
  expect((await new HealthOf(config, db).readiness()).parts).toMatchObject({ disk: false, key: true });
  config.dataDir = dataDir;
  const { rows } = await sql<{ name: string; sha256: string }>`
    delete from schema_migration where name = (select max(name) from schema_migration) returning name, sha256`.execute(
    db,
  );
  expect((await asked(health)).parts).toMatchObject({ database: true, migrations: false });
  await sql`insert into schema_migration (name, sha256) values (${rows[0]?.name}, ${rows[0]?.sha256})`.execute(db);
  expect((await asked(health)).ready).toBe(true);
});

/** One that serves already. */
class HealthOf extends Health {
  constructor(config: TestApp['services']['config'], db: TestApp['db']) {
    super(config);
    this.up(db);
  }
}

test('the port for figures answers while the server starts, and tells calls, jobs and the database', async () => {
  const health = new Health(t.services.config);
  const read = () => readFigures({ db: t.db, config: t.services.config });
  const server = await openWatchPort({ port: 0, host: '127.0.0.1' }, health, read);
  const { port } = server.address() as { port: number };
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: answer.status, text: await answer.text() };
  };
  expect(await ask('/healthz')).toMatchObject({ status: 200 });
  expect(await ask('/readyz')).toMatchObject({ status: 503, text: expect.stringContaining('starting') });
  health.up(t.db);
  expect(await ask('/readyz')).toMatchObject({ status: 200 });
  const worker = await t.as('branchWorker');
  await worker.get('/api/getInfo');
  await worker.get('/api/sys/site/list');
  await sql`insert into job (kind, title, created_at, run_after)
    values ('test.waits', '试', now() - interval '90 seconds', now() - interval '90 seconds')`.execute(t.db);
  const { text } = await ask('/metrics');
  expect(text).toMatch(/party_call_seconds_count\{method="GET",route="\/api\/getInfo",status="200"\} [1-9]/);
  expect(text).toMatch(/party_refusals_total\{code="403"\} [1-9]/);
  expect(text).toMatch(/party_statements_total [1-9]/);
  expect(text).toMatch(/party_database_up 1/);
  expect(text).toMatch(/party_jobs\{kind="test.waits",state="queued"\} 1/);
  expect(text).toMatch(/party_job_oldest_seconds\{kind="test.waits",state="queued"\} 9\d/);
  expect(text).toMatch(/party_counter_lag \d/);
  expect(text).toMatch(/party_disk_free_bytes [1-9]/);
  // Nothing of people: no label holds an account, an id card or a name.
  expect(text).not.toMatch(/="[^"]*(\d{11}|[\u4e00-\u9fff])[^"]*"/);
  server.close();
  server.closeAllConnections();
});

test('a server that watches tells its pool, its memory and its event loop', async () => {
  const config = { ...t.services.config, metricsPort: 0 };
  const health = new Health(config);
  const watch = await startWatch(config, health);
  watch.serving(config.databaseUrl ?? '', {
    pool: { totalCount: 3, idleCount: 2, waitingCount: 1 } as never,
    db: t.db,
  });
  const { registry } = await import('#platform/server/watch/metrics.ts');
  const text = await registry.metrics();
  expect(text).toMatch(/party_pool_connections 3/);
  expect(text).toMatch(/party_pool_waiters 1/);
  expect(text).toMatch(/party_process_resident_memory_bytes \d/);
  expect(text).toMatch(/party_nodejs_eventloop_lag_p99_seconds \d/);
  expect((await health.readiness()).ready).toBe(true);
  await watch.stop();

  // What the dashboard and the alerts ask for is there, and each alert is explained.
  const told = new Set<string>();
  for (const [, name = '', kind] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm))
    for (const end of kind === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']) told.add(name + end);
  const alerts = readFileSync('deploy/prometheus/alerts.yml', 'utf8');
  const dashboard = readFileSync('deploy/grafana/party-platform.json', 'utf8');
  for (const [what, asked] of Object.entries({ alerts, dashboard })) {
    const names = [...new Set(asked.match(/\bparty_\w+/g))];
    expect(names.length, what).toBeGreaterThan(8);
    expect([what, names.filter((name) => !told.has(name))]).toEqual([what, []]);
  }
  const pages = readFileSync('docs/operations.md', 'utf8');
  const named = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !pages.includes(`### ${name}\n`))).toEqual([]);
  for (const name of named) expect(alerts).toContain(`docs/operations.md#${name.toLowerCase()}"`);
});

test('the proxy in front asks /readyz by any name, and is told nothing of people', async () => {
  const config = { ...t.services.config, hosts: ['dj.example.cn'] };
  const { buildApp } = await import('#platform/server/http/http.ts');
  const app = await buildApp({ ...t.services, config }, []);
  const health = new Health(config);
  serveHealth(app, health);
  const headers = { host: '10.1.2.3:8080' };
  expect((await app.inject({ url: '/readyz', headers })).statusCode).toBe(503);
  health.up(t.db);
  const answer = await app.inject({ url: '/readyz', headers });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    ready: true,
    phase: 'ready',
    parts: { database: true, migrations: true, disk: true, key: true },
  });
  expect((await app.inject({ url: '/other', headers })).statusCode).toBe(421);
  await app.close();
});

test('a call names its trace in the answer, in the database, and in the job that it begins', async () => {
  const worker = await t.as('branchWorker');
  const answer = await worker.get('/api/getInfo');
  expect(answer.headers['x-trace-id']).toMatch(/^[0-9a-f]{16}$/);
  const seen = await withTrace('abc123', () =>
    transact(t.db, async (tx) => {
      const { rows } = await sql<{ name: string }>`select current_setting('application_name') as name`.execute(tx);
      return rows[0]?.name;
    }),
  );
  expect(seen).toBe('party abc123');
  const outside = await sql<{ name: string }>`select current_setting('application_name') as name`.execute(t.db);
  expect(outside.rows[0]?.name).toBe('party-platform');
  const jobId = await enqueue(
    {
      db: t.db,
      ip: '',
      traceId: 'abc123',
      session: { accountId: '1', orgId: '1', orgCode: '0001', grantId: '1' },
    } as never,
    { kind: 'test.traced', title: '试', input: {}, right: 'a:b' },
  );
  const { rows } = await sql<{ trace_id: string }>`select trace_id from job where id = ${jobId}`.execute(t.db);
  expect(rows[0]?.trace_id).toBe('abc123');
});

test('what could end a comment or a text is no trace', async () => {
  const seen = await withTrace(`x' */ select 1`, () =>
    transact(t.db, async (tx) => {
      const { rows } = await sql<{ name: string }>`select current_setting('application_name') as name`.execute(tx);
      return rows[0]?.name;
    }),
  );
  expect(seen).toBe('party-platform');
});
