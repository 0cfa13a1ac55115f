import { type DecisionRequest, obstacleToDecide } from '#kernel/permission/server/above.ts';
import { takesPart } from '#kernel/workflow/server/index.ts';
import type { Ctx } from '#platform/server/context.ts';
import { conflict } from '#platform/server/errors.ts';
import { canReadFile, canReadOpenly } from '#platform/server/files/fileRights.ts';
import { fileIdsIn } from '#platform/text/richTextRules.ts';
import { OPEN_AFFAIR } from '#publishing/openAffairs/rules.ts';
import type { AffairRecord } from '../queries/affair.ts';
import { findAffair } from '../queries/affair.ts';
import { findVersion, isOpenFile } from '../queries/shown.ts';
import { decideSubject } from '../todos.ts';

export const FILES = 'open.affair';

/** Who works on affairs sees drafts and everything about them; everybody else what is published. */
export const isWriter = (ctx: Ctx): boolean => ctx.may('open:write') && ctx.scope.memberId === null;

/**
 * An affair that no process decides about, as it is put before the superior: an organisation above it decides, or the own one
 * where none is above. Never whoever sent it in.
 */
export const decisionRequestOf = ({ session }: Ctx, affair: AffairRecord): DecisionRequest => ({
  todo: decideSubject(affair.id),
  isOpen: affair.state === 'pending',
  handled: () => conflict('该事项已被处理，请刷新查看'),
  askedBy: affair.submittedBy,
  ownRefusal: '不能审批自己送审的事项',
  superior: affair.orgId !== session.orgId || affair.parentId === null,
  superiorRefusal: '由上级党组织审批',
  deciderName: '',
  right: 'open:write',
  verb: '审批',
});

/** Whether the session decides about an affair where no process does. */
export const maySettle = (ctx: Ctx, affair: AffairRecord): boolean =>
  obstacleToDecide(ctx, decisionRequestOf(ctx, affair)) === '';

/** Whether the text may be changed now: while somebody decides about it, it stands still. */
export const isEditable = (affair: AffairRecord): boolean => affair.state !== 'pending' || affair.phase === 'returned';

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
      if (shown && [...shown.files, ...fileIdsIn(shown.content)].includes(file.id)) return true;
    }
    return takesPart(ctx.db, ctx.session, OPEN_AFFAIR, file.rowId);
  });
  canReadOpenly(FILES, async (ctx, { id, rowId }) => rowId !== null && isOpenFile(ctx.db, rowId, id));
}
