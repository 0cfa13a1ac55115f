import type * as contract from '#overview/report/contract.setting.ts';
import { REPORT_KEYS, REPORTS, type ReportKey } from '#overview/report/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { badInput, conflict, refuse } from '#platform/server/errors.ts';
import { deleteSetting, findSetting, type Setting, saveSetting } from './queries/setting.ts';

type Line = contract.SettingLine;

/** Every report in the order of a setting; what it does not name follows, shown. Keys of reports that are no more are left out. */
export function linesOf(setting: Setting | undefined): Line[] {
  const known = (setting?.reports ?? []).filter(({ key }) => REPORT_KEYS.includes(key));
  const named = new Set(known.map(({ key }) => key));
  const others = REPORT_KEYS.filter((key) => !named.has(key)).map((key): Line => ({ key, shown: true, note: '' }));
  return [...known, ...others];
}

/** The setting that holds where the session stands. */
export async function getSetting(ctx: Ctx): Promise<ReplyOf<typeof contract.reportSetting>> {
  const { orgId, orgCode } = ctx.session;
  const setting = await findSetting(ctx.db, orgCode);
  const isOwn = setting?.orgId === orgId;
  const can = { set: ctx.may('report:set') };
  return {
    lines: linesOf(setting).filter(({ key, shown }) => can.set || (shown && ctx.may(REPORTS[key].right))),
    from: setting ? { id: setting.orgId, name: setting.orgName } : null,
    isOwn,
    version: isOwn ? setting.version : 0,
    can,
  };
}

/** Writes the session's organisation's own setting: every report once, and at least one shown. */
export async function writeSetting(ctx: Ctx, { version, lines }: ParsedOf<typeof contract.saveReportSetting>) {
  if (new Set(lines.map(({ key }) => key)).size < lines.length) throw badInput({ lines: '同一个报表只能有一行' });
  if (!lines.some(({ shown }) => shown)) throw badInput({ lines: '至少提供一个报表' });
  const { orgId, orgName, accountName } = ctx.session;
  const before = await findSetting(ctx.db, ctx.session.orgCode);
  const saved = await saveSetting(ctx.db, orgId, version, lines, accountName);
  if (saved === undefined) throw conflict('报表设置已被别人修改，请刷新后再改');
  const hidden = (all: readonly Line[]) =>
    all
      .filter(({ shown }) => !shown)
      .map(({ key }) => REPORTS[key].title)
      .join('、');
  ctx.audit({
    type: 'reportSetting',
    id: orgId,
    name: orgName,
    changes: { hidden: [hidden(linesOf(before)), hidden(lines)] },
  });
  return { version: saved };
}

/** Takes it away, so that the superior's holds again. */
export async function removeSetting(ctx: Ctx, { version }: ParsedOf<typeof contract.dropReportSetting>): Promise<null> {
  const { orgId, orgName } = ctx.session;
  if (!(await deleteSetting(ctx.db, orgId, version))) throw conflict('报表设置已被别人修改，请刷新后再试');
  ctx.audit({ type: 'reportSetting', id: orgId, name: orgName });
  return null;
}

/** What whoever opens a report is reminded of. @throws refuse where the organisation is not offered it */
export async function reminderOf(db: Db, orgCode: string, key: ReportKey): Promise<string> {
  const setting = await findSetting(db, orgCode);
  const line = linesOf(setting).find((one) => one.key === key);
  if (line && !line.shown) throw refuse(`${setting?.orgName ?? '上级'}没有提供这个报表`);
  return line?.note ?? '';
}
