// 工作任务 of a whole city: `npm run bench:tasks` (DATA_DIR: a folder that `npm run seed -- --members 50000 --orgs 20000` has
// filled). A monthly task of a year is published to every organisation; then the list, a page of the matrix and the sums of a
// form of fifty columns that every organisation has handed in are asked for.
import { loadavg } from 'node:os';
import { ROLE } from '#kernel/session/contract.ts';
import { formSum, saveForm } from '#life/tasks/contract.form.ts';
import { listParts } from '#life/tasks/contract.part.ts';
import { createTask, getTask, listTasks, publishingProgress, publishTask, taskMatrix } from '#life/tasks/contract.ts';
import { serve } from './serve.ts';

const ROUNDS = 9;
const COLUMNS = 50;
/** Milliseconds between two looks at a run. */
const LOOK = 250;

const { client, ask, end } = await serve(ROLE.worker);

const missed: string[] = [];
function say(what: string, ms: number, below: number): void {
  if (ms > below) missed.push(what);
  console.info(`${what}: ${ms.toFixed(0)} ms (limit ${below}), load ${loadavg()[0]?.toFixed(1)}`);
}
/** Milliseconds of the middle one of some rounds, after one that is not counted. */
async function p50(work: () => Promise<unknown>): Promise<number> {
  await work();
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    took.push(performance.now() - start);
  }
  return took.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}
const one = async <T>(text: string, values: unknown[] = []): Promise<T | undefined> =>
  (await client.query(text, values)).rows[0] as T | undefined;

const year = new Date().getFullYear();
const given = {
  title: `压测任务${Date.now()}`,
  content: '请写明学习的次数、人数和主要内容。',
  kind: 0,
  frequency: 2,
  startsOn: `${year}-01-01`,
  endsOn: `${year}-12-31`,
  mode: 'below' as const,
};

/** Publishes a draft; answers the milliseconds until it is out. */
async function publish(id: string, version: number): Promise<number> {
  const start = performance.now();
  await ask(publishTask, { id, version });
  for (;;) {
    const { state, failed, message } = await ask(publishingProgress, { id });
    if (failed > 0) throw new Error(message);
    if (state === 2) return performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
}

const { id } = await ask(createTask, given);
const took = await publish(id, 1);
const { parts = 0, orgs = 0 } =
  (await one<{ parts: number; orgs: number }>(
    'select count(*)::int as parts, count(distinct org_id)::int as orgs from office_part where task_id = $1',
    [id],
  )) ?? {};
say(`publishing to ${orgs} organisations, ${parts} parts`, took, 60_000);

// As it would stand in November: nine months accepted, some late, some waiting.
await client.query(
  `update office_part p set state = case when c.seq < 10 and p.id % 17 > 0 then 4 when c.seq = 10 then 2 else p.state end,
          report = case when c.seq <= 10 then '学习三次，二十人参加。' else '' end, reported_at = case when c.seq <= 10 then now() end
     from office_circle c where c.id = p.circle_id and p.task_id = $1`,
  [id],
);
await client.query('vacuum analyze office_task, office_circle, office_part, office_entry, todo');
say('list of what was given, first page', await p50(() => ask(listTasks, {})), 20);
say('list of what was received', await p50(() => ask(listParts, {})), 20);
say('matrix, first page', await p50(() => ask(taskMatrix, { id })), 60);
say('matrix, last page', await p50(() => ask(taskMatrix, { id, pageNum: Math.floor(orgs / 20) })), 60);
say('matrix, who is late', await p50(() => ask(taskMatrix, { id, only: 'overdue' })), 60);
say('the task with its cycles', await p50(() => ask(getTask, { id })), 200);

const form = await ask(createTask, { ...given, title: `压测填表${Date.now()}`, kind: 3, frequency: 1 });
const columns = Array.from({ length: COLUMNS }, (_, at) => ({
  id: `c${at + 1}`,
  name: `第${at + 1}列`,
  type: 'number' as const,
  decimals: at % 3,
}));
const design = { free: false, rows: [{ id: 'r1', name: '合计' }], columns, locked: [], sums: [] };
const { version } = await ask(saveForm, { id: form.id, version: 1, design });
await publish(form.id, version);
await client.query('update office_part set state = 4 where task_id = $1', [form.id]);
await client.query(
  `insert into office_fill (part_id, rows, sums)
   select p.id, '[]', array(select (p.id * 7 + n * 13) % 10000 from generate_series(1, ${COLUMNS}) n) from office_part p where p.task_id = $1`,
  [form.id],
);
await client.query('vacuum analyze office_task, office_circle, office_part, office_fill');
const expected = await one<{ sum: string }>(
  `select sum((p.id * 7 + 13) % 10000)::text as sum from office_part p where p.task_id = $1`,
  [form.id],
);
const sums = await ask(formSum, { id: form.id });
if (sums.figures.length !== COLUMNS || sums.figures[0]?.value !== expected?.sum)
  throw new Error(`the sums are wrong: ${sums.figures[0]?.value}, not ${expected?.sum}`);
say(`sums of ${COLUMNS} columns over ${sums.filed} fillings`, await p50(() => ask(formSum, { id: form.id })), 500);

await end();
process.exit(missed.length > 0 ? 1 : 0);
