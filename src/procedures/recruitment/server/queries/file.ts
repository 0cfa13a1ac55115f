import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import type { Finding } from '#procedures/recruitment/rules/findings.ts';
import type { Ending, Facts, MeetingVote, StepState } from '#procedures/recruitment/rules/path.ts';
import { STEP_PROCESSES } from '#procedures/recruitment/rules/processes.ts';

/** A development file with the person that it is of. Days `YYYY-MM-DD`. */
export interface FileRecord {
  id: string;
  memberId: string;
  name: string;
  gender: number;
  birthDate: string | null;
  nation: string;
  education: string | null;
  workUnit: string;
  position: string;
  idCardMask: string | null;
  appliedOn: string | null;
  orgId: string;
  orgCode: string;
  orgName: string;
  orgType: number;
  category: number;
  step: number;
  stepState: StepState;
  paperUntil: number;
  earliestOn: string | null;
  dueOn: string | null;
  movedAt: Date;
  probationUntil: string | null;
  extensionMonths: number | null;
  ending: Ending | null;
  endedOn: string | null;
  endedFor: string;
  openedAt: Date;
  version: number;
  today: string;
  /** 终止培养 was asked for and waits. */
  isEnding: boolean;
  /** 流动党员, or registered as 农民工. */
  isMigrant: boolean;
}

/** What the superior decided. */
export interface Decision {
  decision?: 'agree' | 'return' | 'refuse';
  meeting?: string;
  opinion?: string;
  present?: number | null;
  yes?: number | null;
}

export interface StepRecord {
  no: number;
  state: StepState;
  handledOn: string | null;
  handledBy: string;
  opinion: string;
  facts: Facts;
  ruleVersion: '2014' | '2026' | null;
  warnings: Finding[];
  lateReason: string;
  recordedAt: Date | null;
  submittedBy: string | null;
  submittedByName: string;
  /** The approval process that it runs on; null: none, or it is over and the committee decides. */
  process: 'running' | 'returned' | null;
  approverOrgId: string | null;
  approverName: string;
  /** 党总支 between branch and approver, with its opinion. */
  generalOrgId: string | null;
  generalName: string;
  /** Somebody works there; else whoever approves enters its opinion from paper. */
  generalStaffed: boolean;
  generalOn: string | null;
  generalBy: string;
  generalOpinion: string;
  decidedOn: string | null;
  decidedBy: string;
  decision: Decision;
  returnNote: string;
  /** When the person took note of how it came out. */
  knownAt: Date | null;
}

/** A person without office meets only the own file. */
export const filesWithin = (scope: Scope): RawBuilder<boolean> =>
  scope.memberId === null
    ? within(scope, 'f.org_code')
    : sql<boolean>`(${within(scope, 'f.org_code')} and f.member_id = ${scope.memberId})`;

/** Files of which 终止培养 waits, at a desk or on its process: nothing of them is done meanwhile. */
export const ENDING_FILES = sql`(
  select c.file_id from development_correction c where c.state = 'pending' and c.field = 'ending' and c.file_id is not null
  union all
  select i.subject_id::bigint from workflow_instance i
   where i.kind = 'development.ending' and i.state in ('running', 'returned'))`;

export const FILE_COLUMNS = sql`f.id, f.member_id as "memberId", m.name, m.gender, m.birth_date as "birthDate", m.nation, m.education,
  m.work_unit as "workUnit", m.position, m.id_card_mask as "idCardMask", m.applied_on as "appliedOn", f.org_id as "orgId",
  f.org_code as "orgCode", o.name as "orgName", o.type as "orgType", f.category, f.step, f.step_state as "stepState",
  f.paper_until as "paperUntil", f.earliest_on as "earliestOn", f.due_on as "dueOn", f.moved_at as "movedAt",
  f.probation_until as "probationUntil", f.extension_months as "extensionMonths", f.ending, f.ended_on as "endedOn",
  f.ended_for as "endedFor", f.opened_at as "openedAt", f.version, ${dbToday} as today,
  f.ended_on is null and f.id in ${ENDING_FILES} as "isEnding", m.is_floating or m.is_migrant_worker as "isMigrant"`;
export const FILE_FROM = sql`development_file f
  join member m on m.id = f.member_id and m.deleted_at is null
  join organisation o on o.id = f.org_id`;

/** One file of the scope; `lock` keeps it for this transaction. */
export async function findFile(db: Db, scope: Scope, id: string, lock = false): Promise<FileRecord | undefined> {
  const { rows } = await sql<FileRecord>`/* prepared */
    select ${FILE_COLUMNS} from ${FILE_FROM} where f.id = ${id} and ${filesWithin(scope)}
    ${lock ? sql`for update of f` : sql``}`.execute(db);
  return rows[0];
}

/** Whether the person of an ended file has another that was opened after it. */
export async function hasLaterFile(db: Db, { id, memberId }: Pick<FileRecord, 'id' | 'memberId'>): Promise<boolean> {
  const { rows } = await sql`
    select from development_file where member_id = ${memberId} and (ended_on is null or id > ${id}) and id <> ${id} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** When the person's file before this one ended; null: there is none. */
export async function lastEnd(db: Db, { id, memberId }: Pick<FileRecord, 'id' | 'memberId'>): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(ended_on) as day from development_file where member_id = ${memberId} and id < ${id}`.execute(db);
  return rows[0]?.day ?? null;
}

/** Whether an organisation has a party worker who can sign in. */
export const isStaffed = (
  org: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(${org} is not null and exists (
  select from usable_grant g join account a on a.id = g.account_id and a.enabled where g.org_id = ${org} and g.role_id = 3))`;

/** Where the process of a step `s` stands that was sent to the superior. */
export const PROCESS_STATE = sql<'running' | 'returned' | null>`case when s.state = 'submitted' then (
  select i.state from workflow_instance i
   where i.kind = any(${STEP_PROCESSES}::text[]) and i.subject_id = s.file_id || '.' || s.no and i.state in ('running', 'returned')) end`;

/** The steps of a file, in their order. */
export async function stepsOf(db: Db, fileId: string): Promise<StepRecord[]> {
  const { rows } = await sql<StepRecord>`/* prepared */
    select s.no, s.state, s.handled_on as "handledOn", s.handled_by as "handledBy", s.opinion, s.facts,
           s.rule_version as "ruleVersion", s.warnings, s.late_reason as "lateReason", s.recorded_at as "recordedAt",
           s.submitted_by as "submittedBy", s.submitted_by_name as "submittedByName", ${PROCESS_STATE} as process, s.approver_org_id as "approverOrgId",
           coalesce(a.name, '') as "approverName", s.general_org_id as "generalOrgId",
           coalesce(g.name, '') as "generalName", ${isStaffed(sql`s.general_org_id`)} as "generalStaffed", s.general_on as "generalOn", s.general_by as "generalBy",
           s.general_opinion as "generalOpinion", s.decided_on as "decidedOn", s.decided_by as "decidedBy", s.decision,
           s.return_note as "returnNote", s.known_at as "knownAt"
      from development_step s left join organisation a on a.id = s.approver_org_id
      left join organisation g on g.id = s.general_org_id
     where s.file_id = ${fileId} order by s.no`.execute(db);
  return rows;
}

export interface PaperRecord {
  id: string;
  no: number;
  kind: string;
  files: string[];
  state: 'pending' | 'passed' | 'returned';
  note: string;
  handedBy: string;
  /** Account; null: from before it was kept. */
  handedById: string | null;
  handedAt: Date;
  reviewedBy: string;
  reviewedAt: Date | null;
}

export async function papersOf(db: Db, fileId: string): Promise<PaperRecord[]> {
  const { rows } = await sql<PaperRecord>`/* prepared */
    select id, step_no as no, kind, files, state, note, handed_by as "handedBy", handed_by_id as "handedById", handed_at as "handedAt",
           reviewed_by as "reviewedBy", reviewed_at as "reviewedAt"
      from development_paper where file_id = ${fileId} order by step_no, id`.execute(db);
  return rows;
}

/** Where a paper belongs, whoever may read it. */
export async function findPaper(db: Db, id: string): Promise<{ fileId: string; no: number; kind: string } | undefined> {
  const { rows } = await sql<{ fileId: string; no: number; kind: string }>`
    select file_id as "fileId", step_no as no, kind from development_paper where id = ${id}`.execute(db);
  return rows[0];
}

export interface NoteRecord {
  id: string;
  kind: 'inspection' | 'thought' | 'gap';
  day: string;
  content: string;
  createdBy: string;
  /** When it was written down; null: it came from a sheet of the past. */
  recordedOn: string | null;
}

/** 考察 and 思想汇报 of a file, in the order of their days. */
export async function notesOf(db: Db, fileId: string): Promise<NoteRecord[]> {
  const { rows } = await sql<NoteRecord>`/* prepared */
    select id, kind, day, content, created_by as "createdBy",
           case when batch_id is null then (created_at at time zone 'Asia/Shanghai')::date end as "recordedOn" from development_note
     where file_id = ${fileId} order by day, id`.execute(db);
  return rows;
}

export interface PublicityRecord {
  id: string;
  code: string;
  startsOn: string;
  endsOn: string;
  heardBy: string;
  phone: string;
  result: 'none' | 'checked' | 'blocking' | null;
  resultNote: string;
}

/** The latest 公示 of a file. */
export async function publicityOf(db: Db, fileId: string): Promise<PublicityRecord | undefined> {
  const { rows } = await sql<PublicityRecord>`
    select id, code, starts_on as "startsOn", ends_on as "endsOn", heard_by as "heardBy", phone, result,
           result_note as "resultNote"
      from development_publicity where file_id = ${fileId} order by id desc limit 1`.execute(db);
  return rows[0];
}

export interface VoteRecord extends MeetingVote {
  meetingId: string;
  stage: number;
  body: 'committee' | 'general';
}

/** Votes of meetings about a file, the latest first. */
export async function votesOf(db: Db, fileId: string): Promise<VoteRecord[]> {
  const { rows } = await sql<VoteRecord>`/* prepared */
    select v.meeting_id as "meetingId", g.stage, g.body, g.held_on as "heldOn", v.proposal, v.months, v.passed, g.due, g.present, v.yes, v.no,
           v.abstain, v.spoilt, v.written_yes as "writtenYes", v.written_no as "writtenNo"
      from development_vote v join development_meeting g on g.id = v.meeting_id
     where v.file_id = ${fileId} order by g.held_on desc, g.id desc`.execute(db);
  return rows;
}

/** The nearest organisation above that approves 预备党员 (`can_approve`), with the one right above as whom to ask. */
export async function approverOf(db: Db, orgCode: string) {
  const { rows } = await sql<{ id: string; code: string; name: string; approves: boolean }>`
    select id, code, name, can_approve as approves from organisation
     where code = any(array(select left(${orgCode}, n) from generate_series(4, length(${orgCode}) - 4, 4) as n))
       and deleted_at is null
     order by length(code) desc`.execute(db);
  return { approver: rows.find(({ approves }) => approves), above: rows[0] };
}

/** 党总支, dictionary 0001. */
export const GENERAL_BRANCH = 40;

/** The nearest 党总支 above a branch that stands below the approver; undefined: none. */
export async function generalBranchOf(db: Db, orgCode: string, approverCode: string) {
  const { rows } = await sql<{ id: string; code: string; name: string; staffed: boolean }>`
    select id, code, name, ${isStaffed(sql`organisation.id`)} as staffed from organisation
     where code = any(array(select left(${orgCode}, n) from generate_series(4, length(${orgCode}) - 4, 4) as n))
       and length(code) > length(${approverCode}) and type = ${GENERAL_BRANCH} and deleted_at is null
     order by length(code) desc limit 1`.execute(db);
  return rows[0];
}

/** The accounts of a person, for notices. */
export async function accountsOf(db: Db, memberId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from account where member_id = ${memberId}`.execute(db);
  return rows.map(({ id }) => id);
}
