import { sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import { isVisibleReport } from './report.ts';

/** A post of somebody who has reported. */
export interface JobRecord {
  id: string;
  reportId: string;
  kind: 1 | 2;
  post: string;
  note: string;
  fromOn: string;
  toOn: string | null;
  endNote: string;
  version: number;
}

const JOB = sql`j.id, j.report_id as "reportId", j.kind, j.post, j.note, j.from_on as "fromOn", j.to_on as "toOn", j.end_note as "endNote", j.version`;

/** What somebody does at the place now. */
export async function jobsOf(db: Db, reportId: string): Promise<JobRecord[]> {
  const { rows } = await sql<JobRecord>`
    select ${JOB} from sbd_job j where j.report_id = ${reportId} and j.to_on is null order by j.kind, j.from_on, j.id`.execute(
    db,
  );
  return rows;
}

/** A page of what somebody did, of all own reports, the last first. */
export async function pageOfHistory(db: Db, reportId: string, limit: number, offset: number) {
  const { rows } = await sql<JobRecord & { total: number }>`
    select ${JOB}, count(*) over ()::int as total from sbd_job j where j.report_id = ${reportId}
     order by j.from_on desc, j.id desc limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** A post at a place of the scope, held, with whose it is. */
export async function lockJob(db: Db, scope: Scope, id: string) {
  const { rows } = await sql<JobRecord & { memberId: string; orgId: string }>`
    select ${JOB}, r.member_id as "memberId", r.org_id as "orgId" from sbd_job j join sbd_report r on r.id = j.report_id
      join member m on m.id = r.member_id
     where j.id = ${id} and ${isVisibleReport(scope, 'in')} and m.deleted_at is null for no key update of j`.execute(
    db,
  );
  return rows[0];
}

/** Writes a post; the unique index refuses the same one twice at once. */
export async function insertJob(
  db: Db,
  of: { reportId: string; kind: number; post: string; note: string; fromOn: string },
  by: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into sbd_job (report_id, kind, post, note, from_on, created_by, updated_by)
    values (${of.reportId}, ${of.kind}, ${of.post}, ${of.note}, ${of.fromOn}, ${by}, ${by}) returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes the days and words of a post; answers the new version. */
export async function updateJob(
  db: Db,
  id: string,
  of: { fromOn: string; toOn: string | null; note: string; endNote: string },
  by: string,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update sbd_job set from_on = ${of.fromOn}, to_on = ${of.toOn}, note = ${of.note}, end_note = ${of.endNote}, updated_at = now(),
           updated_by = ${by}, version = version + 1 where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** A page of those who reported by themselves to a place of the scope, were accepted, and have none of their posts yet. */
export async function pageOfSelfChosen(db: Db, scope: Scope, name: string, limit: number, offset: number) {
  const named = name === '' ? sql`` : sql`and ${textHolds(sql`m.name`, name)}`;
  const { rows } = await sql<{
    id: string;
    name: string;
    homeName: string;
    orgName: string;
    posts: string[];
    askedOn: string;
    total: number;
  }>`
    select r.id, m.name, h.name as "homeName", o.name as "orgName", r.posts, (r.created_at at time zone 'Asia/Shanghai')::date as "askedOn",
           count(*) over ()::int as total
      from sbd_report r join member m on m.id = r.member_id join organisation h on h.id = m.org_id join organisation o on o.id = r.org_id
     where ${within(scope, 'r.org_code')} and ${scope.memberId === null} and m.deleted_at is null and r.status = 1 and r.source = 1 ${named}
       and not exists (select from sbd_job j where j.report_id = r.id and j.kind = 1 and j.to_on is null)
     order by r.created_at, r.id limit ${limit} offset ${offset}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** What a slip says of the work. */
export async function officeOf(db: Db, reportId: string): Promise<{ office: string; officePost: string }> {
  const { rows } = await sql<{ office: string; officePost: string }>`
    select office, office_post as "officePost" from sbd_report where id = ${reportId}`.execute(db);
  return rows[0] ?? { office: '', officePost: '' };
}
