import { frozenOf } from '#overview/report/rules.annual.ts';
import { ownIdOf } from '#overview/report/rules.own.ts';
import { REPORT_KEYS, REPORTS, type ReportKey } from '#overview/report/rules.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import { forbidden } from '#platform/server/errors.ts';
import type { Report } from './kit.ts';
import { ownReport } from './own.ts';
import { frozenReport } from './queries/reports/frozen.ts';
import { reports } from './queries/reports/index.ts';
import { reminderOf } from './setting.ts';

/** A report as somebody may read it. */
export interface Offered {
  report: Report;
  title: string;
  /** Whose numbers it counts. */
  right: string;
  /** Organisations below may open it, too. */
  isShared: boolean;
}

const isFixed = (key: string): key is ReportKey => (REPORT_KEYS as readonly string[]).includes(key);

/** Without it nobody opens any report. */
export const READS = 'report:read';
/** The right of whose numbers a report counts. */
export function rightOf(key: string): string {
  const fixed = frozenOf(key)?.table ?? key;
  return isFixed(fixed) ? REPORTS[fixed].right : 'member:read';
}

/** The report of a key, fixed or own. @throws notFound of an own one that the organisation is not offered */
export async function reportOf(
  asker: { services: Services; scope: Scope; orgCode: string },
  key: string,
): Promise<Offered> {
  if (isFixed(key)) return { report: reports[key], ...REPORTS[key], isShared: true };
  const frozen = frozenOf(key);
  if (frozen) {
    const { freezeId, table } = frozen;
    const found = await frozenReport(asker.services.db, asker.scope, freezeId, table);
    return { ...found, right: rightOf(key), isShared: true };
  }
  return { ...(await ownReport(asker, ownIdOf(key) ?? '0')), right: rightOf(key) };
}

/**
 * The same for a session, with what whoever opens it is reminded of.
 * @throws forbidden without the rights of reports and of whose numbers it counts, and for whoever sees the own record alone; refuse
 * where the session's organisation is not offered it
 */
export async function offeredReport(ctx: Ctx, key: string): Promise<Offered & { note: string }> {
  if (ctx.scope.memberId !== null || !ctx.may(READS) || !ctx.may(rightOf(key))) throw forbidden();
  const { orgCode } = ctx.session;
  const [offered, note] = await Promise.all([
    reportOf({ services: ctx.services, scope: ctx.scope, orgCode }, key),
    noteOf(ctx.db, orgCode, key),
  ]);
  return { ...offered, note };
}

/** What whoever opens it is reminded of. @throws refuse where the organisation is not offered it */
export const noteOf = async (db: Db, orgCode: string, key: string): Promise<string> =>
  isFixed(key) ? reminderOf(db, orgCode, key) : '';
