import { Readable } from 'node:stream';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import type * as contract from '#service/volunteer/contract.quarter.ts';
import * as queries from '../queries/quarter.ts';
import { scopeOf } from './common.ts';

const MISSING = '没有这个小区，或不在管理范围内';
/** Quarters of one sheet. */
const MOST = 20_000;

const logged = (
  ctx: Ctx,
  row: { id: string; name: string; orgCode: string },
  changes: Record<string, [unknown, unknown]>,
) => ctx.audit({ type: 'serviceQuarter', id: row.id, name: row.name, orgCode: row.orgCode, changes });

const runs = (ctx: Ctx, row: { orgId: string }) => row.orgId === ctx.session.orgId && ctx.may('volunteer:write');
const yearOf = async (ctx: Ctx, year: number | undefined) => year ?? Number((await todayOf(ctx.db)).slice(0, 4));

/** The quarters of the scope with the sums of a year. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.sumQuarters>,
): Promise<ReplyOf<typeof contract.sumQuarters>> {
  const scope = scopeOf(ctx, input.orgId);
  const year = await yearOf(ctx, input.year);
  const skipped = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfQuarters(ctx.db, scope, year, input.keyWords ?? '', input.pageSize, skipped);
  return {
    rows: page.rows.map((row) => ({ ...row, can: { edit: runs(ctx, row) } })),
    total: page.total,
    year,
    sums: page.sums,
  };
}

/** The quarters of a community, which whoever reports there chooses from. */
export const chosen = (ctx: Ctx, { orgId }: ParsedOf<typeof contract.chosenQuarters>) =>
  queries.quartersAt(ctx.db, scopeOf(ctx, orgId), orgId);

async function find(ctx: Ctx, id: string, lock = false) {
  const row = await queries.findQuarter(ctx.db, ctx.scope, id, lock);
  if (!row) throw notFound(MISSING);
  return row;
}

async function lockOwn(ctx: Ctx, id: string) {
  const row = await find(ctx, id, true);
  if (row.orgId !== ctx.session.orgId) throw refuse('只有小区所在的社区可以这样做');
  return row;
}

/** Who looks after a quarter. */
export async function cadres(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.quarterCadres>,
): Promise<ReplyOf<typeof contract.quarterCadres>> {
  const row = await find(ctx, id);
  return {
    name: row.name,
    orgName: row.orgName,
    cadres: await queries.cadresOf(ctx.db, id),
    can: { edit: runs(ctx, row) },
  };
}

/** Writes a quarter of the own community. */
export async function save(
  ctx: Ctx,
  { id, version, ...of }: ParsedOf<typeof contract.saveQuarter>,
): Promise<{ id: string }> {
  const { orgId, orgCode, accountName: by } = ctx.session;
  const fields = { ...of, lng: of.lng ?? null, lat: of.lat ?? null };
  if ((fields.lng === null) !== (fields.lat === null))
    throw badInput({ [fields.lng === null ? 'lng' : 'lat']: '经度和纬度要一起填' });
  const taken = () => badInput({ name: '本社区已有同名的小区' });
  if (id === undefined) {
    const made = await writeUnique(
      () => queries.insertQuarter(ctx.db, { id: orgId, code: orgCode }, fields, by),
      taken,
    );
    logged(ctx, { id: made, name: of.name, orgCode }, { households: [null, of.households] });
    return { id: made };
  }
  const row = await lockOwn(ctx, id);
  if (row.version !== version)
    throw conflict('这个小区已有变化，请核对后再保存', { current: { version: row.version } });
  await writeUnique(() => queries.updateQuarter(ctx.db, id, fields, by), taken);
  logged(ctx, row, {
    ...(row.name === of.name ? {} : { name: [row.name, of.name] }),
    ...(row.households === of.households ? {} : { households: [row.households, of.households] }),
  });
  return { id };
}

/** Names who looks after a quarter from a day on. */
export async function addCadre(
  ctx: Ctx,
  { quarterId, memberId, fromOn }: ParsedOf<typeof contract.addCadre>,
): Promise<{ id: string }> {
  const row = await lockOwn(ctx, quarterId);
  const person = await queries.findCadre(ctx.db, ctx.scope, memberId);
  if (!person) throw notFound('所选的人员不在管理范围内、没有报到到本地，或不是在册党员');
  const id = await writeUnique(
    () => queries.insertCadre(ctx.db, quarterId, memberId, fromOn, ctx.session.accountName),
    () => badInput({ memberId: `${person.name}已是这个小区的包联干部` }),
  );
  logged(ctx, row, { cadre: [null, `${person.name}，${fromOn}起`] });
  return { id };
}

/** Ends it; the history keeps it. */
export async function endCadre(ctx: Ctx, { quarterId, id, toOn }: ParsedOf<typeof contract.endCadre>): Promise<null> {
  const row = await lockOwn(ctx, quarterId);
  if (toOn > (await todayOf(ctx.db))) throw badInput({ toOn: '止日不能晚于今天' });
  const name = await queries.endCadre(ctx.db, quarterId, id, toOn);
  if (name === undefined) throw refuse('已被处理，请刷新后再看');
  logged(ctx, row, { cadre: [name, `${toOn}止`] });
  return null;
}

const HEADS = [
  { head: '社区党组织', width: 34 },
  { head: '小区', width: 20 },
  { head: '户数', width: 10, kind: 'whole' },
  { head: '包联干部', width: 24 },
  { head: '报到党员', width: 10, kind: 'whole' },
  { head: '需求', width: 10, kind: 'whole' },
  { head: '已办结', width: 10, kind: 'whole' },
  { head: '活动', width: 10, kind: 'whole' },
  { head: '时长（小时）', width: 14, kind: 'number' },
] as const;

/** The quarters with their sums as a workbook. */
export async function exportQuarters(ctx: Ctx, input: ParsedOf<typeof contract.exportQuarters>): Promise<FileReply> {
  const scope = scopeOf(ctx, input.orgId);
  const year = await yearOf(ctx, input.year);
  const { rows } = await queries.pageOfQuarters(ctx.db, scope, year, '', MOST, 0);
  const title = `小区活动统计 ${year}年`;
  const mark = await markOfDownload(ctx, title);
  ctx.audit({ type: 'serviceQuarter', name: title });
  const lines = rows.map((row) => [
    row.orgName,
    row.name,
    String(row.households),
    row.cadres,
    String(row.reported),
    String(row.needs),
    String(row.ended),
    String(row.activities),
    String(row.hours),
  ]);
  return { name: `${title}.xlsx`, mime: XLSX_MIME, body: Readable.from(xlsx('小区', [...HEADS], lines, mark)) };
}
