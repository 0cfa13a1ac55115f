/** Items of a contest as they begin; every contest may have its own. */
export const DEFAULT_ITEMS: readonly { name: string; max: number }[] = [
  { name: '领导班子', max: 15 },
  { name: '骨干队伍', max: 15 },
  { name: '活动阵地', max: 10 },
  { name: '工作制度', max: 10 },
  { name: '保障机制', max: 10 },
  { name: '工作业绩', max: 25 },
  { name: '群众评价', max: 15 },
  { name: '加分', max: 5 },
];
/** The least points of five, four, three and two stars; below all of them one star. */
export const DEFAULT_BANDS: readonly number[] = [90, 80, 70, 60];

export const CONTEST_STATES = { 0: '草稿', 1: '支部自评', 2: '上级初审', 3: '公示', 4: '已授牌' } as const;
export type ContestState = keyof typeof CONTEST_STATES;
export const STAR_NAMES = ['', '一星', '二星', '三星', '四星', '五星'] as const;

/** The stars of a sum by the bands of the contest, five to one. */
export function starsOf(points: number, bands: readonly number[]): number {
  const at = bands.findIndex((least) => points >= least);
  return at < 0 ? 1 : 5 - at;
}

export const sumOf = (scores: readonly number[] | null): number | null =>
  scores === null ? null : scores.reduce((sum, one) => sum + one, 0);

/** What is wrong with scores: one for each item, none above its maximum. By the item's place; nothing: good. */
export function scoreFaults(items: readonly { name: string; max: number }[], scores: readonly number[]) {
  const faults: Record<string, string> = {};
  if (scores.length !== items.length) return { scores: `应填写${items.length}项得分` };
  for (const [at, { name, max }] of items.entries()) {
    if ((scores[at] ?? 0) > max) faults[`scores.${at}`] = `${name}最高${max}分`;
  }
  return faults;
}

/** Bands fall from five stars to two. */
export const bandsFault = (bands: readonly number[]): string =>
  bands.every((least, at) => at === 0 || least < (bands[at - 1] ?? 0)) ? '' : '星级分数线应从五星到二星依次降低';
