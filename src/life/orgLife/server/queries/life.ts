import { sql } from 'kysely';
import type { TalkPerson } from '#life/orgLife/rules.life.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { KIND } from './meeting.ts';

export interface MatterRecord {
  study: string;
  opinions: string;
  plan: string;
  report: string;
  reportedAt: Date | null;
  reportedBy: string;
}

/** What is written of a meeting beside its minutes; empty where nothing is. */
export async function findMatter(db: Db, meetingId: string): Promise<MatterRecord> {
  const { rows } = await sql<MatterRecord>`
    select study, opinions, plan, report, reported_at as "reportedAt", reported_by as "reportedBy" from life_matter
     where meeting_id = ${meetingId}`.execute(db);
  return rows[0] ?? { study: '', opinions: '', plan: '', report: '', reportedAt: null, reportedBy: '' };
}

/** Writes columns of it, whether it is there or not. */
export async function writeMatter(
  db: Db,
  meetingId: string,
  set: readonly [string, unknown][],
  by: string,
): Promise<void> {
  const all = [...set, ['updated_by', by] as const];
  await sql`
    insert into life_matter (meeting_id, ${sql.join(all.map(([name]) => sql.ref(name)))})
    values (${meetingId}, ${sql.join(all.map(([, value]) => value))})
    on conflict (meeting_id) do update set updated_at = now(),
      ${sql.join(all.map(([name]) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}`.execute(db);
}

export interface StatementRecord {
  id: string;
  kind: 1 | 2 | 3;
  fromName: string;
  aboutName: string;
  said: string;
  createdAccount: string;
}

export async function statementsOf(db: Db, meetingId: string): Promise<StatementRecord[]> {
  const { rows } = await sql<StatementRecord>`
    select id, kind, from_name as "fromName", about_name as "aboutName", said, created_account as "createdAccount"
      from life_statement where meeting_id = ${meetingId} order by kind, id`.execute(db);
  return rows;
}

export const insertStatement = (
  db: Db,
  one: {
    meetingId: string;
    kind: number;
    fromId: string;
    fromName: string;
    aboutId: string | null;
    aboutName: string;
    said: string;
    accountId: string;
    by: string;
  },
) =>
  sql`insert into life_statement (meeting_id, kind, from_id, from_name, about_id, about_name, said, created_account, created_by)
      values (${one.meetingId}, ${one.kind}, ${one.fromId}, ${one.fromName}, ${one.aboutId}, ${one.aboutName}, ${one.said},
              ${one.accountId}, ${one.by})`.execute(db);

/** Deletes a statement that this account wrote; false: not one of the meeting, or another's. */
export async function deleteStatement(db: Db, meetingId: string, id: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from life_statement where id = ${id} and meeting_id = ${meetingId} and created_account = ${accountId}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Whether somebody was at a meeting, among those due or as a guest. */
export async function wasPresent(db: Db, meetingId: string, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from attendance_sheet s join attendance_person p on p.sheet_id = s.id
     where s.kind = ${KIND} and s.subject_id = ${meetingId} and p.member_id = ${memberId} and p.state = 1`.execute(db);
  return rows.length > 0;
}

export interface ProblemRecord {
  id: string;
  problem: string;
  measure: string;
  personId: string | null;
  personName: string;
  dueOn: string;
  evidence: string;
  doneOn: string | null;
  doneBy: string;
}

export async function problemsOf(db: Db, meetingId: string): Promise<ProblemRecord[]> {
  const { rows } = await sql<ProblemRecord>`
    select id, problem, measure, person_id as "personId", person_name as "personName", due_on as "dueOn", evidence,
           done_on as "doneOn", done_by as "doneBy" from life_problem
     where meeting_id = ${meetingId} order by due_on, id`.execute(db);
  return rows;
}

export async function insertProblem(
  db: Db,
  one: {
    meetingId: string;
    problem: string;
    measure: string;
    personId: string | null;
    personName: string;
    dueOn: string;
    by: string;
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into life_problem (meeting_id, problem, measure, person_id, person_name, due_on, created_by)
    values (${one.meetingId}, ${one.problem}, ${one.measure}, ${one.personId}, ${one.personName}, ${one.dueOn}, ${one.by})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** 销号 of an open problem of a meeting; false: not there, or struck off already. */
export async function settleProblem(
  db: Db,
  meetingId: string,
  one: { id: string; doneOn: string; evidence: string; by: string },
): Promise<boolean> {
  const { rows } = await sql`
    update life_problem set done_on = ${one.doneOn}, evidence = ${one.evidence}, done_by = ${one.by}
     where id = ${one.id} and meeting_id = ${meetingId} and done_on is null returning 1`.execute(db);
  return rows.length > 0;
}

/** Somebody of a branch in a year of talks. */
export interface TalkMember extends TalkPerson {
  /** Was there when it began. */
  owes: boolean;
  /** The branch had a leadership when it began. */
  hadTeam: boolean;
}

export interface TalkRecord {
  id: string;
  orgId: string;
  orgCode: string;
  fromId: string;
  fromName: string;
  toId: string;
  toName: string;
  heldOn: string;
  matter: string;
}

const TALK = sql`t.id, t.org_id as "orgId", t.org_code as "orgCode", t.from_id as "fromId", f.name as "fromName",
  t.to_id as "toId", w.name as "toName", t.held_on as "heldOn", t.matter`;
const TALKS = sql`life_talk t join member f on f.id = t.from_id join member w on w.id = t.to_id`;

/** The talks of one organisation in a year, the latest first. */
export async function talksOf(db: Db, scope: Scope, orgId: string, year: number): Promise<TalkRecord[]> {
  const { rows } = await sql<TalkRecord>`
    select ${TALK} from ${TALKS}
     where t.org_id = ${orgId} and t.deleted_at is null and ${within(scope, 't.org_code')}
       and t.held_on between ${`${year}-01-01`} and ${`${year}-12-31`}
     order by t.held_on desc, t.id desc`.execute(db);
  return rows;
}

/** A talk of the scope, locked. */
export async function lockTalk(db: Db, scope: Scope, id: string): Promise<TalkRecord | undefined> {
  const { rows } = await sql<TalkRecord>`
    select ${TALK} from ${TALKS} where t.id = ${id} and t.deleted_at is null and ${within(scope, 't.org_code')}
       and exists (select from organisation o where o.id = t.org_id and o.deleted_at is null)
    for update of t`.execute(db);
  return rows[0];
}

export async function insertTalk(
  db: Db,
  one: { orgId: string; orgCode: string; fromId: string; toId: string; heldOn: string; matter: string; by: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into life_talk (org_id, org_code, from_id, to_id, held_on, matter, created_by)
    values (${one.orgId}, ${one.orgCode}, ${one.fromId}, ${one.toId}, ${one.heldOn}, ${one.matter}, ${one.by})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export const deleteTalk = (db: Db, id: string, by: string) =>
  sql`update life_talk set deleted_at = now(), deleted_by = ${by} where id = ${id}`.execute(db);

/** The members on the roll of a branch, who of them leads it, and whom a year binds (`talkSums` counts the same people). */
export async function talkPeople(db: Db, scope: Scope, orgId: string, year: number): Promise<TalkMember[]> {
  const first = `${year}-01-01`;
  const { rows } = await sql<TalkMember>`
    select m.id, m.name, m.joined_branch_on is null or m.joined_branch_on <= ${first} as owes,
           exists (select from org_post p join org_term t on t.id = p.term_id and t.is_current and t.deleted_at is null
                    where p.org_id = m.org_id and p.member_id = m.id) as leads,
           exists (select from org_term t where t.org_id = m.org_id and t.deleted_at is null and t.elected_on <= ${first}) as "hadTeam"
      from member m
     where m.org_id = ${orgId} and m.deleted_at is null and m.person_category in (1, 2) and m.membership_status = 1
       and ${within(scope, 'm.org_code')}
     order by leads desc, m.sort, m.id`.execute(db);
  return rows;
}
