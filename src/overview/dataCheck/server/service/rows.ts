import { writeExport } from '#kernel/job/server/exportFile.ts';
import { ROLE } from '#kernel/session/contract.ts';
import type * as contract from '#overview/dataCheck/contract.ts';
import { dueFault, ROW, ROW_STATES, ROW_VIEWS } from '#overview/dataCheck/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { inScope, workerScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { closeTodos, openTodo } from '#platform/server/inbox/todos.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import * as queries from '../queries/rows.ts';
import { checkSubject, GIVEN_PATH, MODULE } from '../todos.ts';
import { namesOf, placeOf, readableChecks } from './run.ts';

export const CHECK_EXPORT = 'dataManage.checkExport';
const MISSING = '没有这条核查结果，或不在管理范围内';
const CHUNK = 500;
/** The log names so many findings, and counts the others. */
const NAMED = 10;

type Row = queries.RowRecord;

/** Whether the session stands at the organisation that checked, or above it. */
const checks = (ctx: Ctx, row: Row) => inScope(ctx.scope, row.checkedCode);

const wire = (ctx: Ctx, row: Row, names: ReadonlyMap<string, string>): contract.CheckRow => {
  const write = ctx.may('check:write') && !row.isSolved;
  return {
    ...row,
    ruleName: names.get(row.rule) ?? row.rule,
    stateName: row.isSolved ? '已解决' : ROW_STATES[row.state],
    can: {
      give: write && checks(ctx, row) && row.orgId !== row.checkedId && row.state !== ROW.given,
      explain: write && row.state !== ROW.explained,
      mend: write && row.state !== ROW.mended,
    },
  };
};

type Filtered = Pick<ParsedOf<typeof contract.listRows>, 'orgId' | 'side' | 'rule' | 'view'> & {
  keyWords?: string | undefined;
};

const filterOf = async (ctx: Ctx, input: Filtered): Promise<queries.RowFilter> => ({
  checkedId: input.side === 'given' ? null : (await placeOf(ctx, input.orgId)).id,
  // What a rule found is read by whoever may read the rule, whoever ran it.
  rules: [...readableChecks(ctx).keys()],
  rule: input.rule ?? null,
  view: input.view ?? null,
  name: input.keyWords ?? '',
});

/** Findings with the counts of the views. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listRows>,
): Promise<ReplyOf<typeof contract.listRows>> {
  const filter = await filterOf(ctx, input);
  const skipped = (input.pageNum - 1) * input.pageSize;
  const [page, counts] = await Promise.all([
    queries.pageOfRows(ctx.db, ctx.scope, filter, input.pageSize, skipped),
    queries.countRows(ctx.db, ctx.scope, filter),
  ]);
  const names = namesOf(ctx);
  return { rows: page.rows.map((row) => wire(ctx, row, names)), total: page.total, counts };
}

/** Findings with these ids, held: one that the session does not see, or whose rule it may not read, refuses all. */
async function held(ctx: Ctx, ids: readonly string[]): Promise<Row[]> {
  const rows = await queries.lockRows(ctx.db, ctx.scope, ids);
  const rules = readableChecks(ctx);
  if (rows.length !== ids.length || rows.some(({ rule }) => !rules.has(rule))) throw notFound(MISSING);
  if (rows.some(({ isSolved }) => isSolved)) throw refuse('其中有已解决的，请刷新后再选');
  return rows;
}

function logged(ctx: Ctx, found: readonly Row[], to: string, reason: string): void {
  const [first] = found;
  if (!first) return;
  const named = found.slice(0, NAMED).map(({ title }) => title);
  const more = found.length > NAMED ? `等${found.length}条` : '';
  ctx.audit({
    type: 'dataCheck',
    id: first.id,
    name: `${named.join('、')}${more}`,
    orgCode: first.orgCode,
    changes: { state: [null, to] },
    ...(reason ? { reason } : {}),
  });
}

/** Closes the to-dos of organisations that have nothing left of what was given to them. */
async function syncTodos(ctx: Ctx, found: readonly Row[]): Promise<void> {
  for (const [checkedId, some] of Map.groupBy(found, (row) => row.checkedId)) {
    const orgIds = [...new Set(some.map(({ orgId }) => orgId))];
    const waiting = await queries.waitingAt(ctx.db, checkedId, orgIds);
    for (const orgId of orgIds.filter((id) => !waiting.has(id))) {
      await closeTodos(ctx.db, [checkSubject(checkedId)], orgId);
    }
  }
}

/** Gives findings to the organisations where they stand, each with one to-do until a day. */
export async function give(
  ctx: Ctx,
  { ids, dueOn, note }: ParsedOf<typeof contract.giveRows>,
): Promise<ReplyOf<typeof contract.giveRows>> {
  const fault = dueFault(dueOn, await todayOf(ctx.db));
  if (fault) throw badInput({ dueOn: fault });
  const found = await held(ctx, ids);
  if (found.some((row) => !checks(ctx, row))) throw refuse('上级交办的问题，由上级再交办');
  if (found.some((row) => row.orgId === row.checkedId)) throw refuse('本组织自己的问题，直接更正，不用交办');
  await queries.setRows(ctx.db, ids, { state: ROW.given, dueOn, note, by: ctx.session.accountName });
  const byOrg = Map.groupBy(found, ({ checkedId, orgId }) => `${checkedId}:${orgId}`);
  for (const some of byOrg.values()) {
    const [one] = some;
    if (!one) continue;
    const subject = checkSubject(one.checkedId);
    // The to-do says how many wait now: one that is open is opened anew.
    await closeTodos(ctx.db, [subject], one.orgId);
    const waiting = (await queries.waitingAt(ctx.db, one.checkedId, [one.orgId])).get(one.orgId) ?? some.length;
    await openTodo(ctx, {
      roleId: ROLE.worker,
      orgId: one.orgId,
      orgCode: one.orgCode,
      accountId: null,
      module: MODULE,
      title: `更正数据核查的${waiting}条问题`,
      detail: `${one.checkedName}交办${note ? `：${note}` : ''}`,
      act: '更正',
      jumpUrl: GIVEN_PATH,
      dueOn,
      subject,
    });
  }
  logged(ctx, found, ROW_STATES[ROW.given], `${dueOn}前${note ? `，${note}` : ''}`);
  return { done: found.length, orgs: byOrg.size };
}

/** Says why findings need no change. */
export async function explain(
  ctx: Ctx,
  { ids, reason }: ParsedOf<typeof contract.explainRows>,
): Promise<{ done: number }> {
  const found = await held(ctx, ids);
  await queries.setRows(ctx.db, ids, { state: ROW.explained, note: reason, by: ctx.session.accountName });
  await syncTodos(ctx, found);
  logged(ctx, found, ROW_STATES[ROW.explained], reason);
  return { done: found.length };
}

/** Says that findings are put right; the next run tells whether they are. */
export async function markMended(ctx: Ctx, { ids }: ParsedOf<typeof contract.mendRows>): Promise<{ done: number }> {
  const found = await held(ctx, ids);
  await queries.setRows(ctx.db, ids, { state: ROW.mended, by: ctx.session.accountName });
  await syncTodos(ctx, found);
  logged(ctx, found, ROW_STATES[ROW.mended], '');
  return { done: found.length };
}

/** Queues what the list shows as a workbook. */
export async function startExport(ctx: Ctx, { purpose, ...input }: ParsedOf<typeof contract.exportRows>) {
  const filter = await filterOf(ctx, input);
  const { accountName: name, orgName: org } = ctx.session;
  const title = `导出数据核查结果${input.view ? `（${ROW_VIEWS[input.view]}）` : ''}`;
  const given = { filter, title: title.slice(2), by: { name, org }, purpose };
  const jobId = await enqueue(ctx, { kind: CHECK_EXPORT, title, right: 'check:read', input: given });
  ctx.audit({ type: 'job', id: jobId, name: title, reason: purpose });
  return { jobId };
}

/** Writes a line for each finding, in the order of the list. */
export async function runExport(job: RunningJob): Promise<JobResult> {
  const { filter, title, by, purpose } = job.input as unknown as {
    filter: queries.RowFilter;
    title: string;
    by: { name: string; org: string };
    purpose: string;
  };
  const names = namesOf(job);
  const scope = workerScope(job.orgCode);
  async function* lines() {
    for (let done = 0; ; ) {
      await job.progress(done, done, '正在导出');
      const page = await queries.pageOfRows(job.services.db, scope, filter, CHUNK, done);
      for (const row of page.rows) {
        yield [
          names.get(row.rule) ?? row.rule,
          row.title,
          row.detail,
          row.orgName,
          row.isSolved ? '已解决' : ROW_STATES[row.state],
          row.dueOn ?? '',
          row.note,
          row.foundOn,
        ];
      }
      done += page.rows.length;
      if (page.rows.length < CHUNK) return;
    }
  }
  return writeExport(job, {
    kind: CHECK_EXPORT,
    title,
    unit: '条',
    columns: [
      { head: '规则', width: 18 },
      { head: '名称', width: 24 },
      { head: '问题', width: 50 },
      { head: '所在党组织', width: 36 },
      { head: '状态', width: 10 },
      { head: '截止日期', width: 14, kind: 'day' },
      { head: '要求或说明', width: 40 },
      { head: '发现日期', width: 14, kind: 'day' },
    ],
    rows: lines(),
    by,
    purpose,
  });
}
