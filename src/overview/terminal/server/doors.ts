import { meetingPath, typeName } from '#life/orgLife/rules.ts';
import { findMeeting, listAnnouncedMeetings } from '#life/orgLife/server/index.ts';
import { list as meetings } from '#life/orgLife/server/service/meeting.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/db.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { beijingTime } from '#platform/time/days.ts';
import { STATES as VOTE_STATES } from '#procedures/ballot/rules.ts';
import { findBallot, openOrOver } from '#procedures/ballot/server/index.ts';
import { list as ballots } from '#procedures/ballot/server/service/desk.ts';
import type * as contract from '../contract.doors.ts';
import { mayShowLife, mayShowVote, meetingText, voteWords } from '../rules.doors.ts';
import { type DoorKind, findShownIds, setShown, shownOf } from './queries/doors.ts';
import type { ShownRow } from './queries/shown.ts';

const NO_VOTE = '投票不存在';
const NO_MEETING = '会议不存在';

/** 无记名投票 of the scope as its own module lists them, with what the screens tell of. */
export async function votes(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listVotes>,
): Promise<ReplyOf<typeof contract.listVotes>> {
  const { rows, total } = await ballots(ctx, input);
  const on = await findShownIds(
    ctx.db,
    'vote',
    rows.map(({ id }) => id),
  );
  return { total, rows: rows.map((row) => ({ ...row, onScreen: on.has(row.id), mayShow: mayShowVote(row) })) };
}

/** 组织生活 of the scope as its own module lists it, with what the screens tell of. */
export async function life(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listLife>,
): Promise<ReplyOf<typeof contract.listLife>> {
  const { rows, total } = await meetings(ctx, input);
  const on = await findShownIds(
    ctx.db,
    'life',
    rows.map(({ id }) => id),
  );
  return { total, rows: rows.map((row) => ({ ...row, onScreen: on.has(row.id), mayShow: mayShowLife(row) })) };
}

type Meeting = NonNullable<Awaited<ReturnType<typeof findMeeting>>>;
const lifeOf = (row: Meeting) => ({ ...row, cancelled: row.cancelledAt !== null });

const clock = (at: Date) => beijingTime(at).slice(11);

const lifeItem = (row: Meeting) => ({
  day: row.heldOn,
  note: [typeName(row.type), row.place].filter(Boolean).join('，'),
  // Who has come is told once the list is closed.
  text: meetingText({ ...row, held: row.state > 1, from: clock(row.startsAt), to: clock(row.endsAt) }),
});

/** A meeting of the scope as the screens say it. */
export async function oneLife(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getLife>> {
  const row = await findMeeting(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_MEETING);
  const { title, orgName, type, orgId } = row;
  return {
    ...{ id: row.id, title, orgName, typeName: typeName(type), href: meetingPath({ id: row.id, type, orgId }) },
    onScreen: (await findShownIds(ctx.db, 'life', [row.id])).has(row.id),
    mayShow: mayShowLife(lifeOf(row)),
    item: lifeItem(row),
  };
}

interface Told {
  id: string;
  orgId: string;
  orgCode: string;
  title: string;
}

async function put(ctx: Ctx, kind: DoorKind, row: Told, on: boolean): Promise<null> {
  await setShown(ctx.db, kind, row, on, ctx.session.accountName);
  const changes: Record<string, [unknown, unknown]> = { onScreen: [!on, on] };
  ctx.audit({ type: 'boxShown', id: row.id, name: row.title, orgCode: row.orgCode, changes });
  return null;
}

/** Puts a vote of the scope on the screens of its organisation, or takes it off. */
export async function showVote(ctx: Ctx, { id, on }: ParsedOf<typeof contract.showVote>): Promise<null> {
  const row = await findBallot(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_VOTE);
  if (on && !mayShowVote(row)) throw refuse('投票开始以后才能上屏，作废的不上屏');
  return put(ctx, 'vote', row, on);
}

/** The same for a meeting. */
export async function showLife(ctx: Ctx, { id, on }: ParsedOf<typeof contract.showLife>): Promise<null> {
  const row = await findMeeting(ctx.db, ctx.scope, id);
  if (!row) throw notFound(NO_MEETING);
  if (on && !mayShowLife(lifeOf(row)))
    throw refuse('只有已通知、已召开的会议可以上屏；组织生活会、民主生活会、民主评议不上屏');
  return put(ctx, 'life', row, on);
}

const plain = { html: '', files: '', person: '' };

/** What the screens of an organisation say of its votes and meetings; no names. */
export async function listShownRows(db: Db, kind: DoorKind, orgId: string): Promise<ShownRow[]> {
  const ids = await shownOf(db, kind, orgId);
  if (ids.length === 0) return [];
  if (kind === 'life')
    return (await listAnnouncedMeetings(db, ids))
      .filter((row) => mayShowLife(lifeOf(row)))
      .map((row) => ({ ...plain, id: row.id, title: row.title, ...lifeItem(row) }));
  return (await openOrOver(db, ids)).map((row) => ({
    ...plain,
    id: row.id,
    title: row.title,
    day: '',
    note: VOTE_STATES[row.state as keyof typeof VOTE_STATES],
    text: voteWords({ ...row, ends: beijingTime(row.endsAt) }),
  }));
}
