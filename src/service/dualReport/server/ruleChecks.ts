import type { RuleChecks } from '#platform/server/module.ts';
import { LACKS, type Lack } from '#service/dualReport/contract.coverage.ts';
import { ANSWER_DAYS } from '#service/dualReport/rules.ts';
import { type Breach, breachesBelow, countBreaches, lateOrgs, pageOfBreaches } from './queries/overdue.ts';
import { pairPath, reportPath } from './todos.ts';

const breachOf = (code: string): Breach => (code === 'sbdWaiting' ? 'sbdWaiting' : 'sbdUnreported');

/** Members in work who have not reported, and reports that no community has decided. The rules are those of the deployment. */
export const dualReportRuleChecks: RuleChecks = {
  right: 'sbd:read',
  checks: [
    {
      code: 'sbdUnreported',
      label: '在职党员未报到',
      detail: '没有到居住地社区报到的在职党员',
      clause: '双报到制度：在职党员到居住地社区报到',
      unit: '人',
      href: '/service/memberCount?names=1',
    },
    {
      code: 'sbdWaiting',
      label: '报到超期未审',
      detail: `超过${ANSWER_DAYS}天没有审核的党员报到和组织报到`,
      clause: `双报到制度：社区党组织${ANSWER_DAYS}天内审核报到`,
      unit: '件',
      href: null,
    },
  ],
  async count(ctx) {
    const [sbdUnreported, sbdWaiting] = await Promise.all([
      countBreaches(ctx, 'sbdUnreported'),
      countBreaches(ctx, 'sbdWaiting'),
    ]);
    return { sbdUnreported, sbdWaiting };
  },
  async countBelow(ctx, codes) {
    const [people, waiting] = [
      await breachesBelow(ctx, 'sbdUnreported', codes),
      await breachesBelow(ctx, 'sbdWaiting', codes),
    ];
    return new Map(codes.map((code) => [code, { ...people.get(code), ...waiting.get(code) }]));
  },
  async rows(ctx, code, { pageNum, pageSize }) {
    const rows = await pageOfBreaches(ctx, breachOf(code), pageSize, (pageNum - 1) * pageSize);
    return rows.map(({ id, title, orgName, detail, kind }) => ({
      id: kind === 'pair' ? `pair-${id}` : id,
      title,
      orgName,
      detail: kind === 'member' ? LACKS[detail as Lack] : `${detail}申请，还没有审核`,
      href: kind === 'member' ? `/affairs/member/browse/${id}` : kind === 'report' ? reportPath(id) : pairPath(id),
    }));
  },
  async late(ctx, code, limit) {
    const rows = await lateOrgs(ctx, breachOf(code), limit);
    return rows.map(({ orgId, n }) => ({
      orgId,
      detail: code === 'sbdWaiting' ? `${n}件报到超过${ANSWER_DAYS}天没有审核` : `${n}名在职党员没有到社区报到`,
    }));
  },
};
