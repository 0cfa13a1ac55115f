import { confirmPassword } from '#kernel/session/server/confirm.ts';
import type * as contract from '#kernel/system/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import { type Recycled, type RecycleKind, recycleKinds } from '#platform/server/bin/recycle.ts';
import type { Ctx } from '#platform/server/context.ts';
import { runRefusable } from '#platform/server/database/db.ts';
import { badInput, forbidden, notFound, refuse } from '#platform/server/errors.ts';
import { databaseNow } from '../queries/recycle.ts';

/** Rows are counted so far; a longer bin is narrowed by its filters. */
const COUNTED = 1000;
/** Whoever holds the right may erase after so many days; earlier it takes a right of its own. */
const DAYS_KEPT = 30;
const DAY_MS = 86_400_000;
const EVERYTHING = { name: null, from: null, to: null, limit: 0, offset: 0 };

/** The kinds that the active role may see, each with how much of it lies in the bin. */
export async function kinds(ctx: Ctx): Promise<ReplyOf<typeof contract.recycleKinds>> {
  return Promise.all(
    mine(ctx).map(async ({ kind, label, note = '', restoreConfirmed = false, count }) => ({
      kind,
      label,
      note,
      confirmed: restoreConfirmed,
      count: await count(ctx, ctx.scope, EVERYTHING, COUNTED + 1),
    })),
  );
}

const mine = (ctx: Ctx) => recycleKinds().filter(({ right }) => ctx.may(right));

function kindOf(ctx: Ctx, name: string): RecycleKind {
  const kind = recycleKinds().find((known) => known.kind === name);
  if (!kind) throw badInput({ kind: '没有这个类别' });
  if (!ctx.may(kind.right)) throw forbidden();
  return kind;
}

/** Deleted rows of one kind or of all in the own organisation and below, the newest first. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listRecycled>,
): Promise<ReplyOf<typeof contract.listRecycled>> {
  const listedKinds = input.kind === undefined ? mine(ctx) : [kindOf(ctx, input.kind)];
  const offset = (input.pageNum - 1) * input.pageSize;
  if (offset >= COUNTED) throw badInput({ pageNum: '只能翻看最近1000条，请缩小时间范围' });
  const limit = Math.min(input.pageSize, COUNTED - offset);
  const filter = { name: input.name || null, from: input.startTime || null, to: input.endTime || null };
  // Of several kinds any may hold the whole page, so each is read up to its end.
  const page = listedKinds.length === 1 ? { limit, offset } : { limit: offset + limit, offset: 0 };
  const [found, counts, today] = await Promise.all([
    Promise.all(
      listedKinds.map(async ({ kind, list: read }) =>
        (await read(ctx, ctx.scope, { ...filter, ...page })).map((row) => ({ kind, row })),
      ),
    ),
    Promise.all(listedKinds.map(({ count }) => count(ctx, ctx.scope, { ...filter, limit: 0, offset: 0 }, COUNTED + 1))),
    databaseNow(ctx.db),
  ]);
  const rows = found.flat();
  if (listedKinds.length > 1) rows.sort((a, b) => b.row.deletedAt.getTime() - a.row.deletedAt.getTime());
  const counted = counts.reduce((sum, n) => sum + n, 0);
  return {
    rows: rows
      .slice(offset - page.offset, offset - page.offset + limit)
      .map(({ kind, row }) => wire(ctx, kind, row, today)),
    total: Math.min(counted, COUNTED),
    capped: counted > COUNTED,
  };
}

const erasableAt = (row: Recycled) => new Date(row.deletedAt.getTime() + DAYS_KEPT * DAY_MS);

/** Whether the role may erase a row now. */
const mayErase = (ctx: Ctx, row: Recycled, today: Date) =>
  ctx.may('recycle:erase') && (today >= erasableAt(row) || ctx.may('recycle:eraseNow'));

function wire(ctx: Ctx, kind: string, row: Recycled, today: Date) {
  return {
    id: row.id,
    kind,
    name: row.name,
    orgName: row.orgName,
    deletedAt: row.deletedAt.toISOString(),
    deletedBy: row.deletedBy,
    reason: row.reason,
    can: { restore: ctx.may('recycle:restore'), erase: mayErase(ctx, row, today) },
    erasableOn: erasableAt(row).toISOString(),
  };
}

async function lock(ctx: Ctx, kind: RecycleKind, id: string): Promise<Recycled> {
  const row = await kind.lock(ctx, ctx.scope, id);
  if (!row) throw notFound('回收站中没有这条记录');
  return row;
}

/** Asks for the own password where bringing a row of the kind back gives rights. */
export async function confirmRestore(ctx: Ctx, input: ParsedOf<typeof contract.restoreRecycled>): Promise<void> {
  if (kindOf(ctx, input.kind).restoreConfirmed) await confirmPassword(ctx, input.password);
}

/** Puts a row back where it was; the module refuses where that cannot be. */
export async function restore(ctx: Ctx, input: ParsedOf<typeof contract.restoreRecycled>): Promise<null> {
  const kind = kindOf(ctx, input.kind);
  const row = await lock(ctx, kind, input.id);
  await kind.restore(ctx, row.id);
  ctx.audit({ type: kind.kind, id: row.id, name: row.name, orgCode: row.orgCode, reason: input.reason });
  return null;
}

/**
 * Puts rows of a kind back, each by itself: one that cannot be stays, with the reason. An id that is in no bin of the
 * scope refuses the call.
 */
export async function restoreMany(
  ctx: Ctx,
  input: ParsedOf<typeof contract.restoreManyRecycled>,
): Promise<ReplyOf<typeof contract.restoreManyRecycled>> {
  const kind = kindOf(ctx, input.kind);
  const rows: Recycled[] = [];
  for (const id of input.ids.toSorted()) rows.push(await lock(ctx, kind, id));
  const kept: ReplyOf<typeof contract.restoreManyRecycled>['kept'] = [];
  for (const row of rows) {
    const note = await runRefusable(ctx.db, () => kind.restore(ctx, row.id));
    if (note === '')
      ctx.audit({ type: kind.kind, id: row.id, name: row.name, orgCode: row.orgCode, reason: input.reason });
    else kept.push({ id: row.id, name: row.name, note });
  }
  return { restored: rows.length - kept.length, kept };
}

/** Destroys a row's personal values for good; the caller's password was asked before (routes.ts). */
export async function erase(ctx: Ctx, input: ParsedOf<typeof contract.eraseRecycled>): Promise<null> {
  const kind = kindOf(ctx, input.kind);
  const row = await lock(ctx, kind, input.id);
  if (!mayErase(ctx, row, await databaseNow(ctx.db))) {
    throw refuse(`删除满${DAYS_KEPT}天后才能彻底删除，确需提前的请联系系统管理员`);
  }
  await kind.erase(ctx, row.id);
  ctx.audit({ type: kind.kind, id: row.id, name: row.name, orgCode: row.orgCode, reason: input.deleteReason });
  return null;
}
