import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { TalkTime } from '#procedures/recruitment/rules/talk.ts';

/** Occasions of a module above, which talks must not meet. */
export interface Occasions {
  /** Those of an organisation on a day at a place, by the name of the place, the earliest first. */
  at: (db: Db, orgId: string, place: string, day: string) => Promise<TalkTime[]>;
  /** A query of `kind, subject_id, minutes, cancelled`: how long those with a sheet of attendance are planned to last. */
  lengths: RawBuilder<unknown>;
}

const known: Occasions[] = [];

/** Lets a module say what occasions it plans; told in its `announce`. */
export const announceOccasions = (occasions: Occasions) => {
  known.push(occasions);
};

/** Occasions of all modules at a place on a day. */
export const occasionsAt = async (db: Db, orgId: string, place: string, day: string): Promise<TalkTime[]> =>
  (await Promise.all(known.map(({ at }) => at(db, orgId, place, day)))).flat();

/** A query of the planned lengths of all modules' occasions. */
export const plannedLengths = () =>
  known.length === 0
    ? sql`select null::text as kind, null::bigint as subject_id, null::int as minutes, false as cancelled where false`
    : sql.join(
        known.map(({ lengths }) => lengths),
        sql` union all `,
      );
