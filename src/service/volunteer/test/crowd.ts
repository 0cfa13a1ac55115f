import { loginIndex } from '#kernel/session/server/loginName.ts';
import { memberRow } from '#people/member/server/rowMapper.ts';
import { type Caller, caller, openSession, type TestApp } from '../../../../test/support/app.ts';
import { grantRole, ORGS, testIdCard, testPerson } from '../../../../test/support/fixture.ts';

/** Somebody of a crowd. */
export interface One {
  memberId: string;
  accountId: string;
  name: string;
  call: Caller;
}

/** So many members of a branch, each with an account and a session of a member. */
export async function makeCrowd(t: TestApp, count: number, from = 0): Promise<One[]> {
  const { id: orgId, code: orgCode } = ORGS.branchA11;
  const db = t.services.db;
  const crowd: One[] = [];
  for (let n = from; n < from + count; n++) {
    const name = `志愿者${n}`;
    const person = testPerson({ name, idCard: testIdCard(n % 400, `19${60 + Math.floor(n / 400)}-06-18`) });
    const id = String(8_000 + n);
    await db
      .insertInto('member')
      .values(memberRow(person, { id, orgId, orgCode, sort: n }, t.services.vault))
      .execute();
    const account = await db
      .insertInto('account')
      .values({
        login_index: loginIndex(t.services.vault, `crowd${n}`),
        login_mask: 'c***',
        name,
        password_hash: 'x',
        member_id: id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const grantId = await grantRole(t.services, account.id, 2, 'branchA11');
    crowd.push({
      memberId: id,
      accountId: account.id,
      name,
      call: caller(t.app, await openSession(t.services, account.id, grantId)),
    });
  }
  return crowd;
}
