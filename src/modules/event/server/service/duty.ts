import type * as contract from '#modules/event/contract.duty.ts';
import {
  bounds,
  CELL_STATES,
  type Cell,
  cellsOf,
  type DutyRule,
  periodOf,
  periodsOf,
  periodText,
  perOf,
} from '#modules/event/rules.duty.ts';
import { binds, lockedText, lockOf, type QuarterLock } from '#modules/event/rules.lock.ts';
import { type MeetingType, meetingPath, typeName } from '#modules/event/rules.ts';
import { BRANCH_TYPES } from '#modules/org/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { narrow, type Scope } from '#platform/server/scope.ts';
import { unlessTaken } from '#platform/server/unique.ts';
import * as queries from '../queries/duty.ts';
import { activeLocks, holdQuarter } from '../queries/lock.ts';

const NO_ORG = '组织不存在';
/** Lines of 接下来该开的. */
const NEXT = 8;

/** The organisation that is looked at: the chosen one within the scope, else the own. */
export function placeOf(ctx: Ctx, orgId: string | undefined): { scope: Scope; orgId: string } {
  if (orgId === undefined) return { scope: ctx.scope, orgId: ctx.session.orgId };
  const chosen = ctx.chosenOrg;
  const scope = chosen && narrow(ctx.scope, chosen.code);
  if (!chosen || !scope) throw notFound(NO_ORG);
  return { scope, orgId: chosen.id };
}

export interface PlacedCell extends Cell {
  place: queries.DutyPlace;
}

/** The cells of a year of everybody in a scope; of one type or organisation alone where told. */
export async function yearOf(
  ctx: Pick<Ctx, 'db'>,
  scope: Scope,
  year: number,
  today: string,
  rules: readonly DutyRule[],
  {
    type = null,
    only = null,
    days,
  }: { type?: MeetingType | null; only?: string | null; days?: { first: string; last: string } } = {},
): Promise<PlacedCell[]> {
  const wanted = rules.filter((rule) => type === null || rule.type === type);
  const types = [...new Set(wanted.flatMap(({ orgTypes }) => orgTypes))];
  const [places, held, waived] = await Promise.all([
    queries.places(ctx.db, scope, types, only),
    queries.held(ctx.db, scope, days ?? bounds(String(year)), wanted, only),
    queries.exemptions(ctx.db, scope, year, only),
  ]);
  const exempt = Map.groupBy(waived, ({ orgId }) => orgId);
  const none = new Map();
  return places.flatMap((place) => {
    const keys = new Set((exempt.get(place.id) ?? []).map((one) => `${one.type} ${one.period}`));
    return cellsOf(place, wanted, held.get(place.id) ?? none, keys, year, today).map((cell) => ({ ...cell, place }));
  });
}

/** A superior: at an organisation above the one that owes. */
const isAbove = (ctx: Ctx, code: string) =>
  ctx.session.orgCode.length < code.length && code.startsWith(ctx.session.orgCode);

const rowOf = (
  ctx: Ctx,
  { place, type, period, state, required, held }: PlacedCell,
  locks: readonly QuarterLock[],
) => ({
  id: `${place.id}-${type}-${period}`,
  orgId: place.id,
  orgName: place.name,
  type,
  typeName: typeName(type),
  period,
  periodText: periodText(period),
  state,
  stateName: CELL_STATES[state],
  required,
  held,
  lastDay: bounds(period).last,
  locked: lockOf(locks, place.code, period) !== undefined,
  can: {
    add:
      lockOf(locks, place.code, period) === undefined &&
      ctx.may('event:write') &&
      place.id === ctx.session.orgId &&
      (state === 'due' || state === 'missing' || state === 'later'),
    exempt:
      lockOf(locks, place.code, period) === undefined &&
      ctx.may('event:review') &&
      isAbove(ctx, place.code) &&
      (state === 'due' || state === 'missing' || state === 'later'),
  },
});

const countsOf = (cells: readonly Cell[]) => {
  const n = { ok: 0, due: 0, missing: 0, exempt: 0 };
  for (const { state } of cells) if (state in n) n[state as keyof typeof n] += 1;
  return n;
};

/** What was due first, first. */
export const byUrgency = (a: PlacedCell, b: PlacedCell) =>
  bounds(a.period).last.localeCompare(bounds(b.period).last) ||
  a.place.code.localeCompare(b.place.code) ||
  a.type - b.type;
const yearsBack = (today: string) => [0, 1, 2].map((back) => Number(today.slice(0, 4)) - back);

/** The rules of a type that held in a year, the latest last. */
const rulesOf = (rules: readonly DutyRule[], type: number, year: number) =>
  rules.filter(
    (rule) =>
      rule.type === type &&
      rule.fromOn <= `${year}-12-31` &&
      (rule.untilOn === null || (rule.untilOn > `${year}-01-01` && rule.untilOn > rule.fromOn)),
  );

/** The running period of every type with how far it is met, and what is owed next. */
export async function overview(
  ctx: Ctx,
  input: ParsedOf<typeof contract.dutyOverview>,
): Promise<ReplyOf<typeof contract.dutyOverview>> {
  const { scope, orgId } = placeOf(ctx, input.orgId);
  const [today, rules, org] = await Promise.all([
    queries.today(ctx.db),
    queries.rules(ctx.db),
    queries.findPlace(ctx.db, scope, orgId),
  ]);
  const year = Number(today.slice(0, 4));
  const [cells, locks] = await Promise.all([yearOf(ctx, scope, year, today, rules), activeLocks(ctx.db, scope, year)]);
  const running = new Map(rules.map(({ type, per }) => [`${type} ${per}`, { type, per }]));
  const strip = [...running.values()].flatMap(({ type, per }) => {
    const period = periodOf(today, per);
    const of = cells.filter((cell) => cell.type === type && cell.period === period);
    return of.length === 0
      ? []
      : [{ type, typeName: typeName(type), period, periodText: periodText(period), ...countsOf(of) }];
  });
  const next = cells
    .filter(({ state }) => state === 'due' || state === 'missing')
    .sort(byUrgency)
    .slice(0, NEXT);
  return {
    today,
    orgId,
    orgName: org?.name ?? '',
    strip,
    next: next.map((cell) => rowOf(ctx, cell, locks)),
    branches: new Set(cells.map(({ place }) => place.id)).size,
    can: { add: ctx.may('event:write') },
  };
}

/** The organisations below one, each with how far its branches met a type in every period of a year. */
export async function matrix(
  ctx: Ctx,
  input: ParsedOf<typeof contract.dutyMatrix>,
): Promise<ReplyOf<typeof contract.dutyMatrix>> {
  const { scope, orgId } = placeOf(ctx, input.orgId);
  const { org, ...found } = await matrixAt(ctx, ctx.scope, scope, orgId, input);
  const isBelow = org.code.length > ctx.session.orgCode.length;
  return { ...found, org: { id: org.id, name: org.name, parentId: isBelow ? org.parentId : null } };
}

/** The same of any organisation. @param whole where the organisation is looked up @param scope what lies below it */
export async function matrixAt(
  ctx: Pick<Ctx, 'db'>,
  whole: Scope,
  scope: Scope,
  orgId: string,
  input: { type: MeetingType; year?: number | undefined },
) {
  const [today, rules, org, children] = await Promise.all([
    queries.today(ctx.db),
    queries.rules(ctx.db),
    queries.findPlace(ctx.db, whole, orgId),
    queries.childrenOf(ctx.db, scope, orgId),
  ]);
  if (!org) throw notFound(NO_ORG);
  const year = input.year ?? Number(today.slice(0, 4));
  const cells = await yearOf(ctx, scope, year, today, rules, { type: input.type });
  const ofYear = rulesOf(rules, input.type, year);
  const rule = ofYear.at(-1);
  // Where the pace changed within the year, each period stands in the pace that held in it.
  const paces = [...new Set(ofYear.map(({ per }) => per))];
  const owedIn = new Set(cells.map(({ period }) => period));
  const periods = paces
    .flatMap((per) => periodsOf(year, per))
    .filter((period) => paces.length === 1 || owedIn.has(period))
    .sort((a, b) => bounds(a).first.localeCompare(bounds(b).first));
  const rowsOf = (place: queries.PlaceRow, mine: readonly PlacedCell[]) => {
    const by = Map.groupBy(mine, ({ period }) => period);
    return {
      orgId: place.id,
      name: place.name,
      isBranch: BRANCH_TYPES.includes(place.type),
      cells: periods.map((period) => {
        const of = by.get(period) ?? [];
        const counts = countsOf(of);
        return { period, ...counts, total: counts.ok + counts.due + counts.missing + counts.exempt };
      }),
    };
  };
  const own = cells.filter(({ place }) => place.id === orgId);
  const below = Map.groupBy(cells, ({ place }) => place.code.slice(0, org.code.length + 4));
  return {
    org,
    year,
    years: yearsBack(today),
    clause: rule?.clause ?? '',
    periods: periods.map((period) => ({ period, label: periodText(period).slice(5) || periodText(period) })),
    rows: [
      ...(own.length > 0 ? [rowsOf(org, own)] : []),
      ...children.flatMap((child) => {
        const mine = below.get(child.code) ?? [];
        return mine.length > 0 ? [rowsOf(child, mine)] : [];
      }),
    ],
  };
}

/** A year of one organisation: every duty with its periods, what met it and what was waived. */
export function year(ctx: Ctx, input: ParsedOf<typeof contract.dutyYear>): Promise<ReplyOf<typeof contract.dutyYear>> {
  const { scope, orgId } = placeOf(ctx, input.orgId);
  return yearAt(ctx, scope, orgId, input.year);
}

/** The same of any organisation of a scope. @param asked the year; undefined: the running one */
export async function yearAt(
  ctx: Ctx,
  scope: Scope,
  orgId: string,
  asked?: number,
): Promise<ReplyOf<typeof contract.dutyYear>> {
  const [today, rules, org] = await Promise.all([
    queries.today(ctx.db),
    queries.rules(ctx.db),
    queries.findPlace(ctx.db, scope, orgId),
  ]);
  if (!org) throw notFound(NO_ORG);
  const of = asked ?? Number(today.slice(0, 4));
  const [cells, meetings, waived, locks] = await Promise.all([
    yearOf(ctx, scope, of, today, rules, { only: orgId }),
    queries.countedMeetings(ctx.db, orgId, of),
    queries.exemptions(ctx.db, scope, of, orgId),
    activeLocks(ctx.db, scope, of),
  ]);
  const lines = Map.groupBy(cells, ({ type }) => type);
  return {
    org: { id: org.id, name: org.name },
    year: of,
    years: yearsBack(today),
    today,
    locks: locks.filter((lock) => binds(lock, org.code)).map((lock) => ({ id: lock.id, text: lockedText(lock) })),
    lines: [...lines].map(([type, mine]) => ({
      type,
      typeName: typeName(type),
      clause: rulesOf(rules, type, of).at(-1)?.clause ?? '',
      cells: mine.map((cell) => {
        const exemption = waived.find((one) => one.type === type && one.period === cell.period);
        return {
          ...rowOf(ctx, cell, locks),
          meetings: meetings
            .filter(
              (one) =>
                (one.type === type || one.alsoType === type) &&
                periodOf(one.heldOn, perOf(cell.period)) === cell.period,
            )
            .map((one) => ({ id: one.id, title: one.title, heldOn: one.heldOn, href: meetingPath(one) })),
          exemption: exemption ? { id: exemption.id, reason: exemption.reason, by: exemption.by } : null,
        };
      }),
    })),
  };
}

/** What stands behind a number: the duties of a year by type, period and state. */
export async function owed(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listOwed>,
): Promise<ReplyOf<typeof contract.listOwed>> {
  const { scope } = placeOf(ctx, input.orgId);
  const [today, rules] = await Promise.all([queries.today(ctx.db), queries.rules(ctx.db)]);
  const of = input.period ? Number(input.period.slice(0, 4)) : (input.year ?? Number(today.slice(0, 4)));
  const days = input.period ? { days: bounds(input.period) } : {};
  const cells = (await yearOf(ctx, scope, of, today, rules, { type: input.type ?? null, ...days }))
    .filter(
      ({ period, state }) =>
        (input.period === undefined || period === input.period) &&
        (input.state === undefined ? state !== 'later' && state !== 'none' : state === input.state),
    )
    .sort(byUrgency);
  const locks = await activeLocks(ctx.db, scope, of);
  const first = (input.pageNum - 1) * input.pageSize;
  return {
    rows: cells.slice(first, first + input.pageSize).map((cell) => rowOf(ctx, cell, locks)),
    total: cells.length,
    today,
  };
}

/** The quarter with which a period is closed. */
const quarterOf = (period: string) => periodOf(bounds(period).last, 'quarter');

/** 免开: waives one duty of an organisation below for one period. */
export async function exempt(
  ctx: Ctx,
  { orgId, type, period, reason }: ParsedOf<typeof contract.exemptDuty>,
): Promise<ReplyOf<typeof contract.exemptDuty>> {
  const org = await queries.findPlace(ctx.db, ctx.scope, orgId);
  if (!org) throw notFound(NO_ORG);
  if (!isAbove(ctx, org.code)) throw refuse('免开由上级党组织决定');
  const [today, rules] = await Promise.all([queries.today(ctx.db), queries.rules(ctx.db)]);
  const cells = await yearOf(ctx, ctx.scope, Number(period.slice(0, 4)), today, rules, { type, only: orgId });
  const cell = cells.find((one) => one.period === period);
  if (!cell) throw badInput({ period: `${org.name}${periodText(period)}不要求${typeName(type)}` });
  if (cell.state === 'ok') throw badInput({ period: `${org.name}${periodText(period)}的${typeName(type)}已经达标` });
  await holdQuarter(ctx.db, quarterOf(period), 'writing');
  const closed = lockOf(await activeLocks(ctx.db, ctx.scope, Number(period.slice(0, 4))), org.code, period);
  if (closed) throw badInput({ period: lockedText(closed) });
  const by = ctx.session.accountName;
  const id = await unlessTaken(
    () => queries.insertExemption(ctx.db, { orgId, orgCode: org.code, type, period, reason, by }),
    () => badInput({ period: '已经免开' }),
  );
  ctx.audit({
    type: 'lifeExemption',
    id,
    name: `${org.name} ${periodText(period)}${typeName(type)}`,
    orgCode: org.code,
    reason,
  });
  return { id };
}

/** Takes 免开 back; the duty is owed again. */
export async function endExemption(ctx: Ctx, { id }: ParsedOf<typeof contract.endExemption>): Promise<null> {
  const one = await queries.lockExemption(ctx.db, ctx.scope, id);
  if (!one) throw notFound('免开不存在');
  if (!isAbove(ctx, one.orgCode)) throw refuse('免开由上级党组织决定');
  await holdQuarter(ctx.db, quarterOf(one.period), 'writing');
  const closed = lockOf(await activeLocks(ctx.db, ctx.scope, Number(one.period.slice(0, 4))), one.orgCode, one.period);
  if (closed) throw refuse(lockedText(closed));
  await queries.endExemption(ctx.db, id, ctx.session.accountName);
  ctx.audit({
    type: 'lifeExemption',
    id,
    name: `${one.orgName} ${periodText(one.period)}${typeName(one.type)}`,
    orgCode: one.orgCode,
  });
  return null;
}
