import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const orgAssessmentTables = {
  integral_entry: {},
  integral_exemption: { org: 'follows' },
  integral_item: {},
  integral_plan: { org: 'follows' },
  integral_project: { org: 'follows' },
  integral_project_version: {},
  integral_score: { org: 'follows' },
  integral_target: { org: 'follows' },
  integral_type: { org: 'follows' },
} satisfies Tables;
