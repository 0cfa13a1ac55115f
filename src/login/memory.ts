import { canEncrypt, readEncrypted, removeEncrypted, writeEncrypted } from '#platform/web/session/encryptedStore.ts';
import { SMS_LOCK } from './rules.ts';

const NAME = 'login-name';
const SMS = 'sms-locked-until';

// Storage may be refused; then nothing is remembered.
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** Whether this browser can remember a login name: it may be an id card, so that it is never kept in clear. */
export const canRememberName = canEncrypt;

/** The login name that the user asked to remember; empty where none is. */
export async function rememberedName(): Promise<string> {
  if (!canEncrypt()) return '';
  return (await readEncrypted<string>(NAME).catch(() => null)) ?? '';
}

/** Remembers the name, or forgets the one that was remembered. */
export async function rememberName(name: string, wanted: boolean): Promise<void> {
  if (!canEncrypt()) return;
  await (wanted ? writeEncrypted(NAME, name) : removeEncrypted(NAME)).catch(() => {});
}

/** Whole seconds until another SMS code may be sent; outlives a reload. */
export function smsLockLeft(): number {
  const until = Number(attempt(() => sessionStorage.getItem(SMS)) ?? 0);
  return Math.max(0, Math.min(SMS_LOCK, Math.ceil((until - Date.now()) / 1000)));
}

/** Starts the minute in which no other SMS code may be sent. */
export function lockSms(): void {
  attempt(() => sessionStorage.setItem(SMS, String(Date.now() + SMS_LOCK * 1000)));
}

const REDIRECT = 'login-redirect';

/** Keeps where the login was to lead, while another platform's sign-in page has the window. */
export function saveRedirect(path: string | undefined): void {
  attempt(() => (path ? sessionStorage.setItem(REDIRECT, path) : sessionStorage.removeItem(REDIRECT)));
}

/** What `saveRedirect` kept, once. */
export function takeRedirect(): string | undefined {
  const path = attempt(() => sessionStorage.getItem(REDIRECT)) ?? undefined;
  saveRedirect(undefined);
  return path;
}

const locks = new Map<string, { until: number; smsUnlocks: boolean }>();

/** How long submits of a locked name end here before the server is asked again: an administrator may have lifted the lock. */
const ASK_AGAIN_MS = 60_000;

/** How the server locked this name lately: its submits end here (specification, section 4); null where it did not. */
export function isLocked(name: string): { smsUnlocks: boolean } | null {
  const lock = locks.get(name.toUpperCase());
  return lock && lock.until > Date.now() ? lock : null;
}

/** Notes that the server has locked this name until then (ISO 8601), where it says so. */
export function saveLocked(name: string, until: string | null, smsUnlocks: boolean): void {
  const end = until ? Date.parse(until) : Number.NaN;
  const again = Date.now() + ASK_AGAIN_MS;
  locks.set(name.toUpperCase(), { until: Number.isNaN(end) ? again : Math.min(end, again), smsUnlocks });
}
