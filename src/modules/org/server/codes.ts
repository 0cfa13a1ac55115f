import { sql } from 'kysely';
import { FOLD_LOCK } from '#platform/server/counters.ts';
import type { Db } from '#platform/server/db.ts';
import { within, workerScope } from '#platform/server/scope.ts';

/**
 * Tables whose `org_code` says where a row lies now: a move of the organisation rewrites it. A new table with such a
 * column is named here or below; a test reads the schema and finds the one that is in neither list.
 */
export const FOLLOWING = [
  'member',
  'party_group',
  'integral_type',
  'integral_project',
  'integral_plan',
  'integral_target',
  'integral_score',
  'integral_exemption',
  'colour_hand',
  'colour_freeze',
  'colour_quarter',
  'colour_rectification',
  'colour_scheme',
  'weak_org',
  'unit',
  'point_evidence',
  'point_set',
  'point_hand',
  'point_line',
  'point_appeal',
  'point_exempt',
  'assess_plan',
  'assess_exemption',
  'assess_month',
  'assess_result',
  'development_file',
  'development_meeting',
  'development_plan',
  'development_form',
  'development_printer',
  'member_ledger',
  'relation_hop',
  'relation_letter',
  'relation_proof',
  'relation_graduation',
  'relation_partner',
  'relation_message',
  'org_term',
  'org_change',
  'todo',
  'import_batch',
  'content_group',
  'content_label_link',
  'content_class_link',
  'workflow_process',
  'workflow_instance',
  'matter',
  'swiper',
  'stored_file',
  'upload',
  'quarantine',
  'job',
  'dues_bill',
  'dues_handup',
  'dues_merchant',
  'dues_order',
  'dues_order_refund',
  'dues_payment',
  'dues_relief',
  'dues_statement',
  'dues_voucher',
  'mobile_outflow',
  'mobile_inflow',
  'member_variation',
  'office_task',
  'office_part',
  'office_meeting',
  'office_invitee',
  'attendance_sheet',
  'life_meeting',
  'life_exemption',
  'life_lock',
  'life_talk',
  'life_contest',
  'life_contest_entry',
  'learning_training',
  'learning_certificate',
  'school_class',
  'school_nominator',
  'archive_article',
  'archive_reach',
  'circle_post',
  'circle_rule',
  'question_lib',
  'exam_paper',
  'ballot',
  'course',
  'college_promotion',
  'exam',
  'tv_session',
  'video',
  'video_unit',
  'knowledge_folder',
  'knowledge_document',
] as const;

/** Tables with such a column that a move leaves, each with the reason. */
export const STAYING: Readonly<Record<string, string>> = {
  dues_sum: 'sums of the bills: they move with the bills themselves, by a trigger',
  dues_sum_delta: 'as dues_sum',
  member_roll: 'sums of the people: they move with the people themselves, by a trigger',
  member_roll_delta: 'as member_roll',
  office_receiver: 'moves with the parts of its organisation, by a trigger',
  life_sum: 'sums of the meetings: they move with the meetings themselves, by a trigger',
  life_sum_delta: 'as life_sum',
  point_rank: 'where people stand in a year: moves with the people themselves, by a trigger',
  rule_count: 'a moved organisation marks its old and its new code as to be counted anew',
  rule_sum: 'as rule_count',
  rule_due: 'names what is to be counted anew under the code that it has or had',
  audit_log: 'history stays as it was written, and its seal proves it',
  denied_count: 'what was refused, counted under the code of that time, becomes a row of the log',
  member_counter: 'sums are moved with the counters, see moveCounters',
  member_fault_count: 'a moved person marks both organisations as to be counted anew (mark_faults_stale)',
  member_fault_stale: 'names what is to be counted anew under the code that it has or had',
  member_counter_delta: 'pending changes are moved with the counters, see moveCounters',
};

/** A subtree that got another code. */
export interface CodeMove {
  from: string;
  to: string;
}

/** KiB of names that wait for their index: enough for the largest county, where the usual 4 MiB are merged ten times. */
const NAMES_WAITING = 65_536;

/**
 * Rewrites the codes of all rows below a moved organisation; its own tree row and the counters are the caller's. The
 * letters of the names are put into their index later, by `settleCodes`; until then a search reads them one by one.
 */
export async function rewriteCodes(db: Db, { from, to }: CodeMove): Promise<void> {
  await sql`select set_config('gin_pending_list_limit', ${String(NAMES_WAITING)}, true)`.execute(db);
  for (const table of FOLLOWING) {
    await sql`
      update ${sql.table(table)} set org_code = ${to}::text || substr(org_code, ${from.length + 1}::int)
       where ${within(workerScope(from))}`.execute(db);
  }
}

/**
 * Takes a subtree's numbers from the organisations above the old place and gives them to those above the new one.
 * Folding waits until the transaction ends; whoever counts in this subtree has been waited for, since its organisations
 * are locked.
 */
export async function moveCounters(db: Db, { from, to }: CodeMove): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FOLD_LOCK})`.execute(db);
  await sql`
    insert into member_counter (org_code, fact, value, n)
    select above.code, fact, value, sum(above.sign * n)::int
      from member_counter
      cross join lateral (
        select left(${from}::text, cut) as code, -1 as sign from generate_series(4, ${from.length - 4}::int, 4) as cut
        union all
        select left(${to}::text, cut), 1 from generate_series(4, ${to.length - 4}::int, 4) as cut) as above
     where org_code = ${from}
     group by above.code, fact, value having sum(above.sign * n) <> 0
    on conflict (org_code, fact, value) do update set n = member_counter.n + excluded.n`.execute(db);
  for (const table of ['member_counter', 'member_counter_delta'] as const) {
    await sql`
      update ${sql.table(table)} set org_code = ${to}::text || substr(org_code, ${from.length + 1}::int)
       where ${within(workerScope(from))}`.execute(db);
  }
}

/**
 * Finishes what a request wrote under an old code while its organisation was moving: one that had read the code before
 * and wrote after. No request lives for ten minutes; codes are never handed out twice, so an old one names nobody else.
 */
export async function settleCodes(db: Db): Promise<void> {
  const { rows } = await sql<CodeMove>`
    select case when c.state = 'done' then x.old_code else x.new_code end as "from",
           case when c.state = 'done' then x.new_code else x.back_code end as "to"
      from org_change c join org_change_org x on x.change_id = c.id and x.act = 'moved'
     where c.carried_at is not null and greatest(c.carried_at, c.reversed_at) > now() - interval '10 minutes'
     order by greatest(c.carried_at, c.reversed_at)`.execute(db);
  for (const move of rows) await rewriteCodes(db, move);
  if (rows.length > 0) await sql`select settle_member_names()`.execute(db);
}
