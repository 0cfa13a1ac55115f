import { type RawBuilder, sql } from 'kysely';
import type { Grade, PlanState, Poll } from '#life/orgLife/rules.appraisal.ts';
import type { Db } from '#platform/server/database/db.ts';

export interface AppraisalRecord {
  year: number;
  plan: string;
  planState: PlanState;
  planOpinion: string;
  decidedBy: string;
  openedAt: Date | null;
  closedAt: Date | null;
  closedBy: string;
}

/** The appraisal of a meeting; an empty one where nothing was written yet. */
export async function findAppraisal(db: Db, meetingId: string, heldOn: string): Promise<AppraisalRecord> {
  const { rows } = await sql<AppraisalRecord>`
    select year, plan, plan_state as "planState", plan_opinion as "planOpinion", decided_by as "decidedBy",
           opened_at as "openedAt", closed_at as "closedAt", closed_by as "closedBy"
      from life_appraisal where meeting_id = ${meetingId}`.execute(db);
  return (
    rows[0] ?? {
      year: Number(heldOn.slice(0, 4)),
      plan: '',
      planState: 0,
      planOpinion: '',
      decidedBy: '',
      openedAt: null,
      closedAt: null,
      closedBy: '',
    }
  );
}

export const writePlan = (db: Db, meetingId: string, year: number, plan: string, by: string) =>
  sql`insert into life_appraisal (meeting_id, year, plan, plan_state, plan_by) values (${meetingId}, ${year}, ${plan}, 1, ${by})
      on conflict (meeting_id) do update set plan = excluded.plan, plan_state = 1, plan_by = excluded.plan_by`.execute(
    db,
  );

export const decidePlan = (db: Db, meetingId: string, agree: boolean, opinion: string, by: string) =>
  sql`update life_appraisal set plan_state = ${agree ? 2 : 3}, plan_opinion = ${opinion}, decided_by = ${by}, decided_at = now()
       where meeting_id = ${meetingId}`.execute(db);

/** Opens it: these take part. */
export async function open(
  db: Db,
  meetingId: string,
  people: readonly { memberId: string; name: string; graded: boolean }[],
): Promise<void> {
  await sql`update life_appraisal set opened_at = now() where meeting_id = ${meetingId}`.execute(db);
  await sql`
    insert into life_appraisal_person (meeting_id, member_id, sort, name, graded)
    select ${meetingId}::bigint, p.id, p.sort::int, p.name, p.graded
      from unnest(${people.map(({ memberId }) => memberId)}::bigint[], ${people.map(({ name }) => name)}::text[],
                  ${people.map(({ graded }) => graded)}::boolean[]) with ordinality as p (id, name, graded, sort)
    on conflict do nothing`.execute(db);
}

export interface AppraisalPersonRecord {
  memberId: string;
  name: string;
  graded: boolean;
  selfText: string;
  selfAt: Date | null;
  mutual: Poll | null;
  remarks: string[];
  poll: Poll | null;
  grade: Grade | null;
  reason: string;
  toldAt: Date | null;
  receiptAt: Date | null;
  accountId: string | null;
}

/** Everybody who takes part, as they stood when it was opened. */
export async function peopleOf(db: Db, meetingId: string): Promise<AppraisalPersonRecord[]> {
  const { rows } = await sql<AppraisalPersonRecord>`
    select p.member_id as "memberId", p.name, p.graded, p.self_text as "selfText", p.self_at as "selfAt",
           case when p.excellent is not null then json_build_object('excellent', p.excellent, 'qualified', p.qualified,
             'basic', p.basic, 'unqualified', p.unqualified) end as poll,
           x.mutual, coalesce(x.remarks, '{}') as remarks,
           p.grade, p.reason, p.told_at as "toldAt", p.receipt_at as "receiptAt",
           (select a.id from account a where a.member_id = p.member_id order by a.id limit 1) as "accountId"
      from life_appraisal_person p left join (
        select about_id, json_build_object('excellent', count(*) filter (where grade = 1), 'qualified', count(*) filter (where grade = 2),
                 'basic', count(*) filter (where grade = 3), 'unqualified', count(*) filter (where grade = 4)) as mutual,
               -- In the order of the words: that of the writers would tell who they are.
               array_agg(note order by note) filter (where note <> '') as remarks
          from life_appraisal_mutual where meeting_id = ${meetingId} group by about_id) x on x.about_id = p.member_id
     where p.meeting_id = ${meetingId} order by p.sort, p.member_id`.execute(db);
  return rows;
}

/** Writes sums and grade of one who takes part; false: takes no part. */
export async function writeGrade(
  db: Db,
  meetingId: string,
  one: { memberId: string; poll: Poll | null; grade: number | null; reason: string },
): Promise<boolean> {
  const { rows } = await sql`
    update life_appraisal_person set excellent = ${one.poll?.excellent ?? null}, qualified = ${one.poll?.qualified ?? null},
           basic = ${one.poll?.basic ?? null}, unqualified = ${one.poll?.unqualified ?? null}, grade = ${one.grade},
           reason = ${one.reason}
     where meeting_id = ${meetingId} and member_id = ${one.memberId} returning 1`.execute(db);
  return rows.length > 0;
}

export async function close(db: Db, meetingId: string, by: string): Promise<void> {
  await sql`update life_appraisal set closed_at = now(), closed_by = ${by} where meeting_id = ${meetingId}`.execute(db);
  await sql`update life_appraisal_person set told_at = now() where meeting_id = ${meetingId}`.execute(db);
}

export interface OwnAppraisalRecord
  extends Omit<AppraisalPersonRecord, 'memberId' | 'accountId' | 'poll' | 'name' | 'mutual' | 'remarks'> {
  mates: number;
  matesDone: number;
  id: string;
  year: number;
  title: string;
  orgName: string;
  closed: boolean;
}

const groupIn = (person: RawBuilder<unknown>) => sql`(
  select g.id from party_group_person x join party_group g on g.id = x.group_id and g.deleted_at is null
    join life_meeting m on m.id = ${person}.meeting_id and m.org_id = g.org_id
   where x.member_id = ${person}.member_id limit 1)`;

/** Those whom somebody who takes part appraises: the graded ones of the same 党小组; without one, those without one. */
const mates = (me: RawBuilder<unknown>) => sql`life_appraisal_person o
  where o.meeting_id = ${me}.meeting_id and o.member_id <> ${me}.member_id and o.graded
    and ${groupIn(sql`o`)} is not distinct from ${groupIn(me)}`;

export interface MateRecord {
  memberId: string;
  name: string;
  grade: Grade | null;
  note: string;
}

/** Whom somebody appraises at a 民主评议, with what they wrote already. */
export async function matesOf(db: Db, meetingId: string, memberId: string): Promise<MateRecord[]> {
  const { rows } = await sql<MateRecord>`
    select found.member_id as "memberId", found.name, x.grade, coalesce(x.note, '') as note
      from life_appraisal_person me cross join lateral (select o.member_id, o.name, o.sort from ${mates(sql`me`)}) as found
      left join life_appraisal_mutual x on x.meeting_id = me.meeting_id and x.from_id = me.member_id and x.about_id = found.member_id
     where me.meeting_id = ${meetingId} and me.member_id = ${memberId} order by found.sort, found.member_id`.execute(
    db,
  );
  return rows;
}

/** The 党小组 in which somebody appraises; empty: the whole branch. */
export async function groupNameOf(db: Db, meetingId: string, memberId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select g.name from life_meeting m join party_group g on g.org_id = m.org_id and g.deleted_at is null
      join party_group_person x on x.group_id = g.id and x.member_id = ${memberId}
     where m.id = ${meetingId} limit 1`.execute(db);
  return rows[0]?.name ?? '';
}

export const writeMutual = (
  db: Db,
  meetingId: string,
  fromId: string,
  one: { memberId: string; grade: number; note: string },
) =>
  sql`insert into life_appraisal_mutual (meeting_id, from_id, about_id, grade, note)
      values (${meetingId}, ${fromId}, ${one.memberId}, ${one.grade}, ${one.note})
      on conflict (meeting_id, from_id, about_id) do update
        set grade = excluded.grade, note = excluded.note, written_at = now()`.execute(db);

/** The appraisals in which somebody takes or took part, the latest first; one alone where `meetingId` is given, locked. */
export async function ownAppraisals(db: Db, memberId: string, meetingId: string | null): Promise<OwnAppraisalRecord[]> {
  const { rows } = await sql<OwnAppraisalRecord>`
    select m.id, a.year, m.title, o.name as "orgName", a.closed_at is not null as closed, p.graded, p.self_text as "selfText",
           p.self_at as "selfAt", case when a.closed_at is not null then p.grade end as grade,
           case when a.closed_at is not null then p.reason else '' end as reason, p.told_at as "toldAt",
           p.receipt_at as "receiptAt",
           (select count(*)::int from ${mates(sql`p`)}) as mates,
           (select count(*)::int from life_appraisal_mutual x where x.meeting_id = p.meeting_id and x.from_id = p.member_id)
             as "matesDone"
      from life_appraisal_person p join life_appraisal a on a.meeting_id = p.meeting_id
      join life_meeting m on m.id = p.meeting_id and m.cancelled_at is null join organisation o on o.id = m.org_id
     where p.member_id = ${memberId} and (${meetingId}::bigint is null or m.id = ${meetingId})
     order by a.year desc, m.id desc limit 10 ${meetingId === null ? sql`` : sql`for update of p`}`.execute(db);
  return rows;
}

export const writeSelf = (db: Db, meetingId: string, memberId: string, text: string) =>
  sql`update life_appraisal_person set self_text = ${text}, self_at = now()
       where meeting_id = ${meetingId} and member_id = ${memberId}`.execute(db);

export const receive = (db: Db, meetingId: string, memberId: string) =>
  sql`update life_appraisal_person set receipt_at = now()
       where meeting_id = ${meetingId} and member_id = ${memberId} and receipt_at is null`.execute(db);
