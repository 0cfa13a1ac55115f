import { branchWallOf, orgWallOf } from '#overview/screen/server/index.ts';
import { CODE, type ReplyOf } from '#platform/contract.ts';
import { Ctx } from '#platform/server/context.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { notFound, Refusal } from '#platform/server/errors.ts';
import { sessionOfGrantHolder } from '#platform/server/http/authenticate.ts';
import type * as contract from '../contract.wall.ts';
import { wallOfDevice } from './queries/device.ts';

const RIGHT = 'dj:djdp';
/** Milliseconds for which one computation serves all walls of an organisation. */
const SHARED_MS = 15_000;
const MOST_SHARED = 500;

type Wall = ReplyOf<typeof contract.deviceWall>;
const shared = new Map<string, { until: number; wall: Promise<Wall> }>();

/** As of a terminal out of use: the page shows the digits to pair it anew. */
const unpaired = (why: string) => new Refusal(CODE.unauthorised, why);

/** Without addresses and ids of people: whoever stands before a wall is nobody. */
const unlinked = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value, (key, one) => (key === 'href' ? null : one))) as T;

async function compute(ctx: Ctx, orgId: string): Promise<Wall> {
  const org = await orgWallOf(ctx, { orgId });
  if (org.below.length > 0) return { org: unlinked(org), branch: null };
  const branch = unlinked(await branchWallOf(ctx, { orgId }));
  const numbered = <T extends { id: string }>(rows: readonly T[] | null) =>
    rows?.map((one, at) => ({ ...one, id: String(at) })) ?? null;
  const { wall, news, next, rank } = branch;
  return {
    org: null,
    branch: {
      ...branch,
      wall: numbered(wall) ?? [],
      // What somebody typed as a title may name people in full: the kind of the meeting is told alone.
      news: numbered(news)?.map((one) => ({ ...one, text: one.kind })) ?? null,
      next: next && { ...next, title: next.kind, place: '' },
      rank: rank && { ...rank, rows: numbered(rank.rows) ?? [] },
    },
  };
}

/**
 * The figures of a wall's organisation as whoever paired it may read them; read once in fifteen seconds, however many walls ask.
 * @throws 404 where the terminal shows no wall; body code 401 where whoever paired it may read it no more
 */
export async function wall(ctx: Ctx): Promise<Wall> {
  const found = await wallOfDevice(ctx.db, ctx.device.id);
  if (!found) throw notFound('这台终端没有设为数据大屏');
  const session = await sessionOfGrantHolder({ db: ctx.db, services: ctx.services }, found.grantId, RIGHT);
  if (session?.base !== 'subtree') throw unpaired('配对这块大屏的人已无权查看，请重新配对');
  const { services, request, response } = ctx;
  const reader = new Ctx({ db: ctx.db, services, session, request, response });
  if (!inScope(reader.scope, found.orgCode)) throw unpaired('大屏所属组织已不在配对人的管理范围内，请重新配对');
  const key = `${found.grantId}:${found.orgId}`;
  const kept = shared.get(key);
  if (kept && kept.until > Date.now()) return kept.wall;
  if (shared.size >= MOST_SHARED) shared.clear();
  const answer = compute(reader, found.orgId);
  shared.set(key, { until: Date.now() + SHARED_MS, wall: answer });
  answer.catch(() => shared.delete(key));
  return answer;
}
