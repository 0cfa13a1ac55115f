import { Readable } from 'node:stream';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { chosenScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import { addDays, addMonths, beijingDay, beijingTime } from '#platform/time/days.ts';
import type * as contract from '../contract.plays.ts';
import { LEVELS, minuteOf, WHOLE_DAY } from '../rules.plays.ts';
import * as queries from './queries/plays.ts';

const WEEK = 7;
const MONTH_DAYS = 30;

const assertDevice = async (ctx: Ctx, id: string) => {
  if (!(await queries.isDevice(ctx.db, ctx.scope, id))) throw notFound('终端不存在');
};

/** The part of a stretch that lies on a day, in minutes of it; null: none. */
function partOf({ fromAt, toAt }: { fromAt: Date; toAt: Date }, day: string) {
  if (beijingDay(fromAt) > day || beijingDay(toAt) < day) return null;
  const from = beijingDay(fromAt) < day ? 0 : minuteOf(beijingTime(fromAt).slice(11));
  const to = beijingDay(toAt) > day ? WHOLE_DAY : minuteOf(beijingTime(toAt).slice(11));
  return to > from ? { from, to } : null;
}

/** When a terminal was there on each of seven days. */
export async function week(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.deviceWeek>,
): Promise<ReplyOf<typeof contract.deviceWeek>> {
  await assertDevice(ctx, id);
  const today = await todayOf(ctx.db);
  const [rates, spans, months] = await Promise.all([
    queries.ratesOf(ctx.db, [id], WEEK),
    queries.spansOf(ctx.db, id, WEEK),
    queries.rateBetween(ctx.db, [id], addDays(today, 1 - MONTH_DAYS), today),
  ]);
  return {
    days: rates.map(({ day, opens, closes, rate }) => ({
      day,
      opens: opens === '' ? 0 : minuteOf(opens),
      closes: closes === '' ? WHOLE_DAY : minuteOf(closes),
      rate,
      spans: spans.flatMap((span) => partOf(span, day) ?? []),
    })),
    monthRate: months.get(id) ?? null,
  };
}

/** What the screens of a scope played. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listPlays>,
): Promise<ReplyOf<typeof contract.listPlays>> {
  if (input.deviceId) await assertDevice(ctx, input.deviceId);
  const { rows, total } = await queries.pageOfPlays(ctx.db, chosenScope(ctx, input.orgId), {
    deviceId: input.deviceId ?? null,
    level: input.level ?? null,
    fromOn: input.fromOn,
    toOn: input.toOn,
    words: input.keyWords ?? '',
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  return { rows: rows.map((row) => ({ ...row, fromAt: row.fromAt.toISOString() })), total };
}

const monthOf = async (ctx: Ctx, month: string | null) => {
  const chosen = month ?? (await todayOf(ctx.db)).slice(0, 7);
  const fromOn = `${chosen}-01`;
  return { month: chosen, fromOn, toOn: addDays(addMonths(fromOn, 1), -1) };
};

/** What was played within a month, by content. */
export async function sums(
  ctx: Ctx,
  input: ParsedOf<typeof contract.sumPlays>,
): Promise<ReplyOf<typeof contract.sumPlays>> {
  const { month, fromOn, toOn } = await monthOf(ctx, input.month);
  const { rows, total } = await queries.sumsOfPlays(ctx.db, chosenScope(ctx, input.orgId), {
    ...{ deviceId: null, level: null, fromOn, toOn, words: input.keyWords ?? '' },
    ...{ limit: input.pageSize, offset: (input.pageNum - 1) * input.pageSize },
  });
  return { rows: rows.map((row) => ({ ...row, lastAt: row.lastAt.toISOString() })), total, month };
}

const MOST = 50_000;
const HEADS = [
  { head: '组织', width: 34 },
  { head: '终端', width: 24 },
  { head: '摆放位置', width: 24 },
  { head: '本月开机率', width: 12, kind: 'percent' },
  { head: '内容', width: 40 },
  { head: '播放方式', width: 12 },
  { head: '次数', width: 10, kind: 'whole' },
  { head: '时长（分钟）', width: 14, kind: 'whole' },
] as const;
const levelName = (level: string | null) =>
  level === null ? '' : level === 'fallback' ? '名称和时钟' : LEVELS[level as keyof typeof LEVELS];

/** A month of the screens of a scope as a workbook. */
export async function exportPlays(ctx: Ctx, input: ParsedOf<typeof contract.exportPlays>): Promise<FileReply> {
  const { month, fromOn, toOn } = await monthOf(ctx, input.month);
  const found = await queries.playsToExport(ctx.db, chosenScope(ctx, input.orgId), { fromOn, toOn }, MOST);
  const ids = [...new Set(found.map(({ deviceId }) => deviceId))];
  const rates = await queries.rateBetween(ctx.db, ids, fromOn, toOn);
  const name = `终端播放记录 ${month}`;
  const mark = await markOfDownload(ctx, name);
  ctx.audit({ type: 'boxDevice', name });
  const lines = found.map((row) => {
    const rate = rates.get(row.deviceId) ?? null;
    return [
      ...[row.orgName, row.deviceName, row.place, rate === null ? '' : `${rate}%`],
      ...[row.title ?? '没有播放', levelName(row.level), String(row.times), String(Math.round(row.seconds / 60))],
    ];
  });
  return { name: `${name}.xlsx`, mime: XLSX_MIME, body: Readable.from(xlsx('播放记录', [...HEADS], lines, mark)) };
}
