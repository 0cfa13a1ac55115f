import { ownIdOf } from '#overview/report/rules.own.ts';
import { REPORT_KEYS, REPORTS, type ReportKey } from '#overview/report/rules.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import { forbidden } from '#platform/server/errors.ts';
import type { Report } from './kit.ts';
import { ownReport } from './own.ts';
import { reports } from './queries/reports/index.ts';
import { reminderOf } from './setting.ts';

/** A report as somebody may read it. */
export interface Offered {
  report: Report;
  title: string;
  /** Whose numbers it counts. */
  right: string;
}

const isFixed = (key: string): key is ReportKey => (REPORT_KEYS as readonly string[]).includes(key);

/** The report of a key, fixed or own. @throws notFound of an own one that the organisation is not offered */
export async function reportOf(
  asker: { services: Services; scope: Scope; orgCode: string },
  key: string,
): Promise<Offered> {
  if (isFixed(key)) return { report: reports[key], ...REPORTS[key] };
  return { ...(await ownReport(asker, ownIdOf(key) ?? '0')), right: 'member:read' };
}

/** The same for a session. @throws forbidden without the right of whose numbers it counts, and for whoever sees the own record alone */
export async function offeredReport(ctx: Ctx, key: string): Promise<Offered> {
  const right = isFixed(key) ? REPORTS[key].right : 'member:read';
  if (ctx.scope.memberId !== null || !ctx.may(right)) throw forbidden();
  return reportOf({ services: ctx.services, scope: ctx.scope, orgCode: ctx.session.orgCode }, key);
}

/** What whoever opens it is reminded of. @throws refuse where the session's organisation is not offered it */
export const noteOf = async (ctx: Ctx, key: string): Promise<string> => (isFixed(key) ? reminderOf(ctx, key) : '');
