import type { LateOrg, RuleChecks, RuleRow } from '#platform/server/module.ts';
import { overdueBelow, overdueCount, overdueOrgs, overdueParts } from './queries/overdue.ts';
import { partPath } from './todos.ts';

/** Key work that is late. */
export const keyWorkRuleChecks: RuleChecks = {
  right: 'keyWork:read',
  checks: [
    {
      code: 'keyWorkOverdue',
      label: '重点工作逾期',
      detail: '过了当期截止日期还没有报送进展或完成情况的重点工作',
      clause: '《党委（党组）落实全面从严治党主体责任规定》：年度任务安排应当明确责任分工和完成时限',
      unit: '项',
      href: null,
    },
  ],
  async count(ctx) {
    return { keyWorkOverdue: await overdueCount(ctx) };
  },
  countBelow: overdueBelow,
  async rows(ctx, _code, { pageNum, pageSize }): Promise<RuleRow[]> {
    const rows = await overdueParts(ctx, pageSize, (pageNum - 1) * pageSize);
    return rows.map(({ id, title, orgName, days }) => ({
      id,
      title,
      orgName,
      detail: `逾期${days}天`,
      href: partPath(id),
    }));
  },
  async late(ctx, _code, limit): Promise<LateOrg[]> {
    const rows = await overdueOrgs(ctx, limit);
    return rows.map(({ orgId, n }) => ({ orgId, detail: `${n}项重点工作逾期` }));
  },
};
