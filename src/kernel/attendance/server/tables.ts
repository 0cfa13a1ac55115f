import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const attendanceTables = {
  attendance_person: { people: { member_id: { moves: '到会记录', key: 'sheet_id', same: ['sheet_id'] } } },
  attendance_sheet: { org: 'follows' },
} satisfies Tables;
