import { sql } from 'kysely';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import type { TestApp } from '../../../../test/support/app.ts';
import { ORGS, type OrgKey, type Principal } from '../../../../test/support/fixture.ts';

/** Sends a notice from the city to principals; answers its id. */
export function makeNotice(
  app: TestApp,
  to: Principal[],
  given: { type?: string; title?: string; remark?: string } = {},
) {
  return sendNotice(app.db, {
    type: '1',
    title: '关于召开支部党员大会的通知',
    remark: '请按时参加',
    orgId: ORGS.city.id,
    createdBy: '程市',
    accountIds: to.map((principal) => app.fixture.principals[principal].accountId),
    ...given,
  });
}

/** Opens a to-do that is due so many days from the database's today (null: none); answers its id. */
export async function makeTodo(
  app: TestApp,
  todo: { org: OrgKey; roleId?: number; due: number | null; title?: string; module?: string; account?: Principal },
): Promise<string> {
  const account = todo.account ? app.fixture.principals[todo.account].accountId : null;
  const { rows } = await sql<{ id: string }>`
    insert into todo (role_id, org_id, org_code, account_id, module, title, jump_url, due_on, subject)
    values (${todo.roleId ?? 3}, ${ORGS[todo.org].id}, ${ORGS[todo.org].code}, ${account}, ${todo.module ?? '组织信息'},
            ${todo.title ?? '换届'}, '/affairs/organization/company',
            (now() at time zone 'Asia/Shanghai')::date + ${todo.due}::int, gen_random_uuid()::text)
    returning id`.execute(app.db);
  return rows[0]?.id ?? '';
}

/** All notices there are, the oldest first, with whom they went to. */
export async function notices(app: TestApp): Promise<{ title: string; accountIds: string[] }[]> {
  const { rows } = await sql<{ title: string; accountIds: string[] }>`
    select n.title, array(select account_id::text from notice_recipient r where r.notice_id = n.id order by 1) as "accountIds"
      from notice n order by n.id`.execute(app.db);
  return rows;
}
