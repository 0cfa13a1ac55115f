import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { RecycleKind } from '#platform/server/bin/recycle.ts';
import type { Ctx } from '#platform/server/context.ts';
import { textPinyin } from '#platform/server/database/nameSearch.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import * as contract from '../../contract.classes.ts';
import { isLinkAlive } from '../marks.ts';
import * as queries from '../queries/classes.ts';
import { countDeleted, listDeleted, lockDeleted } from '../queries/labels.ts';

const MISSING = '分类不存在';
const FULL = `分类最多${contract.MAX_CLASSES}个，请先删除不用的`;
const TAKEN = '同一上级下已有同名分类';

/** The whole tree. */
export async function classes(ctx: Ctx): Promise<ReplyOf<typeof contract.listClasses>> {
  const rows = await queries.listClasses(ctx.db, ctx.scope, isLinkAlive());
  const may = ctx.may('label:write');
  const above = new Set(rows.map((row) => row.parent_id));
  return rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    name: row.name,
    pinyin: row.pinyin,
    initials: row.initials,
    description: row.description,
    sort: row.sort,
    uses: row.uses,
    version: row.version,
    can: { edit: may, remove: may && !above.has(row.id) },
  }));
}

type Tree = ReadonlyMap<string, queries.ClassRecord>;

/** The tree, which nobody else changes until the transaction ends. */
async function lockedTree(ctx: Ctx): Promise<Tree> {
  await queries.lockTree(ctx.db);
  return new Map((await queries.listClasses(ctx.db, ctx.scope, isLinkAlive())).map((row) => [row.id, row]));
}

/** The ids of a class and of those above it, from below. */
function wayUp(tree: Tree, id: string | null): string[] {
  const way: string[] = [];
  for (let at = id; at !== null; at = tree.get(at)?.parent_id ?? null) way.push(at);
  return way;
}

function depthBelow(tree: Tree, id: string): number {
  const below = [...tree.values()].filter((row) => row.parent_id === id);
  return 1 + Math.max(0, ...below.map((row) => depthBelow(tree, row.id)));
}

function checkPlace(tree: Tree, fields: { parentId: string | null; name: string }, id: string | null): void {
  if (fields.parentId !== null && !tree.has(fields.parentId)) throw badInput({ parentId: '上级分类不存在' });
  const above = wayUp(tree, fields.parentId);
  if (id !== null && above.includes(id)) throw badInput({ parentId: '不能放在自己或下级分类之下' });
  if (above.length + (id === null ? 1 : depthBelow(tree, id)) > contract.MAX_LEVEL)
    throw badInput({ parentId: `分类最多${contract.MAX_LEVEL}级` });
  const twin = [...tree.values()].some(
    (row) => row.parent_id === fields.parentId && row.name === fields.name && row.id !== id,
  );
  if (twin) throw badInput({ name: TAKEN });
}

function written(fields: { parentId: string | null; name: string; description: string }): queries.ClassFields {
  const { full, initials } = textPinyin(fields.name);
  return { ...fields, pinyin: full, initials };
}

const facts = (tree: Tree, fields: { parentId: string | null; name: string; description: string }) => ({
  parent: tree.get(fields.parentId ?? '')?.name ?? '',
  name: fields.name,
  description: fields.description,
});

/** Adds a class behind its siblings. */
export async function addClass(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createClass>,
): Promise<ReplyOf<typeof contract.createClass>> {
  const tree = await lockedTree(ctx);
  if (tree.size >= contract.MAX_CLASSES) throw refuse(FULL);
  checkPlace(tree, input, null);
  const id = await queries.insertClass(ctx.db, written(input), ctx.session.accountName);
  ctx.audit({ type: 'classification', id, name: input.name, changes: diff({}, facts(tree, input)) });
  return { id };
}

/** Changes a class or its place. */
export async function editClass(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateClass>,
): Promise<ReplyOf<typeof contract.updateClass>> {
  const tree = await lockedTree(ctx);
  const row = tree.get(input.id);
  if (!row) throw notFound(MISSING);
  if (row.version !== input.version) throw conflict('该分类刚被别人修改，请刷新后重试', { version: row.version });
  const before = { parentId: row.parent_id, name: row.name, description: row.description };
  const fields = {
    parentId: input.parentId === undefined ? row.parent_id : input.parentId,
    name: input.name ?? row.name,
    description: input.description ?? row.description,
  };
  checkPlace(tree, fields, row.id);
  const version = await queries.updateClass(ctx.db, row.id, written(fields), ctx.session.accountName);
  const moved = fields.parentId !== row.parent_id || input.after !== undefined;
  if (moved) {
    const siblings = [...tree.values()]
      .filter((other) => other.parent_id === fields.parentId && other.id !== row.id)
      .map(({ id }) => id);
    const after =
      input.after === undefined ? siblings.length : input.after === null ? 0 : siblings.indexOf(input.after) + 1;
    if (input.after && after === 0) throw badInput({ after: '只能在同级分类中调整次序' });
    siblings.splice(after, 0, row.id);
    await queries.numberClasses(ctx.db, siblings);
  }
  ctx.audit({
    type: 'classification',
    id: row.id,
    name: fields.name,
    changes: {
      ...diff(facts(tree, before), facts(tree, fields)),
      ...(input.after === undefined
        ? {}
        : {
            place: [
              '',
              tree.get(input.after ?? '')?.name ? `在“${tree.get(input.after ?? '')?.name}”之后` : '最前',
            ] as [string, string],
          }),
    },
  });
  return { version };
}

/** Moves a class to the recycle bin. */
export async function dropClass(ctx: Ctx, id: string, reason: string): Promise<null> {
  const tree = await lockedTree(ctx);
  const row = tree.get(id);
  if (!row) throw notFound(MISSING);
  if (depthBelow(tree, id) > 1) throw refuse('请先移走或删除它的下级分类');
  await queries.lockClass(ctx.db, id);
  if (await queries.isUsed(ctx.db, isLinkAlive(), id)) throw refuse('还有内容属于这个分类，请先改到其他分类');
  await queries.deleteClass(ctx.db, id, ctx.session.accountName, reason);
  ctx.audit({ type: 'classification', id, name: row.name, reason });
  return null;
}

/** Deleted classes. */
export const recycledClasses: RecycleKind = {
  kind: 'classification',
  label: '内容分类',
  right: 'label:write',
  list: (ctx, _scope, filter) => listDeleted(ctx.db, 'content_class', filter),
  count: (ctx, _scope, filter, limit) => countDeleted(ctx.db, 'content_class', filter, limit),
  lock: (ctx, _scope, id) => lockDeleted(ctx.db, 'content_class', id),
  async restore(ctx, id) {
    const tree = await lockedTree(ctx);
    if (tree.size >= contract.MAX_CLASSES) throw refuse(`${FULL}再恢复`);
    const gone = await queries.deletedClass(ctx.db, id);
    if ([...tree.values()].some((row) => row.parent_id === gone.parentId && row.name === gone.name))
      throw refuse(`${TAKEN}，请先更改其名称再恢复`);
    // The class above may have moved down meanwhile; what was below the deleted one is no longer there.
    if (wayUp(tree, gone.parentId).length >= contract.MAX_LEVEL)
      throw refuse(`分类最多${contract.MAX_LEVEL}级，请先把它的上级分类移到较高的一级再恢复`);
    await queries.restoreClass(ctx.db, id, gone.parentId, ctx.session.accountName);
  },
  erase: (ctx, id) => queries.eraseClass(ctx.db, id),
};

/** Tells the registries of the house what of this belongs to them. */
export function announceClasses(): void {
  describeFields('classification', {
    parent: { label: '上级分类' },
    name: { label: '名称' },
    description: { label: '说明' },
    place: { label: '次序' },
  });
}
