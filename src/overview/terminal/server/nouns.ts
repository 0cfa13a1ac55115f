import { nounHouse } from '#people/org/server/nounHouse.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { badInput, notFound } from '#platform/server/errors.ts';
import { serveNoun } from '#platform/server/noun/serve.ts';
import { bigEvent, bigEventCalls } from '../nouns/bigEvent.ts';
import { book, bookCalls } from '../nouns/book.ts';
import { group, groupCalls } from '../nouns/group.ts';
import { honor, honorCalls } from '../nouns/honor.ts';
import { media, mediaCalls } from '../nouns/media.ts';
import { publicity, publicityCalls, type sortPublicity } from '../nouns/publicity.ts';
import { study, studyCalls } from '../nouns/study.ts';
import { welcome, welcomeCalls } from '../nouns/welcome.ts';
import { greetingState } from '../rules.ts';
import * as queries from './queries/content.ts';
import { countOfGroups } from './queries/device.ts';
import { offeredFileReader } from './share.ts';

const { ORDERS, ofPlace } = queries;

export const servedWelcome = serveNoun(welcome, welcomeCalls, nounHouse, {
  refuse: async (ctx, after, before): Promise<Record<string, string>> => {
    if (!after.visitFrom || !after.visitTo) return {};
    const other = await queries.overlappingVisit(ctx.db, after, before?.id ?? '0');
    return other ? { visitFrom: `该组织的终端${other.visitFrom}至${other.visitTo}已有欢迎词“${other.title}”` } : {};
  },
  order: ORDERS.welcome,
  conditions: ({ showing }) => (showing ? [queries.hasGreetingState(showing)] : []),
  shown: async (ctx, rows) => {
    const today = await todayOf(ctx.db);
    return new Map(rows.map((row) => [row.id, { showing: greetingState(today, row) }]));
  },
});

export const servedPublicity = serveNoun(publicity, publicityCalls, nounHouse, {
  order: ORDERS.publicity,
  conditions: ({ place }) => (place ? [ofPlace(place)] : []),
  readsFile: offeredFileReader('publicity'),
  shown: async (_ctx, rows) => new Map(rows.map((row) => [row.id, { updatedOn: row.updatedAt.toISOString() }])),
  follow: async (ctx, id, before, after) => {
    if (after && after.orgId !== before?.orgId) await queries.putFirst(ctx.db, id);
  },
});

export const servedHonor = serveNoun(honor, honorCalls, nounHouse, { order: ORDERS.honor });

export const servedBigEvent = serveNoun(bigEvent, bigEventCalls, nounHouse, {
  order: ORDERS.event,
  conditions: ({ place }) => (place ? [ofPlace(place)] : []),
});

export const servedMedia = serveNoun(media, mediaCalls, nounHouse, {
  order: ORDERS.media,
  readsFile: offeredFileReader('media'),
});

export const servedGroup = serveNoun(group, groupCalls, nounHouse, {
  shown: async (ctx, rows) => {
    const counts = await countOfGroups(
      ctx.db,
      rows.map(({ id }) => id),
    );
    return new Map(rows.map(({ id }) => [id, { devices: counts.get(id) ?? 0 }]));
  },
});

export const servedStudy = serveNoun(study, studyCalls, nounHouse, {
  order: ORDERS.media,
  readsFile: offeredFileReader('study'),
});

export const servedBook = serveNoun(book, bookCalls, nounHouse, {
  order: ORDERS.media,
  readsFile: offeredFileReader('book'),
});

/**
 * Moves a 宣传内容 behind another one of its organisation, or to the front.
 * @throws 404 where it is out of scope; body code 600 where the other one is of another organisation
 */
export async function movePublicity(ctx: Ctx, { id, after }: ParsedOf<typeof sortPublicity>): Promise<null> {
  const row = await queries.findPublicity(ctx.db, ctx.scope, id);
  if (!row) throw notFound('宣传内容不存在');
  const ids = await queries.lockOrder(ctx.db, row.orgId);
  const others = ids.filter((one) => one !== id);
  const at = after === null ? -1 : others.indexOf(after);
  if (after !== null && at < 0) throw badInput({ after: '只能在同一组织的宣传内容之间调整顺序' });
  await queries.writeOrder(ctx.db, others.toSpliced(at + 1, 0, id));
  const place: [number, number] = [ids.indexOf(id) + 1, at + 2];
  ctx.audit({ type: publicity.is.name, id, name: row.title, orgCode: row.orgCode, changes: { sort: place } });
  return null;
}
