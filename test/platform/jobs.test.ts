import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { refuse } from '#platform/server/errors.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import type { JobRunner, ServerModule } from '#platform/server/module.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
const workers: Worker[] = [];
beforeAll(async () => {
  t = await startTestApp({ modules: [] });
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await sql`delete from job`.execute(t.db);
});
afterAll(() => t.close());

function start(
  jobs: Record<string, JobRunner>,
  recurring: ServerModule['recurring'] = [],
  jobsAtOnce: ServerModule['jobsAtOnce'] = {},
): Worker {
  const worker = startWorker(t.services, [{ name: 'test', routes: [], jobs, recurring, jobsAtOnce }]);
  workers.push(worker);
  return worker;
}
async function queue(
  kind: string,
  given: { state?: string; attempts?: number; heartbeat?: string; account?: number } = {},
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into job (kind, title, state, attempts, heartbeat_at, account_id)
    values (${kind}, '试', ${given.state ?? 'queued'}, ${given.attempts ?? 0}, now() - ${given.heartbeat ?? '0'}::interval,
      ${given.account ?? null})
    returning id`.execute(t.db);
  return rows[0]?.id ?? '';
}
const job = async (id: string) =>
  t.db
    .selectFrom('job')
    .select(['state', 'message', 'attempts', 'progress', 'total', 'result'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const state = async (id: string) => (await job(id)).state;

test('P31 two workers share a queue and run each job once', async () => {
  const runs: string[] = [];
  const runner: JobRunner = async ({ id }) => {
    runs.push(id);
    return { message: '好', result: { id } };
  };
  const ids = await Promise.all(Array.from({ length: 20 }, () => queue('once')));
  start({ once: runner });
  start({ once: runner });
  await expect
    .poll(async () => (await Promise.all(ids.map(state))).every((s) => s === 'done'), { timeout: 300_000 })
    .toBe(true);
  expect(runs.toSorted()).toEqual(ids.toSorted());
  expect(await job(ids[0] ?? '')).toMatchObject({ message: '好', result: { id: ids[0] }, attempts: 1 });
});

test('those that take hours leave room: of their kind no more run at once than their module says', async () => {
  let end = () => {};
  const hours = new Promise<void>((resolve) => (end = resolve));
  let [now, most] = [0, 0];
  const film: JobRunner = async () => {
    most = Math.max(most, ++now);
    await hours;
    now--;
    return { message: '' };
  };
  const films = await Promise.all([1, 2, 3, 4, 5].map((account) => queue('film', { account })));
  const sheet = await queue('sheet', { account: 6 });
  start({ film, sheet: async () => ({ message: '' }) }, [], { film: 2 });
  await expect.poll(() => state(sheet), { timeout: 300_000 }).toBe('done');
  // The sheet may be done before the second film has begun.
  await expect.poll(() => most, { timeout: 300_000 }).toBe(2);
  end();
  await expect
    .poll(async () => (await Promise.all(films.map(state))).every((s) => s === 'done'), { timeout: 300_000 })
    .toBe(true);
  expect(most).toBe(2);
});

test('P53 the queue of one account keeps nobody waiting: turns go by account, at most two of one run', async () => {
  const order: number[] = [];
  const now = new Map<number, number>();
  let most = 0;
  const runner: JobRunner = async ({ accountId }) => {
    const account = Number(accountId);
    order.push(account);
    now.set(account, (now.get(account) ?? 0) + 1);
    most = Math.max(most, now.get(account) ?? 0);
    await new Promise((resolve) => setTimeout(resolve, 40));
    now.set(account, (now.get(account) ?? 0) - 1);
    return { message: '' };
  };
  const greedy = await Promise.all(Array.from({ length: 40 }, () => queue('turn', { account: 1 })));
  const others: string[] = [];
  for (const account of [2, 2, 3, 3, 4]) others.push(await queue('turn', { account }));
  // Two processes.
  start({ turn: runner });
  start({ turn: runner });
  await expect
    .poll(async () => (await Promise.all(others.map(state))).join(), { timeout: 300_000 })
    .not.toMatch(/queued/);
  // All others had their turn while the forty of the first stood in the queue before them.
  const last = order.findLastIndex((account) => account !== 1);
  expect(order.slice(0, last).filter((account) => account === 1).length).toBeLessThan(8);
  await expect
    .poll(async () => (await Promise.all(greedy.map(state))).every((s) => s === 'done'), { timeout: 300_000 })
    .toBe(true);
  expect(most).toBe(2);
  expect(order).toHaveLength(45);
});

test('P31 a job whose process died is taken up again, three times in all', async () => {
  const again = await queue('dead', { state: 'running', attempts: 1, heartbeat: '1 minute' });
  const given = await queue('dead', { state: 'running', attempts: 3, heartbeat: '1 minute' });
  const alive = await queue('dead', { state: 'running', attempts: 1, heartbeat: '2 seconds' });
  const attempts: number[] = [];
  start({
    dead: async ({ attempt }) => {
      attempts.push(attempt);
      return { message: '' };
    },
  });
  await expect.poll(() => state(again), { timeout: 300_000 }).toBe('done');
  expect(attempts).toEqual([2]);
  expect(await job(given)).toMatchObject({ state: 'failed', message: '任务多次中断，已停止，请重新发起' });
  expect(await state(alive)).toBe('running');
});

test('P37 a worker that stops lets the step end and puts the job back; the next one does it', async () => {
  let steps = 0;
  let entered = () => {};
  const inside = new Promise<void>((resolve) => {
    entered = resolve;
  });
  const runner: JobRunner = async (running) => {
    for (steps = 0; steps < 100; steps++) {
      await running.progress(steps, 100, '走');
      entered();
      if (running.attempt > 1 || steps > 3) continue;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return { message: '完' };
  };
  const id = await queue('long');
  const first = start({ long: runner });
  await inside;
  await first.stop();
  const between = await job(id);
  expect(between).toMatchObject({ state: 'queued', attempts: 0, total: 100 });
  start({ long: runner });
  await expect.poll(() => state(id), { timeout: 300_000 }).toBe('done');
  expect(await job(id)).toMatchObject({ message: '完', progress: 100, attempts: 1 });
});

test('a job that another process took over stops where it is', async () => {
  let after = 0;
  let entered = () => {};
  const inside = new Promise<void>((resolve) => {
    entered = resolve;
  });
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const id = await queue('stolen');
  const worker = start({
    stolen: async ({ progress }) => {
      entered();
      await gate;
      await progress(1, 2);
      after++;
      return { message: '' };
    },
  });
  await inside;
  await sql`update job set attempts = attempts + 1 where id = ${id}`.execute(t.db);
  go();
  await worker.stop();
  expect(after).toBe(0);
  expect(await job(id)).toMatchObject({ state: 'running', attempts: 2 });
});

test('a refusal ends a job with its sentence, a failure with a general one', async () => {
  const refused = await queue('refuse');
  const broken = await queue('break');
  start({
    refuse: async () => {
      throw refuse('文件已过期');
    },
    break: async () => {
      throw new Error('secret inner detail');
    },
  });
  await expect.poll(() => state(broken), { timeout: 300_000 }).toBe('failed');
  await expect.poll(() => state(refused), { timeout: 300_000 }).toBe('failed');
  expect((await job(refused)).message).toBe('文件已过期');
  expect((await job(broken)).message).toBe('任务执行失败，请稍后重试或联系管理员');
});

test('recurring work runs in one process at a time, rare work once an interval', async () => {
  let at = 0;
  let most = 0;
  let frequent = 0;
  let rare = 0;
  const work = [
    {
      name: 'frequent',
      everySeconds: 1,
      run: async () => {
        most = Math.max(most, ++at);
        frequent++;
        await new Promise((resolve) => setTimeout(resolve, 300));
        at--;
      },
    },
    { name: 'rare', everySeconds: 3600, run: async () => void rare++ },
  ];
  for (let i = 0; i < 3; i++) start({}, work);
  await expect.poll(() => frequent, { timeout: 300_000 }).toBeGreaterThanOrEqual(3);
  expect(most).toBe(1);
  expect(rare).toBe(1);
});
