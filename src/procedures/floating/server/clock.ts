import { ROLE } from '#kernel/session/contract.ts';
import type { Services } from '#platform/server/context.ts';
import { openTodo } from '#platform/server/inbox/todos.ts';
import { overdueContacts } from './queries/clock.ts';
import { CONTACT, MODULE, movePath } from './todos.ts';

/**
 * Puts overdue contacts before the branch, and once they are a month late before the organisation above too. What is open
 * already stays, so that a run may be repeated.
 */
export async function remindContacts({ db }: Services): Promise<void> {
  for (const row of await overdueContacts(db)) {
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
