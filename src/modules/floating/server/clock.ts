import { sql } from 'kysely';
import { ROLE } from '#modules/session/contract.ts';
import type { Services } from '#platform/server/context.ts';
import { dbToday } from '#platform/server/db.ts';
import { openTodo } from '#platform/server/todos.ts';
import { DUE, OVERDUE } from './queries/list.ts';
import { CONTACT, MODULE, movePath } from './todos.ts';

/** To-dos that one run opens at most; the next one goes on. */
const AT_ONCE = 500;

interface Late {
  id: string;
  name: string;
  orgName: string;
  dueOn: string;
  toId: string;
  toCode: string;
}

/**
 * Puts overdue contacts before the branch, and once they are a month late before the organisation above too. What is open
 * already stays, so that a run may be repeated.
 */
export async function remindContacts({ db }: Services): Promise<void> {
  const { rows } = await sql<Late>`
    select f.id, m.name, o.name as "orgName", ${DUE} as "dueOn", t.id as "toId", t.code as "toCode"
      from mobile_outflow f join member m on m.id = f.member_id join organisation o on o.id = f.org_id
      join organisation t on t.deleted_at is null
       and (t.id = o.id or (t.id = o.parent_id and ${DUE} < (${dbToday} - interval '1 month')::date))
     where m.deleted_at is null and o.deleted_at is null and ${OVERDUE}
       and not exists (select from todo d where d.org_id = t.id and d.done_at is null
                        and d.subject = 'mobileContact:' || f.id)
     order by f.id, t.id limit ${AT_ONCE}`.execute(db);
  for (const row of rows) {
    await openTodo(db, {
      roleId: ROLE.worker,
      orgId: row.toId,
      orgCode: row.toCode,
      accountId: null,
      module: MODULE,
      title: `联系流动党员${row.name}`,
      detail: row.orgName,
      act: '登记联系',
      jumpUrl: movePath('out', row.id),
      dueOn: row.dueOn,
      subject: CONTACT(row.id),
    });
  }
}
