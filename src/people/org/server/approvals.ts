import { requestsWaiting } from '#kernel/permission/server/index.ts';
import { handOverRequests } from '#kernel/permission/server/service/requestHandover.ts';
import { mattersUnderWay, tasksWaiting } from '#kernel/workflow/server/index.ts';
import { handOverMatters, handOverTasks } from '#kernel/workflow/server/service/handover.ts';
import { announceBelonging } from './belongings.ts';
import { floatingWaiting } from './queries/floatingWaiting.ts';

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
  for (const [part, subject, noun] of REQUESTS) {
    announceBelonging({
      subject,
      noun,
      measure: '件',
      waits: true,
      count: (db, orgIds) => requestsWaiting(db, orgIds, part),
      move: (ctx, from, to, ids, reason) => handOverRequests(ctx, part, from, to, ids, reason),
    });
  }
  // Its place, its secretary and its deciders are those of the organisation: decided or deleted before that goes.
  announceBelonging({
    subject: 'floatingOrg',
    noun: '流动党员党组织申请',
    measure: '件',
    waits: true,
    count: floatingWaiting,
  });
}

const REQUESTS = [
  ['office', 'officeRequest', '账号申请（任职本组织，将退回）'],
  ['asking', 'askedRequest', '账号申请（本组织提出）'],
  ['deciding', 'decideRequest', '账号申请（待本组织审批）'],
] as const;
