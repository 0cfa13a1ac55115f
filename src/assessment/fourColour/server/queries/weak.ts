import { type RawBuilder, sql } from 'kysely';
import type { WeakState } from '#assessment/fourColour/rules.weak.ts';
import { type Db, dbToday } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

export interface WeakRecord {
  id: string;
  orgId: string;
  orgCode: string;
  name: string;
  parentName: string;
  year: number;
  criteria: string[];
  problems: string;
  state: WeakState;
  leader: string;
  cadre: string;
  measures: string;
  dueOn: string | null;
  isLate: boolean;
  files: string[];
  report: string;
  reportedId: string | null;
  reportedBy: string;
  opinion: string;
  decidedBy: string;
  closedOn: string | null;
  version: number;
}

const COLUMNS = sql`w.id, w.org_id as "orgId", w.org_code as "orgCode", o.name, coalesce(a.name, '') as "parentName", w.year, w.criteria,
  w.problems, w.state, w.leader, w.cadre, w.measures, w.due_on::text as "dueOn", (w.state in (1, 4) and w.due_on < ${dbToday}) is true as "isLate",
  w.files, w.report, w.reported_id as "reportedId", w.reported_by as "reportedBy", w.opinion, w.decided_by as "decidedBy",
  w.closed_on::text as "closedOn", w.version`;
const FROM = sql`weak_org w join organisation o on o.id = w.org_id and o.deleted_at is null left join organisation a on a.id = o.parent_id`;

/** A page of the files of a year and of those that are open, and how many stand in each state. */
export async function pageOf(
  db: Db,
  scope: Scope,
  filter: { year: number | null; state: number | null; words: string | null },
  limit: number,
  offset: number,
) {
  const all: RawBuilder<unknown>[] = [within(scope, 'w.org_code')];
  if (filter.year !== null) all.push(sql`w.year = ${filter.year}`);
  const some = [...all];
  if (filter.state !== null) some.push(sql`w.state = ${filter.state}`);
  if (filter.words) some.push(textHolds(sql`o.name`, filter.words));
  const where = sql.join(some, sql` and `);
  const page = await sql<WeakRecord>`select ${COLUMNS} from ${FROM} where ${where}
    order by w.state = 3, w.org_code, w.id desc limit ${limit} offset ${offset}`.execute(db);
  const total = await sql<{ n: number }>`select count(*)::int as n from ${FROM} where ${where}`.execute(db);
  const counts = await sql<{ state: number; n: number }>`select w.state, count(*)::int as n from ${FROM}
    where ${sql.join(all, sql` and `)} group by 1`.execute(db);
  return {
    rows: page.rows,
    total: total.rows[0]?.n ?? 0,
    counts: [0, 1, 2, 3, 4].map((state) => counts.rows.find((one) => one.state === state)?.n ?? 0),
  };
}

/** One file of the scope; `lock` keeps it for this transaction. */
export async function findWeak(db: Db, scope: Scope, id: string, lock = false): Promise<WeakRecord | undefined> {
  const { rows } = await sql<WeakRecord>`select ${COLUMNS} from ${FROM}
    where w.id = ${id} and ${within(scope, 'w.org_code')} ${lock ? sql`for update of w` : sql``}`.execute(db);
  return rows[0];
}

/** Organisations of the scope with a file that is not closed. */
export async function openWeak(db: Db, scope: Scope): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select org_id as id from weak_org where state <> 3 and ${within(scope)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Opens a file unless one is open; undefined: one is. */
export async function insertWeak(
  db: Db,
  one: { orgId: string; orgCode: string; year: number; criteria: readonly string[]; problems: string; by: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into weak_org (org_id, org_code, year, criteria, problems, created_by)
    values (${one.orgId}, ${one.orgCode}, ${one.year}, ${[...one.criteria]}::text[], ${one.problems}, ${one.by})
    on conflict do nothing returning id`.execute(db);
  return rows[0]?.id;
}

/** What of a file an act changes. */
export interface WeakChange {
  state: WeakState;
  started?: { leader: string; cadre: string; measures: string; dueOn: string; files: readonly string[] };
  report?: { text: string; byId: string; by: string };
  decided?: { opinion: string; by: string; closed: boolean };
}

export async function writeWeak(db: Db, id: string, { state, started, report, decided }: WeakChange): Promise<number> {
  const sets: RawBuilder<unknown>[] = [sql`state = ${state}, version = version + 1`];
  if (started)
    sets.push(sql`leader = ${started.leader}, cadre = ${started.cadre}, measures = ${started.measures}, due_on = ${started.dueOn},
      files = ${[...started.files]}::text[]`);
  if (report)
    sets.push(
      sql`report = ${report.text}, reported_id = ${report.byId}, reported_by = ${report.by}, reported_at = now()`,
    );
  if (decided)
    sets.push(sql`opinion = ${decided.opinion}, decided_by = ${decided.by}, decided_at = now(),
      closed_on = ${decided.closed ? dbToday : sql`null`}`);
  const { rows } = await sql<{ version: number }>`
    update weak_org set ${sql.join(sets, sql`, `)} where id = ${id} returning version`.execute(db);
  return rows[0]?.version ?? 0;
}

export const addStep = (db: Db, id: string, act: string, text: string, by: string) =>
  sql`insert into weak_step (weak_id, act, text, made_by) values (${id}, ${act}, ${text}, ${by})`.execute(db);

export async function stepsOf(db: Db, id: string) {
  const { rows } = await sql<{ id: string; act: string; text: string; by: string; at: Date }>`
    select id, act, text, made_by as by, made_at as at from weak_step where weak_id = ${id} order by id`.execute(db);
  return rows;
}

/** Of some organisations those below which nobody was admitted within so many years. */
export async function withoutRecruits(db: Db, orgIds: readonly string[], years: number): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select o.id from organisation o where o.id = any(${orgIds}::bigint[]) and not exists (
      select from member m where m.org_code >= o.code and m.org_code < o.code || ':' and m.deleted_at is null
         and m.admission_date >= ${dbToday} - make_interval(years => ${years}))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
