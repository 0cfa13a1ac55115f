import { restingStates, type StateWords } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const jobStates: StateWords = {
  'job.state': restingStates(
    'a machine works; whoever started it is told',
    'queued',
    'running',
    'done',
    'failed',
    'cancelled',
  ),
};
