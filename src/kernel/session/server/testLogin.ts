import { testLogin } from '#kernel/session/contract.steps.ts';
import { notFound } from '#platform/server/errors.ts';
import { bind } from '#platform/server/http/bind.ts';
import { loginIndex } from './loginName.ts';
import { requireUsableAccount, startSession } from './open.ts';
import { accountNamed, readAtDoor } from './queries/open.ts';

const WAY = '测试';

/**
 * Signs in by the name alone. Only in the table of calls of a process that runs tests; everywhere else the path is
 * unknown (HTTP 404), and a process of a production database refuses all the same.
 */
export const testLoginRoute = bind(testLogin, async (ctx, { username }) => {
  if (ctx.services.config.production) throw notFound();
  const known = await accountNamed(ctx.db, loginIndex(ctx.vault, username));
  if (!known) throw notFound();
  return startSession(ctx, await requireUsableAccount(ctx, await readAtDoor(ctx.db, known), WAY), WAY);
});
