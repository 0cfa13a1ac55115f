import { singleKinds } from '../records/kinds.ts';
import type { Tables } from './tables.ts';

/** What belongs to the platform itself; registered with the rooms' tables. */
export const platformTables = {
  audit_log: { org: { stays: 'history stays as it was written, and its seal proves it' } },
  crypto_key: {},
  denied_count: { org: { stays: 'what was refused, counted under the code of that time, becomes a row of the log' } },
  export_mark: {},
  idempotency: {},
  import_batch: { org: 'follows' },
  job: { org: 'follows' },
  key_change: {},
  key_mark: {},
  member_counter: { org: { stays: 'sums are moved with the counters, see moveCounters' } },
  member_counter_delta: { org: { stays: 'pending changes are moved with the counters, see moveCounters' } },
  notice: {},
  notice_recipient: {},
  outbox: {},
  rate_window: {},
  recurring_run: {},
  rule_count: { org: { stays: 'a moved organisation marks its old and its new code as to be counted anew' } },
  rule_day: {},
  rule_due: { org: { stays: 'names what is to be counted anew under the code that it has or had' } },
  rule_sum: { org: { stays: 'as rule_count' } },
  server_fault: {},
  shred_key: {},
  stored_file: { org: 'follows' },
  sub_record: {
    people: {
      member_id: {
        moves: '档案分表记录',
        key: 'id',
        // Of a tab that holds one row, the kept person's own stays.
        taken: () => `r.kind = any('{${singleKinds().join(',')}}') and r.deleted_at is null
          and exists (select from sub_record t where t.member_id = $kept and t.kind = r.kind and t.deleted_at is null)`,
      },
    },
  },
  todo: { org: 'follows' },
  used_nonce: {},
  verify_code: {},
} satisfies Tables;
