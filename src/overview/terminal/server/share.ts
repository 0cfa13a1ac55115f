import { uploadedFiles } from '#kernel/files/server/accept.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { cleanHtml } from '#platform/text/richText.ts';
import type * as contract from '../contract.share.ts';
import { SHARED_NAMES, type SharedPart } from '../rules.share.ts';
import * as queries from './queries/share.ts';
import { oneRow } from './queries/shown.ts';

const GONE = '共享的内容不存在，或已被撤回';

const here = (ctx: Ctx) => ({ orgId: ctx.session.orgId, orgCode: ctx.session.orgCode });
const asked = ({ part, keyWords, pageNum, pageSize }: ParsedOf<typeof contract.listOwnOffers>) => ({
  part: part ?? null,
  words: keyWords || null,
  limit: pageSize,
  offset: (pageNum - 1) * pageSize,
});
const offerRow = <R extends queries.Offer>(row: R) => ({ ...row, sharedAt: row.sharedAt.toISOString() });
const takenRow = (row: queries.Offer & queries.Taking) => ({
  ...offerRow(row),
  takenAt: row.takenAt?.toISOString() ?? null,
});

/** What organisations above offer to the session's own. */
export async function offeredToUs(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listOffered>,
): Promise<ReplyOf<typeof contract.listOffered>> {
  const found = await queries.offeredTo(ctx.db, here(ctx), { ...asked(input), taken: input.taken ?? null });
  return { rows: found.rows.map(takenRow), total: found.total };
}

/** What the scope offers. */
export async function ownOffers(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listOwnOffers>,
): Promise<ReplyOf<typeof contract.listOwnOffers>> {
  const found = await queries.offersOf(ctx.db, ctx.scope, asked(input));
  const can = { withdraw: ctx.may('box:write') };
  return { rows: found.rows.map((row) => ({ ...offerRow(row), can })), total: found.total };
}

/** Who shows an offer of the scope. */
export async function takers(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listTakers>,
): Promise<ReplyOf<typeof contract.listTakers>> {
  if (!(await queries.findOffer(ctx.db, ctx.scope, { id: input.id }))) throw notFound(GONE);
  const { pageNum, pageSize } = input;
  const place = { limit: pageSize, offset: (pageNum - 1) * pageSize };
  const found = await queries.takersOf(ctx.db, ctx.scope, input.id, place);
  return { rows: found.rows.map((row) => ({ ...row, takenAt: row.takenAt.toISOString() })), total: found.total };
}

const find = async (ctx: Ctx, id: string) => {
  const row = await queries.findOffered(ctx.db, here(ctx), id);
  if (!row) throw notFound(GONE);
  return row;
};

/** An offer with what it holds, as it stands at its source now. */
export async function offered(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getOffered>> {
  const row = await find(ctx, id);
  const content = await oneRow(ctx.db, row.part, row.rowId);
  if (!content) throw notFound(GONE);
  const { note, text, html } = content;
  const files = await uploadedFiles(ctx.db, content.files.split(',').filter(Boolean));
  return { ...takenRow(row), note, text, html: cleanHtml(html), files };
}

/** Whether a row of the scope is offered, for its record. */
export async function offerOf(
  ctx: Ctx,
  input: ParsedOf<typeof contract.offerOf>,
): Promise<ReplyOf<typeof contract.offerOf>> {
  const [found, row] = await Promise.all([
    queries.findOffer(ctx.db, ctx.scope, input),
    queries.shareable(ctx.db, ctx.scope, input.part, input.rowId),
  ]);
  return { id: found?.id ?? null, takers: found?.takers ?? 0, mayOffer: row?.hasBelow ?? false };
}

type Kept = Pick<queries.Offer, 'part' | 'title' | 'orgCode'>;
const audited = (ctx: Ctx, id: string, { part, title, orgCode }: Kept) =>
  ctx.audit({ type: 'boxShare', id, name: `${SHARED_NAMES[part]} ${title}`, orgCode });

/** Offers a published row of the scope to all organisations below the one that it is of. */
export async function offer(ctx: Ctx, { part, rowId }: ParsedOf<typeof contract.offer>): Promise<null> {
  const row = await queries.shareable(ctx.db, ctx.scope, part, rowId, true);
  if (!row) throw notFound(`${SHARED_NAMES[part]}内容不存在`);
  if (!row.published) throw refuse('草稿不能共享，请先发布');
  if (!row.hasBelow) throw refuse('所属组织没有下级组织，不用共享');
  await queries.insertOffer(ctx.db, part, rowId, ctx.session.accountName);
  const made = await queries.findOffer(ctx.db, ctx.scope, { part, rowId });
  audited(ctx, made?.id ?? '', { part, title: row.title, orgCode: row.orgCode });
  return null;
}

/** Takes an offer of the scope back: from that moment no screen shows it but those of its own organisation. */
export async function withdraw(ctx: Ctx, id: string): Promise<null> {
  const row = await queries.findOffer(ctx.db, ctx.scope, { id });
  if (!row) throw notFound(GONE);
  await queries.deleteOffer(ctx.db, id);
  audited(ctx, id, row);
  return null;
}

/** Shows an offer from above on the screens of the session's organisation. */
export async function takeOver(ctx: Ctx, id: string): Promise<null> {
  const row = await find(ctx, id);
  await queries.insertTake(ctx.db, id, ctx.session.orgId, ctx.session.accountName);
  audited(ctx, id, { ...row, orgCode: ctx.session.orgCode });
  return null;
}

/** Takes an offer off the screens of the session's organisation. */
export async function drop(ctx: Ctx, id: string): Promise<null> {
  const row = await find(ctx, id);
  await queries.deleteTake(ctx.db, id, ctx.session.orgId);
  audited(ctx, id, { ...row, orgCode: ctx.session.orgCode });
  return null;
}

/** Files of what is offered are read by those below before they take it over. */
export const offeredFileReader =
  (part: SharedPart) =>
  (ctx: Ctx, rowId: string): Promise<boolean> =>
    ctx.may('box:read') ? queries.isOffered(ctx.db, part, rowId, ctx.session.orgCode) : Promise.resolve(false);
