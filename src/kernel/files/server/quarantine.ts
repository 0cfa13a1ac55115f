import type { RecycleKind } from '#platform/server/bin/recycle.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { type Received, storeFile } from '#platform/server/files/files.ts';
import * as queries from './queries/quarantine.ts';

/** Days that an administrator has for deciding. */
const DAYS = 30;

/** Keeps infected bytes aside, once for an account; answers the id under which they wait. */
export async function quarantine(ctx: Ctx, received: Received, name: string, threat: string): Promise<string> {
  const { accountId, orgCode } = ctx.session;
  const { sha256 } = received;
  const row = await queries.noteInfected(ctx.services.db, ctx.session, { name, threat, sha256 });
  if (row.fresh) {
    const mime = 'application/octet-stream';
    const facts = { kind: queries.QUARANTINE, rowId: row.id, orgCode, accountId, name, mime, days: DAYS };
    await storeFile(ctx.services, ctx.services.db, facts, received);
  }
  return row.id;
}

/** Files in quarantine, in the recycle bin of administrators: restored is released, and erased is destroyed. */
export const recycledQuarantine: RecycleKind = {
  kind: 'quarantine',
  label: '隔离文件',
  note: '查出病毒的文件在这里保留30天，此前可以决定。恢复即放行：以后再上传同样的文件不再拦截，请上传人重新上传。',
  right: 'recycle:eraseNow',
  list: (ctx, scope, filter) => queries.listWaiting(ctx.db, scope, filter),
  count: (ctx, scope, filter, limit) => queries.countWaiting(ctx.db, scope, filter, limit),
  lock: (ctx, scope, id) => queries.lockWaiting(ctx.db, scope, id),
  restore: (ctx, id) => queries.release(ctx.db, id, ctx.session.accountName),
  erase: (ctx, id) => queries.destroy(ctx.db, id),
};

/** Forgets what nobody has decided about; its bytes have expired as well. */
export const sweepQuarantine = ({ db }: Services): Promise<void> => queries.forgetUndecided(db, DAYS);
