import type { WeakRow } from '../contract.weak.ts';

/** The address of the files; one of them by `?id=`. */
export const WEAK = '/affairs/villageAndcity/weak';
const TONES = ['tag bad', 'tag warn', 'tag info', 'tag ok', 'tag bad'];

/** How a file stands, in words. */
export const WeakTag = ({ state, stateName }: Pick<WeakRow, 'state' | 'stateName'>) => (
  <span className={TONES[state] ?? 'tag'}>{stateName}</span>
);
