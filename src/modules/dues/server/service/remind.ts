import { sql } from 'kysely';
import { MAX_REMINDED, REMIND_DAYS, type remindOwing } from '#modules/dues/contract.remind.ts';
import { monthsText } from '#modules/dues/rules.ts';
import { insertNotice } from '#modules/message/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { narrow, within } from '#platform/server/scope.ts';
import { clock, findPlace, PAYS } from '../queries/bills.ts';

/** Dictionary 0178. */
const SYSTEM_NOTICE = '5';

interface Owing {
  memberId: string;
  orgId: string;
  orgName: string;
  first: string;
  last: string;
  months: number;
  amount: string;
  accounts: string[];
}

/**
 * Reminds those who owe now by a notice of their own, with their own sum: whoever has paid is not among them. Nobody
 * hears of it twice within three days, also when two press at once, nor against the own settings.
 */
export async function remind(ctx: Ctx, { orgId }: ParsedOf<typeof remindOwing>): Promise<ReplyOf<typeof remindOwing>> {
  const place = await findPlace(ctx.db, ctx.scope, orgId);
  const scope = place && narrow(ctx.scope, place.code);
  if (!place || !scope) throw notFound('组织不存在');
  const { current } = await clock(ctx.db);
  const { rows: owing } = await sql<Owing & { free: boolean }>`
    select b.member_id as "memberId", o.id as "orgId", o.name as "orgName", min(b.month) as first, max(b.month) as last,
           count(*)::int as months, sum(b.amount)::text as amount,
           array(select a.id::text from account a where a.member_id = b.member_id and a.enabled) as accounts,
           coalesce(c.reminded and coalesce(c.reminded_at < now() - make_interval(days => ${REMIND_DAYS}), true), true) as free
      from dues_bill b join member m on m.id = b.member_id join organisation o on o.id = m.org_id
      left join dues_config c on c.member_id = b.member_id
     where b.state = 1 and b.amount > 0 and b.month <= ${current} and ${within(scope, 'b.org_code')}
       and ${within(scope, 'm.org_code')} and ${PAYS}
     group by b.member_id, o.id, o.name, c.reminded, c.reminded_at, m.org_code, m.sort
     order by m.org_code, m.sort, b.member_id`.execute(ctx.db);
  if (owing.length === 0) throw refuse(`${place.name}没有欠缴党费的党员，不用提醒`);
  const free = owing.filter((one) => one.free);
  const reachable = free.filter(({ accounts }) => accounts.length > 0);
  const now = reachable.slice(0, MAX_REMINDED);
  const { rows: taken } = await sql<{ memberId: string }>`
    insert into dues_config (member_id, reminded_at, version)
    select id, now(), 0 from unnest(${now.map(({ memberId }) => memberId)}::bigint[]) as one (id) order by id
    on conflict (member_id) do update set reminded_at = now()
     where dues_config.reminded
       and coalesce(dues_config.reminded_at < now() - make_interval(days => ${REMIND_DAYS}), true)
    returning member_id as "memberId"`.execute(ctx.db);
  const told = new Set(taken.map(({ memberId }) => memberId));
  for (const one of now) {
    if (!told.has(one.memberId)) continue;
    await insertNotice(ctx.db, {
      type: SYSTEM_NOTICE,
      orgId: one.orgId,
      accountIds: one.accounts,
      createdBy: ctx.session.accountName,
      title: '党费缴纳提醒',
      remark: `您有${monthsText(one.first, one.last, one.months)}的党费未缴，共${(Number(one.amount) / 100).toFixed(2)}元，请在“党费查询”缴纳，或向${one.orgName}缴纳。`,
    });
  }
  ctx.audit({ type: 'org', id: place.id, name: place.name, orgCode: place.code, reason: `提醒${told.size}人` });
  return {
    reminded: told.size,
    skipped: owing.length - free.length + (now.length - told.size),
    unreached: free.length - reachable.length,
    more: reachable.length > now.length,
  };
}
