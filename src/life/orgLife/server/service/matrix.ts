import type * as contract from '#life/orgLife/contract.duty.ts';
import { type DutyRule, periodBounds, periodsOf, periodText, visitCells, wasHeldIn } from '#life/orgLife/rules.duty.ts';
import { type DutyType, isMeetingType } from '#life/orgLife/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import { chosenPlace } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import * as queries from '../queries/duty.ts';
import { listPeopleDuties } from '../queries/peopleTally.ts';
import { type countsOf, NO_ORG, rulesOf, yearOf, yearsBack } from './duty.ts';

type Counts = ReturnType<typeof countsOf>;
/** The counts of one row: by period, and whether they are all of the row's own organisation. */
interface Line {
  own: boolean;
  by: Map<string, Counts>;
}

/** The organisations below one, each with how far it and its branches met a duty in every period of a year. */
export async function getMatrix(
  ctx: Ctx,
  input: ParsedOf<typeof contract.dutyMatrix>,
): Promise<ReplyOf<typeof contract.dutyMatrix>> {
  const { scope, orgId } = chosenPlace(ctx, input.orgId);
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
  input: { type: DutyType; year?: number | undefined },
) {
  const [today, rules, org, children] = await Promise.all([
    todayOf(ctx.db),
    queries.rules(ctx.db),
    queries.findPlace(ctx.db, whole, orgId),
    queries.childrenOf(ctx.db, scope, orgId),
  ]);
  if (!org) throw notFound(NO_ORG);
  const year = input.year ?? Number(today.slice(0, 4));
  const ofYear = rulesOf(rules, input.type, year);
  const rule = ofYear.at(-1);
  const lines = await linesOf(ctx, scope, org.code.length + 4, { type: input.type, year, today, rules });
  // Where the pace changed within the year, each period stands in the pace that held in it.
  const paces = [...new Set(ofYear.map(({ per }) => per))];
  const owedIn = new Set([...lines.values()].flatMap(({ by }) => [...by.keys()]));
  const periods = paces
    .flatMap((per) => periodsOf(year, per))
    .filter((period) => paces.length === 1 || owedIn.has(period))
    .sort((a, b) => periodBounds(a).first.localeCompare(periodBounds(b).first));
  return {
    org,
    year,
    years: yearsBack(today),
    clause: rule?.clause ?? '',
    periods: periods.map((period) => ({ period, label: periodText(period).slice(5) || periodText(period) })),
    rows: [org, ...children].flatMap((place) => {
      const line = lines.get(place.code);
      if (!line) return [];
      const cells = periods.map((period) => {
        const counts = line.by.get(period) ?? { ok: 0, due: 0, missing: 0, exempt: 0 };
        return { period, ...counts, total: counts.ok + counts.due + counts.missing + counts.exempt };
      });
      return [{ orgId: place.id, name: place.name, isBranch: line.own, cells }];
    }),
  };
}

/** The rows of a matrix by the first `length` digits of the organisations' codes. */
async function linesOf(
  ctx: Pick<Ctx, 'db'>,
  scope: Scope,
  length: number,
  of: { type: DutyType; year: number; today: string; rules: readonly DutyRule[] },
): Promise<Map<string, Line>> {
  const { type, year, today } = of;
  const wanted = of.rules.filter((rule) => rule.type === type);
  const lines = new Map<string, Line>();
  const lineAt = (code: string, own = code.length <= length) => {
    const key = code.slice(0, length);
    const line = lines.get(key) ?? { own: true, by: new Map<string, Counts>() };
    if (!own) line.own = false;
    lines.set(key, line);
    return line.by;
  };
  const add = (by: Map<string, Counts>, period: string, state: string, n: number) => {
    const counts = by.get(period) ?? { ok: 0, due: 0, missing: 0, exempt: 0 };
    if (state in counts) counts[state as keyof Counts] += n;
    by.set(period, counts);
  };
  if (wanted.some(({ needs }) => needs === 'committee' || needs === 'groups')) {
    for (const { place, period, state } of await yearOf(ctx, scope, year, today, wanted)) {
      add(lineAt(place.code), period, state, 1);
    }
    return lines;
  }
  // What an organisation owes follows from its sort, its founding and the months, or whether its people did it: a hundred thousand
  // cells of a city are those of some hundred that are alike, counted so many times.
  const types = [...new Set(wanted.flatMap(({ orgTypes }) => orgTypes))];
  const [alike, waived] = await Promise.all([
    isMeetingType(type)
      ? queries.alikeIn(ctx.db, scope, { types, type, year, length })
      : listPeopleDuties(ctx.db, scope, { types, type, year, length }),
    queries.exemptions(ctx.db, scope, year, null),
  ]);
  const exempt = new Set(waived.map((one) => `${one.orgId} ${one.type} ${one.period}`));
  for (const one of alike) {
    const known = {
      held: (_rule: DutyRule, period: string) => (wasHeldIn(one.months, period) ? 1 : 0),
      exempt: (what: DutyType, period: string) =>
        one.waivedId !== null && exempt.has(`${one.waivedId} ${what} ${period}`),
    };
    const each = { required: 1, held: one.months };
    const people = { 11: each, 12: each, 13: each };
    const org = { type: one.type, foundedOn: one.foundedOn, revokedOn: null, committeeSince: null, groups: [], people };
    visitCells(org, wanted, known, year, today, (_type, period, _required, _held, state) =>
      add(lineAt(one.line, one.own), period, state, one.n),
    );
  }
  return lines;
}
