import { randomBytes } from 'node:crypto';
import { findOrg } from '#house/server/findOrg.ts';
import { currentCode, isCodeValid } from '#kernel/attendance/server/codes.ts';
import type * as contract from '#learning/education/contract.tv.ts';
import { MAX_SITE, TV } from '#learning/education/rules.tv.ts';
import { peopleById } from '#people/member/server/index.ts';
import { grantHours } from '#people/studyHours/server/index.ts';
import { ownMemberId } from '#people/studyHours/server/service/hours.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { type Db, todayOf, transact } from '#platform/server/database/db.ts';
import { wholeScope } from '#platform/server/database/scope.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { shareOf } from '#platform/text/share.ts';
import { yearsOf } from '#platform/time/periods.ts';
import * as queries from '../queries/tv.ts';

const NO_SESSION = '没有找到这个远教场次，或不在管理范围内';
const OVER = '这个场次已经结束';

const rowOf = (row: queries.TvRecord) => ({
  id: row.id,
  orgName: row.orgName,
  title: row.title,
  startedAt: row.startedAt.toISOString(),
  startedBy: row.startedBy,
  endedAt: row.endedAt?.toISOString() ?? null,
  videos: row.videoIds.length,
  people: row.people,
  playedMinutes: Math.floor(row.playedSeconds / 60),
});

async function see(ctx: Ctx, id: string, lock = false): Promise<queries.TvRecord> {
  const row = await queries.findTv(ctx.db, ctx.scope, id, lock);
  if (!row) throw notFound(NO_SESSION);
  return row;
}

const log = (ctx: Ctx, row: queries.TvRecord, changes: Record<string, [unknown, unknown]>) =>
  ctx.audit({ type: 'tvSession', id: row.id, name: row.title, orgCode: row.orgCode, changes });

export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listTv>,
): Promise<ReplyOf<typeof contract.listTv>> {
  const found = await queries.pageOfTv(ctx.db, ctx.scope, input.pageSize, (input.pageNum - 1) * input.pageSize);
  return { rows: found.rows.map(rowOf), total: found.total };
}

export async function sites(
  ctx: Ctx,
  input: ParsedOf<typeof contract.tvSites>,
): Promise<ReplyOf<typeof contract.tvSites>> {
  const now = await todayOf(ctx.db);
  const year = input.year ?? Number(now.slice(0, 4));
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfSites(ctx.db, ctx.scope, year, input.pageSize, offset);
  return {
    rows: found.rows.map((row) => ({
      ...row,
      rate: Math.min(100, shareOf(row.people, row.members) ?? 0),
    })),
    total: found.total,
    year,
    years: yearsOf(now),
  };
}

export async function get(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getTv>> {
  const row = await see(ctx, id);
  const [programme, people] = await Promise.all([
    queries.programmeOf(ctx.db, ctx.session, row.videoIds),
    queries.peopleOf(ctx.db, ctx.scope, row, MAX_SITE),
  ]);
  return {
    ...rowOf(row),
    playedSeconds: row.playedSeconds,
    programme,
    people,
    present: people.filter(({ isPresent }) => isPresent).length,
    total: people.length,
  };
}

/** The code on the screen. @throws refuse where the session is over */
export async function code(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.tvCode>> {
  const row = await see(ctx, id);
  if (row.endedAt) throw refuse(OVER);
  return currentCode(row.secret, row.now);
}

/** Opens a session at a site; a site has one at a time. */
export async function start(
  ctx: Ctx,
  { orgId, title, videoIds }: ParsedOf<typeof contract.startTv>,
): Promise<ReplyOf<typeof contract.startTv>> {
  const org = await findOrg(ctx.db, ctx.scope, orgId);
  if (!org || ctx.scope.memberId !== null) throw notFound('组织不存在，或不在管理范围内');
  const chosen = [...new Set(videoIds)];
  const programme = await queries.programmeOf(ctx.db, ctx.session, chosen);
  if (programme.length < chosen.length) throw badInput({ videoIds: '有的视频没有发布，请重新选择节目' });
  const id = await writeUnique(
    () =>
      queries.insertTv(ctx.db, org, {
        title,
        videoIds: chosen,
        secret: randomBytes(32),
        by: ctx.session.accountName,
      }),
    () => refuse('这个站点有一个场次还没有结束，请先结束它'),
  );
  ctx.audit({ type: 'tvSession', id, name: title, orgCode: org.code, changes: { videos: [null, chosen.length] } });
  return { id };
}

/** Notes who came and went. */
export async function tick(ctx: Ctx, { id, memberIds, isPresent }: ParsedOf<typeof contract.tickTv>): Promise<null> {
  const row = await see(ctx, id, true);
  const chosen = [...new Set(memberIds)];
  const people = await peopleById(ctx.db, ctx.scope, chosen);
  if (people.length < chosen.length) throw notFound('人员不存在，或不在管理范围内');
  if (row.endedAt) throw refuse(OVER);
  await queries.move(ctx.db, id, chosen, isPresent);
  const names = people.map(({ name }) => name).join('、');
  log(ctx, row, isPresent ? { came: [null, names] } : { left: [names, null] });
  return null;
}

/** A word of the player, every fifteen seconds and when it stops. */
export async function recordTvBeat(
  ctx: Ctx,
  { id, isPlaying }: ParsedOf<typeof contract.beatTv>,
): Promise<ReplyOf<typeof contract.beatTv>> {
  const row = await see(ctx, id);
  if (row.endedAt) throw refuse(OVER);
  return { playedSeconds: await queries.savePlayedTime(ctx.db, id, isPlaying) };
}

/** Ends a locked session and grants the hours: presence while something was played. */
async function finish(db: Db, row: queries.TvRecord): Promise<number> {
  const heard = await queries.end(db, row.id);
  await grantHours(
    db,
    heard.map(({ personId, minutes }) => ({
      personId,
      day: row.day,
      source: 'tv',
      evidence: `tv:${row.id}`,
      minutes,
      title: row.title,
      link: TV.session(row.id),
    })),
  );
  return heard.length;
}

export async function end(ctx: Ctx, { id }: ParsedOf<typeof contract.endTv>): Promise<ReplyOf<typeof contract.endTv>> {
  const row = await see(ctx, id, true);
  if (row.endedAt) throw refuse(OVER);
  const people = await finish(ctx.db, row);
  log(ctx, row, { granted: [null, people] });
  return { people };
}

/** Ends what was left running. */
export async function endForgotten(services: Services): Promise<void> {
  for (const id of await queries.listForgottenSessions(services.db))
    await transact(services.db, async (tx) => {
      const row = await queries.findTv(tx, wholeScope, id, true);
      if (row && !row.endedAt) await finish(tx, row);
    });
}

/** 扫码签到, 签退: by the code on the screen, at a site to which the own branch belongs. */
export async function sign(
  ctx: Ctx,
  input: ParsedOf<typeof contract.signTv>,
): Promise<ReplyOf<typeof contract.signTv>> {
  const memberId = ownMemberId(ctx);
  const row = await queries.findOwnTv(ctx.db, ctx.session.orgCode, input.id);
  if (!row) throw notFound('没有找到这个远教场次，或已经结束');
  if (!isCodeValid(row.secret, input.code, row.now)) throw badInput({ code: '签到码已经失效，请重新扫码' });
  await queries.move(ctx.db, row.id, [memberId], input.isPresent);
  log(ctx, row, { signed: [!input.isPresent, input.isPresent] });
  return { title: row.title, orgName: row.orgName, isPresent: input.isPresent };
}
