import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/database/db.ts';
import { peopleWithin, type Scope } from '#platform/server/database/scope.ts';
import type { Database } from '../../../../../db/types.ts';

/** More people than this behind one number or one name and birth date are no pair but a habit (a shared telephone). */
export const MOST_ALIKE = 20;

/** By what two records `a` and `b` of a pair `p` are alike; asked of the records, so that a fixed one is alike no more. */
const ALIKE = {
  card: sql<boolean>`coalesce(a.id_card_index = b.id_card_index or p.old_card, false)`,
  name: sql<boolean>`coalesce(a.name = b.name and a.birth_date = b.birth_date, false)`,
  phone: sql<boolean>`coalesce(a.phone_index = b.phone_index, false)`,
} as const;
export type Likeness = keyof typeof ALIKE;

const PAIRS = sql`member_pair p join member a on a.id = p.a_id join member b on b.id = p.b_id`;
/** Both stand in the roll; by the id card one of them may lie in the recycle bin, since no two living ones have the same. */
const STANDS = sql<boolean>`(a.erased_at is null and b.erased_at is null and (
  (a.deleted_at is null and b.deleted_at is null and (${ALIKE.card} or ${ALIKE.name} or ${ALIKE.phone}))
  or ((a.deleted_at is null) <> (b.deleted_at is null) and ${ALIKE.card})))`;
const touches = (scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`(${peopleWithin(scope, 'a')} or ${peopleWithin(scope, 'b')})`;
/**
 * What may be told within a scope: pairs of which both sides lie in it, and those with somebody beyond it whose id card
 * agrees. A phone or a birth date proves nothing and may be tried out on an own record, to learn who elsewhere has it:
 * such pairs are for whoever stands above both.
 */
const told = (scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`(${touches(scope)}
    and ((${peopleWithin(scope, 'a')} and ${peopleWithin(scope, 'b')}) or ${ALIKE.card}))`;

/** Ids of the people of pairs that wait for a verdict and may be told within a scope, as a subquery of one column. */
export const openDuplicates = (scope: Scope): RawBuilder<unknown> => sql`
  select unnest(array[a.id, b.id]) from ${PAIRS} where p.state = 'open' and ${STANDS} and ${told(scope)}`;

export interface PairFilter {
  state: 'open' | 'different' | 'merged';
  by: Likeness | null;
  /** Only pairs with this person. */
  memberId: string | null;
}

/** One side of a pair as its list shows it. */
export interface PairSide {
  id: string;
  name: string;
  idCard: string | null;
  birthDate: string | null;
  phone: string | null;
  orgCode: string;
  orgName: string;
  deleted: boolean;
}

export interface PairRecord {
  id: string;
  state: 'open' | 'different' | 'merged';
  by_card: boolean;
  by_name: boolean;
  by_phone: boolean;
  reason: string;
  decided_at: Date | null;
  decided_by: string;
  a: PairSide;
  b: PairSide;
  /** The merge that stands, where there is one. */
  merge_id: string | null;
}

const side = (alias: 'a' | 'b') => sql`json_build_object(
  'id', ${sql.ref(alias)}.id::text, 'name', ${sql.ref(alias)}.name, 'idCard', ${sql.ref(alias)}.id_card_mask,
  'birthDate', ${sql.ref(alias)}.birth_date, 'phone', ${sql.ref(alias)}.phone_mask, 'orgCode', ${sql.ref(alias)}.org_code,
  'orgName', (select name from organisation o where o.id = ${sql.ref(alias)}.org_id),
  'deleted', ${sql.ref(alias)}.deleted_at is not null)`;
const columns = sql`p.id, p.state, ${ALIKE.card} as by_card, ${ALIKE.name} as by_name, ${ALIKE.phone} as by_phone, p.reason,
  p.decided_at, p.decided_by, ${side('a')} as a, ${side('b')} as b,
  (select g.id from member_merge g where g.pair_id = p.id and g.undone_at is null) as merge_id`;

const found = ({ state, by, memberId }: PairFilter): RawBuilder<boolean> => {
  const parts = [sql`p.state = ${state}`];
  // What was merged lies in the bin and is alike or not, as it was left.
  if (state !== 'merged') parts.push(STANDS);
  if (by) parts.push(ALIKE[by]);
  if (memberId) parts.push(sql`${memberId}::bigint in (p.a_id, p.b_id)`);
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
};

/**
 * Pairs of which at least one side lies in a place, the surest first.
 * @param scope the session's own, which says what may be told of people beyond it
 */
export async function pairsOf(
  db: Db,
  scope: Scope,
  place: Scope,
  filter: PairFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PairRecord[]; total: number }> {
  const where = sql`${touches(place)} and ${told(scope)} and ${found(filter)}`;
  const [page, count] = await Promise.all([
    sql<PairRecord>`
      select ${columns} from ${PAIRS} where ${where}
       order by ${ALIKE.card} desc, ${ALIKE.name}::int + ${ALIKE.phone}::int desc, ${ALIKE.name} desc, p.id
       limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from ${PAIRS} where ${where}`.execute(db),
  ]);
  return { rows: page.rows, total: count.rows[0]?.n ?? 0 };
}

/** A pair that may be told within the scope; `lock` keeps it until the transaction ends. */
export async function findPair(db: Db, scope: Scope, id: string, lock = false): Promise<PairRecord | undefined> {
  const { rows } = await sql<PairRecord>`
    select ${columns} from ${PAIRS} where p.id = ${id} and ${told(scope)} and a.erased_at is null and b.erased_at is null
    ${lock ? sql`for update of p` : sql``}`.execute(db);
  return rows[0];
}

/** Writes what was decided of a locked pair. */
export async function decide(
  db: Db,
  id: string,
  { state, reason, by }: { state: PairRecord['state']; reason: string; by: string },
): Promise<void> {
  await sql`
    update member_pair set state = ${state}, reason = ${reason}, decided_by = ${by},
           decided_at = ${state === 'open' ? sql`null` : sql`now()`}
     where id = ${id}`.execute(db);
}

/** The organisation that has both codes below it, or is one of them: where to ask about a side that one may not see. */
export async function commonAbove(db: Db, a: string, b: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from organisation
     where deleted_at is null and starts_with(${a}, code) and starts_with(${b}, code) and type not in (28, 29)
       and code = any(select left(${a}, level * 4) from generate_series(1, length(${a}) / 4) as level)
     order by length(code) desc limit 1`.execute(db);
  return rows[0]?.name ?? '';
}

/** When duplicates were last looked for in an organisation or one above it, and whether that is going on. */
export async function lastScan(db: Db, orgCode: string, kind: string): Promise<{ at: Date | null; running: boolean }> {
  const { rows } = await sql<{ at: Date | null; running: boolean }>`
    select max(finished_at) filter (where state = 'done') as at,
           coalesce(bool_or(state in ('queued', 'running')), false) as running
      from job where kind = ${kind} and starts_with(${orgCode}, org_code)`.execute(db);
  return rows[0] ?? { at: null, running: false };
}

/** Keeps two people of one organisation from starting the same scan at the same moment, until the transaction ends. */
export async function oneScanAtATime(db: Db, orgCode: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`duplicates:${orgCode}`}, 0))`.execute(db);
}

/** One connection on which a scan notes what it finds, in a table of its own. */
export class Scan {
  readonly #db: Kysely<Database>;
  readonly #scope: Scope;

  private constructor(db: Kysely<Database>, scope: Scope) {
    this.#db = db;
    this.#scope = scope;
  }

  /** Runs a scan on a connection whose statements may take as long as a million people take. */
  static async run<T>(pool: Kysely<Database>, scope: Scope, work: (scan: Scan) => Promise<T>): Promise<T> {
    return pool.connection().execute(async (db) => {
      await sql`set statement_timeout = 0`.execute(db);
      await sql`set work_mem = '64MB'`.execute(db);
      try {
        await sql`create temp table found_pair (a bigint not null, b bigint not null, old_card boolean not null)`.execute(
          db,
        );
        return await work(new Scan(db, scope));
      } finally {
        await sql`drop table if exists found_pair`.execute(db);
        await sql`reset work_mem`.execute(db);
        await sql`reset statement_timeout`.execute(db);
      }
    });
  }

  #within(): RawBuilder<boolean> {
    return touches(this.#scope);
  }

  /**
   * Living people with the id card of somebody in the recycle bin who was not merged into another, or with a number that
   * another living person had before.
   */
  async byCard(): Promise<void> {
    await sql`
      insert into found_pair
      select least(a.id, b.id), greatest(a.id, b.id), false
        from member a join member b on b.id_card_index = a.id_card_index and b.deleted_at is null
       where a.deleted_at is not null and a.erased_at is null and ${this.#within()}
         and not exists (select from member_merge g where g.dropped_id = a.id and g.undone_at is null)`.execute(
      this.#db,
    );
    await sql`
      insert into found_pair
      select least(a.id, b.id), greatest(a.id, b.id), true
        from former_id_card f
        join member a on a.id = f.member_id and a.deleted_at is null
        join member b on b.id_card_index = f.id_card_index and b.deleted_at is null and b.id <> a.id
       where ${this.#within()}`.execute(this.#db);
  }

  /** Encrypted id cards of the first generation. */
  async oldCards(after: string, limit: number): Promise<{ id: string; encrypted: Buffer }[]> {
    const { rows } = await sql<{ id: string; encrypted: Buffer }>`
      select id, id_card_enc as encrypted from member
       where length(id_card_mask) = 15 and deleted_at is null and id > ${after} order by id limit ${limit}`.execute(
      this.#db,
    );
    return rows;
  }

  /** Living people with these cards, other than those who were asked for. */
  async byOldCard(cards: readonly { id: string; index: Buffer }[]): Promise<void> {
    await sql`
      insert into found_pair
      select least(a.id, b.id), greatest(a.id, b.id), true
        from unnest(${cards.map(({ id }) => id)}::bigint[], ${cards.map(({ index }) => index)}::bytea[]) as old (id, index)
        join member a on a.id = old.id join member b on b.id_card_index = old.index and b.deleted_at is null
       where a.id <> b.id and ${this.#within()}`.execute(this.#db);
  }

  /** Living people of one name and birth date. */
  async byName(): Promise<void> {
    await this.#alikeIn(sql`name, birth_date`, sql`birth_date is not null`);
  }

  /** Pairs of living people who have these columns alike: all are read and grouped once, which needs no index. */
  async #alikeIn(columns: RawBuilder<unknown>, given: RawBuilder<unknown>): Promise<void> {
    await sql`
      with alike as materialized (
        select array_agg(id) as ids from member where deleted_at is null and ${given}
         group by ${columns} having count(*) between 2 and ${sql.lit(MOST_ALIKE)})
      insert into found_pair
      select a.id, b.id, false
        from alike
        cross join lateral unnest(ids) as one (id)
        cross join lateral unnest(ids) as other (id)
        join member a on a.id = one.id
        join member b on b.id = other.id
       where a.id < b.id and ${this.#within()}`.execute(this.#db);
  }

  /** Living people of one telephone number; answers how many numbers too many people of the scope share to say anything. */
  async byPhone(): Promise<number> {
    await this.#alikeIn(sql`phone_index`, sql`phone_index is not null`);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from (
        select from member where deleted_at is null and phone_index is not null and ${peopleWithin(this.#scope)}
         group by phone_index having count(*) > ${sql.lit(MOST_ALIKE)}) as shared`.execute(this.#db);
    return rows[0]?.n ?? 0;
  }

  /**
   * Keeps what was found: new pairs come in, verdicts stay, open pairs of the scope that are alike no more go. Answers how many
   * that may be told in the scope are open then, and how many of these are new.
   */
  async keep(): Promise<{ open: number; fresh: number }> {
    return this.#db.transaction().execute(async (tx) => {
      // Two scans write the same pairs, in one order.
      const { rows: added } = await sql<{ fresh: number }>`
        with found as (
          select a as a_id, b as b_id, bool_or(old_card) as old_card from found_pair group by a, b
        ), written as (
          insert into member_pair (a_id, b_id, old_card)
          select a_id, b_id, old_card from found order by a_id, b_id
          on conflict (a_id, b_id) do update set found_at = now(), old_card = excluded.old_card
          returning a_id, b_id, old_card, (xmax = 0) as fresh
        )
        select count(*)::int as fresh from written p join member a on a.id = p.a_id join member b on b.id = p.b_id
         where p.fresh and ${told(this.#scope)}`.execute(tx);
      await sql`
        delete from member_pair p using member a, member b
         where a.id = p.a_id and b.id = p.b_id and p.state = 'open' and ${this.#within()}
           and not exists (select from found_pair f where f.a = p.a_id and f.b = p.b_id)
           and not exists (select from member_merge g where g.pair_id = p.id)`.execute(tx);
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${PAIRS} where ${told(this.#scope)} and p.state = 'open' and ${STANDS}`.execute(
        tx,
      );
      return { open: rows[0]?.n ?? 0, fresh: added[0]?.fresh ?? 0 };
    });
  }
}

/** Whether one of some pairs is of the person: a merge moves rewards and punishments from one record to the other. */
export async function isOwnPair(db: Db, pairIds: readonly string[], memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select from member_pair where id = any(${pairIds}::bigint[]) and ${memberId} in (a_id, b_id) limit 1`.execute(db);
  return rows.length > 0;
}
