import { announceBelonging, type Belonging, followRows } from '#modules/org/server/belongings.ts';
import type { Ctx } from '#platform/server/context.ts';
import { closeTodos, moveTodos } from '#platform/server/todos.ts';
import * as queries from './queries/handover.ts';
import { owe, stopParts } from './queries/parts.ts';
import { tendTodos } from './queries/todos.ts';
import { ITEM_FILES, REPORT_FILES } from './service/common.ts';
import { decideSubject, partSubject } from './todos.ts';

/**
 * Announces what of key work belongs to an organisation. Its parts go to the one that takes over, with what was reported; where that
 * one has the same item itself, or has set it, the part stops. Items that it set go as well: completions then wait there.
 */
export function announceHandover(): void {
  announceBelonging(ofParts('keyWorkPart', '没办结的重点工作', true));
  announceBelonging(ofParts('keyWorkDone', '办结的重点工作', false));
  announceBelonging(ofItems('keyWorkRunning', '布置的进行中的重点工作', true));
  announceBelonging(ofItems('keyWorkKept', '布置过的重点工作和草稿', false));
}

const ofParts = (subject: string, noun: string, isOpen: boolean): Belonging => ({
  subject,
  noun,
  measure: '项',
  waits: isOpen,
  count: (db, orgIds) => queries.partsOf(db, orgIds, isOpen),
  async move(ctx, from, to, ids, reason) {
    const went = await queries.moveParts(ctx.db, from.id, to, ids ? { ids } : { isOpen });
    const partIds = await followRows(ctx, { from, to, reason }, went, 'keyWorkPart', (id) => [partSubject(id)]);
    await queries.moveFiles(ctx.db, REPORT_FILES, await queries.reportIdsOf(ctx.db, partIds), to.code);
    if (isOpen && ids === null) await stopRest(ctx, from.id);
    for (const itemId of new Set(went.map((one) => one.itemId))) await tendTodos(ctx.db, itemId);
    return partIds;
  },
});

/** What could not go: the organisation that takes over does the same already. */
async function stopRest(ctx: Ctx, orgId: string): Promise<void> {
  for (const itemId of await queries.itemsUnderWay(ctx.db, orgId)) {
    const stopped = await stopParts(ctx.db, itemId, orgId);
    await closeTodos(
      ctx.db,
      stopped.map(({ id }) => decideSubject(id)),
    );
    await owe(ctx.db, itemId);
    await tendTodos(ctx.db, itemId);
  }
}

const ofItems = (subject: string, noun: string, isRunning: boolean): Belonging => ({
  subject,
  noun,
  measure: '项',
  waits: isRunning,
  count: (db, orgIds) => queries.itemsOf(db, orgIds, isRunning),
  async move(ctx, from, to, ids, reason) {
    const { rows, waiting } = await queries.moveItems(ctx.db, from.id, to, ids ? { ids } : { isRunning });
    const itemIds = await followRows(ctx, { from, to, reason }, rows, 'keyWorkItem');
    await queries.moveFiles(ctx.db, ITEM_FILES, itemIds, to.code);
    await moveTodos(ctx.db, from.id, to, waiting.map(decideSubject));
    for (const id of itemIds) await tendTodos(ctx.db, id);
    return itemIds;
  },
});
