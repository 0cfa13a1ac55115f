import type * as contract from '#assessment/memberAssessment/contract.ts';
import { exemptText, findWholeExemption } from '#assessment/memberAssessment/rules.exempt.ts';
import {
  GRADES,
  type Grade,
  gradesOf,
  RESULT_STATES,
  rewardPoints,
  SHOWN_DAYS,
  yearTotal,
} from '#assessment/memberAssessment/rules.ts';
import { findOrgByCode } from '#assessment/points/server/index.ts';
import { ownMemberId, placeOf } from '#assessment/points/server/service/scores.ts';
import { workCalendar } from '#house/server/workCalendar.ts';
import { ROLE } from '#kernel/session/contract.ts';
import { openRectification } from '#people/member/server/service/rectifying.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { openTodo } from '#platform/server/inbox/todos.ts';
import { addDays } from '#platform/time/days.ts';
import { workdayEnd } from '#platform/time/workdays.ts';
import * as queries from '../queries/months.ts';
import * as results from '../queries/results.ts';
import { monthText } from './months.ts';

const MISSING = '年度结果不存在，或不在管理范围内';
/** The grade 不合格. */
const FAILED: Grade = 4;
/** Dictionary 0178: 通知. */
const NOTICE = '1';

/** An organisation's year with what may be done about it. */
export async function get(
  ctx: Ctx,
  input: ParsedOf<typeof contract.getResult>,
): Promise<ReplyOf<typeof contract.getResult>> {
  const place = placeOf(ctx, input.orgId);
  const day = await todayOf(ctx.db);
  const year = input.year ?? Number(day.slice(0, 4));
  const [row, org] = await Promise.all([results.newest(ctx.db, place.id, year), findOrgByCode(ctx.db, place.code)]);
  const people = row ? await results.yearsOfResult(ctx.db, row.id) : [];
  const own = place.id === ctx.session.orgId && ctx.may('assess:score');
  return {
    orgId: place.id,
    orgName: org?.name ?? '',
    year,
    id: row?.id ?? '',
    state: row?.state ?? null,
    stateName: row ? RESULT_STATES[row.state] : '还没有测算',
    edition: row?.edition ?? 0,
    shownOn: row?.shownOn ?? null,
    shownUntil: row?.shownUntil ?? null,
    version: row?.version ?? 0,
    people: people.map(({ memberId, seenAt, ...one }) => ({
      ...one,
      id: memberId,
      gradeName: GRADES[one.grade as Grade],
      seen: seenAt !== null,
    })),
    can: {
      compute: own && row?.state !== 1,
      show: own && row?.state === 0 && people.length > 0,
      settle: own && row?.state === 1 && (row.shownUntil ?? '') < day,
    },
  };
}

/**
 * Computes the own branch's year: of everybody who belongs to it now the months that were confirmed wherever they were scored,
 * 民主评议, rewards less punishments. What holds already gets a new edition, with a reason.
 */
export async function compute(
  ctx: Ctx,
  input: ParsedOf<typeof contract.computeResult>,
): Promise<ReplyOf<typeof contract.computeResult>> {
  const { orgId, orgCode, accountName: by } = ctx.session;
  const { year } = input;
  const plan = await queries.planFor(ctx.db, orgCode, year);
  if (!plan) throw refuse('这一年还没有发布的考核方案，由市级或本级党组织制定');
  const before = await results.newest(ctx.db, orgId, year, true);
  if (before?.state === 1) throw refuse('正在公示，期满生效后才能另立新版');
  if (before?.state === 2 && input.reason === '') throw badInput({ reason: '结果已经生效，另立新版请写明原因' });
  const people = await queries.peopleOfOrg(ctx.db, orgId, year);
  if (people.length === 0) throw refuse('本组织没有参加考核的党员，由各党支部测算');
  const known = new Set(people.map(({ id }) => id));
  const appraisals = new Map(input.appraisals.map(({ memberId, grade }) => [memberId, grade]));
  if ([...appraisals.keys()].some((id) => !known.has(id))) throw notFound('民主评议中有党员不在本支部');
  const ids = [...known];
  const [months, rewards] = await Promise.all([
    queries.monthsOf(ctx.db, ids, year),
    queries.rewardsOf(ctx.db, ids, year),
  ]);
  const parts = people.map((person) => {
    // Months of 免考 count for nobody, scored or not.
    const own = months
      .filter(
        ({ memberId, state, month }) =>
          memberId === person.id && state === 2 && !findWholeExemption(person.exemptions, monthText(year, month)),
      )
      .map(({ total }) => total);
    const tab = rewards.filter(({ memberId }) => memberId === person.id);
    const sum = (positive: boolean) =>
      tab.reduce((all, row) => {
        const points = rewardPoints(row.type, row.name, row.level);
        return points > 0 === positive ? all + Math.abs(points) : all;
      }, 0);
    const appraised = appraisals.get(person.id);
    const appraisal = appraised === undefined ? null : (plan.grades[appraised - 1] ?? null);
    const one = { months: own, share: plan.share, appraisal, rewards: sum(true), punish: sum(false) };
    return {
      person,
      ...one,
      total: yearTotal(one),
      barred: plan.punishBars && tab.some(({ type }) => type === '2'),
    };
  });
  const grades = gradesOf(
    parts.map(({ person, total, barred }) => ({ id: person.id, total, graded: !person.probationary, barred })),
  );
  const rows = parts.map(({ person, months: own, appraisal, rewards: plus, punish, total }) => {
    const grade = grades.get(person.id);
    return {
      memberId: person.id,
      name: person.name,
      months: own.length,
      mean: own.length === 0 ? null : Math.round(own.reduce((sum, each) => sum + each, 0) / own.length),
      appraisal,
      rewards: plus,
      punish,
      total,
      place: grade?.place ?? null,
      grade: grade?.grade ?? 0,
      note: [
        person.exemptions.length > 0 ? `免考：${exemptText(person.exemptions)}` : '',
        total === null && person.exemptions.length > 0 ? '' : (grade?.note ?? ''),
      ]
        .filter(Boolean)
        .join('；'),
    };
  });
  const isNew = before === undefined || before.state === 2;
  const id = await results.writeResult(
    ctx.db,
    {
      id: isNew ? null : before.id,
      orgId,
      orgCode,
      year,
      planId: plan.id,
      edition: before === undefined ? 1 : before.state === 2 ? before.edition + 1 : before.edition,
      reason: input.reason,
      by,
    },
    rows,
  );
  ctx.audit({ type: 'assessResult', id, name: `${year}年考核结果`, orgCode, reason: input.reason });
  return { id };
}

async function lock(ctx: Ctx, id: string, version: number) {
  const row = await results.lockResult(ctx.db, ctx.scope, id);
  if (!row) throw notFound(MISSING);
  if (row.orgId !== ctx.session.orgId) throw refuse('由党支部办理');
  if (row.version !== version) throw conflict('结果已有变化，请核对后再操作');
  return row;
}

/** 公示 of five working days; everybody with an account is told. */
export async function show(
  ctx: Ctx,
  input: ParsedOf<typeof contract.showResult>,
): Promise<ReplyOf<typeof contract.showResult>> {
  const row = await lock(ctx, input.id, input.version);
  if (row.state !== 0) throw refuse('只有测算的结果可以公示');
  const day = await todayOf(ctx.db);
  const until = workdayEnd(addDays(day, 1), SHOWN_DAYS, await workCalendar(ctx.db));
  const accountIds = await results.accountsOf(ctx.db, row.id);
  const noticeId =
    accountIds.length === 0
      ? null
      : await sendNotice(ctx.db, {
          type: NOTICE,
          title: `${row.year}年党员考核结果公示`,
          remark: `公示至${until}，请到“我的考核”查看并点本人已阅；有异议的向党支部提出。`,
          orgId: row.orgId,
          createdBy: ctx.session.accountName,
          accountIds,
        });
  const version = await results.setShown(ctx.db, row.id, day, until, noticeId);
  ctx.audit({
    type: 'assessResult',
    id: row.id,
    name: `${row.year}年考核结果`,
    orgCode: row.orgCode,
    changes: { state: [0, 1] },
  });
  return { version, until };
}

/** After its last day it holds, and nothing of it changes any more. */
export async function settle(
  ctx: Ctx,
  input: ParsedOf<typeof contract.settleResult>,
): Promise<ReplyOf<typeof contract.settleResult>> {
  const row = await lock(ctx, input.id, input.version);
  if (row.state !== 1) throw refuse('不在公示中');
  if ((row.shownUntil ?? '') >= (await todayOf(ctx.db))) throw refuse(`公示到${row.shownUntil}，期满后才能生效`);
  const version = await results.setSettled(ctx.db, row.id);
  await rectify(ctx, row);
  ctx.audit({
    type: 'assessResult',
    id: row.id,
    name: `${row.year}年考核结果`,
    orgCode: row.orgCode,
    changes: { state: [1, 2] },
  });
  return { version };
}

/** 不合格 opens 限期改正 of at most a year, unless one runs; the branch is told until when. */
async function rectify(ctx: Ctx, row: results.ResultRecord): Promise<void> {
  const day = await todayOf(ctx.db);
  const failed = (await results.yearsOfResult(ctx.db, row.id)).filter(({ grade }) => grade === FAILED);
  for (const one of failed) {
    const endsOn = await openRectification(ctx.db, {
      memberId: one.memberId,
      orgName: row.orgName,
      today: day,
      reason: `${row.year}年度党员考核不合格`,
      by: ctx.session.accountName,
      byId: ctx.session.accountId,
    });
    if (endsOn === null) continue;
    ctx.audit({
      type: 'member',
      id: one.memberId,
      name: one.name,
      orgCode: row.orgCode,
      reason: `${row.year}年度党员考核不合格，限期改正至${endsOn}`,
    });
    await openTodo(ctx, {
      roleId: ROLE.worker,
      orgId: row.orgId,
      orgCode: row.orgCode,
      accountId: null,
      module: '党员考核',
      title: `限期改正：${one.name}`,
      detail: `${row.year}年度党员考核不合格，期满仍不转变的劝其退党或除名`,
      act: '查看',
      jumpUrl: `/affairs/assessment/index?tab=year&year=${row.year}`,
      dueOn: endsOn,
      subject: `assessMend:${row.id}:${one.memberId}`,
    });
  }
}

export async function seen(ctx: Ctx, input: ParsedOf<typeof contract.seenResult>): Promise<null> {
  const memberId = ownMemberId(ctx);
  if (!(await results.markSeen(ctx.db, input.id, memberId))) throw notFound('没有公示给您的考核结果');
  ctx.audit({ type: 'assessResult', id: input.id, name: '本人已阅' });
  return null;
}
