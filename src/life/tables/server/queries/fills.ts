import { type RawBuilder, sql } from 'kysely';
import type { Decision } from '#house/givenCalls.ts';
import type { FilledRow, TableDesign } from '#life/tables/rules.design.ts';
import type { Figure } from '#life/tables/rules.sum.ts';
import type { FillState, Standing, TableState } from '#life/tables/rules.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** The filling of one organisation with what its table and round say. Days `YYYY-MM-DD`. */
export interface FillRecord {
  id: string;
  tableId: string;
  title: string;
  explanation: string;
  contact: string;
  tableState: TableState;
  reason: string;
  giverId: string;
  giverName: string;
  roundId: string;
  round: string;
  dueOn: string;
  daysLeft: number;
  orgId: string;
  orgCode: string;
  orgName: string;
  state: FillState;
  standing: Standing;
  savedAt: Date | null;
  savedBy: string;
  handedOn: string | null;
  isLate: boolean;
  returns: number;
  askedBy: string | null;
  askedByName: string;
  deciderOrgId: string | null;
  deciderName: string;
  decidedBy: string;
  opinion: string;
  version: number;
  today: string;
}

/** How a filling stands today, as `standingOf` says it. */
const standing = sql<Standing>`case
  when f.state in ('open', 'returned') then case when r.due_on < ${dbToday} then 'late' else 'open' end
  else f.state end`;

/** Fillings whose table is out, with table `t`, round `r`, organisation `o`, giver `g`. */
const FILLS = sql`data_centre_fill f
  join data_centre_table t on t.id = f.table_id and t.state <> 'draft' and t.deleted_at is null
  join data_centre_round r on r.id = f.round_id
  join organisation o on o.id = f.org_id and o.deleted_at is null
  join organisation g on g.id = t.org_id`;

const COLUMNS = sql`f.id, f.table_id as "tableId", t.title, t.explanation, t.contact, t.state as "tableState", t.reason,
  t.org_id as "giverId", g.name as "giverName", f.round_id as "roundId", r.label as round, r.due_on as "dueOn",
  (r.due_on - ${dbToday})::int as "daysLeft", f.org_id as "orgId", f.org_code as "orgCode", o.name as "orgName", f.state,
  ${standing} as standing, f.saved_at as "savedAt", f.saved_by as "savedBy", f.handed_on as "handedOn", f.is_late as "isLate", f.returns,
  f.asked_by as "askedBy", f.asked_by_name as "askedByName", f.decider_org_id as "deciderOrgId",
  coalesce(d.name, '') as "deciderName", f.decided_by as "decidedBy", f.opinion, f.version, ${dbToday}::text as today`;
const FROM = sql`${FILLS} left join organisation d on d.id = f.decider_org_id`;

/** Whose filling it is lies in the scope, or the session's organisation gave the table; nobody without office sees any. */
const seen = (scope: Scope, orgId: string): RawBuilder<boolean> =>
  scope.memberId === null ? sql<boolean>`(${within(scope, 'f.org_code')} or t.org_id = ${orgId})` : sql<boolean>`false`;

export interface FillFilter {
  view: 'mine' | 'below';
  tableId: string | null;
  roundId: string | null;
  /** Of this organisation alone. */
  unitId: string | null;
  title: string | null;
  standing: Standing | 'handed' | 'returned' | null;
}

/** A page of fillings: of the own organisation what is due first, of others what waits before that. @param orgId of the session */
export async function pageOfFills(
  db: Db,
  scope: Scope,
  orgId: string,
  filter: FillFilter,
  limit: number,
  offset: number,
): Promise<{ rows: FillRecord[]; total: number }> {
  const parts: RawBuilder<unknown>[] = [sql`${within(scope, 'f.org_code')} and ${scope.memberId === null}`];
  if (filter.view === 'mine') parts.push(sql`f.org_id = ${orgId}`);
  if (filter.tableId) parts.push(sql`f.table_id = ${filter.tableId}`);
  if (filter.roundId) parts.push(sql`f.round_id = ${filter.roundId}`);
  if (filter.unitId) parts.push(sql`f.org_id = ${filter.unitId}`);
  if (filter.title) parts.push(textHolds(sql`t.title`, filter.title));
  if (filter.standing === 'handed') parts.push(sql`f.state in ('asked', 'done')`);
  else if (filter.standing === 'returned') parts.push(sql`f.returns > 0`);
  else if (filter.standing) parts.push(sql`${standing} = ${filter.standing}`);
  const where = sql.join(parts, sql` and `);
  const order =
    filter.view === 'mine'
      ? sql`f.state not in ('open', 'returned'), case when f.state in ('open', 'returned') then r.due_on end, r.due_on desc, f.id desc`
      : sql`f.state <> 'asked', f.state = 'done', r.due_on desc, f.org_code, f.id`;
  const [rows, total] = await Promise.all([
    sql<FillRecord>`select ${COLUMNS} from ${FROM} where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from ${FILLS} where ${where}`.execute(db),
  ]);
  return { rows: rows.rows, total: total.rows[0]?.n ?? 0 };
}

/** One filling that the session sees; `lock` keeps it, and its table, for this transaction. @param orgId of the session */
export async function findFill(
  db: Db,
  scope: Scope,
  orgId: string,
  id: string,
  lock = false,
): Promise<FillRecord | undefined> {
  if (lock) {
    const found = await sql<{ tableId: string }>`
      select f.table_id as "tableId" from ${FILLS} where f.id = ${id} and ${seen(scope, orgId)}`.execute(db);
    const [one] = found.rows;
    if (!one) return undefined;
    // Table and filling are held together, the table first, as by the acts on the table.
    await sql`select from data_centre_table where id = ${one.tableId} for share`.execute(db);
    await sql`select from data_centre_fill where id = ${id} for update`.execute(db);
  }
  const { rows } = await sql<FillRecord>`
    select ${COLUMNS} from ${FROM} where f.id = ${id} and ${seen(scope, orgId)}`.execute(db);
  return rows[0];
}

/** What stands in a filling, and the design that it is filled in by. */
export async function contentOf(db: Db, id: string): Promise<{ rows: FilledRow[]; design: TableDesign } | undefined> {
  const { rows } = await sql<{ rows: FilledRow[]; design: TableDesign }>`
    select f.rows, v.design from data_centre_fill f join data_centre_round r on r.id = f.round_id
      join data_centre_version v on v.id = r.version_id where f.id = ${id}`.execute(db);
  return rows[0];
}

/** What the same organisation handed in of the round before. */
export async function previousOf(db: Db, id: string): Promise<{ label: string; rows: FilledRow[] } | undefined> {
  const { rows } = await sql<{ label: string; rows: FilledRow[] }>`
    select p.label, e.rows
      from data_centre_fill f join data_centre_round r on r.id = f.round_id
      join data_centre_fill e on e.table_id = f.table_id and e.org_id = f.org_id and e.state in ('asked', 'done')
      join data_centre_round p on p.id = e.round_id and p.starts_on < r.starts_on
     where f.id = ${id} order by p.starts_on desc limit 1`.execute(db);
  return rows[0];
}

/** Keeps what is filled in of a locked filling; answers its new version. */
export async function saveRows(db: Db, id: string, rows: readonly FilledRow[], by: string): Promise<number> {
  const { rows: found } = await sql<{ version: number }>`
    update data_centre_fill set rows = ${JSON.stringify(rows)}::jsonb, saved_at = now(), saved_by = ${by}, version = version + 1
     where id = ${id} returning version`.execute(db);
  return found[0]?.version ?? 0;
}

/** Hands in what stands in a locked filling; answers its new version. */
export async function handIn(
  db: Db,
  id: string,
  figures: readonly Figure[],
  handedIn: { by: string; name: string; deciderOrgId: string; isLate: boolean },
): Promise<number> {
  const text = (value: bigint | null) => value?.toString() ?? null;
  const { rows } = await sql<{ version: number }>`
    with filed as (
      insert into data_centre_filing (fill_id, rows, is_late, filed_by)
      select id, rows, ${handedIn.isLate}, ${handedIn.name} from data_centre_fill where id = ${id})
    update data_centre_fill
       set state = 'asked', sums = ${figures.map(({ sum }) => text(sum))}::bigint[], counts = ${figures.map(({ count }) => count)}::int[],
           peaks = ${figures.map(({ peak }) => text(peak))}::bigint[], asked_by = ${handedIn.by}, asked_by_name = ${handedIn.name},
           decider_org_id = ${handedIn.deciderOrgId}, handed_on = ${dbToday}, is_late = ${handedIn.isLate}, opinion = '', decided_by = '',
           version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Settles what was handed in last, and takes its locked filling on; answers the new version. */
export async function settle(
  db: Db,
  id: string,
  state: FillState,
  decision: Decision,
  decided: { by: string; opinion: string } | null,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    with settled as (
      update data_centre_filing
         set decision = ${decision}, opinion = ${decided?.opinion ?? ''}, decided_by = ${decided?.by ?? ''},
             decided_at = case when ${decided !== null} then now() end
       where fill_id = ${id} and decision = 'waiting')
    update data_centre_fill
       set state = ${state}, opinion = ${decided?.opinion ?? ''}, decided_by = ${decided?.by ?? ''},
           decided_at = case when ${decided !== null} then now() end, returns = returns + ${decision === 'returned' ? 1 : 0},
           version = version + 1
     where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Stops what is not accepted of a table; answers whose it was. @param orgId of this organisation alone */
export async function stopFills(db: Db, tableId: string, orgId: string | null = null) {
  const { rows } = await sql<{ id: string; orgId: string }>`
    with stopped as (
      update data_centre_fill set state = 'void', version = version + 1
       where table_id = ${tableId} and state in ('open', 'asked', 'returned') and (${orgId}::bigint is null or org_id = ${orgId})
      returning id, org_id
    ), recalled as (
      update data_centre_filing e set decision = 'recalled' from stopped where e.fill_id = stopped.id and e.decision = 'waiting'
    )
    select id, org_id as "orgId" from stopped`.execute(db);
  return rows;
}

/** One handing in. */
export interface FilingRecord {
  id: string;
  rows: FilledRow[];
  filedAt: Date;
  filedBy: string;
  isLate: boolean;
  decision: Decision;
  opinion: string;
  decidedAt: Date | null;
  decidedBy: string;
}

/** Each handing in of a filling, the newest first. */
export async function filingsOf(db: Db, fillId: string): Promise<FilingRecord[]> {
  const { rows } = await sql<FilingRecord>`
    select id, rows, filed_at as "filedAt", filed_by as "filedBy", is_late as "isLate", decision, opinion, decided_at as "decidedAt",
           decided_by as "decidedBy"
      from data_centre_filing where fill_id = ${fillId} order by id desc`.execute(db);
  return rows;
}
