import type { NamedOrg } from '#house/server/orgsNamed.ts';
import type { AccountLine } from '#kernel/permission/rules.accountSheet.ts';
import type { Ctx } from '#platform/server/context.ts';
import { Refusal, refuse } from '#platform/server/errors.ts';
import type { SheetBatch } from '#platform/server/records/sheets.ts';
import * as queries from '../queries/accountSheet.ts';
import { revokeGrant } from '../queries/grants.ts';
import { lockAccount } from './account.ts';
import { giveRole } from './accountGrant.ts';
import { disable } from './accountState.ts';
import { insertAccount, type NewPerson, personOfMember } from './accountWrite.ts';

/** A role that the session may give. */
export interface Role {
  id: number;
  name: string;
  base: 'subtree' | 'own';
}

/** What a line will do, once nothing is wrong with it. */
export interface Plan {
  line: AccountLine;
  rowNo: number;
  /** The account that is there; null: one is made. */
  accountId: string | null;
  memberId: string | null;
  role: Role | null;
  org: NamedOrg | null;
  /** Roles that moving takes back. */
  taken: readonly string[];
}

/**
 * Carries out one line within the caller's transaction and notes what it did.
 * @param made the accounts that earlier lines have made, by their id cards
 * @throws Refusal that names the line; nothing of the sheet is written then
 */
export async function writeLine(ctx: Ctx, plan: Plan, batch: SheetBatch, made: Map<string, string>): Promise<void> {
  try {
    const done = await carryOut(ctx, plan, made);
    await queries.insertLine(ctx.db, { ...done, batchId: batch.id, rowNo: plan.rowNo, taken: plan.taken });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw refuse(`第${plan.rowNo}行 ${plan.line.name}：${error.message}`);
  }
}

async function carryOut(ctx: Ctx, plan: Plan, made: Map<string, string>) {
  const { line, org, role } = plan;
  const idCard = line.idCard ?? '';
  if (line.act === 'stop' || !org || !role) {
    const accountId = plan.accountId ?? '';
    await disable(ctx, accountId, line.reason);
    return { act: 'stop', accountId, grantId: null, isNew: false } as const;
  }
  const there = plan.accountId ?? made.get(idCard) ?? null;
  const accountId = there ?? (await insertAccount(ctx, await personOf(ctx, plan), { orgId: org.id, userTypeId: null }));
  made.set(idCard, accountId);
  // Whoever is there is held while the roles change.
  if (there !== null) await lockAccount(ctx, there, 'roles');
  const by = { id: ctx.session.accountId, name: ctx.session.accountName };
  for (const id of plan.taken) await revokeGrant(ctx.db, id, by, `调动到${org.name}`);
  const given = await giveRole(ctx, {
    accountId,
    memberId: plan.memberId,
    roleId: role.id,
    orgId: org.id,
    keys: [],
    validFrom: null,
    validUntil: line.until,
  });
  const changes = { ...given.changes, ...(there === null && { name: [null, line.name] as [unknown, unknown] }) };
  ctx.audit({ type: 'account', id: accountId, name: line.name, orgCode: org.code, changes });
  return { act: line.act ?? 'open', accountId, grantId: given.grantId, isNew: there === null } as const;
}

async function personOf(ctx: Ctx, { line, memberId }: Plan): Promise<NewPerson> {
  if (memberId !== null) return personOfMember(ctx, memberId);
  return { memberId: null, name: line.name, idCard: line.idCard ?? '', gender: line.gender, phone: line.phone };
}
