import type * as contract from '#life/tasks/contract.meeting.ts';
import { MEETING_STATES, mayStep, minutesName } from '#life/tasks/rules.meeting.ts';
import type { Ctx } from '#platform/server/context.ts';
import { conflict, notFound, refuse } from '#platform/server/errors.ts';
import * as queries from '../queries/meetings.ts';
import { isGiver } from './common.ts';

export const NO_MEETING = '该会议不存在或不在管理范围内';
const CHANGED = '这次会议已有变化，请核对后再操作';
export const MEETING_FILES = 'office.meeting';
/** A meeting that has ended, by its time or because it was closed or cancelled. */
export const isOver = ({ over, state }: { over: boolean; state: number }) => over || state >= 2;
export const CLOSED_FILES = 'office.meetingClosed';
export const MINUTES_FILES = 'office.minutes';
const HOUR = 3_600_000;

/** A point in time in Beijing, `2026-01-31 09:00`. */
export const localTime = (at: Date) => new Date(at.getTime() + 8 * HOUR).toISOString().slice(0, 16).replace('T', ' ');
export const timeSpanText = (row: Pick<queries.MeetingRecord, 'startsAt' | 'endsAt'>) => {
  const [start, end] = [localTime(row.startsAt), localTime(row.endsAt)];
  return `${start}至${start.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end}`;
};

/** What the session may do with a meeting: it is the own organisation's, and how it stands. */
export function canOf(ctx: Ctx, row: queries.MeetingRecord) {
  const own = isGiver(ctx, row.orgId);
  return {
    edit: own && mayStep('edit', row.state),
    notify: own && mayStep('notify', row.state),
    cancel: own && mayStep('cancel', row.state),
    hold: own && mayStep('hold', row.state),
    record: own && row.state === 2,
    issue: own && mayStep('issue', row.state),
    recall: own && mayStep('recall', row.state),
    run: own && (row.state === 1 || row.state === 2),
  };
}

export const rowOf = (ctx: Ctx, row: queries.MeetingRecord): contract.OfficeMeetingRow => ({
  id: row.id,
  title: row.title,
  orgId: row.orgId,
  orgName: row.orgName,
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  place: row.place,
  state: row.state,
  stateName: MEETING_STATES[row.state],
  invited: row.invited,
  coming: row.coming,
  leave: row.leave,
  silent: row.silent,
  ownAnswer: row.ownAnswer,
  minutesName: row.state === 3 ? minutesName(row.minutesYear, row.minutesNo) : '',
  version: row.version,
  can: canOf(ctx, row),
});

export async function loadMeeting(ctx: Ctx, id: string, lock = false): Promise<queries.MeetingRecord> {
  const row = await queries.findMeeting(ctx.db, ctx.scope, ctx.session.orgId, id, lock);
  if (!row) throw notFound(NO_MEETING);
  return row;
}

/** The own organisation's meeting, locked, as the page saw it. */
export async function lockRow(ctx: Ctx, id: string, version?: number): Promise<queries.MeetingRecord> {
  const row = await loadMeeting(ctx, id, true);
  if (!isGiver(ctx, row.orgId)) throw refuse('只有召开会议的组织可以办理');
  if (version !== undefined && row.version !== version) throw conflict(CHANGED);
  return row;
}

export const auditMeeting = (ctx: Ctx, row: Pick<queries.MeetingRecord, 'id' | 'title' | 'orgCode'>, reason = '') =>
  ctx.audit({ type: 'officeMeeting', id: row.id, name: row.title, orgCode: row.orgCode, reason });
