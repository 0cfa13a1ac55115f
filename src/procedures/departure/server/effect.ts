import { insertGrant, revokeGrant } from '#kernel/permission/server/index.ts';
import { endAllAccess } from '#kernel/safeCenter/server/service.ts';
import { setEnabled } from '#kernel/session/server/index.ts';
import { setAway } from '#people/member/server/away.ts';
import { addPartyAgeLess, addToLedger, clearPost } from '#people/member/server/index.ts';
import { setStanding } from '#people/member/server/standing.ts';
import { leavePosts } from '#people/org/server/index.ts';
import type { Db } from '#platform/server/database/db.ts';
import { refuse } from '#platform/server/errors.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import type { Vault } from '#platform/server/secrecy/crypto.ts';
import { KINDS, monthsLost } from '#procedures/departure/rules.ts';
import { endMemberDues } from '#procedures/dues/server/index.ts';
import { clearContact } from '#procedures/floating/server/index.ts';
import { endOutflow } from '#procedures/floating/server/matter.ts';
import { endFile, lockRunning } from '#procedures/recruitment/server/index.ts';
import { subjectsOf } from '#procedures/recruitment/server/todos.ts';
import { closeTransferOf } from '#procedures/transfer/server/close.ts';
import { lockTransferOf } from '#procedures/transfer/server/index.ts';
import * as queries from './queries.ts';
import { subjectOf } from './todos.ts';

/** Who acts; a job has no account. */
export interface Actor {
  id: string | null;
  name: string;
}

/** Dictionary 0009: 恢复组织关系、党籍. */
const RESTORED = 3;

/**
 * Carries a variation out, within the caller's transaction: 党籍状态 with counters, account and roles, posts, floating and lost
 * contact, the running development file, dues and the 增减台账. Answers the new version.
 * @throws a refusal where the person is no longer what the variation is about
 */
export async function carryOutVariation(db: Db, vault: Vault, row: queries.Variation, by: Actor): Promise<number> {
  const kind = KINDS[row.kind];
  await lockTransferOf(db, row.memberId);
  const home = await queries.lockHome(db, row.memberId);
  // Somebody who was transferred meanwhile is on another roll, whose branch registers it.
  if (row.kind !== 'restored' && home?.orgId !== row.orgId) {
    throw refuse(`${row.name}的组织关系已转到${home?.orgName ?? '别处'}，请撤回，由现在的党支部登记`);
  }
  const fits = { restored: [2], corrected: [2, 3, 4, 6] }[row.kind as string] ?? [1, 2];
  const isFit = fits.includes(row.memberStatus);
  if (!isFit || row.memberStatus === kind.status) throw refuse(`${row.name}的党籍状态已有变化，请核对后撤回重办`);
  const outcome: queries.Outcome =
    kind.status === 1 ? await comeBack(db, vault, row, by) : await leave(db, vault, row, by);
  // Whoever is suspended has left the count already: 除名 after it is no second decrease.
  if (kind.status === 1 || row.memberStatus === 1) {
    await addToLedger(db, {
      memberId: row.memberId,
      orgId: row.toOrgId ?? row.orgId,
      orgCode: row.toOrgCode ?? row.orgCode,
      sign: kind.status === 1 ? 1 : -1,
      way: kind.way,
      happenedOn: row.effectiveOn,
      by: by.name,
    });
  }
  await closeTodos(db, [subjectOf(row.id)]);
  return queries.setVariation(db, row.id, {
    state: 'effective',
    carried_on: row.today,
    outcome: JSON.stringify({ ...outcome, status: row.memberStatus }),
  });
}

async function leave(db: Db, vault: Vault, row: queries.Variation, by: Actor): Promise<queries.Outcome> {
  const { label, status } = KINDS[row.kind];
  const outcome: queries.Outcome = {};
  const account = await queries.accountOf(db, row.memberId);
  if (account) {
    for (const { id } of account.grants) await revokeGrant(db, id, by, label);
    await setEnabled(db, account.id, { enabled: false, by: by.name, reason: label });
    await endAllAccess(db, account.id);
    outcome.accountId = account.id;
    outcome.grants = account.grants.map(({ roleId, orgId }) => ({ roleId, orgId }));
  }
  const end = { to: 4, on: row.effectiveOn, note: label, by } as const;
  const { outflowId } = await endOutflow(db, row.memberId, end);
  if (outflowId !== null) outcome.outflowId = outflowId;
  await setAway(db, row.memberId, { isLostContact: false }, by.name);
  if (await closeTransferOf(db, row.memberId, { why: label, by })) outcome.transfer = true;
  const posts = await leavePosts(db, row.memberId);
  await clearPost(db, row.memberId);
  await clearContact(db, row.memberId);
  if (posts.length > 0) outcome.posts = posts;
  for (const file of await lockRunning(db, [row.memberId])) {
    await endFile(db, file.id, row.kind === 'died' ? 'died' : 'stopped', row.effectiveOn, label);
    await closeTodos(db, subjectsOf(file.id));
  }
  const dues = await endMemberDues(db, row.memberId, row.effectiveOn.slice(0, 7), label);
  if (dues > 0) outcome.dues = dues;
  await setStanding(db, vault, row.memberId, { membershipStatus: status }, by.name);
  return outcome;
}

async function comeBack(db: Db, vault: Vault, row: queries.Variation, by: Actor): Promise<queries.Outcome> {
  // A status that was never decided is put right; nobody left, nothing is lost.
  if (row.kind === 'corrected') {
    await setStanding(db, vault, row.memberId, { membershipStatus: 1 }, by.name);
    return {};
  }
  const months = row.suspendedOn === null ? 0 : monthsLost(row.suspendedOn, row.effectiveOn);
  const orgId = row.toOrgId ?? row.orgId;
  const orgCode = row.toOrgCode ?? row.orgCode;
  const entered = { orgId, orgCode, joinType: RESTORED, on: row.effectiveOn };
  await setStanding(db, vault, row.memberId, { membershipStatus: 1, entered }, by.name);
  await addPartyAgeLess(db, row.memberId, months, by.name);
  return { monthsLost: months };
}

/**
 * Takes a wrongly filed leaving back: status, account and roles as they stood; posts, floating and dues are named, since they
 * may have been filled again. The ledger gets the line's reverse: no way in, so the balance names it as a correction. Answers the new version and what was left.
 */
export async function reverseVariation(
  db: Db,
  vault: Vault,
  row: queries.Variation,
  reason: string,
  by: { id: string; name: string },
): Promise<{ version: number; left: string[] }> {
  const { accountId, grants = [], posts = [], outflowId, transfer, dues = 0, status = 1 } = row.outcome;
  await setStanding(db, vault, row.memberId, { membershipStatus: status }, by.name);
  if (accountId) {
    await setEnabled(db, accountId, { enabled: true, by: by.name, reason: null });
    for (const { roleId, orgId } of grants) {
      await insertGrant(db, { accountId, roleId, orgId, validFrom: null, validUntil: null, keys: [], by });
    }
  }
  if (status === 1) {
    await addToLedger(db, {
      memberId: row.memberId,
      orgId: row.orgId,
      orgCode: row.orgCode,
      sign: 1,
      way: KINDS[row.kind].way,
      happenedOn: row.today,
      by: by.name,
    });
  }
  const left = [
    ...posts.map((post) => `班子任职没有恢复：${post}`),
    ...(outflowId ? ['流动登记没有恢复，仍外出的请重新登记'] : []),
    ...(transfer ? ['组织关系转接没有恢复，请重新申请'] : []),
    ...(dues > 0 ? [`作废的${dues}个月党费没有恢复，请重新开账`] : []),
  ];
  const version = await queries.setVariation(db, row.id, {
    state: 'undone',
    undone_on: row.today,
    undo_reason: reason,
  });
  return { version, left };
}
