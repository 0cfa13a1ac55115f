/** What a 主题党日 is about. */
export const KINDS = {
  study: '理论学习',
  red: '红色教育',
  discipline: '纪律教育',
  service: '志愿服务',
  birthday: '政治生日',
  visit: '走访慰问',
  culture: '文体活动',
  other: '其他',
} as const;
export type Kind = keyof typeof KINDS;

/** Topics of a meeting at most, and their length (module `orgLife`). */
export const MAX_STEPS = 20;
const MAX_STEP = 100;

/** The steps as they are written, one a line, without the numbers that people put before them. */
export const stepsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/^(?:[（(]?[一二三四五六七八九十\d]{1,3}[）)、.．]\s*)/, ''))
    .filter((line) => line !== '');

/** What is wrong with the steps; empty: nothing. */
export function stepsFault(text: string): string {
  const steps = stepsOf(text);
  if (steps.length > MAX_STEPS) return `最多${MAX_STEPS}步，现在有${steps.length}步`;
  const long = steps.findIndex((step) => step.length > MAX_STEP);
  return long < 0 ? '' : `第${long + 1}步超过${MAX_STEP}字，请写短一些`;
}
