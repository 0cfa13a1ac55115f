import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import type { TalkTime } from '#procedures/recruitment/rules/talk.ts';
import type { Occasions } from '#procedures/recruitment/server/index.ts';
import { KIND } from './meeting.ts';

/** How long a meeting is planned to last. */
const MINUTES = sql`greatest(1, (extract(epoch from ends_at - starts_at) / 60)::int)`;

/** Meetings of organisation life, which talks of recruitment must not meet. */
export const lifeOccasions: Occasions = {
  async at(db: Db, orgId, place, day) {
    const { rows } = await sql<TalkTime>`
      select held_on::text as day, to_char(starts_at at time zone 'Asia/Shanghai', 'HH24:MI') as starts, ${MINUTES} as minutes
        from life_meeting
       where org_id = ${orgId} and held_on = ${day} and place = ${place} and cancelled_at is null
       order by starts_at, id`.execute(db);
    return rows;
  },
  lengths: sql`
    select ${sql.lit(KIND)} as kind, id as subject_id, ${MINUTES} as minutes, cancelled_at is not null as cancelled from life_meeting`,
};

/** A count, as text, of the meetings held this year at an organisation `o` and below it. */
export const heldThisYear = sql`(select count(*)::text from life_meeting l
  where l.org_code >= o.code and l.org_code < o.code || ':' and l.state in (3, 5) and l.cancelled_at is null
    and l.held_on >= date_trunc('year', (now() at time zone 'Asia/Shanghai')::date))`;
