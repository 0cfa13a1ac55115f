import { sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { DUE, OVERDUE } from './list.ts';

/** To-dos that one run opens at most; the next one goes on. */
const AT_ONCE = 500;

/** Somebody with whom contact is overdue, and an organisation that is to be told. */
export interface Late {
  id: string;
  name: string;
  orgName: string;
  dueOn: string;
  toId: string;
  toCode: string;
}

/** Overdue contacts that have no open to-do: for the branch, and for the one above it once they are a month late. */
export async function overdueContacts(db: Db): Promise<Late[]> {
  const { rows } = await sql<Late>`
    select f.id, m.name, o.name as "orgName", ${DUE} as "dueOn", t.id as "toId", t.code as "toCode"
      from mobile_outflow f join member m on m.id = f.member_id join organisation o on o.id = f.org_id
      join organisation t on t.deleted_at is null
       and (t.id = o.id or (t.id = o.parent_id and ${DUE} < (${dbToday} - interval '1 month')::date))
     where m.deleted_at is null and o.deleted_at is null and ${OVERDUE}
       and not exists (select from todo d where d.org_id = t.id and d.done_at is null
                        and d.subject = 'mobileContact:' || f.id)
     order by f.id, t.id limit ${AT_ONCE}`.execute(db);
  return rows;
}
