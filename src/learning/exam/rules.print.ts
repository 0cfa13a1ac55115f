import { blanksIn, type Kind, keyWords, pointsText } from './rules.ts';

export const PRINT_PARTS = { paper: '试卷', sheet: '答题卡', key: '答案' } as const;
export type PrintPart = keyof typeof PRINT_PARTS;
export const PRINT_SIZES = { A4: 'A4', A3: 'A3（两栏）' } as const;
export type PrintSize = keyof typeof PRINT_SIZES;
/** What the sets of a drawn paper are called. */
export const SETS = ['A卷', 'B卷', 'C卷', 'D卷'] as const;

/** Where whoever sits a paper in Word writes the name. */
export const SIGNED = '单位________________　姓名____________　考号____________';

/** A question as it is printed; score in half points. */
export interface Printed {
  section: string;
  kind: Kind;
  stem: string;
  rich: string;
  options: readonly string[];
  key: readonly string[];
  explanation: string;
  score: number;
}

export interface PrintedSection {
  name: string;
  /** 每题2分，共20分. */
  note: string;
  questions: {
    n: number;
    kind: Kind;
    stem: string;
    /** The stem with its pictures and tables; empty: `stem` says all. */
    rich: string;
    /** Said behind the stem where the section's questions count differently. */
    worth: string;
    options: readonly string[];
    /** How many options stand beside one another in a line that is `wide` characters long. */
    across: number;
    blanks: number;
    /** Lines to be written on. */
    lines: number;
    key: string;
    explanation: string;
  }[];
}

/** How wide a text is, in characters of full width. */
const width = (text: string) =>
  [...text].reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0x2e7f ? 1 : 0.55), 0);

/** Options beside one another: four, two or one, so that the longest fits. @param wide characters of a line */
export const acrossOf = (options: readonly string[], wide: number): number => {
  const longest = Math.max(0, ...options.map(width)) + 2.5;
  return [4, 2].find((n) => n <= Math.max(2, options.length) && longest <= wide / n) ?? 1;
};

/** Questions in their sections, numbered through; neighbours of one section stay together. @param wide characters of a line */
export function sectionsOf(all: readonly Printed[], wide: number): PrintedSection[] {
  let n = 0;
  return [...Map.groupBy(all, ({ section }) => section)].map(([name, own]) => {
    const sum = own.reduce((total, { score }) => total + score, 0);
    const scores = new Set(own.map(({ score }) => score));
    const each = scores.size === 1 ? `每题${pointsText(own[0]?.score ?? 0)}分，` : '';
    return {
      name,
      note: `共${own.length}题，${each}共${pointsText(sum)}分`,
      questions: own.map((one) => {
        n += 1;
        return {
          n,
          kind: one.kind,
          stem: one.stem,
          rich: one.rich,
          worth: scores.size === 1 ? '' : `（${pointsText(one.score)}分）`,
          options: one.options,
          across: acrossOf(one.options, wide),
          blanks: one.kind === 4 ? Math.max(1, blanksIn(one.stem)) : 0,
          lines: one.kind === 5 ? Math.min(24, Math.max(6, one.score)) : 0,
          key: keyWords(one),
          explanation: one.explanation,
        };
      }),
    };
  });
}
