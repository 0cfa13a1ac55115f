import type { RuleChecks } from '#platform/server/module.ts';
import { FEEDBACK_DAYS } from '#service/volunteer/rules.feedback.ts';
import { AUDIT_DAYS, SETTLE_DAYS } from '#service/volunteer/rules.ts';
import { type Breach, breachesBelow, countBreaches, lateOrgs, pageOfBreaches } from './queries/overdue.ts';
import { activityPath, feedbackPath, GRADE_PATH, hoursPath } from './todos.ts';

interface Words {
  /** What one of them says, from its day. */
  detail: (day: string, state: number) => string;
  href: (id: string) => string;
  /** What an organisation reads that has some. */
  late: (n: number) => string;
}

const WORDS: Readonly<Record<Breach, Words>> = {
  serviceHoursLate: {
    detail: (day) => `${day}报审，还没有审核`,
    href: hoursPath,
    late: (n) => `${n}次活动的时长超过${AUDIT_DAYS}天没有审核`,
  },
  serviceUnsettled: {
    detail: (day) => `${day}结束，还没有报审时长`,
    href: activityPath,
    late: (n) => `${n}个活动过了${SETTLE_DAYS}天没有结束`,
  },
  serviceFeedbackLate: {
    detail: (day, state) => (state === 0 ? `${day}生成，社区还没有签收` : `${day}签收，单位还没有接收`),
    href: feedbackPath,
    late: (n) => `${n}张反馈单超过${FEEDBACK_DAYS}天没有签收或接收`,
  },
  serviceGradeLate: {
    detail: (left) => `上年度没有评定等次：${left}`,
    href: () => GRADE_PATH,
    late: () => '上年度双报到等次没有评完',
  },
};
const BREACHES = Object.keys(WORDS) as Breach[];
const breachOf = (code: string): Breach => BREACHES.find((one) => one === code) ?? 'serviceUnsettled';

/** Hours that nobody has decided, activities that nobody has ended, slips that stand still. The days are those of the deployment. */
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
    {
      code: 'serviceFeedbackLate',
      label: '反馈单超期',
      detail: `生成超过${FEEDBACK_DAYS}天社区没有签收，或签收超过${FEEDBACK_DAYS}天单位没有接收的反馈单`,
      clause: `双报到：反馈单${FEEDBACK_DAYS}天内签收、接收`,
      unit: '件',
      href: '/service/feedback?late=1',
    },
    {
      code: 'serviceGradeLate',
      label: '年度评价未评',
      detail: '上年末在本社区报到、12月31日以前没有评定等次的单位和党员，按社区计',
      clause: '双报到：社区每年12月评定单位和党员',
      unit: '个',
      href: GRADE_PATH,
    },
  ],
  async count(ctx) {
    const counted: Record<string, number> = {};
    for (const code of BREACHES) counted[code] = await countBreaches(ctx, code);
    return counted;
  },
  async countBelow(ctx, codes) {
    const counted = new Map<string, Record<string, number>>(codes.map((code) => [code, {}]));
    for (const breach of BREACHES) {
      const below = await breachesBelow(ctx, breach, codes);
      for (const [code, counts] of counted) Object.assign(counts, below.get(code));
    }
    return counted;
  },
  async rows(ctx, code, { pageNum, pageSize }) {
    const breach = breachOf(code);
    const { detail, href } = WORDS[breach];
    const rows = await pageOfBreaches(ctx, breach, pageSize, (pageNum - 1) * pageSize);
    return rows.map(({ id, title, orgName, day, state }) => ({
      id,
      title,
      orgName,
      detail: detail(day, state),
      href: href(id),
    }));
  },
  async late(ctx, code, limit) {
    const breach = breachOf(code);
    const rows = await lateOrgs(ctx, breach, limit);
    return rows.map(({ orgId, n }) => ({ orgId, detail: WORDS[breach].late(n) }));
  },
};
