import type { Tables } from '#platform/server/database/tables.ts';

/** What this room owns. */
export const duesTables = {
  dues_bill: {
    org: 'follows',
    people: {
      member_id: {
        moves: '应缴党费',
        key: 'id',
        taken:
          'r.state <> 6 and exists (select from dues_bill t where t.member_id = $kept and t.month = r.month and t.state <> 6)',
      },
    },
  },
  dues_closing_reminder: {},
  dues_config: { people: { member_id: { moves: '党费设置', key: 'member_id', same: [] } } },
  dues_entry: {},
  dues_handup: { org: 'follows' },
  dues_kept: {},
  dues_merchant: { org: 'follows' },
  dues_month: {},
  dues_month_sum: { org: { stays: 'how many organisations have opened a month: moves with them, by a trigger' } },
  dues_month_sum_delta: { org: { stays: 'as dues_month_sum' } },
  dues_order: { org: 'follows' },
  dues_order_bill: {},
  dues_order_refund: { org: 'follows' },
  dues_payer: { people: { member_id: { moves: '', key: 'id', same: ['merchant_id', 'payer_index'] } } },
  dues_payment: { org: 'follows' },
  dues_payment_bill: {},
  dues_ratio: {},
  dues_receipt: {},
  dues_relief: {
    org: 'follows',
    people: { member_id: { moves: '党费减免', key: 'id', only: "r.state <> 'pending'" } },
  },
  dues_standard: { people: { member_id: { moves: '党费标准', key: 'id', same: ['from_month'] } } },
  dues_statement: { org: 'follows' },
  dues_statement_line: {},
  dues_sum: { org: { stays: 'sums of the bills: they move with the bills themselves, by a trigger' } },
  dues_sum_delta: { org: { stays: 'as dues_sum' } },
  dues_voucher: { org: 'follows' },
} satisfies Tables;
