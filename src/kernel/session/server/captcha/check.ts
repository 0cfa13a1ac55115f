import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SiteSecrets, SiteSettings } from '#kernel/session/contract.site.ts';
import type { captchaImage } from '#kernel/session/contract.steps.ts';
import { PROOF, proofHolds } from '#kernel/session/rules.proof.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, refuse } from '#platform/server/errors.ts';
import { requestOutside } from '#platform/server/outside/outside.ts';
import { hashToken, makeToken } from '#platform/server/secrecy/crypto.ts';
import { consumeAnswer, saveAnswer } from '../queries/captcha.ts';
import { siteSetup } from '../site.ts';
import { drawAnswer, makeAnswer } from './picture.ts';

/** What a login says about the picture check, whichever kind it is. */
export interface CaptchaResult {
  uuid: string;
  /** The characters of the picture. */
  code: string;
  /** The numbers of the computed proof. */
  proof: string;
  /** Of the Tencent captcha. */
  ticket: string;
  randstr: string;
}

const WRONG = '图形验证码不正确或已过期';

const place = (uuid: string, answer: string) => `${uuid}.${answer.toUpperCase()}`;

/** What a site asks of strangers, who have no password to prove themselves by: its own check, and a picture where it has none. */
const ofStrangers = (settings: SiteSettings): SiteSettings =>
  settings.captcha === 'off' ? { ...settings, captcha: 'image' } : settings;

/** A new picture and what may be computed in its place; empty where the site does not ask for pictures. */
export async function makeCaptcha(
  ctx: Ctx,
  { stranger }: ParsedOf<typeof captchaImage>,
): Promise<ReplyOf<typeof captchaImage>> {
  const setup = await siteSetup(ctx.services, ctx.request.host);
  const settings = stranger ? ofStrangers(setup.settings) : setup.settings;
  if (settings.captcha !== 'image') return { captchaEnabled: false, uuid: '', img: '', proof: null };
  const uuid = makeToken();
  const answer = makeAnswer();
  await saveAnswer(ctx.db, hashToken(uuid), ctx.vault.sign('captcha', place(uuid, answer)));
  const img = `data:image/png;base64,${drawAnswer(answer).toString('base64')}`;
  return { captchaEnabled: true, uuid, img, proof: { challenge: uuid, ...PROOF } };
}

/**
 * Refuses a login without a good picture check where the site asks for one: body code 600 at `code`, or 400 where
 * the check is not set up or its provider does not answer. A picture is used up by the first look at it.
 */
export async function assertCaptcha(
  ctx: Ctx,
  { settings, secrets }: { settings: SiteSettings; secrets: SiteSecrets },
  result: CaptchaResult,
): Promise<void> {
  if (settings.captcha === 'off') return;
  if (settings.captcha === 'tencent') return assertTencent(ctx, settings, secrets, result);
  const { uuid, code, proof } = result;
  if (uuid === '' || (code === '' && proof === '')) throw badInput({ code: '请输入图形验证码' });
  const stored = await consumeAnswer(ctx.services.db, hashToken(uuid));
  const sm3 = (text: string) => createHash('sm3').update(text).digest('hex');
  const good =
    stored !== undefined &&
    (proof === '' ? ctx.vault.verify('captcha', place(uuid, code), stored) : proofHolds(sm3, uuid, proof));
  if (!good) throw badInput({ code: WRONG });
}

/** The same for what somebody sends who has not signed in (`ofStrangers`). */
export async function assertStranger(ctx: Ctx, result: CaptchaResult): Promise<void> {
  const { settings, secrets } = await siteSetup(ctx.services, ctx.request.host);
  await assertCaptcha(ctx, { settings: ofStrangers(settings), secrets }, result);
}

const tencentAnswer = z.object({ response: z.union([z.string(), z.number()]) });

/** The ticket verification of the Tencent captcha (`/ticket/verify`); a ticket is good once by the provider. */
async function assertTencent(
  ctx: Ctx,
  settings: SiteSettings,
  { captchaSecret }: SiteSecrets,
  { ticket, randstr }: CaptchaResult,
): Promise<void> {
  if (settings.captchaAppId === '' || !captchaSecret) throw refuse('系统未就绪，请稍后提交');
  if (ticket === '') throw badInput({ code: '请先完成图形验证' });
  const parameters = new URLSearchParams({
    aid: settings.captchaAppId,
    AppSecretKey: captchaSecret,
    Ticket: ticket,
    Randstr: randstr,
    UserIP: ctx.ip,
  });
  const { status, body } = await requestOutside(`${settings.captchaUrl}?${parameters}`);
  const answer = tencentAnswer.safeParse(body);
  if (status >= 300 || !answer.success || String(answer.data.response) !== '1') {
    throw badInput({ code: '图形验证未通过，请重试' });
  }
}
