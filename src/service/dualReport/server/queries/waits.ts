import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const dualReportStates: StateWords = {
  'sbd_report.status': { 0: waitingState('sbdReport'), ...restingStates('decided', 1, 2, 3, 4) },
  'sbd_pair.status': { 0: waitingState('sbdPair'), ...restingStates('decided', 1, 2, 3, 4) },
};
