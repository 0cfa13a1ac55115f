import { type RawBuilder, sql } from 'kysely';
import type { ExemptionState } from '#assessment/memberAssessment/rules.exempt.ts';
import type { Db } from '#platform/server/database/db.ts';
import { type Scope, within } from '#platform/server/database/scope.ts';
import { textHolds } from '#platform/server/database/search.ts';

/** What every 免考 has, of a person or of an organisation. */
export interface ExemptionRecord {
  id: string;
  orgId: string;
  orgCode: string;
  orgName: string;
  itemId: string | null;
  itemName: string;
  fromOn: string;
  toOn: string;
  /** Until when it was confirmed, where it was ended earlier. */
  plannedTo: string | null;
  reason: string;
  files: string[];
  state: ExemptionState;
  askedById: string | null;
  askedBy: string;
  decidedBy: string;
  opinion: string;
  endedBy: string;
  endReason: string;
  version: number;
}

/** Columns that tell whose it is: `member_id`, or `plan_id`; beside `org_id`, which both have. */
type Own = Readonly<Record<string, string>>;

const COMMON = sql`e.id, e.org_id as "orgId", e.org_code as "orgCode", o.name as "orgName", e.item_id as "itemId",
  e.from_on::text as "fromOn", e.to_on::text as "toOn", e.planned_to::text as "plannedTo", e.reason, e.files, e.state,
  e.asked_by_id as "askedById", e.asked_by as "askedBy", e.decided_by as "decidedBy", e.opinion, e.ended_by as "endedBy",
  e.end_reason as "endReason", e.version`;

/** Reads and writes of one table of exemptions. */
export interface ExemptionQueries<Row extends ExemptionRecord> {
  /** A page, those that wait first. */
  page(
    db: Db,
    scope: Scope,
    filter: { state: number | null; words: string | null },
    limit: number,
    offset: number,
  ): Promise<{ rows: Row[]; total: number }>;
  /** One of the scope; `lock` keeps it. */
  find(db: Db, scope: Scope, id: string, lock?: boolean): Promise<Row | undefined>;
  insert(
    db: Db,
    one: {
      orgId: string;
      orgCode: string;
      itemId: string | null;
      fromOn: string;
      toOn: string;
      reason: string;
      byId: string;
      by: string;
    },
    own: Own,
  ): Promise<string>;
  setFiles(db: Db, id: string, files: readonly string[]): Promise<unknown>;
  /**
   * Whether another of the same, waiting or confirmed, has one of these days; who asks beside this waits until it is through.
   * @param same columns that tell whose it is, all of them
   */
  overlaps(
    db: Db,
    one: { orgId: string; itemId: string | null; fromOn: string; toOn: string },
    same: Own,
  ): Promise<boolean>;
  decide(db: Db, id: string, state: ExemptionState, opinion: string, by: string): Promise<unknown>;
  /** @param lastOn the last day on which it holds; null: it holds on none */
  end(db: Db, id: string, lastOn: string | null, reason: string, by: string): Promise<unknown>;
}

/**
 * The queries of a table that has the columns of 免考.
 * @param of `columns` and `joins` beside those of the organisation `o` of the exemption `e`; `named`: the name that is searched
 */
export function exemptionQueries<Row extends ExemptionRecord>(of: {
  table: string;
  columns: RawBuilder<unknown>;
  joins: RawBuilder<unknown>;
  named: RawBuilder<unknown>;
}): ExemptionQueries<Row> {
  const table = sql.table(of.table);
  const columns = sql`${COMMON}, ${of.columns}`;
  const from = sql`${table} e join organisation o on o.id = e.org_id ${of.joins}`;
  return {
    async page(db, scope, filter, limit, offset) {
      const parts: RawBuilder<unknown>[] = [within(scope, 'e.org_code'), sql`o.deleted_at is null`];
      if (filter.state !== null) parts.push(sql`e.state = ${filter.state}`);
      if (filter.words) parts.push(sql`${textHolds(of.named, filter.words)}`);
      const where = sql.join(parts, sql` and `);
      const [page, total] = await Promise.all([
        sql<Row>`select ${columns} from ${from} where ${where} order by e.state, e.id desc limit ${limit} offset ${offset}`.execute(
          db,
        ),
        sql<{ n: number }>`select count(*)::int as n from ${from} where ${where}`.execute(db),
      ]);
      return { rows: page.rows, total: total.rows[0]?.n ?? 0 };
    },
    async find(db, scope, id, lock = false) {
      const { rows } = await sql<Row>`
        select ${columns} from ${from} where e.id = ${id} and ${within(scope, 'e.org_code')} and o.deleted_at is null
        ${lock ? sql`for update of e` : sql``}`.execute(db);
      return rows[0];
    },
    async insert(db, one, own) {
      const { rows } = await sql<{ id: string }>`
        insert into ${table} (org_id, org_code, item_id, from_on, to_on, reason, asked_by_id, asked_by, ${sql.join(Object.keys(own).map((name) => sql.ref(name)))})
        values (${one.orgId}, ${one.orgCode}, ${one.itemId}, ${one.fromOn}, ${one.toOn}, ${one.reason}, ${one.byId}, ${one.by}, ${sql.join(Object.values(own))})
        returning id`.execute(db);
      return rows[0]?.id ?? '';
    },
    setFiles: (db, id, files) => sql`update ${table} set files = ${[...files]}::text[] where id = ${id}`.execute(db),
    async overlaps(db, one, whose) {
      await sql`select from organisation where id = ${one.orgId} for no key update`.execute(db);
      const same = Object.entries(whose).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
      const { rows } = await sql`
        select from ${table} where ${sql.join(same, sql` and `)} and item_id is not distinct from ${one.itemId}::bigint and state in (0, 1)
           and from_on <= ${one.toOn}::date and to_on >= ${one.fromOn}::date limit 1`.execute(db);
      return rows.length > 0;
    },
    decide: (db, id, state, opinion, by) =>
      sql`update ${table} set state = ${state}, opinion = ${opinion}, decided_by = ${by}, decided_at = now(), version = version + 1
           where id = ${id}`.execute(db),
    end: (db, id, lastOn, reason, by) =>
      sql`update ${table} set state = case when ${lastOn}::date is null then 3 else state end,
                 planned_to = case when ${lastOn}::date is null then planned_to else coalesce(planned_to, to_on) end,
                 to_on = coalesce(${lastOn}::date, to_on), end_reason = ${reason}, ended_by = ${by}, ended_at = now(), version = version + 1
           where id = ${id}`.execute(db),
  };
}
