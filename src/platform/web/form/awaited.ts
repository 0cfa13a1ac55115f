/** Choices that are still loading: the field shows that instead of offering nothing. Compared by identity. */
export const AWAITED: readonly never[] = [];
/** Choices that did not come. */
export const MISSED: readonly never[] = [];

/** The text of a field whose choices are loading or did not load; empty where they are there. */
export const insteadOf = (options: readonly unknown[]): string =>
  options === AWAITED ? '正在载入选项' : options === MISSED ? '选项没有载入，请刷新页面' : '';
