import type { Services } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { recountTally } from '#platform/server/sums/tallies.ts';
import { yearsOf } from '#platform/time/periods.ts';
import { countYear } from '../queries/tally.ts';

/** Counts the sums of hours anew wherever something has changed, for the years that are asked for. */
export const countHoursTally = async ({ db }: Pick<Services, 'db'>): Promise<void> =>
  recountTally(db, { table: 'learning_tally', count: countYear }, yearsOf(await todayOf(db)));
