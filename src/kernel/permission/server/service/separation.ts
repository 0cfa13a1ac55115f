import type { separation } from '#kernel/permission/contract.roles.ts';
import { saveSwitch } from '#kernel/session/server/index.ts';
import type { ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { forbidden, refuse } from '#platform/server/errors.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import * as queries from '../queries/separation.ts';

/** Whether the three administrators are separated, who they are, and what is lacking before they can be. */
export async function getSeparation(ctx: Ctx): Promise<ReplyOf<typeof separation>> {
  const rows = await queries.separatedRoles(ctx.db);
  return {
    on: rows.every(({ enabled }) => enabled),
    roles: rows.map(({ id, name, description, people }) => ({
      id,
      name,
      description,
      people: people.map((person) => person.name),
    })),
    lacks: lacksOf(rows),
  };
}

function lacksOf(rows: readonly queries.SeparatedRow[]): string[] {
  const lacks = rows
    .filter(({ people }) => people.length === 0)
    .map(({ name }) => `还没有指定${name}：请在最上级组织授予一个已设置密码的账号`);
  const held = rows.flatMap(({ people }) => people);
  const twice = held.filter(({ accountId }, at) => held.findIndex((one) => one.accountId === accountId) < at);
  return [...lacks, ...twice.map(({ name }) => `${name}同时担任了两类管理员，三类管理员不能由同一人担任`)];
}

/**
 * Separates the administrators or joins them again (三员分立): the three roles and the all-powerful one are never
 * usable at the same time; whoever works in a role that is switched off is out at the next request. Refuses those
 * without the right or below the top organisation (403), and while one of the three lacks its person (400).
 * Call it inside the write's transaction; the setting itself is the caller's to write.
 * @returns false where they stood so already
 */
export async function applySeparation(ctx: Ctx, on: boolean): Promise<boolean> {
  if (!ctx.may('admin:separate') || ctx.session.orgCode.length > TOP) throw forbidden();
  if (on) {
    const [lack] = lacksOf(await queries.separatedRoles(ctx.db));
    if (lack !== undefined) throw refuse(lack);
  }
  return queries.switchRoles(ctx.db, on, ctx.session.accountName);
}

const TOP = 4;

/** The switch of the page of roles: the roles and the setting that all hosts share, together. */
export async function separateAdministrators(ctx: Ctx, on: boolean): Promise<null> {
  if (!(await applySeparation(ctx, on))) throw refuse(on ? '三员分立已经启用' : '三员分立没有启用');
  await saveSwitch(ctx.db, on, ctx.session.accountName);
  ctx.audit({ type: 'separation', id: '1', name: '三员分立', changes: { on: [!on, on] } });
  return null;
}

/** Tells the registries of the house what of this belongs to them. */
export function announceSeparation(): void {
  describeFields('separation', { on: { label: '三员分立', yesNo: true } });
}
