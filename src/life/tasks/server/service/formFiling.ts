import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { type Design, type Fault, type FilledRow, isEmpty, sumsOf } from '#life/tasks/rules.form.ts';
import { type Choices, cellName, fillFaults } from '#life/tasks/rules.formCheck.ts';
import type { Ctx } from '#platform/server/context.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { refuse } from '#platform/server/errors.ts';
import * as queries from '../queries/forms.ts';
import type { PartRecord } from '../queries/parts.ts';

/** The choices of each column that offers some: its own, or the names of its dictionary. */
export async function choicesOf(
  { services }: Pick<Ctx, 'services'>,
  design: Design,
): Promise<Record<string, string[]>> {
  const names = await dictionaryNames(services);
  return Object.fromEntries(
    design.columns
      .filter(({ type }) => type === 'choice')
      .map(({ id, dict, choices }) => [id, dict ? names.entries(dict).map(({ name }) => name) : choices]),
  );
}

/** What is wrong in a filling, names of people and organisations among it: they have to stand in the own subtree. */
export async function faultsOf(
  ctx: Ctx,
  orgCode: string,
  design: Design,
  rows: readonly FilledRow[],
  choices: Choices,
): Promise<Fault[]> {
  const faults = fillFaults(design, rows, choices);
  for (const kind of ['person', 'org'] as const) {
    const columns = design.columns.filter(({ type }) => type === kind);
    const names = new Set(rows.flatMap(({ cells }) => columns.map(({ id }) => cells[id] ?? '').filter(Boolean)));
    const unknown = await queries.unknownNames(ctx.db, workerScope(orgCode), kind, [...names]);
    for (const { id: row, cells } of rows)
      for (const { id: col } of columns)
        if (unknown.has(cells[col] ?? '')) {
          const text = kind === 'person' ? '本组织及下级没有这个人' : '本组织及下级没有这个组织';
          faults.push({ row, col, text, level: 'block' });
        }
  }
  return faults;
}

/** The sums of a filling as the text of a Postgres array. */
const arrayOf = (values: readonly (bigint | null)[]) => `{${values.map((value) => value ?? 'NULL').join()}}`;

/**
 * A part of 填表 is handed in: what is filled in becomes its next version and stands in the sums from now on.
 * @throws while a fault stands that blocks, and where nothing is filled in
 */
export async function handInForm(ctx: Ctx, part: PartRecord, isNil: boolean): Promise<void> {
  const form = await queries.findForm(ctx.db, part.taskId);
  const fill = await queries.findFill(ctx.db, part.id, true);
  if (isNil) {
    if (fill) await queries.fileFill(ctx.db, part.id, '{}', ctx.session.accountName);
    return;
  }
  if (!form || !fill) throw refuse('请先填表，再上报');
  if (isEmpty(form.design, fill.rows))
    throw refuse(
      part.nilAllowed ? '表里还没有填，没有情况请按零报告上报' : '表里还没有填，这项任务不接受零报告，请先填表',
    );
  const choices = await choicesOf(ctx, form.design);
  const faults = await faultsOf(ctx, part.orgCode, form.design, fill.rows, choices);
  const blocking = faults.filter(({ level }) => level === 'block');
  const first = blocking[0];
  if (first) throw refuse(`还有${blocking.length}处要改：${cellName(form.design, first)}${first.text}`);
  await queries.fileFill(ctx.db, part.id, arrayOf(sumsOf(form.design, fill.rows)), ctx.session.accountName);
}
