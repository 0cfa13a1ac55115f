import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { narrowScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import type * as contract from '#service/dualReport/contract.exempt.ts';
import { URGE_DAYS } from '#service/dualReport/rules.ts';
import * as queries from '../queries/exempt.ts';
import { OWN_PATH } from '../todos.ts';

const NOBODY = '没有这名党员，或不在管理范围内';
/** 工作提醒 of dictionary 0178. */
const NOTICE = '5';

async function find(ctx: Ctx, memberId: string) {
  const person = await queries.findToExempt(ctx.db, ctx.scope, memberId);
  if (!person) throw notFound(NOBODY);
  return person;
}

/** Lets somebody off who would have to report, with the reason; a new reason replaces the old one, which stays in the history. */
export async function exempt(
  ctx: Ctx,
  { memberId, reason, untilOn }: ParsedOf<typeof contract.exemptMember>,
): Promise<null> {
  const person = await find(ctx, memberId);
  if (await queries.hasReported(ctx.db, memberId)) throw refuse(`${person.name}已报到，不用设为免报`);
  const until = untilOn ?? null;
  if (until !== null && until < (await todayOf(ctx.db))) throw badInput({ untilOn: '免报到期日不能早于今天' });
  const by = ctx.session.accountName;
  await queries.endExemption(ctx.db, memberId, '改写免报原因', by);
  await queries.addExemption(ctx.db, memberId, reason, until, by);
  ctx.audit({
    type: 'member',
    id: person.id,
    name: person.name,
    orgCode: person.orgCode,
    reason: until === null ? reason : `${reason}，至${until}`,
  });
  return null;
}

/** Somebody has to report again. */
export async function end(ctx: Ctx, { memberId, reason }: ParsedOf<typeof contract.endExemption>): Promise<null> {
  const person = await find(ctx, memberId);
  if (person.exemption === null) throw refuse(`${person.name}没有免报`);
  await queries.endExemption(ctx.db, memberId, reason, ctx.session.accountName);
  ctx.audit({ type: 'member', id: person.id, name: person.name, orgCode: person.orgCode, reason });
  return null;
}

/** Tells those who have to report and did nothing, each once a week; answers how many were told and how many have no account. */
export async function urge(
  ctx: Ctx,
  { orgId }: ParsedOf<typeof contract.urgeMembers>,
): Promise<ReplyOf<typeof contract.urgeMembers>> {
  const scope = orgId === undefined ? ctx.scope : ctx.chosenOrg && narrowScope(ctx.scope, ctx.chosenOrg.code);
  if (!scope) throw notFound('没有这个党组织，或不在管理范围内');
  const { orgId: ownId, orgName, accountName: createdBy } = ctx.session;
  const found = await queries.urge(ctx.db, scope, createdBy);
  const accountIds = found.flatMap(({ accounts }) => accounts);
  const without = found.filter(({ accounts }) => accounts.length === 0).length;
  if (accountIds.length === 0) {
    throw refuse(
      without > 0
        ? `待报的${without}人没有账号，请由党支部代办`
        : `没有要催的人：待报的${URGE_DAYS}天内都催过，或已报到`,
    );
  }
  await sendNotice(ctx.db, {
    type: NOTICE,
    title: '请到居住地社区报到',
    remark: '在职党员应到居住地社区党组织报到（双报到）。点开后选社区、服务岗位和时间；有困难的请向所在党支部说明。',
    jumpUrl: OWN_PATH,
    orgId: ownId,
    createdBy,
    accountIds,
  });
  ctx.audit({ type: 'org', id: ownId, name: orgName, reason: `催办${found.length - without}人` });
  return { urged: found.length - without, without };
}
