import { restingStates, type StateWords } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const filesStates: StateWords = {
  'upload.state': restingStates('the page that sends it goes on', 'open', 'merging', 'done', 'failed'),
};
