/** 现场管理员 as lists sort them. */
export const KEEPER_VIEWS = { held: '在任', coming: '未开始', over: '已到期', revoked: '已撤销' } as const;
export type KeeperView = keyof typeof KEEPER_VIEWS;

/** Longest that somebody is appointed for, in days. */
export const MOST_KEEPER_DAYS = 366;

/** Days between two days, `YYYY-MM-DD`. */
const between = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** Where an appointment stands on a day. */
export function keeperView(of: { fromOn: string; toOn: string; revoked: boolean }, today: string): KeeperView {
  if (of.revoked) return 'revoked';
  if (of.toOn < today) return 'over';
  return of.fromOn > today ? 'coming' : 'held';
}

/** What is wrong with the days of an appointment, at their fields. */
export function keeperFaults(
  { fromOn, toOn }: { fromOn: string; toOn: string },
  today: string,
): Record<string, string> {
  if (toOn < today) return { toOn: '截止日期已过' };
  if (toOn < fromOn) return { toOn: '截止日期不能早于开始日期' };
  return between(fromOn, toOn) > MOST_KEEPER_DAYS ? { toOn: '最长一年，到期可以重新指定' } : {};
}
