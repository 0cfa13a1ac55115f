import { sql } from 'kysely';
import { rests, type StateWords, waitsAs } from '#platform/server/inbox/waiting.ts';

/** What waits in the states of this module, and why nothing does in the others. */
export const memberStates: StateWords = {
  'id_card_change.state': {
    pending: waitsAs('idCardChange'),
    ...rests('decided', 'approved', 'returned', 'withdrawn'),
  },
  'self_edit.state': {
    pending: waitsAs('selfEdit', { when: sql`x.values_enc is not null` }),
    ...rests('decided', 'accepted', 'partly', 'refused', 'withdrawn'),
  },
  'member_pair.state': rests(
    'a guess of the machine, told where duplicates are looked for',
    'open',
    'different',
    'merged',
  ),
  'member_bulk.state': rests('the own work of whoever began it', 'preview', 'running', 'done', 'undoing', 'undone'),
  'member_bulk_row.state': rests('a line of it', 'due', 'same', 'refused', 'changed', 'stale', 'undone', 'kept'),
  'import_batch.state': rests(
    'the own work of whoever uploaded it',
    'uploaded',
    'checking',
    'fixing',
    'done',
    'undone',
    'failed',
  ),
  'import_row.state': rests('a line of it', 'bad', 'written', 'skipped', 'same', 'updated'),
};
