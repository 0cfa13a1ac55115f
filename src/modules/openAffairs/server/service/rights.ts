import { OPEN_AFFAIR } from '#modules/openAffairs/rules.ts';
import { takesPart } from '#modules/workflow/server/index.ts';
import { filesIn } from '#platform/richTextRules.ts';
import type { Ctx } from '#platform/server/context.ts';
import { canReadFile, canReadOpenly } from '#platform/server/fileRights.ts';
import type { AffairRecord } from '../queries/affair.ts';
import { findAffair } from '../queries/affair.ts';
import { findVersion, isOpenFile } from '../queries/shown.ts';

export const FILES = 'open.affair';

/** Who works on affairs sees drafts and everything about them; everybody else what is published. */
export const isWriter = (ctx: Ctx): boolean => ctx.may('open:write') && ctx.scope.memberId === null;

/**
 * Whether the session decides about an affair that no process decides about: an organisation above it, or the own
 * one where none is above. Never whoever sent it in.
 */
export function maySettle({ session }: Ctx, affair: AffairRecord): boolean {
  if (affair.submittedBy === session.accountId) return false;
  return affair.orgId !== session.orgId || affair.parentId === null;
}

/** Whether the text may be changed now: while somebody decides about it, it stands still. */
export const isMendable = (affair: AffairRecord): boolean => affair.state !== 'pending' || affair.phase === 'returned';

/**
 * Announces who reads the files of an affair: who works on it, who decides about it, readers those of what is shown, and
 * everybody those of a page that is open now.
 */
export function announceFiles(): void {
  canReadFile(FILES, async (ctx, file) => {
    if (file.rowId === null) return false;
    const affair = ctx.may('open:read') ? await findAffair(ctx.db, ctx.scope, file.rowId) : undefined;
    if (affair && isWriter(ctx)) return true;
    if (affair && affair.shownNumber !== null) {
      const shown = await findVersion(ctx.db, affair.id, affair.shownNumber);
      if (shown && [...shown.files, ...filesIn(shown.content)].includes(file.id)) return true;
    }
    return takesPart(ctx.db, ctx.session, OPEN_AFFAIR, file.rowId);
  });
  canReadOpenly(FILES, async (ctx, { id, rowId }) => rowId !== null && isOpenFile(ctx.db, rowId, id));
}
