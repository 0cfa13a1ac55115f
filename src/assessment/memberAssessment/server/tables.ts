import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const memberAssessmentTables = {
  assess_cell: {},
  assess_change: {},
  assess_exemption: { org: 'follows', people: { member_id: { moves: '免考', key: 'id' } } },
  assess_item: {},
  assess_month: { org: 'follows', people: { member_id: { moves: '月度考核', key: 'id', same: ['year', 'month'] } } },
  assess_plan: { org: 'follows' },
  assess_result: { org: 'follows' },
  assess_year: { people: { member_id: { moves: '年度考核', key: 'result_id', same: ['result_id'] } } },
} satisfies Tables;
