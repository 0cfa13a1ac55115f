import type { Ctx } from '#platform/server/context.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { canReadFile, readOnPageOnly } from '#platform/server/files/fileRights.ts';
import { findInvitee, inviteeOfPerson } from './queries/invitees.ts';
import { findMeeting, type MeetingRecord } from './queries/meetings.ts';
import { findPart } from './queries/parts.ts';
import { hasPart } from './queries/people.ts';
import { findTask } from './queries/tasks.ts';
import { FILL_FILES, PART_FILES, SAID_FILES, TASK_FILES } from './service/common.ts';
import { RECORD_FILES } from './service/invitees.ts';
import { CLOSED_FILES, isOver, MEETING_FILES, MINUTES_FILES } from './service/meetingCommon.ts';
import { isOwn } from './service/parts.ts';

/** A part is read by whoever sees its organisation, and by the person to whom it was given. */
async function readsPart(ctx: Ctx, rowId: string | null): Promise<boolean> {
  if (rowId === null) return false;
  if (ctx.may('task:read') && (await findPart(ctx.db, ctx.scope, rowId)) !== undefined) return true;
  if (!ctx.may('task:own')) return false;
  const part = await findPart(ctx.db, wholeScope, rowId);
  return part !== undefined && isOwn(ctx, part);
}

/** A meeting that the session sees, or to which its person is called. */
async function meetingOf(ctx: Ctx, rowId: string | null): Promise<MeetingRecord | undefined> {
  if (rowId === null) return undefined;
  const { orgId, memberId } = ctx.session;
  const seen = ctx.may('task:read') ? await findMeeting(ctx.db, ctx.scope, orgId, rowId) : undefined;
  if (seen || memberId === null || !ctx.may('task:own')) return seen;
  const called = await inviteeOfPerson(ctx.db, rowId, memberId);
  const row = called && (await findMeeting(ctx.db, wholeScope, called.orgId, rowId));
  return row?.noticedAt ? row : undefined;
}

/** Whether the session is at work for the organisation that called a meeting; a member of it alone is not. */
const calledIt = (ctx: Ctx, row: MeetingRecord) => row.orgId === ctx.session.orgId && ctx.may('task:read');

/** Announces who reads files of the office: those of a task whoever sees the task, those of a report whoever sees the part. */
export function announceFiles(): void {
  canReadFile(TASK_FILES, async (ctx, { rowId }) => {
    if (rowId === null) return false;
    const { memberId } = ctx.session;
    if (memberId && ctx.may('task:own') && (await hasPart(ctx.db, memberId, rowId))) return true;
    if (!ctx.may('task:read')) return false;
    return (await findTask(ctx.db, ctx.scope, ctx.session.orgId, rowId)) !== undefined;
  });
  canReadFile(PART_FILES, (ctx, { rowId }) => readsPart(ctx, rowId));
  canReadFile(SAID_FILES, (ctx, { rowId }) => readsPart(ctx, rowId));
  canReadFile(FILL_FILES, async (ctx, { rowId }) => {
    if (rowId === null || !ctx.may('task:read')) return false;
    return (await findPart(ctx.db, ctx.scope, rowId)) !== undefined;
  });
  canReadFile(MEETING_FILES, async (ctx, { rowId }) => (await meetingOf(ctx, rowId)) !== undefined);
  // Papers 会后收回: until the end, whoever is called; afterwards who called it.
  canReadFile(CLOSED_FILES, async (ctx, { rowId }) => {
    const row = await meetingOf(ctx, rowId);
    return row !== undefined && (!isOver(row) || calledIt(ctx, row));
  });
  readOnPageOnly(CLOSED_FILES, async (ctx, { rowId }) => {
    const row = await meetingOf(ctx, rowId);
    return row === undefined || !calledIt(ctx, row);
  });
  canReadFile(MINUTES_FILES, async (ctx, { rowId }) => {
    const row = await meetingOf(ctx, rowId);
    return row !== undefined && (row.state === 3 || calledIt(ctx, row));
  });
  canReadFile(RECORD_FILES, async (ctx, { rowId }) => {
    if (rowId === null || !ctx.may('task:read')) return false;
    return (await findInvitee(ctx.db, ctx.scope, rowId)) !== undefined;
  });
}
