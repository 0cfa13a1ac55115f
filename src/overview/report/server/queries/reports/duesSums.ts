import { type ReportKey, yuanText } from '#overview/report/rules.ts';
import { shareOf } from '#platform/text/share.ts';
import { ratesOf, totals } from '#procedures/dues/server/index.ts';
import type { Column, Counted, List, Numbers, Question, Report } from '../../kit.ts';

/** The months of the question's period. */
const monthsOf = ({ span }: Pick<Question, 'span'>) => ({ from: span.from.slice(0, 7), until: span.to.slice(0, 7) });
const detail = (orgId: string, span: Question['span']) =>
  `/affairs/dues/total-detail/${orgId}?from=${span.from.slice(0, 7)}&until=${span.to.slice(0, 7)}`;

const columns: readonly Column[] = [
  { key: 'people', title: '应缴人数', unit: 'people', href: detail },
  { key: 'due', title: '应缴', unit: 'fen', href: detail },
  { key: 'paid', title: '已缴', unit: 'fen', href: detail },
  { key: 'rate', title: '收缴率', unit: 'percent', of: ({ paid, due }) => shareOf(paid, due) },
  { key: 'owing', title: '欠缴人数', unit: 'people', isLate: true, href: detail },
  { key: 'owed', title: '欠缴', unit: 'fen', isLate: true, href: detail },
];

/** The sums of 党费汇总明细, by organisation: closed months stay with whoever was above at that time. */
async function count(question: Question): Promise<Counted> {
  const { db, org, scope, children } = question;
  const { from, until } = monthsOf(question);
  const rows = await totals(db, scope, org, from, until);
  const codes = new Map(children.map(({ id, code }) => [id, code]));
  const byCode = new Map<string, Numbers>();
  for (const row of rows) {
    // What has moved away or was revoked stands in the line for such organisations.
    const code = row.orgId === org.id ? org.code : (codes.get(row.orgId) ?? `gone ${row.orgId}`);
    const { people, owing } = row;
    byCode.set(code, { people, owing, due: Number(row.due), paid: Number(row.paid), owed: Number(row.owed) });
  }
  return { byCode };
}

const WORDS = [
  '应缴含已缴、支付中和欠缴，不含免缴、缓缴；收缴率＝已缴÷应缴。已结账的月份计在当时的上级，以后划转也不变。',
  '数额以开账时的党费标准为准（中组发〔2008〕3号第二条至第八条）；没有开账的月份没有应缴，显示为零。',
];

/** 党费月度汇总. */
export const monthlyDues: Report = {
  key: 'monthlyDuesSummary',
  words: WORDS,
  periods: ['month', 'quarter'],
  columns,
  count,
};

/** The months of a year as a list: what was due and what was paid. */
const months: List = {
  unit: 'months',
  first: 'due',
  title: '逐月情况',
  columns: [
    { key: 'month', title: '月份', width: 120 },
    { key: 'due', title: '应缴（元）', width: 150, kind: 'number' },
    { key: 'paid', title: '已缴（元）', width: 150, kind: 'number' },
    { key: 'owed', title: '未缴（元）', width: 150, kind: 'number' },
    { key: 'rate', title: '收缴率', width: 110, kind: 'percent' },
  ],
  async page({ db, scope, span, org }, _column, limit, offset) {
    const rows = await ratesOf(db, scope, span.from.slice(0, 7), span.to.slice(0, 7));
    return {
      total: rows.length,
      rows: rows.slice(offset, offset + limit).map(({ month, due, paid }) => ({
        id: month,
        href: `/affairs/dues/total-detail/${org.id}?from=${month}&until=${month}`,
        cells: [
          month,
          yuanText(Number(due)),
          yuanText(Number(paid)),
          yuanText(Number(due) - Number(paid)),
          `${shareOf(Number(paid), Number(due)) ?? 0}%`,
        ],
      })),
    };
  },
};

/** 党费年度汇总. */
export const yearlyDues: Report = {
  key: 'yearlyDuesSummary' satisfies ReportKey,
  words: [...WORDS, '应缴人数、欠缴人数按全年人数最多的月份计，不逐月累加。'],
  periods: ['year'],
  columns,
  count,
  list: months,
};
