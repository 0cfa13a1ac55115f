import { findOrg } from '#house/server/findOrg.ts';
import { ageDayOf, ageYears, periodOfDay, type Span, spanOf } from '#overview/report/rules.ts';
import type { Services } from '#platform/server/context.ts';
import { type Db, todayOf } from '#platform/server/database/db.ts';
import { narrowScope, type Scope } from '#platform/server/database/scope.ts';
import { badInput, notFound } from '#platform/server/errors.ts';
import type { Place, Question, Report } from './kit.ts';
import { childrenOf } from './queries/places.ts';

/** The period that is asked for, the present one where none is. @throws badInput of a kind that the report does not have, or of one to come */
function requirePeriod({ periods = ['year'] }: Report, wantedPeriod: string | undefined, today: string): Span {
  const [first = 'year'] = periods;
  const span = spanOf(wantedPeriod ?? periodOfDay(first, today));
  if (!span) throw badInput({ period: '期间不正确' });
  if (!periods.includes(span.kind)) throw badInput({ period: '这个报表不按这样的期间统计' });
  if (span.from > today) throw badInput({ period: '期间还没有开始' });
  return span;
}

/** The day on which ages are asked for; null: today. @throws badInput of a report that counts none, or of a year that is not offered */
function requireAgeDay({ byAge }: Report, year: string | undefined, today: string): string | null {
  if (year === undefined) return null;
  if (!byAge) throw badInput({ ageYear: '这个报表不统计年龄' });
  const years = ageYears(today);
  if (!years.includes(year))
    throw badInput({ ageYear: `年龄可以算到今天，或${years.at(-1)}年至${years[0]}年的12月31日` });
  return ageDayOf(year);
}

/** What a report is asked within a scope. @throws notFound where the organisation lies outside of it */
export async function questionOf(
  { db, services, scope }: { db: Db; services: Services; scope: Scope },
  report: Report,
  { orgId, period, ageYear }: { orgId: string; period?: string | undefined; ageYear?: string | undefined },
): Promise<Question> {
  if (report.places) {
    const [placed, today] = await Promise.all([report.places(orgId), todayOf(db)]);
    if (!placed) throw notFound('当时没有这个党组织，或不在管理范围内');
    return { db, services, ...placed, sight: scope, today, ageDay: null };
  }
  const [org, today] = await Promise.all([findOrg(db, scope, orgId), todayOf(db)]);
  const own = org && narrowScope(scope, org.code);
  if (!own) throw notFound('没有这个党组织，或不在管理范围内');
  const place: Place = { id: org.id, code: org.code, name: org.name };
  const children = await childrenOf(db, own, org.id);
  const span = requirePeriod(report, period, today);
  const ageDay = requireAgeDay(report, ageYear, today);
  return { db, services, org: place, scope: own, sight: scope, children, span, today, ageDay };
}
