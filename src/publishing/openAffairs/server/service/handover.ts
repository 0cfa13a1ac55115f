import { announceBelonging, type Belonging, followRows } from '#people/org/server/belongings.ts';
import type { Home } from '#people/org/server/residents.ts';
import type { Ctx } from '#platform/server/context.ts';
import { moveFiles } from '#platform/server/files/files.ts';
import { moveTodos } from '#platform/server/inbox/todos.ts';
import { OPEN_AFFAIR } from '#publishing/openAffairs/rules.ts';
import { superiorOf } from '../queries/affair.ts';
import * as queries from '../queries/handover.ts';
import { answerSubject, decideSubject, fixSubject } from '../todos.ts';
import { FILES } from './rights.ts';

/**
 * Announces what of 三务公开 belongs to an organisation. What is before its deciders is decided first: it is published in the
 * name of who sent it in. The rest goes to the organisation that takes over: what was published stays public for its days
 * and stays the ledger, drafts can be finished there. It keeps the name of the organisation that was.
 */
export function announceHandover(): void {
  announceBelonging({
    subject: OPEN_AFFAIR,
    noun: '待审批的三务公开',
    measure: '件',
    waits: true,
    count: queries.countUndecided,
  });
  announceBelonging(kept('openPublished', '公开过的三务公开', true));
  announceBelonging(kept('openDraft', '三务公开草稿', false));
}

const kept = (subject: string, noun: string, wasPublished: boolean): Belonging => ({
  subject,
  noun,
  measure: '件',
  waits: wasPublished,
  lasts: wasPublished,
  count: (db, orgIds) => queries.affairsOf(db, orgIds, wasPublished),
  async move(ctx, from, to, ids, reason) {
    const went = await queries.handOver(ctx.db, from.id, to.id, ids ? { ids } : { wasPublished });
    const moved = await followRows(ctx, { from, to, reason }, went, 'openAffair', (id) => [
      fixSubject(id),
      answerSubject(id),
    ]);
    await moveFiles(ctx.db, [FILES], moved, to.code);
    await followDecisions(ctx, from, to, went);
    return moved;
  },
});

/** What a superior has to decide goes to the superior there. */
async function followDecisions({ db }: Ctx, from: Home, to: Home, went: readonly queries.Handed[]): Promise<void> {
  for (const { id, isPending, submittedBy } of went) {
    if (!isPending) continue;
    const before = await superiorOf(db, from.id, submittedBy);
    await moveTodos(db, before.id, await superiorOf(db, to.id, submittedBy), [decideSubject(id)]);
  }
}
