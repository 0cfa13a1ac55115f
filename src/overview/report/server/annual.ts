import { findOrg } from '#house/server/findOrg.ts';
import type * as contract from '#overview/report/contract.annual.ts';
import { ANNUAL_KEYS, CONFIRM_LEVELS, levelBelow, spanOfYear, YEARS_BACK } from '#overview/report/rules.annual.ts';
import { pathOf } from '#overview/report/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { type Db, isConnectionError, todayOf, transact } from '#platform/server/database/db.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, forbidden, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { syncWaitingTodos } from '#platform/server/inbox/waiting.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import * as queries from './queries/annual.ts';
import { ANNUAL_COLUMNS, closingFigures, type Figures, writeFreeze } from './queries/closing.ts';
import { reports } from './queries/reports/index.ts';

export const ANNUAL_FREEZE = 'report.freeze';
/** Dictionary 0178. */
const SYSTEM_NOTICE = '5';
const GONE = '没有这个年度的年报，或与本组织无关';
const PASSED = '上级已经确认，要重新确认请上级先退回';
const FROZEN = '年报已经冻结，要改请由发起的组织先解冻';

const requireWorker = (ctx: Ctx) => {
  if (ctx.scope.memberId !== null) throw forbidden();
};
/** Puts what is to be confirmed before whoever has to, and takes away what was. */
const ASKED = ['annualConfirm'];
const askConfirms = (ctx: Ctx) => syncWaitingTodos(ctx.db, ctx.services.modules, ASKED);
async function requireRound(ctx: Ctx, id: string, lock = false): Promise<queries.Round> {
  requireWorker(ctx);
  const round = await queries.findRound(ctx.db, ctx.session.orgCode, id, lock);
  if (!round) throw notFound(GONE);
  return round;
}
const roundRow = ({ id, year, orgName, orgId, openedAt, openedBy }: queries.Round, ctx: Ctx) => ({
  id,
  year,
  orgName,
  isTop: orgId === ctx.session.orgId,
  openedAt,
  openedBy,
});
const freezesIn = (all: readonly queries.Freeze[], { id }: { id: string }) =>
  all.filter(({ roundId }) => roundId === id).map(({ roundId: _roundId, ...one }) => one);
const standing = (all: ReturnType<typeof freezesIn>) => all.find(({ thawedAt }) => thawedAt === '');

/** The years that the session's organisation takes part in, and those that it may begin. */
export async function listAnnual(ctx: Ctx): Promise<ReplyOf<typeof contract.listAnnual>> {
  requireWorker(ctx);
  const [rounds, freezes, today] = await Promise.all([
    queries.roundsOf(ctx.db, ctx.session.orgCode),
    queries.freezesOf(ctx.db, ctx.session.orgCode),
    todayOf(ctx.db),
  ]);
  const begun = new Set(rounds.map(({ year }) => year));
  const years = ctx.may('report:freeze') ? yearsOffered(today).filter((year) => !begun.has(year)) : [];
  return { rounds: rounds.map((round) => ({ ...roundRow(round, ctx), freezes: freezesIn(freezes, round) })), years };
}

/** The ended years, and the present one: it is gathered before it ends, and frozen after. */
const yearsOffered = (today: string) =>
  Array.from({ length: YEARS_BACK + 1 }, (_, back) => Number(today.slice(0, 4)) - back);

/** Begins a year; what those below began and have not frozen gives way. @throws refuse where it was begun there or above */
export async function openAnnual(ctx: Ctx, { year }: ParsedOf<typeof contract.openAnnual>) {
  requireWorker(ctx);
  const { orgId, orgCode, orgName, accountName } = ctx.session;
  if (!yearsOffered(await todayOf(ctx.db)).includes(year))
    throw badInput({ year: `可以发起今年和前${YEARS_BACK}年的年报` });
  const made = await queries.insertRound(ctx.db, { id: orgId, code: orgCode }, year, accountName);
  if (!made) throw refuse(`${year}年年报已由本组织或上级发起`);
  const { id, gaveWay } = made;
  await askConfirms(ctx);
  const reason = gaveWay.length > 0 ? `并入${gaveWay.join('、')}发起的年报` : undefined;
  ctx.audit({ type: 'annualRound', id, name: `${year}年 ${orgName}`, reason, orgCode });
  return { id, gaveWay };
}

/** Takes back a year of which nothing was frozen, with all that was confirmed. @throws refuse where something was */
export async function withdrawAnnual(ctx: Ctx, { id }: ParsedOf<typeof contract.withdrawAnnual>): Promise<null> {
  const round = await requireRound(ctx, id, true);
  const { orgId, orgCode, orgName } = ctx.session;
  if (round.orgId !== orgId) throw refuse('只有发起的组织可以撤回');
  if (freezesIn(await queries.freezesOf(ctx.db, orgCode), round).length > 0)
    throw refuse('年报正在冻结或冻结过，不能撤回');
  await queries.deleteRounds(ctx.db, [id]);
  await askConfirms(ctx);
  ctx.audit({ type: 'annualRound', id, name: `${round.year}年 ${orgName}`, orgCode });
  return null;
}

/** How far a year is: the own part, and that of those directly below. */
export async function getAnnual(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getAnnual>,
): Promise<ReplyOf<typeof contract.getAnnual>> {
  const round = await requireRound(ctx, id);
  const { orgId, orgCode } = ctx.session;
  const level = levelBelow(round.orgCode, orgCode) ?? CONFIRM_LEVELS + 1;
  const [children, all, mine, isPassed, today] = await Promise.all([
    queries.confirmsBelow(ctx.db, ctx.scope, id, orgId, level),
    queries.freezesOf(ctx.db, orgCode),
    queries.confirmOf(ctx.db, id, orgId),
    queries.isConfirmedAbove(ctx.db, id, orgId),
    todayOf(ctx.db),
  ]);
  const freezes = freezesIn(all, round);
  const stands = standing(freezes) !== undefined;
  const confirms = level >= 1 && level <= CONFIRM_LEVELS;
  const waiting = children.filter(({ state }) => state !== 'confirmed').length;
  const mayConfirm = ctx.may('report:confirm');
  const isTop = level === 0 && ctx.may('report:freeze');
  const early = `${round.year}年还没有结束，${spanOfYear(round.year).to}以后才能冻结`;
  const missing = waiting > 0 ? `还有${waiting}个直接下级没有确认` : '';
  const passed = confirms && isPassed ? PASSED : '';
  const obstacle = stands ? '' : passed || missing || (level === 0 && today <= spanOfYear(round.year).to ? early : '');
  return {
    ...roundRow(round, ctx),
    own: confirms
      ? {
          state: mine?.state ?? 'waiting',
          note: mine?.note ?? '',
          confirmedAt: mine?.confirmedAt ?? '',
          confirmedBy: mine?.confirmedBy ?? '',
          returnedBy: mine?.returnedBy ?? '',
          returnReason: mine?.returnReason ?? '',
        }
      : null,
    children: children.map(({ code: _code, ...row }) => ({
      ...row,
      can: { giveBack: mayConfirm && !stands && row.state === 'confirmed' && mine?.state !== 'confirmed' },
    })),
    freezes,
    can: {
      confirm: confirms && mayConfirm && !stands && passed === '' && missing === '',
      freeze: isTop && !stands && obstacle === '',
      thaw: isTop && freezes.some((one) => one.thawedAt === '' && one.frozenAt !== ''),
      withdraw: isTop && freezes.length === 0,
    },
    obstacle: (confirms && mayConfirm) || isTop ? obstacle : '',
  };
}

/** The figures of a place without anybody. */
export const NOTHING: Figures = {
  statisic: ANNUAL_COLUMNS.statisic.map(() => 0),
  countChangeReport: ANNUAL_COLUMNS.countChangeReport.map(() => 0),
};
/** The figures of the session's organisation as they are now. */
async function figuresNow(ctx: Ctx, year: number): Promise<Figures> {
  const { orgCode } = ctx.session;
  const found = await closingFigures(ctx.db, workerScope(orgCode), spanOfYear(year), orgCode.length);
  return found.get(orgCode) ?? NOTHING;
}
const numberOf = (figures: Figures, table: keyof Figures, key: string) =>
  figures[table][ANNUAL_COLUMNS[table].findIndex((column) => column.key === key)] ?? 0;
/** Facts of which nobody should have nothing on record. */
const LACKS = [
  [
    'age.none',
    '出生日期',
    (orgId: string, year: number) => `${pathOf('statisic')}?orgId=${orgId}&ageYear=${year}&column=age.none`,
  ],
  [
    'education.none',
    '学历',
    (orgId: string) => `/affairs/member?pmType=1,2&membershipStatus=1&education=none&orgId=${orgId}`,
  ],
] as const;

function checksOf(figures: Figures, year: number, orgId: string): contract.AnnualCheck[] {
  const off = numberOf(figures, 'countChangeReport', 'line15');
  const { from, to } = spanOfYear(year);
  const balance = `/affairs/relation/balance?orgId=${orgId}&from=${from}&to=${to}&no=15`;
  return [
    {
      text: off === 0 ? '期末实有＝期末应有' : `期末实有与期末应有相差${off}人`,
      n: off,
      isRight: off === 0,
      href: off === 0 ? null : balance,
    },
    ...LACKS.map(([key, words, linkOf]) => {
      const n = numberOf(figures, 'statisic', key);
      const href = n === 0 ? null : linkOf(orgId, year);
      return { text: n === 0 ? `${words}没有缺项` : `${n}人没有${words}，不在任何一栏`, n, isRight: n === 0, href };
    }),
  ];
}
const isSame = (a: Figures, b: Figures) => ANNUAL_KEYS.every((key) => a[key].join() === b[key].join());

/** The own numbers of a year as they are now, with what is not right. */
export async function annualChecks(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.annualChecks>,
): Promise<ReplyOf<typeof contract.annualChecks>> {
  const round = await requireRound(ctx, id);
  const { orgId } = ctx.session;
  const [now, mine] = await Promise.all([figuresNow(ctx, round.year), queries.confirmOf(ctx.db, id, orgId)]);
  const line = (no: number) => numberOf(now, 'countChangeReport', `line${no}`);
  return {
    before: line(1),
    more: line(2),
    less: line(7),
    after: line(14),
    checks: checksOf(now, round.year, orgId),
    changed: mine?.state === 'confirmed' && mine.figures !== null && !isSame(mine.figures, now),
  };
}

async function requireOpen(ctx: Ctx, round: queries.Round): Promise<void> {
  if (standing(freezesIn(await queries.freezesOf(ctx.db, ctx.session.orgCode), round))) throw refuse(FROZEN);
}

/** Confirms the own part. @throws refuse while somebody below has not, and once whoever stands above has; badInput where a check that is not right is not explained */
export async function confirmAnnual(ctx: Ctx, { id, note }: ParsedOf<typeof contract.confirmAnnual>): Promise<null> {
  const round = await requireRound(ctx, id, true);
  const { orgId, orgCode, orgName, accountId, accountName } = ctx.session;
  const level = levelBelow(round.orgCode, orgCode) ?? 0;
  if (level < 1 || level > CONFIRM_LEVELS) throw refuse('本组织不用确认这个年报');
  await requireOpen(ctx, round);
  if (await queries.isConfirmedAbove(ctx.db, id, orgId)) throw refuse(PASSED);
  const children = await queries.confirmsBelow(ctx.db, ctx.scope, id, orgId, level);
  const waiting = children.find(({ state }) => state !== 'confirmed');
  if (waiting) throw refuse(`${waiting.name}还没有确认，请等直接下级都确认后再确认`);
  const figures = await figuresNow(ctx, round.year);
  const wrong = checksOf(figures, round.year, orgId).filter(({ isRight }) => !isRight);
  if (wrong.length > 0 && note === '')
    throw badInput({ note: `${wrong.map(({ text }) => text).join('；')}：请说明原因` });
  await queries.writeConfirm(ctx.db, { roundId: id, orgId, orgCode, figures, note, by: accountName, accountId });
  await askConfirms(ctx);
  ctx.audit({ type: 'annualRound', id, name: `${round.year}年 ${orgName}`, orgCode });
  return null;
}

/** Gives back what somebody directly below has confirmed, and with it what the own organisation has built upon it. */
export async function returnAnnual(
  ctx: Ctx,
  { id, orgId, reason }: ParsedOf<typeof contract.returnAnnual>,
): Promise<null> {
  const round = await requireRound(ctx, id, true);
  const org = await findOrg(ctx.db, ctx.scope, orgId);
  if (!org) throw notFound('没有这个党组织，或不在管理范围内');
  if (org.parentId !== ctx.session.orgId) throw refuse('只能退回直接下级的确认');
  await requireOpen(ctx, round);
  const confirmed = await queries.confirmOf(ctx.db, id, orgId);
  if (confirmed?.state !== 'confirmed') throw refuse(`${org.name}没有确认，或已经退回`);
  if (confirmed.accountId === ctx.session.accountId) throw refuse('是您自己在下级确认的，请由别人退回');
  const mine = await queries.confirmOf(ctx.db, id, ctx.session.orgId);
  if (mine?.state === 'confirmed') throw refuse('本组织已经确认，请先由上级退回本组织的确认');
  await queries.writeReturn(ctx.db, id, orgId, reason, ctx.session.accountName);
  await askConfirms(ctx);
  await sendNotice(ctx.db, {
    type: SYSTEM_NOTICE,
    orgId: ctx.session.orgId,
    accountIds: confirmed.accountId ? [confirmed.accountId] : [],
    createdBy: ctx.session.accountName,
    title: `${round.year}年年报确认已退回`,
    remark: reason,
    jumpUrl: `/decisionSupport/annual/${id}`,
  });
  ctx.audit({ type: 'annualRound', id, name: `${round.year}年 ${org.name}`, reason, orgCode: org.code });
  return null;
}

/** Begins to freeze a year; its tables are written by a job. */
export async function freezeAnnual(ctx: Ctx, { id, note }: ParsedOf<typeof contract.freezeAnnual>) {
  const round = await requireRound(ctx, id, true);
  const { orgId, orgCode, orgName, accountName } = ctx.session;
  if (round.orgId !== orgId) throw refuse('只有发起的组织可以冻结');
  await queries.dropStuck(ctx.db, id);
  await requireOpen(ctx, round);
  const span = spanOfYear(round.year);
  if ((await todayOf(ctx.db)) <= span.to) throw refuse(`${round.year}年还没有结束，${span.to}以后才能冻结`);
  const children = await queries.confirmsBelow(ctx.db, ctx.scope, id, orgId, 0);
  const waiting = children.filter(({ state }) => state !== 'confirmed');
  if (waiting.length > 0)
    throw refuse(
      `还有${waiting.length}个直接下级没有确认：${waiting
        .slice(0, 5)
        .map(({ name }) => name)
        .join('、')}`,
    );
  const freezeId = await queries.insertFreeze(ctx.db, id, span.to, note, accountName);
  const title = `冻结${round.year}年年报`;
  const input = { freezeId, code: orgCode, year: round.year };
  const jobId = await enqueue(ctx, { kind: ANNUAL_FREEZE, title, right: 'report:freeze', input });
  await queries.setJob(ctx.db, freezeId, jobId);
  await askConfirms(ctx);
  ctx.audit({ type: 'annualRound', id, name: `${round.year}年 ${orgName}`, reason: note, orgCode });
  return { jobId };
}

/** Names those whose written numbers are not those that they confirmed. */
async function movedIn(db: Db, freezeId: string): Promise<string[]> {
  const found = await queries.confirmedAndWritten(db, freezeId);
  return found
    .filter(({ confirmed, written }) => !confirmed || !isSame(confirmed, { ...NOTHING, ...written }))
    .map(({ name }) => name);
}

/**
 * Writes the tables of a freeze, in one snapshot.
 * @param code of the organisation that gathers the year
 * @throws refuse where they are not what was confirmed, and no note says why they may stand
 */
export const writeTables = (db: Services['db'], freezeId: string, code: string, year: number): Promise<void> =>
  transact(db, async (tx) => {
    await writeFreeze(tx, freezeId, workerScope(code), spanOfYear(year));
    const moved = (await queries.findFreeze(tx, freezeId))?.note ? [] : await movedIn(tx, freezeId);
    if (moved.length > 0) {
      const more = moved.length > 5 ? `等${moved.length}个` : '';
      throw refuse(
        `没有冻结：${moved.slice(0, 5).join('、')}${more}确认后数字又有变动，请退回重新确认，或再次冻结并写明为什么照现在的数`,
      );
    }
    for (const table of ANNUAL_KEYS) {
      const columns = ANNUAL_COLUMNS[table].map(({ href: _href, listed: _listed, of: _of, ...column }) => column);
      await queries.insertHead(tx, freezeId, table, reports[table].words, columns);
    }
    await queries.markFrozen(tx, freezeId);
  });

/** Writes what was begun; one that fails is taken away, so that it may be begun anew. */
export async function runFreeze(job: RunningJob): Promise<JobResult> {
  const { freezeId, code, year } = job.input as { freezeId: string; code: string; year: number };
  const { db, modules } = job.services;
  await job.progress(0, null, '正在冻结');
  const done = { message: `已冻结${year}年年报` };
  // The process of an earlier try may have died right after it had written.
  const isDone = async () => (await queries.findFreeze(db, freezeId))?.isFrozen;
  const before = await isDone();
  if (before === undefined) throw refuse('这次冻结已经取消，请重新冻结');
  if (before) return done;
  try {
    await writeTables(db, freezeId, code, year);
  } catch (error) {
    // Then the job is taken up again.
    if (isConnectionError(error)) throw error;
    if (await isDone()) return done;
    await queries.dropFreeze(db, freezeId);
    await transact(db, (tx) => syncWaitingTodos(tx, modules, ASKED));
    throw error;
  }
  return done;
}

/** Thaws a year, after which it is confirmed and frozen anew; what was frozen stays to be compared with. */
export async function thawAnnual(ctx: Ctx, { id, reason }: ParsedOf<typeof contract.thawAnnual>): Promise<null> {
  const round = await requireRound(ctx, id, true);
  const { orgId, orgCode, orgName, accountName } = ctx.session;
  if (round.orgId !== orgId) throw refuse('只有发起的组织可以解冻');
  const stands = standing(freezesIn(await queries.freezesOf(ctx.db, orgCode), round));
  if (!stands) throw refuse('年报没有冻结');
  if (stands.frozenAt === '') throw conflict('年报正在冻结，请稍后再试');
  await queries.markThawed(ctx.db, stands.id, reason, accountName);
  await askConfirms(ctx);
  ctx.audit({ type: 'annualRound', id, name: `${round.year}年 ${orgName}`, reason, orgCode });
  return null;
}
