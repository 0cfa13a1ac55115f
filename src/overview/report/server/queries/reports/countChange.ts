import { workerScope } from '#platform/server/database/scope.ts';
import { balanceOf, LINES, type LineNo, waysOf } from '#procedures/transfer/rules/balance.ts';
import { balanceFigures } from '#procedures/transfer/server/index.ts';
import type { Column, Numbers, Question, Report } from '../../kit.ts';

const keyOf = (no: number) => `line${no}`;
/** The line that a column says. */
export const lineOf = (key: string): LineNo => Number(key.slice(4)) as LineNo;
const GROUPS: Readonly<Partial<Record<number, string>>> = { 2: '增加', 7: '减少' };
/** Short words for the heads of the table; the lines and their rule are those of 党员增减 in 组织关系. */
const TITLES: Readonly<Partial<Record<LineNo, string>>> = {
  1: '期初',
  2: '合计',
  3: '发展',
  4: '恢复',
  7: '合计',
  8: '出党',
  16: '其他',
  13: '期末应有',
  14: '期末实有',
  15: '相差',
};
/** 其中 stand in the balance itself. */
const SHOWN: readonly LineNo[] = [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 16, 13, 14, 15];
/** Children that are counted beside each other. */
const AT_ONCE = 6;

const columns: readonly Column[] = SHOWN.map((no) => {
  const line = LINES.find((one) => one.no === no);
  const group = GROUPS[no] ?? (line && GROUPS[line.of]);
  return {
    key: keyOf(no),
    title: TITLES[no] ?? line?.label ?? '',
    unit: 'people',
    ...(group ? { group } : {}),
    ...(no === 15 ? { isLate: true as const } : {}),
    ...(no === 15 || waysOf(no).length > 0
      ? {
          href: (orgId, { from, to }) => `/affairs/relation/balance?orgId=${orgId}&from=${from}&to=${to}&no=${no}`,
        }
      : {}),
  } satisfies Column;
});

async function balance({ db, span, today }: Question, code: string): Promise<Numbers> {
  const to = span.to < today ? span.to : today;
  const { sums, before, after } = await balanceFigures(db, workerScope(code), { from: span.from, to });
  return Object.fromEntries(balanceOf(sums, before, after).map(({ no, n }) => [keyOf(no), n]));
}

/** 党员增减报表: the balance of 党员增减 (relation), for each organisation. */
export const countChange: Report = {
  key: 'countChangeReport',
  words: [
    '只计正式党员和预备党员中党籍正常的，按登记日期计入期间；补登的计入登记的那一期，已过的年度不再变化（党内统计年报 党员增减情况）。',
    '期末应有＝期初＋增加－减少；相差＝期末实有－期末应有，是录入、导入、删除、合并和直接更正的档案，点开逐人核对。',
    '下级之间的转接在合计中相抵，合计不等于各行相加；出党含取消预备党员资格（《中国共产党章程》第七条、第九条）。',
  ],
  periods: ['year', 'quarter', 'month'],
  columns,
  async count(question) {
    const { org, children } = question;
    const total = await balance(question, org.code);
    const byCode = new Map<string, Numbers>();
    if (children.length === 0) byCode.set(org.code, total);
    for (let at = 0; at < children.length; at += AT_ONCE) {
      const some = children.slice(at, at + AT_ONCE);
      const found = await Promise.all(some.map(({ code }) => balance(question, code)));
      for (const [i, { code }] of some.entries()) byCode.set(code, found[i] ?? {});
    }
    return { byCode, total };
  },
};
