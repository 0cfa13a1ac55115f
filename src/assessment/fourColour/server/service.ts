import type * as contract from '#assessment/fourColour/contract.ts';
import {
  awardDoubt,
  countRedRun,
  firstFreezeDay,
  forecastOf,
  HAND_STATES,
  KINDS,
  type Kind,
  type Level,
  levelOf,
  RECTIFICATION_STATES,
  redRunConsequence,
  withHand,
} from '#assessment/fourColour/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { countAllKept } from '#platform/server/sums/keptChecks.ts';
import { rulesFor } from '#platform/server/sums/ruleChecks.ts';
import { quarterOf } from '#platform/time/periods.ts';
import { type HandRecord, listActiveHands } from './queries/hand.ts';
import * as queries from './queries.ts';
import { notifyDecided, openAcceptTodo, openRectifyTodo } from './rectificationTodos.ts';
import { schemeOf } from './scheme.ts';

const QUARTERS = 8;

/** What is broken at each place or below it, with how much: each rule of the house is counted once for all places of one level. */
async function reasonsOf(ctx: Ctx, places: readonly queries.Place[]): Promise<Map<string, queries.Reason[]>> {
  const found = new Map<string, queries.Reason[]>(places.map(({ id }) => [id, []]));
  const levels = Map.groupBy(places, ({ code }) => code.length);
  const groups = rulesFor(ctx).filter(({ late }) => late);
  const counts = await countAllKept(
    ctx,
    groups,
    [...levels.values()].map((level) => level.map(({ code }) => code)),
  );
  for (const { id, code: place } of places)
    for (const { code, label, unit } of groups.flatMap(({ checks }) => checks)) {
      const n = counts.get(place)?.[code] ?? 0;
      if (n > 0) found.get(id)?.push({ code, label, n, unit });
    }
  return found;
}

/** The quarter that is asked for; the current one where none is. */
async function quarterAsked(ctx: Ctx, input: { year?: number | undefined; quarter?: number | undefined }) {
  const today = await todayOf(ctx.db);
  const year = input.year ?? Number(today.slice(0, 4));
  return { today, year, quarter: input.quarter ?? quarterOf(today) };
}

const kindsOf = (kind: 'city' | 'village' | 'both'): Kind[] =>
  kind === 'both' ? (Object.keys(KINDS) as Kind[]) : [kind];

/** What the places are now; a confirmed level by hand counts within one step. */
export async function currentLevels(ctx: Ctx, places: readonly queries.Place[], hands: readonly HandRecord[]) {
  const reasons = await reasonsOf(ctx, places);
  const confirmed = new Map(hands.filter(({ state }) => state === 1).map((one) => [one.orgId, one]));
  return places.map((place) => {
    const mine = reasons.get(place.id) ?? [];
    const computed = levelOf(place.score, mine.length);
    const hand = confirmed.get(place.id);
    return {
      place,
      computed,
      level: withHand(computed, hand?.level ?? null),
      handId: hand?.id ?? null,
      score: place.score,
      reasons: mine,
    };
  });
}

type Found = Omit<Awaited<ReturnType<typeof currentLevels>>[number], 'handId'>;

/** A quarter's colours: those that were fixed, or how it stands now. */
export async function colours(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listColours>,
): Promise<ReplyOf<typeof contract.listColours>> {
  const { today, year, quarter } = await quarterAsked(ctx, input);
  const kinds = kindsOf(input.kind);
  const [all, frozen, freezes, past, open, hands, before, scheme] = await Promise.all([
    queries.listPlaces(ctx.db, ctx.scope),
    queries.frozenOf(ctx.db, ctx.scope, year, quarter),
    queries.freezesOf(ctx.db, ctx.scope, year, quarter),
    queries.pastOf(ctx.db, ctx.scope, kinds, QUARTERS),
    queries.rectifications(ctx.db, ctx.scope, null),
    listActiveHands(ctx.db, ctx.scope, year, quarter),
    queries.levelsBefore(ctx.db, ctx.scope, year, quarter),
    schemeOf(ctx),
  ]);
  const places = all.filter(({ kind }) => kinds.includes(kind));
  const fixed = new Map(frozen.map((one) => [one.orgId, one]));
  // A county may have frozen its own places alone: the others run on. Who came after a freeze has no level in it.
  const free = places.filter(({ id, code }) => !fixed.has(id) && !queries.isCovered(freezes, code));
  const isFrozen = places.length > 0 && free.length === 0;
  const found: Found[] = [
    ...places.flatMap((place) => {
      const one = fixed.get(place.id);
      if (!one) return [];
      const level = one.level as Level;
      return [{ place, level, computed: (one.computed ?? level) as Level, score: one.score, reasons: one.reasons }];
    }),
    ...(free.length > 0 ? await currentLevels(ctx, free, hands) : []),
  ];
  const counts = [1, 2, 3, 4].map((level) => found.filter((one) => one.level === level).length);
  const manages = ctx.may('colour:manage');
  const rows = found
    .filter(({ level }) => !input.level || level === input.level)
    .filter(({ place }) => !input.keyWords || place.name.includes(input.keyWords))
    .sort((a, b) => b.level - a.level || b.reasons.length - a.reasons.length || (a.place.code < b.place.code ? -1 : 1));
  const offset = (input.pageNum - 1) * input.pageSize;
  return {
    total: rows.length,
    rows: rows.slice(offset, offset + input.pageSize).map(({ place, level, computed, score, reasons }) => {
      const hand = hands.find(({ orgId }) => orgId === place.id);
      const mine = open.find(({ orgId }) => orgId === place.id);
      const isFixed = fixed.has(place.id);
      return {
        id: place.id,
        orgId: place.id,
        name: place.name,
        parentName: place.parentName,
        kind: place.kind,
        level,
        computed,
        score,
        openChecks: reasons.length,
        reasons,
        hand: hand ? { level: hand.level, state: hand.state, stateName: HAND_STATES[hand.state] } : null,
        isFrozen: isFixed,
        forecast: isFixed
          ? null
          : forecastOf({ level, score, open: reasons.length }, (before.get(place.id) as Level) ?? null, year, quarter),
        lng: place.lng,
        lat: place.lat,
        rectification: mine
          ? {
              id: mine.id,
              state: mine.state,
              stateName: RECTIFICATION_STATES[mine.state],
              dueOn: mine.dueOn,
              isLate: mine.isLate,
            }
          : null,
        can: {
          rectify: manages && !mine && level >= 3 && place.id !== ctx.session.orgId,
          hand: manages && !isFixed && !hand && place.id !== ctx.session.orgId,
        },
      };
    }),
    year,
    quarter,
    counts,
    isFrozen,
    canFreeze: manages && !isFrozen && places.length > 0 && today >= firstFreezeDay(year, quarter),
    freezeOn: firstFreezeDay(year, quarter),
    frozenOn: isFrozen
      ? ([...freezes]
          .map(({ on }) => on)
          .sort()
          .at(-1) ?? null)
      : null,
    past,
    scheme: [...scheme],
  };
}

export async function org(
  ctx: Ctx,
  { orgId }: ParsedOf<typeof contract.orgColour>,
): Promise<ReplyOf<typeof contract.orgColour>> {
  const found = await queries.orgWithParents(ctx.db, ctx.scope, orgId);
  if (!found) throw notFound('组织不存在');
  const [quarters, list, scheme] = await Promise.all([
    queries.quartersOf(ctx.db, ctx.scope, orgId, QUARTERS),
    queries.rectifications(ctx.db, ctx.scope, orgId),
    schemeOf(ctx),
  ]);
  return {
    orgId,
    name: found.name,
    scheme: [...scheme],
    quarters: quarters.map(({ orgId: _orgId, ...one }) => one),
    act: redRunConsequence(countRedRun(quarters.map(({ level }) => level))),
    rectifications: list.map((one) => ({
      id: one.id,
      year: one.year,
      quarter: one.quarter,
      level: one.level,
      problems: one.problems,
      person: one.person,
      dueOn: one.dueOn,
      state: one.state,
      stateName: RECTIFICATION_STATES[one.state],
      report: one.report,
      reportedBy: one.reportedBy,
      opinion: one.opinion,
      acceptedBy: one.acceptedBy,
      isRelapse: one.isRelapse,
      version: one.version,
      can: { report: reports(ctx, one), accept: accepts(ctx, one) },
    })),
  };
}

/** Three red quarters running are said where awards are entered; whoever enters one need not read the colours themselves. */
export async function awardDoubts(ctx: Ctx, orgId: string): Promise<string[]> {
  const quarters = await queries.quartersOf(ctx.db, ctx.scope, orgId, QUARTERS);
  const doubt = awardDoubt(countRedRun(quarters.map(({ level }) => level)));
  return doubt ? [doubt] : [];
}

const reports = (ctx: Ctx, one: queries.RectificationRecord) => one.state === 0 && one.orgId === ctx.session.orgId;
/** Accepted by another: an organisation above, and not who reported it. */
const accepts = (ctx: Ctx, one: queries.RectificationRecord) =>
  one.state === 1 &&
  one.orgId !== ctx.session.orgId &&
  one.reportedId !== ctx.session.accountId &&
  ctx.may('colour:manage');

export async function open(
  ctx: Ctx,
  input: ParsedOf<typeof contract.openRectification>,
): Promise<ReplyOf<typeof contract.openRectification>> {
  const found = await queries.orgWithParents(ctx.db, ctx.scope, input.orgId);
  if (!found) throw notFound('组织不存在');
  if (found.id === ctx.session.orgId) throw refuse('整改由上级组织提出');
  const { today, year, quarter } = await quarterAsked(ctx, {});
  const place = (await queries.listPlaces(ctx.db, ctx.scope)).filter(({ id }) => id === found.id);
  const [standing] = await currentLevels(ctx, place, await listActiveHands(ctx.db, ctx.scope, year, quarter));
  const [latest] = await queries.quartersOf(ctx.db, ctx.scope, found.id, 1);
  const level = Math.max(standing?.level ?? 1, latest?.level ?? 1);
  if (level < 3) throw refuse('橙色、红色的组织才开展整改');
  if (input.dueOn < today) throw badInput({ dueOn: '期限不能早于今天' });
  const id = await queries.insertRectification(ctx.db, {
    orgId: found.id,
    orgCode: found.code,
    year,
    quarter,
    level,
    problems: input.problems,
    person: input.person,
    dueOn: input.dueOn,
    by: ctx.session.accountName,
  });
  if (!id) throw refuse('该组织已有整改在进行');
  const rectification = {
    kind: 'colour',
    id,
    orgId: found.id,
    orgCode: found.code,
    orgName: found.name,
    dueOn: input.dueOn,
  } as const;
  await openRectifyTodo(ctx, rectification, input.problems.slice(0, 200));
  ctx.audit({ type: 'colour', id, name: found.name, orgCode: found.code, reason: input.problems });
  return { id };
}

async function lock(ctx: Ctx, id: string, version: number): Promise<queries.RectificationRecord> {
  const row = await queries.findRectification(ctx.db, ctx.scope, id);
  if (!row) throw notFound('该整改不存在或不在管理范围内');
  if (row.version !== version) throw conflict('该整改已有变化，请核对后再操作');
  return row;
}

export async function report(
  ctx: Ctx,
  input: ParsedOf<typeof contract.reportRectification>,
): Promise<ReplyOf<typeof contract.reportRectification>> {
  const row = await lock(ctx, input.id, input.version);
  if (!reports(ctx, row)) throw refuse('只有整改的组织可以在整改中报情况');
  const { accountId, accountName } = ctx.session;
  const version = await queries.writeReport(ctx.db, row.id, input.report, accountId, accountName);
  await openAcceptTodo(ctx, { kind: 'colour', ...row });
  ctx.audit({
    type: 'colour',
    id: row.id,
    name: row.orgName,
    orgCode: row.orgCode,
    changes: { state: ['整改中', '待验收'] },
  });
  return { version };
}

export async function accept(
  ctx: Ctx,
  input: ParsedOf<typeof contract.acceptRectification>,
): Promise<ReplyOf<typeof contract.acceptRectification>> {
  const row = await lock(ctx, input.id, input.version);
  if (!accepts(ctx, row)) throw refuse('由上级组织的另一人验收');
  if (!input.agree && input.opinion === '') throw badInput({ opinion: '请输入退回的原因' });
  const version = await queries.writeAcceptance(ctx.db, row.id, input.agree, input.opinion, ctx.session.accountName);
  await notifyDecided(ctx, { kind: 'colour', ...row }, { ...input, reportedId: row.reportedId });
  const changes = { state: ['待验收', input.agree ? '已验收' : '整改中'] as [unknown, unknown] };
  ctx.audit({ type: 'colour', id: row.id, name: row.orgName, orgCode: row.orgCode, reason: input.opinion, changes });
  return { version };
}
