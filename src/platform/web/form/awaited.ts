/** Choices that are still on their way: the field says so instead of offering nothing. Known by identity. */
export const AWAITED: readonly never[] = [];
/** Choices that did not come. */
export const MISSED: readonly never[] = [];

/** What stands in a field in the place of choices that are not there; nothing where they are. */
export const insteadOf = (options: readonly unknown[]): string =>
  options === AWAITED ? '正在载入选项' : options === MISSED ? '选项没有载入，请刷新页面' : '';
