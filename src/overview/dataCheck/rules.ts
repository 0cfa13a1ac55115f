/** What becomes of a finding. */
export const ROW = { open: 0, given: 1, explained: 2, mended: 3 } as const;
export type RowState = (typeof ROW)[keyof typeof ROW];
export const ROW_STATES: Readonly<Record<RowState, string>> = { 0: '待处理', 1: '已交办', 2: '已说明', 3: '已更正' };

export const RUN = { going: 0, done: 1, failed: 2 } as const;
export type RunState = (typeof RUN)[keyof typeof RUN];
export const RUN_STATES: Readonly<Record<RunState, string>> = { 0: '核查中', 1: '已完成', 2: '没有完成' };

/** What the list of findings shows. */
export const ROW_VIEWS = {
  open: '待处理',
  given: '已交办',
  late: '交办超期',
  explained: '已说明',
  mended: '已更正',
  fresh: '本次新增',
  solved: '本次已解决',
} as const;
export type RowView = keyof typeof ROW_VIEWS;

/** So many findings are kept of one run; more is too much for one desk, and is checked branch by branch. */
export const MOST_FOUND = 20_000;
/** Longest time that a branch is given, in days. */
export const MOST_DAYS = 180;

/**
 * What a found row becomes at the next run: what was called mended and is found again waits once more; what was given or explained
 * stays so.
 */
export const nextRowState = (state: RowState): RowState => (state === ROW.mended ? ROW.open : state);

/** What is wrong with the last day that is given; empty where nothing is. */
export function dueFault(dueOn: string, today: string): string {
  if (dueOn < today) return '截止日期已过';
  return (Date.parse(dueOn) - Date.parse(today)) / 86_400_000 > MOST_DAYS ? `最长${MOST_DAYS}天` : '';
}
