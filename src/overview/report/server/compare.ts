import { findOrg } from '#house/server/findOrg.ts';
import type * as contract from '#overview/report/contract.annual.ts';
import { REPORTS } from '#overview/report/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { inScope, workerScope } from '#platform/server/database/scope.ts';
import { badInput, forbidden, notFound } from '#platform/server/errors.ts';
import { wayName } from '#procedures/transfer/rules/balance.ts';
import { freezesOf } from './queries/annual.ts';
import { ANNUAL_COLUMNS } from './queries/closing.ts';
import { compareSides, differingPeople, frozenStanding, presentStanding, type Standing } from './queries/compared.ts';
import { findHead, placesOfThen } from './queries/frozen.ts';

const TABLE = 'statisic';
const GONE = '没有这份年报，或还没有冻结';

interface Asked {
  id: string;
  with?: string | undefined;
  orgId?: string | undefined;
}
interface OneSide {
  standing: Standing;
  /** What it is of, in words. */
  name: string;
  day: string;
}

/** What was frozen, of an organisation of then. @throws notFound of what was not, or where the organisation was not there */
async function frozenSide(ctx: Ctx, freezeId: string, orgId: string): Promise<OneSide> {
  const head = await findHead(ctx.db, ctx.scope, freezeId, TABLE);
  if (!head) throw notFound(GONE);
  const places = await placesOfThen(ctx.db, ctx.scope, freezeId, orgId);
  if (!places) throw notFound('当时没有这个党组织，或不在管理范围内');
  const keys = head.columns.map(({ key }) => key);
  return {
    standing: frozenStanding(freezeId, workerScope(places.org.code), keys),
    name: `${head.year}年底（第${head.number}次冻结）`,
    day: head.closing,
  };
}

async function sidesOf(ctx: Ctx, { id, with: other, orgId }: Asked) {
  if (ctx.scope.memberId !== null || !ctx.may(REPORTS[TABLE].right)) throw forbidden();
  if (other === id) throw badInput({ with: '请选择另一次冻结' });
  const org = await findOrg(ctx.db, ctx.scope, orgId ?? ctx.session.orgId);
  if (!org) throw notFound('没有这个党组织，或不在管理范围内');
  const today = await todayOf(ctx.db);
  const scope = workerScope(org.code);
  const old = await frozenSide(ctx, id, org.id);
  const now =
    other === undefined
      ? { standing: presentStanding(scope, today), name: `现在（${today}）`, day: today }
      : await frozenSide(ctx, other, org.id);
  // Whichever way round they were asked for, the earlier one is what the other is compared with.
  return now.day < old.day ? { org, scope, old: now, now: old } : { org, scope, old, now };
}

/** 党员基本情况 of two moments, each difference split into who came, who left and who changed. */
export async function compareAnnual(
  ctx: Ctx,
  input: ParsedOf<typeof contract.compareAnnual>,
): Promise<ReplyOf<typeof contract.compareAnnual>> {
  const { org, old, now } = await sidesOf(ctx, input);
  const [counts, freezes] = await Promise.all([
    compareSides(ctx.db, old.standing, now.standing),
    freezesOf(ctx.db, ctx.session.orgCode),
  ]);
  const zeros = { old: 0, new: 0, came: 0, left: 0, into: 0, out: 0 };
  return {
    org: { id: org.id, name: org.name },
    old: old.name,
    new: now.name,
    lines: ANNUAL_COLUMNS.statisic.map(({ key, title, group = '' }) => ({
      key,
      title,
      group,
      ...zeros,
      ...counts.get(key),
    })),
    others: freezes
      .filter(({ id, frozenAt }) => frozenAt !== '' && id !== input.id)
      .map(({ id, year, number, thawedAt }) => ({
        id,
        name: `${year}年底（第${number}次冻结${thawedAt ? '，已解冻' : ''}）`,
      })),
  };
}

/** Who makes a difference, with the events in between. */
export async function comparePeople(
  ctx: Ctx,
  input: ParsedOf<typeof contract.comparePeople>,
): Promise<ReplyOf<typeof contract.comparePeople>> {
  const { scope, old, now } = await sidesOf(ctx, input);
  const { column: key, pageNum, pageSize } = input;
  const asked = { old: old.standing, now: now.standing, scope, between: [old.day, now.day] as const, key };
  const found = await differingPeople(ctx.db, asked, pageSize, (pageNum - 1) * pageSize);
  return {
    total: found.total,
    rows: found.rows.map(({ codeNow, events, ...row }) => ({
      ...row,
      events: events.map(({ way, sign, day }) => `${day} ${wayName(way, sign)}`).join('；'),
      href: codeNow !== null && inScope(ctx.scope, codeNow) ? `/affairs/member/browse/${row.id}` : null,
    })),
  };
}
