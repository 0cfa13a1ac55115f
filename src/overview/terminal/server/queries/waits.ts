import { rests, type StateWords } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const boxStates: StateWords = {
  'box_publicity.state': rests('the own work of whoever writes it', 'draft', 'published'),
  'box_honor.state': rests('the own work of whoever writes it', 'draft', 'published'),
  'box_event.state': rests('the own work of whoever writes it', 'draft', 'published'),
  'box_media.state': rests('the own work of whoever writes it', 'draft', 'published'),
  'box_study.state': rests('the own work of whoever writes it', 'draft', 'published'),
  'box_book.state': rests('the own work of whoever writes it', 'draft', 'published'),
};
