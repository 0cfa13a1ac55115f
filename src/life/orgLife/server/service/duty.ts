import type * as contract from '#life/orgLife/contract.duty.ts';
import {
  type Cell,
  cellsOf,
  type DutyRule,
  type Held,
  periodBounds,
  periodOf,
  periodText,
  perOf,
  stateName,
} from '#life/orgLife/rules.duty.ts';
import { isBoundByLock, lockedText, lockOf, type QuarterLock } from '#life/orgLife/rules.lock.ts';
import { type DutyType, isMeetingType, meetingPath, STATES, typeName } from '#life/orgLife/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { chosenPlace, type Scope } from '#platform/server/database/scope.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import * as queries from '../queries/duty.ts';
import { activeLocks, lockQuarterRow } from '../queries/lock.ts';
import { peopleSums } from '../queries/peopleTally.ts';

export const NO_ORG = '组织不存在';
const NOTHING_HELD: ReadonlyMap<string, Held> = new Map();
/** Lines of 接下来该开的. */
const NEXT = 8;

export interface PlacedCell extends Cell {
  place: queries.DutyPlace;
  /** 免开, whether it was met or not. */
  waived: boolean;
}

/** What a year is narrowed to: one type, one organisation, some of its days. */
export interface YearOf {
  type?: DutyType | null;
  only?: string | null;
  days?: { first: string; last: string };
}

/** The organisations that owe, with what their people owe, and what was waived, by organisation. */
export async function placesOf(
  db: Ctx['db'],
  scope: Scope,
  year: number,
  wanted: readonly DutyRule[],
  only: string | null,
) {
  const typesOf = (rules: readonly DutyRule[]) => [...new Set(rules.flatMap(({ orgTypes }) => orgTypes))];
  const ofPeople = typesOf(wanted.filter(({ type }) => !isMeetingType(type)));
  const [places, people, waived] = await Promise.all([
    queries.places(db, scope, typesOf(wanted), only, new Set(wanted.map(({ needs }) => needs))),
    ofPeople.length > 0 ? peopleSums(db, scope, year, ofPeople, only) : null,
    queries.exemptions(db, scope, year, only),
  ]);
  const exempt = Map.groupBy(waived, ({ orgId }) => orgId);
  return places.map((place) => {
    const sums = people?.get(place.id);
    const owed: queries.DutyPlace = sums ? { ...place, people: sums } : place;
    return {
      place: owed,
      exempt: new Set((exempt.get(place.id) ?? []).map((one) => `${one.type} ${one.period}`)),
    };
  });
}

/** The cells of a year of everybody in a scope; of one type or organisation alone where told. */
export async function yearOf(
  ctx: Pick<Ctx, 'db'>,
  scope: Scope,
  year: number,
  today: string,
  rules: readonly DutyRule[],
  { type = null, only = null, days }: YearOf = {},
): Promise<PlacedCell[]> {
  const wanted = rules.filter((rule) => type === null || rule.type === type);
  const meetings = wanted.filter((rule) => isMeetingType(rule.type));
  const [places, held] = await Promise.all([
    placesOf(ctx.db, scope, year, wanted, only),
    meetings.length > 0 ? queries.held(ctx.db, scope, days ?? periodBounds(String(year)), meetings, only) : new Map(),
  ]);
  return places.flatMap(({ place, exempt }) =>
    cellsOf(place, wanted, held.get(place.id) ?? NOTHING_HELD, exempt, year, today).map((cell) => ({
      ...cell,
      place,
      waived: exempt.has(`${cell.type} ${cell.period}`),
    })),
  );
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
  stateName: stateName(state, type),
  required,
  held,
  lastDay: periodBounds(period).last,
  locked: lockOf(locks, place.code, period) !== undefined,
  can: {
    add:
      isMeetingType(type) &&
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

/** Rows with what is on its way to meet them. */
async function withPlanned(ctx: Ctx, cells: readonly PlacedCell[], locks: readonly QuarterLock[]) {
  if (cells.length === 0) return [];
  const days = cells.map(({ period }) => periodBounds(period));
  const meetings = await queries.plannedMeetings(ctx.db, [...new Set(cells.map(({ place }) => place.id))], {
    first: days.map(({ first }) => first).sort()[0] ?? '',
    last:
      days
        .map(({ last }) => last)
        .sort()
        .at(-1) ?? '',
  });
  return cells.map((cell) => ({
    ...rowOf(ctx, cell, locks),
    planned: meetings
      .filter(
        ({ orgId, type, alsoType, heldOn }) =>
          orgId === cell.place.id &&
          (type === cell.type || alsoType === cell.type) &&
          periodOf(heldOn, perOf(cell.period)) === cell.period,
      )
      .map((one) => ({
        id: one.id,
        title: one.title,
        heldOn: one.heldOn,
        stateName: STATES[one.state],
        href: meetingPath(one),
      })),
  }));
}

export const countsOf = (cells: readonly Cell[]) => {
  const n = { ok: 0, due: 0, missing: 0, exempt: 0 };
  for (const { state } of cells) if (state in n) n[state as keyof typeof n] += 1;
  return n;
};

/** What was due first, first. */
export const compareByUrgency = (a: PlacedCell, b: PlacedCell) =>
  periodBounds(a.period).last.localeCompare(periodBounds(b.period).last) ||
  a.place.code.localeCompare(b.place.code) ||
  a.type - b.type;
export const yearsBack = (today: string) => [0, 1, 2].map((back) => Number(today.slice(0, 4)) - back);

/** The rules of a type that held in a year, the latest last. */
export const rulesOf = (rules: readonly DutyRule[], type: number, year: number) =>
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
  const { scope, orgId } = chosenPlace(ctx, input.orgId);
  const [today, rules, org] = await Promise.all([
    todayOf(ctx.db),
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
    .sort(compareByUrgency)
    .slice(0, NEXT);
  return {
    today,
    orgId,
    orgName: org?.name ?? '',
    strip,
    next: await withPlanned(ctx, next, locks),
    branches: new Set(cells.map(({ place }) => place.id)).size,
    can: { add: ctx.may('event:write') },
  };
}

/** A year of one organisation: every duty with its periods, what met it and what was waived. */
export function year(ctx: Ctx, input: ParsedOf<typeof contract.dutyYear>): Promise<ReplyOf<typeof contract.dutyYear>> {
  const { scope, orgId } = chosenPlace(ctx, input.orgId);
  return yearAt(ctx, scope, orgId, input.year);
}

/** The same of any organisation of a scope. @param wantedYear the year; undefined: the running one */
export async function yearAt(
  ctx: Ctx,
  scope: Scope,
  orgId: string,
  wantedYear?: number,
): Promise<ReplyOf<typeof contract.dutyYear>> {
  const [today, rules, org] = await Promise.all([
    todayOf(ctx.db),
    queries.rules(ctx.db),
    queries.findPlace(ctx.db, scope, orgId),
  ]);
  if (!org) throw notFound(NO_ORG);
  const of = wantedYear ?? Number(today.slice(0, 4));
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
    locks: locks
      .filter((lock) => isBoundByLock(lock, org.code))
      .map((lock) => ({ id: lock.id, text: lockedText(lock) })),
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
  const { scope } = chosenPlace(ctx, input.orgId);
  const [today, rules] = await Promise.all([todayOf(ctx.db), queries.rules(ctx.db)]);
  const of = input.period ? Number(input.period.slice(0, 4)) : (input.year ?? Number(today.slice(0, 4)));
  const days = input.period ? { days: periodBounds(input.period) } : {};
  const cells = (await yearOf(ctx, scope, of, today, rules, { type: input.type ?? null, ...days }))
    .filter(
      ({ period, state }) =>
        (input.period === undefined || period === input.period) &&
        (input.state === undefined ? state !== 'later' && state !== 'none' : state === input.state),
    )
    .sort(compareByUrgency);
  const locks = await activeLocks(ctx.db, scope, of);
  const first = (input.pageNum - 1) * input.pageSize;
  return {
    rows: await withPlanned(ctx, cells.slice(first, first + input.pageSize), locks),
    total: cells.length,
    today,
  };
}

/** The quarter with which a period is closed. */
const quarterOf = (period: string) => periodOf(periodBounds(period).last, 'quarter');

/** 免开: waives one duty of an organisation below for one period. */
export async function exempt(
  ctx: Ctx,
  { orgId, type, period, reason }: ParsedOf<typeof contract.exemptDuty>,
): Promise<ReplyOf<typeof contract.exemptDuty>> {
  const org = await queries.findPlace(ctx.db, ctx.scope, orgId);
  if (!org) throw notFound(NO_ORG);
  if (!isAbove(ctx, org.code)) throw refuse('免开由上级党组织决定');
  const [today, rules] = await Promise.all([todayOf(ctx.db), queries.rules(ctx.db)]);
  const cells = await yearOf(ctx, ctx.scope, Number(period.slice(0, 4)), today, rules, { type, only: orgId });
  const cell = cells.find((one) => one.period === period);
  if (!cell) throw badInput({ period: `${org.name}${periodText(period)}不要求${typeName(type)}` });
  if (cell.state === 'ok') throw badInput({ period: `${org.name}${periodText(period)}的${typeName(type)}已经达标` });
  await lockQuarterRow(ctx.db, quarterOf(period), 'writing');
  const closed = lockOf(await activeLocks(ctx.db, ctx.scope, Number(period.slice(0, 4))), org.code, period);
  if (closed) throw badInput({ period: lockedText(closed) });
  const by = ctx.session.accountName;
  const id = await writeUnique(
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
  await lockQuarterRow(ctx.db, quarterOf(one.period), 'writing');
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
