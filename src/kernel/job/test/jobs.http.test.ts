import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadJobFile, endedJobs, type JobRow, listJobs, repeatJob } from '#kernel/job/contract.ts';
import { writeExport } from '#kernel/job/server/exportFile.ts';
import { EXPORT_RATE } from '#platform/contract.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import type { RunningJob, ServerModule } from '#platform/server/module.ts';
import { callsOfModules } from '#platform/server/module.ts';
import { serverModules } from '#rooms/server.ts';
import { type Caller, openSession, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { grantRole, ORGS, type OrgKey } from '../../../../test/support/fixture.ts';

/** What each run was given, in their order. */
const ran: unknown[] = [];
/** What happens to an export of two chunks between them. */
let between: (job: RunningJob) => Promise<unknown> = async () => {};

async function* rowsOf(job: RunningJob) {
  for (let chunk = 0; chunk < 2; chunk++) {
    await job.progress(chunk * 500, 1000);
    for (let n = 0; n < 500; n++) yield [`第${chunk * 500 + n}行`];
    if (chunk === 0) await between(job);
  }
}

/** Kinds of the test's own: an export that says what it was given, an import, and one that fails. */
const kinds: ServerModule = {
  name: 'test',
  routes: [],
  jobs: {
    'test.export': async (job) => {
      ran.push(job.input);
      await job.progress(3, 3);
      return { message: '已导出3行' };
    },
    'test.import': async () => ({ message: '已入库1人' }),
    'test.rowsExport': (job) =>
      writeExport(job, {
        kind: job.kind,
        title: '名册',
        unit: '行',
        columns: [{ head: '行', width: 10 }],
        rows: rowsOf(job),
        by: { name: '甲', org: '乙' },
        purpose: '试',
      }),
    'test.failExport': async () => {
      throw new Error('the disk is full');
    },
  },
};

let t: TestApp;
let worker: Worker;
let branch: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = startWorker(t.services, [kinds]);
  branch = await t.as('branchWorker');
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});

/** A job of the branch's worker as its service would queue it. */
async function queue(kind: string, right = 'member:export', orgId: string = ORGS.branchA11.id): Promise<string> {
  const { accountId, grantId, orgCode } = t.fixture.principals.branchWorker;
  const { rows } = await sql<{ id: string }>`
    insert into job (kind, title, account_id, org_id, org_code, grant_id, right_key, input)
    values (${kind}, ${kind}, ${accountId}, ${orgId}, ${orgCode}, ${grantId}, ${right}, '{"purpose":"年报","columns":["name"]}')
    returning id`.execute(t.db);
  return rows[0]?.id ?? '';
}

async function ended(id: string): Promise<JobRow> {
  return expect
    .poll(async () => (await branch.call(listJobs, { pageSize: 200 })).rows.find((row) => row.id === id), {
      timeout: 300_000,
    })
    .toMatchObject({ state: expect.stringMatching(/done|failed|cancelled/) })
    .then(async () => (await branch.call(listJobs, { pageSize: 200 })).rows.find((row) => row.id === id));
}

test('jobs are listed by what they do', async () => {
  const made = {
    export: await queue('test.export'),
    import: await queue('test.import'),
    other: await queue('test.verify'),
  };
  for (const [type, id] of Object.entries(made)) {
    const { rows, total } = await branch.call(listJobs, { type: type as keyof typeof made });
    expect([type, total, rows.map((row) => row.id)]).toEqual([type, 1, [id]]);
    expect(rows[0].type).toBe(type);
  }
  expect((await branch.call(listJobs, { type: 'check' as never })).code).toBe(600);
  await sql`delete from job where id = ${made.other}`.execute(t.db);
  await ended(made.import);
});

test('an ended export is started once more with what it was given, by its owner, where it was started, with its right', async () => {
  const id = await queue('test.export');
  expect((await ended(id)).can).toEqual({ cancel: false, download: false, repeat: true });
  ran.length = 0;
  const again = await branch.call(repeatJob, { id });
  expect(again.code).toBe(200);
  expect(again.data.jobId).not.toBe(id);
  expect(await ended(again.data.jobId)).toMatchObject({ state: 'done', title: 'test.export', message: '已导出3行' });
  expect(ran).toEqual([{ purpose: '年报', columns: ['name'] }]);
  const { rows } = await sql<{ reason: string }>`
    select reason from audit_log where target_type = 'job' and target_id = ${again.data.jobId}`.execute(t.db);
  expect(rows).toEqual([{ reason: '年报' }]);

  const refused = {
    'an import': await queue('test.import'),
    'another organisation': await queue('test.export', 'member:export', ORGS.branchA12.id),
    'a right that the role has not': await queue('test.export', 'account:unlock'),
  };
  for (const [why, other] of Object.entries(refused)) {
    expect([why, (await ended(other)).can.repeat]).toEqual([why, false]);
    expect([why, (await branch.call(repeatJob, { id: other })).code]).toEqual([
      why,
      why.startsWith('a right') ? 403 : 400,
    ]);
  }
  expect((await (await t.as('siblingWorker')).call(repeatJob, { id })).code).toBe(404);
});

test('P7 PEER-12 the file of an export is read in the standing that made it, as long as its right lasts', async () => {
  const id = await queue('test.rowsExport');
  expect((await ended(id)).can).toMatchObject({ download: true });
  expect((await branch.call(downloadJobFile, { id })).status).toBe(200);

  const { accountId, grantId } = t.fixture.principals.branchWorker;
  const code = async (caller: Caller) => (await caller.call(downloadJobFile, { id })).code;
  const canFetch = async (caller: Caller) =>
    (await caller.call(listJobs, { pageSize: 200 })).rows.find((row) => row.id === id)?.can;
  // Further roles of the same person: another one at the same organisation, the same one at another.
  const other = async (role: number, org: OrgKey) =>
    t.withToken(await openSession(t.services, accountId, await grantRole(t.services, accountId, role, org)));
  const elsewhere = {
    'another role': await other(2, 'branchA11'),
    'another organisation': await other(3, 'branchA12'),
  };
  for (const [why, caller] of Object.entries(elsewhere)) {
    expect([why, await code(caller)]).toEqual([why, 400]);
    expect([why, await canFetch(caller)]).toMatchObject([why, { download: false, repeat: false }]);
  }

  // Without the right in this grant alone, the job stays in the list and its file is closed.
  await sql`insert into grant_permission (grant_id, permission_key, given) values (${grantId}, 'member:export', false)`.execute(
    t.db,
  );
  expect(await code(branch)).toBe(403);
  expect(await canFetch(branch)).toMatchObject({ download: false, repeat: false });
  await sql`delete from grant_permission where grant_id = ${grantId}`.execute(t.db);
  expect((await branch.call(downloadJobFile, { id })).status).toBe(200);
});

test('P53 exports and their repetitions count together, by whichever call: thirty an hour', async () => {
  const id = await queue('test.export');
  await ended(id);
  await sql`delete from rate_window`.execute(t.db);
  const again = await branch.call(repeatJob, { id });
  await ended(again.data.jobId);
  const { rows } = await sql<{ bucket: string; hits: number }>`select bucket, hits from rate_window`.execute(t.db);
  expect(rows).toEqual([{ bucket: `export:a${t.fixture.principals.branchWorker.accountId}`, hits: 1 }]);
  await sql`update rate_window set hits = 30`.execute(t.db);
  expect(await branch.call(repeatJob, { id })).toMatchObject({
    status: 429,
    headers: { 'retry-after': expect.anything() },
  });
  expect((await (await t.as('siblingWorker')).call(repeatJob, { id })).code).toBe(404);
  await sql`delete from rate_window`.execute(t.db);

  // Every call that answers or starts an export takes part; logs of an incident and an own dictionary have their reasons.
  const exempt = ['/api/back/log/incident', '/api/back/log/traceExport', '/api/sys/dict/export', '/api/job/download'];
  const loose = callsOfModules(serverModules)
    .filter(({ path, audit }) => /export/i.test(path) && audit && !exempt.includes(path))
    .filter(({ rate }) => rate !== EXPORT_RATE);
  expect(loose.map(({ path }) => path)).toEqual([]);
});

test('P31 the end of a job is told once, to its account alone', async () => {
  await branch.call(endedJobs, {});
  const done = await queue('test.export');
  const failed = await queue('test.failExport');
  await ended(done);
  await ended(failed);
  const old = await queue('test.export');
  await ended(old);
  await sql`update job set finished_at = now() - interval '4 days' where id = ${old}`.execute(t.db);
  expect((await (await t.as('member')).call(endedJobs, {})).data).toEqual({ underWay: 0, ended: [] });

  // Two windows ask at once: one of them says it.
  const answers = await Promise.all([branch.call(endedJobs, {}), (await t.as('branchWorker')).call(endedJobs, {})]);
  expect(answers.flatMap(({ data }) => data.ended)).toEqual([
    { id: done, title: 'test.export', state: 'done', message: '已导出3行', href: null, file: false },
    { id: failed, title: 'test.failExport', state: 'failed', message: expect.any(String), href: null, file: false },
  ]);
  expect(JSON.stringify(answers.map(({ data }) => data))).not.toContain('disk');
  expect((await branch.call(endedJobs, {})).data).toEqual({ underWay: 0, ended: [] });
});

test('what is under way is counted until it was told', async () => {
  const { accountId, orgCode } = t.fixture.principals.branchWorker;
  const { rows } = await sql<{ id: string }>`
    insert into job (kind, title, account_id, org_id, org_code) values
      ('nobody.export', '等待', ${accountId}, ${ORGS.branchA11.id}, ${orgCode}) returning id`.execute(t.db);
  expect((await branch.call(endedJobs, {})).data.underWay).toBe(1);
  // Who cancels a job knows that it ended.
  await branch.post('/api/job/cancel', { id: rows[0]?.id });
  expect((await branch.call(endedJobs, {})).data).toEqual({ underWay: 0, ended: [] });
});

test('P7 an export that is stopped while it writes its file ends so, and harms nothing else', async () => {
  between = ({ id }) => branch.post('/api/job/cancel', { id });
  expect(await ended(await queue('test.rowsExport'))).toMatchObject({ state: 'cancelled', message: '已取消' });

  const { grantId } = t.fixture.principals.branchWorker;
  const revoke = (revoked: boolean) =>
    sql`update account_role set revoked_at = case when ${revoked} then now() end where id = ${grantId}`.execute(t.db);
  between = () => revoke(true);
  const revoked = await queue('test.rowsExport');
  const job = async (id: string) => {
    const { rows } = await sql`select state, progress, message from job where id = ${id}`.execute(t.db);
    return rows[0];
  };
  await expect
    .poll(() => job(revoked), { timeout: 300_000 })
    .toMatchObject({ state: 'failed', message: '发起人的权限已变化，任务已停止' });
  await revoke(false);

  between = () => Promise.reject(new Error('the disk is full'));
  expect(await ended(await queue('test.rowsExport'))).toMatchObject({ state: 'failed' });

  // The database went away: the job is left as it is, to be found dead and taken up again.
  let gone = () => {};
  const away = new Promise<void>((resolve) => {
    gone = resolve;
  });
  between = async () => {
    gone();
    throw Object.assign(new Error('terminating connection'), { code: '57P01' });
  };
  const lost = await queue('test.rowsExport');
  await away;

  // The server ends: the job goes back into the queue, and the next start does it.
  const stopped = new Promise<void>((resolve) => {
    between = async () => resolve(worker.stop());
  });
  const kept = await queue('test.rowsExport');
  await stopped;
  expect(await job(kept)).toMatchObject({ state: 'queued' });
  expect(await job(lost)).toMatchObject({ state: 'running', progress: 0 });
  between = async () => {};
  worker = startWorker(t.services, [kinds]);
  expect(await ended(kept)).toMatchObject({ state: 'done', message: '已导出1000行' });
});
