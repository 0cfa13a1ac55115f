import { sql } from 'kysely';
import { dictionaryModule } from '#kernel/dictionary/server/routes.ts';
import { jobModule } from '#kernel/job/server/routes.ts';
import { rightJobs, rightRoutes } from '#kernel/permission/server/rightRoutes.ts';
import { sessionModule } from '#kernel/session/server/routes.ts';
import { systemModule } from '#kernel/system/server/routes.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { type Caller, openSession, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import { grantRole, ORGS, type OrgKey, PASSWORD, type Principal } from '../../../../test/support/fixture.ts';

const rightModule: ServerModule = {
  name: 'permission',
  routes: rightRoutes,
  jobs: rightJobs,
};
export const RIGHT_MODULES = [sessionModule, jobModule, systemModule, dictionaryModule, rightModule];

export interface RightApp extends TestApp {
  /** The own password, encrypted for one call. */
  own(): string;
}

/** The application with sessions, jobs, the site’s settings, the dictionary and rights alone. */
export async function startRightApp(): Promise<RightApp> {
  const app = await startTestApp({ modules: RIGHT_MODULES });
  const encrypt = await makeEncrypter(app);
  return { ...app, own: () => encrypt(PASSWORD) };
}

/** A session of a principal in one more role. */
export async function alsoAs(
  t: TestApp,
  principal: Principal,
  roleId: number,
  org: OrgKey,
): Promise<Caller & { grantId: string }> {
  const { accountId } = t.fixture.principals[principal];
  const grantId = await grantRole(t.services, accountId, roleId, org);
  return { ...t.withToken(await openSession(t.services, accountId, grantId)), grantId };
}

/** A user group of an organisation with members and rights, written as its page writes it. */
export async function makeGroup(
  t: TestApp,
  org: OrgKey,
  keys: readonly string[],
  members: readonly Principal[],
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into user_group (name, org_id) values (${`组${org}${keys.join()}`}, ${ORGS[org].id}) returning id`.execute(
    t.db,
  );
  const id = rows[0]?.id ?? '';
  for (const key of keys) {
    await sql`insert into user_group_right (group_id, permission_key) values (${id}, ${key})`.execute(t.db);
  }
  for (const name of members) {
    await sql`insert into user_group_member (group_id, account_id) values (${id}, ${t.fixture.principals[name].accountId})`.execute(
      t.db,
    );
  }
  return id;
}

/** The keys that a session holds, as getInfo says. */
export async function keysOf(caller: Caller): Promise<string[]> {
  const info = await caller.get('/api/getInfo');
  return [...(info.data?.permissionKeys ?? [])].sort();
}
