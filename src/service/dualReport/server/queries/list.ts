import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { Side } from '#service/dualReport/contract.common.ts';
import type { View } from '#service/dualReport/contract.ts';
import type { ReportStatus } from '../../rules.ts';
import { isVisibleReport, LATE } from './report.ts';

export interface ListFilter {
  view: View | null;
  side: Side | null;
  post: string | null;
  late: boolean;
  name: string;
}

export interface ListRecord {
  id: string;
  memberId: string;
  name: string;
  homeName: string;
  orgName: string;
  orgCode: string;
  status: ReportStatus;
  quarter: string;
  posts: string[];
  times: number[];
  askedBy: string | null;
  askedOn: string;
  decidedOn: string | null;
  endedOn: string | null;
  waits: number;
  isLate: boolean;
}

const OF_VIEW: Readonly<Record<View, RawBuilder<boolean>>> = {
  waiting: sql<boolean>`r.status = 0`,
  reported: sql<boolean>`r.status = 1`,
  returned: sql<boolean>`r.status = 2`,
  moved: sql<boolean>`r.status in (3, 4)`,
};

const matching = (scope: Scope, filter: ListFilter) => {
  const parts = [isVisibleReport(scope, filter.side), sql<boolean>`m.deleted_at is null`];
  if (filter.view !== null) parts.push(OF_VIEW[filter.view]);
  if (filter.post !== null) parts.push(sql`r.posts @> array[${filter.post}::text]`);
  if (filter.late) parts.push(LATE);
  if (filter.name) parts.push(textHolds(sql`m.name`, filter.name));
  return sql`sbd_report r join member m on m.id = r.member_id where ${sql.join(parts, sql` and `)}`;
};

/** A page of the reports: the longest waiting first, then what was filed last. */
export async function pageOfReports(db: Db, scope: Scope, filter: ListFilter, limit: number, offset: number) {
  const from = matching(scope, filter);
  const [page, total] = await Promise.all([
    sql<ListRecord>`
      select r.id, r."memberId", r.name, h.name as "homeName", o.name as "orgName", r.org_code as "orgCode", r.status, r.quarter, r.posts,
             r.times, r.asked_by as "askedBy", r."askedOn", r.decided_on as "decidedOn", r.ended_on as "endedOn",
             ${dbToday} - r."askedOn" as waits, r."isLate"
        from (select r.*, m.id as "memberId", m.name, m.org_id as home_id, ${LATE} as "isLate",
                     (r.created_at at time zone 'Asia/Shanghai')::date as "askedOn"
                from ${from} order by r.status <> 0, case when r.status = 0 then r.id end, r.id desc limit ${limit} offset ${offset}) r
        join organisation h on h.id = r.home_id join organisation o on o.id = r.org_id
       order by r.status <> 0, case when r.status = 0 then r.id end, r.id desc`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** How many each view holds under the other filters, and how many wait too long. */
export async function countReports(
  db: Db,
  scope: Scope,
  filter: ListFilter,
): Promise<Record<View | 'all' | 'late', number>> {
  const from = matching(scope, { ...filter, view: null, late: false });
  const { rows } = await sql<Record<View | 'all' | 'late', number>>`
    select count(*)::int as all, count(*) filter (where ${OF_VIEW.waiting})::int as waiting,
           count(*) filter (where ${OF_VIEW.reported})::int as reported, count(*) filter (where ${OF_VIEW.returned})::int as returned,
           count(*) filter (where ${OF_VIEW.moved})::int as moved, count(*) filter (where ${LATE})::int as late
      from ${from}`.execute(db);
  return rows[0] ?? { all: 0, waiting: 0, reported: 0, returned: 0, moved: 0, late: 0 };
}
