import { createHash, randomInt } from 'node:crypto';
import { uploadedFiles } from '#kernel/files/server/accept.ts';
import { sendFile } from '#kernel/files/server/service/download.ts';
import { shownName } from '#overview/screen/rules.wall.ts';
import { nounHouse } from '#people/org/server/nounHouse.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { workerScope } from '#platform/server/database/scope.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { findFile } from '#platform/server/files/fileRights.ts';
import { sessionOfGrantHolder } from '#platform/server/http/authenticate.ts';
import { serveNoun } from '#platform/server/noun/serve.ts';
import { hashToken, makeToken } from '#platform/server/secrecy/crypto.ts';
import { cleanHtml } from '#platform/text/richText.ts';
import type * as contract from '../contract.device.ts';
import { makeBindCode } from '../contract.device.ts';
import { device, deviceCalls } from '../nouns/device.ts';
import {
  BIND_DIGITS,
  BIND_SECONDS,
  MAX_ROWS,
  PART_NAMES,
  PARTS,
  type Part,
  statusOf,
  TICKET_SECONDS,
} from '../rules.device.ts';
import { listShownRows } from './doors.ts';
import * as queries from './queries/device.ts';
import { isShown, partOfKind, type ShownRow, shownRows, summaryOf } from './queries/shown.ts';

export const servedDevice = serveNoun(device, deviceCalls, nounHouse, {
  conditions: ({ status }) => (status ? [queries.statusIs(status)] : []),
  shown: async (ctx, rows) => {
    const found = await queries.standings(
      ctx.db,
      rows.map(({ id }) => id),
    );
    return new Map(
      found.map(({ id, bound, revoked, seenAt, boundAt, now }) => [
        id,
        {
          status: statusOf({ bound, revoked, seenAt: seenAt?.getTime() ?? null }, now.getTime()),
          seenAt: seenAt?.toISOString() ?? null,
          boundAt: bound ? (boundAt?.toISOString() ?? null) : null,
        },
      ]),
    );
  },
  // A device that comes back from the recycle bin is bound anew.
  follow: async (ctx, id, _before, after) => {
    if (after === null) await queries.release(ctx.db, id, false);
  },
});

const lock = async (ctx: Ctx, id: string) => {
  const row = await queries.lockDevice(ctx.db, ctx.scope, id);
  if (!row) throw notFound('终端不存在');
  return row;
};

const audited = (ctx: Ctx, { id, name, orgCode }: queries.DeviceRow, reason?: string) =>
  ctx.audit({ type: device.is.name, id, name, orgCode, ...(reason === undefined ? {} : { reason }) });

const indexOf = (ctx: Ctx, code: string) => ctx.vault.index('boxBind', code);

/** A one-time code by which a terminal is bound; its plain text is answered once and kept nowhere. */
export async function bindCode(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.makeBindCode>,
): Promise<ReplyOf<typeof contract.makeBindCode>> {
  const row = await lock(ctx, id);
  const code = String(randomInt(10 ** BIND_DIGITS)).padStart(BIND_DIGITS, '0');
  await queries.setBindCode(ctx.db, row.id, indexOf(ctx, code), ctx.session.grantId);
  audited(ctx, row);
  return { code, seconds: BIND_SECONDS };
}

/** Takes a terminal out of use: what it holds is worthless from now on. */
export async function revokeDevice(ctx: Ctx, { id, reason }: ParsedOf<typeof contract.revokeDevice>): Promise<null> {
  const row = await lock(ctx, id);
  await queries.release(ctx.db, row.id, true);
  audited(ctx, row, reason);
  return null;
}

/** Binds a terminal by its code; of two that come with one code the first is bound. */
export async function bindByCode(
  ctx: Ctx,
  { code }: ParsedOf<typeof contract.bindDevice>,
): Promise<ReplyOf<typeof contract.bindDevice>> {
  const token = makeToken();
  const index = indexOf(ctx, code);
  const maker = await sessionOfGrantHolder(ctx, await queries.makerOfCode(ctx.db, index), makeBindCode.access);
  const row = maker && (await queries.bindByCode(ctx.db, workerScope(maker.orgCode), index, hashToken(token)));
  if (!row) throw refuse('绑定码不正确或已过期，请工作人员重新取一个');
  audited(ctx, row);
  return { token };
}

/** One sentence for a terminal that is not, no longer or otherwise bound. */
const UNBOUND = '本终端没有绑定，或已被停用';
const PURPOSE = 'boxTicket';
const TICKET = /^(\d{1,18})\.(\d{1,9})\.(\d{10})\.([0-9a-f]{64})$/;

/** A ticket for a token: it names the binding, and ends with it or after its hour. */
export async function createTicket(
  ctx: Ctx,
  { token }: ParsedOf<typeof contract.getTicket>,
): Promise<ReplyOf<typeof contract.getTicket>> {
  const found = await queries.terminalOfToken(ctx.db, hashToken(token));
  if (!found) throw notFound(UNBOUND);
  const until = Math.floor(found.now.getTime() / 1000) + TICKET_SECONDS;
  const text = `${found.id}.${found.binding}.${until}`;
  return { ticket: `${text}.${ctx.vault.sign(PURPOSE, text)}`, seconds: TICKET_SECONDS };
}

async function terminalOf(ctx: Ctx, given: string): Promise<queries.Terminal> {
  const [, id = '', binding = '', until = '', signature = ''] = TICKET.exec(given) ?? [];
  if (id === '' || !ctx.vault.verify(PURPOSE, `${id}.${binding}.${until}`, signature)) throw notFound(UNBOUND);
  const found = await queries.terminalOfBinding(ctx.db, id, binding);
  if (!found || found.now.getTime() > Number(until) * 1000) throw notFound(UNBOUND);
  return found;
}

const partsOf = (of: queries.Terminal): Part[] => {
  const shows: Readonly<Record<Part, boolean>> = {
    publicity: of.showsPublicity,
    welcome: of.showsWelcome,
    honor: of.showsHonor,
    event: of.showsEvent,
    media: of.showsMedia,
    study: of.showsEdu,
    book: of.showsEdu,
    vote: of.showsVote,
    life: of.showsLife,
  };
  return PART_NAMES.filter((part) => shows[part]);
};

/** The rows of a part, at most as many as a screen shows. */
const rowsOf = (ctx: Ctx, part: Part, orgId: string): Promise<ShownRow[]> =>
  part === 'vote' || part === 'life' ? listShownRows(ctx.db, part, orgId) : shownRows(ctx.db, part, orgId);

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
  const of = await terminalOf(ctx, input.ticket);
  await queries.noteSeen(ctx.db, of.id);
  const menus = await Promise.all(
    partsOf(of).map(async (part) => ({ part, title: PARTS[part], ...(await summary(ctx, part, of.orgId)) })),
  );
  return { asOf: of.now.toISOString(), deviceName: of.name, place: of.place, orgName: of.orgName, menus };
}

/** A row without anybody's full name: of whom it speaks stands by the surname, in its words as well. */
function masked(row: ShownRow): ShownRow {
  if (row.person === '') return row;
  const bare = (text: string) => text.replaceAll(row.person, shownName(row.person));
  const note = [shownName(row.person), row.note].filter(Boolean).join('，');
  return { ...row, title: bare(row.title), note, text: bare(row.text) };
}

/** What a terminal shows of one part. */
export async function getContent(
  ctx: Ctx,
  input: ParsedOf<typeof contract.getContent>,
): Promise<ReplyOf<typeof contract.getContent>> {
  const of = await terminalOf(ctx, input.ticket);
  if (!partsOf(of).includes(input.part)) throw notFound('本终端不展示这个栏目');
  const found = (await rowsOf(ctx, input.part, of.orgId)).map(masked);
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
  const of = await terminalOf(ctx, input.ticket);
  const file = await findFile(ctx, input.fileName.slice(0, 32));
  const part = file && partOfKind(file.kind);
  if (!file?.rowId || !part || !partsOf(of).includes(part)) throw missing();
  if (!(await isShown(ctx.db, part, of.orgId, file.rowId, file.id))) throw missing();
  return sendFile(ctx, input.fileName, file);
}
