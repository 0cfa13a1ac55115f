import { randomBytes } from 'node:crypto';
import { openAddress } from '#kernel/files/server/service/download.ts';
import { assertStranger } from '#kernel/session/server/captcha/check.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { countHit } from '#platform/server/http/rate.ts';
import { diff } from '#platform/server/log/audit.ts';
import { cleanHtml } from '#platform/text/richText.ts';
import { fileIdsIn } from '#platform/text/richTextRules.ts';
import type * as contract from '#publishing/openAffairs/contract.board.ts';
import { publicPath } from '../../rules.ts';
import * as queries from '../queries/board.ts';
import { insertResident, listPublicFeedback } from '../queries/feedback.ts';
import { fileFacts, findPublic, pageOfBoard } from '../queries/shown.ts';
import { openAnswerTodo, phonePlace } from './feedback.ts';

const NO_ORG = '组织不存在';
/** One sentence for what is not, is no longer and never was public: a guess learns nothing. */
const NOTHING = '没有这个公开内容，或公开期已过、已撤下';

/** How often one address may say something about one document, and how often all together. */
const PER_ADDRESS = { hits: 5, seconds: 3600 };
const PER_DOCUMENT = { hits: 200, seconds: 86_400 };

/** The board of an organisation of the scope, as its workers set it. */
export async function getBoard(ctx: Ctx, orgId: string): Promise<contract.Board> {
  const row = await queries.findBoard(ctx.db, ctx.scope, orgId);
  if (!row) throw notFound(NO_ORG);
  const { orgName, shows, hears, version, token } = row;
  return { orgName, shows, hears, version, path: shows && token ? publicPath(token) : '' };
}

/** Turns a board, and what residents may say there, on or off. Its code stays the same. */
export async function setBoard(
  ctx: Ctx,
  input: ParsedOf<typeof contract.saveBoard>,
): Promise<ReplyOf<typeof contract.saveBoard>> {
  const row = await queries.findBoard(ctx.db, ctx.scope, input.orgId);
  if (!row) throw notFound(NO_ORG);
  const { shows, hears } = input;
  if (hears && !shows) throw badInput({ hears: '先开通扫码查看，居民才能在那里提意见' });
  const token = randomBytes(12).toString('hex');
  const by = ctx.session.accountName;
  const version = row.version === input.version ? await queries.writeBoard(ctx.db, { ...input, token, by }) : null;
  if (version === null) throw conflict('公开栏已被他人设置，请刷新后再试', { current: { version: row.version } });
  ctx.audit({
    type: 'openBoard',
    id: row.orgId,
    name: row.orgName,
    orgCode: row.orgCode,
    changes: diff<Record<string, unknown>>({ shows: row.shows, hears: row.hears }, { shows, hears }),
  });
  return { version };
}

/** What stands on a board that is on. */
export async function publicBoard(ctx: Ctx, token: string): Promise<ReplyOf<typeof contract.publicBoard>> {
  const row = await queries.boardOfToken(ctx.db, token);
  if (!row) throw notFound(NOTHING);
  return { orgName: row.orgName, ...(await pageOfBoard(ctx.db, row.orgId)) };
}

async function publicRow(ctx: Ctx, token: string) {
  const row = await findPublic(ctx.db, token);
  if (!row) throw notFound(NOTHING);
  return row;
}

/** The public page: what is published and within its public days, with addresses of its files that are good for an hour and end with it. */
export async function publicPage(ctx: Ctx, token: string): Promise<ReplyOf<typeof contract.publicAffair>> {
  const row = await publicRow(ctx, token);
  const content = cleanHtml(row.content);
  const attached = await fileFacts(ctx.db, row.files);
  const files = await Promise.all(
    attached.map(async ({ id, name, size }) => ({ name, size, url: await openAddress(ctx, id) })),
  );
  const pictures = await Promise.all(fileIdsIn(content).map(async (id) => [id, await openAddress(ctx, id)] as const));
  const publicFeedback = await listPublicFeedback(ctx.db, row.id);
  const { orgName, kind, itemName, period, title, shownFrom, shownUntil, note, hears } = row;
  return {
    ...{ orgName, kind, itemName, period, title, shownFrom, shownUntil, note, files, hears, board: row.board },
    content: encodeURIComponent(content),
    pictures: Object.fromEntries(pictures),
    said: publicFeedback.map((one) => ({
      content: one.content,
      createDate: one.createdAt.toISOString(),
      reply: one.reply,
      replyDate: one.repliedAt?.toISOString() ?? null,
    })),
  };
}

type Said = ParsedOf<typeof contract.residentFeedback>;

const hearing = async (ctx: Ctx, token: string) => {
  const row = await publicRow(ctx, token);
  if (!row.hears) throw refuse(`这里没有开通在线提意见，请向${row.orgName}反映`);
  return row;
};

/** Before a resident's opinion is taken: the page is open for it, the picture check, and how much was said from there. */
export async function admitResident(ctx: Ctx, input: Said): Promise<void> {
  const { id } = await hearing(ctx, input.token);
  await assertStranger(ctx, input);
  await countHit(ctx.services, `openSaid:${id}:${ctx.ip}`, PER_ADDRESS.hits, PER_ADDRESS.seconds);
  await countHit(ctx.services, `openSaid:${id}`, PER_DOCUMENT.hits, PER_DOCUMENT.seconds);
}

/** Takes a resident's opinion; the same sent twice is one. */
export async function giveResidentFeedback(ctx: Ctx, { token, name, phone, content }: Said): Promise<null> {
  const row = await hearing(ctx, token);
  const feedback = {
    affairId: row.id,
    name,
    content,
    digest: ctx.vault.index('open_feedback', JSON.stringify([name, phone, content])),
    phoneMask: phone === '' ? null : `${phone.slice(0, 3)}****${phone.slice(-4)}`,
  };
  await insertResident(ctx.db, feedback, (id) => (phone === '' ? null : ctx.vault.encrypt(phonePlace(id), phone)));
  await openAnswerTodo(ctx, row, '有居民在公开页上提出意见');
  ctx.audit({ type: 'openAffair', id: row.id, name: row.title, orgCode: row.orgCode });
  return null;
}
