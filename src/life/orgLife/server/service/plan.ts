import type * as contract from '#life/orgLife/contract.plan.ts';
import { periodText } from '#life/orgLife/rules.duty.ts';
import { planDay, repeatDays, repeatTitle } from '#life/orgLife/rules.plan.ts';
import { isMeetingType, typeName } from '#life/orgLife/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import * as duty from '../queries/duty.ts';
import * as queries from '../queries/meeting.ts';
import * as plans from '../queries/plan.ts';
import { yearOf } from './duty.ts';
import { refuseLocked } from './lock.ts';
import { auditMeeting, loadMeeting } from './meeting.ts';

/** Most drafts of one press; a branch with five groups owes some hundred meetings a year. */
const MOST = 200;
/** Topics about one person: 发展党员. */
const DEVELOPMENT = 3;

/**
 * Drafts of all that an organisation owes in a year and neither held nor planned yet, on its fixed day; each is announced by
 * hand when its people are known. Pressed again it adds only what lacks.
 */
export async function planYear(
  ctx: Ctx,
  input: ParsedOf<typeof contract.planYear>,
): Promise<ReplyOf<typeof contract.planYear>> {
  const org = await duty.findPlace(ctx.db, ctx.scope, input.orgId);
  if (!org) throw notFound('组织不存在');
  if (org.id !== ctx.session.orgId) throw refuse(`由${org.name}的党务工作者排计划`);
  const today = await todayOf(ctx.db);
  // Whoever presses twice at once waits here, and finds what the first one wrote.
  await plans.lockPlan(ctx.db, org.id);
  const cells = await yearOf(ctx, ctx.scope, input.year, today, await duty.rules(ctx.db), { only: org.id });
  const planned = new Set(await plans.planned(ctx.db, org.id, input.year));
  const team = await queries.teamOf(ctx.db, org.id);
  const names = await queries.namesOf(ctx.db, ctx.scope, team);
  const hostId = team.find((id) => names.has(id)) ?? null;
  const host = hostId === null ? '' : (names.get(hostId) ?? '');
  const groups = await plans.groups(ctx.db, org.id);
  let made = 0;
  let skipped = 0;
  for (const { type, period, state } of cells) {
    if (!isMeetingType(type) || (state !== 'due' && state !== 'later')) continue;
    const day = planDay(period, input.day, today);
    for (const group of type === 3 ? groups : [null]) {
      if (day === null || planned.has(`${type} ${period} ${group?.id ?? ''}`) || made >= MOST) {
        skipped += 1;
        continue;
      }
      const start = new Date(`${day}T${input.startTime}:00+08:00`);
      const month = /^\d{4}-(\d{2})$/.exec(period)?.[1];
      const title = `${month ? `${Number(month)}月` : periodText(period)}${group?.name ?? ''}${typeName(type)}`;
      const id = await queries.insertMeeting(
        ctx.db,
        org,
        {
          type,
          alsoType: null,
          groupId: group?.id ?? null,
          title: title.slice(0, 60),
          startsAt: start.toISOString(),
          endsAt: new Date(start.getTime() + input.minutes * 60_000).toISOString(),
          place: input.place,
          hostId,
          host,
          recorderId: null,
          recorder: '',
          lecturerId: type === 5 ? hostId : null,
          lecturer: type === 5 ? host : '',
          note: input.note,
        },
        ctx.session.accountName,
      );
      auditMeeting(ctx, { id, title, orgCode: org.code });
      made += 1;
    }
  }
  return { count: made, skipped };
}

/** Drafts of a meeting on further days, with its topics, people and place; each is announced by hand. */
export async function repeat(
  ctx: Ctx,
  { id, every, times }: ParsedOf<typeof contract.repeatMeeting>,
): Promise<ReplyOf<typeof contract.repeatMeeting>> {
  const row = await loadMeeting(ctx, id, true);
  if (!ctx.may('event:write') || row.orgId !== ctx.session.orgId) throw refuse(`由${row.orgName}的党务工作者重复会议`);
  const topics = await queries.topicsOf(ctx.db, id);
  const days = repeatDays(row.heldOn, every, times);
  for (const day of days) await refuseLocked(ctx, row.orgCode, day, 'every');
  const by = ctx.session.accountName;
  for (const day of days) {
    const ahead = Date.parse(day) - Date.parse(row.heldOn);
    const later = (at: Date) => new Date(at.getTime() + ahead).toISOString();
    const title = repeatTitle(row.title, row.heldOn, day);
    const made = await queries.insertMeeting(
      ctx.db,
      { id: row.orgId, code: row.orgCode },
      { ...row, title, startsAt: later(row.startsAt), endsAt: later(row.endsAt) },
      by,
    );
    // What was decided about somebody is of that one meeting.
    const general = topics.filter(({ kind }) => kind !== DEVELOPMENT);
    await queries.writeTopics(
      ctx.db,
      made,
      general.map((one) => ({ id: null, kind: one.kind, title: one.title })),
    );
    auditMeeting(ctx, { id: made, title, orgCode: row.orgCode });
  }
  return { count: days.length };
}
