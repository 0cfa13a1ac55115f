import { sql } from 'kysely';
import type { Kind } from '#learning/exam/rules.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { isInOfficeScope } from './bank.ts';

export interface PaperRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  name: string;
  type: number;
  eachOwn: boolean;
  halfRight: boolean;
  total: number;
  questions: number;
  exams: number;
  updatedBy: string;
  updatedAt: Date;
  version: number;
}

const COLUMNS = sql`p.id, p.org_id as "orgId", p.org_code as "orgCode", o.name as "orgName", p.name, p.type, p.each_own as "eachOwn",
  p.half_right as "halfRight", p.total, p.questions,
  (select count(*)::int from exam e where e.paper_id = p.id and e.deleted_at is null) as exams,
  p.updated_by as "updatedBy", p.updated_at as "updatedAt", p.version`;
const FROM = sql`exam_paper p join organisation o on o.id = p.org_id and o.deleted_at is null`;

/** A page of papers with how many there are, the newest first. */
export async function pageOfPapers(
  db: Db,
  scope: Scope,
  of: { type: number | null; words: string | null },
  limit: number,
  offset: number,
) {
  const where = sql`${FROM} where ${isInOfficeScope(scope, 'p.org_code')} and p.deleted_at is null
    and (${of.type}::int is null or p.type = ${of.type}) and (${of.words}::text is null or ${textHolds(sql`p.name`, of.words)})`;
  const [rows, total] = await Promise.all([
    sql<PaperRecord>`select ${COLUMNS} from ${where} order by p.id desc limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** A paper of the scope; `lock` keeps it for this transaction. */
export async function findPaper(db: Db, scope: Scope, id: string, lock = false): Promise<PaperRecord | undefined> {
  const { rows } = await sql<PaperRecord>`select ${COLUMNS} from ${FROM}
    where p.id = ${id} and p.deleted_at is null and ${isInOfficeScope(scope, 'p.org_code')} ${lock ? sql`for update of p` : sql``}`.execute(
    db,
  );
  return rows[0];
}

export interface PaperItem {
  section: string;
  questionId: string;
  score: number;
}
export interface PaperRule {
  libId: string;
  kind: Kind;
  difficulty: number | null;
  amount: number;
  score: number;
}

/** What a paper made by hand asks, in its order, as its questions stand now. */
export async function itemsOf(db: Db, paperId: string) {
  const { rows } = await sql<
    PaperItem & { kind: Kind; stem: string; options: string[]; key: string[]; difficulty: number }
  >`
    select i.section, i.question_id as "questionId", i.score, v.kind, v.stem, v.options, v.key, v.difficulty
      from exam_paper_item i join question q on q.id = i.question_id
      join question_version v on v.question_id = q.id and v.number = q.number
     where i.paper_id = ${paperId} order by i.seq`.execute(db);
  return rows;
}

/** By what a paper is drawn, with how many questions there are for each rule alone. */
export async function rulesOf(db: Db, paperId: string) {
  const { rows } = await sql<PaperRule & { libName: string; there: number }>`
    select r.lib_id as "libId", l.name as "libName", r.kind, r.difficulty, r.amount, r.score,
           (select count(*)::int from question q where q.lib_id = r.lib_id and q.deleted_at is null and l.deleted_at is null
               and q.kind = r.kind and (r.difficulty is null or q.difficulty = r.difficulty)) as there
      from exam_paper_rule r join question_lib l on l.id = r.lib_id where r.paper_id = ${paperId} order by r.seq`.execute(
    db,
  );
  return rows;
}

/** Of some questions, those in banks of the scope that are not deleted. */
export async function knownQuestions(db: Db, scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select q.id from question q join question_lib l on l.id = q.lib_id and l.deleted_at is null
     where q.id = any(${ids}::bigint[]) and q.deleted_at is null and ${isInOfficeScope(scope, 'l.org_code')}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Of some banks, those of the scope. */
export async function knownLibs(db: Db, scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from question_lib l where id = any(${ids}::bigint[]) and deleted_at is null and ${isInOfficeScope(scope, 'l.org_code')}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

export interface PaperFields {
  name: string;
  type: number;
  eachOwn: boolean;
  halfRight: boolean;
  items: readonly PaperItem[];
  rules: readonly PaperRule[];
}

const totalOf = (of: PaperFields) =>
  of.type === 0
    ? of.items.reduce((sum, { score }) => sum + score, 0)
    : of.rules.reduce((sum, { score, amount }) => sum + score * amount, 0);
const countOf = (of: PaperFields) =>
  of.type === 0 ? of.items.length : of.rules.reduce((sum, { amount }) => sum + amount, 0);

export async function insertPaper(
  db: Db,
  org: { id: string; code: string },
  of: PaperFields,
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into exam_paper (org_id, org_code, name, type, each_own, half_right, total, questions, created_by, updated_by)
    values (${org.id}, ${org.code}, ${of.name}, ${of.type}, ${of.eachOwn}, ${of.halfRight}, ${totalOf(of)}, ${countOf(of)}, ${by}, ${by})
    returning id`.execute(db);
  const id = rows[0]?.id ?? '';
  await writeParts(db, id, of);
  return id;
}

/** Writes a locked paper anew; answers its version. */
export async function writePaper(db: Db, id: string, of: PaperFields, by: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update exam_paper set name = ${of.name}, type = ${of.type}, each_own = ${of.eachOwn}, half_right = ${of.halfRight},
           total = ${totalOf(of)}, questions = ${countOf(of)}, version = version + 1, updated_at = now(), updated_by = ${by}
     where id = ${id} returning version`.execute(db);
  await writeParts(db, id, of);
  return rows[0]?.version ?? 0;
}

async function writeParts(db: Db, id: string, of: PaperFields): Promise<void> {
  await sql`delete from exam_paper_item where paper_id = ${id}`.execute(db);
  await sql`delete from exam_paper_rule where paper_id = ${id}`.execute(db);
  if (of.type === 0)
    await sql`
      insert into exam_paper_item (paper_id, seq, section, question_id, score)
      select ${id}, e.place, e.one->>'section', (e.one->>'questionId')::bigint, (e.one->>'score')::int
        from jsonb_array_elements(${JSON.stringify(of.items)}::jsonb) with ordinality as e (one, place)`.execute(db);
  else
    await sql`
      insert into exam_paper_rule (paper_id, seq, lib_id, kind, difficulty, amount, score)
      select ${id}, e.place, (e.one->>'libId')::bigint, (e.one->>'kind')::int, (e.one->>'difficulty')::int,
             (e.one->>'amount')::int, (e.one->>'score')::int
        from jsonb_array_elements(${JSON.stringify(of.rules)}::jsonb) with ordinality as e (one, place)`.execute(db);
}
