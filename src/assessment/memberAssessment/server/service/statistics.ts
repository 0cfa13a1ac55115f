import type * as contract from '#assessment/memberAssessment/contract.ts';
import { exemptText, findWholeExemption } from '#assessment/memberAssessment/rules.exempt.ts';
import { GRADES, type Grade, RESULT_STATES, type ResultState } from '#assessment/memberAssessment/rules.ts';
import { DIMENSIONS, scoreOf } from '#assessment/points/rules.ts';
import { dimensionsOf, findOrgByCode, pageOfRank } from '#assessment/points/server/index.ts';
import { findRules, ownMemberId, placeOf } from '#assessment/points/server/service/scores.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { personIs, workerScope } from '#platform/server/database/scope.ts';
import { yearsOf } from '#platform/time/periods.ts';
import * as queries from '../queries/months.ts';
import * as results from '../queries/results.ts';
import { monthText, reasonLocked } from './months.ts';

const STATES = { 0: 'saved', 1: 'submitted', 2: 'confirmed', 3: 'returned' } as const;
/** A month is late once the next one is so many days old. */
export const LATE_DAY = 10;
const MONTHS = Array.from({ length: 12 }, (_, n) => n + 1);

/** Whether a month that nobody scored is overdue on a day. */
function isOverdue(year: number, month: number, day: string): boolean {
  const next = month === 12 ? monthText(year + 1, 1) : monthText(year, month + 1);
  return day > `${next}-${String(LATE_DAY).padStart(2, '0')}`;
}

/** People × twelve months, with what the year came to. */
export const statistics = (
  ctx: Ctx,
  input: ParsedOf<typeof contract.statistics>,
): Promise<ReplyOf<typeof contract.statistics>> => statisticsAt(ctx, placeOf(ctx, input.orgId), input);

/** The same of a place that the caller has found within the session's scope. */
export async function statisticsAt(
  ctx: Ctx,
  place: ReturnType<typeof placeOf>,
  input: { year?: number | undefined; pageNum: number; pageSize: number },
): Promise<ReplyOf<typeof contract.statistics>> {
  const day = await todayOf(ctx.db);
  const year = input.year ?? Number(day.slice(0, 4));
  const found = await queries.pageOfPeople(
    ctx.db,
    place.scope,
    year,
    input.pageSize,
    (input.pageNum - 1) * input.pageSize,
  );
  const ids = found.rows.map(({ id }) => id);
  const [rows, years, plan, submitted, org] = await Promise.all([
    queries.monthsOf(ctx.db, ids, year),
    results.latestOf(ctx.db, ids, year),
    queries.planFor(ctx.db, place.code, year),
    queries.waiting(ctx.db, place.scope, year),
    findOrgByCode(ctx.db, place.code),
  ]);
  const byPerson = Map.groupBy(rows, ({ memberId }) => memberId);
  let overdue = 0;
  const people = found.rows.map((person) => {
    const own = byPerson.get(person.id) ?? [];
    const months = MONTHS.map((month) => {
      const row = own.find((one) => one.month === month);
      const at = monthText(year, month);
      if (findWholeExemption(person.exemptions, at))
        return { month, state: 'exempt' as const, total: null, monthId: '' };
      if (row && row.version > 0) return { month, state: STATES[row.state], total: row.total, monthId: row.id };
      const closed = plan === undefined || reasonLocked(person, at, day.slice(0, 7)) !== null;
      const late = !closed && isOverdue(year, month, day);
      if (late) overdue++;
      return {
        month,
        state: closed ? ('past' as const) : late ? ('overdue' as const) : ('none' as const),
        total: null,
        monthId: '',
      };
    });
    const counted = own.filter(
      ({ state, month }) => state === 2 && !findWholeExemption(person.exemptions, monthText(year, month)),
    );
    const result = years.get(person.id);
    return {
      id: person.id,
      name: person.name,
      orgName: person.orgName,
      probationary: person.probationary,
      exempt: exemptText(person.exemptions),
      months,
      mean:
        counted.length === 0 ? null : Math.round(counted.reduce((sum, { total }) => sum + total, 0) / counted.length),
      yearTotal: result?.total ?? null,
      grade: result ? GRADES[result.grade as Grade] : '',
      can: { score: plan !== undefined && ctx.may('assess:score') && person.id !== ctx.session.memberId },
    };
  });
  return {
    rows: people,
    total: found.total,
    year,
    years: yearsOf(day),
    orgId: place.id,
    orgName: org?.name ?? '',
    planName: plan?.name ?? '',
    overdue,
    submitted,
  };
}

/** 本人本年度考核, named by the specification. */
export async function current(ctx: Ctx): Promise<ReplyOf<typeof contract.getCurrentYearScore>> {
  const memberId = ownMemberId(ctx);
  const day = await todayOf(ctx.db);
  const year = Number(day.slice(0, 4));
  const [person] = await queries.people(ctx.db, personIs(memberId), year);
  const empty = {
    year,
    counted: false,
    message: '本年度尚未计分',
    total: null,
    grade: '',
    parts: DIMENSIONS.map((name) => ({ name, score: 0, mean: 0 })),
    months: [],
    openMonths: [],
    result: null,
  };
  if (!person) return empty;
  const branch = workerScope(person.orgCode);
  const rules = await findRules(ctx.db, person.orgCode, day);
  const [rank, parts, rows, shown, plan] = await Promise.all([
    pageOfRank(ctx.db, branch, year, rules.base, null, 1000, 0),
    dimensionsOf(ctx.db, branch, year, `${year}-01`, `${year}-12`),
    queries.monthsOf(ctx.db, [memberId], year),
    results.shownTo(ctx.db, memberId),
    queries.planFor(ctx.db, person.orgCode, year),
  ]);
  const mine = rank.rows.find(({ id }) => id === memberId);
  const confirmed = rows.filter(({ state }) => state === 2);
  const hasLine = parts.some((one) => one.memberId === memberId);
  const people = rank.rows.filter(({ exempt }) => exempt === '').length;
  const sum = (name: string, of: (id: string) => boolean) =>
    parts.reduce((all, one) => (one.dimension === name && of(one.memberId) ? all + one.given : all), 0);
  const counted = hasLine || confirmed.length > 0;
  return {
    ...empty,
    counted,
    message: counted ? '' : empty.message,
    total: counted ? scoreOf(rules.base, mine?.plus ?? 0, mine?.minus ?? 0) : null,
    grade: shown && shown.year === year ? GRADES[shown.grade as Grade] : '',
    parts: [
      { name: '基础分', score: rules.base, mean: rules.base },
      ...DIMENSIONS.map((name) => ({
        name,
        score: sum(name, (id) => id === memberId),
        mean: people === 0 ? 0 : Math.round(sum(name, () => true) / people),
      })),
    ],
    months: confirmed.map(({ month, total }) => ({ month, total })),
    openMonths: plan
      ? MONTHS.filter(
          (month) =>
            reasonLocked(person, monthText(year, month), day.slice(0, 7)) === null &&
            !confirmed.some((row) => row.month === month),
        )
      : [],
    result: shown
      ? {
          id: shown.id,
          stateName: `${shown.year}年${RESULT_STATES[shown.state as ResultState]}`,
          total: shown.total,
          grade: GRADES[shown.grade as Grade],
          shownUntil: shown.shownUntil,
          seen: shown.seenAt !== null,
        }
      : null,
  };
}
