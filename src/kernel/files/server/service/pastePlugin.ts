import { siteOf } from '#kernel/session/server/site.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { CODE } from '#platform/contract.ts';
import type { pastePermit } from '#platform/files/fileCalls.ts';
import { PASTE_COOKIE } from '#platform/files/fileRules.ts';
import { Ctx } from '#platform/server/context.ts';
import { Refusal, refuse } from '#platform/server/errors.ts';
import { authenticateHash, tokenOf } from '#platform/server/http/authenticate.ts';
import { hashToken } from '#platform/server/secrecy/crypto.ts';
import * as queries from '../queries.ts';
import { addContentFile } from './upload.ts';

/** How long a permit is good: one document's pictures. */
const PERMIT_SECONDS = 600;
const OFF = '本站没有启用粘贴插件';

async function assertOn(ctx: Ctx): Promise<void> {
  const { site } = await siteOf(ctx.services, ctx.request.host);
  if (!site.pastePlugin) throw refuse(OFF);
}

/**
 * What the page hands to the paste plug-in instead of the session's token: it lets pictures in, for ten minutes, as long
 * as the session lives, and nothing else.
 */
export async function makePermit(ctx: Ctx): Promise<ReplyOf<typeof pastePermit>> {
  await assertOn(ctx);
  const token = tokenOf(ctx.request.headers.authorization) ?? '';
  const until = (await queries.nowSeconds(ctx.db)) + PERMIT_SECONDS;
  const text = `${hashToken(token).toString('hex')}.${until}`;
  return { permit: `${text}.${ctx.vault.sign('paste', text)}`, seconds: PERMIT_SECONDS };
}

const PERMIT = /^(([0-9a-f]{64})\.(\d{10}))\.([0-9a-f]{64})$/;

/** A picture that the plug-in sends with a permit; it belongs to the account that the permit was made for. */
export async function receivePasted(ctx: Ctx) {
  await assertOn(ctx);
  const given = ctx.request.cookies[PASTE_COOKIE] ?? '';
  const [, text = '', hash = '', until = '', signature = ''] = PERMIT.exec(given) ?? [];
  const signed = hash !== '' && ctx.vault.verify('paste', text, signature);
  const inTime = signed && (await queries.nowSeconds(ctx.db)) <= Number(until);
  const found = inTime ? await authenticateHash(ctx.services, Buffer.from(hash, 'hex')) : null;
  if (!found || found.session.mustChangePassword || found.session.mustEnrol) {
    throw new Refusal(CODE.unauthorised, '粘贴许可已过期，请重新粘贴', null);
  }
  const { services, request, response } = ctx;
  const asOwner = new Ctx({ db: ctx.db, services, session: found.session, request, response });
  return addContentFile(asOwner, { format: 'image' });
}
