import type { LateOrg, RuleChecks, RuleRow } from '#platform/server/module.ts';
import { overdueBelow, overdueCount, overdueOrgs, overdueParts } from './queries/overdue.ts';
import { finishPath } from './service/common.ts';

/** Tasks that are late. */
export const officeRuleChecks: RuleChecks = {
  right: 'task:read',
  checks: [
    {
      code: 'officeOverdue',
      label: '工作任务逾期',
      detail: '过了截止日期还没有上报的任务',
      clause: '《中国共产党支部工作条例（试行）》第九条：宣传和执行党中央、上级党组织及本党支部的决议',
      unit: '件',
      href: null,
    },
  ],
  async count(ctx) {
    return { officeOverdue: await overdueCount(ctx) };
  },
  countBelow: overdueBelow,
  kept: { part: 'tasks', below: overdueBelow },
  async rows(ctx, _code, { pageNum, pageSize }): Promise<RuleRow[]> {
    const rows = await overdueParts(ctx, pageSize, (pageNum - 1) * pageSize);
    return rows.map(({ id, taskId, circleId, title, orgName, days, own }) => ({
      id,
      title,
      orgName,
      detail: `逾期${days}天`,
      href: own ? finishPath(taskId, circleId) : `/affairs/task/view/${taskId}?part=${id}`,
    }));
  },
  async late(ctx, _code, limit): Promise<LateOrg[]> {
    const rows = await overdueOrgs(ctx, limit);
    return rows.map(({ orgId, n }) => ({ orgId, detail: `${n}件工作任务逾期` }));
  },
};
