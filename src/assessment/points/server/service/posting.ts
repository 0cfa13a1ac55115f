import type { Kysely } from 'kysely';
import { computeShares, type Fact, monthOf, reasonExcluded } from '#assessment/points/rules.ts';
import { blockMerges } from '#people/member/server/index.ts';
import type { Services } from '#platform/server/context.ts';
import { allowSeconds, type Db, todayOf, transact } from '#platform/server/database/db.ts';
import type { PointSource } from '#platform/server/module.ts';
import type { Database } from '../../../../../db/types.ts';
import * as queries from '../queries/posting.ts';

/** Marks of evidence from which one transaction begins; it answers every mark of their people's years. */
const BATCH = 400;

/**
 * The set that holds for an organisation on a day: of the nearest organisation above it with one that has begun by then,
 * the latest.
 */
export function setFor<T extends { orgCode: string; fromOn: string; setId: string }>(
  items: readonly T[],
  orgCode: string,
  day: string,
): string | null {
  let best: T | null = null;
  for (const one of items) {
    if (!orgCode.startsWith(one.orgCode) || one.fromOn > day) continue;
    if (
      best === null ||
      one.orgCode.length > best.orgCode.length ||
      (one.orgCode.length === best.orgCode.length &&
        (one.fromOn > best.fromOn || (one.fromOn === best.fromOn && Number(one.setId) > Number(best.setId))))
    )
      best = one;
  }
  return best?.setId ?? null;
}

const slotOf = (id: { evidenceId: string | null; handId: string | null; appealId: string | null; code: string }) =>
  `${id.evidenceId ?? ''}|${id.handId ?? ''}|${id.appealId ?? ''}|${id.code}`;

/** Which fact, entry or appeal a target stands for, under which item. */
const slotOfTarget = ({ record, item }: Target) =>
  slotOf({
    evidenceId: record.kind === 'evidence' ? record.id : null,
    handId: record.kind === 'hand' ? record.id : null,
    appealId: record.kind === 'appeal' ? record.id : null,
    code: item.code,
  });

/** Something gives points for which there is no reason any more. */
function hasLoose(targets: readonly Target[], standing: readonly queries.StandingRecord[]): boolean {
  const met = new Set(targets.map(slotOfTarget));
  return standing.some((one) => one.given !== 0 && !met.has(slotOf(one)));
}

export interface Target {
  record: queries.FactRecord;
  item: queries.ItemRecord;
  fact: Fact;
}

/**
 * Every fact under each item that counts it, by the set that held where and when it happened.
 * @param today until which validity is looked at; a year that is over is looked at from its last day
 */
export function targetsOf(
  records: readonly queries.FactRecord[],
  items: readonly queries.ItemRecord[],
  today: string,
): Target[] {
  const bySet = Map.groupBy(items, ({ setId }) => setId);
  return records.flatMap((record) => {
    const setId = setFor(items, record.orgCode, record.day);
    const own = setId === null ? [] : (bySet.get(setId) ?? []);
    return own
      .filter((item) => (record.code === '' ? item.source === record.source : item.code === record.code))
      .map((item) => {
        const raw =
          record.kind === 'appeal' ? Math.abs(record.quantity) : Math.round((item.value * record.quantity) / 100);
        const free = record.kind === 'appeal';
        const last = `${record.year}-12-31`;
        const asOf = today < last ? today : last;
        return {
          record,
          item,
          fact: {
            key: `${record.key} ${item.code}`,
            day: record.day,
            code: item.code,
            raw,
            // What was decided on an appeal stands as it was decided.
            capDay: free ? null : item.capDay,
            capMonth: free ? null : item.capMonth,
            capYear: free ? null : item.capYear,
            once: !free && item.once,
            barred: free ? '' : reasonExcluded(item, { class: record.class, day: record.day, raw }, asOf),
          },
        };
      });
  });
}

/** The lines that lead from what stands to what should stand, for one person's year. */
function linesOf(
  pair: queries.Pair,
  targets: readonly Target[],
  standing: readonly queries.StandingRecord[],
  newest: readonly queries.NewestRecord[],
  today: string,
): queries.NewLine[] {
  const shares = computeShares(targets.filter(({ record }) => record.kind !== 'appeal').map(({ fact }) => fact));
  const standingBySlot = new Map(standing.map((one) => [slotOf(one), one]));
  const lines: queries.NewLine[] = [];
  const met = new Set<string>();
  for (const { record, item, fact } of targets) {
    const ids = {
      evidenceId: record.kind === 'evidence' ? record.id : null,
      handId: record.kind === 'hand' ? record.id : null,
      appealId: record.kind === 'appeal' ? record.id : null,
      code: item.code,
    };
    const slot = slotOf(ids);
    met.add(slot);
    const share = record.kind === 'appeal' ? { given: fact.raw, why: '申诉采纳' } : shares.get(fact.key);
    if (!share) continue;
    const sign = record.kind === 'appeal' ? (record.quantity < 0 ? -1 : 1) : item.minus ? -1 : 1;
    const wanted = share.given * sign;
    const before = standingBySlot.get(slot);
    if (before && before.given === wanted) continue;
    const { month, late } = monthOf(record.day, today);
    lines.push({
      member_id: pair.memberId,
      year: pair.year,
      evidence_id: ids.evidenceId,
      hand_id: ids.handId,
      appeal_id: ids.appealId,
      item_id: item.id,
      code: item.code,
      dimension: item.dimension,
      name: item.name,
      minus: item.minus,
      day: record.day,
      month,
      late,
      raw: fact.raw * sign,
      given: wanted - (before?.given ?? 0),
      why: before ? `更正：${share.why || '按现有依据重算'}` : share.why,
      org_id: record.orgId,
      org_code: record.orgCode,
    });
  }
  for (const one of newest) {
    if (met.has(slotOf(one)) || one.given === 0) continue;
    const { month, late } = monthOf(one.day, today);
    lines.push({
      member_id: pair.memberId,
      year: pair.year,
      evidence_id: one.evidenceId,
      hand_id: one.handId,
      appeal_id: one.appealId,
      item_id: one.itemId,
      code: one.code,
      dimension: one.dimension,
      name: one.name,
      minus: one.minus,
      day: one.day,
      month,
      late,
      raw: 0,
      given: -one.given,
      why: '依据已撤销，冲回',
      org_id: one.orgId,
      org_code: one.orgCode,
    });
  }
  return lines;
}

/** Counts some people's years anew in the caller's transaction; counting twice changes nothing. */
export async function countYears(db: Db, pairs: readonly queries.Pair[]): Promise<number> {
  if (pairs.length === 0) return 0;
  await queries.lockScores(db, pairs);
  const items = await queries.publishedItems(db);
  const facts = await queries.factsOf(db, pairs);
  const standing = await queries.standingOf(db, pairs);
  const today = await todayOf(db);
  const keyOf = (one: { memberId: string; year: number }) => `${one.memberId} ${one.year}`;
  const factsBy = Map.groupBy(facts, keyOf);
  const standingBy = Map.groupBy(standing, keyOf);
  const years = pairs.map((pair) => ({
    pair,
    targets: targetsOf(factsBy.get(keyOf(pair)) ?? [], items, today),
    stands: standingBy.get(keyOf(pair)) ?? [],
  }));
  // What gives no more is seldom, and alone needs what its lines said.
  const newest = await queries.newestOf(
    db,
    years.filter(({ targets, stands }) => hasLoose(targets, stands)).map(({ pair }) => pair),
  );
  const newestBy = Map.groupBy(newest, keyOf);
  const sums: queries.YearSums[] = [];
  const lines = years.flatMap(({ pair, targets, stands }) => {
    const made = linesOf(pair, targets, stands, newestBy.get(keyOf(pair)) ?? [], today);
    const [added, taken] = [false, true].map((minus) =>
      made.filter((line) => line.minus === minus).reduce((sum, { given }) => sum + given, 0),
    );
    // From the lines that stand, which nobody else writes meanwhile, and those that come: reading them once more costs as much.
    sums.push({
      ...pair,
      plus: stands.reduce((sum, { plusSum }) => sum + plusSum, added ?? 0),
      minus: stands.reduce((sum, { minusSum }) => sum + minusSum, -(taken ?? 0)),
    });
    return made;
  });
  await queries.insertLines(db, lines);
  await queries.writeSums(db, sums);
  return lines.length;
}

/** Counts whatever is marked, batch by batch, each in one transaction: a crash leaves a batch whole or undone. */
export async function countMarked(db: Kysely<Database>): Promise<number> {
  for (let posted = 0; ; ) {
    // Whoever moves to another organisation takes the same rows in another order: tried again.
    const taken = await transact(db, async (tx) => {
      const { pairs, ids } = await queries.takeDue(tx, BATCH);
      await countYears(tx, pairs);
      if (ids.length > 0) await queries.deleteMarks(tx, ids);
      return ids.length;
    });
    posted += taken;
    if (taken === 0) return posted;
  }
}

/** Takes up the facts of before of every source, each once. */
export async function postEarlierFacts(db: Kysely<Database>, sources: readonly PointSource[]): Promise<void> {
  const open = await queries.listUnpostedSources(
    db,
    sources.map(({ code }) => code),
  );
  for (const source of sources.filter(({ code }) => open.includes(code))) {
    await db.transaction().execute(async (tx) => {
      // The facts of all years of a whole city may take longer than a call may.
      await allowSeconds(tx, 0);
      await blockMerges(tx);
      if (await queries.setTaken(tx, source.code)) await queries.noteTaken(tx, source.code, await source.takeUp(tx));
    });
  }
}

export const sourcesOf = (services: Services): PointSource[] =>
  services.modules.flatMap(({ pointSources = [] }) => pointSources);

/** The recurring work: facts of before once, what lost its validity since yesterday, then whatever has come. */
export async function postPoints(services: Services): Promise<void> {
  await postEarlierFacts(services.db, sourcesOf(services));
  await services.db.transaction().execute((tx) => queries.markExpiredFacts(tx));
  await countMarked(services.db);
}
