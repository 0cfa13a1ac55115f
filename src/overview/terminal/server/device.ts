import { createHash } from 'node:crypto';
import { uploadedFiles } from '#kernel/files/server/accept.ts';
import { sendFile } from '#kernel/files/server/service/download.ts';
import { nounHouse } from '#people/org/server/nounHouse.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { findFile } from '#platform/server/files/fileRights.ts';
import { DEVICE_COOKIE } from '#platform/server/http/device.ts';
import { serveNoun } from '#platform/server/noun/serve.ts';
import { cleanHtml } from '#platform/text/richText.ts';
import type * as contract from '../contract.device.ts';

import { device, deviceCalls } from '../nouns/device.ts';
import { MAX_ROWS, PARTS, type Part, statusOf } from '../rules.device.ts';
import { masked, partsOf, rowsOf } from './contents.ts';
import { listShownRows } from './doors.ts';
import { setDeviceCookie } from './pair.ts';
import { filesOfProgramme, insertsIn, programmeOf } from './programme.ts';
import * as queries from './queries/device.ts';
import { noteReach } from './queries/insert.ts';
import { ratesOf } from './queries/plays.ts';
import { isShown, partOfKind, type ShownRow, summaryOf } from './queries/shown.ts';

export const servedDevice = serveNoun(device, deviceCalls, nounHouse, {
  conditions: ({ status, concern, inGroup }) => [
    ...(status ? [queries.statusIs(status)] : []),
    ...(concern ? [queries.concernIs(concern)] : []),
    ...(inGroup ? [queries.isInGroup(inGroup)] : []),
  ],
  shown: async (ctx, rows) => {
    const ids = rows.map(({ id }) => id);
    const [found, rates] = await Promise.all([queries.standings(ctx.db, ids), ratesOf(ctx.db, ids, 7)]);
    const weeks = Map.groupBy(rates, ({ id }) => id);
    return new Map(
      found.map(({ id, bound, revoked, seenAt, boundAt, behindSince, now, holds: _holds, ...said }) => [
        id,
        {
          ...said,
          status: statusOf({ bound, revoked, seenAt: seenAt?.getTime() ?? null }, now.getTime()),
          seenAt: seenAt?.toISOString() ?? null,
          behindSince: behindSince?.toISOString() ?? null,
          week: (weeks.get(id) ?? []).map(({ rate }) => rate),
          boundAt: bound ? (boundAt?.toISOString() ?? null) : null,
        },
      ]),
    );
  },
  // A device that comes back from the recycle bin is bound anew, and one that becomes a wall: it shows what whoever pairs it may read.
  follow: async (ctx, id, before, after) => {
    if (after === null || (before !== null && after.isWall && !before.isWall)) await queries.release(ctx.db, id, false);
  },
});

const lock = async (ctx: Ctx, id: string) => {
  const row = await queries.lockDevice(ctx.db, ctx.scope, id);
  if (!row) throw notFound('终端不存在');
  return row;
};

const audited = (ctx: Ctx, { id, name, orgCode }: queries.DeviceRow, reason?: string) =>
  ctx.audit({ type: device.is.name, id, name, orgCode, ...(reason === undefined ? {} : { reason }) });

/** Takes a terminal out of use: what it holds is worthless from now on. */
export async function revokeDevice(ctx: Ctx, { id, reason }: ParsedOf<typeof contract.revokeDevice>): Promise<null> {
  const row = await lock(ctx, id);
  await queries.release(ctx.db, row.id, true);
  audited(ctx, row, reason);
  return null;
}

/** The terminal that asks, with what it shows. */
async function terminalOf(ctx: Ctx): Promise<queries.Terminal> {
  const found = await queries.findTerminal(ctx.db, ctx.device.id);
  if (!found) throw notFound('本终端没有配对');
  return found;
}

async function summary(ctx: Ctx, part: Part, orgId: string): Promise<{ count: number; stamp: string }> {
  if (part !== 'vote' && part !== 'life') return summaryOf(ctx.db, part, orgId);
  const rowsShown = await listShownRows(ctx.db, part, orgId);
  return {
    count: rowsShown.length,
    stamp: createHash('sha256').update(JSON.stringify(rowsShown)).digest('hex').slice(0, 32),
  };
}

/** The parts of a terminal with how much stands in each. */
export async function getMenu(
  ctx: Ctx,
  input: ParsedOf<typeof contract.getAppMenuList>,
): Promise<ReplyOf<typeof contract.getAppMenuList>> {
  const of = await terminalOf(ctx);
  const head = { asOf: of.now.toISOString(), deviceName: of.name, place: of.place, orgName: of.orgName };
  const menus =
    input.hash === undefined
      ? await Promise.all(
          partsOf(of).map(async (part) => ({ part, title: PARTS[part], ...(await summary(ctx, part, of.orgId)) })),
        )
      : [];
  if (input.menuOnly) return { ...head, menus, hash: '', programme: null };
  const { programme, hash } = await programmeOf(ctx.db, of);
  await queries.noteDue(ctx.db, of.id, hash);
  return { ...head, menus, hash, programme: hash === input.hash ? null : programme };
}

/** What a terminal shows of one part. */
export async function getContent(
  ctx: Ctx,
  input: ParsedOf<typeof contract.getContent>,
): Promise<ReplyOf<typeof contract.getContent>> {
  const of = await terminalOf(ctx);
  if (!partsOf(of).includes(input.part)) throw notFound('本终端不展示这个栏目');
  const found = (await rowsOf(ctx.db, input.part, of.orgId)).map(masked);
  const idsOf = ({ files }: ShownRow) => files.split(',').filter(Boolean);
  const files = await uploadedFiles(ctx.db, found.flatMap(idsOf));
  const byId = new Map(files.map((one) => [one.id, one]));
  const { count } = found.length < MAX_ROWS ? { count: found.length } : await summary(ctx, input.part, of.orgId);
  return {
    total: count,
    rows: found.map((row) => ({
      ...row,
      html: cleanHtml(row.html),
      files: idsOf(row).flatMap((id) => {
        const one = byId.get(id);
        return one ? [{ id, name: one.name, fileType: one.fileType, hasSizes: one.thumbnailUrl !== '' }] : [];
      }),
    })),
  };
}

/** A file that the terminal shows now; asked anew at every reading. */
export async function readFile(ctx: Ctx, input: ParsedOf<typeof contract.terminalFile>): Promise<FileReply> {
  const missing = () => notFound('文件不存在或已过期');
  const of = await terminalOf(ctx);
  const file = await findFile(ctx, input.fileName.slice(0, 32));
  const part = file && partOfKind(file.kind);
  if (!file?.rowId || !part) throw missing();
  const own = partsOf(of).includes(part) && (await isShown(ctx.db, part, of.orgId, file.rowId, file.id));
  // What a programme from above shows lies with whoever wrote it.
  if (!own && !(await filesOfProgramme(ctx.db, of)).has(file.id)) throw missing();
  return sendFile(ctx, input.fileName, file);
}

/** What a terminal says of itself; its cookie lives on with it. */
export async function beat(
  ctx: Ctx,
  { clock, item, ...said }: ParsedOf<typeof contract.heartbeat>,
): Promise<ReplyOf<typeof contract.heartbeat>> {
  const now = Date.now();
  const clockOff = clock === null ? null : Math.max(-2e9, Math.min(2e9, Math.round((clock - now) / 1000)));
  const { renew } = await queries.noteBeat(ctx.db, ctx.device.id, { ...said, clockOff });
  await noteReach(ctx.db, ctx.device.id, insertsIn([{ item, fromAt: null }]));
  if (renew) setDeviceCookie(ctx, ctx.request.cookies[DEVICE_COOKIE] ?? '');
  return { asOf: new Date(now).toISOString() };
}
