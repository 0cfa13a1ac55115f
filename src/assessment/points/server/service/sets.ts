import type * as contract from '#assessment/points/contract.set.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import * as posting from '../queries/posting.ts';
import * as queries from '../queries/sets.ts';
import { setFor, sourcesOf } from './posting.ts';

const MISSING = '这套积分办法不存在，或不在管理范围内';

const readerOf = (ctx: Ctx): queries.Reader => ({
  scope: ctx.scope,
  orgId: ctx.session.orgId,
  orgCode: ctx.session.orgCode,
});

async function holding(ctx: Ctx): Promise<string | null> {
  return setFor(await posting.publishedItems(ctx.db), ctx.session.orgCode, await todayOf(ctx.db));
}

const rowOf = (ctx: Ctx, row: queries.SetRecord, holds: string | null) => ({
  id: row.id,
  name: row.name,
  orgName: row.orgName,
  base: row.base,
  fromOn: row.fromOn,
  state: row.state,
  stateName: row.state === 0 ? '草稿' : '已发布',
  items: row.items,
  holds: row.id === holds,
  publishedBy: row.publishedBy,
  version: row.version,
  can: { edit: row.state === 0 && row.orgId === ctx.session.orgId && ctx.may('points:rules') },
});

export async function list(ctx: Ctx): Promise<ReplyOf<typeof contract.listSets>> {
  const [rows, holds] = await Promise.all([queries.setsOf(ctx.db, readerOf(ctx)), holding(ctx)]);
  return {
    rows: rows.map((row) => rowOf(ctx, row, holds)),
    total: rows.length,
    sources: sourcesOf(ctx.services).map(({ code, label, unit }) => ({ code, label, unit })),
  };
}

/** A set that the session may read. */
export async function loadSet(ctx: Ctx, id: string, lock = false): Promise<queries.SetRecord> {
  const row = await queries.findSet(ctx.db, readerOf(ctx), id, lock);
  if (!row) throw notFound(MISSING);
  return row;
}

export async function get(ctx: Ctx, input: ParsedOf<typeof contract.getSet>): Promise<ReplyOf<typeof contract.getSet>> {
  const row = await loadSet(ctx, input.id);
  const rows = await queries.setItems(ctx.db, row.id);
  const names = new Map(sourcesOf(ctx.services).map(({ code, label }) => [code, label]));
  return {
    ...rowOf(ctx, row, await holding(ctx)),
    items: rows.map((item) => ({
      ...item,
      sourceName: item.source === '' ? '手工录入' : (names.get(item.source) ?? item.source),
    })),
  };
}

/** A draft of the own organisation, locked. */
async function lock(ctx: Ctx, id: string, version: number): Promise<queries.SetRecord> {
  const row = await loadSet(ctx, id, true);
  if (row.orgId !== ctx.session.orgId || !inScope(ctx.scope, row.orgCode)) throw notFound(MISSING);
  if (row.state !== 0) throw refuse('已发布的办法不能修改，请另立新版');
  if (row.version !== version) throw conflict('这套办法已有变化，请核对后再操作');
  return row;
}

/** Writes a draft whole: the set and its items in their order. */
export async function save(
  ctx: Ctx,
  input: ParsedOf<typeof contract.saveSet>,
): Promise<ReplyOf<typeof contract.saveSet>> {
  const known = new Set(['', ...sourcesOf(ctx.services).map(({ code }) => code)]);
  for (const [at, item] of input.items.entries()) {
    const faults: Record<string, string> = {};
    if (!known.has(item.source)) faults[`items.${at}.source`] = '没有这个来源';
    if (item.capYear !== null && item.capMonth !== null && item.capMonth > item.capYear)
      faults[`items.${at}.capMonth`] = '每月上限不能大于每年上限';
    if (item.floor !== null && item.capYear !== null && item.floor > item.capYear)
      faults[`items.${at}.floor`] = '起计分不能大于每年上限';
    if (Object.keys(faults).length > 0) throw badInput(faults);
  }
  const { orgId, orgCode, accountName: by } = ctx.session;
  const row = input.id ? await lock(ctx, input.id, input.version) : null;
  const saved = row
    ? await queries.writeSet(ctx.db, row.id, input, by)
    : await queries.insertSet(ctx.db, { id: orgId, code: orgCode }, input, by);
  await queries.writeSetItems(ctx.db, saved.id, input.items);
  ctx.audit({
    type: 'pointSet',
    id: saved.id,
    name: input.name,
    orgCode,
    changes: { items: [row?.items ?? 0, input.items.length] },
  });
  return saved;
}

/** Publishes: it holds from its day on, for everybody below who has none nearer. Whoever it touches is counted anew. */
export async function publish(
  ctx: Ctx,
  input: ParsedOf<typeof contract.publishSet>,
): Promise<ReplyOf<typeof contract.publishSet>> {
  const row = await lock(ctx, input.id, input.version);
  const year = (await todayOf(ctx.db)).slice(0, 4);
  if (row.fromOn < `${Number(year) - 1}-01-01`) throw badInput({ fromOn: '生效日期不能早于去年1月1日' });
  const version = await queries.publishSet(ctx.db, row.id, ctx.session.accountName);
  await posting.markBelow(ctx.db, row.orgCode, row.fromOn);
  ctx.audit({ type: 'pointSet', id: row.id, name: row.name, orgCode: row.orgCode, changes: { state: [0, 1] } });
  return { version };
}

export async function remove(ctx: Ctx, input: ParsedOf<typeof contract.removeSet>): Promise<null> {
  const row = await lock(ctx, input.id, input.version);
  await queries.deleteSet(ctx.db, row.id);
  ctx.audit({ type: 'pointSet', id: row.id, name: row.name, orgCode: row.orgCode, reason: '删除草稿' });
  return null;
}
