import type * as contract from '#life/orgLife/contract.appraisal.ts';
import { GRADES } from '#life/orgLife/rules.appraisal.ts';
import { isAppraisal } from '#life/orgLife/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { MIN_PUBLIC_DAYS } from '#publishing/openAffairs/rules.ts';
import { activeItemNamed } from '#publishing/openAffairs/server/index.ts';
import { draftAffair } from '#publishing/openAffairs/server/service/write.ts';
import * as queries from '../queries/appraisal.ts';
import { loadMeeting } from './meeting.ts';

const ITEM = '年度计划与民主评议';

/** A draft for the board of how an appraisal came out: how many of each grade, nobody is named. */
export async function publish(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.publishAppraisal>,
): Promise<ReplyOf<typeof contract.publishAppraisal>> {
  const row = await loadMeeting(ctx, id);
  const { year, closedAt } = await queries.findAppraisal(ctx.db, id, row.heldOn);
  if (!isAppraisal(row) || closedAt === null) throw refuse('民主评议完成后才能公开结果');
  if (row.orgId !== ctx.session.orgId) throw refuse(`由${row.orgName}公开`);
  const itemId = await activeItemNamed(ctx.db, ITEM);
  if (!itemId) throw refuse(`公开目录里没有“${ITEM}”，请先在公开目录里启用`);
  const people = await queries.peopleOf(ctx.db, id);
  const graded = people.filter((one) => one.graded);
  const cells = Object.entries(GRADES).map(
    ([value, label]) => [label, graded.filter(({ grade }) => grade === Number(value)).length] as const,
  );
  const line = (all: readonly (string | number)[], tag: string) => all.map((one) => `<${tag}>${one}</${tag}>`).join('');
  const content = `<p>${year}年度民主评议党员，参评${people.length}人，评定等次${graded.length}人。</p><table><tbody><tr>${line(
    cells.map(([label]) => label),
    'th',
  )}</tr><tr>${line(
    cells.map(([, n]) => `${n}人`),
    'td',
  )}</tr></tbody></table>`;
  return draftAffair(ctx, {
    orgId: row.orgId,
    itemId,
    period: String(year),
    title: `${year}年度民主评议党员结果`,
    content,
    files: [],
    publicDays: MIN_PUBLIC_DAYS,
  });
}
