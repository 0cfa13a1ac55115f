import { sql } from 'kysely';
import type { TestApp } from '../support/app.ts';
import { ORGS, type OrgKey } from '../support/fixture.ts';
import { makeApprovals } from './approvalRows.ts';
import { archiveOf } from './archiveSamples.ts';
import { makeAssessmentRows } from './assessmentRows.ts';
import { ballotOf } from './ballotSamples.ts';
import { makeCertificateRows } from './certificateRows.ts';
import { makeCollegeRows } from './collegeRows.ts';
import { makeDataCentreRows } from './dataCentreSamples.ts';
import { makeDualRows } from './dualRows.ts';
import { duesOf } from './duesSamples.ts';
import { makeEducationRows } from './educationRows.ts';
import { lifeOf } from './eventSamples.ts';
import { makeExamRows } from './examRows.ts';
import { flowOf } from './floatingSamples.ts';
import { keyWorkOf } from './keyWorkSamples.ts';
import { trainingOf } from './learningSamples.ts';
import { GOOD_RECORDS, recordOf } from './memberRecords.ts';
import { makeNounRows } from './nouns.ts';
import { officeOf } from './officeSamples.ts';
import { GOOD_ORG_RECORDS, orgRecordOf } from './orgRecords.ts';
import { OWNERS, type OwnRows } from './owners.ts';
import { meetingOf } from './recruitmentSamples.ts';
import { graduationOf } from './relationSamples.ts';
import { affairOf, floatingOf, groupOf, orgChangeOf, termOf, unitOf } from './samples.ts';
import { makeSpecialRows } from './specialRows.ts';
import { makeTrinityRows } from './trinityRows.ts';

/** Makes the rows by SQL, as they stand while nobody acts: a notice, a job, a view and a batch each. */
export async function makeOwnRows(t: TestApp): Promise<OwnRows> {
  const rows: OwnRows = {
    notice: {},
    deletedNotice: {},
    job: {},
    view: {},
    batch: {},
    recordBatch: {},
    orgRecordBatch: {},
    hoursBatch: {},
    examBatch: {},
    collegeBatch: {},
    developmentBatch: {},
    query: {},
    bulk: {},
    instance: {},
    task: {},
    delegation: {},
  };
  // Each living person and the next one of the branch are a pair that bears the first one's id.
  await sql`insert into member_pair (id, a_id, b_id)
    select id, least(id, next), greatest(id, next) from (
      select id, coalesce(lead(id) over w, first_value(id) over w) as next from member where deleted_at is null
      window w as (partition by org_id order by id)) as beside
     where id <> next on conflict do nothing`.execute(t.db);
  for (const owner of OWNERS) {
    const { accountId, orgId, orgCode } = t.fixture.principals[owner];
    const one = async (kind: keyof OwnRows, statement: ReturnType<typeof sql<{ id: string }>>) => {
      const { rows: made } = await statement.execute(t.db);
      const place = rows[kind];
      if (place && made[0]) place[owner] = made[0].id;
    };
    await one(
      'notice',
      sql<{
        id: string;
      }>`with n as (insert into notice (type, title, org_id) values ('1', '试', ${ORGS.city.id}) returning id)
        insert into notice_recipient (notice_id, account_id) select id, ${accountId} from n returning id`,
    );
    await one(
      'deletedNotice',
      sql<{
        id: string;
      }>`with n as (insert into notice (type, title, org_id) values ('1', '试', ${ORGS.city.id}) returning id)
        insert into notice_recipient (notice_id, account_id, deleted_at) select id, ${accountId}, now() from n returning id`,
    );
    await one(
      'job',
      sql<{ id: string }>`insert into job (kind, title, state, account_id, org_id, org_code)
        values ('member.export', '试', 'queued', ${accountId}, ${orgId}, ${orgCode}) returning id`,
    );
    await one(
      'view',
      sql<{
        id: string;
      }>`insert into saved_view (account_id, page, name, query) values (${accountId}, 'member', '试', '') returning id`,
    );
    await one(
      'batch',
      sql<{ id: string }>`insert into import_batch (kind, org_id, org_code, account_id, file_name, file_hash, state)
        values ('member', ${orgId}, ${orgCode}, ${accountId}, '试.xlsx', '\\x00', 'fixing') returning id`,
    );
    await one(
      'recordBatch',
      sql<{ id: string }>`insert into import_batch (kind, org_id, org_code, account_id, file_name, file_hash, state)
        values ('record.family', ${orgId}, ${orgCode}, ${accountId}, '试.xlsx', '\\x00', 'done') returning id`,
    );
    await one(
      'orgRecordBatch',
      sql<{ id: string }>`insert into import_batch (kind, org_id, org_code, account_id, file_name, file_hash, state)
        values ('orgRecord.reward', ${orgId}, ${orgCode}, ${accountId}, '试.xlsx', '\\x00', 'done') returning id`,
    );
    await one(
      'examBatch',
      sql<{ id: string }>`insert into import_batch (kind, org_id, org_code, account_id, file_name, file_hash, state)
        values ('examScore.score', ${orgId}, ${orgCode}, ${accountId}, '试.xlsx', '\\x00', 'done') returning id`,
    );
    await one(
      'hoursBatch',
      sql<{ id: string }>`insert into import_batch (kind, org_id, org_code, account_id, file_name, file_hash, state)
        values ('hours.training', ${orgId}, ${orgCode}, ${accountId}, '试.xlsx', '\\x00', 'done') returning id`,
    );
    await one(
      'collegeBatch',
      sql<{ id: string }>`insert into import_batch (kind, org_id, org_code, account_id, file_name, file_hash, state)
        values ('college.student', ${orgId}, ${orgCode}, ${accountId}, '试.xlsx', '\\x00', 'done') returning id`,
    );
    await one(
      'developmentBatch',
      sql<{ id: string }>`insert into import_batch (kind, org_id, org_code, account_id, file_name, file_hash, state)
        values ('development.step', ${orgId}, ${orgCode}, ${accountId}, '试.xlsx', '\\x00', 'done') returning id`,
    );
    await one(
      'bulk',
      sql<{ id: string }>`insert into member_bulk (account_id, org_id, kind, title, change)
        values (${accountId}, ${orgId}, 'field', '试', '{"kind":"field","field":"remark","value":"试"}') returning id`,
    );
  }
  // Whoever works for an organisation may use its queries: of the owners, this one has no colleague.
  for (const owner of ['branchWorker'] as const) {
    const { accountId, orgId } = t.fixture.principals[owner];
    const { rows: made } = await sql<{ id: string }>`
      insert into member_query (account_id, org_id, query)
      values (${accountId}, ${orgId}, '{"v":1,"join":"and","items":[{"field":"isFloating","op":"no","values":[]}]}')
      returning id`.execute(t.db);
    Object.assign(rows.query ?? {}, { [owner]: made[0]?.id ?? '' });
  }
  await makeApprovals(t, rows);
  await makeNounRows(t);
  await makeExamRows(t);
  await makeCertificateRows(t);
  // A unit of every organisation, found by the organisation's id.
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into unit (id, org_id, org_code, name, nature) values (${unitOf(id)}, ${id}, ${code}, '试', '1')`.execute(
      t.db,
    );
  }
  // A term of every organisation, found in the same way.
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into org_term (id, org_id, org_code, number, elected_on, years, expires_on)
      values (${termOf(id)}, ${id}, ${code}, 1, '2020-01-01', 3, '2023-01-01')`.execute(t.db);
  }
  // A draft on every organisation that is there, of that organisation itself.
  for (const { id, code } of Object.values(ORGS).filter(({ id }) => id !== ORGS.deletedBranch.id)) {
    await sql`insert into org_change (id, kind, number, issued_on, reason, office_id, org_code, org_id, plan)
      values (${orgChangeOf(id)}, 'rename', '试', '2026-01-01', '试', ${id}, ${code}, ${id},
              '{"name":"试","shortName":"","type":null,"sourceIds":[],"parts":[]}')`.execute(t.db);
  }
  // An application for an organisation of floating members by every organisation that is there.
  for (const { id } of Object.values(ORGS).filter(({ id }) => id !== ORGS.deletedBranch.id)) {
    await sql`insert into floating_org (id, asking_org_id, parent_id, name, setting, region, contact, phone, secretary_id,
                                        member_count, reason, asked_by, asked_by_name, decider_org_id)
      values (${floatingOf(id)}, ${id}, ${id}, '试', 'park', '试', '试', '13900000000',
              ${t.fixture.members.branchA11?.[0] ?? '0'}, 3, '试', ${t.fixture.principals.cityWorker.accountId}, '试',
              ${ORGS.city.id})`.execute(t.db);
  }
  // A row of every tab of every organisation, found in the same way.
  for (const { id } of Object.values(ORGS)) {
    for (const [kind, fields] of Object.entries(GOOD_ORG_RECORDS)) {
      await sql`insert into sub_record (id, kind, org_id, title, fields)
        values (${orgRecordOf(kind, id)}, ${kind}, ${id}, '试', ${JSON.stringify(fields)}::jsonb)`.execute(t.db);
    }
  }
  // A published affair of every organisation with an opinion on it, found in the same way.
  for (const { id } of Object.values(ORGS)) {
    await sql`
      with made as (
        insert into open_affair (id, org_id, item_id, title, content, words, public_days, state, shown_number, first_shown,
                                 shown_from, shown_until, token)
        values (${affairOf(id)}, ${id}, 4, '试', '<p>试</p>', '试', 10, 'published', 1, '2026-01-01', '2026-01-01', '2026-01-10',
                ${`own${id}`}) returning id
      ), version as (
        insert into open_version (affair_id, number, title, content, words, public_days)
        select id, 1, '试', '<p>试</p>', '试', 10 from made
      )
      insert into open_feedback (id, affair_id, account_id, name, content)
      select id, id, ${t.fixture.principals.member.accountId}, '试', '试' from made`.execute(t.db);
  }
  // A bill, a payment and a relief of every organisation that has people, found in the same way.
  for (const [key, { id, code }] of Object.entries(ORGS) as [OrgKey, (typeof ORGS)[OrgKey]][]) {
    const memberId = t.fixture.members[key]?.[0] ?? t.fixture.members.branchA11?.[0] ?? '0';
    await sql`insert into dues_bill (id, member_id, org_id, org_code, month, payer, amount)
      values (${duesOf(id)}, ${memberId}, ${id}, ${code}, ${`19${String(10 + (Number(id) % 80)).padStart(2, '0')}-01`}, 6, 20)`.execute(
      t.db,
    );
    await sql`insert into dues_payment (id, org_id, org_code, pay_type, total, paid_on, month, receipt_year, receipt_no)
      values (${duesOf(id)}, ${id}, ${code}, 1, 20, '2020-01-01', '2020-01', 2020, 1)`.execute(t.db);
    await sql`insert into dues_payment_bill (payment_id, bill_id, amount) values (${duesOf(id)}, ${duesOf(id)}, 20)`.execute(
      t.db,
    );
    await sql`insert into dues_merchant (id, org_id, org_code, channel, bank, account_name, merchant_no, enabled, keys_enc)
      values (${duesOf(id)}, ${id}, ${code}, 2, 1, '试', '试', false, '')`.execute(t.db);
    await sql`insert into dues_order (id, no, merchant_id, channel, org_id, org_code, pay_type, total, state, ask_at, expires_at)
      values (${duesOf(id)}, ${`DF20200101${duesOf(id).padStart(10, '0')}`}, ${duesOf(id)}, 2, ${id}, ${code}, 2, 20, 3, now(), now())`.execute(
      t.db,
    );
    await sql`insert into dues_relief (id, member_id, org_id, org_code, kind, from_month, until_month, reason, state, asked_by,
                                      asked_name, decider_org_id)
      values (${duesOf(id)}, ${memberId}, ${id}, ${code}, 2, '2026-01', '2026-01', '试', 'refused',
              ${t.fixture.principals.cityWorker.accountId}, '试', ${ORGS.city.id})`.execute(t.db);
    await sql`with made as (
        insert into dues_statement (merchant_id, org_id, org_code, file_name, file_hash, first_on, last_on, lines, total)
        values (${duesOf(id)}, ${id}, ${code}, '试', '', '2020-01-01', '2020-01-01', 1, 20) returning id)
      insert into dues_statement_line (id, statement_id, merchant_id, key, day, amount, state, cause)
      select ${duesOf(id)}, id, ${duesOf(id)}, '试', '2020-01-01', 20, 2, 'noOrder' from made`.execute(t.db);
    await sql`insert into dues_handup (id, kind, org_id, org_code, to_org_id, year, amount, paid_on, state, asked_by, asked_name)
      values (${duesOf(id)}, 1, ${id}, ${code}, ${ORGS.city.id}, 2020, 20, '2020-01-01', 'withdrawn',
              ${t.fixture.principals.cityWorker.accountId}, '试')`.execute(t.db);
  }
  // Somebody who was away from, and somebody who was at, every organisation, found in the same way.
  for (const [key, { id, code }] of Object.entries(ORGS) as [OrgKey, (typeof ORGS)[OrgKey]][]) {
    const memberId = t.fixture.members[key]?.[0] ?? t.fixture.members.branchA11?.[0] ?? '0';
    await sql`insert into mobile_outflow (id, member_id, org_id, org_code, status, range, region, reason, trade, started_on,
                                         source, ended_on)
      values (${flowOf(id)}, ${memberId}, ${id}, ${code}, 4, 2, '广东省', 1, 1, '2020-01-01', 2, '2020-12-01')`.execute(
      t.db,
    );
    await sql`insert into mobile_inflow (id, member_id, org_id, org_code, status, name, reason, trade, started_on, left_on)
      values (${flowOf(id)}, ${memberId}, ${id}, ${code}, 3, '试', 1, 1, '2020-01-01', '2020-12-01')`.execute(t.db);
  }
  await makeDualRows(t);
  // A task of every organisation with its one part, found in the same way.
  for (const { id, code } of Object.values(ORGS)) {
    const row = officeOf(id);
    await sql`insert into office_task (id, org_id, org_code, title, content, kind, frequency, starts_on, ends_on, due_rule, audience,
                                       state, targets)
      values (${row}, ${id}, ${code}, '试', '试', 0, 1, '2026-01-01', '2026-01-31', 'end', '{"mode":"below","types":[],"orgIds":[]}',
              2, 1)`.execute(t.db);
    await sql`insert into office_circle (id, task_id, seq, label, starts_on, due_on)
      values (${row}, ${row}, 1, '', '2026-01-01', '2026-01-31')`.execute(t.db);
    await sql`insert into office_part (id, task_id, circle_id, org_id, org_code, due_on)
      values (${row}, ${row}, ${row}, ${id}, ${code}, '2026-01-31')`.execute(t.db);
    await sql`insert into office_meeting (id, org_id, org_code, title, starts_at, ends_at, place, audience, state, noticed_at)
      values (${row}, ${id}, ${code}, '试', '2026-01-02 09:00+08', '2026-01-02 10:00+08', '试',
              '{"mode":"chosen","types":[],"orgIds":[],"memberIds":[]}', 1, now())`.execute(t.db);
    await sql`insert into office_invitee (id, meeting_id, org_id, org_code)
      values (${row}, ${row}, ${id}, ${code})`.execute(t.db);
  }
  // An item of key work of every organisation with its one part and report, found in the same way.
  for (const { id, code } of Object.values(ORGS)) {
    const row = keyWorkOf(id);
    await sql`insert into key_work_item (id, org_id, org_code, title, kind, content, leader, starts_on, ends_on, frequency, state)
      values (${row}, ${id}, ${code}, '试', 'other', '试', '试', '2026-01-01', '2099-12-31', 'once', 'running')`.execute(
      t.db,
    );
    await sql`insert into key_work_period (id, item_id, label, starts_on, due_on, is_final)
      values (${row}, ${row}, '', '2026-01-01', '2099-12-31', true)`.execute(t.db);
    await sql`insert into key_work_part (id, item_id, org_id, org_code, ends_on, next_due, next_period_id)
      values (${row}, ${row}, ${id}, ${code}, '2099-12-31', '2099-12-31', ${row})`.execute(t.db);
    await sql`insert into key_work_report (id, part_id, is_final, content, percent, is_late, reported_by)
      values (${row}, ${row}, false, '试', 10, false, '试')`.execute(t.db);
  }
  await makeSpecialRows(t);
  await makeTrinityRows(t);
  await makeDataCentreRows(t);
  // A draft of an article of every organisation, found in the same way.
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into archive_article (id, org_id, org_code, column_id, kind, title, content, words, token)
      values (${archiveOf(id)}, ${id}, ${code}, 1, 'article', '试', '<p>试</p>', '试', ${`own${id}`})`.execute(t.db);
    await sql`insert into learning_training (id, org_id, org_code, title, starts_on, ends_on, minutes)
      values (${trainingOf(id)}, ${id}, ${code}, '试', '2026-01-05', '2026-01-06', 720)`.execute(t.db);
  }
  // A post of every organisation, before itself, found in the same way.
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into circle_post (id, org_id, org_code, audience_id, account_id, name, org_name, kind, content)
      values (${archiveOf(id)}, ${id}, ${code}, ${id}, ${t.fixture.principals.volunteer.accountId}, '试', '试', 'news', '试')`.execute(
      t.db,
    );
  }
  await makeEducationRows(t);
  await makeCollegeRows(t);
  await makeAssessmentRows(t);
  // A draft of a meeting and an exemption of every organisation, found in the same way.
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into life_meeting (id, org_id, org_code, type, title, starts_at, ends_at)
      values (${lifeOf(id)}, ${id}, ${code}, 1, '试', '2026-01-02 09:00+08', '2026-01-02 10:00+08')`.execute(t.db);
    await sql`insert into ballot (id, org_id, org_code, title, kind, options, ends_at)
      values (${ballotOf(id)}, ${id}, ${code}, '试', 'agree', '{甲}', '2099-01-02 09:00+08')`.execute(t.db);
    await sql`insert into life_exemption (id, org_id, org_code, type, period, reason, created_by)
      values (${lifeOf(id)}, ${id}, ${code}, 1, '2025Q1', '试', '试')`.execute(t.db);
    await sql`insert into life_lock (id, org_id, org_code, quarter, created_by)
      values (${lifeOf(id)}, ${id}, ${code}, '2019Q1', '试')`.execute(t.db);
    await sql`insert into life_contest (id, org_id, org_code, year, title, items, bands)
      values (${lifeOf(id)}, ${id}, ${code}, 2020, '试', '[{"name":"试","max":100}]', '[90,80,70,60]')`.execute(t.db);
    await sql`insert into life_contest_entry (contest_id, org_id, org_code)
      select ${lifeOf(id)}, id, code from organisation`.execute(t.db);
    const [from, to] = Object.values(t.fixture.members).flat();
    await sql`insert into life_talk (id, org_id, org_code, from_id, to_id, held_on, created_by)
      values (${lifeOf(id)}, ${id}, ${code}, ${from}, ${to}, '2026-01-02', '试')`.execute(t.db);
  }
  // A variation that was refused, of every organisation, found in the same way.
  for (const [key, { id, code }] of Object.entries(ORGS) as [OrgKey, (typeof ORGS)[OrgKey]][]) {
    const memberId = t.fixture.members[key]?.[0] ?? t.fixture.members.branchA11?.[0] ?? '0';
    await sql`insert into member_variation (id, member_id, org_id, org_code, kind, state, effective_on, reason)
      values (${flowOf(id)}, ${memberId}, ${id}, ${code}, 'other', 'refused', '2020-01-01', '试')`.execute(t.db);
  }
  // A group of people of every organisation, found in the same way.
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into content_group (id, org_id, org_code, type, name, name_grams)
      values (${groupOf(id)}, ${id}, ${code}, 1, '试', '{}')`.execute(t.db);
  }
  // A row of every tab of the first person of every organisation and of the deleted one, found by the person's id.
  const own = Object.values(t.fixture.principals).flatMap(({ memberId }) => memberId ?? []);
  const people = Object.values(t.fixture.members).flatMap((ids) => ids?.[0] ?? []);
  for (const memberId of new Set([...people, ...own, t.fixture.deletedMemberId])) {
    for (const [kind, given] of Object.entries(GOOD_RECORDS)) {
      // An entry waits for its review from the moment when it is registered.
      const fields = kind === 'entering' ? { ...given, state: '0' } : given;
      await sql`insert into sub_record (id, kind, member_id, title, fields)
        values (${recordOf(kind, memberId)}, ${kind}, ${memberId}, '试', ${JSON.stringify(fields)}::jsonb)`.execute(
        t.db,
      );
    }
  }
  // An earlier state of each of them, under the person's id.
  for (const memberId of new Set([...people, ...own, t.fixture.deletedMemberId])) {
    await sql`insert into member_history (id, member_id, version, written_at, written_by, row)
      select id, id, 0, now(), '试', jsonb_build_object('name', name, 'org_id', org_id) from member where id = ${memberId}`.execute(
      t.db,
    );
  }
  // A request for another id card and a proposal about each of them, under the person's id.
  for (const memberId of new Set([...people, ...own, t.fixture.deletedMemberId])) {
    const { cityWorker } = t.fixture.principals;
    await sql`insert into id_card_change (id, member_id, old_mask, new_mask, reason, requested_by, requested_by_name,
                                          requested_org_id, decider_org_id)
      values (${memberId}, ${memberId}, '试', '试', '试', ${cityWorker.accountId}, '试', ${ORGS.city.id}, ${ORGS.city.id})`.execute(
      t.db,
    );
    await sql`insert into self_edit (id, member_id, account_id, fields, reviewer_org_id)
      values (${memberId}, ${memberId}, ${cityWorker.accountId}, '{}', ${ORGS.city.id})`.execute(t.db);
  }
  // A development file of each of them, and a correction of it, under the person's id; a meeting of every organisation.
  for (const memberId of new Set([...people, ...own, t.fixture.deletedMemberId])) {
    await sql`insert into development_file (id, member_id, org_id, org_code, category, step)
      select id, id, org_id, org_code, 5, 1 from member where id = ${memberId}`.execute(t.db);
    await sql`insert into development_step (file_id, no, state)
      select ${memberId}, n, case when n = 1 then 'ready' else 'none' end from generate_series(1, 25) as n`.execute(
      t.db,
    );
    await sql`insert into development_correction (id, member_id, field, after, reason, approver_org_id, asked_by)
      values (${memberId}, ${memberId}, 'appliedOn', '2026-01-01', '试', ${ORGS.city.id},
              ${t.fixture.principals.cityWorker.accountId})`.execute(t.db);
  }
  // A transfer of each of them that was taken back, in the same way.
  for (const memberId of new Set([...people, ...own, t.fixture.deletedMemberId])) {
    await sql`insert into relation_transfer (id, member_id, kind, from_org_id, outside_name, status)
      select id, id, 'inProvince', org_id, '试', 9 from member where id = ${memberId}`.execute(t.db);
    await sql`insert into relation_hop (transfer_id, seq, org_id, org_code, org_name, role, decides)
      select id, 1, org_id, org_code, '试', 'send', false from member where id = ${memberId}`.execute(t.db);
  }
  for (const { id, code } of Object.values(ORGS)) {
    await sql`insert into relation_graduation (id, org_id, org_code, file_name, reason, graduated_on)
      values (${graduationOf(id)}, ${id}, ${code}, '试.xlsx', '试', '2026-01-01')`.execute(t.db);
    await sql`insert into development_meeting (id, org_id, org_code, stage, held_on, due, present)
      values (${meetingOf(id)}, ${id}, ${code}, 1, '2026-01-01', 1, 1)`.execute(t.db);
    await sql`insert into development_printer (id, org_id, org_code, name, measured, changed_by) overriding system value
      values (${meetingOf(id)}, ${id}, ${code}, '试', '{"left":200,"top":200,"right":1900,"bottom":2770}', '试')`.execute(
      t.db,
    );
    await sql`insert into development_handover (id, file_id, from_id, to_id, papers)
      select ${meetingOf(id)}, f.id, ${id}, ${id}, '[]' from development_file f
        join member m on m.id = f.member_id and m.deleted_at is null order by f.id limit 1`.execute(t.db);
  }
  // Labels and classes belong to the deployment; the administrator alone may change them.
  await sql`insert into content_label (id, name) values (9001, '试'), (9002, '再试')`.execute(t.db);
  await sql`insert into content_class (id, name) values (9001, '试')`.execute(t.db);
  rows.label = { admin: '9001' };
  rows.classification = { admin: '9001' };
  // Entries of dictionaries and carousel pictures belong to nobody; the administrator alone may change them.
  const dict = await sql<{ id: string }>`
    insert into dict_item (dictionary_code, name, value) values ('0004', '试', 'own') returning id`.execute(t.db);
  rows.dict = { admin: dict.rows[0]?.id ?? '' };
  const swiper = await sql<{ id: string }>`
    insert into swiper (org_id, org_code, title, alt, file_id)
    values (${ORGS.city.id}, ${ORGS.city.code}, '试', '试', 'none') returning id`.execute(t.db);
  rows.swiper = { admin: swiper.rows[0]?.id ?? '' };
  await sql`insert into screen (id, name, type, jump_url) values (900, '试', 1, '/map')`.execute(t.db);
  rows.screen = { admin: '900' };
  const help = await sql<{ id: string }>`
    insert into help_document (title, pinyin, initials, content, words)
    values ('试', 'shi', 's', '<p>试</p>', '试') returning id`.execute(t.db);
  rows.openItem = { admin: '1' };
  rows.help = { admin: help.rows[0]?.id ?? '' };
  const type = await sql<{ id: string }>`
    insert into user_type (code, name, role_id) values ('own', '试', 3) returning id`.execute(t.db);
  rows.userType = { admin: type.rows[0]?.id ?? '' };
  return rows;
}
