import type * as contract from '#life/tasks/contract.form.ts';
import {
  countTypedCells,
  type Design,
  EMPTY_DESIGN,
  isSourceOfType,
  SOURCES,
  type Source,
} from '#life/tasks/rules.form.ts';
import { designFaults } from '#life/tasks/rules.formCheck.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import * as queries from '../queries/forms.ts';
import { quotedColumns } from '../queries/quotes.ts';
import * as tasks from '../queries/tasks.ts';
import { isGiver, NO_TASK } from './common.ts';
import { choicesOf } from './formFiling.ts';
import { listQuotableColumns } from './quotes.ts';
import { lockRow } from './tasks.ts';

/** A task that stands before the session. */
export async function loadVisibleTask(ctx: Ctx, id: string): Promise<tasks.TaskRecord> {
  const row = await tasks.findTask(ctx.db, ctx.scope, ctx.session.orgId, id);
  if (!row) throw notFound(NO_TASK);
  return row;
}

/** The grid of a task with what a column may choose from. */
export async function form(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getForm>,
): Promise<ReplyOf<typeof contract.getForm>> {
  const row = await loadVisibleTask(ctx, id);
  const found = await queries.findForm(ctx.db, id);
  const design = found?.design ?? EMPTY_DESIGN;
  const edit = row.state === 0 && row.kind === 3 && isGiver(ctx, row.orgId);
  return {
    title: row.title,
    state: row.state,
    version: row.version,
    design,
    choices: await choicesOf(ctx, design),
    dicts: edit ? await queries.flatDictionaries(ctx.db) : [],
    previous: found?.previousId && found.previousTitle ? { id: found.previousId, title: found.previousTitle } : null,
    faults: designFaults(design),
    quoted: (await quotedColumns(ctx.db, id)).map(({ columnId, rowIds }) => ({ columnId, rowIds })),
    can: { edit },
  };
}

async function lockDraft(ctx: Ctx, id: string, version: number) {
  const row = await lockRow(ctx, id, version);
  if (row.state !== 0) throw refuse('任务发布后不能再改表样');
  if (row.kind !== 3) throw refuse('只有“填表”的任务才有表样');
  return row;
}

async function keep(ctx: Ctx, row: tasks.TaskRecord, design: Design, from?: string): Promise<number> {
  await queries.writeForm(ctx.db, row.id, design, ctx.session.accountName, from);
  const version = await tasks.touchTask(ctx.db, row.id, ctx.session.accountName);
  ctx.audit({
    type: 'officeTask',
    id: row.id,
    name: row.title,
    orgCode: row.orgCode,
    changes: { form: [null, `${design.columns.length}列，${design.free ? '自由行' : `${design.rows.length}行`}`] },
  });
  return version;
}

/** Saves the grid of a draft; what is wrong with it is told, and keeps the task from being given. */
export async function save(
  ctx: Ctx,
  input: ParsedOf<typeof contract.saveForm>,
): Promise<ReplyOf<typeof contract.saveForm>> {
  const row = await lockDraft(ctx, input.id, input.version);
  const { free, rows, locked } = input.design;
  const design: Design = { ...input.design, rows: free ? [] : rows, locked: free ? [] : locked };
  return { version: await keep(ctx, row, design), faults: designFaults(design) };
}

/** Takes over the grid of a task that the own organisation gave; its figures are those of last time. */
export async function copy(
  ctx: Ctx,
  input: ParsedOf<typeof contract.copyForm>,
): Promise<ReplyOf<typeof contract.copyForm>> {
  const source = await loadVisibleTask(ctx, input.from);
  const row = await lockDraft(ctx, input.id, input.version);
  const found = isGiver(ctx, source.orgId) ? await queries.findForm(ctx.db, source.id) : undefined;
  if (!found || source.id === row.id) throw refuse('这项任务没有可以复制的表样');
  return { version: await keep(ctx, row, found.design, source.id) };
}

/** Tasks whose grid can be taken over. */
export const sources = (ctx: Ctx): Promise<ReplyOf<typeof contract.formSources>> =>
  queries.formSources(ctx.db, ctx.session.orgId);

/** What keeps a task of 填表 from being given, what is worth knowing before, and what it costs whoever fills it in. */
export async function previewOf(
  ctx: Ctx,
  task: tasks.TaskRecord,
  orgs: number,
): Promise<{ faults: string[]; warnings: string[]; quote: { can: number; done: string[] } }> {
  const design = (await queries.findForm(ctx.db, task.id))?.design ?? EMPTY_DESIGN;
  const faults = designFaults(design).map((text) => `表样：${text}`);
  if (faults.length > 0) return { faults, warnings: [], quote: { can: 0, done: [] } };
  const known = design.columns.filter((column) => column.source === '' && alike(column.name, column.type));
  const taken = new Set(design.locked.map(({ col }) => col));
  const names = known.filter(({ id }) => !taken.has(id)).map(({ name }) => `“${name}”`);
  const [found, quoted] = await Promise.all([listQuotableColumns(ctx, task, design), quotedColumns(ctx.db, task.id)]);
  const cells = countTypedCells(design, quoted);
  const nameOf = (id: string) => design.columns.find((column) => column.id === id)?.name;
  const done = [...Map.groupBy(quoted, ({ title }) => title)].flatMap(([title, all]) => {
    const taken = all.flatMap(({ columnId }) => nameOf(columnId) ?? []);
    return taken.length === 0 ? [] : [`${taken.map((name) => `“${name}”`).join('')}引自《${title}》`];
  });
  const isDone = new Set(quoted.map(({ columnId }) => columnId));
  return {
    faults,
    warnings: [
      `每个组织要填${cells}格${design.free ? '（每行）' : ''}，${orgs}个组织共${cells * orgs}格` +
        (done.length > 0 ? '；引用的列已经填好，不计在内，只需核对' : ''),
      ...(names.length > 0 ? [`平台已有${names.join('、')}，可以改为直接取数，不用基层再填`] : []),
      ...[
        ...Map.groupBy(
          found.filter(({ quote }) => !quote || !isDone.has(quote.columnId)),
          ({ title, giver, day, same }) =>
            `${day}已由${giver}在《${title}》中向其中${same}个组织要过，可以引用，不必再要`,
        ),
      ].map(([words, all]) => `${all.map(({ column }) => `“${column}”`).join('')}${words}`),
    ],
    quote: { can: found.filter(({ quote }) => quote && !isDone.has(quote.columnId)).length, done },
  };
}

/** Whether a column asks for what the platform knows. */
const alike = (name: string, type: Design['columns'][number]['type']): boolean =>
  (Object.keys(SOURCES) as Source[]).some(
    (source) =>
      isSourceOfType(source, type) && SOURCES[source].replace(/[数名称姓]/g, '') === name.replace(/[数名称姓]/g, ''),
  );
