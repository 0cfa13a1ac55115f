import { type RawBuilder, sql } from 'kysely';
import { drawOrder } from '#learning/exam/rules.draw.ts';
import type { AnyAudience } from '#learning/exam/rules.ts';
import { audienceCondition } from '#people/groups/server/index.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { todosClosed, todosOpened } from '#platform/server/inbox/todos.ts';
import { isInOfficeScope } from './bank.ts';

/** How an exam is sat, as its form says it. */
interface ExamTerms {
  title: string;
  remark: string;
  paperId: string;
  opensAt: Date;
  closesAt: Date;
  minutes: number;
  lateMinutes: number | null;
  earlyMinutes: number;
  attempts: number;
  counts: string;
  passPercent: number;
  mixQuestions: boolean;
  mixOptions: boolean;
  shows: string;
  leaveLimit: number;
  leaveHandsIn: boolean;
  /** Null: one marker. Of an exam that stands in half points, of its form in points. */
  doubleGap: number | null;
  certificate: boolean;
  onPaper: boolean;
  audience: AnyAudience;
  makeUpOf: string | null;
  onlyMembers: boolean;
}

/** An exam as it stands, without how many are in it. */
export interface ExamFacts extends ExamTerms {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  name: string;
  paperName: string;
  paperType: number;
  eachOwn: boolean;
  halfRight: boolean;
  total: number;
  questions: number;
  halfHours: number;
  audienceOrgs: string[];
  audiencePeople: string[];
  audienceGroups: string[];
  audienceQuery: string | null;
  audienceCollege: unknown;
  term: string;
  makeUpTitle: string;
  state: number;
  phase: number;
  withdrawnFor: string;
  publishedBy: string;
  resultsAt: Date | null;
  closedAt: Date | null;
  updatedBy: string;
  updatedAt: Date;
  version: number;
}

/** An exam with its people: on the list, who have begun, who sit now, whose papers wait for markers. */
export interface ExamRecord extends ExamFacts {
  people: number;
  sat: number;
  running: number;
  waiting: number;
}

export const PHASE = sql`(case when now() < e.opens_at then 0
  when now() <= e.closes_at or exists (select from exam_attempt r where r.exam_id = e.id and r.state = 1) then 1 else 2 end)`;
/** What stands of an exam itself; thousands of sitters ask for it at once, none of them for the counts. */
export const EXAM_FACTS = sql`e.id, e.org_id as "orgId", e.org_code as "orgCode", o.name as "orgName", e.title, e.title as name, e.remark,
  e.paper_id as "paperId", p.name as "paperName", p.type as "paperType", p.each_own as "eachOwn", p.half_right as "halfRight",
  coalesce((select sum(i.score)::int from exam_item i where i.exam_id = e.id), p.total) as total, p.questions,
  e.opens_at as "opensAt", e.closes_at as "closesAt", e.minutes, e.late_minutes as "lateMinutes", e.early_minutes as "earlyMinutes",
  e.attempts, e.counts, e.pass_percent as "passPercent", e.mix_questions as "mixQuestions", e.mix_options as "mixOptions", e.shows,
  e.leave_limit as "leaveLimit", e.leave_hands_in as "leaveHandsIn", e.double_gap as "doubleGap", e.half_hours as "halfHours", e.certificate,
  e.on_paper as "onPaper", e.audience, e.audience_orgs as "audienceOrgs",
  e.audience_people as "audiencePeople", e.audience_groups as "audienceGroups", e.audience_query as "audienceQuery",
  e.audience_college as "audienceCollege", e.term,
  e.make_up_of as "makeUpOf", coalesce((select m.title from exam m where m.id = e.make_up_of), '') as "makeUpTitle",
  e.only_members as "onlyMembers", e.state, ${PHASE}::int as phase, e.withdrawn_for as "withdrawnFor", e.published_by as "publishedBy",
  e.results_at as "resultsAt", e.closed_at as "closedAt", e.updated_by as "updatedBy", e.updated_at as "updatedAt", e.version`;
export const EXAM = sql`${EXAM_FACTS},
  (select count(*)::int from exam_person x where x.exam_id = e.id) as people,
  (select count(distinct a.person_id)::int from exam_attempt a where a.exam_id = e.id) as sat,
  (select count(*)::int from exam_attempt a where a.exam_id = e.id and a.state = 1) as running,
  (select count(*)::int from exam_attempt a where a.exam_id = e.id and a.state = 2) as waiting`;
export const EXAM_FROM = sql`exam e join organisation o on o.id = e.org_id and o.deleted_at is null join exam_paper p on p.id = e.paper_id`;

/** What a list of exams shows; `further`: a condition on the exam `e`. */
export interface ExamFilter {
  state: number | null;
  phase: number | null;
  words: string | null;
  further: RawBuilder<boolean>;
}

/** A page of exams with how many there are, the newest first. */
export async function pageOfExams(db: Db, scope: Scope, of: ExamFilter, limit: number, offset: number) {
  const where = sql`${EXAM_FROM} where ${isInOfficeScope(scope, 'e.org_code')} and e.deleted_at is null
    and (${of.state}::int is null or e.state = ${of.state})
    and (${of.phase}::int is null or (e.state = 1 and ${PHASE} = ${of.phase}))
    and (${of.words}::text is null or ${textHolds(sql`e.title`, of.words)}) and ${of.further}`;
  const [rows, total] = await Promise.all([
    sql<ExamRecord>`select ${EXAM} from ${where} order by e.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** An exam of the scope; `lock` keeps it for this transaction. */
export async function findExam(db: Db, scope: Scope, id: string, lock = false): Promise<ExamRecord | undefined> {
  const { rows } = await sql<ExamRecord>`select ${EXAM} from ${EXAM_FROM}
    where e.id = ${id} and e.deleted_at is null and ${isInOfficeScope(scope, 'e.org_code')} ${lock ? sql`for update of e` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** An exam by its id alone, for what the server does by itself. */
export async function examFacts(db: Db, id: string): Promise<ExamFacts | undefined> {
  const { rows } = await sql<ExamFacts>`select ${EXAM_FACTS} from ${EXAM_FROM}
    where e.id = ${id} and e.deleted_at is null`.execute(db);
  return rows[0];
}

export interface ExamFields extends ExamTerms {
  hours: number;
  orgIds: readonly string[];
  memberIds: readonly string[];
  groupIds: readonly string[];
  queryId: string | null;
  /** Of a college alone. */
  term?: string;
  college?: object;
}

const NAMES = sql`title, remark, paper_id, opens_at, closes_at, minutes, late_minutes, early_minutes, attempts, counts, pass_percent,
  mix_questions, mix_options, shows, leave_limit, leave_hands_in, double_gap, half_hours, certificate, on_paper, audience, audience_orgs,
  audience_people, audience_groups, audience_query, make_up_of, only_members, term, audience_college`;
const valuesOf = (
  of: ExamFields,
) => sql`${of.title}, ${of.remark}, ${of.paperId}, ${of.opensAt}, ${of.closesAt}, ${of.minutes},
  ${of.lateMinutes}, ${of.earlyMinutes}, ${of.attempts}, ${of.counts}, ${of.passPercent}, ${of.mixQuestions}, ${of.mixOptions},
  ${of.shows}, ${of.leaveLimit}, ${of.leaveHandsIn}, ${of.doubleGap === null ? null : of.doubleGap * 2}, ${of.hours * 2},
  ${of.certificate}, ${of.onPaper}, ${of.audience}, ${of.orgIds}::bigint[], ${of.memberIds}::bigint[], ${of.groupIds}::bigint[], ${of.queryId},
  ${of.makeUpOf}, ${of.onlyMembers}, ${of.term ?? ''}, ${of.college ? JSON.stringify(of.college) : null}::jsonb`;

export async function insertExam(
  db: Db,
  org: { id: string; code: string },
  of: ExamFields,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into exam (org_id, org_code, created_by, updated_by, ${NAMES})
    values (${org.id}, ${org.code}, ${by}, ${by}, ${valuesOf(of)}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export async function writeExam(db: Db, id: string, of: ExamFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update exam set (${NAMES}) = row(${valuesOf(of)}), version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Whether a moment lies in the past, by the database's clock. */
export async function isPast(db: Db, at: Date): Promise<boolean> {
  const { rows } = await sql<{ past: boolean }>`select ${at}::timestamptz <= now() as past`.execute(db);
  return rows[0]?.past ?? false;
}

/**
 * Who an exam is for, as a condition on `member`; never beyond the subtree of its organisation.
 * @param query the condition of the stored query, where the audience is one
 */
export function audience(of: ExamRecord, query: RawBuilder<boolean>): RawBuilder<boolean> {
  const within = audienceCondition({ ...of, audience: 'below' });
  switch (of.audience) {
    case 'query':
      return sql<boolean>`${within} and ${query}`;
    case 'makeUp':
      return sql<boolean>`${within} and exists (select from exam_person x join exam f on f.id = x.exam_id
        left join exam_attempt c on c.id = x.counted_id
        where x.exam_id = ${of.makeUpOf} and x.member_id = member.id
          and (c.score is null or c.score * 100 < c.total * f.pass_percent))`;
    default:
      return audienceCondition(of);
  }
}

/** Adds those of an audience who are not on the list yet; answers how many there are in all. */
export async function addAudience(
  db: Db,
  examId: string,
  condition: RawBuilder<boolean>,
  most: number,
): Promise<number> {
  await sql`
    insert into exam_person (exam_id, member_id)
    select ${examId}, member.id from member where ${condition} order by member.org_code, member.id limit ${most + 1}
    on conflict (exam_id, member_id) do nothing`.execute(db);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from exam_person where exam_id = ${examId}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Freezes the paper of an exam: its questions in their present versions, drawn once where it is drawn for all, in the order of its rules. */
export async function freezeItems(
  db: Db,
  of: ExamRecord,
  rules: readonly { libId: string; kind: number; difficulty: number | null; amount: number; score: number }[],
  sectionOf: (kind: number) => string,
): Promise<number> {
  await sql`delete from exam_item where exam_id = ${of.id}`.execute(db);
  if (of.paperType === 0)
    await sql`
      insert into exam_item (exam_id, seq, section, question_id, number, score)
      select ${of.id}, i.seq, i.section, i.question_id, q.number, i.score
        from exam_paper_item i join question q on q.id = i.question_id where i.paper_id = ${of.paperId}`.execute(db);
  else {
    for (const rule of drawOrder(rules))
      await sql`
        insert into exam_item (exam_id, seq, section, question_id, number, score)
        select ${of.id}, ${10_000 * (rules.indexOf(rule) + 1)}::int + row_number() over (), ${sectionOf(rule.kind)}, d.id, d.number,
               ${rule.score}::int
          from (select q.id, q.number from question q where q.lib_id = ${rule.libId} and q.kind = ${rule.kind} and q.deleted_at is null
                   and (${rule.difficulty}::int is null or q.difficulty = ${rule.difficulty})
                   and not exists (select from exam_item i where i.exam_id = ${of.id} and i.question_id = q.id)
                 order by random() limit ${rule.amount}) as d`.execute(db);
    await sql`update exam_item i set seq = n.seq
      from (select question_id, row_number() over (order by seq)::int as seq from exam_item where exam_id = ${of.id}) as n
     where i.exam_id = ${of.id} and i.question_id = n.question_id`.execute(db);
  }
  await sql`update question_version v set used_at = now() from exam_item i
             where i.exam_id = ${of.id} and v.question_id = i.question_id and v.number = i.number and v.used_at is null`.execute(
    db,
  );
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from exam_item where exam_id = ${of.id}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Takes a locked exam to its next state; answers its version. */
export async function step(db: Db, id: string, set: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update exam set ${set}, version = version + 1 where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** The accounts of an exam's people. @param only a condition on `x` (exam_person) */
export async function accountsOf(db: Db, examId: string, only: RawBuilder<unknown> = sql`true`): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from exam_person x join account a on a.member_id = x.member_id and a.enabled
     where x.exam_id = ${examId} and ${only} order by a.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The names of an exam's people, in the order of the roll. */
export async function namesOf(db: Db, examId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select m.name from exam_person x join member m on m.id = x.member_id where x.exam_id = ${examId} order by m.org_code, m.id`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Opens a to-do for everybody who has an account and has not handed in. */
export async function openPersonTodos(db: Db, of: ExamRecord, dueOn: string, module: string): Promise<void> {
  await todosOpened(sql`
    select distinct on (g.account_id) g.role_id, g.org_id, g.org_code, g.account_id, ${module}, ${`考试：${of.title}`},
           ${`${of.minutes}分钟，请在截止前完成`}, '去考试', ${`/education/exam/take/${of.id}`}, ${dueOn}, 'exam:' || x.exam_id || ':' || x.id
      from exam_person x join account a on a.member_id = x.member_id join usable_grant g on g.account_id = a.id
     where x.exam_id = ${of.id} and not exists (select from exam_attempt t where t.person_id = x.id)
     order by g.account_id, g.base <> 'own', g.id`).execute(db);
}

/** Closes the to-dos of an exam's people. @param only a condition on `x` (exam_person) */
export const closePersonTodos = (db: Db, examId: string, only: RawBuilder<unknown> = sql`true`) =>
  todosClosed(
    sql`x.exam_id = ${examId} and todo.subject = 'exam:' || x.exam_id || ':' || x.id and ${only}`,
    sql`exam_person x`,
  ).execute(db);

/** Takes the fixed paper of an exam away. */
export async function clearItems(db: Db, examId: string): Promise<void> {
  await sql`delete from exam_item where exam_id = ${examId}`.execute(db);
}

/** Takes everybody off an exam's list. */
export async function clearPeople(db: Db, examId: string): Promise<void> {
  await sql`delete from exam_person where exam_id = ${examId}`.execute(db);
}

/** Published exams that have begun and were not closed, those that close first, at most 50. */
export async function begunExams(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from exam where state = 1 and closed_at is null and deleted_at is null and opens_at <= now() order by closes_at limit 50`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Changes of an exam's state, for `step`. */
export const STEPS = {
  publish: (by: string) =>
    sql`state = 1, published_at = now(), published_by = ${by}, withdrawn_for = '', closed_at = null`,
  withdraw: (reason: string) => sql`state = 2, withdrawn_for = ${reason}`,
  publishResults: (by: string) => sql`results_at = now(), results_by = ${by}`,
  close: sql`closed_at = now()`,
};

/** Some of an exam's people `x`. */
export const WHO = {
  sat: sql`exists (select from exam_attempt t where t.person_id = x.id)`,
  urgedNow: sql`x.urged_at = now() and not exists (select from exam_attempt t where t.person_id = x.id and t.state > 1)`,
  persons: (ids: readonly string[]) => sql`x.id = any(${ids}::bigint[])`,
  member: (id: string) => sql`x.member_id = ${id}`,
  attempts: (ids: readonly string[]) =>
    sql`exists (select from exam_attempt t where t.person_id = x.id and t.id = any(${ids}::bigint[]))`,
};

/** Exams `e` that are no college's. */
export const NO_COLLEGE = sql<boolean>`e.audience <> 'college'`;
/** A condition that nobody meets. */
export const NOBODY = sql<boolean>`false`;
