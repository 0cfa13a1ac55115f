import { UNITS, type Unit } from './rules.ts';

/** A column of a report, as far as its head goes. */
export interface Headed {
  title: string;
  unit: Unit;
  /** Columns of one head stand together; empty: by itself. */
  group: string;
  /** A head over several groups; empty: none. */
  over: string;
}

/** A cell of a head: where it begins, from 0, and how far it reaches; `leaf`: it is a column's own. */
export interface HeadCell {
  text: string;
  row: number;
  column: number;
  rows: number;
  columns: number;
  leaf: boolean;
}

const pathOf = ({ over, group, title }: Headed) => [over, group, title].filter((text, at) => at === 2 || text !== '');

/**
 * The head of a table, line by line: neighbours below the same words share a cell, and what has fewer words above it reaches down to
 * the last line. Page, sheet and paper draw this one.
 */
export function headRows(columns: readonly Headed[]): HeadCell[][] {
  const paths = columns.map(pathOf);
  const lines = Math.max(1, ...paths.map(({ length }) => length));
  return Array.from({ length: lines }, (_, row) => {
    const found: HeadCell[] = [];
    paths.forEach((path, column) => {
      const text = path[row];
      if (text === undefined) return;
      const leaf = row === path.length - 1;
      const last = found.at(-1);
      const before = paths[column - 1];
      const isSame =
        !leaf &&
        last !== undefined &&
        !last.leaf &&
        last.column + last.columns === column &&
        path.slice(0, row + 1).every((word, at) => before?.[at] === word);
      if (isSame) last.columns++;
      else found.push({ text, row, column, rows: leaf ? lines - row : 1, columns: 1, leaf });
    });
    return found;
  });
}

/** What all columns count; empty: each says its own. */
export function sharedUnit(columns: readonly Pick<Headed, 'unit'>[]): string {
  const units = new Set(columns.map(({ unit }) => unit).filter((unit) => unit !== 'percent'));
  const [only] = units;
  return only && units.size === 1 ? UNITS[only] : '';
}

/** The columns with what each counts in its title, where they do not count the same. */
export function unitedHeads(columns: readonly Headed[]): Headed[] {
  const isShared = sharedUnit(columns) !== '';
  return columns.map((one) => ({
    ...one,
    title: isShared || one.unit === 'percent' ? one.title : `${one.title}（${UNITS[one.unit]}）`,
  }));
}

/** How wide a column is on paper, in mm: money is longer than a count. */
const widthOf = ({ unit }: Pick<Headed, 'unit'>) => (unit === 'fen' ? 24 : 16);
/** What a page holds beside its first column and its margins, in mm. */
const ROOM = { A4: 210, A3: 330 } as const;

/**
 * How a table goes on paper: upon A4 or A3, and the columns of each block, from and to before; every block begins with the first column
 * anew, so that none is cut. Blocks are of about the same width.
 */
export function pagesOf(columns: readonly Pick<Headed, 'unit'>[]): {
  size: 'A4' | 'A3';
  blocks: [from: number, to: number][];
} {
  const all = columns.reduce((sum, one) => sum + widthOf(one), 0);
  const size = all > ROOM.A4 ? 'A3' : 'A4';
  const room = Math.min(ROOM[size], Math.ceil(all / Math.ceil(all / ROOM[size])) + widthOf({ unit: 'fen' }));
  const blocks: [number, number][] = [];
  let [from, wide] = [0, 0];
  columns.forEach((one, at) => {
    if (wide + widthOf(one) > room) {
      blocks.push([from, at]);
      [from, wide] = [at, 0];
    }
    wide += widthOf(one);
  });
  blocks.push([from, columns.length]);
  return { size, blocks };
}

/** Who answers for a statistical table, at its foot (统计法实施条例: 单位负责人、统计负责人、填表人). */
export const SIGNATURES =
  '单位负责人：　　　　　　统计负责人：　　　　　　填表人：　　　　　　报出日期：　　　年　　月　　日';
