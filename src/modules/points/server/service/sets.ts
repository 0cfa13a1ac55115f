import { sql } from 'kysely';
import type * as contract from '#modules/points/contract.set.ts';
import type { SetItem } from '#modules/points/contract.set.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { inScope, within } from '#platform/server/scope.ts';
import * as posting from '../queries/posting.ts';
import { setFor, sourcesOf } from './posting.ts';

const MISSING = '这套积分办法不存在，或不在管理范围内';

interface SetRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  name: string;
  base: number;
  fromOn: string;
  state: number;
  items: number;
  publishedBy: string;
  version: number;
}

const COLUMNS = sql`s.id, s.org_id as "orgId", s.org_code as "orgCode", o.name as "orgName", s.name, s.base, s.from_on as "fromOn", s.state,
  (select count(*)::int from point_item i where i.set_id = s.id) as items, s.published_by as "publishedBy", s.version`;

/** Readable are sets within the scope and published ones of the organisations above it. */
const readable = (ctx: Ctx) =>
  sql`o.deleted_at is null and ((${within(ctx.scope, 's.org_code')} and (s.state = 1 or s.org_id = ${ctx.session.orgId}))
      or (s.state = 1 and ${ctx.session.orgCode}::text like s.org_code || '%'))`;

async function holding(ctx: Ctx): Promise<string | null> {
  return setFor(await posting.publishedItems(ctx.db), ctx.session.orgCode, await posting.today(ctx.db));
}

const rowOf = (ctx: Ctx, row: SetRecord, holds: string | null) => ({
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
  const [{ rows }, holds] = await Promise.all([
    sql<SetRecord>`select ${COLUMNS} from point_set s join organisation o on o.id = s.org_id where ${readable(ctx)}
      order by s.org_code, s.from_on desc, s.id desc limit 200`.execute(ctx.db),
    holding(ctx),
  ]);
  return {
    rows: rows.map((row) => rowOf(ctx, row, holds)),
    total: rows.length,
    sources: sourcesOf(ctx.services).map(({ code, label, unit }) => ({ code, label, unit })),
  };
}

/** A set that the session may read. */
export async function find(ctx: Ctx, id: string, lock = false): Promise<SetRecord> {
  const { rows } = await sql<SetRecord>`
    select ${COLUMNS} from point_set s join organisation o on o.id = s.org_id where s.id = ${id} and ${readable(ctx)}
    ${lock ? sql`for update of s` : sql``}`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw notFound(MISSING);
  return row;
}

export async function get(ctx: Ctx, input: ParsedOf<typeof contract.getSet>): Promise<ReplyOf<typeof contract.getSet>> {
  const row = await find(ctx, input.id);
  const { rows } = await sql<Omit<SetItem, 'dimension'> & { dimension: string }>`
    select code, dimension, name, minus, value, source, cap_day as "capDay", cap_month as "capMonth", cap_year as "capYear", once, floor, months, classes, paper
      from point_item where set_id = ${row.id} order by sort, id`.execute(ctx.db);
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
async function hold(ctx: Ctx, id: string, version: number): Promise<SetRecord> {
  const row = await find(ctx, id, true);
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
  const row = input.id ? await hold(ctx, input.id, input.version) : null;
  const { rows } = row
    ? await sql<{ id: string; version: number }>`
        update point_set set name = ${input.name}, base = ${input.base}, from_on = ${input.fromOn}, version = version + 1,
               updated_at = now(), updated_by = ${by} where id = ${row.id} returning id, version`.execute(ctx.db)
    : await sql<{ id: string; version: number }>`
        insert into point_set (org_id, org_code, name, base, from_on, created_by, updated_by)
        values (${orgId}, ${orgCode}, ${input.name}, ${input.base}, ${input.fromOn}, ${by}, ${by}) returning id, version`.execute(
        ctx.db,
      );
  const saved = rows[0] ?? { id: '', version: 0 };
  await sql`delete from point_item where set_id = ${saved.id}`.execute(ctx.db);
  const codes = new Set<string>();
  for (const [sort, item] of input.items.entries()) {
    const wanted = item.code && !codes.has(item.code) ? item.code : `i${saved.id}x${sort + 1}`;
    codes.add(wanted);
    await sql`
      insert into point_item (set_id, sort, code, dimension, name, minus, value, source, cap_day, cap_month, cap_year, once, floor, months, classes, paper)
      values (${saved.id}, ${sort}, ${wanted}, ${item.dimension}, ${item.name}, ${item.minus}, ${item.value}, ${item.source},
              ${item.capDay}, ${item.capMonth}, ${item.capYear}, ${item.once}, ${item.floor}, ${item.months}, ${item.classes}::smallint[], ${item.paper})`.execute(
      ctx.db,
    );
  }
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
  const row = await hold(ctx, input.id, input.version);
  const year = (await posting.today(ctx.db)).slice(0, 4);
  if (row.fromOn < `${Number(year) - 1}-01-01`) throw badInput({ fromOn: '生效日期不能早于去年1月1日' });
  const { rows } = await sql<{ version: number }>`
    update point_set set state = 1, published_at = now(), published_by = ${ctx.session.accountName}, version = version + 1
     where id = ${row.id} returning version`.execute(ctx.db);
  await posting.markBelow(ctx.db, row.orgCode, row.fromOn);
  ctx.audit({ type: 'pointSet', id: row.id, name: row.name, orgCode: row.orgCode, changes: { state: [0, 1] } });
  return { version: rows[0]?.version ?? 0 };
}

export async function remove(ctx: Ctx, input: ParsedOf<typeof contract.removeSet>): Promise<null> {
  const row = await hold(ctx, input.id, input.version);
  await sql`delete from point_item where set_id = ${row.id}`.execute(ctx.db);
  await sql`delete from point_set where id = ${row.id}`.execute(ctx.db);
  ctx.audit({ type: 'pointSet', id: row.id, name: row.name, orgCode: row.orgCode, reason: '删除草稿' });
  return null;
}
