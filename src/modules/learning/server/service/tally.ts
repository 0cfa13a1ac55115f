import { yearsOf } from '#platform/periods.ts';
import type { Services } from '#platform/server/context.ts';
import * as queries from '../queries/hours.ts';
import { countAnew } from '../queries/tally.ts';

/** So many organisations are counted by one transaction. */
const AT_ONCE = 1000;

/** Counts the sums of hours anew wherever something has changed, for the years that are asked for. */
export async function tally({ db }: Pick<Services, 'db'>): Promise<void> {
  const years = yearsOf(await queries.today(db));
  while ((await countAnew(db, years, queries.dutyOf, AT_ONCE)) >= AT_ONCE);
}
