import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobModule } from '#kernel/job/server/routes.ts';
import { previewBulk, startBulk } from '#people/member/contract.bulk.ts';
import { memberModule } from '#people/member/server/routes.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';

/** More people than a job changes in one transaction (200). */
const PEOPLE = 450;
let t: TestApp;
let committee: Caller;
let worker: Worker | undefined;
let ids: string[];
beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  const { rows } = await sql<{ id: string }>`
    insert into member (org_id, org_code, name, name_grams, person_category, gender)
    select ${ORGS.branchA11.id}, ${ORGS.branchA11.code}, '途中' || n, '{}', 1, 1 from generate_series(1, ${PEOPLE}) n
    returning id`.execute(t.db);
  ids = rows.map(({ id }) => id);
});
afterAll(async () => {
  await worker?.stop();
  await t.close();
});

test('P7 a right that is taken away in the middle of a job stops it at its next step; what was done stays and is told', async () => {
  const made = await committee.call(previewBulk, { ids, kind: 'field', field: 'remark', value: '途' });
  expect(made.code, made.text).toBe(200);
  const { jobId } = (await committee.call(startBulk, { id: made.data.id })).data;
  // One person of the second transaction is held, so that the job waits there, whatever the machine's speed.
  const holder = new pg.Client({ connectionString: t.services.config.databaseUrl ?? '' });
  await holder.connect();
  const { rows: due } = await sql<{ id: string }>`
    select member_id as id from member_bulk_row where bulk_id = ${made.data.id} order by member_id`.execute(t.db);
  await holder.query('begin');
  await holder.query('select id from member where id = $1 for update', [due[250]?.id]);
  worker = startWorker(t.services, [jobModule, memberModule]);
  const job = () =>
    t.db.selectFrom('job').select(['state', 'message', 'progress']).where('id', '=', jobId).executeTakeFirstOrThrow();
  await expect.poll(async () => (await job()).progress, { timeout: 300_000 }).toBe(200);
  await sql`update account_role set revoked_at = now()
    where id = ${t.fixture.principals.committeeWorker.grantId}`.execute(t.db);
  await holder.query('rollback');
  await holder.end();
  await expect
    .poll(job, { timeout: 300_000 })
    .toMatchObject({ state: 'failed', message: '发起人的权限已变化，任务已停止' });
  const { rows: after } = await sql<{ n: number; told: number }>`
    select (select count(*)::int from member where remark = '途') as n,
           (select coalesce(sum((changes->'changed'->>1)::int), 0)::int from audit_log
             where target_id = ${made.data.id} and action = '批量修改人员') as told`.execute(t.db);
  // The transaction under way was let to its end; the third was not begun, and the log says as many.
  expect(after[0]).toEqual({ n: 400, told: 400 });
});
