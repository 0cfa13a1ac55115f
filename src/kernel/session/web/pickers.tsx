import { type ReactNode, useEffect, useState } from 'react';
import { type outsideSites, outsideTicket } from '#kernel/session/contract.ways.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { type SignInSite, signInSite } from '#platform/web/session/site.ts';
import { CaptchaField } from './captcha/CaptchaField.tsx';
import { runTencentCheck } from './captcha/captcha.ts';

type SiteKey = ReplyOf<typeof outsideSites>[number]['key'];

/**
 * Opens an outside site in a window of its own, with a one-use ticket in its address.
 * @throws Error with a sentence where it could not be opened; no notice is shown for it
 */
export async function openOutsideSite(key: SiteKey): Promise<void> {
  // Opened within the click, before the address is there: later the browser would block it.
  const opened = window.open('about:blank', '_blank');
  if (!opened) throw new Error('浏览器拦截了新窗口，请允许本站弹出窗口后重试');
  try {
    // A new window starts with a copy of this one's sessionStorage; an outside site's window needs none of it.
    opened.sessionStorage.clear();
    const { url } = await call(outsideTicket, { key }, { quiet: true });
    opened.opener = null;
    opened.location.replace(url);
  } catch (error) {
    opened.close();
    throw error;
  }
}

interface PictureCheck {
  /** The field, where a picture is asked for. */
  field: ReactNode;
  /**
   * What goes with the call; null where something is missing, which has been said.
   * @throws Error with a sentence where the check cannot be had
   */
  take: () => Promise<Record<string, string> | null>;
  /** After a call that failed: each picture is good for one try. */
  renew: () => void;
}

/**
 * The picture check of a page without a session: the site's own, and a picture where the sign-in asks none.
 * @param goal what it opens: 提交
 * @param faultId the id of the sentence that says what is wrong
 */
export function usePictureCheck(goal: string, faultId: string, onFault: (sentence: string) => void): PictureCheck {
  const [site, setSite] = useState<SignInSite | null>(null);
  const [passed, setPassed] = useState<Record<string, string> | null>(null);
  const [turn, setTurn] = useState(0);
  const [missing, setMissing] = useState(false);
  // Without its answer now it is asked for once more when the check is due.
  useEffect(() => void signInSite().then(setSite, () => {}), []);
  const take = async () => {
    const site = await signInSite();
    setSite(site);
    if (site?.captcha !== 'tencent' && !passed) {
      setMissing(true);
      onFault('请输入图形验证码');
      document.getElementById('captcha')?.focus();
      return null;
    }
    setMissing(false);
    if (site?.captcha !== 'tencent') return passed ?? {};
    const ticket = await runTencentCheck(site.captchaAppId);
    if (!ticket) onFault('请先完成图形验证');
    return ticket;
  };
  const field = site !== null && site.captcha !== 'tencent' && (
    <CaptchaField turn={turn} fault={missing} faultId={faultId} goal={goal} onChange={setPassed} stranger />
  );
  return { field, take, renew: () => setTurn((now) => now + 1) };
}
