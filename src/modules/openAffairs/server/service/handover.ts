import { OPEN_AFFAIR } from '#modules/openAffairs/rules.ts';
import { announceBelonging, type Belonging } from '#modules/org/server/belongings.ts';
import type { Home } from '#modules/org/server/residents.ts';
import type { Ctx } from '#platform/server/context.ts';
import { moveTodos } from '#platform/server/todos.ts';
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
    count: queries.awaiting,
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
    await follow(ctx, from, to, went);
    for (const { id, title } of went) {
      const changes: Record<string, [string, string]> = { orgName: [from.name, to.name] };
      ctx.audit({ type: 'openAffair', id, name: title, orgCode: to.code, changes, reason });
    }
    return went.map(({ id }) => id);
  },
});

/** Files and to-dos go where the affairs went; what a superior has to decide to the superior there. */
async function follow({ db }: Ctx, from: Home, to: Home, went: readonly queries.Handed[]): Promise<void> {
  const ids = went.map(({ id }) => id);
  await queries.moveFiles(db, FILES, ids, to.code);
  await moveTodos(
    db,
    from.id,
    to,
    ids.flatMap((id) => [fixSubject(id), answerSubject(id)]),
  );
  for (const { id, isPending, submittedBy } of went) {
    if (!isPending) continue;
    const before = await superiorOf(db, from.id, submittedBy);
    await moveTodos(db, before.id, await superiorOf(db, to.id, submittedBy), [decideSubject(id)]);
  }
}
