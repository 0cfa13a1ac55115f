import { itemScore } from '#assessment/orgAssessment/rules.ts';
import { shareText } from '#platform/text/share.ts';

/**
 * What materials are counted by. The five of `STANDS` are each material's one standing, so that they are 应报 together; the others
 * lie across them.
 */
export const FIGURES = {
  all: '应报',
  idle: '未开始',
  saved: '已保存',
  waiting: '待审核',
  passed: '通过',
  failed: '不通过',
  late: '逾期和迟报',
  due: '已到期或已报',
  onTime: '按时报送',
} as const;
export type Figure = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as [Figure, ...Figure[]];
export const STANDS = ['idle', 'saved', 'waiting', 'passed', 'failed'] as const satisfies readonly Figure[];
export type Figures = Record<Figure, number>;

/** A share in per cent, with one decimal where it is not whole; never 100% while something is missing. Empty: of nothing. */
export const rateText = (part: number, of: number): string => shareText(part, of, '');
/** How much was handed in by its day, of what is due or handed in. */
export const onTimeRate = ({ onTime, due }: Pick<Figures, 'onTime' | 'due'>) => rateText(onTime, due);
/** How much passed of what is decided. */
export const passedRate = ({ passed, failed }: Pick<Figures, 'passed' | 'failed'>) => rateText(passed, passed + failed);

/** Mean (HALF_UP to a hundredth), least and most of the points that there are; null of none. */
export function spreadOf(values: readonly (number | null)[]) {
  const there = values.filter((value) => value !== null);
  if (there.length === 0) return { mean: null, least: null, most: null };
  const sum = there.reduce((all, one) => all + one, 0);
  return { mean: Math.round(sum / there.length), least: Math.min(...there), most: Math.max(...there) };
}

/** What a unit has of each item, hundredths, in the order of the items; null: nothing counts yet. */
export function itemScores(
  items: readonly { id: string; points: number }[],
  finals: readonly (readonly [itemId: string, final: number | null])[],
  closed: boolean,
): (number | null)[] {
  const by = Map.groupBy(finals, ([itemId]) => itemId);
  return items.map(({ id, points }) =>
    itemScore(
      (by.get(id) ?? []).map(([itemId, final]) => ({
        itemId,
        points,
        month: 0,
        final,
        isDue: true,
        isExempt: false,
      })),
      closed,
    ),
  );
}

/** What items are worth together; null where none counts yet. */
export const sumOf = (scores: readonly (number | null)[]): number | null =>
  scores.every((score) => score === null) ? null : scores.reduce<number>((sum, score) => sum + (score ?? 0), 0);

/** How a unit stood in the year before. */
export interface Before {
  group: string;
  total: number | null;
  place: number | null;
}

/** Points (hundredths) and places won since the year before, negative: lost; places are compared within the same group alone. */
export function changeOf(
  now: { group: string; total: number | null; place: number | null },
  before: Before | null,
): { total: number | null; place: number | null } {
  if (!before) return { total: null, place: null };
  return {
    total: now.total === null || before.total === null ? null : now.total - before.total,
    place: now.group !== before.group || now.place === null || before.place === null ? null : before.place - now.place,
  };
}

/** A change with its sign: +2.5, -1; empty where there is none to tell. */
export const changeText = (hundredths: number | null): string =>
  hundredths === null ? '' : hundredths === 0 ? '持平' : `${hundredths > 0 ? '+' : ''}${hundredths / 100}`;
/** Places won or lost in words. */
export const placesText = (places: number | null): string =>
  places === null ? '' : places === 0 ? '持平' : places > 0 ? `升${places}位` : `降${-places}位`;

export const SORTS = {
  group: '组别和名次',
  total: '得分从高到低',
  least: '得分从低到高',
  rise: '比上年提高多的',
} as const;
export type Sort = keyof typeof SORTS;
export const SORT_NAMES = Object.keys(SORTS) as [Sort, ...Sort[]];

/** The rows of one group and grade, in an order; what has no value stands last, and equal ones stay as they came. */
export function selectReportRows<
  R extends { group: string; grade: string; total: number | null; totalChange: number | null },
>(rows: readonly R[], { group, grade, sort }: { group: string; grade: string; sort: Sort }): R[] {
  const found = rows.filter((row) => (group === '' || row.group === group) && (grade === '' || row.grade === grade));
  if (sort === 'group') return found;
  const value = (row: R) => (sort === 'rise' ? row.totalChange : row.total);
  return found.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sort === 'least' ? one - other : other - one;
  });
}

/** Units side by side on one sheet of paper, with the figures of the items beside them, and without. */
const ON_PAPER = { first: 12, further: 16 };
/** Columns of 得分报表 that stand before its units: the item, its part, its points and four figures. */
const BEFORE_UNITS = 7;
/** Of these, those that are repeated where a sheet goes on with further units: the item and its points. */
const REPEATED = [0, 2] as const;

/** The columns of 得分报表 in portions that a sheet of paper holds; of few units in one. */
export function unitPortions(units: number): { note: string; columns: number[] }[] {
  const columns = (from: number, n: number) => Array.from({ length: n }, (_, at) => BEFORE_UNITS + from + at);
  const first = Math.min(units, ON_PAPER.first);
  const head = Array.from({ length: BEFORE_UNITS }, (_, at) => at);
  const note = (from: number, n: number) =>
    units > ON_PAPER.first ? `第${from + 1}至${from + n}个考核单位，共${units}个` : '';
  const found = [{ note: note(0, first), columns: [...head, ...columns(0, first)] }];
  for (let from = first; from < units; from += ON_PAPER.further) {
    const n = Math.min(units - from, ON_PAPER.further);
    found.push({ note: note(from, n), columns: [...REPEATED, ...columns(from, n)] });
  }
  return found;
}
