import type { RuleChecks, RuleRow } from '#platform/server/module.ts';
import { keptBelow, lateBelow, lateCounts, lateRows } from './queries/late.ts';
import { OUT_PATH, workPath } from './todos.ts';

const CLAUSE = '《中国共产党党员教育管理工作条例》第二十五条';

const WORDS: Readonly<Record<string, string>> = { relationKept: '保留', relationReceipts: '期限' };

/** What is late about transfers. */
export const relationRuleChecks: RuleChecks = {
  right: 'relation:approve',
  checks: [
    {
      code: 'relationOverdue',
      label: '转接超期未办',
      detail: '介绍信有效期已过仍在等待办理的组织关系转接',
      clause: `${CLAUSE}：接收党组织应当及时接收，没有正当理由不得拒转拒接`,
      unit: '件',
      href: null,
    },
    {
      code: 'relationLetters',
      label: '介绍信过期',
      detail: '介绍信过期、须补开或撤销的组织关系转接',
      clause: `${CLAUSE}：党员组织关系介绍信在有效期内使用，有效期一般不超过三个月`,
      unit: '件',
      href: null,
    },
    {
      code: 'relationReceipts',
      label: '回执逾期',
      detail: '转出满一个月没有收到回执，或转入满一个月没有寄出回执的组织关系转接',
      clause: `${CLAUSE}：组织关系介绍信回执由接收党组织的基层党委直接寄回`,
      unit: '件',
      href: null,
    },
    {
      code: 'relationKept',
      label: '毕业生超期未转',
      detail: '毕业后没有落实去向，组织关系在校保留超过两年',
      clause: '《关于进一步加强党员组织关系管理的意见》：毕业生党员组织关系保留在学校时间一般不超过两年',
      unit: '人',
      href: null,
    },
  ],
  count: lateCounts,
  async countBelow(ctx, codes) {
    const [own, rest] = [await lateBelow(ctx, codes), await keptBelow(ctx, codes)];
    return new Map(codes.map((code) => [code, { ...own.get(code), ...rest.get(code) }]));
  },
  kept: { part: 'transfer', below: lateBelow, rest: keptBelow },
  async rows(ctx, code, { pageNum, pageSize }) {
    const rows = await lateRows(ctx, code, pageSize, (pageNum - 1) * pageSize);
    return rows.map(
      ({ id, name, orgName, due }): RuleRow => ({
        id,
        title: name,
        orgName: orgName ?? '',
        detail: `${WORDS[code] ?? '有效期'}至${due ?? ''}`,
        href: code === 'relationKept' ? OUT_PATH : workPath(id),
      }),
    );
  },
};
