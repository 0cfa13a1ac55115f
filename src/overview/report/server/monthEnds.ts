import type { Services } from '#platform/server/context.ts';
import { todayOf, transact } from '#platform/server/database/db.ts';
import { addDays } from '#platform/time/days.ts';
import { keepMonthEnds, openMonthEnds } from './queries/monthEnds.ts';

/** Month ends that are filled in when a platform keeps them for the first time. */
const FIRST_MONTHS = 13;
/** So long after its end a month's numbers are still those of now, where no dated events tell more. */
const FRESH_DAYS = 2;

/** Recurring work: keeps the numbers of the months that have ended since it ran last. */
export async function keepEndedMonths(db: Services['db'], today?: string): Promise<void> {
  const day = today ?? (await todayOf(db));
  if ((await openMonthEnds(db, day, FIRST_MONTHS)).length === 0) return;
  await transact(db, async (tx) => {
    const days = await openMonthEnds(tx, day, FIRST_MONTHS);
    const last = days.at(-1);
    if (!last) return;
    await keepMonthEnds(tx, days, day <= addDays(last, FRESH_DAYS));
  });
}
