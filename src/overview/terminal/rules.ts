/** Whether a screen shows it: nothing is seen before whoever wrote it says so. */
export const STATES = { draft: '草稿', published: '已发布' } as const;
export type State = keyof typeof STATES;

/** How a greeting stands on a day, by its own two days. */
export const GREETINGS = { now: '展示中', later: '未开始', over: '已结束' } as const;
export type Greeting = keyof typeof GREETINGS;

/** @param today `YYYY-MM-DD`, as both days of the greeting; the last one is still shown */
export const greetingState = (today: string, { startsOn, endsOn }: { startsOn: string; endsOn: string }): Greeting =>
  today < startsOn ? 'later' : today > endsOn ? 'over' : 'now';

export const HONOR_KINDS = { org: '集体荣誉', person: '个人荣誉' } as const;
/** Levels of who gives an honour, the highest first. */
export const LEVELS = {
  nation: '国家级',
  province: '省级',
  city: '市级',
  county: '区县级',
  town: '乡镇街道级',
  other: '其他',
} as const;

export const MEDIA_KINDS = { picture: '图片', video: '视频' } as const;

/** Rows of one organisation by their years, the newest first; within a year the newest day first. */
export function groupByYear<T extends { happenedOn: string }>(rows: readonly T[]): { year: string; rows: T[] }[] {
  const sorted = rows.toSorted((a, b) => (a.happenedOn < b.happenedOn ? 1 : a.happenedOn > b.happenedOn ? -1 : 0));
  const years = new Map<string, T[]>();
  for (const row of sorted) {
    const year = row.happenedOn.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), row]);
  }
  return [...years].map(([year, some]) => ({ year, rows: some }));
}
