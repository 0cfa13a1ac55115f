import { siteSetup } from '#kernel/session/server/site.ts';
import { linkFault } from '#kernel/system/rules.swiper.ts';
import type * as contract from '#overview/screen/contract.ts';
import { SCREEN_TYPES } from '#overview/screen/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import { type RecycleKind, registerRecycleKind } from '#platform/server/bin/recycle.ts';
import type { Ctx } from '#platform/server/context.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import * as queries from '../queries/screens.ts';

const MISSING = '该大屏不存在或已被删除';
const TAKEN = '已有同名的大屏';
const RIGHT = 'screen:write';

const rowOf = (ctx: Ctx, row: queries.ScreenRecord): contract.ScreenRow => {
  const may = ctx.may(RIGHT);
  return { ...row, can: { edit: may, remove: may && !row.builtIn } };
};

/** Screens of the deployment. */
export async function list(
  ctx: Ctx,
  { keyWord, pageNum, pageSize }: ParsedOf<typeof contract.listScreens>,
): Promise<ReplyOf<typeof contract.listScreens>> {
  const { rows, total } = await queries.pageOfScreens(ctx.db, keyWord || null, pageSize, (pageNum - 1) * pageSize);
  return { rows: rows.map((row) => rowOf(ctx, row)), total, can: { add: ctx.may(RIGHT) } };
}

/** One screen. */
export async function get(ctx: Ctx, { id }: ParsedOf<typeof contract.getScreen>): Promise<contract.ScreenRow> {
  const row = await queries.findScreen(ctx.db, id);
  if (!row) throw notFound(MISSING);
  return rowOf(ctx, row);
}

/** An outer address stands on an origin that the site allows, as the links of 轮播图 do. */
async function refuseAddress(ctx: Ctx, jumpUrl: string): Promise<void> {
  const { host, protocol } = ctx.request;
  // Within the call's own transaction: a second connection could wait for the first for ever.
  const { settings } = await siteSetup({ ...ctx.services, db: ctx.db }, host);
  const fault = linkFault(jumpUrl, [`${protocol}://${host}`, ...settings.redirectOrigins]);
  if (fault) throw badInput({ jumpUrl: fault });
}

/** Adds a screen. */
export async function add(
  ctx: Ctx,
  input: ParsedOf<typeof contract.addScreen>,
): Promise<ReplyOf<typeof contract.addScreen>> {
  await refuseAddress(ctx, input.jumpUrl);
  const id = await writeUnique(
    () => queries.insertScreen(ctx.db, input, ctx.session.accountName),
    () => badInput({ name: TAKEN }),
  );
  ctx.audit({ type: 'screen', id, name: input.name, changes: diff<Record<string, unknown>>({}, { ...input }) });
  return { id };
}

async function locked(ctx: Ctx, id: string): Promise<queries.ScreenRecord> {
  const row = await queries.findScreen(ctx.db, id, true);
  if (!row) throw notFound(MISSING);
  return row;
}

/** Writes what is given of a screen. What the product draws itself keeps what it asks for. */
export async function update(
  ctx: Ctx,
  { id, version, ...given }: ParsedOf<typeof contract.updateScreen>,
): Promise<ReplyOf<typeof contract.updateScreen>> {
  const row = await locked(ctx, id);
  if (row.version !== version) throw conflict('该大屏已被他人修改，请刷新后再试', { current: rowOf(ctx, row) });
  const before: queries.ScreenFields = { name: row.name, type: row.type, jumpUrl: row.jumpUrl };
  const kept = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const after: queries.ScreenFields = { ...before, ...kept };
  const changes = diff<Record<string, unknown>>({ ...before }, { ...after });
  if (Object.keys(changes).length === 0) return { version };
  if (row.builtIn && changes.type) throw badInput({ type: '内置大屏的打开方式不能修改' });
  if (changes.jumpUrl) await refuseAddress(ctx, after.jumpUrl);
  const next = await writeUnique(
    () => queries.writeScreen(ctx.db, id, after, ctx.session.accountName),
    () => badInput({ name: TAKEN }),
  );
  ctx.audit({ type: 'screen', id, name: after.name, changes });
  return { version: next };
}

/** Takes a screen out into the recycle bin. */
export async function remove(ctx: Ctx, { id, deleteReason }: ParsedOf<typeof contract.removeScreen>): Promise<null> {
  const row = await locked(ctx, id);
  if (row.builtIn) throw refuse('内置大屏不能删除');
  await queries.deleteScreen(ctx.db, id, deleteReason, ctx.session.accountName);
  ctx.audit({ type: 'screen', id, name: row.name, reason: deleteReason });
  return null;
}

/** Deleted screens in the recycle bin: whoever keeps the list sees all of them. */
const recycledScreens: RecycleKind = {
  kind: 'screen',
  label: '数据大屏',
  right: RIGHT,
  ...queries.screenBin,
  async restore(ctx, id) {
    if (await queries.nameTaken(ctx.db, id)) throw refuse('已另有同名的大屏，请先改名，再恢复');
    await queries.restoreScreen(ctx.db, id);
  },
  erase: (ctx, id) => queries.eraseScreen(ctx.db, id),
};

/** Tells the registries of the house what of screens belongs to them. */
export function announceScreens(): void {
  registerRecycleKind(recycledScreens);
  describeFields('screen', {
    name: { label: '大屏名称' },
    type: { label: '打开方式', values: SCREEN_TYPES },
    jumpUrl: { label: '跳转地址' },
  });
}
