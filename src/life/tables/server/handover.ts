import * as given from '#house/server/givenWork.ts';
import { announceBelonging, type Belonging, followRows } from '#people/org/server/belongings.ts';
import type { Ctx } from '#platform/server/context.ts';
import { closeTodos, moveTodos } from '#platform/server/inbox/todos.ts';
import { stopFills } from './queries/fills.ts';
import { syncTodos } from './queries/todos.ts';
import { decideSubject, fillSubject } from './todos.ts';

const TABLES: given.GivenTables = {
  given: 'data_centre_table',
  running: 'open',
  part: 'data_centre_fill',
  of: 'table_id',
  once: 'round_id',
};

/**
 * Announces what of 数据中心 belongs to an organisation. Its fillings go to the one that takes over; where that one has the same round
 * itself, or has given the table, the filling stops. Tables that it gave go as well: fillings then wait there.
 */
export function announceHandover(): void {
  announceBelonging(ofFills('dataCentreFill', '没审核的数据表填报', true));
  announceBelonging(ofFills('dataCentreDone', '审核过的数据表填报', false));
  announceBelonging(ofTables('dataCentreOpen', '填报中的数据表', true));
  announceBelonging(ofTables('dataCentreKept', '停用的数据表和草稿', false));
}

const ofFills = (subject: string, noun: string, isOpen: boolean): Belonging => ({
  subject,
  noun,
  measure: '份',
  waits: isOpen,
  count: (db, orgIds) => given.countParts(db, TABLES, orgIds, isOpen),
  twins: (db, fromId, others) => given.countTwinParts(db, TABLES, fromId, others, isOpen),
  ...(isOpen && {
    alters: [
      { table: 'data_centre_fill', columns: ['state'] },
      { table: 'data_centre_filing', columns: ['decision'], whose: given.belowParts('fill_id', 'data_centre_fill') },
    ],
    async woken(ctx, ids) {
      const tableIds = await given.workOfParts(ctx.db, TABLES, ids.get('data_centre_fill') ?? []);
      for (const tableId of tableIds) await syncTodos(ctx.db, tableId);
    },
  }),
  async move(ctx, from, to, ids, reason) {
    const went = await given.moveParts(ctx.db, TABLES, from.id, to, ids ? { ids } : { isOpen });
    const fillIds = await followRows(ctx, { from, to, reason }, went, 'dataCentreFill', (id) => [fillSubject(id)]);
    if (isOpen && ids === null) await stopRest(ctx, from.id);
    for (const tableId of new Set(went.map(({ givenId }) => givenId))) await syncTodos(ctx.db, tableId);
    return fillIds;
  },
});

/** What could not go: the organisation that takes over fills in the same itself. */
async function stopRest(ctx: Ctx, orgId: string): Promise<void> {
  for (const tableId of await given.givenUnderWay(ctx.db, TABLES, orgId)) {
    const stopped = await stopFills(ctx.db, tableId, orgId);
    await closeTodos(
      ctx.db,
      stopped.map(({ id }) => decideSubject(id)),
    );
    await syncTodos(ctx.db, tableId);
  }
}

const ofTables = (subject: string, noun: string, isOpen: boolean): Belonging => ({
  subject,
  noun,
  measure: '张',
  waits: isOpen,
  count: (db, orgIds) => given.countGiven(db, TABLES, orgIds, isOpen),
  async move(ctx, from, to, ids, reason) {
    const went = await given.moveGiven(ctx.db, TABLES, from.id, to, ids ? { ids } : { isOpen });
    const tableIds = await followRows(ctx, { from, to, reason }, went, 'dataCentreTable');
    const waiting = await given.moveDeciders(ctx.db, TABLES, from.id, to.id, tableIds);
    await moveTodos(ctx.db, from.id, to, waiting.map(decideSubject));
    for (const id of tableIds) await syncTodos(ctx.db, id);
    return tableIds;
  },
});
