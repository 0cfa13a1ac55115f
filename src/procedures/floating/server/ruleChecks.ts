import type { RuleChecks, RuleRow } from '#platform/server/module.ts';
import { type Silence, silentBelow, silentCounts, silentOrgs, silentOutflows } from './queries/overdue.ts';
import { movePath } from './todos.ts';

const CLAUSE = '《中国共产党党员教育管理工作条例》';

const silenceOf = (code: string): Silence => (code === 'floatingLost' ? 'floatingLost' : 'floatingContact');

/** One of the two below some organisations. Who is lost hangs on dues and meetings, too, and is looked for among the few who are. */
const below =
  (code: Silence): RuleChecks['countBelow'] =>
  (ctx, codes) =>
    silentBelow(ctx, code, codes);

/** Who is away and has not been heard of. */
export const floatingRuleChecks: RuleChecks = {
  right: 'floating:read',
  checks: [
    {
      code: 'floatingContact',
      label: '流动党员失于联系',
      detail: '超过一个月没有联系的流动党员',
      clause: `${CLAUSE}第三十三条：党支部确定专人与流动党员保持联系`,
      unit: '人',
      href: '/affairs/mobilePartyMembers?overdue=1',
    },
    {
      code: 'floatingLost',
      label: '失联满六个月',
      detail: '失去联系六个月以上，应按规定停止党籍的',
      clause: `${CLAUSE}第二十四条：失去联系六个月以上、通过各种方式查找仍没有取得联系的，予以停止党籍`,
      unit: '人',
      href: null,
    },
  ],
  count: silentCounts,
  async countBelow(ctx, codes) {
    const [contact, lost] = [await below('floatingContact')(ctx, codes), await below('floatingLost')(ctx, codes)];
    return new Map(codes.map((code) => [code, { ...contact.get(code), ...lost.get(code) }]));
  },
  kept: { part: 'contact', below: below('floatingContact'), rest: below('floatingLost') },
  async rows(ctx, code, { pageNum, pageSize }) {
    const rows = await silentOutflows(ctx, silenceOf(code), pageSize, (pageNum - 1) * pageSize);
    return rows.map(
      (row): RuleRow => ({
        id: row.id,
        title: row.name,
        orgName: row.orgName,
        detail: row.lastOn ? `上次联系${row.lastOn}` : `应在${row.dueOn}前联系，还没有联系过`,
        href: movePath('out', row.id),
      }),
    );
  },
  async late(ctx, code, limit) {
    const rows = await silentOrgs(ctx, silenceOf(code), limit);
    return rows.map(({ orgId, n }) => ({
      orgId,
      detail: code === 'floatingLost' ? `${n}名流动党员失联满六个月` : `${n}名流动党员超过一个月没有联系`,
    }));
  },
};
