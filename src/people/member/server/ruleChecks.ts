import { listMembers as contract } from '#people/member/contract.ts';
import type { RuleChecks } from '#platform/server/module.ts';
import { readCounters } from '#platform/server/sums/counters.ts';
import { groupByPlace } from '#platform/server/sums/ruleChecks.ts';
import { peopleByOrg, probation, probationBelow } from './queries/list.ts';
import { listMembers } from './service/list.ts';

const PROBATION = 'probationDue';

const below: RuleChecks['countBelow'] = async (ctx, codes) =>
  groupByPlace((await probationBelow(ctx.db, ctx.scope, codes)).map((row) => ({ ...row, code: PROBATION })));

/** Records that lack something have counters of their own. */
const incompleteBelow: RuleChecks['countBelow'] = async (ctx, codes) => {
  const counts = await readCounters(ctx.db, codes, ['incomplete']);
  return new Map(codes.map((code) => [code, { incomplete: counts.get(code)?.incomplete?.['1'] ?? 0 }]));
};

/** Probations that end and records that lack something. */
export const memberRuleChecks: RuleChecks = {
  right: 'member:read',
  checks: [
    {
      code: PROBATION,
      label: '预备期届满',
      detail: '预备期已满或2个月内届满的预备党员',
      clause: '《中国共产党发展党员工作细则》：预备期为1年，期满应及时讨论能否转为正式党员',
      unit: '人',
      href: '/affairs/member?view=probationDue',
    },
    {
      code: 'incomplete',
      label: '信息不完整',
      detail: '必填信息有缺项的党员',
      clause: '全国党员管理信息系统的党员信息项目：必填项应当完整',
      unit: '人',
      href: '/affairs/member?view=incomplete',
    },
  ],
  async count(ctx) {
    const { orgCode } = ctx.session;
    const [{ due }, counts] = await Promise.all([
      probation(ctx.db, ctx.scope),
      readCounters(ctx.db, [orgCode], ['incomplete']),
    ]);
    return { [PROBATION]: due, incomplete: counts.get(orgCode)?.incomplete?.['1'] ?? 0 };
  },
  async countBelow(ctx, codes) {
    const [own, rest] = await Promise.all([below(ctx, codes), incompleteBelow(ctx, codes)]);
    return new Map(codes.map((code) => [code, { ...own.get(code), ...rest.get(code) }]));
  },
  kept: { part: 'people', below, rest: incompleteBelow },
  async rows(ctx, code, page) {
    const { rows } = await listMembers(ctx, contract.input.parse({ ...page, view: code }));
    return rows.map(({ id, name, orgName, admissionDate, completeness }) => ({
      id,
      title: name,
      orgName,
      detail: code === PROBATION ? `入党日期${admissionDate ?? '未填'}` : `完整度${completeness}%`,
      href: `/affairs/member/browse/${id}`,
    }));
  },
  async late(ctx, code, limit) {
    const view = code === PROBATION ? 'probationDue' : 'incomplete';
    const orgs = await peopleByOrg(ctx.db, ctx.scope, view, limit);
    return orgs.map(({ orgId, n }) => ({
      orgId,
      detail: view === 'probationDue' ? `${n}名预备党员预备期已满或将满，应讨论能否转正` : `${n}名党员的必填信息有缺项`,
    }));
  },
};
