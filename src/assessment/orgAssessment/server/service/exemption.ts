import { exemptionService } from '#assessment/memberAssessment/server/service/exemptions.ts';
import type * as contract from '#assessment/orgAssessment/contract.score.ts';
import { orgsById } from '#people/org/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import * as queries from '../queries/exemption.ts';
import { syncTodos } from '../queries/score.ts';
import { loadPlan } from './plan.ts';
import { countChecks, notifyOrgs } from './steps.ts';

export const EXEMPTION_FILES = 'integral.exemption';
/** From here on a plan's results are out. */
const OUT = 3;

const { page, ask, decide, end } = exemptionService<queries.OrgExemptionRecord>({
  type: 'integralExemption',
  kind: EXEMPTION_FILES,
  module: '组织考核',
  page: '/integral/exemptionsSet',
  queries: queries.orgExemptions,
  askRight: 'integral:report',
  decideRight: 'integral:score',
  nameOf: ({ orgName }) => orgName,
  // Nobody is above the own organisation.
  isOwn: () => false,
  covers: () => true,
  isOut: ({ planState }) => planState >= OUT,
  async refuseOut(_ctx, { planState }) {
    if (planState >= OUT) throw refuse('结果已经公示');
  },
  async follow(ctx, row, { word, matters, text }) {
    if (matters && row.planState > 0) {
      // What a check finds was not asked for while it was left out.
      if (row.planState === 2) await countChecks(ctx, row.planId, row.orgId);
      await syncTodos(ctx.db, row.planId);
    }
    if (word !== '已撤回')
      await notifyOrgs(
        ctx,
        [row.orgId],
        `免考${word}：${row.planName}`,
        `${row.itemName}，${row.fromOn}至${row.toOn}。${text}`,
      );
  },
});

export { decide, end, page as exemptions };

/** Asks that an organisation of the scope be left out of a plan, or of one item. */
export async function add(
  ctx: Ctx,
  input: ParsedOf<typeof contract.addExemption>,
): Promise<ReplyOf<typeof contract.addExemption>> {
  const plan = await loadPlan(ctx, input.planId);
  const [org] = await orgsById(ctx.db, ctx.scope, [input.orgId]);
  if (!org) throw notFound('组织不存在');
  const itemId = input.itemId ?? null;
  const found = await queries.isAssessed(ctx.db, ctx.scope, plan.id, input.orgId, itemId);
  if (!found) throw badInput({ orgId: '该组织不在这个方案的考核范围内' });
  if (itemId !== null && found.itemName === null) throw badInput({ itemId: '方案里没有这个项目' });
  if (plan.state >= OUT) throw refuse('结果已经公示，不能再设免考');
  if (input.fromOn > input.toOn) throw badInput({ toOn: '结束日期不能早于开始日期' });
  const id = await ask(ctx, {
    org: { id: input.orgId, code: found.orgCode, name: found.orgName },
    own: { plan_id: plan.id },
    same: { plan_id: plan.id, org_id: input.orgId },
    name: found.orgName,
    item: itemId === null ? null : { id: itemId, name: found.itemName ?? '' },
    fromOn: input.fromOn,
    toOn: input.toOn,
    reason: input.reason,
    files: input.files,
  });
  return { id };
}
