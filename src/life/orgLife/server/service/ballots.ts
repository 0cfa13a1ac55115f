import { sheetOf } from '#kernel/attendance/server/index.ts';
import type * as contract from '#life/orgLife/contract.ballot.ts';
import { meetingPath } from '#life/orgLife/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { refuse } from '#platform/server/errors.ts';
import { BALLOTS } from '#procedures/ballot/rules.ts';
import { listBallotsAt } from '#procedures/ballot/server/index.ts';
import { draftBallotAt } from '#procedures/ballot/server/service/desk.ts';
import * as queries from '../queries/meeting.ts';
import { auditMeeting, loadMeeting, mayWrite } from './meeting.ts';

/** Topics that are decided by a vote: 讨论决定. A vote of 发展党员 is typed at the person. */
const DECIDED = 2;
const HOUR = 3_600_000;

const mayVote = (ctx: Ctx, row: queries.MeetingRecord) => mayWrite(ctx, row) && (row.state === 1 || row.state === 2);

/** The secret votes of a meeting. */
export async function list(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.meetingBallots>,
): Promise<ReplyOf<typeof contract.meetingBallots>> {
  const row = await loadMeeting(ctx, id);
  const sheet = await sheetOf(ctx.db, queries.KIND, id);
  const found = sheet ? await listBallotsAt(ctx.db, sheet.id) : [];
  return {
    rows: found.map((one) => ({
      id: one.id,
      title: one.title,
      state: one.state,
      voters: one.voters,
      cast: one.cast,
      href: one.state === 0 && ctx.may('event:write') ? BALLOTS.edit(one.id) : BALLOTS.view(one.id),
    })),
    can: { add: sheet !== undefined && mayVote(ctx, row) },
  };
}

/** A draft of a vote among those due at the meeting: on what is to be decided, open until a day after it. */
export async function add(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.addMeetingBallot>,
): Promise<ReplyOf<typeof contract.addMeetingBallot>> {
  const row = await loadMeeting(ctx, id, true);
  const sheet = await sheetOf(ctx.db, queries.KIND, id);
  if (!sheet || !mayVote(ctx, row)) throw refuse('发出通知后、提交记录前，由召开会议的组织发起投票');
  const topics = await queries.topicsOf(ctx.db, id);
  const decided = topics.filter(({ kind }) => kind === DECIDED).map(({ title }) => title.slice(0, 60));
  const options = [...new Set(decided.length > 0 ? decided : [row.title])];
  const end = Math.max(row.endsAt.getTime(), Date.now()) + 24 * HOUR;
  const ballotId = await draftBallotAt(
    ctx,
    { id: row.orgId, code: row.orgCode },
    {
      sheetId: sheet.id,
      occasion: row.title,
      occasionUrl: meetingPath(row),
      options,
      endsAt: new Date(Math.ceil(end / HOUR) * HOUR),
    },
  );
  auditMeeting(ctx, row);
  return { ballotId };
}
