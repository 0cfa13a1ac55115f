import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const reportTables = {
  annual_confirm: { org: 'follows' },
  annual_figure: {},
  annual_freeze: {},
  annual_head: {},
  annual_move: { org: { stays: 'the code of then' }, people: { member_id: { left: 'who it was then' } } },
  annual_org: { org: { stays: 'the code of then' } },
  annual_person: { org: { stays: 'the code of then' }, people: { member_id: { left: 'who it was then' } } },
  annual_round: { org: 'follows' },
  month_end: { org: 'follows' },
  month_end_kept: {},
  own_report: { org: 'follows' },
  report_receiver: {},
  report_setting: {},
  report_subscription: { org: 'follows' },
} satisfies Tables;
