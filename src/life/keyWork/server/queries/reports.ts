import { sql } from 'kysely';
import type { ReportRow } from '#life/keyWork/contract.read.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import { isVisiblePart, PARTS } from './parts.ts';

/** A report as it stands. */
export interface ReportRecord {
  id: string;
  partId: string;
  title: string;
  orgName: string;
  isFinal: boolean;
  label: string;
  content: string;
  percent: number;
  files: string[];
  isLate: boolean;
  reportedAt: Date;
  reportedBy: string;
  decision: ReportRow['decision'];
  opinion: string;
  decidedAt: Date | null;
  decidedBy: string;
}

const COLUMNS = sql`r.id, r.part_id as "partId", i.title, o.name as "orgName", r.is_final as "isFinal", coalesce(d.label, '') as label,
  r.content, r.percent, r.files, r.is_late as "isLate", r.reported_at as "reportedAt", r.reported_by as "reportedBy", r.decision,
  r.opinion, r.decided_at as "decidedAt", r.decided_by as "decidedBy"`;
const FROM = sql`key_work_report r join ${PARTS} on p.id = r.part_id left join key_work_period d on d.id = r.period_id`;

/** Reports of a part that the session has found, the newest first. */
export async function reportsOf(db: Db, partId: string): Promise<ReportRecord[]> {
  const { rows } = await sql<ReportRecord>`
    select ${COLUMNS} from ${FROM} where r.part_id = ${partId} order by r.id desc`.execute(db);
  return rows;
}

/** One report that the session sees. @param orgId of the session */
export async function findReport(db: Db, scope: Scope, orgId: string, id: string): Promise<ReportRecord | undefined> {
  const { rows } = await sql<ReportRecord>`
    select ${COLUMNS} from ${FROM} where r.id = ${id} and ${isVisiblePart(scope, orgId)}`.execute(db);
  return rows[0];
}

/** The periods of a part that the session has found, with the report that answers each. */
export async function scheduleOf(db: Db, partId: string) {
  const { rows } = await sql<{
    id: string;
    label: string;
    startsOn: string;
    dueOn: string;
    isFinal: boolean;
    reportId: string | null;
    isLate: boolean;
  }>`
    select d.id, d.label, d.starts_on as "startsOn", case when d.is_final then p.ends_on else d.due_on end as "dueOn",
           d.is_final as "isFinal", r.id as "reportId", coalesce(r.is_late, false) as "isLate"
      from key_work_part p join key_work_period d on d.item_id = p.item_id and (d.is_final or d.due_on >= p.given_on)
      left join lateral (
        select id, is_late from key_work_report one
         where one.part_id = p.id and one.period_id = d.id and one.decision not in ('returned', 'recalled')
         order by one.id desc limit 1) r on true
     where p.id = ${partId} order by d.is_final, d.due_on, d.id`.execute(db);
  return rows;
}

/** A report as it is handed in; the ids of its files are known once it has an id itself. */
export interface NewReport {
  partId: string;
  periodId: string | null;
  isFinal: boolean;
  content: string;
  percent: number;
  isLate: boolean;
  by: string;
}

/** Adds a report; answers its id. */
export async function insertReport(db: Db, report: NewReport): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into key_work_report (part_id, period_id, is_final, content, percent, is_late, reported_by, decision)
    values (${report.partId}, ${report.periodId}, ${report.isFinal}, ${report.content}, ${report.percent}, ${report.isLate},
            ${report.by}, ${report.isFinal ? 'waiting' : ''})
    returning id`.execute(db);
  return rows[0]?.id ?? '';
}

/** Writes the ids that the files of a report have now. */
export const setReportFiles = (db: Db, id: string, files: readonly string[]) =>
  sql`update key_work_report set files = ${files}::text[] where id = ${id}`.execute(db);

/** Writes what came of the completion of a part that waits. */
export const closeReport = (
  db: Db,
  partId: string,
  decision: 'accepted' | 'returned' | 'recalled',
  { by = '', opinion = '' } = {},
) =>
  sql`update key_work_report set decision = ${decision}, opinion = ${opinion}, decided_by = ${by},
             decided_at = case when ${decision} = 'recalled' then null else now() end
       where part_id = ${partId} and decision = 'waiting'`.execute(db);

/** Ids of the reports of some parts. */
export async function reportIdsOf(db: Db, partIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from key_work_report where part_id = any(${partIds}::bigint[])`.execute(db);
  return rows.map(({ id }) => id);
}
