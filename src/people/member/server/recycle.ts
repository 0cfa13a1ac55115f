import { enableOfMember, eraseOfMember } from '#kernel/permission/server/service/accountState.ts';
import { binOf, type RecycleKind } from '#platform/server/bin/recycle.ts';
import type { Ctx } from '#platform/server/context.ts';
import { errorCode } from '#platform/server/database/db.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { refuse } from '#platform/server/errors.ts';
import { eraseRecordsOf } from '#platform/server/records/queries.ts';
import { cryptoErase } from '#platform/server/secrecy/cryptoErase.ts';
import { addDeltas } from '#platform/server/sums/counters.ts';
import { notifyRegistered } from './development.ts';
import { deltasOf, personOf } from './person.ts';
import { eraseIdCardsOf } from './queries/idCard.ts';
import { isMerged } from './queries/merge.ts';
import { findByIdCard, findCountedOn } from './queries/record.ts';
import * as queries from './queries/recycle.ts';
import { eraseSelfEditsOf } from './queries/selfEdit.ts';

/** Deleted people: back into their branch with their counts and account, or their personal values destroyed. */
export const recycledMembers: RecycleKind = {
  kind: 'member',
  label: '人员',
  right: 'member:remove',
  ...binOf('member', 'org_id', 'org_code'),
  restore,
  erase,
};

async function restore(ctx: Ctx, id: string): Promise<void> {
  const row = await queries.deletedRow(ctx.db, id);
  if (await isMerged(ctx.db, id)) throw refuse('该信息已合并到另一份，请在“重复人员”中撤销合并');
  const home = await queries.lockLivingOrg(ctx.db, row.org_id);
  if (!home) throw refuse('所在党组织已被撤销，请先恢复该党组织');
  if (row.id_card_index) await refuseTakenIdCard(ctx, row.id_card_index);
  const deletedAt = await queries.restoreMember(ctx.db, id, home.code, ctx.session.accountName).catch((error) => {
    // Somebody else took the same id card between the question above and this write.
    if (errorCode(error) === '23505') throw refuse('该身份证号已登记在其他组织，不能恢复');
    throw error;
  });
  await addDeltas(ctx.db, deltasOf(personOf(row, ctx.vault), home.code, 1, await findCountedOn(ctx.db)));
  await notifyRegistered(ctx.db, [id], ctx.session.accountName);
  await enableOfMember(ctx, id, home.code, deletedAt);
}

/** The id card is in use again: says by whom only where the caller may see the record. */
async function refuseTakenIdCard(ctx: Ctx, index: Buffer): Promise<void> {
  const holder = await findByIdCard(ctx.db, index);
  if (!holder) return;
  throw refuse(
    inScope(ctx.scope, holder.org_code)
      ? `该身份证号已登记：${holder.org_name}，${holder.name}，不能恢复`
      : '该身份证号已登记在其他组织，不能恢复',
  );
}

async function erase(ctx: Ctx, id: string): Promise<void> {
  await queries.eraseRow(ctx.db, id, ctx.session.accountName);
  await eraseRecordsOf(ctx.db, 'member', id);
  await eraseIdCardsOf(ctx.db, id);
  await eraseSelfEditsOf(ctx.db, id);
  await cryptoErase(ctx.db, 'member', [id]);
  await eraseOfMember(ctx, id);
}
