/** Levels, best first; what is stored is the number alone, so that another scheme of colours changes no history. */
export const LEVELS = {
  1: { label: '绿', name: '良好', sign: '■' },
  2: { label: '黄', name: '一般', sign: '◆' },
  3: { label: '橙', name: '预警', sign: '▲' },
  4: { label: '红', name: '警示', sign: '●' },
} as const;
export type Level = keyof typeof LEVELS;

export const KINDS = { city: '城市', village: '农村' } as const;
export type Kind = keyof typeof KINDS;
/** Natures of main units (dictionary 0011): 街道 5, 社区 7; 乡镇 6, 行政村 8. */
export const NATURES: Readonly<Record<Kind, readonly string[]>> = { city: ['5', '7'], village: ['6', '8'] };

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

export const quarterText = (year: number, quarter: number) => `${year}年第${'一二三四'[quarter - 1]}季度`;

/** First day on which a quarter can be frozen: the fifth after its last. */
export function freezeDay(year: number, quarter: number): string {
  const last = Date.UTC(year, quarter * 3, 0);
  return new Date(last + FREEZE_DAYS * 86_400_000).toISOString().slice(0, 10);
}

/** How often in a row, up to the latest, a history is red; newest last. */
export function redRun(levels: readonly number[]): number {
  let run = 0;
  for (const level of [...levels].reverse()) {
    if (level !== 4) break;
    run++;
  }
  return run;
}

/** What two and three red quarters running lead to. */
export const redActs = (run: number) =>
  run >= 3 ? '连续三个季度红色：书面检讨' : run === 2 ? '连续两个季度红色：约谈' : '';
