// Written by scripts/db-types.ts from the migrated database; not edited by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface Account {
  id: Generated<string>;
  /** Keyed hash of the login name (mostly an id-card number), so that no dump holds it */
  login_index: Buffer;
  login_mask: string;
  name: string;
  password_hash: string | null;
  member_id: string | null;
  gender: number | null;
  phone_enc: Buffer | null;
  phone_mask: string | null;
  enabled: Generated<boolean>;
  must_change_password: Generated<boolean>;
  login_count: Generated<number>;
  last_login_at: Date | null;
  last_grant_id: string | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  /** What keys beginning with extend: are checked against (specification, section 5) */
  three_in_one_role: string | null;
  /** Staff of an outside system: begins at the platform chooser */
  external_staff: Generated<boolean>;
  user_type_id: string | null;
  /** The organisation that keeps the account; who is above it sees the account also when no role is left */
  org_id: string | null;
  disabled_at: Date | null;
  disabled_by: string | null;
  disable_reason: string | null;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  /** When the owner entered a code sent to this phone (safe centre). An account that works in an office is retrieved by a confirmed phone alone */
  phone_confirmed_at: Date | null;
}

/** WeChat: keyed hash of application and openid, so that no dump holds it; one a person */
export interface AccountOpenid {
  openid_index: Buffer;
  account_id: string;
  bound_at: Generated<Date>;
}

/** 党务工作者账号申请: asked by an organisation's worker, decided by a superior organisation */
export interface AccountRequest {
  id: Generated<string>;
  member_id: string;
  role_id: number;
  org_id: string;
  /** The last day of the role, null: without end */
  valid_until: string | null;
  reason: string;
  state: Generated<string>;
  requested_by: string;
  requested_by_name: string;
  requested_org_id: string;
  requested_at: Generated<Date>;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: Date | null;
  decision: Generated<string>;
  account_id: string | null;
  grant_id: string | null;
  /** The account came into being by this request; until its first sign-in a first password may be issued */
  made_account: Generated<boolean>;
  decider_org_id: string | null;
}

/** A role is held at one organisation; a session is active in one of them */
export interface AccountRole {
  id: Generated<string>;
  account_id: string;
  role_id: number;
  org_id: string;
  granted_at: Generated<Date>;
  granted_by: Generated<string>;
  revoked_at: Date | null;
  valid_from: Generated<Date>;
  /** Usable: revoked_at is null and valid_from <= now() and (valid_until is null or valid_until > now()) */
  valid_until: Date | null;
  granted_by_id: string | null;
  revoked_by: string | null;
  revoked_by_id: string | null;
  revoke_reason: string | null;
}

/** 账号按表办理的每一行 */
export interface AccountSheetLine {
  batch_id: string;
  row_no: number;
  act: string;
  account_id: string;
  /** the role that the line gave */
  grant_id: string | null;
  /** the line made the account */
  is_new: Generated<boolean>;
  /** roles that moving took back */
  taken: Generated<string[]>;
  undone_at: Date | null;
  /** when the line stopped the account, as the account has it: who stopped it later is told from it */
  disabled_at: Date | null;
}

/** Second factor by RFC 6238; counts from confirmed_at on */
export interface AccountTotp {
  account_id: string;
  secret_enc: Buffer;
  confirmed_at: Date | null;
  /** The step of the last accepted code: none is good twice */
  last_step: Generated<string>;
  created_at: Generated<Date>;
}

/** 活动包: what a 主题党日 needs, offered by an organisation to itself and all below it */
export interface ActivityPackage {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation that offers it; a move rewrites it */
  org_code: string;
  title: string;
  kind: string;
  minutes: number;
  /** Not active, it is seen in the scope of whoever offers it alone */
  active: Generated<boolean>;
  aim: Generated<string>;
  /** What is to be ready before; becomes the notice of a meeting */
  prepare: Generated<string>;
  /** One a line; they become the topics of a meeting */
  steps: string;
  /** HTML by the profile of the house */
  speech: Generated<string>;
  files: Generated<string[]>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Taken out of the recycle bin for good */
  erased_at: Date | null;
}

/** That an organisation began a meeting with it, once a day */
export interface ActivityPackageUse {
  package_id: string;
  org_id: string;
  used_on: Generated<string>;
  used_by: string;
}

export interface AnnualConfirm {
  id: GeneratedAlways<string>;
  round_id: string;
  org_id: string;
  org_code: string;
  state: Generated<string>;
  /** The numbers of its tables as they were confirmed, to tell whether they have changed since */
  figures: ColumnType<unknown, string | null | undefined, string | null>;
  /** Why a check that is not right may stand */
  note: Generated<string>;
  confirmed_at: Date | null;
  confirmed_by: Generated<string>;
  account_id: string | null;
  returned_at: Date | null;
  returned_by: Generated<string>;
  return_reason: Generated<string>;
}

/** The numbers of a table, of an organisation with all below it, and of what stood directly at it */
export interface AnnualFigure {
  freeze_id: string;
  table_key: string;
  org_id: string;
  figures: number[];
  own: number[];
}

/** The tables of a round as they were at one moment; never written again, only thawed, which keeps them */
export interface AnnualFreeze {
  id: GeneratedAlways<string>;
  round_id: string;
  number: number;
  closing: string;
  started_at: Generated<Date>;
  /** When they had been written; null: still being written */
  frozen_at: Date | null;
  frozen_by: string;
  note: Generated<string>;
  thawed_at: Date | null;
  thawed_by: Generated<string>;
  thaw_reason: Generated<string>;
  /** Who writes it: one that is not frozen stands while this job is queued or running */
  job_id: string | null;
}

export interface AnnualHead {
  freeze_id: string;
  table_key: string;
  words: ColumnType<unknown, string, string>;
  /** Key, title, unit, group and head over it, in the order of the figures */
  columns: ColumnType<unknown, string, string>;
}

/** The lines of 党员增减台账 of the year as they were */
export interface AnnualMove {
  freeze_id: string;
  ledger_id: string;
  member_id: string;
  org_id: string;
  org_code: string;
  way: string;
  sign: number;
  shared: number;
  happened_on: string;
  recorded_on: string;
}

/** The organisations of then, with the codes of then */
export interface AnnualOrg {
  freeze_id: string;
  org_id: string;
  org_code: string;
  name: string;
  sort: number;
}

/** Who was a member in good standing where: before the first day of the year, and at its end. No numbers; the name is looked up */
export interface AnnualPerson {
  freeze_id: string;
  member_id: string;
  org_id: string;
  org_code: string;
  before: boolean;
  after: boolean;
  /** The columns of the table of members that count this person, by their places from 1 */
  marks: number[];
}

/** The annual tables of a year, gathered by an organisation, which alone freezes and thaws them, from the two levels below it */
export interface AnnualRound {
  id: GeneratedAlways<string>;
  org_id: string;
  org_code: string;
  year: number;
  opened_at: Generated<Date>;
  opened_by: string;
}

/** 文章、视频、公告: the text that is worked on; readers see the approved version shown_number of archive_version alone */
export interface ArchiveArticle {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  column_id: string | null;
  kind: string;
  title: string;
  summary: Generated<string>;
  content: string;
  words: string;
  cover: Generated<string>;
  video: Generated<string>;
  files: Generated<string[]>;
  labels: Generated<string[]>;
  source: Generated<string>;
  author: Generated<string>;
  editor: Generated<string>;
  /** all: the whole platform; below: the own subtree; chosen: audience_orgs and what is below them; people: those of reach (announcements alone) */
  audience: Generated<string>;
  audience_orgs: Generated<string[]>;
  publish_at: Date | null;
  shown_until: string | null;
  /** The sentence that readers of an announcement confirm; empty: reading is enough */
  must_confirm: Generated<string>;
  /** By when an announcement is to be read */
  read_by: string | null;
  /** The notice by which an announcement was sent: its recipients are the receipts */
  notice_id: string | null;
  /** 0 草稿, 1 待审, 2 退回, 3 待发布, 4 已发布, 5 已撤下; of the text that is worked on: a correction is a draft while the version before it is still shown */
  state: Generated<number>;
  note: Generated<string>;
  opinion: Generated<string>;
  despite: Generated<string>;
  instance_id: string | null;
  submitted_by: string | null;
  submitted_at: Date | null;
  decided_by: Generated<string>;
  shown_number: number | null;
  first_shown: Date | null;
  /** Its place in its column, the latest first; the day of publishing until somebody moves it */
  sort_at: Date | null;
  /** Stands on top of its column until this day, included */
  top_until: string | null;
  withdrawn_for: Generated<string>;
  readers: Generated<number>;
  token: string;
  /** Name of the dissolved organisation that it was written by */
  former_org: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  author_id: string | null;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Dictionary 0178 of an announcement: 1 通知, 2 公示 */
  notice_type: Generated<string>;
  /** Narrows the audience of an announcement: types of organisations, groups, people, kept conditions */
  reach: ColumnType<unknown, string | undefined, string>;
  /** When everybody whom an announcement is for was last looked for; null: it is to be sent now */
  reached_at: Date | null;
  /** Somebody looked at it and keeps it: not asked again before this day */
  kept_until: string | null;
  /** Links to texts of this site that are not shown any more, as counted last */
  dead_links: Generated<number>;
  /** Whom the shown version is for: 0 everybody, else organisations whose subtree reads it; null: not shown, or an announcement. Follows by itself; lists look by it before they look at the version */
  shown_for: string[] | null;
  /** WebVTT of the video; empty: none */
  subtitles: Generated<string>;
  /** news, practice, theory, model, policy; empty: not said */
  genre: Generated<string>;
}

/** 栏目: what articles stand under, two levels; one set for the whole deployment */
export interface ArchiveColumn {
  id: Generated<string>;
  parent_id: string | null;
  name: string;
  kind: string;
  /** Types of organisations (dictionary 0001) that may write here; empty: all */
  writers: Generated<number[]>;
  /** False: what is sent in is published without anybody else */
  approval: Generated<boolean>;
  comments: Generated<string>;
  /** Its articles are read by their address without signing in */
  is_open: Generated<boolean>;
  /** Days that an article is shown where it says nothing itself; null: without end */
  shown_days: number | null;
  sort: Generated<number>;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
}

/** 资讯的评论: real name and branch, one level of answers */
export interface ArchiveComment {
  id: Generated<string>;
  article_id: string;
  parent_id: string | null;
  account_id: string;
  name: string;
  org_name: string;
  content: string;
  state: Generated<string>;
  created_at: Generated<Date>;
  deleted_at: Date | null;
}

/** What an attachment says, as it is checked; a paragraph or row a line */
export interface ArchiveFileText {
  file_id: string;
  words: string;
  /** False: it holds no text that can be read, or too much */
  is_read: boolean;
  read_at: Generated<Date>;
}

/** 应知: who is to know an announcement, with an account or without; whether they read it stands in notice_recipient alone */
export interface ArchiveReach {
  id: Generated<string>;
  article_id: string;
  org_id: string;
  org_code: string;
  member_id: string | null;
  account_id: string | null;
  name: string;
  /** When the sentence of an announcement that asks for it was confirmed */
  confirmed_at: Date | null;
  /** 当面告知: on which day, by a worker of the branch */
  told_on: string | null;
  told_by: Generated<string>;
  urged_at: Date | null;
  added_at: Generated<Date>;
  /** When the account first had the text before it; reading takes five seconds from then */
  opened_at: Date | null;
}

/** Who has read an article, each once; only how many is ever shown */
export interface ArchiveReader {
  article_id: string;
  account_id: string;
  read_at: Generated<Date>;
}

/** 所示资讯: whom the shown version of a text is for, in the order of lists; follows archive_article and archive_version by itself */
export interface ArchiveShown {
  /** 0 everybody, else an organisation whose subtree reads it */
  for_org: string;
  article_id: string;
  kind: string;
  column_id: string | null;
  org_id: string;
  sort_at: Date;
  shown_until: string | null;
}

/** 报送, 采用, 退回 of articles and videos, each time that it happened */
export interface ArchiveStep {
  article_id: string;
  kind: string;
  at: Generated<Date>;
}

/** 资讯的版本: every approved text with whom it is for, never changed */
export interface ArchiveVersion {
  article_id: string;
  number: number;
  title: string;
  summary: string;
  content: string;
  words: string;
  cover: Generated<string>;
  video: Generated<string>;
  files: Generated<string[]>;
  labels: Generated<string[]>;
  source: Generated<string>;
  author: Generated<string>;
  editor: Generated<string>;
  audience: string;
  audience_orgs: Generated<string[]>;
  shown_until: string | null;
  note: Generated<string>;
  published_at: Generated<Date>;
  written_by: Generated<string>;
  approved_by: Generated<string>;
  /** As it stood when the text was published: a correction reaches nobody else before it is published */
  reach: ColumnType<unknown, string | undefined, string>;
  must_confirm: Generated<string>;
  read_by: string | null;
  subtitles: Generated<string>;
  genre: Generated<string>;
}

/** One item of a person's month, in hundredths; a reason where it departs from the suggestion */
export interface AssessCell {
  month_id: string;
  item_id: string;
  suggested: number | null;
  score: number;
  reason: Generated<string>;
}

/** Who changed what of a month, in order */
export interface AssessChange {
  id: Generated<string>;
  month_id: string;
  item_id: string | null;
  act: string;
  old: number | null;
  new: number | null;
  reason: Generated<string>;
  made_by: string;
  made_at: Generated<Date>;
}

/** 免考 of a person: of one item of the year's plan (null: of all, points included). 0 待确认, 1 已确认, 2 不同意, 3 已撤销 */
export interface AssessExemption {
  id: Generated<string>;
  member_id: string;
  org_id: string;
  org_code: string;
  item_id: string | null;
  from_on: string;
  /** A month is exempt where its last day lies within; a rank, where a month of its year does */
  to_on: string;
  reason: string;
  files: Generated<string[]>;
  state: Generated<number>;
  asked_by_id: string | null;
  asked_by: string;
  asked_at: Generated<Date>;
  opinion: Generated<string>;
  decided_by: Generated<string>;
  decided_at: Date | null;
  version: Generated<number>;
  /** Until when it was confirmed, where it was ended earlier; null: it was not */
  planned_to: string | null;
  end_reason: Generated<string>;
  ended_by: Generated<string>;
  ended_at: Date | null;
}

/** 1 基本, 2 重点; submit 1 一次, 2 每月; inspection 5 全年, 1 to 4 the quarters. Hundredths of a point */
export interface AssessItem {
  id: Generated<string>;
  plan_id: string;
  sort: Generated<number>;
  kind: number;
  name: string;
  most: number;
  /** Suggested from the points of this dimension; empty: by hand alone */
  dimension: Generated<string>;
  submit: number;
  inspection: number;
  standard: Generated<string>;
}

/** What a person got in a month; it stays with the branch that scored. 0 已保存, 1 已提交, 2 已确认, 3 已退回 */
export interface AssessMonth {
  id: Generated<string>;
  member_id: string;
  year: number;
  month: number;
  plan_id: string;
  org_id: string;
  org_code: string;
  state: Generated<number>;
  /** Of 10000: what was reached of the maxima of that month */
  total: Generated<number>;
  opinion: Generated<string>;
  scored_by: string | null;
  scored_name: Generated<string>;
  decided_name: Generated<string>;
  version: Generated<number>;
  updated_at: Generated<Date>;
}

/** 党员考核方案 of a year: 0 草稿, 1 已发布, 2 已归档; the nearest published one above counts */
export interface AssessPlan {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  year: number;
  name: string;
  /** Percent of the months' mean in the year; the rest is 民主评议 */
  share: Generated<number>;
  /** What 优秀, 合格, 基本合格, 不合格 of 民主评议 count, in points */
  grades: Generated<number[]>;
  /** A 处分 of the year excludes 优秀 */
  punish_bars: Generated<boolean>;
  state: Generated<number>;
  published_at: Date | null;
  published_by: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** The year of a branch: 0 测算, 1 公示中, 2 已生效; once it holds, only a new edition with a reason */
export interface AssessResult {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  year: number;
  plan_id: string;
  state: Generated<number>;
  shown_on: string | null;
  shown_until: string | null;
  notice_id: string | null;
  edition: Generated<number>;
  reason: Generated<string>;
  version: Generated<number>;
  made_at: Generated<Date>;
  made_by: string;
}

/** A person's year in a result: 1 优秀, 2 合格, 3 基本合格, 4 不合格, 0 no grade (预备党员, 免考). Hundredths */
export interface AssessYear {
  result_id: string;
  member_id: string;
  name: string;
  months: number;
  mean: number | null;
  appraisal: number | null;
  rewards: Generated<number>;
  punish: Generated<number>;
  total: number | null;
  place: number | null;
  grade: number;
  note: Generated<string>;
  seen_at: Date | null;
}

/** Those due at an occasion as they stood when it was announced; later moves of people change nothing here */
export interface AttendancePerson {
  sheet_id: string;
  member_id: string;
  sort: Generated<number>;
  name: string;
  /** Counts in 应到 */
  due: boolean;
  /** Has a vote, and so counts for the quorum */
  votes: boolean;
  /** Why somebody of the roll is not due, or has no vote */
  why: Generated<string>;
  /** 列席: counted in nothing */
  guest: Generated<boolean>;
  /** 0 not known, 1 present, 2 on leave, 3 absent */
  state: Generated<number>;
  way: Generated<string>;
  late: Generated<boolean>;
  signed_at: Date | null;
  reason: Generated<string>;
  leave: Generated<string>;
  /** 1 因病因事, 2 无故 */
  leave_kind: Generated<number>;
  /** How the absentee made it up (补学); never presence */
  made_up: Generated<string>;
  made_up_on: string | null;
}

/** Who is due at one occasion, frozen when it was announced; the modules above say what the occasion is */
export interface AttendanceSheet {
  id: Generated<string>;
  kind: string;
  subject_id: string;
  org_id: string;
  org_code: string;
  /** The codes for signing in are made of it; a code holds half a minute, and the one before it is taken as well */
  secret: Buffer;
  starts_at: Date;
  opens_at: Date;
  /** Nobody signs in by phone any more */
  closed_at: Date | null;
  created_at: Generated<Date>;
}

/** One row for every write, reveal, denial and sign-in; append only */
export interface AuditLog {
  id: GeneratedAlways<string>;
  at: Generated<Date>;
  account_id: string | null;
  account_name: Generated<string>;
  role_id: number | null;
  org_id: string | null;
  org_code: Generated<string>;
  action: string;
  endpoint: string;
  target_type: string | null;
  target_id: string | null;
  target_name: string | null;
  /** {field: [before, after]}, masked where the field is personal; of a person {field: "owner:id:sealed pair"} (shred_key) */
  changes: ColumnType<unknown, string | null | undefined, string | null>;
  outcome: string;
  reason: string | null;
  ip: Generated<string>;
  trace_id: Generated<string>;
  /** Set for sign-ins alone: 账号, 扫码, 微信, … */
  way: string | null;
  /** Browser and system of a sign-in, in words */
  device: string | null;
}

/** A batch of audit_log in the order of ids, sealed: SM3 over its rows, chained to the seal before, signed with SM2 */
export interface AuditSeal {
  /** 1, 2, 3 … without gaps */
  id: string;
  first_id: string;
  /** The batch holds every row after the last_id of the seal before, up to here */
  last_id: string;
  n: number;
  root: Buffer;
  /** 16 bytes a row: its id and the first half of its SM3; names the row that was changed */
  leaves: Buffer;
  prev_hash: Buffer;
  hash: Buffer;
  signature: Buffer;
  sealed_at: Date;
}

/** 无记名投票 */
export interface Ballot {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  title: string;
  intro: Generated<string>;
  /** agree: 赞成, 反对, 弃权 for each option; choose: at most so many options as there are seats */
  kind: string;
  seats: Generated<number>;
  options: string[];
  voters_are: Generated<string>;
  people: Generated<string[]>;
  on_paper: Generated<boolean>;
  ends_at: Date;
  /** 0 草稿, 1 投票中, 2 已结束, 3 已封存, 4 已作废 */
  state: Generated<number>;
  opened_at: Date | null;
  opened_by: Generated<string>;
  closed_at: Date | null;
  urged_at: Date | null;
  public_key: ColumnType<unknown, string | null | undefined, string | null>;
  key_enc: Buffer | null;
  voters: Generated<number>;
  /** Ballots, counted at the end; while it is open they are counted as they lie */
  cast_count: Generated<number>;
  result: ColumnType<unknown, string | null | undefined, string | null>;
  /** SHA-256 of what was decided, in its canonical text; it never changes after */
  seal: Generated<string>;
  sealed_at: Date | null;
  void_reason: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  erased_at: Date | null;
  /** The list of those due at the occasion at which it is held; its voters are those of the list with a vote */
  sheet_id: string | null;
  /** Name of that occasion, and where it is read */
  occasion: Generated<string>;
  occasion_url: Generated<string>;
}

/** Ballots while a vote is open, by their slip so that each counts once; at the end they move to ballot_paper in random order */
export interface BallotCast {
  ballot_id: string;
  slip: Buffer;
  choice: number[];
}

/** Ballots of an ended vote, written in random order in one transaction */
export interface BallotPaper {
  ballot_id: string;
  choice: number[];
}

/** Who confirmed the result by the own password; the second one seals it */
export interface BallotSeal {
  ballot_id: string;
  account_id: string;
  name: string;
  sealed_at: Generated<Date>;
}

/** What a teller counted of paper ballots; two must agree */
export interface BallotTeller {
  ballot_id: string;
  account_id: string;
  name: string;
  cast_count: number;
  sums: number[];
  entered_at: Generated<Date>;
}

/** Who may vote, frozen at opening, and whether the slip was taken */
export interface BallotVoter {
  ballot_id: string;
  member_id: string;
  /** SHA-256 of the blinded slip, so that it is signed again when the answer was lost; it says nothing of the slip itself */
  slip_asked: Buffer | null;
  slip_at: Date | null;
}

/** 图书: a PDF that is read on the page, with its cover */
export interface BoxBook {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation; a move rewrites it */
  org_code: string;
  title: string;
  author: string;
  publisher: Generated<string>;
  intro: Generated<string>;
  cover: Generated<string>;
  /** The file of the book */
  content: Generated<string>;
  state: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Taken out of the recycle bin for good */
  erased_at: Date | null;
}

/** 终端: a screen in a room of an organisation, and what it shows */
export interface BoxDevice {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation; a move rewrites it */
  org_code: string;
  name: string;
  code: string | null;
  place: string;
  shows_publicity: Generated<boolean>;
  shows_welcome: Generated<boolean>;
  shows_honor: Generated<boolean>;
  shows_event: Generated<boolean>;
  shows_media: Generated<boolean>;
  /** SHA-256 of the device's token; null: nothing is bound */
  token_hash: Buffer | null;
  /** Counts bindings and revocations: tickets of an earlier one are good no more */
  binding: Generated<number>;
  bound_at: Date | null;
  revoked_at: Date | null;
  /** When it last asked, to the minute */
  seen_at: Date | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Taken out of the recycle bin for good */
  erased_at: Date | null;
  shows_edu: Generated<boolean>;
  shows_vote: Generated<boolean>;
  shows_life: Generated<boolean>;
  /** The group whose programme it plays; null: what its organisation has published, in turn */
  group_id: string | null;
  /** HH:mm; outside of opens and closes it is dark and counts as nothing; both empty: the whole day */
  opens: Generated<string>;
  closes: Generated<string>;
  /** Ninety days after it last asked */
  token_until: Date | null;
  /** Hash of the token that was taken from it, so that the screen reads why */
  last_hash: Buffer | null;
  /** Title of what it said it plays */
  playing: Generated<string>;
  /** Version of the programme that it holds whole */
  holds: Generated<string>;
  free_mb: number | null;
  screen: Generated<string>;
  /** Seconds that its own clock is ahead of the server's */
  clock_off: number | null;
  /** Whether it starts again without the line (service worker, needs https) */
  offline_ok: boolean | null;
  /** Version of the programme that it was last answered; it holds another one until all files are there */
  due_hash: Generated<string>;
  /** Since when */
  due_at: Date | null;
  /** It shows the figures of its organisation (数据大屏) in place of a programme */
  is_wall: Generated<boolean>;
  /** In which grant it was paired; its figures are those that this grant may read, as long as it stands */
  grant_id: string | null;
}

/** 大事记: what happened in an organisation, by its day */
export interface BoxEvent {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation; a move rewrites it */
  org_code: string;
  title: string;
  happened_on: string;
  place: Generated<string>;
  content: string;
  pictures: Generated<string>;
  state: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Taken out of the recycle bin for good */
  erased_at: Date | null;
}

/** 终端组: screens of one programme */
export interface BoxGroup {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation; a move rewrites it */
  org_code: string;
  name: string;
  remark: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Taken out of the recycle bin for good */
  erased_at: Date | null;
}

/** 荣誉墙: an honour of an organisation or of somebody in it */
export interface BoxHonor {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation; a move rewrites it */
  org_code: string;
  title: string;
  kind: string;
  receiver: Generated<string>;
  level: string;
  giver: string;
  given_on: string;
  remark: Generated<string>;
  pictures: Generated<string>;
  state: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Taken out of the recycle bin for good */
  erased_at: Date | null;
}

/** 插播: words on every screen of an organisation and below, written by one and released by another */
export interface BoxInsert {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation; a move rewrites it */
  org_code: string;
  words: string;
  from_at: Date;
  to_at: Date;
  state: Generated<string>;
  written_by: string;
  written_name: Generated<string>;
  written_at: Generated<Date>;
  decided_by: string | null;
  decided_name: Generated<string>;
  decided_at: Date | null;
  reason: Generated<string>;
  ended_name: Generated<string>;
  /** When somebody took it back or off before its time; null: it ends by itself */
  ended_at: Date | null;
}

/** A screen that has shown a 插播, by its own word, and when it did first */
export interface BoxInsertReach {
  insert_id: string;
  device_id: string;
  shown_at: Date;
}

/** 媒体资源: pictures or a video that a screen shows */
export interface BoxMedia {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation; a move rewrites it */
  org_code: string;
  title: string;
  kind: string;
  remark: Generated<string>;
  files: Generated<string>;
  state: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Taken out of the recycle bin for good */
  erased_at: Date | null;
}

/** What a screen played, each once: it numbers what it played and posts it when the line is there */
export interface BoxPlay {
  device_id: string;
  /** Of which pairing the number is */
  binding: number;
  number: string;
  item: string;
  title: string;
  level: string;
  from_at: Date;
  to_at: Date;
}

/** 宣传大厅: what an organisation tells whoever stands before its screen, in its own order */
export interface BoxPublicity {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation; a move rewrites it */
  org_code: string;
  title: string;
  source: Generated<string>;
  content: Generated<string>;
  files: Generated<string>;
  state: Generated<string>;
  /** Its place among those of its organisation, the smallest first; a new one comes before all others */
  sort: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Taken out of the recycle bin for good */
  erased_at: Date | null;
}

/** 共享: an offer of content to the organisations below the one that it is of */
export interface BoxShare {
  id: Generated<string>;
  part: string;
  /** The row of box_publicity, box_media, box_study or box_book; the organisation is that of the row */
  row_id: string;
  shared_at: Generated<Date>;
  shared_by: Generated<string>;
}

/** Organisations that show an offer on their screens; gone with the offer */
export interface BoxShareTake {
  share_id: string;
  org_id: string;
  taken_at: Generated<Date>;
  taken_by: Generated<string>;
}

/** A vote (ballot) or a meeting (life_meeting) that its organisation tells of on its screens */
export interface BoxShown {
  kind: string;
  ref_id: string;
  /** Of the vote or the meeting, which never changes */
  org_id: string;
  shown_at: Generated<Date>;
  shown_by: Generated<string>;
}

/** A line of a group's programme: which contents play, how long each, on which days and hours */
export interface BoxSlot {
  id: Generated<string>;
  group_id: string;
  /** must: on every screen of the group's organisation and below; programme: in its hours; loop: else */
  level: string;
  part: string;
  /** One content of the part; null: all that the part shows, in turn */
  row_id: string | null;
  seconds: number;
  /** 1 Monday to 7 Sunday by commas; empty: each day */
  weekdays: Generated<string>;
  from_on: string | null;
  to_on: string | null;
  /** HH:mm; both empty: the whole day; to_time before it: into the next day */
  from_time: Generated<string>;
  to_time: Generated<string>;
  sort: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
}

/** From when to when a screen was there without a gap; the last one without an end is there until it was last seen */
export interface BoxSpan {
  device_id: string;
  from_at: Date;
  to_at: Date | null;
}

/** 学习资料: texts, documents and videos to learn from */
export interface BoxStudy {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation; a move rewrites it */
  org_code: string;
  title: string;
  source: Generated<string>;
  content: Generated<string>;
  files: Generated<string>;
  state: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Taken out of the recycle bin for good */
  erased_at: Date | null;
}

/** A screen that waits to be paired; it goes when it was, or when its five minutes are over */
export interface BoxTicket {
  ticket_hash: Buffer;
  /** Keyed hash of the six digits on the screen */
  digits_index: Buffer;
  until: Date;
  device_id: string | null;
  /** The grant in which a worker typed them; the pairing holds as long as it stands */
  grant_id: string | null;
}

/** 欢迎词: the words that greet visitors from one day to another */
export interface BoxWelcome {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation; a move rewrites it */
  org_code: string;
  title: string;
  visitors: Generated<string>;
  content: string;
  starts_on: string;
  ends_on: string;
  background: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Taken out of the recycle bin for good */
  erased_at: Date | null;
  /** HH:mm: from then to visit_to it takes the whole screen on each of its days; empty: it takes its turn */
  visit_from: Generated<string>;
  visit_to: Generated<string>;
}

/** A picture check of two minutes; its answer is looked at once */
export interface Captcha {
  id_hash: Buffer;
  answer_mac: string;
  expires_at: Date;
}

/** Who likes a post, each once */
export interface CircleLike {
  post_id: string;
  account_id: string;
}

/** 禁言: who may not post until when */
export interface CircleMute {
  account_id: string;
  until: Date;
  reason: string;
  muted_by: string;
}

/** 党员圈动态: of a member, before whoever stands below audience_id and before the moderators of its own organisation */
export interface CirclePost {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  /** The own organisation or one above it */
  audience_id: string;
  account_id: string;
  name: string;
  org_name: string;
  kind: string;
  content: string;
  pictures: Generated<string[]>;
  topics: Generated<string[]>;
  /** Of 求助: 0 待回应, 1 帮办中, 2 已解决, 3 已关闭 */
  help_state: Generated<number>;
  likes: Generated<number>;
  replies: Generated<number>;
  is_hidden: Generated<boolean>;
  hidden_for: Generated<string>;
  hidden_by: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  deleted_at: Date | null;
  /** Waits for a moderator (先审后发): before its author and the moderators alone */
  is_waiting: Generated<boolean>;
  /** What its author said against its being hidden; once a post */
  objection: Generated<string>;
  /** Nobody above has decided about it yet */
  objection_open: Generated<boolean>;
  thanks: Generated<string>;
  /** Of a request that was solved or is being helped with: whose offer was chosen */
  helper_id: string | null;
  helper_name: Generated<string>;
  solved_on: string | null;
  /** Of a request that nobody answered for three days: when the author's branch got its to-do */
  branch_told_at: Date | null;
  /** A stored file of at most 60 seconds; empty: none */
  video: Generated<string>;
}

/** Answers to a post; of 求助 an offer to help, of which one is chosen */
export interface CircleReply {
  id: Generated<string>;
  post_id: string;
  account_id: string;
  name: string;
  org_name: string;
  content: string;
  is_offer: Generated<boolean>;
  is_chosen: Generated<boolean>;
  created_at: Generated<Date>;
  deleted_at: Date | null;
  /** Who took it away: its author or a moderator */
  removed_by: Generated<string>;
}

/** Who reports a post and why; three hide it until a moderator decides */
export interface CircleReport {
  post_id: string;
  account_id: string;
  reason: string;
  created_at: Generated<Date>;
  decided_at: Date | null;
}

/** 党员圈的规则: of an organisation and of whatever is below it, until one nearer has its own */
export interface CircleRule {
  org_id: string;
  org_code: string;
  /** True: 先审后发, a post waits for a moderator; false: 先发后审 */
  review_first: boolean;
  updated_by: Generated<string>;
  updated_at: Generated<Date>;
}

/** 学生和教职工: what a college keeps of people of the register; place, name and identity are those of member */
export interface CollegePerson {
  id: Generated<string>;
  member_id: string;
  /** 1 教职工, 2 学生 */
  job_type: number;
  /** 学号 or 工号 */
  number: Generated<string>;
  /** Of students: 0 往届, 1 to 3 */
  grade: number | null;
  class_name: Generated<string>;
  /** Of staff: 1 在岗, 2 外聘 */
  job_class: number | null;
  /** Of staff: 1 正高, 2 副高, 3 中级, 4 初级; null: none */
  title_level: number | null;
  /** 休学 or 停职: 1 是, 2 否 */
  suspended: Generated<number>;
  /** When a student became 往届: from then on the membership stands for transfer */
  graduated_on: string | null;
  batch_id: string | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** 学年升级: the students of an organisation one grade further; taken back as a whole */
export interface CollegePromotion {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  year: number;
  promoted: Generated<number>;
  graduated: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  undone_at: Date | null;
  undone_by: Generated<string>;
  undo_reason: Generated<string>;
}

/** Whom a promotion took from which grade to which */
export interface CollegePromotionPerson {
  promotion_id: string;
  person_id: string;
  before: number;
  after: number;
}

/** A quarter is fixed for an organisation and all below it; the levels stand in colour_quarter */
export interface ColourFreeze {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  year: number;
  quarter: number;
  frozen_at: Generated<Date>;
  frozen_by: Generated<string>;
}

/** A level by hand beside the computed one: 0 待确认, 1 已确认, 2 不同意, 3 已撤回. It counts once it was confirmed, within one step of what is computed then */
export interface ColourHand {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  year: number;
  quarter: number;
  computed: number;
  level: number;
  reason: string;
  files: Generated<string[]>;
  state: Generated<number>;
  /** The organisation whose worker asked; confirmed by one above it */
  asked_org_id: string;
  asked_id: string | null;
  asked_by: Generated<string>;
  decided_by: Generated<string>;
  decided_at: Date | null;
  opinion: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
}

/** The colour of an organisation in a quarter that is over: level 1 (best) to 4; labels and colours are drawn from it */
export interface ColourQuarter {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  kind: string;
  year: number;
  quarter: number;
  level: number;
  /** Total of the latest assessment that was published, hundredths; null: none */
  score: number | null;
  /** Rules of the house that were broken there or below */
  open_checks: number;
  reasons: ColumnType<unknown, string | undefined, string>;
  frozen_at: Generated<Date>;
  frozen_by: Generated<string>;
  /** What score and checks gave before the level by hand; null: frozen before such levels were */
  computed: number | null;
  hand_id: string | null;
}

/** 整改 of an organisation of level 3 or 4. 0 整改中, 1 待验收, 2 已验收 */
export interface ColourRectification {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  year: number;
  quarter: number;
  level: number;
  problems: string;
  person: string;
  due_on: string;
  state: Generated<number>;
  report: Generated<string>;
  reported_id: string | null;
  reported_by: Generated<string>;
  opinion: Generated<string>;
  accepted_by: Generated<string>;
  accepted_at: Date | null;
  /** Another one was accepted less than a year before */
  is_relapse: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
}

/** How an organisation and those below it draw the four levels: label, name, shape, colour, letter of each, best first. The nearest above counts; history keeps numbers alone */
export interface ColourScheme {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  looks: ColumnType<unknown, string, string>;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  /** Natures of main units (dictionary 0011) that count as city here and below, beside 5 and 7; what any organisation above sets counts */
  city_natures: Generated<string[]>;
  /** The same as village, beside 6 and 8 */
  village_natures: Generated<string[]>;
}

/** 内容分类: one tree for the whole deployment; siblings stand in the order of sort, id */
export interface ContentClass {
  id: Generated<string>;
  parent_id: string | null;
  name: string;
  pinyin: Generated<string>;
  initials: Generated<string>;
  description: Generated<string>;
  sort: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
}

/** The class of a row; at most one */
export interface ContentClassLink {
  kind: string;
  row_id: string;
  class_id: string;
  org_code: string;
  added_at: Generated<Date>;
  added_by: Generated<string>;
}

/** 分组: people of an organisation who are chosen together */
export interface ContentGroup {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  /** 1 党务办公, 2 课程, 3 支部委员会, 4 组织生活, 5 考试中心, 6 双报到 */
  type: number;
  name: string;
  name_grams: string[];
  /** One of the group's people */
  leader_id: string | null;
  description: Generated<string>;
  sort: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  erased_at: Date | null;
}

/** A group's people in their order; deleted people stay in it and are not shown */
export interface ContentGroupMember {
  group_id: string;
  member_id: string;
  sort: Generated<number>;
  added_at: Generated<Date>;
  added_by: Generated<string>;
}

/** 标签 of content, one set for the whole deployment */
export interface ContentLabel {
  id: Generated<string>;
  name: string;
  colour: Generated<string>;
  description: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
}

/** Words by which a label is proposed for a text; each belongs to one label */
export interface ContentLabelKeyword {
  keyword: string;
  label_id: string;
  sort: Generated<number>;
}

/** Which rows carry a label; a kind is announced by the module whose rows it means */
export interface ContentLabelLink {
  label_id: string;
  kind: string;
  row_id: string;
  org_code: string;
  added_at: Generated<Date>;
  added_by: Generated<string>;
}

/** 课程 */
export interface Course {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  title: string;
  intro: Generated<string>;
  audience: Generated<string>;
  audience_orgs: Generated<string[]>;
  audience_people: Generated<string[]>;
  audience_groups: Generated<string[]>;
  only_members: Generated<boolean>;
  /** 必修: given to its audience at publication; else 选修, for whoever of the audience signs up */
  is_required: Generated<boolean>;
  in_order: Generated<boolean>;
  ends_on: string | null;
  /** Of learning that the course itself grants when it is finished; videos grant their own */
  minutes: Generated<number>;
  /** 0 草稿, 1 已发布, 2 已下架 */
  state: Generated<number>;
  withdrawn_for: Generated<string>;
  published_at: Date | null;
  published_by: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  erased_at: Date | null;
  /** Of a college: 2026-2027-1, else empty */
  term: Generated<string>;
  /** Grades, classes, posts, titles and identities of the roster, see college_matches */
  audience_college: ColumnType<unknown, string | null | undefined, string | null>;
  /** Whoever finishes it gets a 学习证明 of its organisation */
  certificate: Generated<boolean>;
}

/** 课程章节, in their order */
export interface CourseChapter {
  id: Generated<string>;
  course_id: string;
  seq: number;
  kind: string;
  title: string;
  /** Of video, knowledge_document or exam, by the kind */
  source_id: string | null;
  url: Generated<string>;
  note: Generated<string>;
  /** Of a document: so long it has to be read */
  seconds: Generated<number>;
  is_must: Generated<boolean>;
}

/** Chapters that somebody has finished; done_by: the worker who ticked a live one, empty where the platform saw it */
export interface CourseDone {
  person_id: string;
  chapter_id: string;
  done_at: Generated<Date>;
  done_by: Generated<string>;
}

/** Who learns a course; is_own: signed up, instead of being on its list */
export interface CoursePerson {
  id: Generated<string>;
  course_id: string;
  member_id: string;
  is_own: Generated<boolean>;
  joined_at: Generated<Date>;
  begun_at: Date | null;
  finished_at: Date | null;
  urged_at: Date | null;
}

/** Transport keys; the private half is encrypted with the master key */
export interface CryptoKey {
  id: string;
  kind: string;
  public_hex: string;
  private_enc: Buffer;
  created_at: Generated<Date>;
  retired_at: Date | null;
}

/** 上报: each handing in as it was, with what was decided on it */
export interface DataCentreFiling {
  id: Generated<string>;
  fill_id: string;
  rows: ColumnType<unknown, string, string>;
  is_late: boolean;
  filed_at: Generated<Date>;
  filed_by: string;
  decision: Generated<string>;
  opinion: Generated<string>;
  decided_at: Date | null;
  decided_by: Generated<string>;
}

/** 填报: what one organisation fills in of a round. open 待填报, asked 待审核, returned 已退回, done 已审核, void 已终止 */
export interface DataCentreFill {
  id: Generated<string>;
  round_id: string;
  table_id: string;
  org_id: string;
  org_code: string;
  state: Generated<string>;
  /** Texts as they are kept, by row and field: numbers with their decimals, so that no float ever holds one */
  rows: ColumnType<unknown, string | undefined, string>;
  saved_at: Date | null;
  saved_by: Generated<string>;
  /** Of what was handed in, by summed field in the order of the design: integers of the smallest unit; the database adds bigint up as numeric */
  sums: Generated<string[]>;
  /** How many rows have a value there */
  counts: Generated<number[]>;
  /** The greatest value there */
  peaks: Generated<string[]>;
  asked_by: string | null;
  asked_by_name: Generated<string>;
  handed_on: string | null;
  is_late: Generated<boolean>;
  decider_org_id: string | null;
  decided_at: Date | null;
  decided_by: Generated<string>;
  opinion: Generated<string>;
  returns: Generated<number>;
  urged_at: Date | null;
  version: Generated<number>;
}

/** 期: a table once, or of one month, quarter or year, by the version that was the newest when it began */
export interface DataCentreRound {
  id: Generated<string>;
  table_id: string;
  version_id: string;
  label: string;
  starts_on: string;
  ends_on: string;
  due_on: string;
  opened_at: Generated<Date>;
}

/** 数据表: designed by an organisation for others below it; draft, open, stopped */
export interface DataCentreTable {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation that designed it; a move rewrites it */
  org_code: string;
  title: string;
  explanation: Generated<string>;
  contact: Generated<string>;
  period: string;
  starts_on: string;
  due_on: string | null;
  /** Days after a period in which it is handed in at last; of a table that is filled in once there is due_on */
  due_days: number | null;
  /** Days before the last one from which filling in is a to-do */
  remind_days: Generated<number>;
  aim: string;
  /** Those that were chosen one by one, where aim is chosen */
  org_ids: Generated<string[]>;
  /** Fields and checks as they are being worked on; what is filled in follows a version */
  design: ColumnType<unknown, string | undefined, string>;
  state: Generated<string>;
  reason: Generated<string>;
  published_at: Date | null;
  published_by: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Taken out of the recycle bin for good */
  erased_at: Date | null;
}

/** A design as it was published: never changed, so that what was filled in by it stays readable */
export interface DataCentreVersion {
  id: Generated<string>;
  table_id: string;
  number: number;
  design: ColumnType<unknown, string, string>;
  published_at: Generated<Date>;
  published_by: string;
}

/** A finding at one organisation, kept over the runs of the organisation that checks: 0 待处理, 1 已交办, 2 已说明, 3 已更正 */
export interface DataCheckRow {
  id: Generated<string>;
  /** The organisation whose runs found it */
  checked_id: string;
  org_id: string;
  /** Of the organisation where it stands; a move rewrites it */
  org_code: string;
  rule: string;
  /** What the rule calls its row */
  row_key: string;
  title: string;
  detail: Generated<string>;
  href: string | null;
  first_run: string;
  last_run: string;
  /** The first run that did not find it any more; null: it is still found */
  solved_run: string | null;
  state: Generated<number>;
  due_on: string | null;
  note: Generated<string>;
  said_by: Generated<string>;
  said_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** One check of an organisation and all below it: 0 核查中, 1 已完成, 2 没有完成 */
export interface DataCheckRun {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation that was checked; a move rewrites it */
  org_code: string;
  job_id: string | null;
  state: Generated<number>;
  /** Codes of the rules that whoever started it may read */
  rules: string[];
  /** {rule: [found, new, solved]} */
  counts: ColumnType<unknown, string | undefined, string>;
  found: Generated<number>;
  new_found: Generated<number>;
  solved: Generated<number>;
  /** There was more than one run keeps */
  cut: Generated<boolean>;
  message: Generated<string>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  finished_at: Date | null;
}

/** Denials of one account and call in one minute; what the log does not hold row by row it gets as one row when the minute is over */
export interface DeniedCount {
  account_id: string;
  endpoint: string;
  /** The minute */
  started_at: Date;
  hits: number;
  account_name: string;
  role_id: number;
  org_id: string;
  org_code: string;
  action: string;
  /** Where the last one came from */
  ip: string;
}

/** Versions of the places of the fields on the official paper, in millimetres; without any those of the product hold */
export interface DevelopmentBookLayout {
  number: number;
  width: string;
  height: string;
  /** [{key, page, x, y, width, height, size}]: millimetres from the left and upper edge, size in points */
  fields: ColumnType<unknown, string, string>;
  remark: string;
  created_by: string;
  created_at: Generated<Date>;
}

/** 更正: the only way to another day of a finished step, or to category and days of a person */
export interface DevelopmentCorrection {
  id: Generated<string>;
  member_id: string;
  file_id: string | null;
  step_no: number | null;
  field: string;
  before: Generated<string>;
  after: string;
  reason: string;
  files: Generated<string[]>;
  state: Generated<string>;
  approver_org_id: string;
  asked_by: string;
  asked_by_name: Generated<string>;
  asked_at: Generated<Date>;
  decided_by: Generated<string>;
  decided_at: Date | null;
  opinion: Generated<string>;
}

/** 发展档案: of one person from 入党申请书 to 归档; re-applying opens a new one beside the old */
export interface DevelopmentFile {
  id: Generated<string>;
  member_id: string;
  org_id: string;
  org_code: string;
  /** Stage: 5 applicant, 4 activist, 3 development target, 2 probationary, 1 full; equal to the person's while it runs */
  category: number;
  /** The first step, paper ones aside, that is not done */
  step: number;
  /** State of that step, so that lists need no other table */
  step_state: Generated<string>;
  /** 补录: steps up to this one were done on paper before the file was opened; rules only warn there */
  paper_until: Generated<number>;
  /** From when the next step may be done; null: at once */
  earliest_on: string | null;
  /** Last day in time of the next step; null: no limit */
  due_on: string | null;
  /** When something last happened, for 停滞90天 */
  moved_at: Generated<Date>;
  /** End of the probation with its extension: the day of 转正 */
  probation_until: string | null;
  extension_months: number | null;
  /** Null while it runs; removed: the person was deleted before anything had begun */
  ending: string | null;
  ended_on: string | null;
  ended_for: Generated<string>;
  opened_at: Generated<Date>;
  opened_by: Generated<string>;
  version: Generated<number>;
}

/** 入党志愿书编号: each number once for ever, with who holds it and what became of it */
export interface DevelopmentForm {
  number: string;
  /** Who holds it: ranges are handed down until a number is given to somebody */
  org_id: string;
  org_code: string;
  state: string;
  /** To whose file it was given, also after it was lost or exchanged */
  file_id: string | null;
  note: Generated<string>;
  given_on: string | null;
  changed_at: Generated<Date>;
  changed_by: Generated<string>;
  /** Names the number where documents of organisations list what went to a successor */
  id: Generated<string>;
}

/** 材料移交清单: what papers went with a file from one branch to another, signed by both */
export interface DevelopmentHandover {
  id: Generated<string>;
  file_id: string;
  from_id: string;
  to_id: string;
  /** Step, kind, label and number of sheets of each paper, as they stood when the file moved */
  papers: ColumnType<unknown, string, string>;
  moved_on: Generated<string>;
  given_by: Generated<string>;
  given_at: Date | null;
  taken_by: Generated<string>;
  taken_at: Date | null;
  created_by: Generated<string>;
  created_at: Generated<Date>;
  /** Whoever signed for the branch that gives; the other side is signed by somebody else */
  given_by_id: string | null;
  taken_by_id: string | null;
}

/** 会议: stages 1 to 9 of the specification; several people, voted one by one */
export interface DevelopmentMeeting {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  stage: number;
  held_on: string;
  place: Generated<string>;
  host: Generated<string>;
  recorder: Generated<string>;
  /** 应到: full members with voting right who stood in the branch that day, frozen */
  due: number;
  /** Who does not count into 应到, each with the reason */
  away: ColumnType<unknown, string | undefined, string>;
  present: number;
  minutes: Generated<string>;
  created_by: Generated<string>;
  created_at: Generated<Date>;
  /** Who met: 支委会, or 支部大会, which decides in a branch without a committee */
  body: Generated<string>;
  /** Files: papers by which the rights of somebody are suspended who does not count into 应到 */
  basis: Generated<string[]>;
}

/** 考察 each half-year (gap: why there was none in the half-year of that day, and what was done) and 思想汇报 each quarter */
export interface DevelopmentNote {
  id: Generated<string>;
  file_id: string;
  kind: string;
  day: string;
  content: string;
  created_by: Generated<string>;
  created_at: Generated<Date>;
  batch_id: string | null;
}

/** 反映情况: sealed, read by the superior alone */
export interface DevelopmentObjection {
  id: Generated<string>;
  publicity_id: string;
  content_enc: Buffer;
  contact_enc: Buffer | null;
  received_at: Generated<Date>;
  /** Of the superior's check: without effect, or blocking; empty while it waits */
  result: Generated<string>;
  handled_by: Generated<string>;
  handled_at: Date | null;
  /** What the check found; told to the branch, so without who said it */
  note: Generated<string>;
  /** The same sent twice is one */
  digest: Buffer | null;
}

/** 材料: one row for each kind of a step that was handed in; 待交 is its absence */
export interface DevelopmentPaper {
  id: Generated<string>;
  file_id: string;
  step_no: number;
  kind: string;
  files: Generated<string[]>;
  state: Generated<string>;
  /** Why it was returned */
  note: Generated<string>;
  handed_by: Generated<string>;
  handed_at: Generated<Date>;
  reviewed_by: Generated<string>;
  reviewed_at: Date | null;
  /** Account that handed it in and so does not review it; null: before this was kept, or from demo data */
  handed_by_id: string | null;
}

/** 发展计划: how many an organisation may accept in a year, handed down by the one above */
export interface DevelopmentPlan {
  org_id: string;
  org_code: string;
  year: number;
  given: number;
  note: Generated<string>;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** Printers of an organisation with what was measured on their calibration sheet */
export interface DevelopmentPrinter {
  id: GeneratedAlways<string>;
  org_id: string;
  org_code: string;
  name: string;
  /** Tenths of a millimetre: {left, top} of the first cross from the edges of the paper, {right, bottom} of the last one from the same edges */
  measured: ColumnType<unknown, string, string>;
  version: Generated<number>;
  changed_by: string;
  changed_at: Generated<Date>;
}

/** 公示 of a person to be listed as development target */
export interface DevelopmentPublicity {
  id: Generated<string>;
  file_id: string;
  /** In the address of the public page; says nothing */
  code: string;
  starts_on: string;
  ends_on: string;
  heard_by: string;
  phone: Generated<string>;
  /** What the public page shows, as it stood when it began: no number, phone or address */
  shown: ColumnType<unknown, string, string>;
  /** Without objections, checked without effect, blocking; null while it runs */
  result: string | null;
  result_note: Generated<string>;
  ended_on: string | null;
  created_by: Generated<string>;
  created_at: Generated<Date>;
}

/** Which terms a person was told of by a notice, each once */
export interface DevelopmentReminder {
  file_id: string;
  /** 0: the quarterly 思想汇报 */
  step_no: number;
  due_on: string;
  told_at: Generated<Date>;
}

/** One row: what administrators set of the rules of 发展党员 */
export interface DevelopmentSetting {
  single: Generated<boolean>;
  /** The first day of the rules of 2026 */
  switch_day: Generated<string>;
  /** Whether the first day of a 公示 counts where it is a working day */
  inclusive: Generated<boolean>;
  /** A step recorded more days than this after it happened reads as 补登 */
  late_days: Generated<number>;
  /** Months within which one 思想汇报 follows the other */
  thought_months: Generated<number>;
  version: Generated<number>;
  changed_by: Generated<string>;
  changed_at: Generated<Date>;
}

/** 发展步骤: 25 of each file, in their order */
export interface DevelopmentStep {
  file_id: string;
  no: number;
  /** 未到, 可办, 已提交, 退回, 完成, 不通过 */
  state: Generated<string>;
  /** The day on which it happened; the rules count from it */
  handled_on: string | null;
  handled_by: Generated<string>;
  org_id: string | null;
  result: Generated<string>;
  opinion: Generated<string>;
  /** What the step is about, by the fields of rules/steps.ts */
  facts: ColumnType<unknown, string | undefined, string>;
  /** 细则 of the step's own day */
  rule_version: string | null;
  /** Codes that warned when it was handed in, with their evidence */
  warnings: ColumnType<unknown, string | undefined, string>;
  late_reason: Generated<string>;
  /** When it was entered here: more than 30 days after it happened reads as 补登 */
  recorded_at: Date | null;
  submitted_by: string | null;
  submitted_by_name: Generated<string>;
  approver_org_id: string | null;
  decided_on: string | null;
  decided_by: Generated<string>;
  decided_at: Date | null;
  /** Of the superior: meeting, votes, opinion */
  decision: ColumnType<unknown, string | undefined, string>;
  return_note: Generated<string>;
  /** When the person took note (已知晓) of how the step came out; null: not yet, or it was done anew since */
  known_at: Date | null;
  /** 党总支 between branch and approver; null: none, or its opinion is not asked */
  general_org_id: string | null;
  /** When the 党总支 discussed it; the approver decides after that */
  general_on: string | null;
  general_by: Generated<string>;
  general_opinion: Generated<string>;
  /** The sheet that filled the step in; null once it was written by hand */
  batch_id: string | null;
}

/** A talk of step 2 or 16 that is arranged; what came of it stands in the step */
export interface DevelopmentTalk {
  id: Generated<string>;
  file_id: string;
  no: number;
  talker_id: string;
  talker_name: string;
  day: string;
  /** HH:MM, local time */
  starts: string;
  minutes: number;
  place: string;
  /** The person confirmed; taken back when the time moves */
  person_at: Date | null;
  talker_at: Date | null;
  /** Why the person asked for another time; once */
  wish: Generated<string>;
  wished_at: Date | null;
  /** The talker moved it; once */
  moved_at: Date | null;
  state: Generated<string>;
  cancelled_for: Generated<string>;
  set_by: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** Versions of what a form says; a form without any is printed as it comes with the product */
export interface DevelopmentTemplate {
  form: string;
  number: number;
  title: string;
  subtitle: string;
  addressee: string;
  /** Cleaned HTML with fields in braces ({姓名}) */
  body: string;
  signs: string;
  note: string;
  /** Went back to the wording of the product; the texts are those of that day */
  built_in: Generated<boolean>;
  remark: string;
  created_by: string;
  created_at: Generated<Date>;
}

/** 表决: counts alone, never whose; the only truth of a meeting's votes */
export interface DevelopmentVote {
  meeting_id: string;
  file_id: string;
  proposal: string;
  /** Of an extension */
  months: number | null;
  yes: number;
  no: number;
  abstain: number;
  spoilt: number;
  written_yes: Generated<number>;
  written_no: Generated<number>;
  passed: boolean;
  opinion: Generated<string>;
}

/** Papers of which the city has a Word document of its own; number is the version that is given out */
export interface DevelopmentWord {
  id: GeneratedAlways<string>;
  title: string;
  step_no: number;
  number: number;
  is_retired: Generated<boolean>;
  changed_by: string;
  changed_at: Generated<Date>;
}

export interface DevelopmentWordVersion {
  word_id: string;
  number: number;
  /** Stored file of kind recruitment.word; its row is the document */
  file_id: string;
  /** Names of the fields that stand in the document */
  fields: string[];
  remark: string;
  created_by: string;
  created_at: Generated<Date>;
}

/** 数据字典; the row whose value is empty names the dictionary itself */
export interface DictItem {
  id: Generated<string>;
  dictionary_code: string;
  parent_id: string | null;
  name: string;
  value: string;
  national_code: string | null;
  sort: Generated<number>;
  enabled: Generated<boolean>;
  /** Came with the installation: programs name its value, so that it may be renamed or disabled but not deleted. Migrations leave it at true, the editor writes false */
  built_in: Generated<boolean>;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  /** Taken out by an editor; its value may then be given again */
  deleted_at: Date | null;
  deleted_by: string | null;
  /** Why it was taken out; null while it stands, and of what was taken out before reasons were asked for */
  delete_reason: string | null;
}

/** What one person owes for one month: 1 应缴, 2 支付中, 3 已缴, 4 免缴, 5 缓缴, 6 作废 */
export interface DuesBill {
  id: Generated<string>;
  member_id: string;
  /** The branch that held the relation when the month was opened; a transfer leaves it */
  org_id: string;
  org_code: string;
  month: string;
  standard_id: string | null;
  payer: number;
  amount: string;
  state: Generated<number>;
  reason: Generated<string>;
  payment_id: string | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** Keeps workers from being reminded twice within two hours of closing a month */
export interface DuesClosingReminder {
  org_id: string;
  month: string;
  reminded_at: Generated<Date>;
  reminded_by: string;
}

/** How a person pays; no row: monthly, in person, at the own branch */
export interface DuesConfig {
  member_id: string;
  quarterly: Generated<boolean>;
  /** With which decision the branch consented to quarterly payment (article 12) */
  consent: Generated<string>;
  proxy_name: Generated<string>;
  /** Where a holder of the 流动党员活动证 pays (article 9) */
  place: Generated<string>;
  reminded: Generated<boolean>;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  /** When the person was last reminded of dues; a row of version 0 holds nothing else */
  reminded_at: Date | null;
}

/** Lines of a voucher: debit above, credit below zero; together they are nothing */
export interface DuesEntry {
  id: Generated<string>;
  voucher_id: string;
  account: string;
  amount: string;
}

/** Money between an organisation and the committee above it: 1 上缴, 2 大额党费 passed on, 3 下拨 asked for; booked at both ends when the committee confirms */
export interface DuesHandup {
  id: Generated<string>;
  kind: number;
  org_id: string;
  org_code: string;
  /** The committee above, whichever way the money goes */
  to_org_id: string;
  year: number;
  amount: string;
  /** Fen received in the year when it was handed up: the base of the ratio */
  received: Generated<string>;
  /** Hundredths of a percent at that time; null: none was set */
  ratio: number | null;
  in_cash: Generated<boolean>;
  paid_on: string | null;
  slip: Generated<string>;
  /** Of what is handed down: one of the five uses of article 19 */
  purpose: number | null;
  note: Generated<string>;
  state: Generated<string>;
  asked_by: string;
  asked_name: Generated<string>;
  decided_by: Generated<string>;
  decided_at: Date | null;
  opinion: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
}

/** Superiors of a closed month whose organisation has moved since, all of them; a month that is reopened follows its organisation again */
export interface DuesKept {
  org_id: string;
  month: string;
  above_id: string;
  /** Directly below above_id at that time, on the way to org_id, or org_id itself */
  child_id: string;
}

/** Where dues of an organisation and those below it are paid online: one account a committee and way */
export interface DuesMerchant {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  /** 1 bank, 2 WeChat, 3 Alipay */
  channel: number;
  /** Which of the six state banks holds the account (article 18) */
  bank: number;
  account_name: string;
  merchant_no: string;
  app_id: Generated<string>;
  base_url: Generated<string>;
  notify_url: Generated<string>;
  /** Its provider is played by this server (演示环境); never in production */
  is_sandbox: Generated<boolean>;
  enabled: Generated<boolean>;
  /** The own private key and the public key of the provider, sealed */
  keys_enc: Buffer;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  /** Who has set what waits to be confirmed; null: nothing waits */
  asked_by: string | null;
  confirmed_by: Generated<string>;
  /** When the organisation above confirmed it as it stands; null: it serves nobody */
  confirmed_at: Date | null;
}

/** A month of an organisation that collects: 1 收缴中, 2 已结账, 3 重新打开; no row: 未开账 */
export interface DuesMonth {
  org_id: string;
  month: string;
  state: Generated<number>;
  opened_at: Generated<Date>;
  opened_by: Generated<string>;
  closed_at: Date | null;
  closed_by: Generated<string>;
  reopened_by: Generated<string>;
  reason: Generated<string>;
  version: Generated<number>;
}

/** How many organisations of a subtree have a month in a state (dues_month); what is not folded yet stands in dues_month_sum_delta */
export interface DuesMonthSum {
  org_code: string;
  month: string;
  state: number;
  n: string;
}

/** Changes of dues_month_sum, one an organisation, month and state of each statement; a worker folds them upward */
export interface DuesMonthSumDelta {
  id: GeneratedAlways<string>;
  org_code: string;
  month: string;
  state: number;
  n: string;
}

/** An attempt to pay online: 1 待支付, 2 已支付, 3 已关闭, 4 异常待退款, 5 已退款 */
export interface DuesOrder {
  id: Generated<string>;
  no: string;
  merchant_id: string;
  channel: number;
  org_id: string;
  org_code: string;
  pay_type: number;
  total: string;
  state: Generated<number>;
  reason: Generated<string>;
  handed_by: Generated<number>;
  handed_name: Generated<string>;
  note: Generated<string>;
  account_id: string | null;
  payer_name: Generated<string>;
  pay_url: Generated<string>;
  provider_no: string | null;
  /** Fen that the provider says it took */
  received: string | null;
  paid_at: Date | null;
  /** How often the provider was asked by ourselves: after 1, 5 and 15 minutes */
  asked: Generated<number>;
  ask_at: Date;
  expires_at: Date;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  /** 0 未对账, 1 已对账, 2 异常, 3 搁置 */
  reconcile: Generated<number>;
  reconcile_reason: Generated<string>;
}

/** The months that an order pays; a month stands in one open order alone */
export interface DuesOrderBill {
  order_id: string;
  bill_id: string;
  amount: string;
  open: Generated<boolean>;
}

/** Money that goes back by the way it came; the provider is asked until it says what became of it */
export interface DuesOrderRefund {
  id: Generated<string>;
  no: string;
  order_id: string;
  payment_id: string | null;
  org_id: string;
  org_code: string;
  amount: string;
  state: Generated<string>;
  fault: Generated<string>;
  tries: Generated<number>;
  try_at: Generated<Date>;
  created_by: string;
  created_at: Generated<Date>;
  done_at: Date | null;
}

/** For whom a payer of a bill paid, as somebody joined it by hand: proposed from then on */
export interface DuesPayer {
  id: Generated<string>;
  merchant_id: string;
  payer_index: Buffer;
  member_id: string;
  times: Generated<number>;
  linked_by: Generated<string>;
  linked_at: Generated<Date>;
}

/** One hand-in: months of one person, or of several at once; its receipt number is gapless an organisation and year */
export interface DuesPayment {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  pay_type: number;
  handed_by: Generated<number>;
  handed_name: Generated<string>;
  total: string;
  /** Paid beyond the due; from 1,000.00 yuan in one go it is 大额党费 (article 11) */
  extra: Generated<string>;
  paid_on: string;
  /** The month whose book it stands in: that of paid_on, the open one where that is closed */
  month: string;
  receipt_year: number;
  receipt_no: number;
  note: Generated<string>;
  reconcile: Generated<number>;
  account_id: string | null;
  collector: Generated<string>;
  state: Generated<string>;
  refund_reason: Generated<string>;
  asked_by: string | null;
  asked_name: Generated<string>;
  refunded_at: Date | null;
  refunded_by: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  /** The order by which it was paid online */
  order_id: string | null;
  /** Prints of its receipt; from the second on the paper says 补打 */
  printed: Generated<number>;
  /** Which of its months are to be taken back; empty: all */
  refund_bills: Generated<string[]>;
  /** The first receipt of the same cash, which was taken back in part */
  reissued_from: string | null;
}

/** The months that a payment was for, also once it was refunded and they are due again */
export interface DuesPaymentBill {
  payment_id: string;
  bill_id: string;
  amount: string;
}

/** 上缴比例 of an organisation and year, set from above; no row: a branch hands up all, a committee as it is told */
export interface DuesRatio {
  org_id: string;
  year: number;
  /** Hundredths of a percent of what was received */
  ratio: number;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** The last receipt number given out; taken in the paying transaction, so that no number is skipped */
export interface DuesReceipt {
  org_id: string;
  year: number;
  last: number;
}

/** Less (1 少缴), nothing (2 免缴) or later (3 缓缴), asked by the branch and decided by the committee above (article 7) */
export interface DuesRelief {
  id: Generated<string>;
  member_id: string;
  org_id: string;
  org_code: string;
  kind: number;
  /** Fen a month that stay due where kind is 1 */
  amount: Generated<string>;
  from_month: string;
  until_month: string;
  reason: string;
  state: Generated<string>;
  asked_by: string;
  asked_name: string;
  decider_org_id: string;
  opinion: Generated<string>;
  decided_by: Generated<string>;
  decided_at: Date | null;
  version: Generated<number>;
  created_at: Generated<Date>;
}

/** 党费标准: what a person pays a month from a month on, until the next row of the person */
export interface DuesStandard {
  id: Generated<string>;
  member_id: string;
  from_month: string;
  payer: number;
  /** The income by its parts, sealed: read by the person and by dues:standard alone */
  base_enc: Buffer;
  /** Fen a month */
  amount: string;
  /** Hundredths of a percent; null where the sum is fixed */
  rate: number | null;
  /** 年初核定全年不变; otherwise 按月随工资调整 */
  keeps: Generated<boolean>;
  reason: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** 对账单: a file of a provider or bank, read once */
export interface DuesStatement {
  id: Generated<string>;
  merchant_id: string;
  org_id: string;
  org_code: string;
  file_name: string;
  file_hash: Buffer;
  first_on: string;
  last_on: string;
  lines: number;
  /** Lines that another file had brought already */
  known: Generated<number>;
  total: string;
  /** Fees that the provider names; they are not paid out of dues */
  fee: Generated<string>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  /** Rows with something in them that were taken for no line */
  unread: Generated<number>;
  /** The first of them: row of the file from 1, and why */
  unread_rows: ColumnType<unknown, string | undefined, string>;
}

/** A line of a bill: 0 未对账, 1 已对账, 2 异常, 3 搁置 */
export interface DuesStatementLine {
  id: Generated<string>;
  statement_id: string;
  merchant_id: string;
  refund: Generated<boolean>;
  /** What tells lines apart: the same line in two files is one */
  key: string;
  order_no: Generated<string>;
  trade_no: Generated<string>;
  refund_no: Generated<string>;
  day: string;
  amount: string;
  state: Generated<number>;
  cause: string | null;
  order_id: string | null;
  /** Its money has left 渠道在途 in the books */
  settled: Generated<boolean>;
  reason: Generated<string>;
  decided_by: Generated<string>;
  decided_at: Date | null;
  version: Generated<number>;
  /** Keyed digest of the payer as the bill names it; the name or account itself is not kept */
  payer_index: Buffer | null;
}

/** How many bills a subtree has in a month and state, and their fen; what is not folded yet stands in dues_sum_delta */
export interface DuesSum {
  org_code: string;
  month: string;
  state: number;
  n: string;
  amount: string;
}

/** Changes of the sums, one a branch, month and state of each statement; a worker folds them upward */
export interface DuesSumDelta {
  id: GeneratedAlways<string>;
  org_code: string;
  month: string;
  state: number;
  n: string;
  amount: string;
}

/** One booking; never changed, set right by a counter-voucher alone */
export interface DuesVoucher {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  month: string;
  kind: string;
  summary: string;
  payment_id: string | null;
  created_at: Generated<Date>;
  created_by: string;
}

/** 考试 */
export interface Exam {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  title: string;
  remark: Generated<string>;
  paper_id: string;
  opens_at: Date;
  closes_at: Date;
  minutes: number;
  /** Nobody begins so many minutes after the opening; null: until it closes */
  late_minutes: number | null;
  /** Nobody hands in before so many minutes have passed */
  early_minutes: Generated<number>;
  attempts: Generated<number>;
  counts: Generated<string>;
  pass_percent: Generated<number>;
  mix_questions: Generated<boolean>;
  mix_options: Generated<boolean>;
  shows: Generated<string>;
  /** Times that the page may be left; 0: it is not watched */
  leave_limit: Generated<number>;
  leave_hands_in: Generated<boolean>;
  audience: Generated<string>;
  audience_orgs: Generated<string[]>;
  audience_people: Generated<string[]>;
  audience_groups: Generated<string[]>;
  audience_query: string | null;
  make_up_of: string | null;
  only_members: Generated<boolean>;
  /** 0 草稿, 1 已发布, 2 已撤回 */
  state: Generated<number>;
  withdrawn_for: Generated<string>;
  published_at: Date | null;
  published_by: Generated<string>;
  /** When results were published: before that nobody who sat reads a score, key or explanation */
  results_at: Date | null;
  results_by: Generated<string>;
  /** When whoever did not come was counted absent; nobody joins afterwards */
  closed_at: Date | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  erased_at: Date | null;
  /** Of a college: 2026-2027-1, else empty */
  term: Generated<string>;
  /** As of courses */
  audience_college: ColumnType<unknown, string | null | undefined, string | null>;
  /** 双评: each essay is marked by two; more than so many half points apart a third decides. Null: one marker */
  double_gap: number | null;
  /** Class hours, in halves, that passing grants once results are published */
  half_hours: Generated<number>;
  /** 纸质考试: sat on paper, nobody begins it here; scores come in by sheet */
  on_paper: Generated<boolean>;
  /** Whoever passed it gets a 学习证明 of its organisation with the published results */
  certificate: Generated<boolean>;
}

/** One question of an attempt as it was frozen at its start, with what was answered */
export interface ExamAnswer {
  id: Generated<string>;
  attempt_id: string;
  seq: number;
  section: string;
  question_id: string;
  number: number;
  score: number;
  /** The options in the order in which this person sees them */
  mixed: Generated<number[]>;
  answer: Generated<string[]>;
  /** The number of the latest packet that was saved; an older one never wins */
  saved: Generated<number>;
  saved_at: Date | null;
  /** In half points; null: not marked yet */
  points: number | null;
  marked_by: string | null;
  marked_at: Date | null;
  comment: Generated<string>;
}

/** 申请复核 */
export interface ExamAppeal {
  id: Generated<string>;
  attempt_id: string;
  reason: string;
  asked_at: Generated<Date>;
  /** 0 待复核, 1 维持, 2 已改分 */
  state: Generated<number>;
  opinion: Generated<string>;
  decided_by: Generated<string>;
  decided_at: Date | null;
}

/** 答卷 */
export interface ExamAttempt {
  id: Generated<string>;
  exam_id: string;
  person_id: string;
  number: number;
  /** 1 考试中, 2 待阅卷, 3 已完成 */
  state: Generated<number>;
  /** The window that writes; another one takes over after a question */
  device: string;
  started_at: Generated<Date>;
  deadline: Date;
  handed_at: Date | null;
  /** person, deadline, leave */
  handed_by: Generated<string>;
  leaves: Generated<number>;
  total: number;
  /** In half points; null: not marked yet */
  score: number | null;
  /** The sheet by which the score of a paper came in (handed_by paper); it has no answers */
  batch_id: string | null;
  /** When the rules have marked what they can; null: not yet, or a sheet on paper */
  marked_at: Date | null;
}

/** When exams were last looked after: a longer silence was an outage */
export interface ExamClock {
  id: Generated<boolean>;
  beat_at: Generated<Date>;
}

/** The paper of an exam as it was when it was published; of a paper drawn for each, its rules are drawn at the start instead */
export interface ExamItem {
  exam_id: string;
  seq: number;
  section: string;
  question_id: string;
  number: number;
  score: number;
}

/** What each marker gave an essay, in half points; none sees what the others gave */
export interface ExamMarking {
  answer_id: string;
  account_id: string;
  points: number;
  comment: Generated<string>;
  marked_at: Generated<Date>;
}

/** What was given back: so many who sat got the time between the two moments */
export interface ExamOutage {
  id: Generated<string>;
  exam_id: string;
  from_at: Date;
  until_at: Date;
  people: number;
}

/** 试卷 */
export interface ExamPaper {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  name: string;
  /** 0 手工组卷, 1 自动组卷 */
  type: number;
  /** Drawn anew for each who sits, instead of once for all */
  each_own: Generated<boolean>;
  /** 多选: a right part of the key without a wrong option gets half; else all or nothing */
  half_right: Generated<boolean>;
  /** In half points */
  total: Generated<number>;
  questions: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  erased_at: Date | null;
}

/** Questions of a paper made by hand, in their order; score in half points */
export interface ExamPaperItem {
  paper_id: string;
  seq: number;
  section: string;
  question_id: string;
  score: number;
}

/** What a paper is drawn by: so many questions of a kind from a bank, each of this score in half points */
export interface ExamPaperRule {
  paper_id: string;
  seq: number;
  lib_id: string;
  kind: number;
  difficulty: number | null;
  amount: number;
  score: number;
}

/** 考生: whoever an exam is for, joiners come in until it closes */
export interface ExamPerson {
  id: Generated<string>;
  exam_id: string;
  member_id: string;
  extra_minutes: Generated<number>;
  extra_attempts: Generated<number>;
  extra_reason: Generated<string>;
  /** The attempt that counts: the best or the last, as the exam says */
  counted_id: string | null;
  urged_at: Date | null;
  added_at: Generated<Date>;
}

/** 导出编号: one an exported file */
export interface ExportMark {
  code: string;
  job_id: string | null;
  made_at: Generated<Date>;
  account_id: string;
  org_id: string;
  ip: string;
  title: string;
  purpose: string;
}

/** 流动党员党组织的设立申请: asked by an organisation, decided by a superior, which establishes the organisation */
export interface FloatingOrg {
  id: Generated<string>;
  version: Generated<number>;
  asking_org_id: string;
  parent_id: string;
  name: string;
  /** What it leans on: park, chamber, association, office, other (EDU19 32) */
  setting: string;
  /** 流入地区 in words */
  region: string;
  address: Generated<string>;
  contact: string;
  phone: string;
  secretary_id: string;
  /** Floating members whom it is for, those named included */
  member_count: number;
  reason: string;
  files: Generated<string[]>;
  state: Generated<string>;
  /** The organisation that the approval established */
  org_id: string | null;
  asked_by: string;
  asked_by_name: string;
  asked_at: Generated<Date>;
  /** Which organisation was asked to decide */
  decider_org_id: string;
  decided_by: string | null;
  decided_by_name: Generated<string>;
  decided_org_id: string | null;
  decided_at: Date | null;
  opinion: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  erased_at: Date | null;
}

/** Floating members named in an application; their membership stays where it is */
export interface FloatingOrgMember {
  floating_org_id: string;
  member_id: string;
}

/** 曾用证件号: by a number that was changed its bearer is still found. Not unique: one that stood with the wrong person belongs to somebody else */
export interface FormerIdCard {
  id: Generated<string>;
  member_id: string;
  id_card_enc: Buffer;
  id_card_mask: string;
  id_card_index: Buffer;
  until: Generated<Date>;
  change_id: string | null;
}

/** Where each right of a grant comes from: 角色, 用户组, 本人. *:*:* stands as it is */
export interface GrantGiven {
  grant_id: string | null;
  permission_key: string | null;
  source: string | null;
  source_name: string | null;
  since: Date | null;
  given_by: string | null;
}

/** What one person may more (given) or less (not given) than the role says, in one grant alone */
export interface GrantPermission {
  grant_id: string;
  permission_key: string;
  given: boolean;
  changed_at: Generated<Date>;
  changed_by: Generated<string>;
}

/** Effective rights by key; of grants that are not usable too: join usable_grant */
export interface GrantRight {
  grant_id: string | null;
  permission_key: string | null;
}

/** What a grant may not use: 本人停用, 组织限制, 组织层级 */
export interface GrantTaken {
  grant_id: string | null;
  permission_key: string | null;
  source: string | null;
  source_name: string | null;
  since: Date | null;
  taken_by: string | null;
}

/** 帮助文档: a page of the help; those with the same parent_id stand in the order of sort, id */
export interface HelpDocument {
  id: Generated<string>;
  parent_id: string | null;
  title: string;
  pinyin: string;
  initials: string;
  /** HTML, cleaned by the profile of src/platform/richText.ts at every writing */
  content: string;
  /** The words of the content alone, for searching */
  words: string;
  /** Pages whose help it is, as in docs/routes.txt (/affairs/member) */
  routes: Generated<string[]>;
  sort: Generated<number>;
  published: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  /** Null until somebody changes it: then readers are told created_at */
  updated_at: Date | null;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
}

/** 帮助文档历史: title and content at each saving of either, the newest fifty; the one that stands now among them once the text was changed */
export interface HelpHistory {
  document_id: string;
  /** The version of the document that the saving made */
  version: number;
  title: string;
  content: string;
  saved_at: Date;
  saved_by: string;
}

/** 身份证号变更申请: the new number rests here sealed only while nobody has decided */
export interface IdCardChange {
  id: Generated<string>;
  member_id: string;
  old_mask: string;
  new_enc: Buffer | null;
  new_mask: string;
  new_index: Buffer | null;
  /** What the new number says of birth and gender; written into the record with it */
  birth_date: string | null;
  gender: number | null;
  reason: string;
  proof: Generated<string[]>;
  state: Generated<string>;
  requested_by: string;
  requested_by_name: string;
  requested_org_id: string;
  requested_at: Generated<Date>;
  decider_org_id: string;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: Date | null;
  decision: Generated<string>;
}

export interface Idempotency {
  account_id: string;
  key: string;
  endpoint: string;
  request_hash: Buffer;
  reply: ColumnType<unknown, string | null | undefined, string | null>;
  created_at: Generated<Date>;
}

export interface ImportBatch {
  id: Generated<string>;
  kind: string;
  org_id: string;
  org_code: string;
  account_id: string;
  file_name: string;
  file_hash: Buffer;
  file_id: string | null;
  mapping: ColumnType<unknown, string | undefined, string>;
  state: Generated<string>;
  total: Generated<number>;
  written: Generated<number>;
  bad: Generated<number>;
  skipped: Generated<number>;
  job_id: string | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
  /** Kinds of error (nation, date, education) that are rewritten without asking; a new batch takes them from the account's last one */
  rewrite: Generated<string[]>;
  /** Lines that updated somebody who was registered already */
  updated: Generated<number>;
  /** Lines of a sheet of tabs that have been written; people know theirs in import_row */
  written_rows: Generated<number[]>;
  /** Lines that taking back has left, as {rowNo, reason} */
  left_rows: ColumnType<unknown, string | undefined, string>;
}

/** Rows kept for correction; cells are encrypted, for they hold id cards */
export interface ImportRow {
  batch_id: string;
  row_no: number;
  cells_enc: Buffer;
  errors: ColumnType<unknown, string | undefined, string>;
  state: string;
  /** Who was written or updated; of a bad row whoever is registered under its id card with other values */
  member_id: string | null;
  fixed: Generated<boolean>;
  written_at: Date | null;
  /** Sealed: what the fields of an updated person held before, and the version that the update left */
  undo_enc: Buffer | null;
  /** What taking the batch back did with the person: to the recycle bin, the former values back, or left as they are */
  undone: string | null;
  /** Why somebody was left as they are */
  undone_note: Generated<string>;
}

/** What happened to a score, in order: only added to */
export interface IntegralEntry {
  id: Generated<string>;
  score_id: string;
  act: string;
  old: number | null;
  new: number | null;
  text: Generated<string>;
  org_name: string;
  made_by: string;
  made_at: Generated<Date>;
}

/** 免考: an organisation without an item (null: without all of a plan) from a day to a day. 0 待确认, 1 已确认, 2 不同意, 3 已撤销 */
export interface IntegralExemption {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  plan_id: string;
  item_id: string | null;
  from_on: string;
  to_on: string;
  reason: string;
  files: Generated<string[]>;
  state: Generated<number>;
  asked_by_id: string | null;
  asked_by: string;
  asked_at: Generated<Date>;
  opinion: Generated<string>;
  decided_by: Generated<string>;
  decided_at: Date | null;
  version: Generated<number>;
  /** Until when it was confirmed, where it was ended earlier; null: it was not */
  planned_to: string | null;
  end_reason: Generated<string>;
  ended_by: Generated<string>;
  ended_at: Date | null;
}

/** An item as a plan has it: a copy of the library's, of its version `number` */
export interface IntegralItem {
  id: Generated<string>;
  plan_id: string;
  project_id: string;
  number: number;
  type_name: string;
  name: string;
  standard: string;
  kind: number;
  points: number;
  method: number;
  check_code: string;
  breach: number;
  cap: number;
  submit: number;
  inspection: number;
  department: string;
  sort: number;
}

/** 考核方案 of an organisation for those below it. 0 草稿, 1 已发布, 2 评分中, 3 公示, 4 已归档 */
export interface IntegralPlan {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  year: number;
  name: string;
  note: Generated<string>;
  starts_on: string;
  ends_on: string;
  /** From which total, in hundredths, 好, 较好 and 一般 begin; below the last is 差 (dictionary 0082) */
  bands: number[];
  audience: ColumnType<unknown, string | undefined, string>;
  state: Generated<number>;
  published_at: Date | null;
  published_by: Generated<string>;
  frozen_at: Date | null;
  notice_until: string | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** 考核项目 of an organisation's library; plans copy it, so that a change never reaches a published plan */
export interface IntegralProject {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  type_id: string | null;
  name: string;
  standard: string;
  kind: number;
  /** Maximum, hundredths of a point */
  points: number;
  /** 1 自动核查, 2 材料评审, 3 直接评分 */
  method: number;
  check_code: Generated<string>;
  /** Deduction for each breach that the check finds, hundredths of a point */
  breach: Generated<number>;
  /** Most that the check deducts, hundredths of a point */
  cap: Generated<number>;
  submit: number;
  inspection: number;
  department: Generated<string>;
  is_stopped: Generated<boolean>;
  sort: Generated<number>;
  /** Version of what is measured: 1 at first, one more with every change of it */
  number: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** What an item measured before it was changed */
export interface IntegralProjectVersion {
  id: Generated<string>;
  project_id: string;
  number: number;
  fields: ColumnType<unknown, string, string>;
  made_by: string;
  made_at: Generated<Date>;
}

/** One item of one organisation, of a month (0: the year). state -1 未开始, 0 已保存, 1 已提交; review 0 待审核, 1 通过, 2 不通过; hundredths of a point */
export interface IntegralScore {
  id: Generated<string>;
  plan_id: string;
  item_id: string;
  org_id: string;
  org_code: string;
  month: Generated<number>;
  due_on: string;
  state: Generated<number>;
  review: Generated<number>;
  self: number | null;
  suggested: number | null;
  reviewed: number | null;
  final: number | null;
  breaches: number | null;
  report: Generated<string>;
  files: Generated<string[]>;
  reported_at: Date | null;
  reported_by: Generated<string>;
  opinion: Generated<string>;
  reviewed_at: Date | null;
  reviewed_by: Generated<string>;
  /** A change of the final score that waits for a second person */
  asked: number | null;
  asked_for: Generated<string>;
  asked_by_id: string | null;
  asked_by: Generated<string>;
  version: Generated<number>;
}

/** An assessed organisation; total (hundredths), grade (dictionary 0082) and place are filled when the plan is frozen */
export interface IntegralTarget {
  id: Generated<string>;
  plan_id: string;
  org_id: string;
  org_code: string;
  group_name: Generated<string>;
  total: number | null;
  grade: number | null;
  place: number | null;
  /** The row 考核评议 of the organisation's record that the publication wrote */
  record_id: string | null;
}

/** 项目类型: a tree of two levels of one organisation */
export interface IntegralType {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  parent_id: string | null;
  name: string;
  sort: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** Long work and scheduled work; taken in turns of the accounts, at most two of one account at a time */
export interface Job {
  id: GeneratedAlways<string>;
  kind: string;
  title: string;
  state: Generated<string>;
  account_id: string | null;
  org_id: string | null;
  org_code: Generated<string>;
  input: ColumnType<unknown, string | undefined, string>;
  result: ColumnType<unknown, string | null | undefined, string | null>;
  file_id: string | null;
  progress: Generated<number>;
  total: number | null;
  message: Generated<string>;
  cancel_asked: Generated<boolean>;
  attempts: Generated<number>;
  run_after: Generated<Date>;
  heartbeat_at: Date | null;
  created_at: Generated<Date>;
  started_at: Date | null;
  finished_at: Date | null;
  /** The role held by whoever started it; with right_key asked again at every step of progress */
  grant_id: string | null;
  right_key: string | null;
  /** When its account was told that it ended; null: not yet */
  told_at: Date | null;
  /** The address from which it was asked for */
  ip: Generated<string>;
  /** Trace of the call that queued it; null: it was begun by the server */
  trace_id: string | null;
}

/** 换用新的加密密钥：one row a key that values were sealed anew with */
export interface KeyChange {
  key_id: string;
  started_at: Generated<Date>;
  /** Values that were sealed anew so far */
  resealed: Generated<string>;
  /** Values that no key opens, found when it was finished; they stay as they are */
  unreadable: number | null;
  finished_at: Date | null;
}

/** 密钥文件的标记：follows from the key of the blind indexes, which stays when master keys come and go */
export interface KeyMark {
  singleton: Generated<boolean>;
  mark: string;
}

/** 重点工作: what an organisation sets for others below it; draft, running, ended, withdrawn */
export interface KeyWorkItem {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation that set it; a move rewrites it */
  org_code: string;
  title: string;
  kind: string;
  content: string;
  measures: Generated<string>;
  leader: string;
  starts_on: string;
  ends_on: string;
  /** How often progress is reported: once at the end, every month, every quarter */
  frequency: string;
  files: Generated<string[]>;
  state: Generated<string>;
  /** Why it was ended or withdrawn */
  reason: Generated<string>;
  issued_at: Date | null;
  issued_by: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Taken out of the recycle bin for good */
  erased_at: Date | null;
}

/** 责任单位: what one organisation does of an item. open 办理中, asked 待验收, returned 已退回, done 已完成, void 已终止 */
export interface KeyWorkPart {
  id: Generated<string>;
  item_id: string;
  org_id: string;
  org_code: string;
  state: Generated<string>;
  /** The day on which it was given: periods that were over by then are not owed */
  given_on: Generated<string>;
  /** Its last day, as it stood when the completion was reported */
  ends_on: string;
  /** The last day of what is owed next, next_period_id; null: nothing is owed */
  next_due: string | null;
  next_period_id: string | null;
  percent: Generated<number>;
  asked_by: string | null;
  asked_by_name: Generated<string>;
  /** The organisation before whose workers the completion was put */
  decider_org_id: string | null;
  /** The day on which the completion was reported last */
  finished_on: string | null;
  decided_at: Date | null;
  decided_by: Generated<string>;
  opinion: Generated<string>;
  returns: Generated<number>;
  urged_at: Date | null;
  version: Generated<number>;
}

/** 报送期: each month or quarter of an item that is reported on; the final one is answered by the completion */
export interface KeyWorkPeriod {
  id: Generated<string>;
  item_id: string;
  label: string;
  starts_on: string;
  due_on: string;
  is_final: boolean;
}

/** 报送: one report of progress, or of the completion (is_final) with what was decided on it */
export interface KeyWorkReport {
  id: Generated<string>;
  part_id: string;
  /** The period that it answers; null: progress between periods */
  period_id: string | null;
  is_final: boolean;
  content: string;
  percent: number;
  files: Generated<string[]>;
  is_late: boolean;
  reported_at: Generated<Date>;
  reported_by: string;
  decision: Generated<string>;
  opinion: Generated<string>;
  decided_at: Date | null;
  decided_by: Generated<string>;
}

/** 知识库文档: of the organisation of its folder; file_id is its newest version */
export interface KnowledgeDocument {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  folder_id: string;
  title: string;
  summary: Generated<string>;
  labels: Generated<string[]>;
  is_required: Generated<boolean>;
  file_id: string;
  /** 0 草稿, 1 已发布, 2 已下架 */
  state: Generated<number>;
  withdrawn_for: Generated<string>;
  published_at: Date | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
}

/** 知识库文件夹: of one organisation; who reads its documents, and whether a button to save them is offered */
export interface KnowledgeFolder {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  name: string;
  intro: Generated<string>;
  audience: Generated<string>;
  may_save: Generated<boolean>;
  sort: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  /** Of the same organisation; null: stands at the top */
  parent_id: string | null;
  /** audience and may_save are those of the folder above and follow it */
  inherits: Generated<boolean>;
}

/** What an account has of a document: marked as a favourite, seconds read, when it was last opened (null: never) */
export interface KnowledgeReading {
  document_id: string;
  account_id: string;
  is_favourite: Generated<boolean>;
  seconds: Generated<number>;
  beat_at: Generated<Date>;
  read_at: Date | null;
  /** The version that pages, page_count and last_page are of; another version begins anew */
  version_no: number | null;
  /** Pages that were in view for two seconds, from 1 */
  pages: Generated<string>;
  page_count: Generated<number>;
  last_page: Generated<number>;
}

/** What the newest file of a document says, read by a job; note: why nothing was read */
export interface KnowledgeText {
  document_id: string;
  file_id: string;
  words: Generated<string>;
  grams: Generated<string[]>;
  note: Generated<string>;
  read_at: Generated<Date>;
}

/** Files of a document, the newest with the highest number; note says what changed */
export interface KnowledgeVersion {
  document_id: string;
  number: number;
  file_id: string;
  note: Generated<string>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  /** The same as PDF, for reading in the page; null: not made */
  shown_id: string | null;
  /** Why there is none; null: not tried */
  shown_note: string | null;
}

/** 学习证明 as it was issued: what stands on it never changes; a void one keeps its number */
export interface LearningCertificate {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  issuer: string;
  prefix: string;
  wording: string;
  year: number;
  serial: number;
  member_id: string;
  /** As on the day of issue */
  person_name: string;
  title: string;
  starts_on: string;
  ends_on: string;
  /** Tenths of a class hour; 0: the paper names none */
  hours: Generated<number>;
  /** Of these in 集中培训, tenths of a class hour */
  central: Generated<number>;
  /** Tenths of a point, of total tenths; null: without a test */
  score: number | null;
  total: number | null;
  source: string;
  /** The learning, unique to its source: course:17; one certificate a person stands for it */
  evidence: string;
  link: Generated<string>;
  issued_on: string;
  issued_by: Generated<string>;
  voided_at: Date | null;
  voided_by: Generated<string>;
  void_reason: Generated<string>;
  printed: Generated<number>;
  printed_by: Generated<string>;
  printed_at: Date | null;
  created_at: Generated<Date>;
}

/** The last number given out; the row is locked by the transaction that issues, so that no number is skipped or taken twice */
export interface LearningCertificateSerial {
  org_id: string;
  year: number;
  last: number;
}

/** How an organisation issues certificates; no row, or an empty text: what follows from its name */
export interface LearningCertificateSetting {
  org_id: string;
  /** What stands before the year of a number: 峡临学证 */
  prefix: Generated<string>;
  /** Who signs: 中共峡州市临峡区委党校 */
  issuer: Generated<string>;
  /** What was achieved: 修完规定课程 */
  wording: Generated<string>;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** The duty of a year: the row of the latest year up to it holds. Whole class hours of class_minutes each */
export interface LearningDuty {
  from_year: number;
  class_minutes: Generated<number>;
  member_hours: number;
  /** Of secretaries and committee members of base organisations, with so many 集中培训 */
  leader_hours: number;
  leader_central: Generated<number>;
  clause: string;
}

/** 学时的依据: one fact of one person, which stands once whatever writes it twice; booked into learning_line by trigger */
export interface LearningHour {
  id: Generated<string>;
  member_id: string;
  source: string;
  /** The fact, unique to its source: lifeMeeting:17 */
  evidence: string;
  day: string;
  year: GeneratedAlways<number>;
  minutes: number;
  /** It is a 集中培训 */
  central: Generated<boolean>;
  title: string;
  link: Generated<string>;
  /** Withdrawn: a counter-entry stands in the ledger, the fact stays readable */
  gone: Generated<boolean>;
  gone_for: Generated<string>;
  granted_at: Generated<Date>;
}

/** 学时台账, append-only: what was granted, and what was taken back as an entry of its own with a minus */
export interface LearningLine {
  id: GeneratedAlways<string>;
  hour_id: string;
  member_id: string;
  year: number;
  minutes: number;
  central: Generated<number>;
  why: Generated<string>;
  booked_at: Generated<Date>;
}

/** Facts of before the ledger that were taken up, each kind once */
export interface LearningTaken {
  source: string;
  rows: Generated<number>;
  taken_at: Generated<Date>;
}

/** What stands right at an organisation: who owes hours in a year, who has them, all their minutes. Holds unless learning_tally_due names it */
export interface LearningTally {
  org_id: string;
  year: number;
  people: number;
  met: number;
  minutes: string;
}

/** Organisations whose sums have changed since they were counted; they are counted while reading */
export interface LearningTallyDue {
  org_id: string;
}

/** 线下培训: of the organisation that registered it, with the papers that prove it */
export interface LearningTraining {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  title: string;
  starts_on: string;
  ends_on: string;
  minutes: number;
  /** It is a 集中培训 */
  central: Generated<boolean>;
  organiser: Generated<string>;
  place: Generated<string>;
  note: Generated<string>;
  files: Generated<string[]>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  withdrawn_at: Date | null;
  withdrawn_for: Generated<string>;
}

/** Who took part and for how many minutes: of the ledger these are the evidence training:id */
export interface LearningTrainingPerson {
  training_id: string;
  member_id: string;
  minutes: number;
  batch_id: string | null;
  added_at: Generated<Date>;
  added_by: Generated<string>;
}

/** Sums of the entries of a person's year */
export interface LearningYear {
  member_id: string;
  year: number;
  minutes: Generated<number>;
  central: Generated<number>;
}

/** A 民主评议党员: the plan agreed by the superior (0 draft, 1 sent, 2 agreed, 3 returned), opened for 自评, closed with its grades */
export interface LifeAppraisal {
  meeting_id: string;
  year: number;
  plan: Generated<string>;
  plan_state: Generated<number>;
  plan_by: Generated<string>;
  plan_opinion: Generated<string>;
  decided_by: Generated<string>;
  decided_at: Date | null;
  opened_at: Date | null;
  closed_at: Date | null;
  closed_by: Generated<string>;
}

/** 互评: a grade (1 优秀 to 4 不合格) and a word of one who takes part about another; sums and words are read without who said them */
export interface LifeAppraisalMutual {
  meeting_id: string;
  from_id: string;
  about_id: string;
  grade: number;
  note: Generated<string>;
  written_at: Generated<Date>;
}

/** Somebody who takes part: 自评, the sums of 民主测评, the grade (1 优秀, 2 合格, 3 基本合格, 4 不合格), told and received */
export interface LifeAppraisalPerson {
  meeting_id: string;
  member_id: string;
  sort: Generated<number>;
  name: string;
  /** Full members are graded; probationary members take part ungraded */
  graded: boolean;
  self_text: Generated<string>;
  self_at: Date | null;
  excellent: number | null;
  qualified: number | null;
  basic: number | null;
  unqualified: number | null;
  grade: number | null;
  /** Why the opinion differs from the most votes of the poll */
  reason: Generated<string>;
  told_at: Date | null;
  receipt_at: Date | null;
}

/** Secret addresses of calendars, by their SHA-256; one that was revoked answers nothing any more */
export interface LifeCalendar {
  id: Generated<string>;
  member_id: string | null;
  org_id: string | null;
  digest: Buffer;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  revoked_at: Date | null;
  /** The grant in which it was made; the address answers as long as it stands and holds the right */
  grant_id: string | null;
}

/** 五星创评 of a year among the branches below an organisation: 0 draft, 1 自评, 2 初审, 3 公示, 4 已授牌 */
export interface LifeContest {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  year: number;
  title: string;
  /** Each item {name, max} in whole points */
  items: ColumnType<unknown, string, string>;
  /** The least points of five, four, three and two stars */
  bands: ColumnType<unknown, string, string>;
  state: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** A branch in a contest: its own scores by item, the superior's, and the stars awarded */
export interface LifeContestEntry {
  id: Generated<string>;
  contest_id: string;
  org_id: string;
  org_code: string;
  self: number[] | null;
  self_note: Generated<string>;
  self_by: Generated<string>;
  self_at: Date | null;
  review: number[] | null;
  review_note: Generated<string>;
  review_by: Generated<string>;
  review_at: Date | null;
  stars: number | null;
}

/** A correction of archived minutes: as they stood before it, and why */
export interface LifeCorrection {
  id: Generated<string>;
  meeting_id: string;
  before: string;
  reason: string;
  created_at: Generated<Date>;
  created_by: string;
}

/** 免开: one duty of one organisation for one period, by a superior */
export interface LifeExemption {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  type: number;
  period: string;
  reason: string;
  created_at: Generated<Date>;
  created_by: string;
  ended_at: Date | null;
  ended_by: Generated<string>;
}

/** 季度锁定: nothing of the quarter is entered any more by the organisations below the one that locked it */
export interface LifeLock {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  quarter: string;
  created_at: Generated<Date>;
  created_by: string;
  ended_at: Date | null;
  ended_by: Generated<string>;
  ended_reason: Generated<string>;
}

/** What a meeting of type 6 or 7 has beside its minutes */
export interface LifeMatter {
  meeting_id: string;
  study: Generated<string>;
  /** 征求意见: what was asked and heard before the meeting, without names */
  opinions: Generated<string>;
  /** The plan of a 民主生活会, sent to the superior before it */
  plan: Generated<string>;
  /** The report to the superior within fifteen days after a 民主生活会 */
  report: Generated<string>;
  reported_at: Date | null;
  reported_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** A meeting of organisation life: 0 草稿, 1 已通知, 2 已召开, 3 已提交, 4 已退回, 5 已归档 */
export interface LifeMeeting {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  type: number;
  /** The further duty that it meets: 含党课, 合并民主评议 */
  also_type: number | null;
  group_id: string | null;
  title: string;
  starts_at: Date;
  ends_at: Date;
  held_on: GeneratedAlways<string | null>;
  place: Generated<string>;
  host_id: string | null;
  host: Generated<string>;
  recorder_id: string | null;
  recorder: Generated<string>;
  lecturer_id: string | null;
  lecturer: Generated<string>;
  note: Generated<string>;
  minutes: Generated<string>;
  files: Generated<string[]>;
  state: Generated<number>;
  notice_id: string | null;
  reminded_at: Date | null;
  /** 应到 with a vote as it was submitted; null before */
  due: number | null;
  present: number | null;
  /** 补录: submitted more than seven days after the day */
  late_entry: Generated<boolean>;
  cancelled_at: Date | null;
  cancel_reason: Generated<string>;
  returned_at: Date | null;
  return_reason: Generated<string>;
  submitted_at: Date | null;
  submitted_by: Generated<string>;
  archived_at: Date | null;
  archived_by: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  /** The task of the superior that the meeting answers */
  task_id: string | null;
  /** Of minutes of sixty characters or more, without blanks; shorter ones are alike by chance */
  minutes_digest: GeneratedAlways<string | null>;
  /** The part of the task that it has reported */
  office_part_id: string | null;
  /** Bit of the month in which it began, 1 January, 2048 December */
  month_bit: GeneratedAlways<number | null>;
}

/** Of secretaries, of talks and of leaders: how many are owed in a year and how many did it. Holds unless life_people_tally_due names the organisation */
export interface LifePeopleTally {
  org_id: string;
  year: number;
  lectures_due: number;
  lectures: number;
  talks_due: number;
  talks: number;
  dual_due: number;
  dual: number;
}

/** Organisations whose sums have changed since they were counted; they are counted while reading */
export interface LifePeopleTallyDue {
  org_id: string;
}

/** A problem found at a meeting of type 6 or 7: who rectifies it by when, and with what evidence it was struck off (销号) */
export interface LifeProblem {
  id: Generated<string>;
  meeting_id: string;
  problem: string;
  measure: string;
  person_id: string | null;
  person_name: Generated<string>;
  due_on: string;
  evidence: Generated<string>;
  done_on: string | null;
  done_by: Generated<string>;
  created_at: Generated<Date>;
  created_by: string;
}

/** 议定事项 of a meeting with person and day; done by hand or with the task that was made of it */
export interface LifeResolution {
  id: Generated<string>;
  meeting_id: string;
  text: string;
  person_id: string | null;
  person_name: Generated<string>;
  due_on: string;
  task_id: string | null;
  evidence: Generated<string>;
  done_on: string | null;
  done_by: Generated<string>;
  created_at: Generated<Date>;
  created_by: string;
}

/** What organisations owe, each rule from a day on with its clause (domain 4.1) */
export interface LifeRule {
  id: Generated<string>;
  type: number;
  org_types: number[];
  per: string;
  /** committee: a term with three leading members or more; groups, secretary, leaders: one for each; talks: each of a branch */
  needs: Generated<string>;
  clause: string;
  from_on: string;
  until_on: string | null;
  /** Why it was set or changed; empty for those that the platform came with */
  reason: Generated<string>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  ended_reason: Generated<string>;
  ended_by: Generated<string>;
}

/** What was said by name at a meeting of type 6 or 7: 1 对照检查材料, 2 自我批评, 3 相互批评; read by those present and by event:sensitive */
export interface LifeStatement {
  id: Generated<string>;
  meeting_id: string;
  kind: number;
  from_id: string;
  from_name: string;
  about_id: string | null;
  about_name: Generated<string>;
  said: string;
  /** Whoever wrote it down reads it, present or not */
  created_account: string;
  created_at: Generated<Date>;
  created_by: string;
}

/** How many meetings a subtree has in a state, those of deleted organisations left out; what is not folded yet stands in life_sum_delta */
export interface LifeSum {
  org_code: string;
  /** 0 to 5 as life_meeting.state; x: cancelled */
  state: string;
  n: number;
}

/** Changes of the sums, one an organisation and state of each statement; a worker folds them upward */
export interface LifeSumDelta {
  id: GeneratedAlways<string>;
  org_code: string;
  state: string;
  n: number;
}

/** 谈心谈话 between two people of a branch; that it took place and its subject, never what was said */
export interface LifeTalk {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  from_id: string;
  to_id: string;
  held_on: string;
  matter: Generated<string>;
  created_at: Generated<Date>;
  created_by: string;
  deleted_at: Date | null;
  deleted_by: Generated<string>;
}

/** One row: after how many days a branch is silent, a submitted meeting is archived, a report is due */
export interface LifeTerms {
  id: Generated<number>;
  /** Days without any organisation life after which a branch is 静默 */
  silent_days: Generated<number>;
  /** Days after which what was submitted is archived by itself */
  archive_days: Generated<number>;
  /** Days after a 民主生活会 within which its report goes to the superior (rules of 2016, article 17: 15) */
  report_days: Generated<number>;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  /** Days before a 民主生活会 by which its plan goes to the superior; no regulation names a number */
  plan_days: Generated<number>;
}

/** A topic of a meeting: 1 传达学习, 2 讨论决定, 3 发展党员, 9 其他; votes where one was taken */
export interface LifeTopic {
  id: Generated<string>;
  meeting_id: string;
  sort: number;
  kind: number;
  title: string;
  minutes: Generated<string>;
  decision: Generated<string>;
  yes: number | null;
  no: number | null;
  abstain: number | null;
  spoilt: number | null;
  passed: boolean | null;
  file_id: string | null;
  stage: number | null;
  /** The vote as it stands at the person's step of 发展党员; typed once, changed no more here */
  development_meeting_id: string | null;
  minutes_digest: GeneratedAlways<string | null>;
}

/** A recording turned into text, until the minutes are submitted; state 0 on its way, 1 done, 2 failed (fault) */
export interface LifeTranscript {
  id: Generated<string>;
  meeting_id: string;
  file_id: string;
  job_id: string | null;
  state: Generated<number>;
  text: Generated<string>;
  fault: Generated<string>;
  created_at: Generated<Date>;
  created_by: string;
  ended_at: Date | null;
}

/** One account's arrangement of one list; names of columns and figures, nothing of its rows */
export interface ListMemory {
  account_id: string;
  /** The list's path in the address of the page */
  page: string;
  /** columns and largeColumns {order, hidden, widths in pixels}, sort, order, pageNum, pageSize; absent: the list's own */
  memory: ColumnType<unknown, string, string>;
  changed_at: Generated<Date>;
}

/** A sign-in that waits for its second factor, for five minutes */
export interface LoginChallenge {
  challenge_hash: Buffer;
  account_id: string;
  way: string;
  expires_at: Date;
}

/** Tries taken per login name; device '' stands for all unknown devices together */
export interface LoginFailure {
  login_index: Buffer;
  device: string;
  failures: number;
  locked_until: Date | null;
  updated_at: Generated<Date>;
}

/** One-use ticket of ten seconds by which a new window gets a session of its own */
export interface LoginTicket {
  ticket_hash: Buffer;
  account_id: string;
  grant_id: string;
  expires_at: Date;
  sign_in: Buffer;
  /** Absolute end of the sign-in that asked for the ticket */
  session_expires_at: Date;
}

/** 事项审批: something that a worker asks for; its state is its workflow_instance's */
export interface Matter {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  account_id: string;
  title: string;
  category: string;
  body: string;
  /** Whole fen */
  amount: string | null;
  files: Generated<string[]>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** 人员: members, probationary members and those on the way; person_category 1 to 5 */
export interface Member {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  sort: Generated<number>;
  name: string;
  name_grams: string[];
  pinyin: Generated<string>;
  initials: Generated<string>;
  /** SM4-CTR with HMAC-SM3 over table, column and row id */
  id_card_enc: Buffer | null;
  id_card_mask: string | null;
  /** Keyed HMAC-SM3 truncated to 16 bytes, for equality */
  id_card_index: Buffer | null;
  gender: Generated<number>;
  birth_date: string | null;
  nation: Generated<string>;
  person_category: number;
  membership_status: Generated<number>;
  education: string | null;
  degree: string | null;
  occupation: number | null;
  native_place: Generated<string>;
  residence: Generated<string>;
  work_unit: Generated<string>;
  position: Generated<string>;
  party_post: Generated<string>;
  phone_enc: Buffer | null;
  phone_mask: string | null;
  phone_index: Buffer | null;
  applied_on: string | null;
  admission_date: string | null;
  conversion_date: string | null;
  join_type: number | null;
  joined_branch_on: string | null;
  is_floating: Generated<boolean>;
  is_lost_contact: Generated<boolean>;
  is_migrant_worker: Generated<boolean>;
  remark: Generated<string>;
  /** Filled required fields in percent, by the rules of the member module */
  completeness: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Personal fields were destroyed; the row stays for what refers to it, and is in no recycle bin */
  erased_at: Date | null;
  /** stored_file of kind member.photo; not a reference, since a removed file must not search the members */
  photo: string | null;
  /** The birth date in the id card; null without a valid one */
  id_card_birth: string | null;
  /** 1 man, 2 woman by the id card; 0: the number is not valid; null: there is none, or it was not read yet */
  id_card_gender: number | null;
  /** Keys of the checks of data quality that find something in the rows of the tabs; kept by triggers */
  row_faults: Generated<string[]>;
  /** End of the probation as the running development file has it; null: none runs, or its day is not known */
  probation_until: string | null;
}

/** 批量修改: what is changed, by whom; the people stand in member_bulk_row */
export interface MemberBulk {
  id: Generated<string>;
  account_id: string;
  org_id: string;
  kind: string;
  title: string;
  /** field and value, or the branch, or labels added and removed */
  change: ColumnType<unknown, string, string>;
  state: Generated<string>;
  job_id: string | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

export interface MemberBulkRow {
  bulk_id: string;
  member_id: string;
  state: Generated<string>;
  note: Generated<string>;
  /** What the preview found, and what is put back when the change is taken back */
  before: ColumnType<unknown, string | null | undefined, string | null>;
  /** As the timeline shows them: field, text before, text after */
  changes: ColumnType<unknown, string | null | undefined, string | null>;
  done_at: Date | null;
  undone_at: Date | null;
}

/** People of a whole subtree by fact: category, gender, age band, …; deltas are folded into it */
export interface MemberCounter {
  org_code: string;
  fact: string;
  value: string;
  n: number;
}

/** The day on which the ages in member_counter were counted; changes are counted with it as well */
export interface MemberCounterDay {
  only_row: Generated<boolean>;
  day: string;
}

/** Changes not yet folded into member_counter, written in the business transaction */
export interface MemberCounterDelta {
  id: GeneratedAlways<string>;
  org_code: string;
  fact: string;
  value: string;
  n: number;
}

/** Of the people in an organisation itself (not below it): how many each check of data quality finds */
export interface MemberFaultCount {
  org_code: string;
  /** In the order of FIGURES (member/server/queries/faultCounts.ts) */
  figures: number[];
  /** The day on which it was counted: some checks look at the date */
  day: string;
  /** Fingerprint of the checks as they were; under others the figures say nothing */
  rules: string;
}

/** Organisations to be counted anew; rows are only added by writers, so that none waits for another */
export interface MemberFaultStale {
  id: GeneratedAlways<string>;
  org_code: string;
}

/** The versions of a person that are past; the present one is member itself */
export interface MemberHistory {
  id: Generated<string>;
  member_id: string;
  version: number;
  /** Since when the version stood, and by whom */
  written_at: Date;
  written_by: string;
  /** The columns of member without search columns; id card and phone as masks alone */
  row: ColumnType<unknown, string, string>;
}

/** 党员增减台账: +1 who came, -1 who left, with the way and the branch */
export interface MemberLedger {
  id: Generated<string>;
  member_id: string;
  org_id: string;
  org_code: string;
  sign: number;
  /** recruited 新发展, restored 恢复, transferredIn(Whole) 转入（整建制）; revoked 取消资格, expelled 出党, suspended 停止党籍, died 死亡, transferredOut(Whole) 转出（整建制）, other 其他 */
  way: string;
  /** The day from which it counts, for 新发展 that of the branch meeting */
  happened_on: string;
  recorded_on: Generated<string>;
  recorded_by: Generated<string>;
  /** Both ends of a transfer bear it: inside a subtree that holds both they cancel */
  transfer_id: string | null;
  /** Signs of code that both ends of its transfer have in common: they cancel in subtrees whose code is no longer; -1: no other end */
  shared: Generated<number>;
}

/** 合并: both rows as they were (id card and phone sealed), and what moved from one to the other */
export interface MemberMerge {
  id: Generated<string>;
  pair_id: string;
  kept_id: string;
  dropped_id: string;
  kept_before: ColumnType<unknown, string, string>;
  dropped_before: ColumnType<unknown, string, string>;
  /** By table and column: the keys of the rows that moved */
  moved: ColumnType<unknown, string, string>;
  /** With dropped_version: the versions that the merge left; another one says that somebody has worked on since */
  kept_version: number;
  dropped_version: number;
  reason: string;
  merged_at: Generated<Date>;
  merged_by: string;
  undone_at: Date | null;
  undone_by: string | null;
}

/** Two records that may be one person. By what they are alike is asked of the records themselves, each time */
export interface MemberPair {
  id: Generated<string>;
  a_id: string;
  b_id: string;
  /** The id card of one is what the other had before, or its number of the first generation (15 digits) */
  old_card: Generated<boolean>;
  /** different: somebody said that they are two people; that stays, however often they are found */
  state: Generated<string>;
  reason: Generated<string>;
  decided_at: Date | null;
  decided_by: Generated<string>;
  found_at: Generated<Date>;
}

/** 条件组合: and/or over fields of a person. Whoever works for the organisation may use one by its id, so that links and shared views open */
export interface MemberQuery {
  id: Generated<string>;
  account_id: string;
  org_id: string;
  /** null: only used, or taken off the list of kept ones */
  name: string | null;
  shared: Generated<boolean>;
  /** As rules/query.ts reads it, with its version */
  query: ColumnType<unknown, string, string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** How many members in good standing a subtree has whose records were entered on a day; what is not folded yet stands in member_roll_delta */
export interface MemberRoll {
  org_code: string;
  entered_on: string;
  n: string;
}

/** Changes of member_roll; a worker folds them upward */
export interface MemberRollDelta {
  id: GeneratedAlways<string>;
  org_code: string;
  entered_on: string;
  n: string;
}

/** 党员异动: 出党 (expelled 开除党籍, lapsed 自行脱党, quit 退党, advised 劝退, removed 劝而不退除名), suspended 停止党籍, died 死亡, other 其他, restored 恢复党籍 */
export interface MemberVariation {
  id: Generated<string>;
  member_id: string;
  org_id: string;
  org_code: string;
  kind: string;
  state: Generated<string>;
  /** The day from which it counts; carried out by a job where it lies ahead */
  effective_on: string;
  reason: string;
  meeting_on: string | null;
  /** 支部大会 应到; present 实到, agree 赞成 */
  due: number | null;
  present: number | null;
  agree: number | null;
  files: Generated<string[]>;
  suspended_id: string | null;
  to_org_id: string | null;
  asked_by: string | null;
  asked_name: Generated<string>;
  decider_id: string | null;
  opinion: Generated<string>;
  decided_name: Generated<string>;
  decided_at: Date | null;
  carried_on: string | null;
  /** What the effect changed, as it stood before: account, posts, floating */
  outcome: ColumnType<unknown, string | undefined, string>;
  undone_on: string | null;
  undo_reason: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  /** On which ground it stands (variation/rules.ts GROUNDS); null: of a kind without, or registered before it was asked for */
  ground: string | null;
  /** Since when: last heard of, left the country, first month without dues; never later than the day of effect */
  ground_on: string | null;
}

/** 流动党员活动证: numbers stand once a committee, also those returned or lost */
export interface MobileCertificate {
  id: Generated<string>;
  org_id: string;
  number: string;
  outflow_id: string;
  state: Generated<string>;
  given_on: string;
  ended_on: string | null;
  by_name: Generated<string>;
}

/** The log of who keeps in touch with floating members; not reached: an attempt of a search */
export interface MobileContact {
  id: Generated<string>;
  outflow_id: string;
  day: string;
  /** 1 电话, 2 微信, 3 见面, 4 家属亲友, 5 单位或流入地, 6 上门走访 */
  way: number;
  reached: boolean;
  /** 1 情况正常, 2 工作居住有变化, 3 有困难, 4 即将返回, 5 其他 */
  topic: number | null;
  note: Generated<string>;
  by_id: string | null;
  by_name: Generated<string>;
  created_at: Generated<Date>;
}

/** A member of another organisation who has come here: 1 待确认, 2 已接收, 3 已离开, 4 退回 */
export interface MobileInflow {
  id: Generated<string>;
  /** The same matter at the other end, where this database holds it */
  outflow_id: string | null;
  /** Null: nobody of this roll; the person stands here alone, sealed */
  member_id: string | null;
  org_id: string;
  org_code: string;
  status: Generated<number>;
  name: string;
  id_card_enc: Buffer | null;
  id_card_mask: string | null;
  id_card_index: Buffer | null;
  phone_enc: Buffer | null;
  phone_mask: string | null;
  home_org: Generated<string>;
  home_phone: Generated<string>;
  region: Generated<string>;
  region_code: string | null;
  reason: number;
  trade: number;
  started_on: string;
  planned_to: string | null;
  certificate: Generated<string>;
  received_on: string | null;
  left_on: string | null;
  note: Generated<string>;
  /** The role 流动党员 that receiving gave here; leaving takes it back */
  grant_id: string | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** A member who is away while the relation stays: 1 待确认, 2 已流出, 3 已纳入流入地, 4 已返回, 5 已转组织关系 */
export interface MobileOutflow {
  id: Generated<string>;
  member_id: string;
  org_id: string;
  org_code: string;
  status: Generated<number>;
  /** 1 省内, 2 跨省, 3 境外 */
  range: number;
  region: string;
  /** GB/T 2260; null abroad */
  region_code: string | null;
  place: Generated<string>;
  reason: number;
  trade: number;
  started_on: string;
  planned_to: string | null;
  /** Where this database knows the organisation of the inflow; else to_org_name alone */
  to_org_id: string | null;
  to_org_name: Generated<string>;
  /** The party member who keeps in touch every month */
  contact_id: string | null;
  /** 1 asked by the person, 2 registered by the branch, 3 drafted from a report at the place of inflow, 4 drafted once six months had run that nobody registered */
  source: number;
  asked_by: string | null;
  asked_name: Generated<string>;
  confirmed_on: string | null;
  /** The latest day on which somebody reached the person, from the log */
  last_contact_on: string | null;
  ended_on: string | null;
  end_note: Generated<string>;
  /** Not agreed to, or withdrawn, while it waited */
  dropped_on: string | null;
  drop_note: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** For how many floating members one contact person may be named, below this organisation; no row above: 5 */
export interface MobileSetting {
  org_id: string;
  most: number;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** Numbers of whole subtrees at the end of a month; a row only where the number differs from that of the month before */
export interface MonthEnd {
  org_code: string;
  /** to…: how many came into a stage of 发展党员 within the month; the others: how many there were at its end */
  fact: string;
  /** The last day of the month from which the number holds */
  day: string;
  n: number;
}

/** Which month ends are known of which number: without its row nothing is known, not even that nothing changed */
export interface MonthEndKept {
  fact: string;
  day: string;
  kept_at: Generated<Date>;
}

export interface Notice {
  id: Generated<string>;
  /** Dictionary 0178 */
  type: string;
  title: string;
  remark: Generated<string>;
  org_id: string;
  created_by: Generated<string>;
  created_at: Generated<Date>;
  /** Of the title, without tones and gaps; null until the server has written it */
  pinyin: string | null;
  initials: string | null;
  /** The page that it is about; empty: it says everything itself */
  jump_url: Generated<string>;
}

export interface NoticeRecipient {
  id: Generated<string>;
  notice_id: string;
  account_id: string;
  is_handle: Generated<boolean>;
  is_read: Generated<boolean>;
  handled_at: Date | null;
  deleted_at: Date | null;
}

/** 周期 of a task, each with its own days */
export interface OfficeCircle {
  id: Generated<string>;
  task_id: string;
  seq: number;
  label: string;
  starts_on: string;
  due_on: string;
  /** Days before the end at which whoever is behind was last reminded: 3, 1; 9: not yet */
  reminded: Generated<number>;
}

/** What happened to a part, and what was said on it, in order */
export interface OfficeEntry {
  id: Generated<string>;
  part_id: string;
  act: string;
  text: Generated<string>;
  org_name: string;
  made_by: string;
  made_at: Generated<Date>;
  files: Generated<string[]>;
}

/** Each handing in of a grid as it stood; nothing of it is ever changed but what was returned of it */
export interface OfficeFiling {
  id: Generated<string>;
  part_id: string;
  no: number;
  rows: ColumnType<unknown, string, string>;
  returned: ColumnType<unknown, string | undefined, string>;
  filed_at: Generated<Date>;
  filed_by: Generated<string>;
}

/** What an organisation has filled in: a draft until its part is handed in */
export interface OfficeFill {
  part_id: string;
  rows: ColumnType<unknown, string | undefined, string>;
  faults: ColumnType<unknown, string | undefined, string>;
  /** The summable cells of what was handed in last, in the order of the grid, as integers of the smallest unit */
  sums: Generated<string[]>;
  /** Cells that are open again, each with its reason; empty: all */
  returned: ColumnType<unknown, string | undefined, string>;
  /** When the cells that the platform knows were read */
  as_of: Generated<Date>;
  version: Generated<number>;
  saved_at: Generated<Date>;
  saved_by: Generated<string>;
}

/** 填表的表样 of a task; it does not change once the task is out */
export interface OfficeForm {
  task_id: string;
  design: ColumnType<unknown, string, string>;
  /** The task that the grid was copied from: its figures are those of last time */
  previous_id: string | null;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** Whoever is called to a meeting of work: an organisation, or a person (person_id) of it. 0 未回执, 1 参加, 2 请假, 3 代会 */
export interface OfficeInvitee {
  id: Generated<string>;
  meeting_id: string;
  org_id: string;
  org_code: string;
  person_id: string | null;
  person: Generated<string>;
  answer: Generated<number>;
  /** Who comes; that person stands on the sheet of attendance */
  member_id: string | null;
  attendee: Generated<string>;
  reason: Generated<string>;
  read_at: Date | null;
  answered_at: Date | null;
  answered_by: Generated<string>;
  minutes_read_at: Date | null;
  minutes_read_by: Generated<string>;
  /** What that organisation wrote down of carrying it out */
  record: Generated<string>;
  record_files: Generated<string[]>;
  recorded_at: Date | null;
  recorded_by: Generated<string>;
  urged_at: Date | null;
  version: Generated<number>;
}

/** 工作会议: 0 草稿, 1 已通知, 2 已召开, 3 已发纪要, 4 已取消 */
export interface OfficeMeeting {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  title: string;
  starts_at: Date;
  ends_at: Date;
  place: string;
  host: Generated<string>;
  agenda: Generated<string>;
  note: Generated<string>;
  answer_by: string | null;
  /** Who is called: mode (children, below, chosen), types, orgIds, and memberIds of people called by name */
  audience: ColumnType<unknown, string, string>;
  files: Generated<string[]>;
  /** Papers 会后收回: read until the end by whoever is called */
  closed_files: Generated<string[]>;
  /** The own part of a task that this meeting answers: reported with the minutes */
  parent_part_id: string | null;
  state: Generated<number>;
  reason: Generated<string>;
  /** Null: never announced, and so of nobody but the own organisation */
  noticed_at: Date | null;
  noticed_by: Generated<string>;
  reminded_at: Date | null;
  minutes: Generated<string>;
  minutes_files: Generated<string[]>;
  minutes_no: number | null;
  minutes_year: number | null;
  minutes_at: Date | null;
  minutes_by: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** 办理件: what one organisation answers in one cycle. 0 待接收, 1 办理中, 2 已上报, 3 已退回, 4 已完成, 5 已作废 */
export interface OfficePart {
  id: Generated<string>;
  task_id: string;
  circle_id: string;
  org_id: string;
  org_code: string;
  state: Generated<number>;
  due_on: string;
  received_at: Date | null;
  assignee_id: string | null;
  assignee: Generated<string>;
  report: Generated<string>;
  is_nil: Generated<boolean>;
  files: Generated<string[]>;
  reported_at: Date | null;
  reported_by: Generated<string>;
  /** Handed in after its day: 补报 */
  is_late: Generated<boolean>;
  opinion: Generated<string>;
  decided_at: Date | null;
  decided_by: Generated<string>;
  /** An extension that is asked for; null: none, or decided */
  asked_until: string | null;
  asked_for: Generated<string>;
  urged_at: Date | null;
  version: Generated<number>;
  /** 督办: the giver follows it closely */
  watched: Generated<boolean>;
  watched_for: Generated<string>;
  /** Whose part it is, where it was given to people; org_id is then the organisation of the person on that day */
  person_id: string | null;
}

/** A record of the own organisation that a report names instead of a second upload: life 组织生活会议, work 工作会议, affair 三务公开, reward 奖惩情况 */
export interface OfficeProof {
  id: Generated<string>;
  part_id: string;
  kind: string;
  ref_id: string;
  /** As it was called when it was handed in */
  title: string;
  day: string;
  /** The page of the source */
  path: string;
  /** The meeting whose minutes are the report; it stays or goes with them, not by the form */
  answers: Generated<boolean>;
}

/** A column that is taken over from another collection; rows: ids of rows there by ids here */
export interface OfficeQuote {
  task_id: string;
  column_id: string;
  from_task_id: string;
  from_column_id: string;
  rows: ColumnType<unknown, string, string>;
  created_at: Generated<Date>;
  created_by: string;
}

/** Organisations that have parts of a task, with how many: the rows of its matrix */
export interface OfficeReceiver {
  task_id: string;
  org_id: string;
  org_code: string;
  parts: number;
  /** The person whose parts they are; 0: they are the organisation's */
  person_id: Generated<string>;
}

/** 议定事项 of a meeting of work; task_id once a task was made of it */
export interface OfficeResolution {
  id: Generated<string>;
  meeting_id: string;
  sort: number;
  text: string;
  due_on: string | null;
  task_id: string | null;
}

/** What a task that was out said before each change of its text and papers, the first is 1 */
export interface OfficeRevision {
  id: Generated<string>;
  task_id: string;
  no: number;
  content: string;
  files: Generated<string[]>;
  /** What the change after it was for */
  note: string;
  made_at: Generated<Date>;
  made_by: string;
}

/** Parts of a cycle by state and last day; what is not folded yet stands in office_tally_delta */
export interface OfficeTally {
  circle_id: string;
  task_id: string;
  /** The receiver lies below the giver, as all do until one is moved elsewhere */
  inside: boolean;
  state: number;
  due_on: string;
  n: number;
}

/** Changes of the sums, one a cycle, state and day of each statement */
export interface OfficeTallyDelta {
  id: GeneratedAlways<string>;
  circle_id: string;
  task_id: string;
  inside: boolean;
  state: number;
  due_on: string;
  n: number;
}

/** 工作任务: what an organisation asks of others below it. 0 草稿, 1 发布中, 2 进行中, 3 已结束, 4 已作废 */
export interface OfficeTask {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  title: string;
  content: string;
  /** 0 办理情况, 1 例会, 2 支部主题党日, 3 填表, 4 仅回执 */
  kind: number;
  /** 1 一次, 2 每月, 3 每季 */
  frequency: number;
  starts_on: string;
  ends_on: string;
  /** Until when a month or quarter is answered: end its last day, after so many days after it, day a fixed day of its last month (31: the last) */
  due_rule: string;
  due_days: Generated<number>;
  nil_allowed: Generated<boolean>;
  open_to_others: Generated<boolean>;
  /** To whom: mode (children, below, chosen), types, orgIds */
  audience: ColumnType<unknown, string, string>;
  files: Generated<string[]>;
  /** The own part of a task from above that this one hands on */
  parent_part_id: string | null;
  state: Generated<number>;
  /** Organisations that it was published to */
  targets: Generated<number>;
  reason: Generated<string>;
  published_at: Date | null;
  published_by: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Kept to be given again: a draft that is copied, never published */
  is_template: Generated<boolean>;
}

/** 公开事项: the text that is worked on; readers see the approved version shown_number of open_version alone */
export interface OpenAffair {
  id: Generated<string>;
  org_id: string;
  item_id: string;
  /** 2026, 2026-Q1, 2026-03 by the rhythm of its item; empty for 及时公开 */
  period: Generated<string>;
  title: string;
  content: string;
  words: string;
  files: Generated<string[]>;
  public_days: number;
  /** Of the text that is worked on: a correction is a draft while the version before it is still shown */
  state: Generated<string>;
  /** What a correction changes and why, told with the version */
  note: Generated<string>;
  /** With which it was sent back; empty again once it is sent anew */
  opinion: Generated<string>;
  /** The matter that decides about it; null: the superior decides directly */
  instance_id: string | null;
  submitted_by: string | null;
  submitted_at: Date | null;
  /** Null: nothing is published */
  shown_number: number | null;
  /** Whether it was in time is decided by this day, corrections aside */
  first_shown: string | null;
  shown_from: string | null;
  /** Last day of the public days */
  shown_until: string | null;
  withdrawn_for: Generated<string>;
  /** In the address of the public page; says nothing */
  token: string;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** The dissolved organisation in whose name it stands; null: that of org_id itself */
  former_org_id: string | null;
  /** Why the text is published although personal numbers stand in it (仍要公开); empty after each change */
  despite: Generated<string>;
}

/** 公开栏: one an organisation, off until a worker turns it on */
export interface OpenBoard {
  org_id: string;
  /** In the address of the board; says nothing */
  token: string;
  /** What is published can be read by its code without signing in */
  shows: Generated<boolean>;
  /** Residents can give opinions there */
  hears: Generated<boolean>;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** 对公开事项的意见: of a member, or of a resident without an account, and the answer to it */
export interface OpenFeedback {
  id: Generated<string>;
  affair_id: string;
  /** Null: a resident who did not sign in */
  account_id: string | null;
  name: string;
  content: string;
  created_at: Generated<Date>;
  reply: Generated<string>;
  replied_by: Generated<string>;
  replied_at: Date | null;
  version: Generated<number>;
  /** Of a resident who wants to be called; sealed */
  phone_enc: Buffer | null;
  phone_mask: string | null;
  /** Keyed hash of what a resident sent, so that the same sent twice is one opinion */
  digest: Buffer | null;
  /** A resident's opinion and its answer stand on the public page, without name and phone */
  in_public: Generated<boolean>;
}

/** 公开目录: what is to be published, by kind, and how often; one for the whole deployment */
export interface OpenItem {
  id: Generated<string>;
  kind: string;
  name: string;
  /** once: 及时公开, when there is something; it is never due */
  rhythm: string;
  /** Days after the end of a period within which it is to be published */
  due_days: Generated<number>;
  /** Periods that end before this day are owed by nobody */
  starts_on: Generated<string>;
  sort: Generated<number>;
  active: Generated<boolean>;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** 公开的版本: every approved text, never changed */
export interface OpenVersion {
  affair_id: string;
  number: number;
  title: string;
  content: string;
  words: string;
  files: Generated<string[]>;
  public_days: number;
  note: Generated<string>;
  published_at: Generated<Date>;
  written_by: Generated<string>;
  approved_by: Generated<string>;
}

/** A WeChat user without account, until this browser has signed in by password and asked for the binding */
export interface OpenidWaiting {
  browser_hash: Buffer;
  openid_index: Buffer;
  expires_at: Date;
}

/** 组织变更文件: a change of the tree, prepared, carried out in one transaction, reversible while nothing depends on it */
export interface OrgChange {
  id: Generated<string>;
  kind: string;
  /** 文号; each once among the documents of an office that are not deleted */
  number: string;
  issued_on: string;
  reason: string;
  files: Generated<string[]>;
  /** The organisation that issues it; org_code is its code */
  office_id: string;
  org_code: string;
  /** What is changed: the superior of a new one, the one that remains of a merger */
  org_id: string;
  /** The new superior of a move, where the people of a revoked one go */
  target_id: string | null;
  /** What else the kind needs: name, shortName, type, sourceIds, parts */
  plan: ColumnType<unknown, string | undefined, string>;
  state: Generated<string>;
  org_count: Generated<number>;
  /** People whose branch or whose codes were changed */
  member_count: Generated<number>;
  carried_at: Date | null;
  carried_by: string | null;
  reversed_at: Date | null;
  reversed_by: string | null;
  reverse_reason: string | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  erased_at: Date | null;
  /** The name of its organisation when it was carried out; null in a draft */
  org_name: string | null;
  /** The name of the second organisation when it was carried out */
  target_name: string | null;
}

/** Values of rows that a document altered in place (a task that stopped, a to-do that closed, a role that ended), which taking it back restores where nobody has changed them since */
export interface OrgChangeImage {
  change_id: string;
  table_name: string;
  row_id: string;
  before: ColumnType<unknown, string, string>;
  /** Null: the row went away */
  after: ColumnType<unknown, string | null | undefined, string | null>;
}

/** The organisations that a document touched, with the codes that they had and got */
export interface OrgChangeOrg {
  change_id: string;
  org_id: string;
  /** carried: its code changed since it stands below one that was moved; kept: people went out of or into it */
  act: string;
  old_code: string | null;
  new_code: string;
  /** The code after the reversal */
  back_code: string | null;
  old_parent_id: string | null;
  /** {field: [before, after]}, as the history of the organisation shows it */
  changes: ColumnType<unknown, string, string>;
}

/** People, units and what else belonged to an organisation that a document put into another one; those that go along with a moved one are not listed */
export interface OrgChangeRow {
  change_id: string;
  /** member, unit, or what a module announced (group, matter, approvalTask) */
  subject: string;
  row_id: string;
  from_org_id: string;
  to_org_id: string;
}

/** The versions of an organisation that are past; the present one is organisation itself */
export interface OrgHistory {
  id: Generated<string>;
  org_id: string;
  version: number;
  /** Since when the version stood, and by whom */
  written_at: Date;
  written_by: string;
  /** The columns that people edit */
  row: ColumnType<unknown, string, string>;
}

/** 组织限制: rights that may not be used at this organisation nor below it */
export interface OrgLimit {
  org_id: string;
  permission_key: string;
  changed_at: Generated<Date>;
  changed_by: Generated<string>;
}

/** Organisations that a notice is about: its recipients are their workers */
export interface OrgMessage {
  notice_id: string;
  org_id: string;
  /** What it is about: the code of a rule, e.g. termDue. Nobody is reminded of one twice in two hours */
  subject: string;
  /** What is late there, as the notice says it */
  detail: string;
  sent_at: Generated<Date>;
}

/** 班子成员 of a term */
export interface OrgPost {
  id: Generated<string>;
  term_id: string;
  org_id: string;
  member_id: string | null;
  name: string;
  post: string;
  sort: Generated<number>;
  /** Votes for this person; null where appointed or not noted */
  votes: number | null;
}

/** 届次; term length by 《关于党的基层组织任期的意见》 2018 */
export interface OrgTerm {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  number: number;
  elected_on: string;
  /** Length by rule on the day of writing; null for an appointed leadership, which has no term (TERM18) */
  years: number | null;
  /** The day by which the next election is due; null for an appointed leadership */
  expires_on: string | null;
  method: Generated<string>;
  is_current: Generated<boolean>;
  version: Generated<number>;
  /** Who could vote at the meeting that elected it; null where nobody noted it */
  entitled: number | null;
  /** Of those, who came */
  present: number | null;
  remark: Generated<string>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  erased_at: Date | null;
  /** The import that wrote the term; null for one that was typed */
  batch_id: string | null;
  /** Approved last day of a term that may end late; null: it ends by rule. expires_on follows it */
  extended_to: string | null;
}

/** 党组织: the tree that scope is drawn from */
export interface Organisation {
  id: Generated<string>;
  /** Four digits a level; a subtree is the range [code, code || ':') */
  code: string;
  parent_id: string | null;
  name: string;
  short_name: Generated<string>;
  /** Dictionary 0001 */
  type: number;
  sort: Generated<number>;
  /** Number of the next child code; codes are handed out once and never reused */
  next_child: Generated<number>;
  child_count: Generated<number>;
  name_grams: Generated<string[]>;
  pinyin: Generated<string>;
  initials: Generated<string>;
  founded_on: string | null;
  /** Dictionary 0010 党组织所在单位情况 */
  unit_relation: Generated<string>;
  /** 具有审批预备党员权限, committees only */
  can_approve: Generated<boolean>;
  functional: Generated<boolean>;
  contact: Generated<string>;
  contact_phone: Generated<string>;
  address: Generated<string>;
  introduction: Generated<string>;
  /** Longitude in degrees, WGS84 (EPSG:4326) whatever map it was set on */
  lng: number | null;
  /** Latitude in degrees, WGS84 (EPSG:4326) whatever map it was set on */
  lat: number | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Taken out of the recycle bin for good; code and name stay for the log */
  erased_at: Date | null;
}

/** News for higher modules, written in the business transaction */
export interface Outbox {
  id: GeneratedAlways<string>;
  topic: string;
  payload: ColumnType<unknown, string, string>;
  created_at: Generated<Date>;
}

/** One use, 60 seconds, for one outside site, which redeems it server to server */
export interface OutsideTicket {
  ticket_hash: Buffer;
  site_key: string;
  /** Whose site configuration named the outside site: its keys redeem */
  host: string;
  account_id: string;
  grant_id: string;
  sign_in: Buffer;
  expires_at: Date;
}

/** Of an organisation; a shared one is offered to all below it, counted within the scope of whoever opens it */
export interface OwnReport {
  id: GeneratedAlways<string>;
  org_id: string;
  org_code: string;
  title: string;
  about: Generated<string>;
  /** Who is counted at all: members in good standing, or everybody on the roll */
  people: string;
  is_shared: Generated<boolean>;
  /** As rules.own.ts writes them, with their version */
  columns: ColumnType<unknown, string, string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: string;
  updated_at: Generated<Date>;
  updated_by: string;
  deleted_at: Date | null;
}

/** 党小组 of a branch */
export interface PartyGroup {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  name: string;
  leader_id: string | null;
  /** From when its monthly meetings are owed; null: from the day it was entered */
  founded_on: string | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  erased_at: Date | null;
}

/** Who belongs to which 党小组: each person to one */
export interface PartyGroupPerson {
  member_id: string;
  group_id: string;
}

/** Numeric ids are the wire form of getInfo.permissions; keys are what endpoints name */
export interface Permission {
  id: number;
  key: string;
  name: string;
  /** May be given to roles that see the own record alone; all other rights need a subtree */
  personal: Generated<boolean>;
  /** Used above branches alone (党总支, committees): a role gives it nothing at a branch */
  above_branch: Generated<boolean>;
}

/** 申诉 against a line or 补记申请 (no line): 1 处理中, 2 采纳, 3 不采纳, 4 撤回; level 2 is the superior's */
export interface PointAppeal {
  id: Generated<string>;
  member_id: string;
  org_id: string;
  org_code: string;
  line_id: string | null;
  code: string;
  item_name: string;
  day: string;
  points: number;
  text: string;
  files: Generated<string[]>;
  level: Generated<number>;
  first_id: string | null;
  handler_id: string;
  state: Generated<number>;
  opinion: Generated<string>;
  decided_by: string | null;
  decided_name: Generated<string>;
  decided_at: Date | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  /** The matter on an approval process; null: the organisation answers by itself */
  instance_id: string | null;
}

/** Whose year is to be counted anew: written with each change of evidence, taken by the poster */
export interface PointDue {
  id: Generated<string>;
  member_id: string;
  year: number;
}

/** What happened, as the module that knows it wrote it down in its own transaction; points and assessment count it */
export interface PointEvidence {
  id: Generated<string>;
  source: string;
  /** The fact, unique to its source: written twice it stands once */
  subject: string;
  /** Whose it is; null: the organisation's alone */
  member_id: string | null;
  org_id: string;
  org_code: string;
  day: string;
  /** Times or hours, in hundredths */
  quantity: Generated<number>;
  title: string;
  link: Generated<string>;
  /** Taken back: it counts no more and stays readable */
  gone: Generated<boolean>;
  written_at: Generated<Date>;
}

/** 免考 of a person for a year: apart in every rank, outside means */
export interface PointExempt {
  id: Generated<string>;
  member_id: string;
  org_id: string;
  org_code: string;
  year: number;
  reason: string;
  created_at: Generated<Date>;
  created_by: string;
  ended_at: Date | null;
  ended_by: Generated<string>;
}

/** Entered by hand, counted once a second person has confirmed: 0 待确认, 1 已确认, 2 不同意, 3 已撤回 */
export interface PointHand {
  id: Generated<string>;
  member_id: string;
  org_id: string;
  org_code: string;
  item_code: string;
  item_name: string;
  day: string;
  quantity: number;
  reason: string;
  files: Generated<string[]>;
  state: Generated<number>;
  entered_by: string;
  entered_name: string;
  decided_by: string | null;
  decided_name: Generated<string>;
  opinion: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  decided_at: Date | null;
}

/** What counts, in hundredths of a point a time or hour; caps by the day of the evidence */
export interface PointItem {
  id: Generated<string>;
  set_id: string;
  sort: Generated<number>;
  /** Stays when a set is written anew, so that the caps of a year go on */
  code: string;
  dimension: string;
  name: string;
  minus: Generated<boolean>;
  value: number;
  /** The evidence that gives it; empty: entered by hand */
  source: Generated<string>;
  cap_day: number | null;
  cap_month: number | null;
  cap_year: number | null;
  once: Generated<boolean>;
  /** 1 骨干, 2 普通, 3 流动, 4 特殊; empty: everybody */
  classes: Generated<number[]>;
  paper: Generated<boolean>;
  /** Hundredths of a point: a fact that would give less gives nothing; null: everything counts */
  floor: number | null;
  /** A fact counts for so many months from its day, within its year; null: to the end of the year */
  months: number | null;
}

/** 积分明细, append-only: what was given for what, and why less; what was taken back stands as a line of its own */
export interface PointLine {
  id: Generated<string>;
  member_id: string;
  year: number;
  evidence_id: string | null;
  hand_id: string | null;
  appeal_id: string | null;
  item_id: string | null;
  code: string;
  dimension: string;
  name: string;
  minus: boolean;
  day: string;
  /** The month that it stands in: that of its day, or the open one once that was closed (补记) */
  month: string;
  late: Generated<boolean>;
  raw: number;
  /** Hundredths of a point, signed: what this line adds to the year */
  given: number;
  why: Generated<string>;
  org_id: string;
  org_code: string;
  made_at: Generated<Date>;
}

/** Of everybody with points or 免考 in a year; whoever has neither stands at the base and has no row */
export interface PointRank {
  member_id: string;
  year: number;
  org_code: string;
  /** point_score.plus less minus, in hundredths */
  net: number;
  /** 免考 */
  free: boolean;
  /** A member in good standing, as the ranks count them */
  counted: boolean;
}

/** Sums of the lines of a person's year; locked while it is counted */
export interface PointScore {
  member_id: string;
  year: number;
  plus: Generated<number>;
  minus: Generated<number>;
  counted_at: Generated<Date>;
}

/** 积分办法: 0 草稿, 1 已发布. A published one never changes; a later one of the same organisation holds from its day */
export interface PointSet {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  name: string;
  /** With what everybody begins a year, in hundredths of a point */
  base: Generated<number>;
  from_on: string;
  state: Generated<number>;
  published_at: Date | null;
  published_by: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** Sources whose earlier facts were taken up, each once */
export interface PointSourceTaken {
  source: string;
  rows: number;
  taken_at: Generated<Date>;
}

/** Up to which day a daily work over the points was done, so that each day is done once */
export interface PointSweep {
  name: string;
  day: string;
}

/** 政治生日祝福: whom the branch has greeted in which year */
export interface PoliticalGreeting {
  member_id: string;
  year: number;
  greeted_at: Generated<Date>;
  greeted_by: string;
}

/** A QR code on a login page. The uuid is shown to everybody; the token goes to the browser whose cookie hashes to browser_hash */
export interface QrLogin {
  uuid: string;
  browser_hash: Buffer;
  state: Generated<string>;
  /** Two digits on the computer; the phone offers choices and must pick this one */
  number: number;
  choices: number[];
  browser: Generated<string>;
  ip: Generated<string>;
  account_id: string | null;
  created_at: Generated<Date>;
  expires_at: Date;
  /** The phone's sign-in: when it ends before the computer has its token, the code ends with it */
  sign_in: Buffer | null;
}

/** 隔离文件: bytes lie in the store as a stored_file of kind files.quarantine with this row; a released one lets the same bytes in from then on */
export interface Quarantine {
  id: Generated<string>;
  account_id: string;
  account_name: string;
  org_code: string;
  name: string;
  /** As the scanner calls it */
  threat: string;
  sha256: Buffer;
  created_at: Generated<Date>;
  released_at: Date | null;
  released_by: string | null;
}

/** 试题: what is asked now; its full text is the version `number` */
export interface Question {
  id: Generated<string>;
  lib_id: string;
  number: Generated<number>;
  /** 1 单选, 2 多选, 3 判断, 4 填空, 5 简答 */
  kind: number;
  difficulty: number;
  stem: string;
  labels: Generated<string[]>;
  /** 待修订: the figures of the analysis that sent it back; empty: none did */
  to_mend: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
}

/** 题库: questions of an organisation that are kept together */
export interface QuestionLib {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  name: string;
  remark: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  erased_at: Date | null;
}

/** 试题的版本: once used in an exam it never changes, a correction becomes the next one */
export interface QuestionVersion {
  question_id: string;
  number: number;
  kind: number;
  stem: string;
  options: Generated<string[]>;
  /** Choices: places of the right options from 0; 判断: 1 or 0; 填空: of each blank its right answers, parted by |; 简答: what an answer should hold */
  key: Generated<string[]>;
  explanation: Generated<string>;
  difficulty: number;
  used_at: Date | null;
  written_at: Generated<Date>;
  written_by: Generated<string>;
  /** the stem as cleaned HTML where it is more than plain lines; empty: stem says all */
  rich: Generated<string>;
}

/** Fixed-window request counts, shared by all processes */
export interface RateWindow {
  bucket: string;
  started_at: Date;
  hits: number;
}

/** Ten codes that stand in for a lost phone, each once */
export interface RecoveryCode {
  account_id: string;
  code_mac: string;
  used_at: Date | null;
}

/** When work that recurs once a minute or less often last began, in whichever process */
export interface RecurringRun {
  name: string;
  last_at: Date;
}

/** The letter by which somebody was taken in at the counter: on paper from a committee outside, or one of this platform by its code */
export interface RelationArrival {
  transfer_id: string;
  outside_id: string | null;
  letter_id: string | null;
  /** The number as it stands on the letter; one letter takes one person in, once */
  letter_no: string;
  issued_on: string;
  /** Last valid day, included */
  valid_until: string;
  /** The day on which the letter was handed in */
  received_on: string;
  /** Month to which dues are paid by the letter, YYYY-MM */
  paid_to: string | null;
  created_at: Generated<Date>;
  created_by: Generated<string>;
}

/** Every step of a transfer, with the status before and after; never changed */
export interface RelationEvent {
  id: Generated<string>;
  transfer_id: string;
  at: Generated<Date>;
  act: string;
  before: number | null;
  after: number;
  org_name: Generated<string>;
  operator: Generated<string>;
  account_id: string | null;
  note: Generated<string>;
}

/** A line of such a sheet: due to be handed in, not readable, without a place yet, refused with the reason, or handed in */
export interface RelationGraduate {
  graduation_id: string;
  row_no: number;
  name: string;
  member_id: string | null;
  outside_name: Generated<string>;
  /** The receiving branch outside; of a roll from outside: the branch here */
  outside_branch: Generated<string>;
  state: string;
  note: Generated<string>;
  transfer_id: string | null;
  /** Without a place: until when the school keeps the membership, two years at most */
  keep_until: string | null;
  /** The job that tried the line last, so that one taken up again goes on with the next */
  job_id: string | null;
  /** What a roll from outside says of somebody, sealed until the person has come in */
  said_enc: Buffer | null;
}

/** A sheet of graduates whose membership leaves the school with them, or the document by which a whole organisation leaves, with its roll */
export interface RelationGraduation {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  kind: Generated<string>;
  file_name: string;
  /** Number of the document (文号); empty for graduates */
  document_no: Generated<string>;
  /** The organisation that leaves by the document; of one that comes in: under which, or into which branch, its people are taken */
  moved_org_id: string | null;
  reason: string;
  /** Of a document: its day */
  graduated_on: string;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  /** Of a document by which an organisation comes in: the committee outside that gave it away */
  outside_name: Generated<string>;
}

/** The way of a transfer: branch, committee, relays, receiving committee, receiving branch; whoever has one of them in scope sees it */
export interface RelationHop {
  id: Generated<string>;
  transfer_id: string;
  seq: number;
  /** Null: an organisation outside */
  org_id: string | null;
  org_code: string | null;
  org_name: Generated<string>;
  role: string;
  /** Branches and 党总支 pass on, committees decide; the receiving branch takes the person in */
  decides: boolean;
  state: Generated<string>;
  since: Date | null;
  account_id: string | null;
  operator: Generated<string>;
  done_at: Date | null;
  opinion: Generated<string>;
  urged_at: Date | null;
}

/** 组织关系介绍信; its number is gapless a committee and year, taken in the transaction that issues it; a void one keeps it */
export interface RelationLetter {
  id: Generated<string>;
  transfer_id: string;
  org_id: string;
  org_code: string;
  prefix: string;
  year: number;
  serial: number;
  /** ISO 7064 MOD 11,10 over year and serial */
  check_digit: number;
  to_name: string;
  days: number;
  issued_on: string;
  /** Last valid day, included */
  valid_until: string;
  paid_to: string | null;
  /** Fen */
  last_sum: string | null;
  receipt_no: Generated<string>;
  /** What stands on the letter beside the numbers of the person: name, sex, age, nation, category, branches */
  facts: ColumnType<unknown, string, string>;
  handler: string;
  replaces_id: string | null;
  voided_at: Date | null;
  void_reason: Generated<string>;
  printed: Generated<number>;
  printed_by: Generated<string>;
  printed_at: Date | null;
  created_at: Generated<Date>;
}

/** A signed message to or from another installation: a letter, its receipt, or that a letter was taken back */
export interface RelationMessage {
  id: Generated<string>;
  partner_id: string;
  /** The committee here that it is of */
  org_id: string;
  org_code: string;
  direction: string;
  kind: string;
  message_no: Generated<string>;
  /** The letter that a receipt answers or that is taken back */
  letter_id: string | null;
  /** The transfer here: of a letter that went out, or of the person whom one that came in has brought */
  transfer_id: string | null;
  /** In whose name the receipt of a letter is filed: whoever issued it */
  grant_id: string | null;
  body_enc: Buffer | null;
  /** SHA-256 of what was signed: the same number with other words is no repetition */
  body_hash: Buffer | null;
  state: string;
  note: Generated<string>;
  attempts: Generated<number>;
  next_at: Generated<Date>;
  created_at: Generated<Date>;
  done_at: Date | null;
}

/** Address book of party committees outside this platform: written as letters come and go, found while typing */
export interface RelationOutside {
  id: Generated<string>;
  /** The full name, as it stands on letters */
  name: string;
  /** Where the receipt is sent back to */
  address: Generated<string>;
  phone: Generated<string>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** A committee that works with another installation of the platform: letters go there and receipts come back by themselves */
export interface RelationPartner {
  id: Generated<string>;
  /** Full name of the committee, as transfers name it as their outside end */
  name: string;
  /** The committee here that takes in whom the partner sends */
  org_id: string;
  org_code: string;
  base_url: string;
  /** SM2 point of the other installation, 04 and 64 bytes, hex */
  public_key: string;
  enabled: Generated<boolean>;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** 党员证明信 of a member of org; its number is gapless an issuing organisation and year; a void one keeps it */
export interface RelationProof {
  id: Generated<string>;
  member_id: string;
  org_id: string;
  org_code: string;
  /** Who issued it */
  by_org_id: string;
  by_name: string;
  year: number;
  serial: number;
  to_name: string;
  reason: string;
  starts_on: string;
  ends_on: string;
  paid_to: string | null;
  /** What stands on it beside the numbers of the person: sex, age, nation, category, branch */
  facts: ColumnType<unknown, string, string>;
  issued_on: string;
  handler: string;
  voided_at: Date | null;
  voided_by: Generated<string>;
  void_reason: Generated<string>;
  printed: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
}

/** The last number of a 党员证明信 given out; taken in the issuing transaction */
export interface RelationProofSerial {
  org_id: string;
  year: number;
  last: number;
}

/** The last letter number given out; taken in the issuing transaction, so that no number is skipped */
export interface RelationSerial {
  org_id: string;
  year: number;
  last: number;
}

/** How a committee issues letters; no row: prefix from its short name, 30 and 90 days, open dues warn, no relays */
export interface RelationSetting {
  org_id: string;
  /** What stands before the year of a letter number: 峡临渡转 */
  prefix: Generated<string>;
  days_near: Generated<number>;
  days_far: Generated<number>;
  /** Open dues stop a submission instead of warning */
  dues_block: Generated<boolean>;
  /** Transfers of its members go by the organisations between the two committees as well */
  relays: Generated<boolean>;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** 组织关系转接 of one person; from or to null: that end is an organisation outside, named in outside_name */
export interface RelationTransfer {
  id: Generated<string>;
  member_id: string | null;
  kind: string;
  from_org_id: string | null;
  to_org_id: string | null;
  outside_name: Generated<string>;
  outside_branch: Generated<string>;
  /** 0 草稿 1 待转出审核 2 转接中 3 待接收 4 待编入支部 5 已接收 6 已完成 7 已超期 8 已退回 9 已撤销 */
  status: Generated<number>;
  /** The hop that it waits at; 0: none */
  at_seq: Generated<number>;
  reason: Generated<string>;
  applied_by: string | null;
  applied_name: Generated<string>;
  by_person: Generated<boolean>;
  /** 调整支部 between two branches of one scope: approved by who did it */
  on_the_spot: Generated<boolean>;
  checks: ColumnType<unknown, string | undefined, string>;
  returned_for: Generated<string>;
  undoes_id: string | null;
  undone_by_id: string | null;
  /** Until when: last valid day of the letter, a month for the receipt */
  due_on: string | null;
  submitted_at: Date | null;
  moved_at: Generated<Date>;
  completed_on: string | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  /** Code of the sending branch as the tree stands now, kept by triggers; null: outside */
  from_code: string | null;
  /** Code of the receiving branch, likewise */
  to_code: string | null;
  /** It leads out of a subtree whose code is longer than this, and stays inside every other one that holds an end */
  shared: GeneratedAlways<number>;
}

/** In which role somebody receives it: the file is counted in this role and its scope at that time */
export interface ReportReceiver {
  subscription_id: string;
  grant_id: string;
  /** When the owner was told that this role has ended; null: it has not, or not yet */
  ended_told_at: Date | null;
}

/** Of an organisation and of all below it that have no setting of their own */
export interface ReportSetting {
  org_id: string;
  /** [{key, shown, note}] in the order in which they are offered; a report that is not named follows, shown */
  reports: ColumnType<unknown, string, string>;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** A report that is sent at its time; of an organisation, which alone sees and stops it */
export interface ReportSubscription {
  id: GeneratedAlways<string>;
  org_id: string;
  org_code: string;
  /** In which role it was ordered; when that has ended it stops */
  grant_id: string;
  report_key: string;
  every: string;
  /** Beside those who are named, every worker of the organisations directly below at the time of sending */
  to_below: Generated<boolean>;
  next_on: string;
  last_at: Date | null;
  last_sent: Generated<number>;
  stopped_at: Date | null;
  stopped_by: Generated<string>;
  created_at: Generated<Date>;
  created_by: string;
}

/** Grows with every change of what any grant may do, and of whose it is, in which role and where */
export interface RightsVersion {
  is_only: Generated<boolean>;
  version: Generated<string>;
}

/** 角色; ids up to 99 are the platform's own, a deployment's begin at 100 */
export interface Role {
  id: number;
  name: string;
  /** subtree: works for the organisation and all below it; own: sees the own record alone */
  base: Generated<string>;
  description: Generated<string>;
  built_in: Generated<boolean>;
  /** A grant of a role that is not enabled opens no session and ends those that are open */
  enabled: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  /** Nothing is added to it or taken from it: not by its editor, not by groups, not for one person */
  fixed: Generated<boolean>;
}

/** permission_key may be *:*:* */
export interface RolePermission {
  role_id: number;
  permission_key: string;
  granted_at: Generated<Date>;
  granted_by: Generated<string>;
}

/** What a check finds at an organisation itself, those below it left out; nothing found: no row. Below zero where a transfer that is seen at two organisations counts once above them */
export interface RuleCount {
  part: string;
  org_code: string;
  rule: string;
  n: number;
}

/** The day for which the kept counts of a part of the checks hold; another day counts everything anew */
export interface RuleDay {
  part: string;
  day: string;
}

/** Organisations at which a part of the checks is to be counted anew; an empty code: all of them */
export interface RuleDue {
  part: string;
  org_code: string;
}

/** rule_count added up to every organisation above, in the same transaction */
export interface RuleSum {
  part: string;
  org_code: string;
  rule: string;
  n: number;
}

/** SHA-256 of a token that is good once, for ten minutes: after the checks of a retrieval, of the own password, or of the own answers */
export interface SafeProof {
  proof_hash: Buffer;
  account_id: string;
  purpose: string;
  expires_at: Date;
}

/** When the last hour's answers to secret questions were tried, by account or by address (keyed hash): five an hour */
export interface SafeTry {
  who: Buffer;
  tried: Date[];
}

/** A list's filters, sort and columns under a name; org_id set: shared with the workers of that organisation */
export interface SavedView {
  id: Generated<string>;
  account_id: string;
  org_id: string | null;
  page: string;
  name: string;
  query: string;
  sort: Generated<number>;
  created_at: Generated<Date>;
}

/** Who need not report (免报), with the reason and the last day; ended ones are the history */
export interface SbdExemption {
  id: Generated<string>;
  member_id: string;
  reason: string;
  until_on: string | null;
  ended_on: string | null;
  end_note: Generated<string>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** What somebody who has reported does there: 1 a post, 2 the emergency team; ended rows are the history */
export interface SbdJob {
  id: Generated<string>;
  report_id: string;
  kind: number;
  /** A value of dictionary 0090 */
  post: Generated<string>;
  note: Generated<string>;
  from_on: string;
  to_on: string | null;
  end_note: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** A report of an organisation to a community: 0 待审, 1 已接受, 2 退回, 3 已结束, 4 已撤回 */
export interface SbdPair {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation that reports; a move rewrites it */
  org_code: string;
  community_id: string;
  status: Generated<number>;
  /** Who is called at the unit, with phone: the organisation's own, as its page shows it */
  contact: string;
  phone: string;
  /** Values of dictionary 0090 */
  posts: string[];
  offers: string;
  asked_by: string | null;
  asked_name: Generated<string>;
  decided_on: string | null;
  decided_name: Generated<string>;
  reason: Generated<string>;
  ended_on: string | null;
  end_note: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** Whether an organisation receives reports, where that was said; else whoever has a community or village as unit */
export interface SbdReceiver {
  org_id: string;
  receives: boolean;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** A report of a member to a community: 0 待审, 1 已报到, 2 退回, 3 迁出, 4 已撤回 */
export interface SbdReport {
  id: Generated<string>;
  member_id: string;
  /** The party organisation of the community; the branch is that of the person now */
  org_id: string;
  org_code: string;
  status: Generated<number>;
  residence: string;
  quarter: Generated<string>;
  /** Values of dictionary 0090 */
  posts: string[];
  skills: Generated<string>;
  /** 1 工作日白天, 2 工作日晚间, 3 周末, 4 节假日, 5 应急随叫随到 */
  times: number[];
  /** 1 by the person, 2 by the branch */
  source: number;
  asked_by: string | null;
  asked_name: Generated<string>;
  decided_on: string | null;
  decided_name: Generated<string>;
  reason: Generated<string>;
  ended_on: string | null;
  end_note: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  /** Where the person works, as the slip says; the roll stays as it is */
  office: Generated<string>;
  office_post: Generated<string>;
}

/** Rules of 双报到 from a day on; the row without an organisation is for all that have said nothing, themselves or above */
export interface SbdRule {
  id: Generated<string>;
  org_id: string | null;
  org_code: string;
  from_on: string;
  /** Values of dictionary 0008 of those who have to report */
  occupations: number[];
  /** Years, both included; whose birth date is not known is of that age */
  youngest: number | null;
  eldest: number | null;
  report_days: number;
  goal_hours: number;
  /** Hours within a year from which on somebody has one star to five */
  star_hours: number[];
  no_show_times: number;
  no_show_months: number;
  no_show_days: number;
  created_at: Generated<Date>;
  created_by: Generated<string>;
}

/** When somebody who has not reported was urged last: once a week */
export interface SbdUrge {
  member_id: string;
  urged_on: string;
  urged_by: Generated<string>;
}

/** 培训班 of a party school or any organisation */
export interface SchoolClass {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  title: string;
  intro: Generated<string>;
  place: Generated<string>;
  quota: number;
  starts_on: string;
  ends_on: string;
  nominate_by: string | null;
  /** Its hours are those of a 集中培训 */
  central: Generated<boolean>;
  course_ids: Generated<string[]>;
  exam_id: string | null;
  /** Per cent of the lessons */
  need_attendance: Generated<number>;
  /** Class hours of lessons attended and courses finished */
  need_hours: Generated<number>;
  /** Points out of a hundred; asked where the class has an exam */
  need_score: Generated<number>;
  certificate: Generated<boolean>;
  /** 0 草稿 1 推荐学员 2 开班 3 已结业 4 已取消 */
  state: Generated<number>;
  ended_for: Generated<string>;
  finished_at: Date | null;
  finished_by: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** The timetable of a class; who came stands on the attendance sheet schoolLesson */
export interface SchoolLesson {
  id: Generated<string>;
  class_id: string;
  starts_at: Date;
  ends_at: Date;
  title: string;
  teacher: Generated<string>;
  place: Generated<string>;
}

/** Organisations that nominate for a class, each up to so many people of its subtree */
export interface SchoolNominator {
  class_id: string;
  org_id: string;
  org_code: string;
  places: number;
}

/** Who is nominated for, and who attends, a class */
export interface SchoolPerson {
  id: Generated<string>;
  class_id: string;
  member_id: string;
  /** Null: put on the list by the organiser */
  nominator_id: string | null;
  /** 0 待同意 1 学员 2 未同意 3 已退出 */
  state: Generated<number>;
  reason: Generated<string>;
  nominated_by: Generated<string>;
  nominated_at: Generated<Date>;
  decided_by: Generated<string>;
  decided_at: Date | null;
  passed: boolean | null;
  /** What was lacking at graduation, in words; empty where passed */
  lacks: Generated<string>;
}

/** 数据大屏: a wall and its address; of the deployment, not of an organisation */
export interface Screen {
  id: Generated<string>;
  name: string;
  /** 1 opens at once, 2 asks for a street, 3 for a branch, 5 for a member (specification, section 4) */
  type: Generated<number>;
  /** A path of the product or an address on an origin that the site allows */
  jump_url: string;
  /** Drawn by the product itself: it can be renamed, not deleted */
  built_in: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  erased_at: Date | null;
}

/** Three numbers of safeCenter/contract.ts QUESTIONS, in the order in which their answers were hashed together */
export interface SecretQuestion {
  account_id: string;
  questions: number[];
  /** Argon2id of the three normalised answers as one text: none of them can be guessed alone */
  answers_hash: string;
  updated_at: Generated<Date>;
}

/** 本人修改信息 */
export interface SelfEdit {
  id: Generated<string>;
  member_id: string;
  account_id: string;
  /** Sealed while it waits: by field the value that stood and the one proposed */
  values_enc: Buffer | null;
  /** By field: old and new as they are shown (phones masked), and whether it was accepted */
  fields: ColumnType<unknown, string, string>;
  note: Generated<string>;
  state: Generated<string>;
  reviewer_org_id: string;
  proposed_at: Generated<Date>;
  decided_by_name: string | null;
  decided_at: Date | null;
  decision: Generated<string>;
}

/** Unexpected throws by day; what each one said stands in the server's output */
export interface ServerFault {
  day: string;
  /** A route's template, a kind of job, or process: a throw that nobody heard */
  place: string;
  /** The kind of the error; never its sentence, which may quote what was typed */
  error: string;
  hits: number;
  last_at: Date;
}

/** An activity of volunteers: 0 草稿, 1 已发布, 3 已结束, 4 已取消; 2 进行中 is a matter of the clock */
export interface ServiceActivity {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  /** 1 双报到活动, 2 志愿服务活动 */
  kind: number;
  state: Generated<number>;
  title: string;
  /** A value of dictionary 0090 */
  post: string;
  place: string;
  lng: number | null;
  lat: number | null;
  starts_at: Date;
  ends_at: Date;
  closes_at: Date;
  quota: number;
  hours: string;
  /** 1 本组织及下级党员, 报到到本地的党员和结对组织的党员; 2 全体党员 */
  audience: number;
  /** Signing up waits for the organisation */
  audited: Generated<boolean>;
  content: string;
  contact: string;
  phone: string;
  cover: Generated<string>;
  secret: Buffer;
  published_at: Date | null;
  published_by: Generated<string>;
  reason: Generated<string>;
  /** Signings-up that wait; kept by the trigger of service_signup, as are taken and came */
  asked: Generated<number>;
  /** Seats that are held: those that wait for the organisation, those accepted, those offered */
  taken: Generated<number>;
  came: Generated<number>;
  /** 0 未报, 1 待审, 2 已认定, 3 退回 */
  hours_state: Generated<number>;
  hours_asked_by: string | null;
  hours_asked_name: Generated<string>;
  hours_asked_at: Date | null;
  hours_decided_on: string | null;
  hours_decided_name: Generated<string>;
  hours_reason: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  erased_at: Date | null;
  /** Who waits for a seat and has none offered; kept by the trigger of service_signup */
  queued: Generated<number>;
}

/** An emergency call: 1 进行中, 2 已结束 */
export interface ServiceCall {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  /** Who was called, in words: the team, a group, a quarter */
  called: string;
  title: string;
  content: string;
  place: string;
  is_drill: boolean;
  state: Generated<number>;
  end_note: Generated<string>;
  ended_at: Date | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

export interface ServiceCallPerson {
  id: Generated<string>;
  call_id: string;
  member_id: string;
  /** 0 未答, 1 能到, 2 不能到 */
  answer: Generated<number>;
  answered_at: Date | null;
  arrived_at: Date | null;
  /** 0 waits, 1 handed to the gateway, 2 there is no number, 3 not taken */
  sms_state: Generated<number>;
}

/** Minutes of service as they were posted: 1 计入, 2 冲销. Only added to; a person's sum is that of the entries */
export interface ServiceEntry {
  id: Generated<string>;
  signup_id: string;
  activity_id: string;
  member_id: string;
  kind: number;
  minutes: number;
  /** The day of the activity while its quarter is open, else the day of the entry: a closed quarter does not change */
  posted_on: string;
  note: Generated<string>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
}

/** The 反馈单 of a quarter, by unit and place: 0 未签收, 1 已签收 by the place, 2 回执已收 by the unit */
export interface ServiceFeedback {
  id: Generated<string>;
  /** The place; the unit is unit_id */
  org_id: string;
  org_code: string;
  unit_id: string;
  year: number;
  quarter: number;
  state: Generated<number>;
  /** Of the unit, whoever had reported to the place or served there */
  people: Generated<number>;
  served: Generated<number>;
  minutes: Generated<number>;
  times: Generated<number>;
  absences: Generated<number>;
  /** Needs that they finished and that have stars; stars is their sum */
  needs: Generated<number>;
  stars: Generated<number>;
  /** Values of dictionary 0090: of the activities and of the posts held */
  posts: Generated<string[]>;
  drafted_on: string;
  signed_on: string | null;
  signed_by: string | null;
  signed_name: Generated<string>;
  word: Generated<string>;
  received_on: string | null;
  received_name: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

export interface ServiceFeedbackPerson {
  id: Generated<string>;
  feedback_id: string;
  member_id: string;
  minutes: number;
  times: number;
  absences: number;
}

/** The quarters whose slips have been drafted, by their first day: each once */
export interface ServiceFeedbackRound {
  from_on: string;
  slips: Generated<number>;
  created_at: Generated<Date>;
}

/** The grade of a year: 1 好, 2 较好, 3 一般, 4 差; of a person by the report, of a unit by the pair, whose place gives it */
export interface ServiceGrade {
  id: Generated<string>;
  report_id: string | null;
  pair_id: string | null;
  year: number;
  grade: number;
  word: string;
  graded_on: string;
  graded_name: Generated<string>;
}

/** A member who runs the sign-in of an organisation's activities from one day to another; no role and no right goes with it */
export interface ServiceKeeper {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation; a move rewrites it */
  org_code: string;
  member_id: string;
  from_on: string;
  to_on: string;
  note: Generated<string>;
  revoked_at: Date | null;
  revoked_by: Generated<string>;
  revoke_reason: Generated<string>;
  /** Its days are over, noted when the person is appointed again; whether it holds today is told by its days */
  is_past: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** A need: 0 待受理, 1 已上架, 2 已认领, 3 办理中, 4 待评价, 5 已办结, 6 退回, 7 撤销 */
export interface ServiceNeed {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  /** 1 微心愿, 2 求助, 3 服务项目 */
  kind: number;
  /** 1 by a resident with the code of the place, 2 by a worker */
  source: number;
  state: Generated<number>;
  title: string;
  content: string;
  amount: number | null;
  /** A value of dictionary 0090: who can do it */
  post: string;
  place: string;
  lng: number | null;
  lat: number | null;
  by_on: string;
  /** Of the ten signs by which the resident follows it */
  follow_hash: string;
  /** Whom it is about: sealed, erased ninety days after the end */
  name_enc: Buffer | null;
  phone_enc: Buffer | null;
  phone_mask: Generated<string>;
  erased_at: Date | null;
  /** Sent to these for twenty-four hours; neither group nor unit: on the market */
  group_id: string | null;
  unit_id: string | null;
  sent_at: Date | null;
  taker_member_id: string | null;
  /** Whoever took it: a member, or a unit */
  taker_org_id: string | null;
  taken_at: Date | null;
  stepped_at: Date | null;
  outcome: Generated<string>;
  reason: Generated<string>;
  stars: number | null;
  /** 1 the resident, 2 the place */
  stars_by: number | null;
  stars_note: Generated<string>;
  /** One and two stars open a talk: 1 open, 2 held */
  talk_state: Generated<number>;
  talk_note: Generated<string>;
  ended_at: Date | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** What was done about a need, in order; the resident reads the words, never the name */
export interface ServiceNeedStep {
  id: Generated<string>;
  need_id: string;
  words: string;
  note: Generated<string>;
  by_name: string;
  created_at: Generated<Date>;
}

/** 结对: 0 待审, 1 结对中, 2 退回, 3 已结束, 4 已撤回 */
export interface ServicePair {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation that asks; a move rewrites it. The other end is read through its own row */
  org_code: string;
  /** The community or village, which decides */
  other_id: string;
  /** 1 党组织与社区（村）共建, 2 党员与困难家庭 */
  kind: number;
  member_id: string | null;
  person_name: Generated<string>;
  /** Encrypted for service_pair.id_card.<id> */
  id_card_enc: Buffer | null;
  id_card_mask: string | null;
  /** Encrypted for service_pair.phone.<id> */
  phone_enc: Buffer | null;
  phone_mask: string | null;
  address: Generated<string>;
  household: number | null;
  /** 1 因病, 2 因残, 3 因灾, 4 失业, 5 子女就学, 6 其他 */
  difficulty: number | null;
  content: string;
  contact: Generated<string>;
  contact_phone: Generated<string>;
  from_on: string;
  to_on: string;
  state: Generated<number>;
  asked_by: string | null;
  asked_name: Generated<string>;
  decided_on: string | null;
  decided_name: Generated<string>;
  reason: Generated<string>;
  ended_on: string | null;
  end_note: Generated<string>;
  /** Visits that stand; kept with last_visit_on by the trigger of service_visit */
  visits: Generated<number>;
  last_visit_on: string | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** Sums of service_entry, kept by settle_service_hours */
export interface ServicePerson {
  member_id: string;
  minutes: number;
  hours: GeneratedAlways<string | null>;
  times: number;
  last_on: string | null;
}

/** Hours as they were proven on paper: 1 of all years, 2 服务卡 of a year. It holds while no fewer are recognised */
export interface ServiceProof {
  id: Generated<string>;
  member_id: string;
  kind: number;
  year: number | null;
  minutes: number;
  times: number;
  issued_on: string;
  created_at: Generated<Date>;
  created_by: Generated<string>;
}

/** A residential quarter of a community (小区) */
export interface ServiceQuarter {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  name: string;
  address: Generated<string>;
  lng: number | null;
  lat: number | null;
  households: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** Who looks after a quarter (包联干部), from–to */
export interface ServiceQuarterCadre {
  id: Generated<string>;
  quarter_id: string;
  member_id: string;
  from_on: string;
  to_on: string | null;
  created_at: Generated<Date>;
  created_by: Generated<string>;
}

/** Somebody at an activity: 0 待审, 1 通过, 2 不通过, 3 候补, 4 已取消, 5 缺席 */
export interface ServiceSignup {
  id: Generated<string>;
  activity_id: string;
  member_id: string;
  /** Of the activity; a move rewrites it */
  org_code: string;
  state: Generated<number>;
  /** 1 by the person, 2 by the organisation */
  source: number;
  reason: Generated<string>;
  signed_at: Date | null;
  way: Generated<string>;
  late: Generated<boolean>;
  /** 0 none, 1 待审, 2 已认定, 3 不认定 */
  hours_state: Generated<number>;
  hours_note: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  left_at: Date | null;
  /** scan, proxy: said by the organiser; closed: nobody signed out, the end of the activity stands for it and is to be looked at (待核) */
  left_way: Generated<string>;
  /** The interval that is put before the auditor or recognised, in whole minutes */
  counted_from: Date | null;
  counted_to: Date | null;
  /** What the interval adds to the union of those recognised before it; kept by settle_service_hours */
  minutes: number | null;
  /** What was cut, in words; kept with minutes */
  overlap: Generated<string>;
  /** The order in which intervals were recognised: who came first keeps the minutes that two share */
  granted_at: Date | null;
  hours: GeneratedAlways<string | null>;
  /** The place in the waiting list; kept by order_service_seat */
  queued_at: Date | null;
  /** A free seat is kept for whoever waits until then, to be confirmed */
  offered_until: Date | null;
  /** When the person was asked, a day before, whether they come */
  asked_at: Date | null;
  /** The answer: 1 能到, 2 不能到 */
  coming: number | null;
  /** The day of an activity to which somebody with a seat did not come; seats of before this rule stay as they were */
  absent_on: string | null;
  objection: Generated<string>;
  /** 0 none, 1 waits for the organiser, 2 采纳, 3 不采纳 */
  objection_state: Generated<number>;
  objection_note: Generated<string>;
}

/** What was done of a pair; what was written by mistake is struck out, never deleted */
export interface ServiceVisit {
  id: Generated<string>;
  pair_id: string;
  visited_on: string;
  content: string;
  people: Generated<string>;
  files: Generated<string[]>;
  /** Which end wrote it; that one may strike it out */
  org_id: string;
  struck_at: Date | null;
  struck_by: Generated<string>;
  strike_reason: Generated<string>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
}

/** Opaque tokens, only their SHA-256; idle limit from seen_at, absolute limit expires_at */
export interface Session {
  token_hash: Buffer;
  account_id: string;
  grant_id: string;
  device: Generated<string>;
  ip: Generated<string>;
  created_at: Generated<Date>;
  seen_at: Generated<Date>;
  expires_at: Date;
  /** Hash of the first token of this sign-in; signing out ends all sessions that share it */
  sign_in: Buffer;
  id: GeneratedAlways<string>;
  /** How it was signed in, in Chinese words */
  way: Generated<string>;
  /** Browser and system in Chinese words */
  agent: Generated<string>;
  /** The site requires a second factor which the account has not set up yet */
  must_enrol: Generated<boolean>;
  /** Ended by a sign-in elsewhere; the row stays to say so (body code 800) */
  ended_at: Date | null;
}

/** Keys of the values in audit_log.changes, one a person and one a sub-record */
export interface ShredKey {
  owner_type: string;
  owner_id: string;
  /** 16 bytes; null: destroyed with its owner, and never made again */
  key: Buffer | null;
}

/** Per-host configuration; host * is the default */
export interface SiteConfig {
  host: string;
  data: ColumnType<unknown, string, string>;
  version: Generated<number>;
  updated_at: Generated<Date>;
  /** JSON of the keys, sealed for this host; never sent to a page */
  secrets_enc: Buffer | null;
  updated_by: Generated<string>;
}

/** A code of six digits, good in the browser that asked for it alone; a row is made for unknown names too */
export interface SmsCode {
  /** SHA-256 of the cookie that the asking browser got */
  request_hash: Buffer;
  purpose: string;
  login_index: Buffer;
  /** Keyed, so that a dump does not give the code away */
  code_mac: string;
  tries: Generated<number>;
  expires_at: Date;
}

/** What was asked to be sent in the last day: the limits count these rows */
export interface SmsMessage {
  id: GeneratedAlways<string>;
  /** Keyed hash of the phone number, or of the login name where there is no number */
  number_index: Buffer;
  number_mask: string | null;
  purpose: string;
  /** The address that asked; of an IPv6 address its first 64 bits, which one line holds */
  ip: string;
  /** none: there is no such account or it has no number; nothing was sent */
  state: string;
  created_at: Generated<Date>;
  /** Asked from a device on which this login name has signed in, or within its session: counted apart from strangers */
  known: Generated<boolean>;
}

/** 专项活动: a campaign of an organisation; draft, published, ended, withdrawn */
export interface SpecialActivity {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation that started it; a move rewrites it */
  org_code: string;
  title: string;
  kind: string;
  starts_on: string;
  ends_on: string;
  /** HTML by the profile of the house */
  content: string;
  /** A picture among the files of the activity; empty: none */
  poster: Generated<string>;
  files: Generated<string[]>;
  state: Generated<string>;
  /** Why it was ended, taken up again or withdrawn */
  reason: Generated<string>;
  published_at: Date | null;
  published_by: Generated<string>;
  /** The number of the last certificate */
  serial: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Taken out of the recycle bin for good */
  erased_at: Date | null;
}

/** 证书: that an organisation finished an activity, or (member_id) that somebody of it took part */
export interface SpecialCertificate {
  id: Generated<string>;
  activity_id: string;
  org_id: string;
  /** Of the organisation that it was given to; a move rewrites it */
  org_code: string;
  member_id: string | null;
  /** Who it names, as at the day of issue */
  name: string;
  title: string;
  issuer: string;
  number: string;
  issued_on: Generated<string>;
  issued_by: string;
  revoked_at: Date | null;
  revoked_by: Generated<string>;
  reason: Generated<string>;
}

/** Each time that a material was handed in, with what was decided on it */
export interface SpecialHandIn {
  id: Generated<string>;
  material_id: string;
  content: string;
  files: Generated<string[]>;
  is_late: boolean;
  handed_at: Generated<Date>;
  handed_by: string;
  decision: Generated<string>;
  opinion: Generated<string>;
  decided_at: Date | null;
  decided_by: Generated<string>;
}

/** 附件资料目录: what each organisation of an activity hands in, and by when */
export interface SpecialItem {
  id: Generated<string>;
  activity_id: string;
  name: string;
  note: Generated<string>;
  due_on: string;
  required: boolean;
}

/** 附件: one item of one organisation. open 待上传, asked 待审核, returned 已退回, done 已通过, void 不再收 */
export interface SpecialMaterial {
  id: Generated<string>;
  part_id: string;
  item_id: string;
  state: Generated<string>;
  /** The day on which it was handed in last */
  handed_on: string | null;
  asked_by: string | null;
  asked_by_name: Generated<string>;
  /** The organisation before whose workers it was put */
  decider_org_id: string | null;
  decided_at: Date | null;
  decided_by: Generated<string>;
  opinion: Generated<string>;
  returns: Generated<number>;
  version: Generated<number>;
}

/** 参加组织: an organisation that an activity is for */
export interface SpecialPart {
  id: Generated<string>;
  activity_id: string;
  org_id: string;
  org_code: string;
  urged_at: Date | null;
  version: Generated<number>;
}

/** Who of an organisation took part, as it says itself; they get certificates */
export interface SpecialPerson {
  part_id: string;
  member_id: string;
}

/** Bytes lie under the data folder by id; who may read is asked of the kind's module */
export interface StoredFile {
  id: string;
  kind: string;
  row_id: string | null;
  org_code: string;
  account_id: string;
  name: string;
  mime: string;
  size: string;
  sha256: Buffer;
  created_at: Generated<Date>;
  expires_at: Date | null;
  /** A thumbnail and a zoom size lie beside the bytes */
  has_sizes: Generated<boolean>;
  /** Id under which the bytes lie, where they came with another file; null: under the own id. They are removed with the last file that has them */
  bytes_of: string | null;
}

/** A row of a tab of a person's or an organisation's record. It has no organisation code: it lies in the scope where its owner does */
export interface SubRecord {
  id: Generated<string>;
  /** family, rewar, …: the kinds declared in the contracts, each with its fields */
  kind: string;
  member_id: string | null;
  org_id: string | null;
  /** The field that names the row in the log and in the recycle bin */
  title: string;
  /** The day by which the rows of a kind are ordered, the newest first; empty without one */
  ordered_by: Generated<string>;
  /** The declared fields by their wire names; text, number or null */
  fields: ColumnType<unknown, string, string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  erased_at: Date | null;
  created_by_id: string | null;
  /** The import that wrote the row; null for one that was typed */
  batch_id: string | null;
  /** The place among its owner's rows of the kind, as somebody ordered them; null: by the day, before the ordered ones */
  place: number | null;
  /** stored_file, in the order of the form; kind member.record or org.record */
  files: Generated<string[]>;
}

/** 轮播图: a picture that the subtree of an organisation sees between two days */
export interface Swiper {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  title: string;
  /** What the picture shows, for those who cannot see it */
  alt: string;
  /** stored_file; a new picture is a new file, so that browsers may keep each for ever */
  file_id: string;
  /** A path of the product (/news) or an address on an origin that the site allows; empty: none */
  link: Generated<string>;
  /** First day by the calendar of the deployment; null: at once */
  starts_on: string | null;
  ends_on: string | null;
  sort: Generated<number>;
  enabled: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  /** The article that it leads to: it goes when that is withdrawn, and ends with its last day */
  article_id: string | null;
}

/** 届期延长的申请: until when a term may last, asked by its organisation, decided by one above */
export interface TermExtension {
  id: Generated<string>;
  term_id: string;
  /** The last day of the term once it is approved */
  until: string;
  reason: string;
  files: Generated<string[]>;
  /** withdrawn: by whoever asked, before it was decided; lapsed: nobody decides it any more, the term was renewed or deleted before */
  state: Generated<string>;
  asked_by: string;
  asked_by_name: string;
  asked_at: Generated<Date>;
  decided_by: string | null;
  decided_by_name: Generated<string>;
  /** Name of the organisation whose worker decided */
  decided_org: Generated<string>;
  decided_at: Date | null;
  opinion: Generated<string>;
}

/** 词库: one set for the whole deployment */
export interface TextWord {
  id: Generated<string>;
  /** 1 禁止: nothing with it is published; 2 提醒: whoever publishes is asked once; 3 规范表述: to be written as proper says */
  kind: number;
  word: string;
  /** As texts are compared: small letters, half width, without gaps and unseen signs */
  folded: string;
  proper: Generated<string>;
  note: Generated<string>;
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  /** The version with which the texts that stand already were searched */
  scanned_version: Generated<number>;
}

/** 待办: for whoever holds role_id at org_id, or for one account */
export interface Todo {
  id: Generated<string>;
  role_id: number;
  org_id: string;
  org_code: string;
  account_id: string | null;
  module: string;
  title: string;
  detail: Generated<string>;
  act: Generated<string>;
  jump_url: string;
  due_on: string | null;
  /** What it is about, e.g. term:17; one open to-do a subject and organisation */
  subject: string;
  created_at: Generated<Date>;
  done_at: Date | null;
  /** When whoever asked last urged what waits; null: never */
  urged_at: Date | null;
  /** Name of whoever asks; empty: it follows from the records */
  asked_by: Generated<string>;
  /** The organisation that asks, or whose matter it is; null: the own */
  from_org_id: string | null;
}

/** 稍后提醒: an account does not see the to-do before this day; others who share it do */
export interface TodoLater {
  account_id: string;
  todo_id: string;
  until: string;
}

/** 优秀案例: one of a material; asked, published or returned; recalled by whoever asked, withdrawn by whoever evaluates; those three may be asked for again */
export interface TrinityCase {
  id: Generated<string>;
  score_id: string;
  evaluation_id: string;
  /** Whose material it is */
  org_id: string;
  /** Of the organisation; a move rewrites it */
  org_code: string;
  title: string;
  summary: string;
  /** Of the files of the material, those that are shown */
  files: Generated<string[]>;
  state: string;
  /** Who proposed it; null: whoever evaluates took it */
  asked_by: string | null;
  asked_by_name: Generated<string>;
  asked_at: Generated<Date>;
  /** The organisation before whose workers it was put */
  decider_org_id: string | null;
  decided_by: Generated<string>;
  decided_at: Date | null;
  /** Why it was returned or withdrawn */
  reason: Generated<string>;
  version: Generated<number>;
}

/** What happened to a score, in order: only added to */
export interface TrinityEntry {
  id: Generated<string>;
  score_id: string;
  act: string;
  old: number | null;
  new: number | null;
  text: Generated<string>;
  org_name: string;
  made_by: string;
  made_at: Generated<Date>;
}

/** 考评 of an organisation for some below it; draft, open, closed */
export interface TrinityEvaluation {
  id: Generated<string>;
  org_id: string;
  /** Of the organisation; a move rewrites it */
  org_code: string;
  name: string;
  /** What the scheme is called: 三位一体, 述职评议考核 */
  scheme: string;
  year: number;
  /** 1 county, 2 township */
  level: number;
  starts_on: string;
  ends_on: string;
  note: Generated<string>;
  /** Best first: label, and from which total (hundredths) it begins; the last begins at 0 */
  grades: ColumnType<unknown, string | undefined, string>;
  state: Generated<string>;
  /** Why its last day was moved, or a score corrected after it was closed */
  reason: Generated<string>;
  opened_at: Date | null;
  opened_by: Generated<string>;
  closed_at: Date | null;
  closed_by: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Taken out of the recycle bin for good */
  erased_at: Date | null;
}

/** The tree of an evaluation: parts (板块, without a parent) with their items, whose maxima are 100 together */
export interface TrinityItem {
  id: Generated<string>;
  evaluation_id: string;
  parent_id: string | null;
  title: string;
  /** Of a part: the organisation that reviews it; null: the one that evaluates */
  reviewer_id: string | null;
  standard: Generated<string>;
  kind: Generated<number>;
  /** Maximum, hundredths of a point */
  points: Generated<number>;
  /** 1 自动核查, 2 材料评审, 3 直接评分 (integral) */
  method: number | null;
  check_code: Generated<string>;
  breach: Generated<number>;
  cap: Generated<number>;
  submit: Generated<number>;
  inspection: Generated<number>;
  sort: number;
}

/** Meetings of 组织生活 that a unit gives as material (data records of type 1), with title and day as they were then */
export interface TrinityRecord {
  score_id: string;
  meeting_id: string;
  title: string;
  held_on: string;
}

/** One item of one unit, of a month (0: the whole time). state -1 未开始, 0 已保存, 1 已提交; review 0 待审核, 1 通过, 2 不通过; hundredths */
export interface TrinityScore {
  id: Generated<string>;
  evaluation_id: string;
  item_id: string;
  unit_id: string;
  month: Generated<number>;
  /** The day by which it is handed in; later, it is marked as late until the evaluation ends */
  due_on: string;
  state: Generated<number>;
  review: Generated<number>;
  content: Generated<string>;
  files: Generated<string[]>;
  self: number | null;
  breaches: number | null;
  suggested: number | null;
  final: number | null;
  opinion: Generated<string>;
  handed_on: string | null;
  asked_by: string | null;
  asked_by_name: Generated<string>;
  /** The organisation before whose workers it was put */
  decider_org_id: string | null;
  decided_at: Date | null;
  decided_by: Generated<string>;
  version: Generated<number>;
}

/** 考核单位: an organisation that is evaluated, in the group within which it is ranked */
export interface TrinityUnit {
  id: Generated<string>;
  evaluation_id: string;
  org_id: string;
  org_code: string;
  group_name: string;
  /** Per cent by which its points count; what comes of it is 100 at most */
  weight: number;
  /** Hundredths; total, grade (place in grades) and place are written when the evaluation is closed */
  total: number | null;
  grade: number | null;
  place: number | null;
  urged_at: Date | null;
}

/** Who was there, and when; in_since: is there now */
export interface TvPerson {
  session_id: string;
  member_id: string;
  present: Generated<string>;
  in_since: Date | null;
}

/** 远教场次: one open at a time at a site */
export interface TvSession {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  title: string;
  videos: string[];
  secret: Buffer;
  started_at: Generated<Date>;
  started_by: Generated<string>;
  ended_at: Date | null;
  /** When the player last said that it plays; null: it stands */
  beat_at: Date | null;
  /** When something was played, by the database's clock */
  played: Generated<string>;
}

/** 党组织所在单位 */
export interface Unit {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  name: string;
  /** 统一社会信用代码, GB 32100; each once among the units that are not deleted */
  credit_code: string | null;
  /** Dictionary 0011 */
  nature: string;
  /** 法人单位标识 */
  is_legal: Generated<boolean>;
  /** 在岗职工人数 */
  staff_count: number | null;
  address: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  deleted_at: Date | null;
  /** Taken out of the recycle bin for good, people and phones destroyed */
  erased_at: Date | null;
  /** Dictionary 0014 建立党组织情况 */
  establishment: string | null;
  /** Dictionary 0015 企业规模, enterprises only */
  scale: string | null;
  /** Dictionary 0016 控股情况, enterprises only */
  holding: string | null;
  /** Dictionary 0017 隶属关系, GB/T 12404 */
  affiliation: string | null;
  industry: Generated<string>;
  /** 单位负责人 */
  manager: Generated<string>;
  phone: Generated<string>;
  name_grams: Generated<string[]>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Of the name, without tones and gaps; null until the server has written it */
  pinyin: string | null;
  initials: string | null;
  /** Dictionary 0018 建立党组情况 */
  leading_group: string | null;
  /** It has no 统一社会信用代码, which is more than that none is filled in */
  no_code: Generated<boolean>;
}

/** A backup or a restore drill that has ended, by the schedule or by hand */
export interface UpkeepRun {
  id: Generated<string>;
  kind: string;
  succeeded: boolean;
  /** The folder of the backup among the others */
  name: Generated<string>;
  /** What it did, or why it failed, as a sentence */
  outcome: string;
  facts: ColumnType<unknown, string | undefined, string>;
  began_at: Date;
  ended_at: Generated<Date>;
}

/** A file that comes in chunks; one that is not finished within a day is swept */
export interface Upload {
  id: string;
  account_id: string;
  org_code: string;
  name: string;
  size: string;
  /** MD5 of the first 10 MiB as the page says it: finds an upload again, proves nothing */
  file_md5: string;
  chunk_size: number;
  formats: string;
  /** merging: one call is at it since touched_at; after ten minutes another may begin anew */
  state: Generated<string>;
  file_id: string | null;
  file_type: Generated<string>;
  created_at: Generated<Date>;
  touched_at: Generated<Date>;
}

/** A chunk that has arrived; its bytes lie in the store under key */
export interface UploadPart {
  upload_id: string;
  no: number;
  size: number;
  sha256: Buffer;
  /** Where the bytes lie in the store; new at each sending */
  key: string;
}

/** Grants in which somebody can work now */
export interface UsableGrant {
  id: string | null;
  account_id: string | null;
  account_name: string | null;
  login_mask: string | null;
  member_id: string | null;
  role_id: number | null;
  role_name: string | null;
  base: string | null;
  org_id: string | null;
  org_code: string | null;
  org_name: string | null;
  granted_at: Date | null;
  granted_by: string | null;
}

/** Codes and tickets of other platforms that were taken once; a second time none is worth anything */
export interface UsedLoginCode {
  way: string;
  code_hash: Buffer;
  used_at: Generated<Date>;
}

export interface UsedNonce {
  nonce: Buffer;
  expires_at: Date;
}

/** 用户组: accounts that are given rights together. The rights hold where a member's active grant stands at org_id or below */
export interface UserGroup {
  id: Generated<string>;
  name: string;
  description: Generated<string>;
  org_id: string;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
}

export interface UserGroupMember {
  group_id: string;
  account_id: string;
  added_at: Generated<Date>;
  added_by: Generated<string>;
}

/** Counts only while user_group.deleted_at is null */
export interface UserGroupRight {
  group_id: string;
  permission_key: string;
}

/** 用户类型: a named kind of user; its role and rights are offered when an account of the type is made */
export interface UserType {
  id: Generated<string>;
  code: string;
  name: string;
  role_id: number;
  description: Generated<string>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
}

/** Rights beside the role's own that an account of the type is offered; they hold only once given to a grant */
export interface UserTypeRight {
  type_id: string;
  permission_key: string;
}

/** 核验码: one a paper's row, printed on it */
export interface VerifyCode {
  /** Eleven random signs and one that follows from them */
  code: string;
  /** Whose paper it is, as the module announces it: module.noun */
  kind: string;
  /** The row that the module looks up when the code is read */
  subject_id: string;
  made_at: Generated<Date>;
}

/** 学习视频: of the organisation of its unit */
export interface Video {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  unit_id: string;
  title: string;
  intro: Generated<string>;
  speaker: Generated<string>;
  year: number | null;
  cover: Generated<string>;
  file_id: string;
  /** Duration as the file itself says it */
  seconds: number;
  codec: Generated<string>;
  /** [{at: second, title}], the earliest first */
  chapters: ColumnType<unknown, string | undefined, string>;
  /** WebVTT; empty: none */
  subtitles: Generated<string>;
  labels: Generated<string[]>;
  audience: Generated<string>;
  counts_hours: Generated<boolean>;
  /** Percent of the seconds that must be seen for the video to count as learned */
  share: Generated<number>;
  sort: Generated<number>;
  /** 0 草稿, 1 已发布, 2 已下架, 3 待审, 4 处理中 */
  state: Generated<number>;
  withdrawn_for: Generated<string>;
  published_at: Date | null;
  /** Accounts that ever began it */
  viewers: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
  deleted_at: Date | null;
  deleted_by: string | null;
  delete_reason: string | null;
  /** Whether ffmpeg was asked for a cover; whoever has no cover after that has none */
  cover_tried: Generated<boolean>;
}

/** Own notes at a second of a video, read by nobody else */
export interface VideoNote {
  id: Generated<string>;
  video_id: string;
  account_id: string;
  at: number;
  content: string;
  created_at: Generated<Date>;
}

/** One opening of a video; an account has one open play at a time */
export interface VideoPlay {
  id: Generated<string>;
  account_id: string;
  video_id: string;
  started_at: Generated<Date>;
  closed_at: Date | null;
  /** Numbers of the beats that were taken in */
  beats: Generated<string>;
  /** Seconds that its beats brought; never more than twice its age and five */
  taken: Generated<string>;
}

/** Which seconds of a video an account has seen in a year; what is seen again counts nothing */
export interface VideoSeen {
  video_id: string;
  account_id: string;
  year: number;
  ranges: Generated<string>;
  seconds: Generated<number>;
  position: Generated<number>;
  /** When the share that the video needs was reached */
  done_at: Date | null;
  updated_at: Generated<Date>;
}

/** 视频单元: an ordered series of videos of one organisation, 必修 or 选修 */
export interface VideoUnit {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  name: string;
  intro: Generated<string>;
  cover: Generated<string>;
  is_required: Generated<boolean>;
  sort: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** 软弱涣散 file of a town, street, village or community. 0 已列入, 1 整顿中, 2 申请销号, 3 已销号, 4 反弹 */
export interface WeakOrg {
  id: Generated<string>;
  org_id: string;
  org_code: string;
  year: number;
  /** Why it was listed: codes of CRITERIA, some found by the platform, some by people */
  criteria: string[];
  problems: string;
  state: Generated<number>;
  /** The county's leader in charge of it */
  leader: Generated<string>;
  /** The cadre stationed there */
  cadre: Generated<string>;
  measures: Generated<string>;
  due_on: string | null;
  files: Generated<string[]>;
  report: Generated<string>;
  reported_id: string | null;
  reported_by: Generated<string>;
  reported_at: Date | null;
  opinion: Generated<string>;
  decided_by: Generated<string>;
  decided_at: Date | null;
  closed_on: string | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
}

/** What happened to a file, in order */
export interface WeakStep {
  id: Generated<string>;
  weak_id: string;
  act: string;
  text: Generated<string>;
  made_by: string;
  made_at: Generated<Date>;
}

/** 工作日历 by year: days off, and weekends that are worked; a year that lacks counts Monday to Friday */
export interface WorkCalendar {
  year: number;
  /** YYYY-MM-DD */
  off: string[];
  work: string[];
  version: Generated<number>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** 抄送: who may read a matter without deciding on it */
export interface WorkflowCopy {
  instance_id: string;
  account_id: string;
  at: Generated<Date>;
}

/** 委托: somebody decides in the office of another one until a day, included */
export interface WorkflowDelegation {
  id: Generated<string>;
  from_account_id: string;
  grant_id: string;
  to_account_id: string;
  reason: string;
  until: string;
  created_at: Generated<Date>;
  ended_at: Date | null;
}

/** History of a matter as its participants read it; account_id null: the platform itself */
export interface WorkflowEvent {
  id: GeneratedAlways<string>;
  instance_id: string;
  at: Generated<Date>;
  kind: string;
  account_id: string | null;
  behalf_of: string | null;
  node_name: Generated<string>;
  detail: Generated<string>;
}

/** A matter on its way; every act locks its row first */
export interface WorkflowInstance {
  id: Generated<string>;
  process_id: string;
  number: number;
  kind: string;
  subject_id: string;
  title: string;
  /** Where the initiator worked when it was started: places of approvers are seen from there */
  org_id: string;
  org_code: string;
  /** The initiator, who never decides */
  account_id: string;
  role_id: number;
  facts: ColumnType<unknown, string, string>;
  /** Accounts that the initiator names, by node */
  chosen: ColumnType<unknown, string | undefined, string>;
  same_signer: boolean;
  state: Generated<string>;
  /** Where it is; empty when it is over */
  node_id: Generated<string>;
  /** Counts the openings of nodes; the tasks of the last one are current */
  round: Generated<number>;
  /** While it is returned: the node to which it comes straight back */
  resume_at: string | null;
  version: Generated<number>;
  urged_at: Date | null;
  started_at: Generated<Date>;
  changed_at: Generated<Date>;
  ended_at: Date | null;
  /** Accounts that never decide, besides the initiator: whoever has a part in what it is about */
  barred: Generated<string[]>;
}

/** 审批流程: how matters of one kind are approved at its organisation and below */
export interface WorkflowProcess {
  id: Generated<string>;
  /** A subject that a module has announced, e.g. matter */
  kind: string;
  name: string;
  description: Generated<string>;
  org_id: string;
  org_code: string;
  state: Generated<string>;
  /** The version that new matters take; null until the first is published */
  number: number | null;
  /** A definition as contract.definition.ts has it; may have faults */
  draft: ColumnType<unknown, string, string>;
  /** Of the draft: a save with an older one is refused */
  version: Generated<number>;
  created_at: Generated<Date>;
  created_by: Generated<string>;
  updated_at: Generated<Date>;
  updated_by: Generated<string>;
}

/** What one person, or one holder of a role, is to decide */
export interface WorkflowTask {
  id: Generated<string>;
  instance_id: string;
  node_id: string;
  node_name: string;
  round: number;
  place: number;
  /** The task of the approver who asked this one along and waits for it */
  parent_id: string | null;
  /** Null: whoever holds the role at the organisation */
  account_id: string | null;
  /** With org_id: in which office a named person decides, for the to-do and for deputies */
  role_id: number;
  org_id: string;
  state: string;
  /** False once the matter went back behind this decision */
  counts: Generated<boolean>;
  opened_at: Date | null;
  due_at: Date | null;
  reminded_at: Date | null;
  decided_by: string | null;
  /** Who was represented where a deputy decided */
  behalf_of: string | null;
  decided_at: Date | null;
  opinion: Generated<string>;
  created_at: Generated<Date>;
  /** Who asked this signer along (加签); null: the process did */
  asked_by: string | null;
}

/** Published versions; never changed, since matters under way keep theirs */
export interface WorkflowVersion {
  process_id: string;
  number: number;
  definition: ColumnType<unknown, string, string>;
  note: Generated<string>;
  published_at: Generated<Date>;
  published_by: Generated<string>;
}

export interface Database {
  account: Account;
  account_openid: AccountOpenid;
  account_request: AccountRequest;
  account_role: AccountRole;
  account_sheet_line: AccountSheetLine;
  account_totp: AccountTotp;
  activity_package: ActivityPackage;
  activity_package_use: ActivityPackageUse;
  annual_confirm: AnnualConfirm;
  annual_figure: AnnualFigure;
  annual_freeze: AnnualFreeze;
  annual_head: AnnualHead;
  annual_move: AnnualMove;
  annual_org: AnnualOrg;
  annual_person: AnnualPerson;
  annual_round: AnnualRound;
  archive_article: ArchiveArticle;
  archive_column: ArchiveColumn;
  archive_comment: ArchiveComment;
  archive_file_text: ArchiveFileText;
  archive_reach: ArchiveReach;
  archive_reader: ArchiveReader;
  archive_shown: ArchiveShown;
  archive_step: ArchiveStep;
  archive_version: ArchiveVersion;
  assess_cell: AssessCell;
  assess_change: AssessChange;
  assess_exemption: AssessExemption;
  assess_item: AssessItem;
  assess_month: AssessMonth;
  assess_plan: AssessPlan;
  assess_result: AssessResult;
  assess_year: AssessYear;
  attendance_person: AttendancePerson;
  attendance_sheet: AttendanceSheet;
  audit_log: AuditLog;
  audit_seal: AuditSeal;
  ballot: Ballot;
  ballot_cast: BallotCast;
  ballot_paper: BallotPaper;
  ballot_seal: BallotSeal;
  ballot_teller: BallotTeller;
  ballot_voter: BallotVoter;
  box_book: BoxBook;
  box_device: BoxDevice;
  box_event: BoxEvent;
  box_group: BoxGroup;
  box_honor: BoxHonor;
  box_insert: BoxInsert;
  box_insert_reach: BoxInsertReach;
  box_media: BoxMedia;
  box_play: BoxPlay;
  box_publicity: BoxPublicity;
  box_share: BoxShare;
  box_share_take: BoxShareTake;
  box_shown: BoxShown;
  box_slot: BoxSlot;
  box_span: BoxSpan;
  box_study: BoxStudy;
  box_ticket: BoxTicket;
  box_welcome: BoxWelcome;
  captcha: Captcha;
  circle_like: CircleLike;
  circle_mute: CircleMute;
  circle_post: CirclePost;
  circle_reply: CircleReply;
  circle_report: CircleReport;
  circle_rule: CircleRule;
  college_person: CollegePerson;
  college_promotion: CollegePromotion;
  college_promotion_person: CollegePromotionPerson;
  colour_freeze: ColourFreeze;
  colour_hand: ColourHand;
  colour_quarter: ColourQuarter;
  colour_rectification: ColourRectification;
  colour_scheme: ColourScheme;
  content_class: ContentClass;
  content_class_link: ContentClassLink;
  content_group: ContentGroup;
  content_group_member: ContentGroupMember;
  content_label: ContentLabel;
  content_label_keyword: ContentLabelKeyword;
  content_label_link: ContentLabelLink;
  course: Course;
  course_chapter: CourseChapter;
  course_done: CourseDone;
  course_person: CoursePerson;
  crypto_key: CryptoKey;
  data_centre_filing: DataCentreFiling;
  data_centre_fill: DataCentreFill;
  data_centre_round: DataCentreRound;
  data_centre_table: DataCentreTable;
  data_centre_version: DataCentreVersion;
  data_check_row: DataCheckRow;
  data_check_run: DataCheckRun;
  denied_count: DeniedCount;
  development_book_layout: DevelopmentBookLayout;
  development_correction: DevelopmentCorrection;
  development_file: DevelopmentFile;
  development_form: DevelopmentForm;
  development_handover: DevelopmentHandover;
  development_meeting: DevelopmentMeeting;
  development_note: DevelopmentNote;
  development_objection: DevelopmentObjection;
  development_paper: DevelopmentPaper;
  development_plan: DevelopmentPlan;
  development_printer: DevelopmentPrinter;
  development_publicity: DevelopmentPublicity;
  development_reminder: DevelopmentReminder;
  development_setting: DevelopmentSetting;
  development_step: DevelopmentStep;
  development_talk: DevelopmentTalk;
  development_template: DevelopmentTemplate;
  development_vote: DevelopmentVote;
  development_word: DevelopmentWord;
  development_word_version: DevelopmentWordVersion;
  dict_item: DictItem;
  dues_bill: DuesBill;
  dues_closing_reminder: DuesClosingReminder;
  dues_config: DuesConfig;
  dues_entry: DuesEntry;
  dues_handup: DuesHandup;
  dues_kept: DuesKept;
  dues_merchant: DuesMerchant;
  dues_month: DuesMonth;
  dues_month_sum: DuesMonthSum;
  dues_month_sum_delta: DuesMonthSumDelta;
  dues_order: DuesOrder;
  dues_order_bill: DuesOrderBill;
  dues_order_refund: DuesOrderRefund;
  dues_payer: DuesPayer;
  dues_payment: DuesPayment;
  dues_payment_bill: DuesPaymentBill;
  dues_ratio: DuesRatio;
  dues_receipt: DuesReceipt;
  dues_relief: DuesRelief;
  dues_standard: DuesStandard;
  dues_statement: DuesStatement;
  dues_statement_line: DuesStatementLine;
  dues_sum: DuesSum;
  dues_sum_delta: DuesSumDelta;
  dues_voucher: DuesVoucher;
  exam: Exam;
  exam_answer: ExamAnswer;
  exam_appeal: ExamAppeal;
  exam_attempt: ExamAttempt;
  exam_clock: ExamClock;
  exam_item: ExamItem;
  exam_marking: ExamMarking;
  exam_outage: ExamOutage;
  exam_paper: ExamPaper;
  exam_paper_item: ExamPaperItem;
  exam_paper_rule: ExamPaperRule;
  exam_person: ExamPerson;
  export_mark: ExportMark;
  floating_org: FloatingOrg;
  floating_org_member: FloatingOrgMember;
  former_id_card: FormerIdCard;
  grant_given: GrantGiven;
  grant_permission: GrantPermission;
  grant_right: GrantRight;
  grant_taken: GrantTaken;
  help_document: HelpDocument;
  help_history: HelpHistory;
  id_card_change: IdCardChange;
  idempotency: Idempotency;
  import_batch: ImportBatch;
  import_row: ImportRow;
  integral_entry: IntegralEntry;
  integral_exemption: IntegralExemption;
  integral_item: IntegralItem;
  integral_plan: IntegralPlan;
  integral_project: IntegralProject;
  integral_project_version: IntegralProjectVersion;
  integral_score: IntegralScore;
  integral_target: IntegralTarget;
  integral_type: IntegralType;
  job: Job;
  key_change: KeyChange;
  key_mark: KeyMark;
  key_work_item: KeyWorkItem;
  key_work_part: KeyWorkPart;
  key_work_period: KeyWorkPeriod;
  key_work_report: KeyWorkReport;
  knowledge_document: KnowledgeDocument;
  knowledge_folder: KnowledgeFolder;
  knowledge_reading: KnowledgeReading;
  knowledge_text: KnowledgeText;
  knowledge_version: KnowledgeVersion;
  learning_certificate: LearningCertificate;
  learning_certificate_serial: LearningCertificateSerial;
  learning_certificate_setting: LearningCertificateSetting;
  learning_duty: LearningDuty;
  learning_hour: LearningHour;
  learning_line: LearningLine;
  learning_taken: LearningTaken;
  learning_tally: LearningTally;
  learning_tally_due: LearningTallyDue;
  learning_training: LearningTraining;
  learning_training_person: LearningTrainingPerson;
  learning_year: LearningYear;
  life_appraisal: LifeAppraisal;
  life_appraisal_mutual: LifeAppraisalMutual;
  life_appraisal_person: LifeAppraisalPerson;
  life_calendar: LifeCalendar;
  life_contest: LifeContest;
  life_contest_entry: LifeContestEntry;
  life_correction: LifeCorrection;
  life_exemption: LifeExemption;
  life_lock: LifeLock;
  life_matter: LifeMatter;
  life_meeting: LifeMeeting;
  life_people_tally: LifePeopleTally;
  life_people_tally_due: LifePeopleTallyDue;
  life_problem: LifeProblem;
  life_resolution: LifeResolution;
  life_rule: LifeRule;
  life_statement: LifeStatement;
  life_sum: LifeSum;
  life_sum_delta: LifeSumDelta;
  life_talk: LifeTalk;
  life_terms: LifeTerms;
  life_topic: LifeTopic;
  life_transcript: LifeTranscript;
  list_memory: ListMemory;
  login_challenge: LoginChallenge;
  login_failure: LoginFailure;
  login_ticket: LoginTicket;
  matter: Matter;
  member: Member;
  member_bulk: MemberBulk;
  member_bulk_row: MemberBulkRow;
  member_counter: MemberCounter;
  member_counter_day: MemberCounterDay;
  member_counter_delta: MemberCounterDelta;
  member_fault_count: MemberFaultCount;
  member_fault_stale: MemberFaultStale;
  member_history: MemberHistory;
  member_ledger: MemberLedger;
  member_merge: MemberMerge;
  member_pair: MemberPair;
  member_query: MemberQuery;
  member_roll: MemberRoll;
  member_roll_delta: MemberRollDelta;
  member_variation: MemberVariation;
  mobile_certificate: MobileCertificate;
  mobile_contact: MobileContact;
  mobile_inflow: MobileInflow;
  mobile_outflow: MobileOutflow;
  mobile_setting: MobileSetting;
  month_end: MonthEnd;
  month_end_kept: MonthEndKept;
  notice: Notice;
  notice_recipient: NoticeRecipient;
  office_circle: OfficeCircle;
  office_entry: OfficeEntry;
  office_filing: OfficeFiling;
  office_fill: OfficeFill;
  office_form: OfficeForm;
  office_invitee: OfficeInvitee;
  office_meeting: OfficeMeeting;
  office_part: OfficePart;
  office_proof: OfficeProof;
  office_quote: OfficeQuote;
  office_receiver: OfficeReceiver;
  office_resolution: OfficeResolution;
  office_revision: OfficeRevision;
  office_tally: OfficeTally;
  office_tally_delta: OfficeTallyDelta;
  office_task: OfficeTask;
  open_affair: OpenAffair;
  open_board: OpenBoard;
  open_feedback: OpenFeedback;
  open_item: OpenItem;
  open_version: OpenVersion;
  openid_waiting: OpenidWaiting;
  org_change: OrgChange;
  org_change_image: OrgChangeImage;
  org_change_org: OrgChangeOrg;
  org_change_row: OrgChangeRow;
  org_history: OrgHistory;
  org_limit: OrgLimit;
  org_message: OrgMessage;
  org_post: OrgPost;
  org_term: OrgTerm;
  organisation: Organisation;
  outbox: Outbox;
  outside_ticket: OutsideTicket;
  own_report: OwnReport;
  party_group: PartyGroup;
  party_group_person: PartyGroupPerson;
  permission: Permission;
  point_appeal: PointAppeal;
  point_due: PointDue;
  point_evidence: PointEvidence;
  point_exempt: PointExempt;
  point_hand: PointHand;
  point_item: PointItem;
  point_line: PointLine;
  point_rank: PointRank;
  point_score: PointScore;
  point_set: PointSet;
  point_source_taken: PointSourceTaken;
  point_sweep: PointSweep;
  political_greeting: PoliticalGreeting;
  qr_login: QrLogin;
  quarantine: Quarantine;
  question: Question;
  question_lib: QuestionLib;
  question_version: QuestionVersion;
  rate_window: RateWindow;
  recovery_code: RecoveryCode;
  recurring_run: RecurringRun;
  relation_arrival: RelationArrival;
  relation_event: RelationEvent;
  relation_graduate: RelationGraduate;
  relation_graduation: RelationGraduation;
  relation_hop: RelationHop;
  relation_letter: RelationLetter;
  relation_message: RelationMessage;
  relation_outside: RelationOutside;
  relation_partner: RelationPartner;
  relation_proof: RelationProof;
  relation_proof_serial: RelationProofSerial;
  relation_serial: RelationSerial;
  relation_setting: RelationSetting;
  relation_transfer: RelationTransfer;
  report_receiver: ReportReceiver;
  report_setting: ReportSetting;
  report_subscription: ReportSubscription;
  rights_version: RightsVersion;
  role: Role;
  role_permission: RolePermission;
  rule_count: RuleCount;
  rule_day: RuleDay;
  rule_due: RuleDue;
  rule_sum: RuleSum;
  safe_proof: SafeProof;
  safe_try: SafeTry;
  saved_view: SavedView;
  sbd_exemption: SbdExemption;
  sbd_job: SbdJob;
  sbd_pair: SbdPair;
  sbd_receiver: SbdReceiver;
  sbd_report: SbdReport;
  sbd_rule: SbdRule;
  sbd_urge: SbdUrge;
  school_class: SchoolClass;
  school_lesson: SchoolLesson;
  school_nominator: SchoolNominator;
  school_person: SchoolPerson;
  screen: Screen;
  secret_question: SecretQuestion;
  self_edit: SelfEdit;
  server_fault: ServerFault;
  service_activity: ServiceActivity;
  service_call: ServiceCall;
  service_call_person: ServiceCallPerson;
  service_entry: ServiceEntry;
  service_feedback: ServiceFeedback;
  service_feedback_person: ServiceFeedbackPerson;
  service_feedback_round: ServiceFeedbackRound;
  service_grade: ServiceGrade;
  service_keeper: ServiceKeeper;
  service_need: ServiceNeed;
  service_need_step: ServiceNeedStep;
  service_pair: ServicePair;
  service_person: ServicePerson;
  service_proof: ServiceProof;
  service_quarter: ServiceQuarter;
  service_quarter_cadre: ServiceQuarterCadre;
  service_signup: ServiceSignup;
  service_visit: ServiceVisit;
  session: Session;
  shred_key: ShredKey;
  site_config: SiteConfig;
  sms_code: SmsCode;
  sms_message: SmsMessage;
  special_activity: SpecialActivity;
  special_certificate: SpecialCertificate;
  special_hand_in: SpecialHandIn;
  special_item: SpecialItem;
  special_material: SpecialMaterial;
  special_part: SpecialPart;
  special_person: SpecialPerson;
  stored_file: StoredFile;
  sub_record: SubRecord;
  swiper: Swiper;
  term_extension: TermExtension;
  text_word: TextWord;
  todo: Todo;
  todo_later: TodoLater;
  trinity_case: TrinityCase;
  trinity_entry: TrinityEntry;
  trinity_evaluation: TrinityEvaluation;
  trinity_item: TrinityItem;
  trinity_record: TrinityRecord;
  trinity_score: TrinityScore;
  trinity_unit: TrinityUnit;
  tv_person: TvPerson;
  tv_session: TvSession;
  unit: Unit;
  upkeep_run: UpkeepRun;
  upload: Upload;
  upload_part: UploadPart;
  usable_grant: UsableGrant;
  used_login_code: UsedLoginCode;
  used_nonce: UsedNonce;
  user_group: UserGroup;
  user_group_member: UserGroupMember;
  user_group_right: UserGroupRight;
  user_type: UserType;
  user_type_right: UserTypeRight;
  verify_code: VerifyCode;
  video: Video;
  video_note: VideoNote;
  video_play: VideoPlay;
  video_seen: VideoSeen;
  video_unit: VideoUnit;
  weak_org: WeakOrg;
  weak_step: WeakStep;
  work_calendar: WorkCalendar;
  workflow_copy: WorkflowCopy;
  workflow_delegation: WorkflowDelegation;
  workflow_event: WorkflowEvent;
  workflow_instance: WorkflowInstance;
  workflow_process: WorkflowProcess;
  workflow_task: WorkflowTask;
  workflow_version: WorkflowVersion;
}
