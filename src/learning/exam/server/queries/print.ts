import { sql } from 'kysely';
import { drawOrder } from '#learning/exam/rules.draw.ts';
import type { Printed } from '#learning/exam/rules.print.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { PaperRule } from './paper.ts';

const COLUMNS = sql`v.kind::int as kind, v.stem, v.rich, v.options, v.key, v.explanation`;

/** What a paper made by hand asks, in its order, as its questions stand now. */
export async function handQuestions(db: Db, paperId: string): Promise<Printed[]> {
  const { rows } = await sql<Printed>`
    select i.section, i.score, ${COLUMNS} from exam_paper_item i join question q on q.id = i.question_id
      join question_version v on v.question_id = q.id and v.number = q.number
     where i.paper_id = ${paperId} order by i.seq`.execute(db);
  return rows;
}

/** What an exam asks since it was published. */
export async function frozenQuestions(db: Db, examId: string): Promise<Printed[]> {
  const { rows } = await sql<Printed>`
    select i.section, i.score, ${COLUMNS} from exam_item i
      join question_version v on v.question_id = i.question_id and v.number = i.number
     where i.exam_id = ${examId} order by i.seq`.execute(db);
  return rows;
}

/** One set of a drawn paper: the order of its draw follows from paper and set, so that its key asks what it asks. */
export async function drawnQuestions(
  db: Db,
  paperId: string,
  rules: readonly PaperRule[],
  set: number,
  sectionOf: (kind: number) => string,
): Promise<Printed[]> {
  const taken: string[] = [];
  const drawn = new Map<PaperRule, Printed[]>();
  for (const rule of drawOrder(rules)) {
    const { rows } = await sql<Printed & { id: string }>`
      select q.id, ${sectionOf(rule.kind)} as section, ${rule.score}::int as score, ${COLUMNS} from question q
        join question_version v on v.question_id = q.id and v.number = q.number
       where q.lib_id = ${rule.libId} and q.kind = ${rule.kind} and q.deleted_at is null
         and (${rule.difficulty}::int is null or q.difficulty = ${rule.difficulty}) and q.id <> all(${taken}::bigint[])
       order by md5(${paperId}::text || ':' || ${set}::text || ':' || q.id) limit ${rule.amount}`.execute(db);
    taken.push(...rows.map(({ id }) => id));
    drawn.set(rule, rows);
  }
  return rules.flatMap((rule) => drawn.get(rule) ?? []);
}
