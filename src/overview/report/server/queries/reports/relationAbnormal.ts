import { houseContext } from '#platform/server/sums/ruleChecks.ts';
import { relationRuleChecks } from '#procedures/transfer/server/ruleChecks.ts';
import type { Column, Numbers, Question, Report } from '../../kit.ts';

const { checks } = relationRuleChecks;
const columns: readonly Column[] = checks.map(({ code, label, unit }) => ({
  key: code,
  title: label,
  unit: unit === '人' ? 'people' : 'cases',
  isLate: true,
  listed: true,
}));

/** The rules as whoever works at a place reads them. */
const standing = ({ db, services, org, scope }: Question) => houseContext(services, db, org, scope);

/** 关系异常: what is late about transfers, by the rules of 组织关系. */
export const relationAbnormal: Report = {
  key: 'relationAbnormal',
  words: [
    ...checks.map(({ label, detail, clause }) => `${label}：${detail}（${clause}）。`),
    '一件转接在它经过的每个组织各计一次，合计中只计一次，合计不等于各行相加。',
  ],
  columns,
  async count(question) {
    const { org, children } = question;
    const ctx = standing(question);
    const total: Numbers = await relationRuleChecks.count(ctx);
    if (children.length === 0) return { byCode: new Map([[org.code, total]]), total };
    const below = await relationRuleChecks.countBelow(
      ctx,
      children.map(({ code }) => code),
    );
    const zeros = Object.fromEntries(checks.map(({ code }) => [code, 0]));
    return { byCode: new Map(children.map(({ code }) => [code, { ...zeros, ...below.get(code) }])), total };
  },
  list: {
    unit: 'cases',
    first: 'relationOverdue',
    columns: [
      { key: 'name', title: '姓名', width: 120 },
      { key: 'orgName', title: '党组织', width: 280 },
      { key: 'detail', title: '情况', width: 240 },
    ],
    async page(question, column, limit, offset) {
      const code = checks.some((one) => one.code === column) ? column : 'relationOverdue';
      const ctx = standing(question);
      const page = { pageNum: Math.floor(offset / limit) + 1, pageSize: limit };
      const [rows, counts] = await Promise.all([
        relationRuleChecks.rows(ctx, code, page),
        relationRuleChecks.count(ctx),
      ]);
      return {
        total: counts[code] ?? 0,
        rows: rows.map(({ id, title, orgName, detail, href }) => ({ id, href, cells: [title, orgName, detail] })),
      };
    },
  },
};
