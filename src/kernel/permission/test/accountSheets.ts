import { sql } from 'kysely';
import { expect } from 'vitest';
import { ACCOUNT_IMPORT } from '#kernel/permission/contract.accountSheet.ts';
import { loginIndex } from '#kernel/session/server/loginName.ts';
import { upload, workbook } from '#people/member/test/factory.ts';
import { type Caller, openSession, type TestApp } from '../../../../test/support/app.ts';
import { makeEncrypter } from '../../../../test/support/encrypt.ts';
import {
  grantRole,
  ORGS,
  type OrgKey,
  PASSWORD,
  type Principal,
  testIdCard,
} from '../../../../test/support/fixture.ts';

const { write, undo } = ACCOUNT_IMPORT;
const HEAD = ['姓名*', '身份证号*', '办理*', '角色', '手机号', '任职到期日', '停用原因', '党组织名称*', '上级党组织'];

/** The id card of a person of whom nobody has heard. */
export const NEW = testIdCard(301);

/** A line that opens an account, with other cells by their places: 0 name, 1 id card, 2 act, 3 role, 6 reason, 7 organisation. */
export const line = (given: Record<number, string> = {}) =>
  ['张新', NEW, '开通', '', '', '', '', ORGS.branchA11.name, ''].map((text, at) => given[at] ?? text);

/** What the tests of sheets of accounts do with them. */
export async function sheetsOf(t: TestApp, admin: Caller) {
  const encrypt = await makeEncrypter(t);
  const own = () => encrypt(PASSWORD);
  return {
    own,
    async sent(lines: readonly (readonly string[])[], who = admin): Promise<string> {
      const bytes = await workbook([HEAD, ...lines]);
      const answer = await upload(t, who, '账号.xlsx', bytes, { kind: 'account' }, ACCOUNT_IMPORT.upload.path);
      expect(answer.code, JSON.stringify(answer)).toBe(200);
      return answer.data.id;
    },
    carryOut: (id: string, who = admin) => who.call(write, { id, password: own() }),
    takeBack: (id: string, who = admin) => who.call(undo, { id, password: own() }),
    /** The roles of whoever signs in by an id card, and whether the account is in use. */
    async standing(card: string) {
      const { rows } = await sql<{ enabled: boolean; roles: string | null }>`
        select a.enabled, string_agg(r.name || ' ' || o.name, '、' order by g.id) as roles
          from account a left join account_role g on g.account_id = a.id and g.revoked_at is null
          left join role r on r.id = g.role_id left join organisation o on o.id = g.org_id
         where a.login_index = ${loginIndex(t.services.vault, card)} group by a.id`.execute(t.db);
      return rows[0];
    },
    /** The account's id of whoever signs in by an id card. */
    async accountOf(card: string): Promise<string> {
      const { rows } = await sql<{ id: string }>`
        select id from account where login_index = ${loginIndex(t.services.vault, card)}`.execute(t.db);
      return rows[0]?.id ?? '';
    },
    async nameOf(principal: Principal): Promise<{ 0: string; 1: string }> {
      const { accountId, loginName } = t.fixture.principals[principal];
      const { rows } = await sql<{ name: string }>`select name from account where id = ${accountId}`.execute(t.db);
      return { 0: rows[0]?.name ?? '', 1: loginName };
    },
    /** A role that the deployment adds, with these rights. */
    async addRole(id: number, name: string, keys: readonly string[], base: 'subtree' | 'own' = 'subtree') {
      await sql`insert into role (id, name, base) values (${id}, ${name}, ${base}) on conflict do nothing`.execute(
        t.db,
      );
      await sql`insert into role_permission (role_id, permission_key)
                select ${id}, key from unnest(${keys}::text[]) as key on conflict do nothing`.execute(t.db);
    },
    /** A principal in one more role. */
    async inRole(principal: Principal, roleId: number, org: OrgKey): Promise<Caller> {
      const { accountId } = t.fixture.principals[principal];
      const grant = await grantRole(t.services, accountId, roleId, org);
      return t.withToken(await openSession(t.services, accountId, grant));
    },
  };
}
