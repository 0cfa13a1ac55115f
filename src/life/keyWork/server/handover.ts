import * as given from '#house/server/givenWork.ts';
import { announceBelonging, type Belonging, followRows } from '#people/org/server/belongings.ts';
import type { Ctx } from '#platform/server/context.ts';
import { moveFiles } from '#platform/server/files/files.ts';
import { closeTodos, moveTodos } from '#platform/server/inbox/todos.ts';
import { stopParts, updateNextDue } from './queries/parts.ts';
import { reportIdsOf } from './queries/reports.ts';
import { syncTodos } from './queries/todos.ts';
import { ITEM_FILES, REPORT_FILES } from './service/common.ts';
import { decideSubject, partSubject } from './todos.ts';

const TABLES: given.GivenTables = {
  given: 'key_work_item',
  running: 'running',
  part: 'key_work_part',
  of: 'item_id',
  once: 'item_id',
};

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
  count: (db, orgIds) => given.countParts(db, TABLES, orgIds, isOpen),
  twins: (db, fromId, others) => given.countTwinParts(db, TABLES, fromId, others, isOpen),
  ...(isOpen && {
    alters: [
      { table: 'key_work_part', columns: ['state', 'next_due', 'next_period_id'] },
      { table: 'key_work_report', columns: ['decision'], whose: given.belowParts('part_id', 'key_work_part') },
    ],
    async woken(ctx, ids) {
      const itemIds = await given.workOfParts(ctx.db, TABLES, ids.get('key_work_part') ?? []);
      for (const itemId of itemIds) await syncTodos(ctx.db, itemId);
    },
  }),
  async move(ctx, from, to, ids, reason) {
    const went = await given.moveParts(ctx.db, TABLES, from.id, to, ids ? { ids } : { isOpen });
    const partIds = await followRows(ctx, { from, to, reason }, went, 'keyWorkPart', (id) => [partSubject(id)]);
    await moveFiles(ctx.db, [REPORT_FILES], await reportIdsOf(ctx.db, partIds), to.code);
    if (isOpen && ids === null) await stopRest(ctx, from.id);
    for (const itemId of new Set(went.map(({ givenId }) => givenId))) await syncTodos(ctx.db, itemId);
    return partIds;
  },
});

/** What could not go: the organisation that takes over does the same already. */
async function stopRest(ctx: Ctx, orgId: string): Promise<void> {
  for (const itemId of await given.givenUnderWay(ctx.db, TABLES, orgId)) {
    const stopped = await stopParts(ctx.db, itemId, orgId);
    await closeTodos(
      ctx.db,
      stopped.map(({ id }) => decideSubject(id)),
    );
    await updateNextDue(ctx.db, itemId);
    await syncTodos(ctx.db, itemId);
  }
}

const ofItems = (subject: string, noun: string, isOpen: boolean): Belonging => ({
  subject,
  noun,
  measure: '项',
  waits: isOpen,
  count: (db, orgIds) => given.countGiven(db, TABLES, orgIds, isOpen),
  async move(ctx, from, to, ids, reason) {
    const went = await given.moveGiven(ctx.db, TABLES, from.id, to, ids ? { ids } : { isOpen });
    const itemIds = await followRows(ctx, { from, to, reason }, went, 'keyWorkItem');
    const waiting = await given.moveDeciders(ctx.db, TABLES, from.id, to.id, itemIds);
    await moveFiles(ctx.db, [ITEM_FILES], itemIds, to.code);
    await moveTodos(ctx.db, from.id, to, waiting.map(decideSubject));
    for (const id of itemIds) await syncTodos(ctx.db, id);
    return itemIds;
  },
});
