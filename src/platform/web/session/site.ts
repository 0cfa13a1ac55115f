import { ApiError, requestJson } from '../call/request.ts';
import type { Site } from './session.ts';

/** The reply of `GET /api/getFrontEndConfig`: what the login page shows, and the key that encrypts passwords. */
export interface SignInSite extends Site {
  slogan: string;
  city: string;
  /** Pictures as data URLs. */
  appQr: string | null;
  officialQr: string | null;
  /** The name of the package under `/app/`; empty where there is none. */
  appPackage: string;
  /** Weak passwords ask for an SMS code. */
  verificationOn: boolean;
  captcha: 'off' | 'image' | 'tencent';
  captchaAppId: string;
  /** Login by QR code with the mobile application. */
  qrLogin: boolean;
  wechat: { appId: string; domains: string[] } | null;
  thirdParty: boolean;
  /** SM2 public key, hex. */
  publicKey: string;
  /** Epoch milliseconds at the server when it answered. */
  serverTime: number;
}

/** The keys change and clocks drift: an answer older than this is asked for again. */
const FRESH = 10 * 60_000;

let last: { at: number; answer: Promise<SignInSite & { clockOffset: number }> } | null = null;

/**
 * The site's configuration, read at most once in ten minutes. `clockOffset` is the server's clock minus this one's, in milliseconds.
 * @throws ApiError when the server cannot be reached; the next call tries again
 */
export function signInSite(): Promise<SignInSite & { clockOffset: number }> {
  if (last && Date.now() - last.at < FRESH) return last.answer;
  const answer = ask();
  last = { at: Date.now(), answer };
  answer.catch(() => {
    last = null;
  });
  return answer;
}

async function ask(): Promise<SignInSite & { clockOffset: number }> {
  const envelope = await requestJson('GET', '/api/getFrontEndConfig');
  if (envelope.code !== 200) throw new ApiError(envelope.msg, envelope.code, 200, envelope.data);
  const site = envelope.data as SignInSite;
  return { ...site, clockOffset: site.serverTime - Date.now() };
}
