import { sql } from 'kysely';
import { restingStates, type StateWords, waitingState } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const memberStates: StateWords = {
  'id_card_change.state': {
    pending: waitingState('idCardChange'),
    ...restingStates('decided', 'approved', 'returned', 'withdrawn'),
  },
  'self_edit.state': {
    pending: waitingState('selfEdit', { when: sql`x.values_enc is not null` }),
    ...restingStates('decided', 'accepted', 'partly', 'refused', 'withdrawn'),
  },
  'member_pair.state': restingStates(
    'a guess of the machine, told where duplicates are looked for',
    'open',
    'different',
    'merged',
  ),
  'member_bulk.state': restingStates(
    'the own work of whoever began it',
    'preview',
    'running',
    'done',
    'undoing',
    'undone',
  ),
  'member_bulk_row.state': restingStates(
    'a line of it',
    'due',
    'same',
    'refused',
    'changed',
    'stale',
    'undone',
    'kept',
  ),
  'import_batch.state': restingStates(
    'the own work of whoever uploaded it',
    'uploaded',
    'checking',
    'fixing',
    'done',
    'undone',
    'failed',
  ),
  'import_row.state': restingStates('a line of it', 'bad', 'written', 'skipped', 'same', 'updated'),
};
