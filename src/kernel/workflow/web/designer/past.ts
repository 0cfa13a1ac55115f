/** A value with the ones before it and those that were undone. */
export interface Past<T> {
  before: readonly T[];
  now: T;
  after: readonly T[];
  /** What was changed last: changes of one thing in a row, such as the letters of a name, are undone together. */
  mark: string;
}

const MOST = 100;

export const startHistory = <T>(now: T): Past<T> => ({ before: [], now, after: [], mark: '' });

/** The next value. With the `mark` of the last change it joins that change; the empty mark always stands alone. */
export function recordChange<T>(past: Past<T>, now: T, mark = ''): Past<T> {
  if (now === past.now) return past;
  const joins = mark !== '' && mark === past.mark && past.after.length === 0;
  return { before: joins ? past.before : [...past.before, past.now].slice(-MOST), now, after: [], mark };
}

/** One step back; at the beginning the same. */
export function undo<T>(past: Past<T>): Past<T> {
  const now = past.before.at(-1);
  if (now === undefined) return past;
  return { before: past.before.slice(0, -1), now, after: [past.now, ...past.after], mark: '' };
}

/** One step forward again; at the end the same. */
export function redo<T>(past: Past<T>): Past<T> {
  const [now, ...after] = past.after;
  if (now === undefined) return past;
  return { before: [...past.before, past.now], now, after, mark: '' };
}
