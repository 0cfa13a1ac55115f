import { mattersUnderWay, tasksWaiting } from '#modules/workflow/server/queries/handover.ts';
import { handOverMatters, handOverTasks } from '#modules/workflow/server/service/handover.ts';
import { announceBelonging } from './belongings.ts';

/** Approvals lie below this module and know no change of the tree: what is under way goes to whoever takes over. */
export function announceApprovals(): void {
  announceBelonging({
    subject: 'matter',
    noun: '在办审批',
    measure: '件',
    waits: true,
    count: mattersUnderWay,
    move: (ctx, from, to, ids, reason) => handOverMatters(ctx.db, from, to, ids, reason),
  });
  announceBelonging({
    subject: 'approvalTask',
    noun: '待审批任务',
    measure: '件',
    waits: true,
    count: tasksWaiting,
    move: (ctx, from, to, ids, reason) => handOverTasks(ctx.db, from, to, ids, reason),
  });
}
