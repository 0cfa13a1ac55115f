import { restingStates, type StateWords } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const educationStates: StateWords = {
  'video.state': restingStates('its task on the process waits, or a machine works', 0, 1, 2, 3, 4),
  'knowledge_document.state': restingStates('a machine reads it', 0, 1, 2),
};
