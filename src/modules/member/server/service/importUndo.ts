import type { Ctx } from '#platform/server/context.ts';
import { addDeltas } from '#platform/server/counters.ts';
import { refuse } from '#platform/server/errors.ts';
import { deltasOf, personOf } from '../person.ts';
import * as queries from '../queries/import.ts';
import { lockOwn } from './import.ts';
import { restoreUpdated } from './importExisting.ts';

/** Takes back what a batch wrote and updated, but for those whom somebody has changed since. */
export async function undoImport(ctx: Ctx, id: string) {
  const batch = await lockOwn(ctx, id);
  if (batch.state !== 'fixing' && batch.state !== 'done') throw refuse('这批数据现在不能撤销');
  const removed = await queries.removeWritten(ctx.db, ctx.scope, batch.id, ctx.session.accountName);
  const { countedOn } = await queries.days(ctx.db);
  await addDeltas(
    ctx.db,
    removed.flatMap((row) => deltasOf(personOf(row, ctx.vault), row.org_code, -1, countedOn)),
  );
  const restored = await restoreUpdated(ctx, batch);
  await queries.settle(ctx.db, batch.id, 'undone');
  const kept = batch.written - removed.length + batch.updated - restored;
  ctx.audit({
    type: 'batch',
    id: batch.id,
    name: batch.file_name,
    orgCode: batch.org_code,
    changes: { written: [batch.written, kept] },
  });
  return { removed: removed.length, restored, kept };
}
