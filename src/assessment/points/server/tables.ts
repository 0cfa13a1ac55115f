import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const pointsTables = {
  point_appeal: { org: 'follows', people: { member_id: { left: 'It is about a line of that row' } } },
  point_due: { people: { member_id: { left: 'Says that a year is to be counted anew, and is gone within seconds' } } },
  point_exempt: { org: 'follows', people: { member_id: { left: 'Follows the 免考 of whoever it is' } } },
  point_hand: { org: 'follows', people: { member_id: { moves: '手工积分', key: 'id' } } },
  point_item: {},
  point_line: {
    org: 'follows',
    people: {
      member_id: {
        left: 'Lines are append-only: they are counted anew for the kept person from the evidence that moves',
      },
    },
  },
  point_rank: {
    org: { stays: 'where people stand in a year: moves with the people themselves, by a trigger' },
    people: { member_id: { left: 'Follows the scores and 免考 of whoever it is' } },
  },
  point_score: { people: { member_id: { left: 'Counted anew from what moves' } } },
  point_set: { org: 'follows' },
  point_source_taken: {},
  point_sweep: {},
} satisfies Tables;
