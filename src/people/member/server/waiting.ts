import type { Ctx } from '#platform/server/context.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import { waitingEntriesOf } from './queries/entering.ts';
import { dropChangesOf } from './queries/idCard.ts';
import { dropSelfEditsOf } from './queries/selfEdit.ts';

/** What a to-do about a request for another id card is called. */
export const idCardSubject = (id: string) => `idCardChange:${id}`;
/** What a to-do about a proposal of the own values is called. */
export const selfEditSubject = (id: string) => `selfEdit:${id}`;

/** What a to-do about a registered entry is called. */
export const enteringSubject = (id: string) => `entering:${id}`;

/** Ends what waits about a person who is deleted, with its to-dos, in the same transaction. */
export async function endWaitingOf(ctx: Ctx, memberId: string): Promise<void> {
  const by = { id: ctx.session.accountId, name: ctx.session.accountName };
  const changes = await dropChangesOf(ctx.db, memberId, by);
  const edits = await dropSelfEditsOf(ctx.db, memberId, by.name);
  const entries = await waitingEntriesOf(ctx.db, memberId);
  await closeTodos(ctx.db, [
    ...entries.map(enteringSubject),
    ...changes.map(idCardSubject),
    ...edits.map(selfEditSubject),
  ]);
}
