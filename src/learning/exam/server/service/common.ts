import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { conflict, notFound } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';

export const MODULE = '智慧教育';
/** 提醒, dictionary 0178. */
const REMINDER = '6';

/** The page of an exam for whoever sits it, and the one where its people are followed. */
export const OWN_PATH = '/education/examination';
export const followPath = (id: string) => `/education/exam/follow/index?id=${id}`;

/** Sends a notice to accounts; nobody to tell: nothing is sent. */
export async function notify(
  db: Db,
  from: { orgId: string; by: string },
  title: string,
  remark: string,
  accountIds: readonly string[],
): Promise<void> {
  const to = [...new Set(accountIds)];
  if (to.length > 0)
    await sendNotice(db, { type: REMINDER, title, remark, orgId: from.orgId, createdBy: from.by, accountIds: to });
}

/** The row that the user has read, or a refusal. @param missing said where it is not there or out of scope */
export function requireCurrent<T extends { version: number; updatedBy: string; updatedAt: Date }>(
  row: T | undefined,
  missing: string,
  version?: number,
): T {
  if (!row) throw notFound(missing);
  if (version !== undefined && row.version !== version)
    throw conflict('内容已有变化，请核对后再保存', {
      current: { version: row.version, updateName: row.updatedBy, updateDate: row.updatedAt.toISOString() },
    });
  return row;
}

/** Writes a change of one of the module's nouns to the log. */
export function logChange(
  ctx: Ctx,
  type: string,
  row: { id: string; name: string; orgCode: string },
  changes: Record<string, [unknown, unknown]>,
  reason?: string,
): void {
  const detail = { type, id: row.id, name: row.name, orgCode: row.orgCode, changes };
  ctx.audit(reason ? { ...detail, reason } : detail);
}
