import { binFrom, binOf, type RecycleKind } from '#platform/server/bin/recycle.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { eraseRecordsOf } from '#platform/server/records/queries.ts';
import { addDeltas } from '#platform/server/sums/counters.ts';
import { termsBin } from './queries/bins.ts';
import * as office from './queries/office.ts';
import * as queries from './queries/recycle.ts';
import { lockParent, nameTaken } from './queries/writes.ts';
import { restoreTerm } from './service/office.ts';

/** Deleted organisations: back below their superior. */
export const recycledOrgs: RecycleKind = {
  kind: 'org',
  label: '党组织',
  right: 'org:remove',
  ...binOf('organisation', 'parent_id', 'code'),
  restore: restoreOrg,
  erase: eraseOrg,
};

const NAME_TAKEN = '同一上级党组织下已有同名的组织，请先更改其名称再恢复';

async function restoreOrg(ctx: Ctx, id: string): Promise<void> {
  const org = await queries.deletedOrg(ctx.db, id);
  if (org.parentId === null) throw refuse('没有上级的党组织不能恢复');
  await lockParent(ctx.db, org.parentId);
  if (!(await queries.isLiving(ctx.db, org.parentId))) throw refuse('上级党组织已被撤销，请先恢复上级党组织');
  if (await nameTaken(ctx.db, org.parentId, org.name, id)) throw refuse(NAME_TAKEN);
  await queries.restoreOrg(ctx.db, { id, parentId: org.parentId }, ctx.session.accountName);
  await addDeltas(ctx.db, [{ orgCode: org.code, fact: 'org', value: String(org.type), n: 1 }]);
}

async function eraseOrg(ctx: Ctx, id: string): Promise<void> {
  const waiting = await queries.inBinOf(ctx.db, id);
  if (waiting > 0) throw refuse(`该组织还有${waiting}条人员、单位或下级组织记录在回收站中，请先处理`);
  await queries.eraseOrg(ctx.db, id, ctx.session.accountName);
  await eraseRecordsOf(ctx.db, 'org', id);
}

/** Deleted terms of leadership; the one elected last is the current one after a restoration, too. */
export const recycledTerms: RecycleKind = {
  kind: 'term',
  label: '届次',
  right: 'org:write',
  ...binFrom(termsBin),
  restore: restoreTerm,
  erase: (ctx, id) => office.eraseTerm(ctx.db, id),
};
