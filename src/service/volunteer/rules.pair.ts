/** Who is paired with whom. */
export const PAIR_KINDS = { 1: '党组织共建', 2: '党员帮扶' } as const;
export type PairKind = keyof typeof PAIR_KINDS;

/** Why a household is helped (domain 6, 困难类型). */
export const DIFFICULTIES = { 1: '因病', 2: '因残', 3: '因灾', 4: '失业', 5: '子女就学', 6: '其他' } as const;
export type Difficulty = keyof typeof DIFFICULTIES;

/** States of a pair. */
export const PAIR = { waiting: 0, paired: 1, returned: 2, ended: 3, withdrawn: 4 } as const;
export type PairState = (typeof PAIR)[keyof typeof PAIR];
export const PAIR_STATES: Readonly<Record<PairState, string>> = {
  0: '待审',
  1: '结对中',
  2: '退回',
  3: '已结束',
  4: '已撤回',
};

/** What the list shows: the states, and of those that run what wants attention. */
export const PAIR_VIEWS = {
  waiting: '待审',
  paired: '结对中',
  idle: '久未走访',
  expiring: '快到期',
  returned: '退回',
  ended: '已结束',
} as const;
export type PairView = keyof typeof PAIR_VIEWS;

/** Days without a visit after which a pair that runs wants one: once a quarter. */
export const IDLE_DAYS = 90;
/** Days before its last one in which a pair is about to end; one whose last day is over stays here until it is ended. */
export const EXPIRING_DAYS = 30;
/** Longest that a pair is agreed for, in years. */
export const MOST_YEARS = 5;

/** What is wrong with the days of a pair, at their fields. */
export function pairDayFaults({ fromOn, toOn }: { fromOn: string; toOn: string }): Record<string, string> {
  if (toOn <= fromOn) return { toOn: '截止日期应晚于开始日期' };
  const latest = `${Number(fromOn.slice(0, 4)) + MOST_YEARS}${fromOn.slice(4)}`;
  return toOn > latest ? { toOn: `最长${MOST_YEARS}年，到期可以再申请` } : {};
}

/** Why two organisations do not pair; empty where they may. */
export const whyNotPaired = (id: string, otherId: string): string =>
  id === otherId ? '不能与本组织结对，请选择对方党组织' : '';
