import type { Ctx } from '#platform/server/context.ts';
import type { LateOrg, RuleChecks, RuleRow } from '#platform/server/module.ts';
import { groupByPlace } from '#platform/server/sums/ruleChecks.ts';
import { addMonths, collectedText, LEAST_RATE } from '#procedures/dues/rules.ts';
import { monthAndToday } from './queries/bills.ts';
import * as queries from './queries/ruleChecks.ts';

const CLAUSE = '《关于中国共产党党费收缴、使用和管理的规定》';

/** Those that stand at one organisation each: kept. */
async function branchesBelow(ctx: Ctx, codes: readonly string[]) {
  const { current } = await monthAndToday(ctx.db);
  return groupByPlace(await queries.countBranches(ctx.db, ctx.scope, codes, current));
}

/** Those that hang on where somebody was billed and where he stands now, and the few. */
async function othersBelow(ctx: Ctx, codes: readonly string[]) {
  const { current } = await monthAndToday(ctx.db);
  return groupByPlace(await queries.countOthers(ctx.db, ctx.scope, codes, current));
}

/** Dues that are not billed or not paid. */
export const duesRuleChecks: RuleChecks = {
  right: 'dues:read',
  checks: [
    {
      code: 'duesUnopened',
      label: '党费未开账',
      detail: '本月还没有开账的党支部',
      clause: `${CLAUSE}第十二条：党员应当增强党员意识，主动按月交纳党费`,
      unit: '个',
      href: null,
    },
    {
      code: 'duesLowRate',
      label: '党费收缴率低',
      detail: `上月收缴率不到${LEAST_RATE}%的党支部`,
      clause: `${CLAUSE}第十二条：党员应当增强党员意识，主动按月交纳党费`,
      unit: '个',
      href: null,
    },
    {
      code: 'duesThreeMonths',
      label: '连续三个月未缴',
      detail: '连续三个月没有缴纳党费的党员，请提醒谈话',
      clause: `${CLAUSE}第十三条：对不按规定交纳党费的党员，其所在党组织应及时对其进行批评教育，限期改正`,
      unit: '人',
      href: null,
    },
    {
      code: 'duesSixMonths',
      label: '连续六个月未缴',
      detail: '连续六个月没有缴纳党费的党员，须查明原因并按规定处理',
      clause: `${CLAUSE}第十三条：对无正当理由，连续6个月不交纳党费的党员，按自行脱党处理`,
      unit: '人',
      href: null,
    },
    {
      code: 'duesNotHandedUp',
      label: '党费未上缴',
      detail: '上月收了党费、至今没有上缴的党支部',
      clause: `${CLAUSE}第十五条：按照规定的比例向上级党组织上缴党费`,
      unit: '个',
      href: null,
    },
    {
      code: 'duesPaidTwice',
      label: '合并后一月缴了两次',
      detail: '两份重复信息合并以后，同一个月缴了两次，请冲销其中一笔',
      clause: `${CLAUSE}第十二条：党员应当按月交纳党费，一个月缴一次`,
      unit: '项',
      href: null,
    },
  ],
  async count(ctx) {
    const { current } = await monthAndToday(ctx.db);
    const found = await queries.countAll(ctx.db, ctx.scope, current);
    return {
      duesUnopened: found?.unopened ?? 0,
      duesLowRate: found?.low ?? 0,
      duesThreeMonths: found?.three ?? 0,
      duesSixMonths: found?.six ?? 0,
      duesNotHandedUp: found?.unhanded ?? 0,
      duesPaidTwice: found?.twice ?? 0,
    };
  },
  async countBelow(ctx, codes) {
    const [kept, others] = await Promise.all([branchesBelow(ctx, codes), othersBelow(ctx, codes)]);
    return new Map(codes.map((code) => [code, { ...kept.get(code), ...others.get(code) }]));
  },
  kept: { part: 'dues', below: branchesBelow, rest: othersBelow },
  async rows(ctx, code, { pageNum, pageSize }) {
    const { current } = await monthAndToday(ctx.db);
    const rows = await queries.pageOfFound(ctx.db, ctx.scope, code, current, pageSize, (pageNum - 1) * pageSize);
    return rows.map(
      (row): RuleRow => ({
        id: row.id,
        title: row.name,
        orgName: row.orgName ?? '',
        ...shownOf(code, row, current),
      }),
    );
  },
  async late(ctx, code, limit): Promise<LateOrg[]> {
    const { current } = await monthAndToday(ctx.db);
    const rows = await queries.orgsOfFound(ctx.db, ctx.scope, code, current, limit);
    return rows.map(({ id, n }) => ({ orgId: id, detail: lateText(code, n, current) }));
  },
};

const lateText = (code: string, n: number, current: string): string => {
  if (code === 'duesUnopened') return `${current}党费还没有开账`;
  if (code === 'duesLowRate') return `${addMonths(current, -1)}党费收缴率不到${LEAST_RATE}%`;
  if (code === 'duesNotHandedUp') return `${addMonths(current, -1)}党费还没有上缴`;
  if (code === 'duesPaidTwice') return `${n}笔党费在合并重复信息后一月缴了两次`;
  return `${n}名党员连续${code === 'duesSixMonths' ? '六' : '三'}个月未缴党费`;
};

/** What is amiss with a row, and where it is put right. */
function shownOf(
  code: string,
  { id, owed, due, month }: queries.Found,
  current: string,
): Pick<RuleRow, 'detail' | 'href'> {
  if (code === 'duesUnopened')
    return { detail: `${current}未开账`, href: `/affairs/dues?orgId=${id}&month=${current}` };
  const sum = `${(Number(owed) / 100).toFixed(2)}元`;
  if (code === 'duesLowRate') {
    const month = addMonths(current, -1);
    return {
      detail: `${month}收缴率${collectedText(Number(due) - Number(owed), Number(due))}，欠缴${sum}`,
      href: `/affairs/dues?orgId=${id}&month=${month}`,
    };
  }
  if (code === 'duesNotHandedUp')
    return { detail: `${addMonths(current, -1)}收到${sum}`, href: `/affairs/dues?orgId=${id}&tab=handup` };
  if (code === 'duesPaidTwice')
    return { detail: `${month}缴了两次，其中一笔${sum}`, href: '/affairs/dues?tab=payments' };
  return { detail: `欠缴${sum}`, href: `/affairs/dues/member-record/${id}/-/0` };
}
