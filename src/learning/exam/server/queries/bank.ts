import { type RawBuilder, sql } from 'kysely';
import type { Kind, Question } from '#learning/exam/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

export interface LibRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  name: string;
  remark: string;
  questions: number;
  kinds: Record<string, number>;
  toMend: number;
  updatedBy: string;
  updatedAt: Date;
  version: number;
}

/** Nobody without office meets a bank, whatever the role may. */
export const isInOfficeScope = (scope: Scope, column: string): RawBuilder<boolean> =>
  sql<boolean>`(${within(scope, column)} and ${scope.memberId === null})`;

const LIB = sql`l.id, l.org_id as "orgId", l.org_code as "orgCode", o.name as "orgName", l.name, l.remark,
  coalesce(q.n, 0) as questions, coalesce(q.kinds, '{}') as kinds, coalesce(q.mend, 0) as "toMend",
  l.updated_by as "updatedBy", l.updated_at as "updatedAt", l.version`;
const LIB_FROM = sql`question_lib l join organisation o on o.id = l.org_id and o.deleted_at is null
  left join lateral (
    select sum(n)::int as n, sum(mend)::int as mend, jsonb_object_agg(kind, n) as kinds
      from (select kind, count(*)::int as n, count(*) filter (where to_mend <> '')::int as mend
              from question where lib_id = l.id and deleted_at is null group by kind) as by_kind) as q on true`;

/** A page of banks with how many there are, the newest first. */
export async function pageOfLibs(db: Db, scope: Scope, words: string | null, limit: number, offset: number) {
  const where = sql`${isInOfficeScope(scope, 'l.org_code')} and l.deleted_at is null
    and (${words}::text is null or ${textHolds(sql`l.name`, words)})`;
  const [rows, total] = await Promise.all([
    sql<LibRecord>`select ${LIB} from ${LIB_FROM} where ${where} order by l.id desc limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from question_lib l
      join organisation o on o.id = l.org_id and o.deleted_at is null where ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** A bank of the scope; `lock` keeps it for this transaction. */
export async function findLib(db: Db, scope: Scope, id: string, lock = false): Promise<LibRecord | undefined> {
  const { rows } = await sql<LibRecord>`
    select ${LIB} from ${LIB_FROM} where l.id = ${id} and l.deleted_at is null and ${isInOfficeScope(scope, 'l.org_code')}
    ${lock ? sql`for update of l` : sql``}`.execute(db);
  return rows[0];
}

/** How many questions of each kind and difficulty some banks hold. */
export async function levelsOf(db: Db, libIds: readonly string[]) {
  const { rows } = await sql<{ libId: string; kind: Kind; difficulty: number; n: number }>`
    select lib_id as "libId", kind, difficulty, count(*)::int as n from question
     where lib_id = any(${libIds}::bigint[]) and deleted_at is null group by 1, 2, 3 order by 1, 2, 3`.execute(db);
  return rows;
}

export async function insertLib(
  db: Db,
  org: { id: string; code: string },
  of: { name: string; remark: string },
  by: string,
) {
  const { rows } = await sql<{ id: string }>`
    insert into question_lib (org_id, org_code, name, remark, created_by, updated_by)
    values (${org.id}, ${org.code}, ${of.name}, ${of.remark}, ${by}, ${by}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

export async function writeLib(db: Db, id: string, of: { name: string; remark: string }, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update question_lib set name = ${of.name}, remark = ${of.remark}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Papers that draw from a bank or name a question of it. */
export async function papersOfLib(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select p.name from exam_paper p where p.deleted_at is null and (
      exists (select from exam_paper_rule r where r.paper_id = p.id and r.lib_id = ${id}) or
      exists (select from exam_paper_item i join question q on q.id = i.question_id where i.paper_id = p.id and q.lib_id = ${id}))
     order by p.id limit 3`.execute(db);
  return rows.map(({ name }) => name);
}

/** Puts a row of one of the module's nouns into the recycle bin. */
export const moveToBin = (
  db: Db,
  table: 'question_lib' | 'exam_paper' | 'exam',
  id: string,
  by: string,
  reason: string,
) =>
  sql`update ${sql.table(table)} set deleted_at = now(), deleted_by = ${by}, delete_reason = ${reason}, version = version + 1
       where id = ${id}`.execute(db);

export interface QuestionRecord extends Question {
  id: string;
  libId: string;
  labels: string[];
  number: number;
  isUsed: boolean;
  toMend: string;
  updatedBy: string;
  updatedAt: Date;
  version: number;
}

const QUESTION = sql`q.id, q.lib_id as "libId", v.kind, v.stem, v.rich, v.options, v.key, v.explanation, v.difficulty, q.labels, q.number,
  exists (select from question_version u where u.question_id = q.id and u.used_at is not null) as "isUsed",
  q.to_mend as "toMend", q.updated_by as "updatedBy", q.updated_at as "updatedAt", q.version`;
const QUESTION_FROM = sql`question q join question_version v on v.question_id = q.id and v.number = q.number`;

export interface QuestionFilter {
  kind: number | null;
  difficulty: number | null;
  toMend: boolean;
  words: string | null;
}

/** A page of a bank's questions with how many there are, by kind and then the oldest first. */
export async function pageOfQuestions(db: Db, libId: string, of: QuestionFilter, limit: number, offset: number) {
  const where = sql`q.lib_id = ${libId} and q.deleted_at is null
    and (${of.kind}::int is null or q.kind = ${of.kind}) and (${of.difficulty}::int is null or q.difficulty = ${of.difficulty})
    and (not ${of.toMend}::boolean or q.to_mend <> '')
    and (${of.words}::text is null or ${textHolds(sql`q.stem`, of.words)} or ${of.words} = any(q.labels))`;
  const [rows, total] = await Promise.all([
    sql<QuestionRecord>`select ${QUESTION} from ${QUESTION_FROM} where ${where}
      order by q.kind, q.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from question q where ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** All questions of a bank as they stand now. */
export async function allQuestions(db: Db, libId: string): Promise<QuestionRecord[]> {
  const { rows } = await sql<QuestionRecord>`select ${QUESTION} from ${QUESTION_FROM}
    where q.lib_id = ${libId} and q.deleted_at is null order by q.kind, q.id`.execute(db);
  return rows;
}

export async function findQuestion(db: Db, libId: string, id: string): Promise<QuestionRecord | undefined> {
  const { rows } = await sql<QuestionRecord>`select ${QUESTION} from ${QUESTION_FROM}
    where q.id = ${id} and q.lib_id = ${libId} and q.deleted_at is null for update of q`.execute(db);
  return rows[0];
}

/** Writes the HTML of a question's present version, once its pictures belong to it. */
export const setRich = (db: Db, id: string, rich: string) =>
  sql`update question_version v set rich = ${rich} from question q
       where q.id = ${id} and v.question_id = q.id and v.number = q.number`.execute(db);

/** The HTML of every version of a question that has any. */
export async function richVersions(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ rich: string }>`
    select rich from question_version where question_id = ${id} and rich <> ''`.execute(db);
  return rows.map(({ rich }) => rich);
}

/** Whether a question lies in a bank of the scope, or is asked by an exam of it. */
export async function isInScope(db: Db, scope: Scope, questionId: string): Promise<boolean> {
  const { rows } = await sql<{ seen: boolean }>`
    select exists (select from question q join question_lib l on l.id = q.lib_id
                    where q.id = ${questionId} and ${isInOfficeScope(scope, 'l.org_code')})
        or exists (select from exam_item i join exam e on e.id = i.exam_id
                    where i.question_id = ${questionId} and ${isInOfficeScope(scope, 'e.org_code')})
        or exists (select from exam e join exam_attempt t on t.exam_id = e.id join exam_answer w on w.attempt_id = t.id
                    where w.question_id = ${questionId} and ${isInOfficeScope(scope, 'e.org_code')}) as seen`.execute(
    db,
  );
  return rows[0]?.seen ?? false;
}

/** Whether somebody was asked a version of a question in which a picture stands. */
export async function wasAsked(db: Db, memberId: string, questionId: string, fileId: string): Promise<boolean> {
  const { rows } = await sql<{ asked: boolean }>`
    select exists (select from exam_person x join exam_attempt t on t.person_id = x.id join exam_answer w on w.attempt_id = t.id
                     join question_version v on v.question_id = w.question_id and v.number = w.number
                    where x.member_id = ${memberId} and w.question_id = ${questionId} and strpos(v.rich, ${fileId}) > 0) as asked`.execute(
    db,
  );
  return rows[0]?.asked ?? false;
}

/** Adds questions to a bank in one statement; answers their ids. */
export async function insertQuestions(
  db: Db,
  libId: string,
  all: readonly (Question & { labels: readonly string[] })[],
  by: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with given as (
      select nextval(pg_get_serial_sequence('question', 'id')) as id, e.one from jsonb_array_elements(${JSON.stringify(all)}::jsonb)
        with ordinality as e (one, place) order by e.place
    ), made as (
      insert into question (id, lib_id, kind, difficulty, stem, labels, created_by, updated_by)
      select id, ${libId}, (one->>'kind')::int, (one->>'difficulty')::int, one->>'stem',
             array(select jsonb_array_elements_text(one->'labels')), ${by}, ${by} from given returning id
    ), version as (
      insert into question_version (question_id, number, kind, stem, rich, options, key, explanation, difficulty, written_by)
      select id, 1, (one->>'kind')::int, one->>'stem', one->>'rich', array(select jsonb_array_elements_text(one->'options')),
             array(select jsonb_array_elements_text(one->'key')), one->>'explanation', (one->>'difficulty')::int, ${by}
        from given returning question_id
    )
    select question_id as id from version order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Writes a locked question: over its version while nobody has sat it, else as the next one. */
export async function writeQuestion(
  db: Db,
  id: string,
  of: Question & { labels: readonly string[] },
  by: string,
): Promise<{ version: number; number: number }> {
  const { rows } = await sql<{ version: number; number: number }>`
    with old as (
      select q.number + (v.used_at is not null)::int as next from question q
        join question_version v on v.question_id = q.id and v.number = q.number where q.id = ${id}
    ), written as (
      insert into question_version (question_id, number, kind, stem, rich, options, key, explanation, difficulty, written_by)
      select ${id}, next, ${of.kind}, ${of.stem}, ${of.rich}, ${of.options}::text[], ${of.key}::text[], ${of.explanation}, ${of.difficulty}, ${by}
        from old
      on conflict (question_id, number) do update set kind = excluded.kind, stem = excluded.stem, rich = excluded.rich, options = excluded.options,
        key = excluded.key, explanation = excluded.explanation, difficulty = excluded.difficulty, written_at = now(),
        written_by = excluded.written_by
      returning number
    )
    update question q set number = written.number, kind = ${of.kind}, difficulty = ${of.difficulty}, stem = ${of.stem},
           labels = ${of.labels}::text[], to_mend = '', version = q.version + 1, updated_at = now(), updated_by = ${by}
      from written where q.id = ${id} returning q.version, q.number`.execute(db);
  return rows[0] ?? { version: 0, number: 0 };
}

/** Of some questions of a bank, those that papers made by hand still name. */
export async function namedQuestions(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct i.question_id)::int as n from exam_paper_item i
      join exam_paper p on p.id = i.paper_id and p.deleted_at is null where i.question_id = any(${ids}::bigint[])`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

/** Drops questions of a bank; answers how many. What was sat keeps its versions. */
export async function dropQuestions(db: Db, libId: string, ids: readonly string[], by: string): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update question set deleted_at = now(), updated_by = ${by}, version = version + 1
     where lib_id = ${libId} and id = any(${ids}::bigint[]) and deleted_at is null returning id`.execute(db);
  return rows.length;
}
