/** 单位节点 and 虚拟分组 are no party bodies: they stand in the tree, not on the map (specification, section 2). */
export const UNMARKED_TYPES: readonly number[] = [28, 29];

/** The type that is shown before anybody chooses (dictionary 0001, 党支部). */
export const DEFAULT_TYPE = 46;

/** A sign of the map: shape and letter tell the type, colour only confirms it. */
export interface Sign {
  shape: 'circle' | 'pill' | 'square' | 'diamond' | 'dashed' | 'hexagon';
  letter: string;
}

const SIGNS: Readonly<Record<number, Sign>> = {
  10: { shape: 'square', letter: '地' },
  20: { shape: 'square', letter: '工' },
  21: { shape: 'square', letter: '组' },
  30: { shape: 'square', letter: '委' },
  40: { shape: 'diamond', letter: '总' },
  46: { shape: 'circle', letter: '支' },
  47: { shape: 'pill', letter: '联' },
  48: { shape: 'dashed', letter: '临' },
  50: { shape: 'hexagon', letter: '流' },
};

/** The sign of a type; null where the type has no marker: 28, 29, and those that nobody knows. */
export const signOf = (type: number | null): Sign | null => (type === null ? null : (SIGNS[type] ?? null));

/** Types that can be chosen on the map, branches first as there are most of them. */
export const MAP_TYPES: readonly number[] = [46, 47, 48, 50, 40, 30, 20, 21, 10];
