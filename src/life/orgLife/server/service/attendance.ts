import { ATTENDANCE, tallyOf, WAYS } from '#kernel/attendance/rules.ts';
import { currentCode, isCodeValid } from '#kernel/attendance/server/codes.ts';
import * as attendance from '#kernel/attendance/server/index.ts';
import type * as ownContract from '#life/orgLife/contract.own.ts';
import type * as contract from '#life/orgLife/contract.ts';
import { hasMatter } from '#life/orgLife/rules.life.ts';
import { missingForQuorum, STATES, typeName } from '#life/orgLife/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { sendNotices } from '#platform/server/inbox/notices.ts';
import * as queries from '../queries/meeting.ts';
import { canOf, loadMeeting } from './meeting.ts';

const MISSING = '会议不存在';
/** Dictionary 0178: 会议. */
const NOTICE = '4';

/** Who is due, who came, who read the notice, and what lacks for the quorum. */
export async function people(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.meetingAttendance>,
): Promise<ReplyOf<typeof contract.meetingAttendance>> {
  const row = await loadMeeting(ctx, id);
  const sheet = await attendance.sheetOf(ctx.db, queries.KIND, id);
  const [found, read] = await Promise.all([
    sheet ? attendance.peopleOf(ctx.db, sheet.id) : [],
    queries.readersOf(ctx.db, row.noticeId),
  ]);
  const tally = tallyOf(found);
  return {
    people: found.map((one) => ({
      memberId: one.memberId,
      name: one.name,
      due: one.due,
      votes: one.votes,
      why: one.why,
      guest: one.guest,
      state: one.state,
      stateName: one.guest ? '列席' : ATTENDANCE[one.state],
      wayName: WAYS[one.way],
      late: one.late,
      signedAt: one.signedAt?.toISOString() ?? null,
      reason: one.reason,
      leave: one.leave,
      madeUp: one.madeUp,
      madeUpOn: one.madeUpOn,
      isRead: one.accountId === null ? null : (read.get(one.accountId) ?? false),
    })),
    tally,
    lacks: missingForQuorum(row.type, tally),
    opensAt: sheet?.opensAt.toISOString() ?? null,
    closed: sheet === undefined || sheet.closedAt !== null,
  };
}

/** The meeting and its sheet for whoever organises it, or only marks: the organisation above as well. */
async function organised(ctx: Ctx, id: string, act: 'run' | 'mark' = 'run') {
  const row = await loadMeeting(ctx, id, true);
  if (!canOf(ctx, row)[act]) throw refuse('现在不能登记到会情况');
  const sheet = await attendance.sheetOf(ctx.db, queries.KIND, id, true);
  if (!sheet) throw notFound(MISSING);
  return { row, sheet };
}

/** The code that is shown now. */
export async function code(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.signCode>,
): Promise<ReplyOf<typeof contract.signCode>> {
  const row = await loadMeeting(ctx, id);
  const sheet = await attendance.sheetOf(ctx.db, queries.KIND, id);
  if (!sheet || !canOf(ctx, row).run) throw refuse('现在没有签到码');
  if (sheet.closedAt !== null) throw refuse('签到已经结束');
  return currentCode(sheet.secret, sheet.now);
}

const auditOf = (ctx: Ctx, row: queries.MeetingRecord, reason: string) =>
  ctx.audit({ type: 'lifeMeeting', id: row.id, name: row.title, orgCode: row.orgCode, reason });

/** 代签, 请假, 缺席, or nothing known again; never of oneself (`subject`). */
export async function mark(ctx: Ctx, input: ParsedOf<typeof contract.markAttendance>): Promise<null> {
  const { row, sheet } = await organised(ctx, input.id, 'mark');
  const found = await attendance.peopleOf(ctx.db, sheet.id);
  const person = found.find(({ memberId }) => memberId === input.memberId);
  if (!person) throw notFound('这名党员不在应到名单中');
  if (input.state === 2 && input.reason === '') throw badInput({ reason: '请输入请假原因' });
  if (input.state === 1 && row.state === 1 && input.reason === '') throw badInput({ reason: '请输入代签原因' });
  await attendance.markPerson(ctx.db, sheet.id, input.memberId, input);
  auditOf(
    ctx,
    row,
    `${person.name}：${ATTENDANCE[input.state as 0 | 1 | 2 | 3]}${input.reason ? `，${input.reason}` : ''}`,
  );
  return null;
}

/** Of all others it is written down that they came; whoever presses signs in by the code as everybody does. */
export async function rest(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.markRest>,
): Promise<ReplyOf<typeof contract.markRest>> {
  const { row, sheet } = await organised(ctx, id);
  if (!row.begun) throw refuse('会议还没有开始');
  const names = await attendance.markRemainingPresent(ctx.db, sheet.id, ctx.session.memberId);
  const count = names.length;
  if (count === 0) throw refuse('没有还要登记的人；本人请用签到码签到，或由他人登记');
  ctx.binds(names);
  auditOf(ctx, row, `其余${count}人登记为已到`);
  return { count };
}

/** 列席. */
export async function addGuests(ctx: Ctx, { id, memberIds }: ParsedOf<typeof contract.addGuest>): Promise<null> {
  const { row, sheet } = await organised(ctx, id);
  const names = await queries.namesOf(ctx.db, ctx.scope, memberIds);
  if (names.size < new Set(memberIds).size) throw notFound('所选的人员不存在');
  for (const [memberId, name] of names) await attendance.addGuest(ctx.db, sheet.id, memberId, name);
  auditOf(ctx, row, `列席：${[...names.values()].join('、')}`);
  return null;
}

/** 补学 of somebody who was not there. */
export async function madeUp(ctx: Ctx, input: ParsedOf<typeof contract.makeUp>): Promise<null> {
  const row = await loadMeeting(ctx, input.id, true);
  if (!ctx.may('event:write') || row.orgId !== ctx.session.orgId) throw refuse('由召开会议的组织登记补学');
  if (row.state < 2) throw refuse('会议召开后再登记补学');
  if (input.on < row.heldOn) throw badInput({ on: '补学日期不能早于会议日期' });
  if (input.on > (await todayOf(ctx.db))) throw badInput({ on: '补学日期不能晚于今天' });
  const sheet = await attendance.sheetOf(ctx.db, queries.KIND, input.id, true);
  const people = sheet ? await attendance.peopleOf(ctx.db, sheet.id) : [];
  const person = people.find(({ memberId }) => memberId === input.memberId);
  if (!sheet || !person) throw notFound('这名党员不在应到名单中');
  if (person.state < 2) throw refuse('只为请假和缺席的党员登记补学');
  await attendance.makeUp(ctx.db, sheet.id, input.memberId, input.way, input.on);
  auditOf(ctx, row, `${person.name}补学：${input.way}`);
  return null;
}

const NOBODY = '您的账号没有对应的党员信息';

/** The own year: what one was due at, came to, and missed. */
export async function own(
  ctx: Ctx,
  input: ParsedOf<typeof ownContract.ownMeetings>,
): Promise<ReplyOf<typeof ownContract.ownMeetings>> {
  const { memberId } = ctx.session;
  if (memberId === null) throw notFound(NOBODY);
  const now = Number((await todayOf(ctx.db)).slice(0, 4));
  const year = input.year ?? now;
  const rows = await queries.ownMeetings(ctx.db, memberId, year);
  const over = rows.filter(({ due, cancelled, state }) => due && !cancelled && state >= 2);
  const of = (attended: number) => over.filter(({ attendance: is }) => is === attended).length;
  return {
    year,
    years: [now, now - 1, now - 2],
    due: over.length,
    present: of(1),
    leave: of(2),
    absent: of(3),
    meetings: rows.map((row) => ({
      id: row.id,
      title: row.title,
      typeName: typeName(row.type),
      orgName: row.orgName,
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt.toISOString(),
      place: row.place,
      note: row.note,
      state: row.state,
      stateName: row.cancelled ? '已取消' : STATES[row.state],
      cancelled: row.cancelled,
      attendance: row.attendance,
      attendanceName: ATTENDANCE[row.attendance],
      late: row.late,
      leave: row.leave,
      reason: row.reason,
      topics: row.topics,
      minutes: row.minutes,
      can: {
        leave: row.open && !row.cancelled && row.due && row.attendance === 0 && row.leave === '',
        matter: hasMatter(row.type) && row.attendance === 1,
      },
    })),
  };
}

/** The meeting that somebody is due at, wherever it is held, with its sheet; it reads as not there for everybody else. */
async function ownSheet(ctx: Ctx, id: string) {
  const { memberId } = ctx.session;
  if (memberId === null) throw notFound(NOBODY);
  const row = await queries.findMeeting(ctx.db, wholeScope, id);
  const sheet = row ? await attendance.sheetOf(ctx.db, queries.KIND, id) : undefined;
  const me = sheet ? await attendance.personOf(ctx.db, sheet.id, memberId) : undefined;
  if (!row || !sheet || !me) throw notFound('您不在这次会议的应到名单中，请联系会议组织者');
  if (row.cancelledAt !== null) throw refuse('会议已经取消');
  return { row, sheet, memberId, me };
}

/** 签到 by the code that the organiser's page shows: who is due, once. */
export async function signIn(
  ctx: Ctx,
  input: ParsedOf<typeof ownContract.signIn>,
): Promise<ReplyOf<typeof ownContract.signIn>> {
  const { row, sheet, memberId, me } = await ownSheet(ctx, input.id);
  if (me.state !== 1) {
    if (sheet.closedAt !== null) throw refuse('签到已经结束，请联系会议组织者代签');
    if (sheet.now * 1000 < sheet.opensAt.getTime()) throw refuse('签到还没有开始，会前一小时可以签到');
    if (!isCodeValid(sheet.secret, input.code, sheet.now)) throw badInput({ code: '签到码已经失效，请重新扫码' });
    await attendance.signPerson(ctx.db, sheet.id, memberId, 'scan');
  }
  auditOf(ctx, row, '签到');
  const now = await attendance.personOf(ctx.db, sheet.id, memberId);
  return {
    title: row.title,
    orgName: row.orgName,
    at: (now?.signedAt ?? new Date()).toISOString(),
    late: now?.late ?? false,
  };
}

/** Asks for leave before the end; the organiser decides. */
export async function leave(ctx: Ctx, input: ParsedOf<typeof ownContract.askLeave>): Promise<null> {
  const { row, sheet, memberId } = await ownSheet(ctx, input.id);
  if (row.state !== 1) throw refuse('会议已经召开，不能再请假');
  if (!(await attendance.requestLeave(ctx.db, sheet.id, memberId, input.reason)))
    throw refuse('您已经签到或登记，不能再请假');
  auditOf(ctx, row, '请假');
  return null;
}

const HOUR = 3_600_000;

/** Meetings of which one transaction reminds. */
const AT_ONCE = 200;

/** Reminds of tomorrow's meetings, each once. */
export async function remind({ db }: Services): Promise<void> {
  const due = await queries.toRemind(db);
  for (let from = 0; from < due.length; from += AT_ONCE) {
    const some = due.slice(from, from + AT_ONCE);
    await db.transaction().execute(async (tx) => {
      const marked = await queries.setReminded(
        tx,
        some.map(({ id }) => id),
      );
      const notices = some
        .filter(({ id }) => marked.has(id))
        .map(({ title, place, orgId, startsAt, accounts }) => {
          const local = new Date(startsAt.getTime() + 8 * HOUR).toISOString();
          return {
            type: NOTICE,
            title: `明天开会：${title}`,
            remark: `${local.slice(5, 10)} ${local.slice(11, 16)}，${place}。`,
            orgId,
            createdBy: '系统',
            accountIds: accounts,
          };
        });
      await sendNotices(tx, notices);
    });
  }
}
