import type * as contract from '#life/tasks/contract.quote.ts';
import { type Design, EMPTY_DESIGN } from '#life/tasks/rules.form.ts';
import { quoteOf } from '#life/tasks/rules.quote.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { findForm, listColumnsAskedLately } from '../queries/forms.ts';
import { writeQuotes } from '../queries/quotes.ts';
import { type TaskRecord, touchTask } from '../queries/tasks.ts';
import { lockRow } from './tasks.ts';

/** What another collection asked for within so many days need not be asked for again. */
export const ASKED_DAYS = 90;

/** Columns that somebody would type. */
export const typedColumns = (design: Design) => {
  const taken = new Set(design.locked.map(({ col }) => col));
  return design.columns.filter(({ id, source }) => source === '' && !taken.has(id));
};

/** Which columns other collections have asked the same organisations for lately, and how each would be taken over. */
export async function listQuotableColumns(ctx: Ctx, task: TaskRecord, design: Design) {
  const columns = typedColumns(design);
  const found = await listColumnsAskedLately(
    ctx.db,
    ctx.scope,
    { taskId: task.id, giverId: task.orgId, audience: task.audience },
    columns.map(({ name }) => name),
    ASKED_DAYS,
  );
  const designs = new Map<string, Design>();
  for (const id of new Set(found.map(({ taskId }) => taskId)))
    designs.set(id, (await findForm(ctx.db, id))?.design ?? EMPTY_DESIGN);
  return found.map((one) => {
    const column = columns.find(({ name }) => name === one.column);
    const source = designs.get(one.taskId);
    return { ...one, quote: column && source ? quoteOf(design, column.id, source) : undefined };
  });
}

/** 引用: takes over at one press what can be; the values come with the parts. */
export async function applyQuotes(
  ctx: Ctx,
  { id, version }: ParsedOf<typeof contract.quoteForm>,
): Promise<ReplyOf<typeof contract.quoteForm>> {
  const row = await lockRow(ctx, id, version);
  if (row.state !== 0) throw refuse('任务发布后不能再引用');
  const design = (await findForm(ctx.db, id))?.design ?? EMPTY_DESIGN;
  const quotes = (await listQuotableColumns(ctx, row, design)).flatMap((one) =>
    one.quote ? [{ ...one.quote, fromTaskId: one.taskId }] : [],
  );
  if (quotes.length === 0) throw refuse('没有可以引用的列：列名、类型和行名须与近90天的填表相同');
  await writeQuotes(ctx.db, id, quotes, ctx.session.accountName);
  const next = await touchTask(ctx.db, id, ctx.session.accountName);
  ctx.audit({
    type: 'officeTask',
    id,
    name: row.title,
    orgCode: row.orgCode,
    changes: { form: [null, `引用${quotes.length}列`] },
  });
  return { columns: quotes.length, version: next };
}
