import { closeTodos } from '#modules/message/server/todos.ts';
import type { Ctx } from '#platform/server/context.ts';
import { dropChangesOf } from './queries/idCard.ts';

/** What a to-do about a request for another id card is called. */
export const idCardSubject = (id: string) => `idCardChange:${id}`;

/** Ends what waits about a person who is deleted, with its to-dos, in the same transaction. */
export async function endWaitingOf(ctx: Ctx, memberId: string): Promise<void> {
  const by = { id: ctx.session.accountId, name: ctx.session.accountName };
  const changes = await dropChangesOf(ctx.db, memberId, by);
  await closeTodos(ctx.db, changes.map(idCardSubject));
}
