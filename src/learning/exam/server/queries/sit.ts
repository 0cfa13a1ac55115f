import { sql } from 'kysely';
import type { Packet } from '#learning/exam/contract.sit.ts';
import { drawOrder } from '#learning/exam/rules.draw.ts';
import { GRACE, type Kind } from '#learning/exam/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { EXAM_FACTS, EXAM_FROM, type ExamFacts } from './exam.ts';
import { RECORD } from './follow.ts';

/** One of the session's own exams with how the person stands in it. */
export interface OwnRecord extends ExamFacts {
  personId: string;
  extraMinutes: number;
  extraAttempts: number;
  record: number;
  used: number;
  score: number | null;
  passed: boolean | null;
  now: Date;
  lateOver: boolean;
}

const OWN = sql`${EXAM_FACTS}, x.id as "personId", x.extra_minutes as "extraMinutes", x.extra_attempts::int as "extraAttempts",
  ${RECORD}::int as record, (select count(*)::int from exam_attempt u where u.person_id = x.id) as used, c.score,
  c.score * 100 >= c.total * e.pass_percent as passed, now() as now,
  coalesce(now() > e.opens_at + e.late_minutes * interval '1 minute', false) as "lateOver"`;
const FROM = sql`${EXAM_FROM} join exam_person x on x.exam_id = e.id
  left join lateral (select * from exam_attempt a where a.person_id = x.id order by a.number desc limit 1) as t on true
  left join exam_attempt c on c.id = x.counted_id`;

/** A page of a person's exams: those that run first, then the newest. */
export async function pageOfOwn(db: Db, memberId: string, limit: number, offset: number) {
  const where = sql`x.member_id = ${memberId} and e.state = 1 and e.deleted_at is null`;
  const [rows, total] = await Promise.all([
    sql<OwnRecord>`select ${OWN} from ${FROM} where ${where}
      order by (now() between e.opens_at and e.closes_at) desc, e.opens_at desc, e.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{
      n: number;
    }>`select count(*)::int as n from exam_person x join exam e on e.id = x.exam_id where ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** One of a person's exams; `lock` keeps the person's place in it for this transaction. */
export async function findOwn(db: Db, memberId: string, examId: string, lock = false): Promise<OwnRecord | undefined> {
  const { rows } = await sql<OwnRecord>`select ${OWN} from ${FROM}
    where x.member_id = ${memberId} and e.id = ${examId} and e.state = 1 and e.deleted_at is null
    ${lock ? sql`for update of x` : sql``}`.execute(db);
  return rows[0];
}

export interface AttemptRecord {
  id: string;
  examId: string;
  personId: string;
  number: number;
  state: number;
  device: string;
  startedAt: Date;
  deadline: Date;
  handedAt: Date | null;
  handedBy: string;
  leaves: number;
  score: number | null;
  total: number;
  now: Date;
  /** The deadline, with the time that a packet may be on its way, has passed. */
  over: boolean;
  earlyAt: Date;
  earlyOver: boolean;
  leaveLimit: number;
  leaveHandsIn: boolean;
  appealState: number | null;
  appealOpinion: string | null;
}

const ATTEMPT = sql`t.id, t.exam_id as "examId", t.person_id as "personId", t.number::int, t.state::int, t.device,
  t.started_at as "startedAt", t.deadline, t.handed_at as "handedAt", t.handed_by as "handedBy", t.leaves, t.score, t.total,
  clock_timestamp() as now, clock_timestamp() > t.deadline + ${GRACE}::int * interval '1 second' as over,
  t.started_at + e.early_minutes * interval '1 minute' as "earlyAt",
  now() >= t.started_at + e.early_minutes * interval '1 minute' as "earlyOver",
  e.leave_limit::int as "leaveLimit", e.leave_hands_in as "leaveHandsIn",
  (select p.state::int from exam_appeal p where p.attempt_id = t.id order by p.id desc limit 1) as "appealState",
  (select p.opinion from exam_appeal p where p.attempt_id = t.id order by p.id desc limit 1) as "appealOpinion"`;

/** A person's attempts at an exam, the first one first. */
export async function attemptsOf(db: Db, personId: string): Promise<AttemptRecord[]> {
  const { rows } = await sql<AttemptRecord>`select ${ATTEMPT} from exam_attempt t join exam e on e.id = t.exam_id
    where t.person_id = ${personId} order by t.number`.execute(db);
  return rows;
}

/** An attempt of the person. @param lock `share`: nobody hands it in meanwhile; `update`: nobody saves meanwhile */
export async function findAttempt(
  db: Db,
  memberId: string,
  id: string,
  lock: 'none' | 'share' | 'update' = 'none',
): Promise<AttemptRecord | undefined> {
  const keep = { none: sql``, share: sql`for share of t`, update: sql`for update of t` }[lock];
  const { rows } = await sql<AttemptRecord>`select ${ATTEMPT} from exam_attempt t join exam e on e.id = t.exam_id
    join exam_person x on x.id = t.person_id
    where t.id = ${id} and x.member_id = ${memberId} and e.state = 1 and e.deleted_at is null ${keep}`.execute(db);
  return rows[0];
}

/** Begins an attempt: its deadline stands from now on. */
export async function insertAttempt(db: Db, of: OwnRecord, device: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into exam_attempt (exam_id, person_id, number, device, deadline, total)
    values (${of.id}, ${of.personId}, ${of.used + 1}, ${device},
            least(now() + ${of.minutes + of.extraMinutes} * interval '1 minute',
                  ${of.closesAt}::timestamptz + ${of.extraMinutes} * interval '1 minute'), 0)
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Freezes the questions of an attempt in the order in which this person sees them. */
export async function freezeAttempt(
  db: Db,
  of: OwnRecord,
  attemptId: string,
  rules: readonly { libId: string; kind: number; difficulty: number | null; amount: number; score: number }[],
  sectionOf: (kind: number) => string,
): Promise<void> {
  if (rules.length === 0) await freezeItems(db, of, attemptId);
  else await drawOwn(db, of, attemptId, rules, sectionOf);
  await sql`update exam_attempt set total = (select coalesce(sum(score), 0) from exam_answer where attempt_id = ${attemptId})
             where id = ${attemptId}`.execute(db);
}

/** Places of the options of a version `v`, mixed as the exam says. */
const mixedOf = ({ mixOptions }: OwnRecord) => sql`case when v.kind <= 2 then array(
  select g::smallint from generate_series(0, cardinality(v.options) - 1) as g
   order by case when ${mixOptions} then random() + v.question_id * 0 else g end) else '{}' end`;

/** The questions of an exam with one paper for all. Sections stay in their order; within one, questions are mixed as the exam says. */
async function freezeItems(db: Db, of: OwnRecord, attemptId: string): Promise<void> {
  await sql`
    insert into exam_answer (attempt_id, seq, section, question_id, number, score, mixed)
    select ${attemptId}, row_number() over (order by s.first, case when ${of.mixQuestions} then random() else i.seq end),
           i.section, i.question_id, i.number, i.score, ${mixedOf(of)}
      from exam_item i join question_version v on v.question_id = i.question_id and v.number = i.number
      join (select section, min(seq) as first from exam_item where exam_id = ${of.id} group by section) as s on s.section = i.section
     where i.exam_id = ${of.id}`.execute(db);
}

/** Draws the questions of one person by the rules, and mixes them likewise. */
async function drawOwn(
  db: Db,
  of: OwnRecord,
  attemptId: string,
  rules: readonly { libId: string; kind: number; difficulty: number | null; amount: number; score: number }[],
  sectionOf: (kind: number) => string,
): Promise<void> {
  for (const rule of drawOrder(rules))
    await sql`
      insert into exam_answer (attempt_id, seq, section, question_id, number, score)
      select ${attemptId}, ${10_000 * (rules.indexOf(rule) + 1)}::int + row_number() over (), ${sectionOf(rule.kind)}, d.id, d.number, ${rule.score}::int
        from (select q.id, q.number from question q where q.lib_id = ${rule.libId} and q.kind = ${rule.kind} and q.deleted_at is null
                 and (${rule.difficulty}::int is null or q.difficulty = ${rule.difficulty})
                 and not exists (select from exam_answer w where w.attempt_id = ${attemptId} and w.question_id = q.id)
               order by random() limit ${rule.amount}) as d`.execute(db);
  await sql`
    update exam_answer w set seq = o.seq, mixed = o.mixed
      from (select a.id, row_number() over (order by s.first, case when ${of.mixQuestions} then random() else a.seq end)::int as seq,
                   ${mixedOf(of)} as mixed
              from exam_answer a join question_version v on v.question_id = a.question_id and v.number = a.number
              join (select section, min(seq) as first from exam_answer where attempt_id = ${attemptId} group by section) as s
                on s.section = a.section
             where a.attempt_id = ${attemptId}) as o
     where w.id = o.id`.execute(db);
  await sql`update question_version v set used_at = now() from exam_answer w
             where w.attempt_id = ${attemptId} and v.question_id = w.question_id and v.number = w.number and v.used_at is null`.execute(
    db,
  );
}

export const setDevice = (db: Db, id: string, device: string) =>
  sql`update exam_attempt set device = ${device} where id = ${id}`.execute(db);

export interface AnswerRecord {
  id: string;
  seq: number;
  section: string;
  questionId: string;
  kind: Kind;
  stem: string;
  rich: string;
  options: string[];
  key: string[];
  explanation: string;
  score: number;
  mixed: number[];
  answer: string[];
  saved: number;
  points: number | null;
  comment: string;
}

/** The questions of an attempt in its order, with what was answered. Keys are in it: what sitters get is taken out by name. */
export async function answersOf(db: Db, attemptId: string): Promise<AnswerRecord[]> {
  const { rows } = await sql<AnswerRecord>`
    select w.id, w.seq, w.section, w.question_id as "questionId", v.kind::int as kind, v.stem, v.rich, v.options, v.key, v.explanation, w.score, w.mixed, w.answer,
           w.saved, w.points, w.comment
      from exam_answer w join question_version v on v.question_id = w.question_id and v.number = w.number
     where w.attempt_id = ${attemptId} order by w.seq`.execute(db);
  return rows;
}

export interface WrongRecord {
  id: string;
  kind: number;
  stem: string;
  rich: string;
  options: string[];
  key: string[];
  explanation: string;
  answer: string[];
  times: number;
  examTitle: string;
  answeredAt: Date;
}

/**
 * A page of the questions that somebody did not get right when they were asked last; only of exams that have published their
 * results and show keys, so that nothing is told early.
 */
export async function pageOfWrong(db: Db, memberId: string, kind: number | null, limit: number, offset: number) {
  const publishedAnswers = sql`exam_answer w join exam_attempt t on t.id = w.attempt_id and t.handed_at is not null
    join exam_person x on x.id = t.person_id and x.member_id = ${memberId}
    join exam e on e.id = t.exam_id and e.state = 1 and e.deleted_at is null and e.results_at is not null and e.shows = 'answers'`;
  const latest = sql`(
    select distinct on (w.question_id) w.question_id as id, w.number, w.answer, coalesce(w.points, 0) < w.score as wrong,
           t.handed_at as at, e.title,
           count(*) filter (where coalesce(w.points, 0) < w.score) over (partition by w.question_id)::int as times
      from ${publishedAnswers} order by w.question_id, t.handed_at desc, w.id desc) as l
    join question_version v on v.question_id = l.id and v.number = l.number
   where l.wrong and (${kind}::int is null or v.kind = ${kind})`;
  const [rows, total] = await Promise.all([
    sql<WrongRecord>`
      select l.id, v.kind::int as kind, v.stem, v.rich, v.options, v.key, v.explanation, l.answer, l.times, l.title as "examTitle",
             l.at as "answeredAt" from ${latest} order by l.at desc, l.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${latest}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** Saves packets of an attempt; of each question the highest number stands. Answers the numbers that stand now. */
export async function savePackets(
  db: Db,
  attemptId: string,
  packets: readonly Packet[],
): Promise<Record<string, number>> {
  if (packets.length === 0) return {};
  const given = JSON.stringify(packets);
  await sql`
    update exam_answer w set answer = n.answer, saved = n.number, saved_at = now()
      from (select distinct on (seq) (e->>'seq')::int as seq, (e->>'number')::int as number,
                   array(select jsonb_array_elements_text(e->'answer')) as answer
              from jsonb_array_elements(${given}::jsonb) as e order by seq, (e->>'number')::int desc) as n
     where w.attempt_id = ${attemptId} and w.seq = n.seq and w.saved < n.number`.execute(db);
  const { rows } = await sql<{ seq: number; saved: number }>`
    select seq, saved from exam_answer where attempt_id = ${attemptId}
       and seq = any(${packets.map(({ seq }) => seq)}::int[])`.execute(db);
  return Object.fromEntries(rows.map(({ seq, saved }) => [String(seq), saved]));
}

/** Counts one more leaving of the page; answers how often. */
export async function countLeave(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ leaves: number }>`
    update exam_attempt set leaves = leaves + 1 where id = ${id} returning leaves`.execute(db);
  return rows[0]?.leaves ?? 0;
}

/** Hands in what is past its deadline, so many at most; another process takes others. Answers whose they were. */
export async function closeDue(db: Db, limit: number): Promise<{ examId: string; personId: string }[]> {
  const { rows } = await sql<{ examId: string; personId: string }>`
    update exam_attempt set state = 2, handed_at = deadline, handed_by = 'deadline'
     where id in (select id from exam_attempt
                   where state = 1 and deadline + ${GRACE}::int * interval '1 second' < clock_timestamp()
                   order by deadline, id limit ${limit} for update skip locked)
    returning exam_id as "examId", person_id as "personId"`.execute(db);
  return rows;
}

export async function insertAppeal(db: Db, attemptId: string, reason: string): Promise<void> {
  await sql`insert into exam_appeal (attempt_id, reason) values (${attemptId}, ${reason})`.execute(db);
}
