import { requestJson } from '#platform/web/call/request.ts';
import { type Opened, openedOf } from '#platform/web/signIn/opened.ts';

/** Milliseconds between two questions whether the code was confirmed, and after a failed one. */
const PACE = 1000;
const PACE_AFTER_FAULT = 3000;

/** A code as it is shown; `until` in epoch milliseconds of this machine. */
export interface QrCode {
  uuid: string;
  /** What the code says: an address of this site. */
  address: string;
  number: number;
  until: number;
}

/** What the panel shows. */
export type QrView =
  | { name: 'loading' }
  | { name: 'shown'; code: QrCode; scanned: boolean }
  /** No code could be had; `again` tries by itself. */
  | { name: 'failed'; message: string };

/**
 * Fetches a code and asks until it is confirmed; an expired one is replaced by itself (specification, section 4: 0 wait,
 * 3 confirmed, 4 expired, anything else ask again). Stops at the signal.
 * @param show is told what to show
 * @param rest waits so many milliseconds, and while the window cannot be seen
 */
export async function waitForPhone(
  show: (view: QrView) => void,
  rest: (milliseconds: number) => Promise<void>,
  signal: AbortSignal,
): Promise<Opened | null> {
  while (!signal.aborted) {
    try {
      const code = await fetchCode();
      if (signal.aborted) return null;
      const opened = await watch(code, show, rest, signal);
      if (opened) return opened;
    } catch (error) {
      if (signal.aborted) return null;
      show({ name: 'failed', message: error instanceof Error ? error.message : '二维码没有取得' });
      await rest(PACE_AFTER_FAULT);
    }
  }
  return null;
}

/** Asks about one code until it was confirmed (what it opened) or is over (null). */
async function watch(
  code: QrCode,
  show: (view: QrView) => void,
  rest: (milliseconds: number) => Promise<void>,
  signal: AbortSignal,
): Promise<Opened | null> {
  show({ name: 'shown', code, scanned: false });
  while (!signal.aborted) {
    await rest(PACE);
    if (signal.aborted) return null;
    const answer = await requestJson('POST', '/api/connect/qrConnect/getQrCodeStatus', {
      uuid: code.uuid,
      status: 0,
      timestamp: Date.now(),
    }).catch(() => null);
    // The line is gone for a moment: the code stays good meanwhile.
    if (!answer) {
      await rest(PACE_AFTER_FAULT - PACE);
      continue;
    }
    // Confirmed, but the account may not come in, or the code itself is refused.
    if (answer.code !== 200) throw new Error(answer.msg);
    const { status } = answer.data as { status: number };
    if (status === 4) return null;
    const opened = status === 3 ? openedOf(answer) : null;
    if (opened) return opened;
    show({ name: 'shown', code, scanned: status === 1 });
  }
  return null;
}

async function fetchCode(): Promise<QrCode> {
  const { code, msg, data } = await requestJson('POST', '/api/connect/qrConnect/getQrCode', {});
  if (code !== 200) throw new Error(msg);
  const { uuid, path, number, seconds } = data as { uuid: string; path: string; number: number; seconds: number };
  return { uuid, address: location.origin + path, number, until: Date.now() + seconds * 1000 };
}

/** Waits, and goes on waiting while the window cannot be seen. Ends at once at the signal. */
export function restWhileVisible(signal: AbortSignal): (milliseconds: number) => Promise<void> {
  return (milliseconds) =>
    new Promise((resolve) => {
      const look = () => {
        if (!signal.aborted && document.visibilityState === 'hidden') return;
        document.removeEventListener('visibilitychange', look);
        resolve();
      };
      const timer = setTimeout(() => {
        document.addEventListener('visibilitychange', look);
        look();
      }, milliseconds);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        look();
      });
    });
}
