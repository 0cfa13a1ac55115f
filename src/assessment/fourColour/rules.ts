/** Levels, best first; what is stored is the number alone, so that another scheme (`rules.scheme.ts`) changes no history. */
export type Level = 1 | 2 | 3 | 4;

export const KINDS = { city: '城市', village: '农村' } as const;
export type Kind = keyof typeof KINDS;
/** Natures of main units (dictionary 0011): 街道 5, 社区 7; 乡镇 6, 行政村 8. */
export const NATURES: Readonly<Record<Kind, readonly string[]>> = { city: ['5', '7'], village: ['6', '8'] };

export const HAND_STATES = { 0: '待确认', 1: '已确认', 2: '不同意', 3: '已撤回' } as const;
export type HandState = keyof typeof HAND_STATES;

export const RECTIFICATION_STATES = { 0: '整改中', 1: '待验收', 2: '已验收' } as const;

/** Days after the end of a quarter from which it can be frozen. */
export const FREEZE_DAYS = 5;

/** The level of a score (≥90, ≥80, ≥70; hundredths); none: it does not count. */
export const levelOfScore = (score: number | null): Level =>
  score === null || score >= 9000 ? 1 : score >= 8000 ? 2 : score >= 7000 ? 3 : 4;

/** The level of open checks (0–2, 3–6, 7–9, 10 and more). */
export const levelOfChecks = (open: number): Level => (open <= 2 ? 1 : open <= 6 ? 2 : open <= 9 ? 3 : 4);

/** The worse of the two. */
export const levelOf = (score: number | null, open: number): Level =>
  Math.max(levelOfScore(score), levelOfChecks(open)) as Level;

/** A level by hand beside what is computed now: one step at most, whatever has changed since it was confirmed. */
export const withHand = (computed: Level, hand: number | null): Level =>
  (hand === null ? computed : Math.min(computed + 1, Math.max(computed - 1, hand))) as Level;

/** The most open checks of a level; null: any number. */
const MOST_OPEN = { 1: 2, 2: 6, 3: 9, 4: null } as const;
/** The least score of a level, hundredths. */
const LEAST_SCORE = { 1: 9000, 2: 8000, 3: 7000, 4: 0 } as const;

/** Last day of a quarter: how it stands then is what is frozen. */
export const quarterEnd = (year: number, quarter: number): string =>
  new Date(Date.UTC(year, quarter * 3, 0)).toISOString().slice(0, 10);

export interface Forecast {
  /** The day on which it turns unless something is done. */
  on: string;
  /** The level of the last frozen quarter; null: there is none, and the best is kept in view. */
  from: Level | null;
  to: Level;
  /** How many of the open checks must be put right to keep it; 0: they are few enough. */
  fix: number;
  /** The score that it takes, hundredths; null: the score is good enough, or there is none. */
  score: number | null;
}

/** What a running quarter comes to if nothing is done, where that is worse than before; null: it is not. */
export function forecastOf(
  now: { level: Level; score: number | null; open: number },
  before: Level | null,
  year: number,
  quarter: number,
): Forecast | null {
  const keep = before ?? 1;
  if (now.level <= keep) return null;
  const most = MOST_OPEN[keep];
  const least = LEAST_SCORE[keep];
  return {
    on: quarterEnd(year, quarter),
    from: before,
    to: now.level,
    fix: most === null ? 0 : Math.max(0, now.open - most),
    score: now.score !== null && now.score < least ? least : null,
  };
}

/** First day on which a quarter can be frozen: the fifth after its last. */
export function firstFreezeDay(year: number, quarter: number): string {
  const last = Date.UTC(year, quarter * 3, 0);
  return new Date(last + FREEZE_DAYS * 86_400_000).toISOString().slice(0, 10);
}

/** How often in a row, up to the latest, a history is red; newest last. */
export function countRedRun(levels: readonly number[]): number {
  let run = 0;
  for (const level of [...levels].reverse()) {
    if (level !== 4) break;
    run++;
  }
  return run;
}

/** What is said where somebody enters an award for an organisation; empty: nothing. */
export const awardDoubt = (run: number): string =>
  run >= 3 ? `四色管理连续${run}个季度为最低等级，已要求书面检讨，请核对是否适宜表彰` : '';

/** What two and three red quarters running lead to. */
export const redRunConsequence = (run: number) =>
  run >= 3 ? '连续三个季度红色：书面检讨' : run === 2 ? '连续两个季度红色：约谈' : '';
