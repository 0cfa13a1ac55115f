import { type RawBuilder, sql } from 'kysely';
import type { RowState, RowView } from '#overview/dataCheck/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

export interface RowRecord {
  id: string;
  checkedId: string;
  checkedCode: string;
  checkedName: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  rule: string;
  title: string;
  detail: string;
  href: string | null;
  state: RowState;
  dueOn: string | null;
  isLate: boolean;
  isFresh: boolean;
  isSolved: boolean;
  note: string;
  saidBy: string;
  foundOn: string;
}

const LAST = sql`(select max(r.id) from data_check_run r where r.org_id = f.checked_id and r.state = 1)`;
const LATE = sql<boolean>`(f.state = 1 and f.due_on < ${dbToday})`;
const ROW = sql`f.id, f.checked_id as "checkedId", c.code as "checkedCode", c.name as "checkedName", f.org_id as "orgId",
  f.org_code as "orgCode", o.name as "orgName", f.rule, f.title, f.detail, f.href, f.state, f.due_on as "dueOn", ${LATE} as "isLate",
  (f.solved_run is null and f.first_run = ${LAST}) as "isFresh", f.solved_run is not null as "isSolved", f.note,
  f.said_by as "saidBy", (f.created_at at time zone 'Asia/Shanghai')::date as "foundOn"`;
const FROM = sql`data_check_row f join organisation o on o.id = f.org_id join organisation c on c.id = f.checked_id`;

export interface RowFilter {
  /** Found by the runs of this organisation; null: given to organisations of the scope by those above. */
  checkedId: string | null;
  rules: readonly string[];
  rule: string | null;
  view: RowView | null;
  name: string;
}

const STANDS = sql<boolean>`(f.solved_run is null)`;
const OF_VIEW: Readonly<Record<RowView, RawBuilder<boolean>>> = {
  open: sql<boolean>`(${STANDS} and f.state = 0)`,
  given: sql<boolean>`(${STANDS} and f.state = 1)`,
  late: sql<boolean>`(${STANDS} and ${LATE})`,
  explained: sql<boolean>`(${STANDS} and f.state = 2)`,
  mended: sql<boolean>`(${STANDS} and f.state = 3)`,
  fresh: sql<boolean>`(${STANDS} and f.first_run = ${LAST})`,
  solved: sql<boolean>`(f.solved_run = ${LAST})`,
};

/** Findings `f` of the scope: found by an organisation of it, or given from above to one of it; nobody without office reads any. */
const seen = (
  scope: Scope,
) => sql<boolean>`(${scope.memberId === null} and o.deleted_at is null and ${within(scope, 'f.org_code')}
  and (${within(scope, 'c.code')} or f.state <> 0))`;

const matching = (scope: Scope, filter: RowFilter, withSolved = false) => {
  const parts = [seen(scope), sql<boolean>`f.rule = any(${filter.rules}::text[])`];
  if (filter.checkedId !== null) parts.push(sql`f.checked_id = ${filter.checkedId}`);
  else parts.push(sql<boolean>`(not ${within(scope, 'c.code')} and f.due_on is not null)`);
  if (filter.rule !== null) parts.push(sql`f.rule = ${filter.rule}`);
  if (filter.name) parts.push(sql`(${textHolds(sql`f.title`, filter.name)} or ${textHolds(sql`o.name`, filter.name)})`);
  if (filter.view !== null) parts.push(OF_VIEW[filter.view]);
  else if (!withSolved) parts.push(STANDS);
  return sql`${FROM} where ${sql.join(parts, sql` and `)}`;
};

/** A page of findings in the order of the tree. */
export async function pageOfRows(db: Db, scope: Scope, filter: RowFilter, limit: number, offset: number) {
  const from = matching(scope, filter);
  const [page, total] = await Promise.all([
    sql<RowRecord>`select ${ROW} from ${from} order by f.org_code, f.rule, f.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(db),
  ]);
  return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
}

/** How many each view holds under the other filters. */
export async function countRows(db: Db, scope: Scope, filter: RowFilter): Promise<Record<RowView | 'all', number>> {
  const parts = Object.entries(OF_VIEW).map(
    ([view, is]) => sql`(count(*) filter (where ${is}))::int as ${sql.ref(view)}`,
  );
  // Whatever view is shown, all of them are counted: solved rows among them.
  const { rows } = await sql<Record<RowView | 'all', number>>`
    select (count(*) filter (where ${STANDS}))::int as all, ${sql.join(parts)}
      from ${matching(scope, { ...filter, view: null }, true)}`.execute(db);
  return rows[0] ?? { all: 0, open: 0, given: 0, late: 0, explained: 0, mended: 0, fresh: 0, solved: 0 };
}

/** Findings of the scope with these ids that still stand, held. */
export async function lockRows(db: Db, scope: Scope, ids: readonly string[]): Promise<RowRecord[]> {
  const { rows } = await sql<RowRecord>`
    select ${ROW} from ${FROM} where f.id = any(${ids}::bigint[]) and ${seen(scope)} order by f.id for no key update of f`.execute(
    db,
  );
  return rows;
}

/** Writes what becomes of findings. */
export const setRows = (
  db: Db,
  ids: readonly string[],
  of: { state: RowState; dueOn?: string; note?: string; by: string },
) =>
  sql`
  update data_check_row set state = ${of.state}, due_on = coalesce(${of.dueOn ?? null}::date, due_on),
         note = coalesce(${of.note ?? null}::text, note), said_by = ${of.by}, said_at = now(), updated_at = now()
   where id = any(${ids}::bigint[])`.execute(db);

/** How many of each organisation still wait that one organisation gave it. */
export async function waitingAt(db: Db, checkedId: string, orgIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select org_id as id, count(*)::int as n from data_check_row
     where checked_id = ${checkedId} and org_id = any(${orgIds}::bigint[]) and state = 1 and solved_run is null group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** How many findings wait that organisations above have given to the organisation. */
export async function countGivenTo(db: Db, orgId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from data_check_row
     where org_id = ${orgId} and checked_id <> ${orgId} and state = 1 and solved_run is null`.execute(db);
  return rows[0]?.n ?? 0;
}
