import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import type * as contract from '#publishing/news/contract.desk.ts';
import * as queries from '../queries/labels.ts';
import { lockArticle, logArticle } from './common.ts';

/** Labels of one text. */
const MOST = 5;

/**
 * Labels on several texts at once, or off them. What waits for a decision stays as it was sent in; readers get no word by it that
 * nobody has approved: on a text that they have only labels come that stand on an approved one.
 */
export async function labelArticles(
  ctx: Ctx,
  input: ParsedOf<typeof contract.labelArticles>,
): Promise<ReplyOf<typeof contract.labelArticles>> {
  if (input.add.length + input.remove.length === 0) throw badInput({ add: '请输入要加上或去掉的标签' });
  const fresh = new Set(await queries.newLabels(ctx.db, input.add));
  let count = 0;
  // In the order of their ids, so that two who label the same ones never wait for each other.
  for (const id of [...input.ids].sort((a, b) => Number(a) - Number(b))) {
    const row = await lockArticle(ctx, id);
    if (row.state === 1) throw refuse(`“${row.title}”正在审核，不能改标签`);
    if (row.kind === 'notice') throw refuse(`“${row.title}”是通知公告，没有标签`);
    const labels = [...new Set([...row.labels.filter((one) => !input.remove.includes(one)), ...input.add])];
    if (labels.length > MOST) throw badInput({ add: `“${row.title}”的标签会超过${MOST}个` });
    if (labels.join() === row.labels.join()) continue;
    const isBefore = row.versions > 0 || row.state === 3;
    const unknown = labels.find((one) => fresh.has(one) && !row.labels.includes(one));
    if (isBefore && unknown)
      throw badInput({ add: `“${unknown}”还没有在发布的资讯里用过，“${row.title}”已经审核，请更正后送审` });
    await queries.writeLabels(ctx.db, id, labels, ctx.session.accountName);
    logArticle(ctx, row, { labels: [row.labels.join('、'), labels.join('、')] });
    count++;
  }
  return { count };
}
