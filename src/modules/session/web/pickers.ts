import { type outsideSites, outsideTicket } from '#modules/session/contract.ways.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/api.ts';

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
