import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { countHit } from '#platform/server/http/rate.ts';
import { type revealPhones as contract, revealMember } from '../../contract.reveal.ts';
import { personOf } from '../person.ts';
import { membersOf } from '../queries/record.ts';

/**
 * The full phones of people of the scope, each with a line in the own history. Everybody who has one counts as one of the day's
 * views, so that a list is no way around their limit; 429 beyond it, and then nothing is shown.
 */
export async function revealPhones(
  ctx: Ctx,
  { ids, reason }: ParsedOf<typeof contract>,
): Promise<ReplyOf<typeof contract>> {
  const wanted = [...new Set(ids)];
  const found = await membersOf(ctx.db, ctx.scope, wanted);
  if (found.length < wanted.length) throw notFound('所选人员不存在或不在您的管理范围内');
  const phones = found.flatMap((row) => {
    const { phone } = personOf(row, ctx.vault);
    return phone === null ? [] : [{ row, phone }];
  });
  const { path, rate } = revealMember;
  if (rate && phones.length > 0) {
    await countHit(ctx.services, `${path}:a${ctx.session.accountId}`, rate.hits, rate.seconds, phones.length);
  }
  for (const { row } of phones) {
    ctx.audit({ type: 'member', id: row.id, name: row.name, orgCode: row.org_code, reason: `手机号：${reason}` });
  }
  return { phones: phones.map(({ row, phone }) => ({ id: row.id, value: phone })) };
}
