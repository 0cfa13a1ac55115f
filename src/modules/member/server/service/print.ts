import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/exportMark.ts';
import { hit } from '#platform/server/rate.ts';
import type { revealForPrint } from '../../contract.print.ts';
import { revealMember } from '../../contract.reveal.ts';
import { PRINT_FORMS } from '../../rules.ts';
import { personOf } from '../person.ts';
import { membersOf } from '../queries/record.ts';

/**
 * The full numbers of people whose sheets are printed, each with a line in the own history. Every person counts as one of
 * the day's views, so that a print run is no way around their limit; 429 beyond it.
 */
export async function printNumbers(
  ctx: Ctx,
  { ids, form, reason }: ParsedOf<typeof revealForPrint>,
): Promise<ReplyOf<typeof revealForPrint>> {
  const found = await membersOf(ctx.db, ctx.scope, ids);
  if (found.length < ids.length) throw notFound('所选人员不存在或不在您的管理范围内');
  const { path, rate } = revealMember;
  if (rate) await hit(ctx.services, `${path}:a${ctx.session.accountId}`, rate.hits, rate.seconds, ids.length);
  const title = `打印${PRINT_FORMS[form]}`;
  const { line } = await markOfDownload(ctx, title, reason);
  return {
    mark: line,
    people: found.map((row) => {
      const { idCard, phone } = personOf(row, ctx.vault);
      ctx.audit({
        type: 'member',
        id: row.id,
        name: row.name,
        orgCode: row.org_code,
        reason: `${title}：${reason}`,
      });
      return { id: row.id, idCardNo: idCard ?? '', phonenumber: phone ?? '' };
    }),
  };
}
