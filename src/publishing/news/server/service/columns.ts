import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { errorCode } from '#platform/server/database/db.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import type * as contract from '#publishing/news/contract.columns.ts';
import * as queries from '../queries/columns.ts';

const NO_COLUMN = '没有这个栏目';
const TAKEN = '已有同名的栏目';

/** All columns in their order. */
export async function columns(ctx: Ctx): Promise<ReplyOf<typeof contract.listColumns>> {
  const all = await queries.allColumns(ctx.db);
  const edit = ctx.may('archive:column');
  return all.map((row) => ({ ...row, can: { edit, remove: edit && row.articles === 0 } }));
}

type Fields = ParsedOf<typeof contract.createColumn>;

/** What a form says; two levels and no more, and a column stands below one of its kind. */
async function fieldsOf(ctx: Ctx, input: Fields, ownId: string | null): Promise<queries.ColumnFields> {
  const { name, kind, parentId, approval, comments, isOpen, shownDays, sort } = input;
  if (parentId !== null) {
    const parent = await queries.findColumn(ctx.db, parentId);
    if (!parent || parent.id === ownId) throw badInput({ parentId: '上级栏目不存在' });
    if (parent.parentId !== null) throw badInput({ parentId: '栏目只有两级，请选择一级栏目' });
    if (parent.kind !== kind) throw badInput({ parentId: '上级栏目的类型不同' });
    if (ownId !== null && (await queries.hasChildren(ctx.db, ownId)))
      throw badInput({ parentId: '下面还有栏目，不能改为二级栏目' });
  }
  return { name, kind, parentId, approval, comments, isOpen, shownDays, sort };
}

const unique = (error: unknown) => {
  throw errorCode(error) === '23505' ? badInput({ name: TAKEN }) : error;
};
const log = (ctx: Ctx, id: string, name: string, changes: Record<string, [unknown, unknown]>, reason?: string) =>
  ctx.audit({ type: 'archiveColumn', id, name, changes, ...(reason ? { reason } : {}) });

export async function create(ctx: Ctx, input: Fields): Promise<ReplyOf<typeof contract.createColumn>> {
  const fields = await fieldsOf(ctx, input, null);
  const id = await queries.insertColumn(ctx.db, fields, ctx.session.accountName).catch(unique);
  log(ctx, id, fields.name, diff<Record<string, unknown>>({}, { ...fields }));
  return { id };
}

async function lock(ctx: Ctx, id: string): Promise<queries.ColumnRecord> {
  const row = await queries.findColumn(ctx.db, id, true);
  if (!row) throw notFound(NO_COLUMN);
  return row;
}

export async function update(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateColumn>,
): Promise<ReplyOf<typeof contract.updateColumn>> {
  const row = await lock(ctx, input.id);
  if (row.version !== input.version) throw conflict('这个栏目已有变化，请核对后再操作');
  const fields = await fieldsOf(ctx, input, row.id);
  if (fields.kind !== row.kind && row.articles > 0) throw badInput({ kind: '栏目里已有内容，不能改类型' });
  const version = await queries.writeColumn(ctx.db, row.id, fields, ctx.session.accountName).catch(unique);
  const before: Record<string, unknown> = Object.fromEntries(
    Object.keys(fields).map((key) => [key, row[key as keyof queries.ColumnRecord]]),
  );
  log(ctx, row.id, fields.name, diff<Record<string, unknown>>(before, { ...fields }));
  return { version };
}

/** Only an empty one is deleted: what stands in it would be without a place. */
export async function remove(ctx: Ctx, input: ParsedOf<typeof contract.removeColumn>): Promise<null> {
  const row = await lock(ctx, input.id);
  if (row.articles > 0) throw refuse(`“${row.name}”里还有${row.articles}篇，请先合并到其他栏目`);
  if (await queries.hasChildren(ctx.db, row.id)) throw refuse('下面还有栏目，不能删除');
  await queries.dropColumn(ctx.db, row.id, ctx.session.accountName);
  log(ctx, row.id, row.name, {}, input.deleteReason);
  return null;
}

/** Moves everything of a column into another one of its kind, and drops it. */
export async function merge(
  ctx: Ctx,
  input: ParsedOf<typeof contract.mergeColumn>,
): Promise<ReplyOf<typeof contract.mergeColumn>> {
  if (input.id === input.intoId) throw badInput({ intoId: '请选择另一个栏目' });
  const row = await lock(ctx, input.id);
  const into = await queries.findColumn(ctx.db, input.intoId, true);
  if (!into) throw badInput({ intoId: NO_COLUMN });
  if (into.kind !== row.kind) throw badInput({ intoId: '两个栏目的类型不同' });
  if (await queries.hasChildren(ctx.db, row.id)) throw refuse('下面还有栏目，请先合并它们');
  // Nobody who approved a text for those who sign in has approved it for everybody.
  if (into.isOpen && !row.isOpen && row.articles > 0)
    throw badInput({ intoId: `“${into.name}”不登录也能看，“${row.name}”要登录才能看，不能并入` });
  const moved = await queries.moveAll(ctx.db, row.id, into.id);
  await queries.dropColumn(ctx.db, row.id, ctx.session.accountName);
  log(ctx, row.id, row.name, { mergedInto: [null, into.name], articles: [moved, 0] });
  return { moved };
}
