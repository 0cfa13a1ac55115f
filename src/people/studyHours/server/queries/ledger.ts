import { type RawBuilder, sql } from 'kysely';
import { evidenceOf, withdrawEvidence } from '#house/server/pointEvidence.ts';
import { blockMerges } from '#people/member/server/index.ts';
import type { Source } from '#people/studyHours/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { PointSource } from '#platform/server/module.ts';

/** Hours as the module that knows the fact grants them. */
export interface HourGrant {
  /** Of the table of people. */
  personId: string;
  /** `YYYY-MM-DD` on which it was learnt: its year counts. */
  day: string;
  source: Source;
  /** The fact, unique to its source: `lifeMeeting:17`. Of a video that counts once a year the year belongs to it: `video:3:2026`. */
  evidence: string;
  /** All minutes of this fact, not those that are new: granted again with more, the difference is booked. */
  minutes: number;
  /** What it is, as whoever reads the line is told. */
  title: string;
  /** Where it can be seen; empty: nowhere. */
  link?: string;
  /** It is a 集中培训. */
  central?: boolean;
}

/** The kind of evidence of points that hours give. */
export const DONE = 'learningDone';
const subjectOf = (id: string) => `learningHour:${id}`;

/**
 * Grants class hours in the caller's transaction. A fact stands once per source, evidence and person: granted again just so
 * nothing changes, with other minutes or another day the ledger gets the difference or a counter-entry, and what was withdrawn
 * stands again. The trigger of `learning_hour` books; parallel calls wait for each other at the row.
 */
export async function grantHours(db: Db, grants: readonly HourGrant[]): Promise<void> {
  if (grants.length === 0) return;
  const given = JSON.stringify(
    grants.map((one) => ({
      member_id: one.personId,
      source: one.source,
      evidence: one.evidence,
      day: one.day,
      minutes: one.minutes,
      central: one.central ?? false,
      title: one.title,
      link: one.link ?? '',
    })),
  );
  const { rows } = await sql<{ id: string }>`
    insert into learning_hour (member_id, source, evidence, day, minutes, central, title, link)
    select distinct on (source, evidence, member_id) member_id, source, evidence, day, minutes, central, title, link
      from jsonb_to_recordset(${given}::jsonb)
        as r(member_id bigint, source text, evidence text, day date, minutes int, central boolean, title text, link text)
     order by source, evidence, member_id, minutes desc
    on conflict (source, evidence, member_id) do update set day = excluded.day, minutes = excluded.minutes, central = excluded.central,
           title = excluded.title, link = excluded.link, gone = false, gone_for = ''
     where (learning_hour.day, learning_hour.minutes, learning_hour.central, learning_hour.title, learning_hour.link, learning_hour.gone)
           is distinct from (excluded.day, excluded.minutes, excluded.central, excluded.title, excluded.link, false)
    returning id`.execute(db);
  if (rows.length > 0) await announce(db, sql`h.id = any(${rows.map(({ id }) => id)}::bigint[])`);
}

/**
 * Withdraws the hours of a fact in the caller's transaction: a counter-entry with the reason for each person who had some.
 * @param why as whoever reads the ledger is told: 会议记录被退回
 * @param persons of these alone; left out: everybody's
 */
export async function withdrawHours(
  db: Db,
  {
    source,
    evidence,
    why,
    persons,
    except,
  }: { source: Source; evidence: string; why: string; persons?: readonly string[]; except?: readonly string[] },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update learning_hour set gone = true, gone_for = ${why}
     where source = ${source} and evidence = ${evidence} and not gone
       ${persons ? sql`and member_id = any(${persons}::bigint[])` : sql``}
       ${except ? sql`and member_id <> all(${except}::bigint[])` : sql``}
    returning id`.execute(db);
  await withdrawEvidence(
    db,
    [DONE],
    rows.map(({ id }) => subjectOf(id)),
  );
}

/** Writes hours as evidence of points, class hours in hundredths. */
async function announce(db: Db, which: RawBuilder<unknown>): Promise<number> {
  const done = await evidenceOf(
    sql`
    select ${DONE}, 'learningHour:' || h.id, h.member_id, m.org_id, m.org_code, h.day, h.minutes * 100 / d.class_minutes, h.title, h.link
      from learning_hour h join member m on m.id = h.member_id
     cross join lateral (select class_minutes from learning_duty d where d.from_year <= h.year order by d.from_year desc limit 1) as d
     where not h.gone and ${which}`,
    ['day', 'quantity', 'title', 'link'],
  ).execute(db);
  return Number(done.numAffectedRows ?? 0);
}

/**
 * Takes facts of before the ledger up, once a deployment and in one transaction; a second process finds it done.
 * @param take writes the hours by one statement over the ledger's table and answers how many
 */
export async function runOnceForEarlier(db: Db, kind: string, take: (db: Db) => Promise<number>): Promise<number> {
  await blockMerges(db);
  const { rows } =
    await sql`insert into learning_taken (source) values (${kind}) on conflict do nothing returning 1`.execute(db);
  if (rows.length === 0) return 0;
  const taken = await take(db);
  await announce(db, sql`true`);
  await sql`update learning_taken set rows = ${taken} where source = ${kind}`.execute(db);
  return taken;
}

/** Whether facts of a kind were taken up. */
export async function isTaken(db: Db, kind: string): Promise<boolean> {
  const { rows } = await sql`select 1 from learning_taken where source = ${kind}`.execute(db);
  return rows.length > 0;
}

export const learningPointSources: readonly PointSource[] = [
  {
    code: DONE,
    label: '完成学习学时',
    unit: '小时',
    link: '/education/hours',
    takeUp: (db) => announce(db, sql`true`),
  },
];

/** A statement that writes hours; those that are written already stay. @param lessons a query with `member_id, source, evidence, day, minutes, title, link` */
export const hoursOf = (lessons: RawBuilder<unknown>) => sql`
  insert into learning_hour (member_id, source, evidence, day, minutes, title, link)
  select member_id, source, evidence, day, minutes, title, link from (${lessons}) as lesson
  on conflict (source, evidence, member_id) do nothing`;
