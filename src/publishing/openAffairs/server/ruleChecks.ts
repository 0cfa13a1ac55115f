import { todayOf } from '#platform/server/database/db.ts';
import type { RuleChecks } from '#platform/server/module.ts';
import { groupByPlace } from '#platform/server/sums/ruleChecks.ts';
import { listDue } from '#publishing/openAffairs/contract.catalogue.ts';
import { periodText } from '#publishing/openAffairs/rules.ts';
import { countOverdue, overdueBelow } from './queries/catalogue.ts';
import { duePeriods, listDueAffairs } from './service/catalogue.ts';

const LIST = '/affairs/organization/threeAffairs/due';

const AT_ONCE = 200;

const below: RuleChecks['countBelow'] = async (ctx, codes) => {
  const month = (await todayOf(ctx.db)).slice(0, 7);
  const rows = await overdueBelow(ctx.db, ctx.scope, duePeriods(month), codes);
  return groupByPlace(rows.map((row) => ({ ...row, code: 'openOverdue' })));
};

/** What had to be published by now and is not. */
export const openRuleChecks: RuleChecks = {
  right: listDue.access,
  checks: [
    {
      code: 'openOverdue',
      label: '三务公开逾期',
      detail: '到了应公开日期还没有公开的项目',
      clause: '《中国共产党党务公开条例（试行）》《村务监督委员会工作规定》：应公开的事项按规定的时限公开',
      unit: '项',
      href: `${LIST}?state=overdue`,
    },
  ],
  async count(ctx) {
    const month = (await todayOf(ctx.db)).slice(0, 7);
    return { openOverdue: await countOverdue(ctx.db, ctx.scope, duePeriods(month)) };
  },
  countBelow: below,
  kept: { part: 'open', below },
  async rows(ctx, _code, page) {
    const { rows } = await listDueAffairs(ctx, listDue.input.parse({ ...page, state: 'overdue' }));
    return rows.map(({ id, itemName, orgName, period, dueOn }) => ({
      id,
      title: itemName,
      orgName,
      detail: `${periodText(period)}，应于${dueOn}前公开`,
      href: `${LIST}?state=overdue`,
    }));
  },
  async late(ctx, _code, limit) {
    const items = new Map<string, string[]>();
    for (let pageNum = 1; items.size < limit; pageNum++) {
      const { rows } = await listDueAffairs(ctx, listDue.input.parse({ pageNum, pageSize: AT_ONCE, state: 'overdue' }));
      for (const { orgId, itemName, period } of rows) {
        items.set(orgId, [...(items.get(orgId) ?? []), `${itemName}（${periodText(period)}）`]);
      }
      if (rows.length < AT_ONCE) break;
    }
    return [...items].slice(0, limit).map(([orgId, names]) => ({ orgId, detail: `${names.join('、')}逾期未公开` }));
  },
};
