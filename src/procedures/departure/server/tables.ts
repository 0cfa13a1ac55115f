import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const departureTables = {
  member_variation: {
    org: 'follows',
    people: {
      member_id: {
        moves: '党员异动',
        key: 'id',
        taken:
          "r.state in ('pending', 'approved') and exists (select from member_variation t where t.member_id = $kept and t.state in ('pending', 'approved'))",
        placed: true,
      },
    },
  },
} satisfies Tables;
