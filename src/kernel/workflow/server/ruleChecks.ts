import { STUCK_PATH } from '#kernel/message/contract.stuck.ts';
import { APPROVALS_PATH, workPath } from '#kernel/workflow/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { RuleChecks } from '#platform/server/module.ts';
import { groupByPlace } from '#platform/server/sums/ruleChecks.ts';
import { countOverdue, listOverdue, overdueBelow, overdueOrgs } from './queries/task.ts';
import { subjectOf } from './subjects.ts';

/** Where whoever does not take part urges the holder, or finds whom to call. */
const whereToUrge = (ctx: Ctx, orgId: string) =>
  orgId === ctx.session.orgId ? APPROVALS_PATH : `${STUCK_PATH}?holderOrgId=${orgId}`;

/** Approvals that wait beyond the time that their process gives. What they are about is told to those who take part alone. */
export const workflowRuleChecks: RuleChecks = {
  right: 'workflow:use',
  checks: [
    {
      code: 'approvalOverdue',
      label: '审批超时',
      detail: '超过审批流程规定时限仍未审批的事项',
      clause: '本单位审批流程：各节点应在规定的时限内审批',
      unit: '件',
      href: null,
    },
  ],
  count: async (ctx) => ({ approvalOverdue: await countOverdue(ctx.db, ctx.scope) }),
  countBelow: async (ctx, codes) =>
    groupByPlace((await overdueBelow(ctx.db, ctx.scope, codes)).map((row) => ({ ...row, code: 'approvalOverdue' }))),
  async rows(ctx, _code, { pageNum, pageSize }) {
    const rows = await listOverdue(ctx.db, ctx.session, ctx.scope, pageSize, (pageNum - 1) * pageSize);
    return rows.map((row) => ({
      id: row.id,
      title: `${subjectOf(row.kind)?.label ?? row.kind}（${row.process_name}）`,
      orgName: row.org_name,
      detail: `应由${row.who}于${row.due_on}前审批`,
      href: row.involved ? workPath(row.instance_id) : whereToUrge(ctx, row.org_id),
    }));
  },
  async late(ctx, _code, limit) {
    const rows = await overdueOrgs(ctx.db, ctx.scope, limit);
    return rows.map(({ orgId, n }) => ({ orgId, detail: `${n}件审批超过时限` }));
  },
};
