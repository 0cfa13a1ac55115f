import { sql } from 'kysely';
import { certificateNumber } from '#people/studyHours/rules.certificate.ts';
import type { Db } from '#platform/server/database/db.ts';

/** 集中培训 of somebody in a span, as far as the ledger of hours and the certificates tell. Days `YYYY-MM-DD`. */
export interface Trained {
  /** Whole class hours of 集中培训. */
  hours: number;
  /** Days on which there was some. */
  days: number;
  /** The last of them; null: none. */
  lastOn: string | null;
  /** Certificates of learnings that ended in the span. */
  certificates: { number: string; title: string; startsOn: string; endsOn: string; hours: number }[];
}

/** What somebody was trained in from a day to another one, both included; withdrawn hours and certificates do not count. */
export async function sumTraining(db: Db, memberId: string, from: string, to: string): Promise<Trained> {
  const [hours, certificates] = await Promise.all([
    sql<{ hours: number; days: number; lastOn: string | null }>`
      select coalesce(floor(sum(h.minutes::numeric / d.class_minutes)), 0)::int as hours,
             count(distinct h.day)::int as days, max(h.day) as "lastOn"
        from learning_hour h
       cross join lateral (select class_minutes from learning_duty d where d.from_year <= h.year order by d.from_year desc limit 1) as d
       where h.member_id = ${memberId} and h.central and not h.gone and h.day between ${from} and ${to}`.execute(db),
    sql<{
      prefix: string;
      year: number;
      serial: number;
      title: string;
      startsOn: string;
      endsOn: string;
      hours: number;
    }>`
      select prefix, year, serial, title, starts_on as "startsOn", ends_on as "endsOn", hours
        from learning_certificate
       where member_id = ${memberId} and voided_at is null and ends_on between ${from} and ${to}
       order by ends_on, id`.execute(db),
  ]);
  return {
    hours: hours.rows[0]?.hours ?? 0,
    days: hours.rows[0]?.days ?? 0,
    lastOn: hours.rows[0]?.lastOn ?? null,
    // Certificates hold tenths of an hour.
    certificates: certificates.rows.map(({ prefix, year, serial, hours: tenths, ...one }) => ({
      number: certificateNumber({ prefix, year, serial }),
      ...one,
      hours: Math.floor(tenths / 10),
    })),
  };
}
