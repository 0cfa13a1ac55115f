import type { ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { answerPaper, pageAddress } from '#platform/server/papers/keep.ts';
import { qrSvg } from '#platform/server/papers/paper.ts';
import type * as contract from '#service/dualReport/contract.ts';
import { findReceiver } from '../queries/report.ts';
import { reportToPath } from '../todos.ts';

/** The sheet with the own code, which leads to the report with this community chosen; the page looks its name up by the number. */
export async function poster(ctx: Ctx): Promise<ReplyOf<typeof contract.reportPoster>> {
  const { orgId, orgName } = ctx.session;
  if (!(await findReceiver(ctx.db, orgId))) throw refuse('本组织不接收党员报到，没有报到码');
  const address = pageAddress(ctx, reportToPath(orgId));
  ctx.audit({ type: 'org', id: orgId, name: `${orgName}社区报到码` });
  return answerPaper(ctx, {
    name: `社区报到码 ${orgName}`,
    template: new URL('../../papers/reportHere.typ', import.meta.url),
    data: { orgName, qr: await qrSvg(address), address },
  });
}
