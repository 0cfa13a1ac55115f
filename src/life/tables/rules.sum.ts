import { fromScaledInteger, toScaledInteger } from '#life/tasks/rules.form.ts';
import { decimalsOf, type FilledRow, isSummed, type TableDesign, type TableField } from './rules.design.ts';

/** What a filling, or all of a subtree, brings to a summed field: integers of the smallest unit; null: nothing stands there. */
export interface Figure {
  sum: bigint | null;
  count: number;
  peak: bigint | null;
}

/** How sums come about, where they stand and where a table is designed. */
export const SUM_WORDS =
  '汇总只加最下一级：一个组织和它的下级都要填报时，上级填的是含下级的合计，单列为“本级”，不再加一遍。';

/** The fields that are summed over organisations, in the order in which their figures are kept. */
export const summedFields = ({ fields }: TableDesign): TableField[] => fields.filter(isSummed);

/** A cell as it is summed: 是 counts one, 否 nought. */
function countedAs(field: TableField, text: string): bigint | undefined {
  if (field.kind !== 'flag') return toScaledInteger(text, decimalsOf(field));
  return text === '是' ? 1n : text === '否' ? 0n : undefined;
}

/** The greater of two, which `Math.max` does not take. */
function greater(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

/** What a filling brings to each summed field. */
export function figuresOf(design: TableDesign, rows: readonly FilledRow[]): Figure[] {
  return summedFields(design).map((field) => {
    const values = rows.flatMap(({ cells }) => {
      const value = countedAs(field, cells[field.id] ?? '');
      return value === undefined ? [] : [value];
    });
    if (values.length === 0) return { sum: null, count: 0, peak: null };
    return {
      sum: values.reduce((sum, value) => sum + value, 0n),
      count: values.length,
      peak: values.reduce(greater),
    };
  });
}

/** Figures of several organisations as one. */
export function addFigures(all: readonly Figure[]): Figure {
  return all.reduce<Figure>(
    (whole, { sum, count, peak }) => ({
      sum: sum === null ? whole.sum : (whole.sum ?? 0n) + sum,
      count: whole.count + count,
      peak: peak === null ? whole.peak : greater(peak, whole.peak ?? peak),
    }),
    { sum: null, count: 0, peak: null },
  );
}

/** Decimals in which an average is said. */
const averageDecimals = (field: TableField) => Math.max(2, decimalsOf(field));

/** Sum over count in so many decimals more, rounded half away from nought. */
function averageOf(sum: bigint, count: number, more: number): bigint {
  const [scaledSum, n] = [(sum < 0n ? -sum : sum) * 10n ** BigInt(more), BigInt(count)];
  const rounded = (scaledSum * 2n + n) / (n * 2n);
  return sum < 0n ? -rounded : rounded;
}

/** A figure as it is read, by the rule of its field; empty: nothing stands there. */
export function figureText(field: TableField, { sum, count, peak }: Figure): string {
  const decimals = decimalsOf(field);
  if (sum === null || count === 0) return '';
  if (field.sum === 'max' && field.kind !== 'flag') return peak === null ? '' : fromScaledInteger(peak, decimals);
  if (field.sum === 'average' && field.kind !== 'flag') {
    const shown = averageDecimals(field);
    return fromScaledInteger(averageOf(sum, count, shown - decimals), shown);
  }
  return fromScaledInteger(sum, decimals);
}

/** The head of a summed column: its name, what stands in it, and its unit. */
export function summedHead(field: TableField): string {
  if (field.kind === 'flag') return '答“是”的';
  const rule = field.sum === 'average' ? '平均' : field.sum === 'max' ? '最大' : '';
  return [rule, field.unit].filter(Boolean).join('，');
}
