import { createHmac, randomUUID } from 'node:crypto';
import { findOrg } from '#house/server/findOrg.ts';
import { siteSetup } from '#kernel/session/server/site.ts';
import type * as contract from '#overview/report/contract.common.ts';
import { pathOf, REPORT_KEYS, REPORTS, type ReportKey } from '#overview/report/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, forbidden, notFound } from '#platform/server/errors.ts';
import { pageAddress } from '#platform/server/papers/keep.ts';
import { getSetting, reminderOf } from './setting.ts';

const templateOf = (key: ReportKey) => `${key}.cpt`;

/** The common reports that the role may read, each with the name of its template. */
export async function listCommonReports(
  ctx: Ctx,
  { pageNum, pageSize }: ParsedOf<typeof contract.listCommon>,
): Promise<ReplyOf<typeof contract.listCommon>> {
  const { orgId, orgCode } = ctx.session;
  const { lines } = await getSetting(ctx);
  const mine = lines.filter(({ key, shown }) => shown && ctx.may(REPORTS[key].right)).map(({ key }) => key);
  const rows = mine.map((key, at) => ({
    id: String(at + 1),
    tableName: REPORTS[key].title,
    params: `orgId=${orgId}&orgCode=${orgCode}`,
    cpt: templateOf(key),
  }));
  return { rows: rows.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: rows.length };
}

/**
 * Where a common report is drawn. At an outside report server the address names template, organisation, time and a number used once,
 * signed with the key that both share (docs/outside-services.md); it says nothing of any person. Without one the platform's own page draws it.
 */
export async function getReportAddress(
  ctx: Ctx,
  { cpt, orgId }: ParsedOf<typeof contract.reportAddress>,
): Promise<string> {
  if (ctx.scope.memberId !== null) throw forbidden();
  const { settings, secrets } = await siteSetup({ ...ctx.services, db: ctx.db }, ctx.request.host);
  const server = settings.reportServer?.url ?? null;
  if (cpt === undefined) return server ?? pageAddress(ctx, '/partyStatistics');
  const key = REPORT_KEYS.find((one) => templateOf(one) === cpt);
  if (!key) throw badInput({ cpt: '没有这个模板' });
  if (!ctx.may(REPORTS[key].right)) throw forbidden();
  await reminderOf(ctx.db, ctx.session.orgCode, key);
  const org = await findOrg(ctx.db, ctx.scope, orgId ?? ctx.session.orgId);
  if (!org) throw notFound('没有这个党组织，或不在管理范围内');
  if (server === null) return pageAddress(ctx, `${pathOf(key)}?orgId=${org.id}`);
  const [time, nonce] = [String(Date.now()), randomUUID()];
  const sign = createHmac('sha256', secrets.reportServerKey ?? '')
    .update(`${cpt}\n${org.code}\n${time}\n${nonce}`)
    .digest('hex');
  const url = new URL(server);
  for (const [name, value] of Object.entries({ viewlet: cpt, orgId: org.id, orgCode: org.code, time, nonce, sign }))
    url.searchParams.set(name, value);
  return url.href;
}
