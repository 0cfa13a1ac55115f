import { followArticle, insertSwiper, isPictured, tieToArticle, untieArticle } from '#kernel/system/server/index.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { type Db, todayOf } from '#platform/server/database/db.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import { copyRow, setKind } from '#platform/server/files/files.ts';
import type * as contract from '#publishing/news/contract.desk.ts';
import { ADDRESSES } from '#publishing/news/rules.ts';
import * as queries from '../queries/carousel.ts';
import { canOf, lockArticle, logArticle } from './common.ts';

/** Most characters of a title over a picture. */
const TITLE = 40;

/** 设为轮播: the cover becomes a picture of the carousel that leads to the text, for its organisation and what is below. */
export async function show(ctx: Ctx, input: ParsedOf<typeof contract.showInCarousel>): Promise<null> {
  const row = await lockArticle(ctx, input.id);
  const shown = await queries.pictured(ctx.db, row.id);
  if (shown?.cover === '') throw refuse('没有封面图，请先更正并加上封面');
  if (!shown || !canOf(ctx, row).carousel) throw refuse('没有展示的资讯不能设为轮播');
  if (shown.audience === 'chosen') throw refuse('只给指定组织看的资讯不能设为轮播');
  if (await isPictured(ctx.db, row.id)) throw refuse('已经在轮播中');
  if (input.endsOn !== null && input.endsOn < (await todayOf(ctx.db)))
    throw badInput({ endsOn: '结束日期不能早于今天' });
  // One that lies in the bin would come back beside this one.
  await untieArticle(ctx.db, row.id);
  const endsOn = [input.endsOn, shown.until].filter((day) => day !== null).sort()[0] ?? null;
  const fileId = await copyRow(ctx.db, shown.cover);
  await setKind(ctx.db, fileId, 'swiper.picture', shown.orgCode);
  const id = await insertSwiper(
    ctx.db,
    { id: shown.orgId, code: shown.orgCode },
    {
      title: [...shown.title].slice(0, TITLE).join(''),
      alt: `文章封面：${shown.title}`,
      link: ADDRESSES.read(shown.kind, shown.id),
      startsOn: null,
      endsOn,
      enabled: true,
    },
    fileId,
    ctx.session.accountName,
  );
  await tieToArticle(ctx.db, id, row.id);
  logArticle(ctx, row, { carousel: [false, true] });
  return null;
}

/** 取消轮播. */
export async function removeFromCarousel(ctx: Ctx, id: string): Promise<null> {
  const row = await lockArticle(ctx, id);
  if (!(await untieArticle(ctx.db, id))) throw refuse('没有在轮播中');
  logArticle(ctx, row, { carousel: [true, false] });
  return null;
}

/** What the carousel shows of an article follows its new version. */
export async function followVersion(db: Db, id: string): Promise<void> {
  const shown = await queries.pictured(db, id);
  if (shown) await followArticle(db, id, shown.title, shown.until);
}
