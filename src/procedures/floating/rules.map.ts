import type { FlowPlace } from './contract.numbers.ts';

/**
 * Provinces on a grid, each one square near where it lies: code, short name, column, row. A drawn map of the country would
 * need an approval number (地图管理条例第十五条); a grid also gives a small province as much room as a large one.
 */
export const GRID: readonly (readonly [code: string, short: string, column: number, row: number])[] = [
  ['23', '黑', 8, 1],
  ['15', '蒙', 6, 1],
  ['22', '吉', 8, 2],
  ['65', '新', 1, 3],
  ['62', '甘', 3, 3],
  ['64', '宁', 4, 3],
  ['14', '晋', 5, 3],
  ['13', '冀', 6, 3],
  ['11', '京', 7, 2],
  ['12', '津', 7, 3],
  ['21', '辽', 8, 3],
  ['63', '青', 2, 4],
  ['61', '陕', 4, 4],
  ['41', '豫', 5, 4],
  ['37', '鲁', 6, 4],
  ['54', '藏', 1, 5],
  ['51', '川', 2, 5],
  ['50', '渝', 3, 5],
  ['42', '鄂', 4, 5],
  ['34', '皖', 5, 5],
  ['32', '苏', 6, 5],
  ['31', '沪', 7, 5],
  ['53', '滇', 2, 6],
  ['52', '贵', 3, 6],
  ['43', '湘', 4, 6],
  ['36', '赣', 5, 6],
  ['33', '浙', 6, 6],
  ['45', '桂', 3, 7],
  ['44', '粤', 4, 7],
  ['35', '闽', 5, 7],
  ['71', '台', 7, 7],
  ['46', '琼', 3, 8],
  ['82', '澳', 4, 8],
  ['81', '港', 5, 8],
];

/** The key of a region on the grid: two digits, `abroad`, or empty. */
export const squareOf = (code: string): string => (code === 'abroad' ? code : code.slice(0, 2));

/** How many people each square has. */
export function countBySquare(places: readonly FlowPlace[], side: 'out' | 'in'): Map<string, number> {
  const found = new Map<string, number>();
  for (const place of places) {
    if (place[side] > 0) found.set(squareOf(place.code), (found.get(squareOf(place.code)) ?? 0) + place[side]);
  }
  return found;
}

/** The shades of the grid; nobody is none of them. */
export const SHADES = [1, 2, 3, 4, 5] as const;

/** The shade of a number, 0 for none up to 5, by its share of the largest one on a root scale: small numbers stay apart. */
export const shadeOf = (n: number, most: number): number =>
  n === 0 || most === 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(n / most) * SHADES.length));
