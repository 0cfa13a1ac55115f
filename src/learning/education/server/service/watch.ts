import type * as contract from '#learning/education/contract.watch.ts';
import { applyBeat, isLearned, multirangeOf, percentOf, spansOf } from '#learning/education/rules.seen.ts';
import { ADDRESSES } from '#learning/education/rules.ts';
import { grantHours } from '#people/studyHours/server/index.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { type Db, transact } from '#platform/server/database/db.ts';
import { notFound } from '#platform/server/errors.ts';
import * as plays from '../queries/play.ts';
import * as queries from '../queries/watch.ts';

const NOT_FOR_ME = '没有找到这个视频，或已下架';
const LABELS = 20;
const MINE = 60;

const row = (of: queries.ReadVideo) => ({
  id: of.id,
  title: of.title,
  cover: of.cover,
  unitId: of.unitId,
  unitName: of.unitName,
  isRequired: of.isRequired,
  orgName: of.orgName,
  speaker: of.speaker,
  year: of.year,
  labels: of.labels,
  seconds: of.seconds,
  countsHours: of.countsHours,
  share: of.share,
  viewers: of.viewers,
  publishedAt: of.publishedAt.toISOString(),
  percent: percentOf(of.seen, of.seconds),
  isLearned: of.doneAt !== null,
  watchedAt: of.watchedAt?.toISOString() ?? null,
});

/** A page of what is for the session. */
export async function videos(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listVideos>,
): Promise<ReplyOf<typeof contract.listVideos>> {
  const filter = {
    unitId: input.unitId ?? null,
    label: input.label || null,
    isRequired: input.isRequired ?? null,
    words: input.keyWords || null,
    order: input.order,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageForReader(ctx.db, ctx.session, filter, input.pageSize, offset);
  return { rows: found.rows.map(row), total: found.total };
}

export const labels = (ctx: Ctx) => queries.labelsFor(ctx.db, ctx.session, LABELS);

/** What the session goes on with, required first. */
export async function mine(ctx: Ctx): Promise<ReplyOf<typeof contract.myVideos>> {
  const [required, begun, learned, figures] = await Promise.all([
    queries.minesOf(ctx.db, ctx.session, 'required', MINE),
    queries.minesOf(ctx.db, ctx.session, 'begun', MINE),
    queries.minesOf(ctx.db, ctx.session, 'learned', MINE),
    queries.figuresOf(ctx.db, ctx.session),
  ]);
  return { required: required.map(row), begun: begun.map(row), learned: learned.map(row), ...figures };
}

/** One video to be watched, with what the session has of it. */
export async function watch(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.watchVideo>> {
  const found = await queries.findForReader(ctx.db, ctx.session, id);
  if (!found) throw notFound(NOT_FOR_ME);
  const [notes, series] = await Promise.all([
    queries.notesOf(ctx.db, ctx.session.accountId, id),
    queries.seriesOf(ctx.db, ctx.session, found.unitId),
  ]);
  return {
    ...row(found),
    intro: found.intro,
    fileId: found.fileId,
    chapters: found.chapters,
    subtitles: found.subtitles,
    position: Math.min(found.position, found.seconds),
    seen: spansOf(found.ranges).map(([from, to]): [number, number] => [from, to]),
    notes: notes.map((note) => ({ ...note, createdAt: note.createdAt.toISOString() })),
    series: series.map((one) => ({
      id: one.id,
      title: one.title,
      seconds: one.seconds,
      percent: percentOf(one.seen, one.seconds),
      isLearned: one.doneAt !== null,
    })),
  };
}

/** Begins to play a video; whatever else the account plays ends. */
export async function start(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.startPlay>,
): Promise<ReplyOf<typeof contract.startPlay>> {
  if (!(await queries.findForReader(ctx.db, ctx.session, id))) throw notFound(NOT_FOR_ME);
  const { accountId } = ctx.session;
  const playId = await transact(ctx.services.db, async (tx) => {
    const made = await plays.openPlay(tx, accountId, id);
    await plays.countViewer(tx, accountId, id);
    return made;
  });
  return { playId };
}

/**
 * Grants the minutes of a video that somebody has learned this year; granted again as more of it is seen, the ledger takes the
 * difference. Whoever is no party member has no ledger.
 */
async function grant(
  tx: Db,
  memberId: string | null,
  play: plays.PlayRow,
  before: plays.SeenRow | undefined,
  now: plays.SeenRow,
): Promise<void> {
  const minutes = Math.floor(now.seconds / 60);
  if (!play.countsHours || memberId === null || !now.isDone || minutes === 0) return;
  if (before?.isDone && Math.floor(before.seconds / 60) === minutes) return;
  await grantHours(tx, [
    {
      personId: memberId,
      day: now.today,
      source: 'video',
      evidence: `video:${play.videoId}:${now.year}`,
      minutes,
      title: play.title,
      link: ADDRESSES.view(play.videoId),
    },
  ]);
}

/** Takes a beat of an open play in: its new seconds join what the account has seen this year. */
export async function recordPlayBeat(
  ctx: Ctx,
  input: ParsedOf<typeof contract.beatPlay>,
): Promise<ReplyOf<typeof contract.beatPlay>> {
  const { session } = ctx;
  return transact(ctx.services.db, async (tx) => {
    const play = await plays.lockPlay(tx, session, input.playId);
    if (!play) throw notFound(NOT_FOR_ME);
    const { videoId, seconds: duration, share } = play;
    const state = { age: play.age, beats: spansOf(play.beats), taken: spansOf(play.taken) };
    const taken = applyBeat(state, { number: input.number, spans: input.spans }, duration);
    const before = await plays.readSeen(tx, session.accountId, videoId);
    let now = before;
    if (!play.isClosed && !taken.isKnown) {
      await plays.writePlay(tx, input.playId, multirangeOf(taken.beats), multirangeOf(taken.taken));
      const of = {
        accountId: session.accountId,
        videoId,
        position: Math.min(input.position, duration),
        duration,
        share,
      };
      const joined = await plays.joinSeen(tx, of, multirangeOf(taken.added));
      await grant(tx, session.memberId, play, before, joined);
      now = joined;
    }
    const seen = spansOf(now?.ranges ?? '{}');
    return {
      isOver: play.isClosed,
      seen: seen.map(([from, to]): [number, number] => [from, to]),
      percent: percentOf(now?.seconds ?? 0, duration),
      isLearned: isLearned(now?.seconds ?? 0, duration, share),
      added: (now?.seconds ?? 0) - (before?.seconds ?? 0),
    };
  });
}

export async function note(
  ctx: Ctx,
  input: ParsedOf<typeof contract.addNote>,
): Promise<ReplyOf<typeof contract.addNote>> {
  if (!(await queries.findForReader(ctx.db, ctx.session, input.id))) throw notFound(NOT_FOR_ME);
  return { id: await queries.insertNote(ctx.db, ctx.session.accountId, input.id, input.at, input.content) };
}

export async function removeNote(ctx: Ctx, id: string): Promise<null> {
  if (!(await queries.dropNote(ctx.db, ctx.session.accountId, id))) throw notFound('没有找到这条笔记');
  return null;
}

export const forgetPlays = async (services: Services) => {
  await plays.dropOldPlays(services.db);
};
