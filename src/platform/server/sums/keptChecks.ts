import { sql } from 'kysely';
import type { Ctx, Services } from '../context.ts';
import { type Db, dbToday, transact } from '../database/db.ts';
import { exactScope, type Scope, wholeScope, within } from '../database/scope.ts';
import type { KeptPart, RuleChecks } from '../module.ts';
import { houseContext, placeLength } from './ruleChecks.ts';

/** Marked organisations up to which they are counted one by one; of more the whole is as fast. */
const FEW = 300;
const NOBODY = { id: '0', code: '', name: '' };

type Counts = ReadonlyMap<string, Readonly<Record<string, number>>>;

interface State {
  /** The kept counts hold today, and the statements of this transaction see one moment. */
  fresh: boolean;
  /** Marked organisations of the scope; more than `FEW`: too many. */
  due: string[];
}

/** @param held nobody replaces the kept numbers before this transaction ends, whatever its statements see */
async function stateOf(db: Db, part: string, scope: Scope, held = false): Promise<State> {
  const { rows } = await sql<{ fresh: boolean; due: string[] }>`
    select (${held} or current_setting('transaction_isolation') = 'repeatable read')
             and exists (select from rule_day where part = ${part} and day = ${dbToday})
             and not exists (select from rule_due where part = ${part} and org_code = '') as fresh,
           array(select distinct org_code from rule_due
                  where part = ${part} and org_code <> '' and ${within(scope)} limit ${FEW + 1}) as due`.execute(db);
  return rows[0] ?? { fresh: false, due: [] };
}

const keptAt = async (db: Db, part: string, codes: readonly string[]) =>
  (
    await sql<{ place: string; code: string; n: number }>`
      select org_code as place, rule as code, n from rule_count where part = ${part} and org_code = any(${codes}::text[])`.execute(
      db,
    )
  ).rows;

/** What a part's checks find at some organisations themselves, counted now. */
const countedAt = (services: Services, db: Db, { below }: KeptPart, codes: readonly string[]): Promise<Counts> =>
  below(houseContext(services, db, NOBODY, exactScope(codes)), [...codes, '']);

/**
 * `countBelow` of some rules from the stored numbers, exact at one moment: the sums of subtrees, and a new count of what changed
 * since they were written, in one snapshot.
 * @param codes organisations within `ctx.scope`, all of one length
 * @param held see `stateOf`
 */
export async function countKept(ctx: Ctx, rules: RuleChecks, codes: readonly string[], held = false): Promise<Counts> {
  const { kept } = rules;
  if (!kept) return rules.countBelow(ctx, codes);
  const [keptCounts, rest] = await Promise.all([
    readSnapshot(ctx, (db) => fromKept(ctx, db, kept, codes, held)),
    kept.rest?.(ctx, codes),
  ]);
  // Days and marks that do not hold: all of it is counted from the rows.
  const own = keptCounts ?? (await kept.below(ctx, codes));
  return new Map(codes.map((code) => [code, { ...own.get(code), ...rest?.get(code) }]));
}

/**
 * `countKept` for acts, of organisations of any length, each with all below it. In an act each statement sees a new moment, so
 * nobody may replace the stored numbers until its transaction ends.
 * @param codes organisations within `ctx.scope`
 */
export async function countForAct(
  ctx: Ctx,
  groups: readonly RuleChecks[],
  codes: readonly string[],
): Promise<Counts[]> {
  await sql`lock table rule_day in share mode`.execute(ctx.db);
  const levels = [...Map.groupBy(new Set(codes), ({ length }) => length).values()];
  const allCounts: Counts[] = [];
  for (const rules of groups) {
    const counts = new Map<string, Readonly<Record<string, number>>>();
    for (const level of levels)
      for (const [code, own] of await countKept(ctx, rules, level, true)) counts.set(code, own);
    allCounts.push(counts);
  }
  return allCounts;
}

interface KeptState {
  part: string;
  fresh: boolean;
  /** Organisations of the scope are marked. */
  marked: boolean;
  sums: { place: string; code: string; n: number }[] | null;
}

/**
 * `countKept` of all groups of rules and several levels: one statement reads all stored numbers; it counts again only where
 * something was marked or a new day has begun.
 * @param levels organisations within `ctx.scope`, those of one level all of one length
 * @returns the breaches of all groups at each organisation, by its code
 */
export async function countAllKept(
  ctx: Ctx,
  groups: readonly RuleChecks[],
  levels: readonly (readonly string[])[],
): Promise<Counts> {
  const countsByCode = new Map<string, Record<string, number>>(levels.flat().map((code) => [code, {}]));
  // Counted for those below it, an organisation also finds what stands at itself: each level takes its own codes alone.
  const take = (codes: readonly string[], counts: Counts) => {
    for (const code of codes) Object.assign(countsByCode.get(code) ?? {}, counts.get(code));
  };
  const ofLevels = (count: RuleChecks['countBelow'] | undefined) =>
    count ? levels.map(async (codes) => take(codes, await count(ctx, codes))) : [];
  const parts = groups.flatMap(({ kept }) => (kept ? [kept] : []));
  const { rows } = await sql<KeptState>`
    select a.part,
           exists (select from rule_day d where d.part = a.part and d.day = ${dbToday})
             and not exists (select from rule_due d where d.part = a.part and d.org_code = '') as fresh,
           exists (select from rule_due d where d.part = a.part and d.org_code <> '' and ${within(ctx.scope, 'd.org_code')}) as marked,
           (select json_agg(json_build_object('place', s.org_code, 'code', s.rule, 'n', s.n)) from rule_sum s
             where s.part = a.part and s.org_code = any(${levels.flat()}::text[])) as sums
      from unnest(${parts.map(({ part }) => part)}::text[]) as a (part)`.execute(ctx.db);
  const states = new Map(rows.map((state) => [state.part, state]));
  const again = async (kept: KeptPart) => {
    const counts = await readSnapshot(ctx, async (db) => {
      const counted: (Counts | null)[] = [];
      for (const codes of levels) counted.push(await fromKept(ctx, db, kept, codes, false));
      return counted;
    });
    await Promise.all(levels.map(async (codes, at) => take(codes, counts[at] ?? (await kept.below(ctx, codes)))));
  };
  await Promise.all(
    groups.flatMap(({ kept, countBelow }) => {
      if (!kept) return ofLevels(countBelow);
      const state = states.get(kept.part);
      if (!state?.fresh || state.marked) return [again(kept), ...ofLevels(kept.rest)];
      for (const { place, code, n } of state.sums ?? []) Object.assign(countsByCode.get(place) ?? {}, { [code]: n });
      return ofLevels(kept.rest);
    }),
  );
  return countsByCode;
}

/** Reads at one moment: within the open transaction, else in a new one. */
export const readSnapshot = <T>(
  { db, services }: Pick<Ctx, 'db' | 'services'>,
  work: (db: Db) => Promise<T>,
): Promise<T> =>
  db.isTransaction
    ? work(db)
    : transact(services.db, async (tx) => {
        await sql`set transaction isolation level repeatable read`.execute(tx);
        return work(tx);
      });

async function fromKept(
  ctx: Ctx,
  db: Db,
  kept: KeptPart,
  codes: readonly string[],
  held: boolean,
): Promise<Counts | null> {
  const { fresh, due } = await stateOf(db, kept.part, ctx.scope, held);
  if (!fresh || due.length > FEW) return null;
  const cut = placeLength(codes);
  const sums = new Map<string, Record<string, number>>(codes.map((code) => [code, {}]));
  const add = (place: string, code: string, n: number) => {
    const own = sums.get(place);
    if (own) own[code] = (own[code] ?? 0) + n;
  };
  const { rows } = await sql<{ place: string; code: string; n: number }>`
    select org_code as place, rule as code, n from rule_sum where part = ${kept.part} and org_code = any(${codes}::text[])`.execute(
    db,
  );
  for (const { place, code, n } of rows) add(place, code, n);
  const marked = due.filter((code) => sums.has(code.slice(0, cut)));
  if (marked.length > 0) {
    for (const { place, code, n } of await keptAt(db, kept.part, marked)) add(place.slice(0, cut), code, -n);
    for (const [place, counts] of await countedAt(ctx.services, db, kept, marked))
      for (const [code, n] of Object.entries(counts)) add(place.slice(0, cut), code, n);
  }
  return sums;
}

interface Filled {
  place: string;
  n: number;
  /** Breaches of the places before it. */
  before: number;
}

/** The organisations whose breaches of a check fill a part of its list, most first; null: the kept numbers do not hold. */
async function placesOf(
  ctx: Ctx,
  db: Db,
  kept: KeptPart,
  code: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<Filled[] | null> {
  const { fresh, due } = await stateOf(db, kept.part, ctx.scope);
  if (!fresh || due.length > FEW) return null;
  const anew: Counts = due.length > 0 ? await countedAt(ctx.services, db, kept, due) : new Map();
  const changed = due.map((place) => ({ place, n: anew.get(place)?.[code] ?? 0 }));
  const { rows } = await sql<Filled>`
    with found as (
      select org_code as place, n from rule_count
       where part = ${kept.part} and rule = ${code} and ${within(ctx.scope)} and not (org_code = any(${due}::text[]))
      union all
      select place collate "C", n from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r(place text, n int) where n > 0
    ), placed as (select place, n, (sum(n) over (order by n desc, place) - n)::int as before from found)
    select * from placed where before < ${offset + limit} and before + n > ${offset} order by before`.execute(db);
  return rows;
}

/**
 * One page of the breaches of a check with stored numbers, organisations with most breaches first. Only organisations on the page
 * are read. Where the stored numbers are not valid, all are read, in the same order.
 * @param read reads an organisation's rows in order, and names the organisation of a row
 */
export function pageOfKept<T>(
  ctx: Ctx,
  kept: KeptPart,
  code: string,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
  read: { rows: (there: Ctx) => Promise<readonly T[]>; placeOf: (row: T) => string },
): Promise<T[]> {
  const offset = (pageNum - 1) * pageSize;
  return readSnapshot(ctx, async (db) => {
    const places = await placesOf(ctx, db, kept, code, { offset, limit: pageSize });
    const scope = places === null ? ctx.scope : exactScope(places.map(({ place }) => place));
    const by = Map.groupBy(await read.rows(houseContext(ctx.services, db, NOBODY, scope)), read.placeOf);
    const order = places
      ? places.map(({ place }) => place)
      : [...by].sort(([a, { length: x }], [b, { length: y }]) => y - x || (a < b ? -1 : 1)).map(([place]) => place);
    const from = offset - (places?.[0]?.before ?? 0);
    return order.flatMap((place) => by.get(place) ?? []).slice(from, from + pageSize);
  });
}

/** The recurring work: counts again what is marked, and everything once a day. Answers how many organisations were counted. */
export async function recountChecks(services: Services): Promise<number> {
  let n = 0;
  for (const { kept } of services.modules.flatMap(({ ruleChecks = [] }) => ruleChecks))
    if (kept) n += await keepPart(services, kept);
  return n;
}

async function isBehind(db: Db, part: string): Promise<boolean> {
  const { rows } = await sql<{ behind: boolean }>`
    select exists (select from rule_due where part = ${part})
           or not exists (select from rule_day where part = ${part} and day = ${dbToday}) as behind`.execute(db);
  return rows[0]?.behind ?? true;
}

async function keepPart(services: Services, kept: KeptPart): Promise<number> {
  const { part } = kept;
  if (!(await isBehind(services.db, part))) return 0;
  return transact(services.db, async (tx) => {
    // One at a time, and held before the snapshot begins: nobody counts from what another has just replaced.
    await sql`set transaction isolation level repeatable read`.execute(tx);
    await sql`lock table rule_day in share row exclusive mode`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    const { fresh, due } = await stateOf(tx, part, wholeScope);
    const whole = !fresh || due.length > FEW;
    const codes = whole ? await allCodes(tx) : due;
    const counted = whole
      ? await kept.below(houseContext(services, tx, NOBODY, wholeScope), codes)
      : await countedAt(services, tx, kept, due);
    const lines = [...counted].flatMap(([place, counts]) =>
      Object.entries(counts).flatMap(([code, n]) => (n !== 0 ? [{ place, code, n }] : [])),
    );
    await replace(tx, part, whole ? null : due, lines);
    await sql`
      insert into rule_day (part, day) values (${part}, ${dbToday})
      on conflict (part) do update set day = excluded.day`.execute(tx);
    return codes.length;
  });
}

async function allCodes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select code from organisation order by code`.execute(db);
  return [...rows.map(({ code }) => code), ''];
}

/** Writes the counts of some organisations, or of all, and what that changes above them; takes their marks away. */
async function replace(
  tx: Db,
  part: string,
  codes: readonly string[] | null,
  lines: readonly { place: string; code: string; n: number }[],
): Promise<void> {
  const here = codes === null ? sql`true` : sql`org_code = any(${codes}::text[])`;
  const rows = JSON.stringify(lines);
  await sql`
    with moved as (
      select org_code, rule as code, -n as n from rule_count where part = ${part} and ${here}
      union all
      select place, code, n from jsonb_to_recordset(${rows}::jsonb) as r(place text, code text, n int)
    ), risen as (
      select left(org_code, cut) as org_code, code, sum(n)::int as n
        from moved cross join lateral generate_series(4, length(org_code), 4) as cut group by 1, 2 having sum(n) <> 0)
    insert into rule_sum (part, org_code, rule, n) select ${part}, org_code, code, n from risen
    on conflict (part, org_code, rule) do update set n = rule_sum.n + excluded.n`.execute(tx);
  await sql`delete from rule_sum where part = ${part} and n = 0`.execute(tx);
  await sql`delete from rule_count where part = ${part} and ${here}`.execute(tx);
  await sql`
    insert into rule_count (part, org_code, rule, n)
    select ${part}, place, code, n from jsonb_to_recordset(${rows}::jsonb) as r(place text, code text, n int)`.execute(
    tx,
  );
  await sql`delete from rule_due where part = ${part} and ${here}`.execute(tx);
}
