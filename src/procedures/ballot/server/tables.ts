import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const ballotTables = {
  ballot: { org: 'follows' },
  ballot_cast: {},
  ballot_paper: {},
  ballot_seal: {},
  ballot_teller: {},
  ballot_voter: { people: { member_id: { moves: '投票资格', key: 'ballot_id', same: ['ballot_id'] } } },
} satisfies Tables;
