import type { Services } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { recountTally } from '#platform/server/sums/tallies.ts';
import { yearsOf } from '#platform/time/periods.ts';
import { countYear } from '../queries/peopleTally.ts';

/** Counts anew what people owe and did wherever something has changed, for the years that are asked for. */
export const countPeopleTally = async ({ db }: Pick<Services, 'db'>): Promise<void> =>
  recountTally(db, { table: 'life_people_tally', count: countYear }, yearsOf(await todayOf(db)));
