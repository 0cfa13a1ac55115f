import { announceBelonging, followRows } from '#people/org/server/belongings.ts';
import {
  closePartsOf,
  closeTodosOfKind,
  countTwinInvitations,
  countTwinParts,
  moveInvitations,
  moveParts,
  openInvitations,
  openMeetings,
  openParts,
  runningTasks,
} from './queries/handover.ts';
import { partSubject } from './service/common.ts';

/**
 * Announces what of the office belongs to an organisation: its open parts go to the organisation that takes over, unless
 * that one has the same cycle itself; tasks that it gave are ended or voided first.
 */
export function announceHandover(): void {
  announceBelonging({
    subject: 'officePart',
    noun: '没办结的任务',
    measure: '件',
    waits: true,
    count: openParts,
    twins: countTwinParts,
    alters: [{ table: 'office_part', columns: ['state'] }],
    async move(ctx, from, to, ids, reason) {
      const rows = await moveParts(ctx.db, from.id, to, ids);
      if (ids === null) await closePartsOf(ctx.db, from.id);
      const moved = await followRows(ctx, { from, to, reason }, rows, 'officePart', (id) => [partSubject(id)]);
      // Who gives back what came keeps the own.
      if (ids === null) await closeTodosOfKind(ctx.db, from.id, 'officePart');
      return moved;
    },
  });
  announceBelonging({
    subject: 'officeTask',
    noun: '发布后没有结束的任务',
    measure: '项',
    waits: true,
    count: runningTasks,
  });
  announceBelonging({
    subject: 'officeMeeting',
    noun: '没有发出纪要的工作会议',
    measure: '次',
    waits: true,
    count: openMeetings,
  });
  announceBelonging({
    subject: 'officeInvitee',
    noun: '要参加的工作会议',
    measure: '次',
    waits: true,
    count: openInvitations,
    twins: countTwinInvitations,
    async move(ctx, from, to, ids, reason) {
      const rows = await moveInvitations(ctx.db, from.id, to, ids);
      const moved = await followRows(ctx, { from, to, reason }, rows, 'officeMeeting', (id) => [`officeInvitee:${id}`]);
      if (ids === null) await closeTodosOfKind(ctx.db, from.id, 'officeInvitee');
      return moved;
    },
  });
}
