import { restingStates, type StateWords } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const boxStates: StateWords = {
  'box_insert.state': restingStates('no call writes one yet', 'asked', 'released', 'returned', 'ended'),
  'box_publicity.state': restingStates('the own work of whoever writes it', 'draft', 'published'),
  'box_honor.state': restingStates('the own work of whoever writes it', 'draft', 'published'),
  'box_event.state': restingStates('the own work of whoever writes it', 'draft', 'published'),
  'box_media.state': restingStates('the own work of whoever writes it', 'draft', 'published'),
  'box_study.state': restingStates('the own work of whoever writes it', 'draft', 'published'),
  'box_book.state': restingStates('the own work of whoever writes it', 'draft', 'published'),
};
