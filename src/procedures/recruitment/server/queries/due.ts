import { type RawBuilder, sql } from 'kysely';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';
import type { LateOrg } from '#platform/server/module.ts';
import { placeColumn } from '#platform/server/sums/ruleChecks.ts';
import { addMonths } from '#platform/time/days.ts';
import type { DueView, TermKind } from '#procedures/recruitment/contract.due.ts';
import { ENDING_FILES } from './file.ts';
import { SOON } from './list.ts';

/** A running file with a term. Days `YYYY-MM-DD`. */
export interface DueRecord {
  id: string;
  name: string;
  category: number;
  orgName: string;
  step: number;
  deskId: string;
  deskName: string;
  waits: boolean;
  earliestOn: string | null;
  dueOn: string | null;
  today: string;
}

const SENT = sql`left join development_step s on s.file_id = f.id and s.no = f.step and s.state = 'submitted'`;
const TERMS = sql`development_file f
  join member m on m.id = f.member_id and m.deleted_at is null
  join organisation o on o.id = f.org_id
  ${SENT}
  join organisation d on d.id = coalesce(s.approver_org_id, f.org_id)`;

/** What a count joins: a running file is of somebody who stands there (deleting ends it before), at an organisation that does. */
const counted = ({ name, deskId }: { name: string | null; deskId: string | null }) =>
  name ? TERMS : deskId ? sql`development_file f ${SENT}` : sql`development_file f`;

const TODAY = sql<string>`(select ${dbToday})`;
const VIEWS: Readonly<Record<DueView, RawBuilder<boolean>>> = {
  overdue: sql<boolean>`f.due_on < ${TODAY}`,
  soon: sql<boolean>`f.due_on between ${TODAY} and ${TODAY} + ${SOON}::int`,
  ready: sql<boolean>`f.earliest_on <= ${TODAY} and f.step_state <> 'submitted'`,
};

/** Whose terms, and at whose desk; null: everybody's. */
export interface DueWhich {
  name: string | null;
  deskId: string | null;
}
export interface DueFilter extends DueWhich {
  view: DueView | null;
  /** Days in which the last or the earliest day lies, both ends included. */
  days: { from: string; to: string } | null;
}
const ALL: DueWhich = { name: null, deskId: null };

/** Running files with a term that does not rest. */
const condition = (scope: Scope, view: DueView | null, { name, deskId }: DueWhich = ALL) =>
  sql`${within(scope, 'f.org_code')} and f.ended_on is null
  and (f.due_on is not null or f.earliest_on is not null) and f.id not in ${ENDING_FILES} ${view ? sql`and ${VIEWS[view]}` : sql``}
  ${name ? sql`and ${textHolds(sql`m.name`, name)}` : sql``} ${deskId ? sql`and coalesce(s.approver_org_id, f.org_id) = ${deskId}` : sql``}`;

const inDays = ({ from, to }: { from: string; to: string }) =>
  sql`and (f.due_on between ${from}::date and ${to}::date or f.earliest_on between ${from}::date and ${to}::date)`;

/** A page of running files with a term: the longest overdue first, then by their last day, then by their earliest. */
export async function pageOfDue(
  db: Db,
  scope: Scope,
  { view, days, ...which }: DueFilter,
  limit: number,
  offset: number,
): Promise<{ rows: DueRecord[]; total: number }> {
  const where = sql`${condition(scope, view, which)} ${days ? inDays(days) : sql``}`;
  const [rows, total] = await Promise.all([
    sql<DueRecord>`
      select f.id, m.name, f.category, o.name as "orgName", f.step, d.id as "deskId", d.name as "deskName", s.file_id is not null as waits,
             f.earliest_on as "earliestOn", f.due_on as "dueOn", ${dbToday} as today
        from ${TERMS} where ${where}
       order by f.due_on nulls last, f.earliest_on nulls last, f.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${counted(which)} where ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** How many files of a scope are overdue. */
export async function countOverdue(db: Db, scope: Scope): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from development_file f where ${condition(scope, 'overdue')}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The same of several organisations at once, each with all below it. @param codes of one length */
export async function overdueBelow(db: Db, scope: Scope, codes: readonly string[]) {
  const { rows } = await sql<{ place: string; n: number }>`
    select ${placeColumn(codes, 'f.org_code')} as place, count(*)::int as n from development_file f where ${condition(scope, 'overdue')} group by 1`.execute(
    db,
  );
  return rows;
}

/** The organisations of a scope at whose desk something is overdue, the one with most first. */
export async function overdueOrgs(db: Db, scope: Scope, limit: number): Promise<LateOrg[]> {
  const { rows } = await sql<LateOrg>`
    select d.id as "orgId", count(*) || '份发展档案超期，最早的应于' || min(f.due_on) || '前办理' as detail
      from ${TERMS} where ${condition(scope, 'overdue')} and ${within(scope, 'd.code')}
     group by d.id order by count(*) desc, d.id limit ${limit}`.execute(db);
  return rows;
}

/** A day of terms: the last or the first one of a step, and of how many files. */
export interface TermDay {
  day: string;
  kind: TermKind;
  step: number;
  count: number;
}

/** What a file `f` has in a calendar: its last day, and its earliest where that is another. */
const DAYS_OF = sql`cross join lateral (
  values (f.due_on, 'last'), (nullif(f.earliest_on, f.due_on), 'first')) as t (day, kind)`;

/** The terms of a month (`YYYY-MM`), by day and step: a day counts as many as the list shows for it. */
export async function monthOfDue(db: Db, scope: Scope, which: DueWhich, month: string): Promise<TermDay[]> {
  const from = `${month}-01`;
  const next = addMonths(from, 1);
  const { rows } = await sql<TermDay>`
    select t.day, t.kind, f.step, count(*)::int as count from ${counted(which)} ${DAYS_OF}
     where ${condition(scope, null, which)} and t.day >= ${from}::date and t.day < ${next}::date
     group by t.day, t.kind, f.step order by t.day, t.kind desc, f.step`.execute(db);
  return rows;
}

/** Days back from today that a calendar still shows. */
const BACK = 60;

/**
 * Last days, and days from which something may be done, of the steps that lie at an organisation's desk (the branch's, or the
 * superior's while a step waits there), or of a person's own file; those of a file whose terms rest are left out. For whoever
 * reads them without signing in: how many files, no names.
 */
export async function termDays(db: Db, owner: { orgId: string } | { memberId: string }): Promise<TermDay[]> {
  const whose =
    'memberId' in owner
      ? sql`select id from development_file where member_id = ${owner.memberId}`
      : sql`select id from development_file where org_id = ${owner.orgId} and step_state <> 'submitted'
            union all select s.file_id from development_step s join development_file w on w.id = s.file_id and w.step = s.no
             where s.state = 'submitted' and s.approver_org_id = ${owner.orgId}`;
  const { rows } = await sql<TermDay>`
    select t.day, t.kind, f.step, count(*)::int as count from development_file f ${DAYS_OF}
     where f.id in (${whose}) and f.ended_on is null and t.day >= ${dbToday} - ${BACK}::int and f.id not in ${ENDING_FILES}
     group by t.day, t.kind, f.step order by t.day, t.kind desc, f.step limit 1000`.execute(db);
  return rows;
}
