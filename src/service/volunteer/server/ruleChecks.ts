import type { RuleChecks } from '#platform/server/module.ts';
import { AUDIT_DAYS, SETTLE_DAYS } from '#service/volunteer/rules.ts';
import { type Breach, breachesBelow, countBreaches, lateOrgs, pageOfBreaches } from './queries/overdue.ts';
import { activityPath, hoursPath } from './todos.ts';

const BREACHES: readonly Breach[] = ['serviceHoursLate', 'serviceUnsettled'];
const breachOf = (code: string): Breach => (code === 'serviceHoursLate' ? 'serviceHoursLate' : 'serviceUnsettled');

/** Hours that nobody has decided, and activities that nobody has ended. The days are those of the deployment. */
export const volunteerRuleChecks: RuleChecks = {
  right: 'volunteer:read',
  checks: [
    {
      code: 'serviceHoursLate',
      label: '时长超期未审',
      detail: `报审超过${AUDIT_DAYS}天没有审核的服务时长`,
      clause: `志愿服务：服务时长${AUDIT_DAYS}天内审核`,
      unit: '件',
      href: '/service/auditHours?late=1',
    },
    {
      code: 'serviceUnsettled',
      label: '活动未结束',
      detail: `结束时间过了${SETTLE_DAYS}天，没有结束并报审时长的志愿活动`,
      clause: `志愿服务：活动后${SETTLE_DAYS}天内结束并报审时长`,
      unit: '个',
      href: '/service/volunteer?view=over',
    },
  ],
  async count(ctx) {
    const counted: Record<string, number> = {};
    for (const code of BREACHES) counted[code] = await countBreaches(ctx, code);
    return counted;
  },
  async countBelow(ctx, codes) {
    const [hours, unsettled] = [
      await breachesBelow(ctx, 'serviceHoursLate', codes),
      await breachesBelow(ctx, 'serviceUnsettled', codes),
    ];
    return new Map(codes.map((code) => [code, { ...hours.get(code), ...unsettled.get(code) }]));
  },
  async rows(ctx, code, { pageNum, pageSize }) {
    const breach = breachOf(code);
    const rows = await pageOfBreaches(ctx, breach, pageSize, (pageNum - 1) * pageSize);
    return rows.map(({ id, title, orgName, day }) => ({
      id,
      title,
      orgName,
      detail: breach === 'serviceHoursLate' ? `${day}报审，还没有审核` : `${day}结束，还没有报审时长`,
      href: breach === 'serviceHoursLate' ? hoursPath(id) : activityPath(id),
    }));
  },
  async late(ctx, code, limit) {
    const rows = await lateOrgs(ctx, breachOf(code), limit);
    return rows.map(({ orgId, n }) => ({
      orgId,
      detail:
        code === 'serviceHoursLate'
          ? `${n}次活动的时长超过${AUDIT_DAYS}天没有审核`
          : `${n}个活动过了${SETTLE_DAYS}天没有结束`,
    }));
  },
};
