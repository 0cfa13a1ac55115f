import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope } from '#platform/server/database/scope.ts';
import { URGE_DAYS } from '../../rules.ts';
import { expectedMembers } from './coverage.ts';

/** A person of the scope, held, with the exemption that runs. */
export async function findToExempt(db: Db, scope: Scope, memberId: string) {
  const { rows } = await sql<{ id: string; name: string; orgCode: string; exemption: string | null; reason: string }>`
    select m.id, m.name, m.org_code as "orgCode", x.id as exemption, coalesce(x.reason, '') as reason
      from member m left join sbd_exemption x on x.member_id = m.id and x.ended_on is null
     where m.id = ${memberId} and m.deleted_at is null and ${peopleWithin(scope, 'm')} for no key update of m`.execute(
    db,
  );
  return rows[0];
}

/** Whether somebody has reported. */
export async function hasReported(db: Db, memberId: string): Promise<boolean> {
  const { rows } = await sql`select from sbd_report where member_id = ${memberId} and status = 1`.execute(db);
  return rows.length > 0;
}

/** Ends the exemption of somebody that runs. */
export const endExemption = (db: Db, memberId: string, note: string, by: string) =>
  sql`update sbd_exemption set ended_on = ${dbToday}, end_note = ${note}, updated_at = now(), updated_by = ${by}
       where member_id = ${memberId} and ended_on is null`.execute(db);

/** Lets somebody off. */
export const addExemption = (db: Db, memberId: string, reason: string, untilOn: string | null, by: string) =>
  sql`insert into sbd_exemption (member_id, reason, until_on, created_by, updated_by)
      values (${memberId}, ${reason}, ${untilOn}, ${by}, ${by})`.execute(db);

/** Notes that those of a scope are urged who have to report, have none that waits, and were not urged within the week; answers their accounts. */
export async function urge(db: Db, scope: Scope, by: string): Promise<{ memberId: string; accounts: string[] }[]> {
  const { rows } = await sql<{ memberId: string; accounts: string[] }>`
    with due as (
      select e.id from (${expectedMembers(scope)}) e
       where not e.reported and not e.exempt and not e.waiting
         and not exists (select from sbd_urge g where g.member_id = e.id and g.urged_on > ${dbToday} - ${URGE_DAYS}::int)),
    noted as (
      insert into sbd_urge (member_id, urged_on, urged_by)
      select d.id, ${dbToday}, ${by} from due d where exists (select from account a where a.member_id = d.id and a.enabled) order by d.id
      on conflict (member_id) do update set urged_on = excluded.urged_on, urged_by = excluded.urged_by)
    select d.id::text as "memberId", array(select a.id::text from account a where a.member_id = d.id and a.enabled order by a.id) as accounts
      from due d order by d.id`.execute(db);
  return rows;
}
