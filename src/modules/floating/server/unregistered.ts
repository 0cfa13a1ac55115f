import { type RawBuilder, sql } from 'kysely';
import { ROLE } from '#modules/session/contract.ts';
import type { Services } from '#platform/server/context.ts';
import { type Db, dbToday } from '#platform/server/db.ts';
import { openTodo } from '#platform/server/todos.ts';
import { insertOutflow } from './queries/matter.ts';
import { MODULE, movePath, outSubject } from './todos.ts';

/** Drafts that one run opens at most; the next one goes on. */
const AT_ONCE = 200;
const BY = '系统';
/** What nobody said: the branch fills it in before it confirms. */
const UNSAID = { reason: 9, trade: 99 } as const;

interface Away {
  memberId: string;
  name: string;
  orgId: string;
  orgCode: string;
  range: 1 | 2 | 3;
  region: string;
  since: string;
}

/**
 * Who has been away for six months without an outflow: a draft of it at the branch, with a to-do, once an absence
 * (党员教育管理工作条例第三十二条). It decides nothing; one that the branch did not agree to stays away.
 * @param absences rows of `member_id, range, region, since` (a date), in any order
 */
export async function draftAway(db: Db, absences: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<Away>`
    select distinct on (m.id) m.id::text as "memberId", m.name, m.org_id::text as "orgId", m.org_code as "orgCode", a.range,
           left(a.region, 60) as region, a.since::text as since
      from (${absences}) a join member m on m.id = a.member_id
     where a.since <= (${dbToday} - interval '6 months')::date
       and m.deleted_at is null and m.membership_status = 1 and m.person_category in (1, 2)
       and not exists (select from mobile_outflow f where f.member_id = m.id
                        and ((f.status in (1, 2, 3) and f.dropped_on is null) or f.started_on >= a.since))
     order by m.id, a.since desc limit ${AT_ONCE}`.execute(db);
  for (const { memberId, name, orgId, orgCode, range, region, since } of rows) {
    const id = await insertOutflow(db, {
      memberId,
      orgId,
      orgCode,
      range,
      region,
      regionCode: null,
      place: '',
      ...UNSAID,
      startedOn: since,
      plannedTo: null,
      toOrgId: null,
      toOrgName: '',
      contactId: null,
      source: 4,
      askedBy: null,
      askedName: BY,
    });
    await openTodo(db, {
      roleId: ROLE.worker,
      orgId,
      orgCode,
      accountId: null,
      module: MODULE,
      title: `${name}外出已满6个月没有登记流动，请核实`,
      detail: `${region}，${since}起`,
      act: '确认',
      jumpUrl: movePath('out', id),
      dueOn: null,
      subject: outSubject(id),
    });
  }
}

/** Who went abroad half a year ago by the record, has not returned, and stands in no outflow. */
export const draftAbroad = ({ db }: Services): Promise<void> =>
  draftAway(
    db,
    sql`select r.member_id, 3 as range, coalesce(r.fields ->> 'country', '') as region, (r.fields ->> 'leftAt')::date as since
          from sub_record r where r.kind = 'abroad' and r.deleted_at is null and coalesce(r.fields ->> 'returnedAt', '') = ''
           and r.fields ->> 'leftAt' <= (${dbToday} - interval '6 months')::date::text`,
  );
