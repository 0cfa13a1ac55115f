import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict } from '#platform/server/errors.ts';
import type * as contract from '#procedures/recruitment/contract.settings.ts';
import * as queries from '../queries/settings.ts';

/** The earliest day that can be meant: the 细则 before it was issued on 2014-05-28. */
const FIRST = '2014-05-28';

/** What the site set of the rules. */
export async function settings(ctx: Ctx): Promise<ReplyOf<typeof contract.getRuleSettings>> {
  return { ...(await queries.settingsRow(ctx.db)), can: { edit: ctx.may('recruit:template') } };
}

/** Sets them anew; steps that were done keep the version by which they were judged. */
export async function save(ctx: Ctx, input: ParsedOf<typeof contract.saveRuleSettings>): Promise<null> {
  if (input.switchDay < FIRST) throw badInput({ switchDay: `不能早于2014年细则印发的 ${FIRST}` });
  const { version, ...before } = await queries.settingsRow(ctx.db);
  const { version: read, ...given } = input;
  const now = { ...given, inclusive: input.inclusive === 'yes' };
  if (!(await queries.writeSettings(ctx.db, now, read, ctx.session.accountName)))
    throw conflict('规则设置已被处理，请刷新后再改', { current: { version } });
  ctx.audit({
    type: 'developmentSetting',
    id: '1',
    name: '发展党员规则设置',
    changes: Object.fromEntries(
      (Object.keys(before) as (keyof typeof before)[])
        .filter((key) => before[key] !== now[key])
        .map((key) => [key, [before[key], now[key]]]),
    ),
  });
  return null;
}
