/** The lines of the change table 党员增减 (党内统计年报, domain 7.2): number, words, and which line it is part of. */
export const LINES = [
  { no: 1, label: '期初党员', of: 0 },
  { no: 2, label: '增加合计', of: 0 },
  { no: 3, label: '新发展（按记入日期）', of: 2 },
  { no: 4, label: '恢复党籍', of: 2 },
  { no: 5, label: '转入', of: 2 },
  { no: 6, label: '其中：整建制转入', of: 5 },
  { no: 7, label: '减少合计', of: 0 },
  { no: 8, label: '出党（含取消预备党员资格）', of: 7 },
  { no: 9, label: '停止党籍', of: 7 },
  { no: 10, label: '死亡', of: 7 },
  { no: 11, label: '转出', of: 7 },
  { no: 12, label: '其中：整建制转出', of: 11 },
  { no: 16, label: '其他减少', of: 7 },
  { no: 13, label: '期末应有（1＋2－7）', of: 0 },
  { no: 14, label: '期末实有', of: 0 },
  { no: 15, label: '相差（14－13）', of: 0 },
] as const;
export type LineNo = (typeof LINES)[number]['no'];

/** Which ways of the ledger stand in a line; the others are sums, or counted from the records. */
export const WAYS: Readonly<Partial<Record<LineNo, readonly string[]>>> = {
  3: ['recruited'],
  4: ['restored'],
  5: ['transferredIn', 'transferredInWhole'],
  6: ['transferredInWhole'],
  8: ['expelled', 'revoked'],
  9: ['suspended'],
  10: ['died'],
  11: ['transferredOut', 'transferredOutWhole'],
  12: ['transferredOutWhole'],
  16: ['other'],
};
export const waysOf = (no: LineNo): readonly string[] => {
  if (no === 2) return [3, 4, 5].flatMap((part) => WAYS[part as LineNo] ?? []);
  if (no === 7) return [8, 9, 10, 11, 16].flatMap((part) => WAYS[part as LineNo] ?? []);
  return WAYS[no] ?? [];
};
/** Ways by which somebody comes; what undoes one counts against its own line. */
export const INCREASES: readonly string[] = waysOf(2);

/**
 * The sixteen numbers from the ledger's sums by way (signed), and how many stood at the beginning and at the end by the records.
 * 15 is what the ledger does not explain: import, entries without a procedure, merging and deletion.
 */
export function balanceOf(sums: Readonly<Partial<Record<string, number>>>, before: number, after: number) {
  const line = (no: LineNo) => {
    const sum = waysOf(no).reduce((total, way) => total + (sums[way] ?? 0), 0);
    return INCREASES.includes(waysOf(no)[0] ?? 'other') ? sum : -sum;
  };
  const expected = before + line(2) - line(7);
  const found = new Map<LineNo, number>([
    [1, before],
    [13, expected],
    [14, after],
    [15, after - expected],
  ]);
  return LINES.map(({ no, label, of }) => ({ no, label, of, n: (found.get(no) ?? line(no)) || 0 }));
}

const CORRECTIONS: Readonly<Record<string, string>> = {
  created: '录入或导入',
  deleted: '删除或合并',
  changed: '直接更正档案',
};

/** What a line of the ledger is called; what undoes one says so. */
export function wayName(way: string, sign: number): string {
  const correction = CORRECTIONS[way];
  if (correction) return `${correction}（${sign > 0 ? '＋' : '－'}${Math.abs(sign)}）`;
  const narrowest = LINES.filter(({ no }) => WAYS[no]?.some((one) => one === way)).at(-1);
  const label = way === 'revoked' ? '取消预备党员资格' : (narrowest?.label.replace(/^其中：|（[^（]*）$/g, '') ?? way);
  const isReversed = INCREASES.some((one) => one === way) ? sign < 0 : sign > 0;
  return isReversed ? `${label}（撤销）` : label;
}
