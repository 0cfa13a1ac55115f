import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { addDeltas } from '#platform/server/sums/counters.ts';
import type { undoneInImport } from '../../contract.import.ts';
import { labelOfColumn } from '../../rules/fields.ts';
import { findDeveloping, notifyRemoved } from '../development.ts';
import { deltasOf, personOf } from '../person.ts';
import { recountBatch, todayAndCountedOn } from '../queries/import.ts';
import * as queries from '../queries/importUndo.ts';
import { lockOwn, requireOwnBatch } from './import.ts';
import { restoreUpdated } from './importExisting.ts';

/** Why somebody whom a batch wrote stays; empty where nobody was at the record since, or all was put back. */
function whyKept(row: queries.WrittenPerson): string {
  if (!row.is_there) return '已删除，或已不在您的管理范围内';
  if (row.has_account) return '已开通账号，需要时请单独删除';
  if (row.has_waiting) return '有身份证号变更待审批';
  if (row.has_merge) return '已与另一份信息合并';
  if (row.changed === null) return `之后由${row.updated_by}改过`;
  const labels = row.changed.map(labelOfColumn);
  return labels.length > 0 ? `之后改过${[...new Set(labels)].join('、')}` : '';
}

/**
 * Takes back what a batch wrote and updated: whoever stands as the batch left them, changed back included, goes; whoever
 * does not stays with the reason. Repeated it tries those again.
 */
export async function undoImport(ctx: Ctx, id: string) {
  const batch = await lockOwn(ctx, id);
  const before = await queries.countUndone(ctx.db, batch.id);
  const again = batch.state === 'undone' && before.kept > 0;
  if (batch.state !== 'fixing' && batch.state !== 'done' && !again) throw refuse('这批数据现在不能撤销');
  const written = await queries.lockWritten(ctx.db, ctx.scope, batch.id);
  const begun = await findDeveloping(
    ctx.db,
    written.map(({ member_id }) => member_id),
  );
  const judged = written.map((row) => ({
    ...row,
    note: whyKept(row) || (begun.has(row.member_id) ? '已在发展党员流程中' : ''),
  }));
  const going = judged.filter(({ note }) => note === '');
  const leaving = going.map(({ member_id }) => member_id);
  await notifyRemoved(ctx.db, leaving, ctx.session.accountName);
  const removed = await queries.removePeople(ctx.db, leaving, ctx.session.accountName);
  const { countedOn } = await todayAndCountedOn(ctx.db);
  await addDeltas(
    ctx.db,
    removed.flatMap((row) => deltasOf(personOf(row, ctx.vault), row.org_code, -1, countedOn)),
  );
  const restored = await restoreUpdated(ctx, batch);
  await queries.saveUndone(ctx.db, batch.id, [
    ...judged.map(({ row_no, note }) => ({
      rowNo: row_no,
      as: note === '' ? ('removed' as const) : ('kept' as const),
      note,
    })),
    ...restored,
  ]);
  await recountBatch(ctx.db, batch.id, 'undone');
  const after = await queries.countUndone(ctx.db, batch.id);
  ctx.audit({
    type: 'batch',
    id: batch.id,
    name: batch.file_name,
    orgCode: batch.org_code,
    changes: { written: [batch.written, batch.written - after.removed] },
  });
  return {
    removed: after.removed - before.removed,
    restored: after.restored - before.restored,
    kept: after.kept,
  };
}

/** What taking a batch back did with each of its people. */
export async function listUndone(
  ctx: Ctx,
  input: ParsedOf<typeof undoneInImport>,
): Promise<ReplyOf<typeof undoneInImport>> {
  const batch = await requireOwnBatch(ctx, input.id);
  const offset = (input.pageNum - 1) * input.pageSize;
  const page = await queries.listUndone(ctx.db, ctx.scope, batch.id, input.undone ?? null, input.pageSize, offset);
  return {
    total: page.total,
    rows: page.rows.map((row) => ({
      id: String(row.row_no),
      rowNo: row.row_no,
      memberId: row.deleted ? null : row.member_id,
      name: row.name ?? '已调出管理范围的人员',
      orgName: row.org_name ?? '',
      undone: row.undone,
      note: row.undone_note,
    })),
  };
}
