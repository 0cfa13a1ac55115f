import { createHash, randomBytes } from 'node:crypto';
import type * as contract from '#life/orgLife/contract.calendar.ts';
import { orgCalendar, ownCalendar } from '#life/orgLife/contract.calendar.ts';
import { type CalendarTerm, calendarText } from '#life/orgLife/rules.calendar.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { sessionOfGrantHolder } from '#platform/server/http/authenticate.ts';
import { stepDefinition } from '#procedures/recruitment/rules/steps.ts';
import { termDays } from '#procedures/recruitment/server/index.ts';
import * as queries from '../queries/calendar.ts';

/** Bytes of the secret in an address. */
const SECRET = 24;
const digest = (token: string) => createHash('sha256').update(token).digest();

function me(ctx: Ctx): queries.Owner {
  const { memberId } = ctx.session;
  if (memberId === null) throw notFound('您的账号没有对应的党员信息');
  return { memberId };
}
const here = (ctx: Ctx): queries.Owner => ({ orgId: ctx.session.orgId });

const stateOf = async (ctx: Ctx, owner: queries.Owner) => ({
  since: (await queries.calendarSince(ctx.db, owner))?.toISOString() ?? null,
});

const audit = (ctx: Ctx, owner: queries.Owner) =>
  ctx.audit({
    type: 'lifeCalendar',
    id: 'memberId' in owner ? owner.memberId : owner.orgId,
    name: 'memberId' in owner ? '本人的会议' : '本组织的会议',
    orgCode: ctx.session.orgCode,
  });

/** A new address; the one before it holds no more. It is stored by its digest alone. */
async function open(ctx: Ctx, owner: queries.Owner): Promise<{ token: string }> {
  const token = randomBytes(SECRET).toString('hex');
  await queries.revokeCalendar(ctx.db, owner);
  await queries.insertCalendar(ctx.db, owner, digest(token), ctx.session);
  audit(ctx, owner);
  return { token };
}

async function end(ctx: Ctx, owner: queries.Owner): Promise<null> {
  await queries.revokeCalendar(ctx.db, owner);
  audit(ctx, owner);
  return null;
}

export const ownState = (ctx: Ctx) => stateOf(ctx, me(ctx));
export const openOwn = (ctx: Ctx) => open(ctx, me(ctx));
export const endOwn = (ctx: Ctx) => end(ctx, me(ctx));
export const orgState = (ctx: Ctx) => stateOf(ctx, here(ctx));
export const openOrg = (ctx: Ctx) => open(ctx, here(ctx));
export const endOrg = (ctx: Ctx) => end(ctx, here(ctx));

/** What a day is of a step of 发展党员. */
const TERM_WORDS = { last: '最迟今天', first: '今天起可以办理' } as const;

/** The terms of 发展党员 of its owner: how many, whose is read after signing in alone. */
const termsOf = async (ctx: Ctx, owner: queries.Owner): Promise<CalendarTerm[]> =>
  (await termDays(ctx.db, owner)).map(({ day, kind, step, count }) => ({
    id: kind === 'last' ? `${day}-${step}` : `${day}-${step}-${kind}`,
    day,
    title: `发展党员：${stepDefinition(step).title}${TERM_WORDS[kind]}${'memberId' in owner ? '' : `，${count}件`}`,
  }));

/** Whether whoever made an address could still make it. */
async function stands(ctx: Ctx, { owner, grantId }: queries.CalendarRecord): Promise<boolean> {
  const own = 'memberId' in owner;
  const maker = await sessionOfGrantHolder(ctx, grantId, own ? ownCalendar.access : orgCalendar.access);
  return own ? maker?.memberId === owner.memberId : maker?.orgId === owner.orgId;
}

/** What a phone's calendar reads at a secret address. */
export async function read(
  ctx: Ctx,
  { token }: ParsedOf<typeof contract.readCalendar>,
): Promise<ReplyOf<typeof contract.readCalendar>> {
  const found = await queries.ownerOf(ctx.db, digest(token));
  if (!found || !(await stands(ctx, found))) throw notFound('日历地址不存在或已经停用');
  const [entries, terms] = [await queries.calendarEntries(ctx.db, found.owner), await termsOf(ctx, found.owner)];
  const name = found.name ? `${found.name}组织生活` : '我的组织生活';
  return {
    name: 'life.ics',
    mime: 'text/calendar; charset=utf-8',
    body: Buffer.from(calendarText(name, entries, terms)),
    inline: true,
  };
}
