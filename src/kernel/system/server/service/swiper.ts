import { findOrg } from '#house/server/findOrg.ts';
import { siteSetup } from '#kernel/session/server/site.ts';
import type {
  createSwiper,
  listSwipers,
  moveSwiper,
  SwiperRow,
  shownSwipers,
  updateSwiper,
} from '#kernel/system/contract.swiper.ts';
import { linkFault } from '#kernel/system/rules.swiper.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { RecycleKind } from '#platform/server/bin/recycle.ts';
import type { Ctx } from '#platform/server/context.ts';
import { reorderIds } from '#platform/server/database/order.ts';
import { badInput, conflict, notFound } from '#platform/server/errors.ts';
import { saveFile, sendStored } from '#platform/server/files/files.ts';
import { pictureFault } from '#platform/server/files/pictures.ts';
import { diff } from '#platform/server/log/audit.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import * as queries from '../queries/swiper.ts';

const MISSING = '轮播图不存在';
const KIND = 'swiper.picture';

function rowOf(ctx: Ctx, row: queries.SwiperRecord): SwiperRow {
  const may = ctx.may('swiper:write');
  return {
    id: row.id,
    title: row.title,
    alt: row.alt,
    link: row.link,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    enabled: row.enabled,
    orgId: row.org_id,
    orgName: row.org_name,
    fileId: row.file_id,
    state: row.state,
    version: row.version,
    can: { edit: may, remove: may },
  };
}

/** The pictures that organisations of the scope publish. */
export async function listPictures(
  ctx: Ctx,
  input: ParsedOf<typeof listSwipers>,
): Promise<ReplyOf<typeof listSwipers>> {
  const { rows, total } = await queries.listSwipers(ctx.db, ctx.scope, {
    title: input.title ?? '',
    state: input.state ?? '',
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  return { rows: rows.map((row) => rowOf(ctx, row)), total };
}

/** What the own home shows today; a link that the site allows no more is left out. */
export async function shownPictures(ctx: Ctx): Promise<ReplyOf<typeof shownSwipers>> {
  const rows = await queries.shownAt(ctx.db, ctx.session.orgCode);
  if (rows.length === 0) return [];
  const origins = await originsOf(ctx);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    alt: row.alt,
    link: linkFault(row.link, origins) ? '' : row.link,
    fileId: row.file_id,
  }));
}

/** The bytes of a picture that the own home shows, or that the session manages. */
export async function pictureFile(ctx: Ctx, id: string): Promise<FileReply> {
  const scope = ctx.may('dj:lbt') && ctx.scope.memberId === null ? ctx.scope : null;
  const fileId = await queries.fileOf(ctx.db, scope, ctx.session.orgCode, id);
  if (fileId === undefined) throw notFound(MISSING);
  return sendStored(ctx.services, fileId);
}

async function originsOf(ctx: Ctx): Promise<string[]> {
  const { host, protocol } = ctx.request;
  // Within the call's own transaction: a second connection could wait for the first for ever.
  const { settings } = await siteSetup({ ...ctx.services, db: ctx.db }, host);
  return [`${protocol}://${host}`, ...settings.redirectOrigins];
}

async function refuseFaults(ctx: Ctx, fields: queries.SwiperFields, picture: string | undefined) {
  const faults: Record<string, string> = {};
  const drawn = picture ? pictureFault(bytesOf(picture)) : '';
  if (drawn) faults.picture = drawn;
  const link = linkFault(fields.link, await originsOf(ctx));
  if (link) faults.link = link;
  if (fields.startsOn && fields.endsOn && fields.endsOn < fields.startsOn) faults.endsOn = '结束日期不能早于开始日期';
  if (Object.keys(faults).length > 0) throw badInput(faults);
}

const bytesOf = (picture: string) => Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64');

/** Keeps a picture, given as a data URL that the contract has checked. */
async function store(ctx: Ctx, orgCode: string, title: string, picture: string): Promise<string> {
  const mime = picture.slice('data:'.length, picture.indexOf(';'));
  const facts = {
    kind: KIND,
    rowId: null,
    orgCode,
    accountId: ctx.session.accountId,
    name: `${title}.${mime.slice('image/'.length)}`,
    mime,
    days: null,
  };
  return saveFile(ctx.services, ctx.db, facts, [bytesOf(picture)]);
}

const sizeOf = (picture: string) => `${Math.ceil((picture.length * 3) / 4 / 1024)}KB`;

/** Adds a picture for the subtree of an organisation of the scope. */
export async function addPicture(ctx: Ctx, input: ParsedOf<typeof createSwiper>): Promise<{ id: string }> {
  const { orgId, picture, ...fields } = input;
  const org = await findOrg(ctx.db, ctx.scope, orgId);
  if (!org) throw notFound('组织不存在');
  await refuseFaults(ctx, fields, picture);
  const fileId = await store(ctx, org.code, fields.title, picture);
  const place = { id: orgId, code: org.code };
  const id = await queries.insertSwiper(ctx.db, place, fields, fileId, ctx.session.accountName);
  const changes = diff<Record<string, unknown>>({}, { ...fields, picture: sizeOf(picture) });
  ctx.audit({ type: 'swiper', id, name: fields.title, orgCode: org.code, changes });
  return { id };
}

/** Writes what is given; a new picture is a new file. */
export async function editPicture(ctx: Ctx, input: ParsedOf<typeof updateSwiper>): Promise<{ version: number }> {
  const { id, version, picture, ...given } = input;
  const row = await found(ctx, id);
  if (row.version !== version) throw conflict('该轮播图已被他人修改，请刷新后再试', { current: rowOf(ctx, row) });
  const before: queries.SwiperFields = {
    title: row.title,
    alt: row.alt,
    link: row.link,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    enabled: row.enabled,
  };
  const changed = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const after: queries.SwiperFields = { ...before, ...changed };
  const changes = diff<Record<string, unknown>>({ ...before }, { ...after });
  if (picture) changes.picture = ['原图', `新图（${sizeOf(picture)}）`];
  if (Object.keys(changes).length === 0) return { version };
  // A link that was allowed once does not stop another correction.
  await refuseFaults(ctx, changes.link ? after : { ...after, link: '' }, picture);
  const fileId = picture ? await store(ctx, row.org_code, after.title, picture) : row.file_id;
  const next = await queries.updateSwiper(ctx.db, id, after, fileId, ctx.session.accountName);
  if (fileId !== row.file_id) await queries.expireFile(ctx.db, row.file_id);
  ctx.audit({ type: 'swiper', id, name: after.title, orgCode: row.org_code, changes });
  return { version: next };
}

/** Puts a picture behind another one of the same organisation, or first. */
export async function movePicture(ctx: Ctx, input: ParsedOf<typeof moveSwiper>): Promise<null> {
  const row = await found(ctx, input.id);
  const order = await queries.lockOrder(ctx.db, row.org_code);
  const { ids, place } = reorderIds(order, input, '只能在同一组织发布的轮播图之间调整');
  await queries.numberSwipers(ctx.db, ids);
  const changes: Record<string, [unknown, unknown]> = { place: [order.indexOf(row.id) + 1, place] };
  ctx.audit({ type: 'swiper', id: row.id, name: row.title, orgCode: row.org_code, changes });
  return null;
}

/** Takes a picture out. */
export async function dropPicture(ctx: Ctx, id: string): Promise<null> {
  const row = await found(ctx, id);
  await queries.deleteSwiper(ctx.db, id, ctx.session.accountName);
  const changes: Record<string, [unknown, unknown]> = { title: [row.title, null] };
  ctx.audit({ type: 'swiper', id, name: row.title, orgCode: row.org_code, changes });
  return null;
}

async function found(ctx: Ctx, id: string): Promise<queries.SwiperRecord> {
  const row = await queries.lockSwiper(ctx.db, ctx.scope, id);
  if (!row) throw notFound(MISSING);
  return row;
}

/** Deleted pictures in the recycle bin. */
export const recycledSwipers: RecycleKind = {
  kind: 'swiper',
  label: '轮播图',
  right: 'swiper:write',
  list: (ctx, scope, filter) => queries.listDeleted(ctx.db, scope, filter),
  count: (ctx, scope, filter, limit) => queries.countDeleted(ctx.db, scope, filter, limit),
  lock: (ctx, scope, id) => queries.lockDeleted(ctx.db, scope, id),
  restore: (ctx, id) => queries.restoreSwiper(ctx.db, id),
  erase: (ctx, id) => queries.eraseSwiper(ctx.db, id),
};

/** Tells the registries of the house what of this belongs to them. */
export function announceSwiper(): void {
  describeFields('swiper', {
    title: { label: '标题' },
    alt: { label: '图片说明' },
    link: { label: '链接' },
    startsOn: { label: '开始日期' },
    endsOn: { label: '结束日期' },
    enabled: { label: '启用', yesNo: true },
    picture: { label: '图片' },
    place: { label: '顺序' },
  });
}
