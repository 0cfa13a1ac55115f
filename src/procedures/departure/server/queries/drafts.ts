import { type RawBuilder, sql } from 'kysely';
import { TO_RECTIFY } from '#people/member/rules/records.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { todosClosed } from '#platform/server/inbox/todos.ts';
import { HEARD } from '#procedures/floating/server/index.ts';
import { draftSubject } from '../todos.ts';

/** To-dos that one run opens at most; the next one goes on. */
const AT_ONCE = 500;
/** Months without dues after which a branch has to find out why (党费收缴规定第十三条). */
const UNPAID_MONTHS = 6;

/** Months for which the end of a 限期改正 is asked about; nothing registered by then, the person has changed. */
const RECTIFIED_MONTHS = 3;

const THIS_MONTH = sql`to_char(${dbToday}, 'YYYY-MM')`;
const FIRST_UNPAID = sql`to_char(${dbToday} - make_interval(months => ${UNPAID_MONTHS}), 'YYYY-MM')`;

/** Whom a clock is about, as `member_id` and `since`. */
const PEOPLE = {
  lost: sql`select f.member_id, ${HEARD} as since from mobile_outflow f join member x on x.id = f.member_id
      where f.status in (2, 3) and x.is_lost_contact and x.membership_status = 1
        and (${HEARD} + interval '6 months')::date <= ${dbToday}`,
  removal: sql`select s.member_id, s.effective_on as since from member_variation s join member x on x.id = s.member_id
      where s.kind = 'suspended' and s.state = 'effective' and x.membership_status = 2
        and (s.effective_on + interval '2 years')::date <= ${dbToday}`,
  abroad: sql`select f.member_id, f.started_on as since from mobile_outflow f join member x on x.id = f.member_id
      where f.status in (2, 3) and f.range = 3 and x.membership_status = 1
        and (f.started_on + interval '5 years')::date < ${dbToday}`,
  dues: sql`select b.member_id, to_date(min(b.month), 'YYYY-MM') as since from dues_bill b join member x on x.id = b.member_id
      where b.state in (1, 2) and b.month >= ${FIRST_UNPAID} and b.month < ${THIS_MONTH}
        and x.person_category in (1, 2) and x.membership_status = 1
      group by b.member_id having count(distinct b.month) = ${UNPAID_MONTHS}`,
  mending: sql`select r.member_id, max(r.fields->>'endsOn')::date as since from sub_record r join member x on x.id = r.member_id
      where r.kind = 'rewar' and r.fields->>'name' = ${TO_RECTIFY} and r.deleted_at is null and x.membership_status = 1
        and x.person_category in (1, 2)
      group by r.member_id having max(r.fields->>'endsOn') <= ${dbToday}::text
        and (max(r.fields->>'endsOn')::date + make_interval(months => ${RECTIFIED_MONTHS}))::date > ${dbToday}`,
  pocket: sql`select t.member_id, l.valid_until as since from relation_transfer t
      join relation_letter l on l.transfer_id = t.id and l.voided_at is null join member x on x.id = t.member_id
      where t.status = 7 and x.membership_status = 1 and (l.valid_until + interval '6 months')::date <= ${dbToday}`,
} satisfies Readonly<Record<string, RawBuilder<unknown>>>;
/** A clock that proposes variations. */
export type Clock = keyof typeof PEOPLE;
export const CLOCKS = Object.keys(PEOPLE) as Clock[];

/** Drafts whose reason is gone end: who paid, was found, came back or handed the letter in. */
export async function closeSettled(db: Db, which: Clock): Promise<void> {
  await todosClosed(sql`starts_with(todo.subject, ${draftSubject(which, '')})
    and not exists (select from (${PEOPLE[which]}) p where todo.subject = ${draftSubject(which, '')} || p.member_id)`).execute(
    db,
  );
}

/** Somebody about whom a branch has to decide. */
export interface Draft {
  memberId: string;
  name: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  since: string;
}

/** Whom a clock proposes now, at most so many at once: who has a variation under way or an open to-do of it is left out. */
export async function listProposedDrafts(db: Db, which: Clock): Promise<Draft[]> {
  const { rows } = await sql<Draft>`
    select m.id as "memberId", m.name, o.id as "orgId", o.code as "orgCode", o.name as "orgName", p.since::date as since
      from (${PEOPLE[which]}) p join member m on m.id = p.member_id join organisation o on o.id = m.org_id
     where m.deleted_at is null and o.deleted_at is null
       and not exists (select from member_variation v where v.member_id = m.id and v.state in ('pending', 'approved'))
       and not exists (select from todo d where d.org_id = o.id and d.done_at is null
                        and d.subject = ${draftSubject(which, '')} || m.id)
     order by m.id limit ${AT_ONCE}`.execute(db);
  return rows;
}
