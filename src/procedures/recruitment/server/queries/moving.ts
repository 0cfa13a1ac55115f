import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';

/** A running file, as whoever moves its person has to know it. */
export interface Running {
  id: string;
  memberId: string;
  name: string;
  step: number;
  stepState: string;
  orgId: string;
}

/** Running files of some people; `lock` keeps them for this transaction. */
export async function runningFiles(db: Db, memberIds: readonly string[], lock: boolean): Promise<Running[]> {
  const { rows } = await sql<Running>`
    select f.id, f.member_id as "memberId", m.name, f.step, f.step_state as "stepState", f.org_id as "orgId"
      from development_file f join member m on m.id = f.member_id
     where f.member_id = any(${memberIds}::bigint[]) and f.ended_on is null
     order by f.id ${lock ? sql`for update of f` : sql``}`.execute(db);
  return rows;
}

/** A line of the 材料移交清单. */
export interface ListedPaper {
  /** The step that it is of. */
  no: number;
  kind: string;
  label: string;
  sheets: number;
}

/** Writes the list of papers that go from one branch to another, signed by neither yet. Answers its id. */
export async function insertHandover(
  db: Db,
  fileId: string,
  move: { from: { id: string }; to: { id: string }; by: string },
  papers: readonly ListedPaper[],
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into development_handover (file_id, from_id, to_id, papers, created_by)
    values (${fileId}, ${move.from.id}, ${move.to.id}, ${JSON.stringify(papers)}::jsonb, ${move.by}) returning id`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

/** Whoever reads the file as it was before the move finds it handled meanwhile. */
export const markMoved = (db: Db, fileId: string) =>
  sql`update development_file set version = version + 1, moved_at = now() where id = ${fileId}`.execute(db);
