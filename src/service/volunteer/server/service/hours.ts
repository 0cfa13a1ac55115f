import { recordEvidence, withdrawEvidence } from '#house/server/pointEvidence.ts';
import {
  askAbove,
  type DecisionRequest,
  decideAbove,
  obstacleToDecide,
  registerUrgeable,
} from '#kernel/permission/server/above.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { beijingTime } from '#platform/time/days.ts';
import type * as contract from '#service/volunteer/contract.hours.ts';
import {
  ENTRIES,
  HOURS,
  HOURS_STATES,
  LEAVINGS,
  OWN_HOURS,
  SIGNUP_STATES,
  STATE,
  WAYS,
} from '#service/volunteer/rules.ts';
import { type ActivityRecord, findActivity, setActivity, submitHoursForAudit } from '../queries/activity.ts';
import * as queries from '../queries/hours.ts';
import { closePresence, findSignup, listPlaceHolders, lockSignups } from '../queries/signup.ts';
import { hoursPath, hoursSubject, MODULE, OWN_HOURS_PATH } from '../todos.ts';
import { lockOwn, logActivityChange, NO_ACTIVITY, notifyPeople, readActivity, scopeOf } from './common.ts';

/** The evidence of points that recognised hours are. */
export const POINTS = 'serviceHours';
const evidenceOf = (signupId: string) => `serviceSignup:${signupId}`;

const SOURCES = { 1: '本人报名', 2: '组织登记' } as const;

/** Minutes that an activity lasts. */
export const durationMinutes = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }) =>
  (Date.parse(`${endsAt.replace(' ', 'T')}:00Z`) - Date.parse(`${startsAt.replace(' ', 'T')}:00Z`)) / 60_000;

/** Hours of an activity as they are decided: never by whoever reported them, nor by somebody whose own hours are among them. */
const beforeAudit = (
  ctx: Ctx,
  row: { id: string; state: number; askedBy: string | null; isMine: boolean },
): DecisionRequest => ({
  todo: hoursSubject(row.id),
  isOpen: row.state === HOURS.waiting,
  handled: () => refuse('已被处理，请刷新后再看'),
  askedBy: row.askedBy,
  about: { memberId: row.isMine ? ctx.session.memberId : null, refusal: '名单里有本人的时长，应由其他人审核' },
  ownRefusal: '报审人不能审核自己报的时长',
  superior: true,
  deciderName: '',
  right: 'volunteer:audit',
  verb: '审核',
});

/** Puts the hours of whoever came before another worker of the organisation, or the nearest above it; answers the new version. */
export async function requestHours(ctx: Ctx, row: ActivityRecord): Promise<number> {
  const { accountId, accountName } = ctx.session;
  const { row: version } = await askAbove(ctx, {
    orgId: row.orgId,
    right: 'volunteer:audit',
    isFromHere: true,
    write: async () => {
      await closePresence(ctx.db, row.id);
      await queries.proposeHours(ctx.db, row.id, accountName);
      return submitHoursForAudit(ctx.db, row.id, { accountId, accountName });
    },
    asked: () => ({
      module: MODULE,
      title: `审核“${row.title}”的服务时长`,
      detail: `${row.orgName}，到场${row.came}人，每人最多${row.hours}小时`,
      act: '审核',
      jumpUrl: hoursPath(row.id),
      subject: hoursSubject(row.id),
    }),
  });
  logActivityChange(ctx, row, { hoursState: [HOURS_STATES[row.hoursState], HOURS_STATES[HOURS.waiting]] });
  return version;
}

/** The organiser reports hours again that were returned. */
export async function report(ctx: Ctx, { id, version }: ParsedOf<typeof contract.reportHours>) {
  const row = await lockOwn(ctx, id, version);
  if (row.state !== STATE.finished || row.hoursState !== HOURS.returned) throw refuse('现在不能报审时长');
  if (row.came === 0) throw refuse('没有到场的人，不用报审');
  return { version: await requestHours(ctx, row) };
}

/** What was reported in the scope, what waits first. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listHours>,
): Promise<ReplyOf<typeof contract.listHours>> {
  const scope = scopeOf(ctx, input.orgId);
  const filter = { view: input.view ?? null, late: input.late === '1', name: input.keyWords ?? '' };
  const skipped = (input.pageNum - 1) * input.pageSize;
  const [page, { late, ...counts }] = await Promise.all([
    queries.pageOfHours(ctx.db, scope, filter, ctx.session.memberId, input.pageSize, skipped),
    queries.countHours(ctx.db, scope, filter),
  ]);
  return {
    rows: page.rows.map((row) => ({
      ...row,
      stateName: HOURS_STATES[row.state],
      waits: row.state === HOURS.waiting ? row.waits : null,
      can: { decide: row.state === HOURS.waiting && obstacleToDecide(ctx, beforeAudit(ctx, row)) === '' },
    })),
    total: page.total,
    counts,
    late,
  };
}

const isAmong = (ctx: Ctx, people: readonly { memberId: string }[]) =>
  ctx.session.memberId !== null && people.some(({ memberId }) => memberId === ctx.session.memberId);

/** Who came to an activity, with the hours of each. */
export async function people(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.hoursPeople>,
): Promise<ReplyOf<typeof contract.hoursPeople>> {
  const row = await readActivity(ctx, id);
  const found = await listPlaceHolders(ctx.db, id, true);
  const present = await queries.presentHours(ctx.db, id);
  const waits = row.hoursState === HOURS.waiting;
  const before = beforeAudit(ctx, {
    id,
    state: row.hoursState,
    askedBy: row.hoursAskedBy,
    isMine: isAmong(ctx, found),
  });
  const why = waits ? obstacleToDecide(ctx, before) : '';
  return {
    id,
    title: row.title,
    orgName: row.orgName,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    hours: row.hours,
    closed: found.filter(({ leftWay }) => leftWay === 'closed').length,
    state: row.hoursState,
    stateName: HOURS_STATES[row.hoursState],
    askedName: row.hoursAskedName,
    askedOn: row.hoursAskedOn,
    decidedOn: row.hoursDecidedOn,
    decidedName: row.hoursDecidedName,
    reason: row.hoursReason,
    version: row.version,
    people: found.map((one) => ({
      id: one.id,
      name: one.name,
      homeName: one.homeName,
      signedAt: one.signedAt,
      wayName: WAYS[one.way],
      late: one.late,
      leftAt: one.leftAt,
      leftName: LEAVINGS[one.leftWay],
      most: present.get(one.id) ?? 0,
      hours: one.hours ?? 0,
      stateName: OWN_HOURS[one.hoursState],
      note: one.hoursNote,
      overlap: one.overlap,
    })),
    can: { decide: waits && why === '', whyNot: why, urge: waits && row.hoursAskedBy === ctx.session.accountId },
  };
}

/** Writes the recognised hours that are others now down as evidence of points, and takes back what is none any more. */
async function countPoints(ctx: Ctx, memberIds: readonly string[]): Promise<void> {
  const ids = await queries.resettled(ctx.db, memberIds);
  await withdrawEvidence(ctx.db, [POINTS], ids.map(evidenceOf));
  await recordEvidence(ctx.db, (await queries.grantedFacts(ctx.db, ids)).map(toEvidence));
}

/** A recognised hour as the points read it. */
export const toEvidence = (one: Awaited<ReturnType<typeof queries.grantedFacts>>[number]) => ({
  source: POINTS,
  subject: evidenceOf(one.id),
  memberId: one.memberId,
  orgId: one.orgId,
  orgCode: one.orgCode,
  day: one.day,
  quantity: Math.round(one.minutes / 0.6),
  title: `参加“${one.title}”`,
  link: '',
});

/** Recognises the hours of an activity, less where that is said, or returns all of them with a reason. */
export async function decide(
  ctx: Ctx,
  { id, version, agree, reason, changed }: ParsedOf<typeof contract.decideHours>,
): Promise<{ version: number }> {
  const row = await findActivity(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(NO_ACTIVITY);
  const came = await listPlaceHolders(ctx.db, id, true);
  const before = beforeAudit(ctx, {
    id,
    state: row.hoursState,
    askedBy: row.hoursAskedBy,
    isMine: isAmong(ctx, came),
  });
  const { accountName } = ctx.session;
  const present = await queries.presentHours(ctx.db, id);
  const to = agree ? HOURS.granted : HOURS.returned;
  const next = await decideAbove(ctx, before, {
    check() {
      if (row.version !== version) throw conflict('这次活动的时长已有变化，请核对后再操作');
      if (!agree && reason === '') throw badInput({ reason: '退回请写明原因' });
      for (const one of changed) {
        if (!came.some((person) => person.id === one.id)) throw badInput({ changed: '核减的人不在名单里' });
        const most = present.get(one.id) ?? 0;
        if (one.hours > most) throw badInput({ changed: `时长不能超过在场时间（最多${most}小时）` });
        if (one.note === '') throw badInput({ changed: '核减请写明原因' });
      }
    },
    async carryOut() {
      const today = beijingTime(row.now * 1000).slice(0, 10);
      if (agree) {
        const granted = await queries.grantHours(ctx.db, id, changed, accountName);
        await countPoints(
          ctx,
          granted.map((one) => one.memberId),
        );
        await notifyPeople(
          ctx,
          granted.map(({ memberId }) => memberId),
          {
            title: `“${row.title}”的服务时长已认定`,
            remark: '可以在我的时长里查看；与其他活动重叠的时间只计一次。',
            jumpUrl: OWN_HOURS_PATH,
          },
        );
      } else {
        await queries.dropHours(ctx.db, id, accountName);
      }
      return setActivity(
        ctx.db,
        id,
        {
          hours_state: to,
          hours_decided_on: today,
          hours_decided_name: accountName,
          hours_reason: agree ? '' : reason,
        },
        accountName,
      );
    },
    told: () => ({
      title: `“${row.title}”的服务时长${agree ? '已认定' : '被退回'}`,
      remark: agree ? `到场${came.length}人，其中核减${changed.length}人。` : `退回原因：${reason}`,
    }),
  });
  const names = changed.map((one) => {
    const name = came.find((person) => person.id === one.id)?.name ?? '';
    return `${name}${one.hours}小时（${one.note}）`;
  });
  logActivityChange(
    ctx,
    row,
    {
      hoursState: [HOURS_STATES[row.hoursState], HOURS_STATES[to]],
      ...(names.length > 0 ? { changed: [null, names.join('、')] } : {}),
    },
    reason,
  );
  return { version: next };
}

/** One person's hours at one activity. */
export async function info(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.hoursInfo>,
): Promise<ReplyOf<typeof contract.hoursInfo>> {
  const row = await findSignup(ctx.db, ctx.scope, id);
  if (!row) throw notFound('没有这条时长，或不在管理范围内');
  const settled = row.hoursState === HOURS.granted || row.hoursState === HOURS.returned;
  return {
    ...row,
    leftName: LEAVINGS[row.leftWay],
    most: (await queries.presentHours(ctx.db, row.activityId, [id])).get(id) ?? 0,
    entries: (await queries.entriesOf(ctx.db, id)).map((entry) => ({ ...entry, kindName: ENTRIES[entry.kind] })),
    stateName: SIGNUP_STATES[row.state],
    sourceName: SOURCES[row.source],
    wayName: WAYS[row.way],
    hoursStateName: OWN_HOURS[row.hoursState],
    note: row.hoursNote,
    decidedOn: row.hoursDecidedOn,
    decidedName: row.hoursDecidedName,
    can: { correct: settled && ctx.may('volunteer:audit') && row.memberId !== ctx.session.memberId },
  };
}

/** Corrects one person's recognised hours; the person is told. */
export async function correct(
  ctx: Ctx,
  { id, version, hours, note }: ParsedOf<typeof contract.correctHours>,
): Promise<{ version: number }> {
  const [row] = await lockSignups(ctx.db, ctx.scope, [id]);
  if (!row) throw notFound('没有这条时长，或不在管理范围内');
  if (row.version !== version) throw conflict('这条时长已有变化，请核对后再操作');
  if (row.hoursState !== HOURS.granted && row.hoursState !== HOURS.returned) throw refuse('时长还没有认定，不能更正');
  const most = (await queries.presentHours(ctx.db, row.activityId, [id])).get(id) ?? 0;
  if (hours > most) throw badInput({ hours: `不能超过在场时间（最多${most}小时）` });
  const next = await queries.rewriteHours(ctx.db, id, hours, note, ctx.session.accountName);
  await countPoints(ctx, [row.memberId]);
  await notifyPeople(ctx, [row.memberId], {
    title: `“${row.title}”的服务时长已更正`,
    remark: `由${row.hours ?? 0}小时更正为${next.hours}小时${next.overlap && `（${next.overlap}）`}。原因：${note}`,
    jumpUrl: OWN_HOURS_PATH,
  });
  logActivityChange(
    ctx,
    { id: row.activityId, title: row.title, orgCode: row.orgCode },
    { hours: [`${row.name}${row.hours ?? 0}小时`, `${hours}小时`] },
    note,
  );
  return { version: next.version };
}

/** Who reported hours may urge whoever audits them. */
export const announceUrging = (): void =>
  registerUrgeable('serviceHours', async (ctx, id) => {
    const row = await findActivity(ctx.db, wholeScope, id, true);
    if (!row) throw notFound(NO_ACTIVITY);
    const waiting = beforeAudit(ctx, { id, state: row.hoursState, askedBy: row.hoursAskedBy, isMine: false });
    return { row: waiting, detail: { type: 'serviceActivity', id, name: row.title, orgCode: row.orgCode } };
  });
