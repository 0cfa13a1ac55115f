import { sql } from 'kysely';
import { expect } from 'vitest';
import { decideTransfer, getTransfer, startTransfer } from '#procedures/transfer/contract.ts';
import { type Caller, openSession, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, type OrgKey, PRINCIPALS } from '../../../../test/support/fixture.ts';

/** The four committees may decide, and everybody is registered with what a letter needs. */
export async function readyCity(t: TestApp): Promise<void> {
  const committees = [ORGS.committeeA1.id, ORGS.committeeA2.id, ORGS.committeeB1.id, ORGS.committeeB2.id];
  await sql`update organisation set can_approve = true where id = any(${committees}::bigint[])`.execute(t.db);
}

/** A worker of an organisation where the fixture has none. */
export async function workerAt(t: TestApp, org: OrgKey): Promise<Caller> {
  const name = PRINCIPALS.twinWorker.name;
  const { rows } = await sql<{ id: string }>`
    insert into account (login_index, login_mask, name, password_hash)
    select sha256(${`worker ${org}`}::bytea), '试', ${name}, password_hash from account where id = ${t.fixture.principals.twinWorker.accountId}
    returning id`.execute(t.db);
  const grant = await sql<{ id: string }>`
    insert into account_role (account_id, role_id, org_id) values (${rows[0]?.id}, 3, ${ORGS[org].id}) returning id`.execute(
    t.db,
  );
  const token = await openSession(t.services, rows[0]?.id ?? '', grant.rows[0]?.id ?? '');
  return t.withToken(token);
}

/** Starts a transfer; answers its id, or fails with what was said. */
export async function startOne(caller: Caller, memberId: string, to: object, submit = true): Promise<string> {
  const made = await caller.call(startTransfer, { memberIds: [memberId], reason: '工作调动', submit, ...to } as never);
  expect(made.code, made.text).toBe(200);
  return made.result.ids[0] ?? '';
}

export const read = async (caller: Caller, id: string) => {
  const answer = await caller.call(getTransfer, { id });
  expect(answer.code, answer.text).toBe(200);
  return answer.result;
};

/** Agrees at the version that stands now. */
export async function agree(caller: Caller, id: string, given: object = {}) {
  const { version } = await read(caller, id);
  return caller.call(decideTransfer, { id, version, decision: 'agree', ...given } as never);
}

export const inside = (org: OrgKey) => ({ kind: 'withinBranchTree', toOrgId: ORGS[org].id });
export const outside = { kind: 'inProvince', outsideName: '沮阳市职教中心委员会', outsideBranch: '第二党支部' };
