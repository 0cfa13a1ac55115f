// Before whatever calls it.
import '#platform/web/start/older.ts';
// First, so that every later style may differ from these.
import '#platform/web/styles/tokens.css';
import '#platform/web/styles/base.css';
import '#platform/web/styles/controls.css';
import '#platform/web/styles/parts.css';
import { createRoot } from 'react-dom/client';
import { on } from '#platform/web/call/events.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { loginPath, opensWithoutLogin, pathOfHash, readQuery, safeRedirect } from '#platform/web/route/navigation.ts';
import { clearSession, getToken, setToken } from '#platform/web/session/sessionStore.ts';
import { readSsoCallback } from '#platform/web/session/ssoCallback.ts';
import { joinTabs, signInFromOtherTab } from '#platform/web/session/tabs.ts';
import { redeemTicket } from '#platform/web/session/windows.ts';
import { LoginPage } from './login/LoginPage.tsx';
import { takeRedirect } from './login/memory.ts';

// Before anything else, so that no code stays in the address.
readSsoCallback();
// A refusal that the user has read is no fault of the page, wherever nobody took it.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof ApiError && event.reason.noticed) event.preventDefault();
});
const root = createRoot(document.getElementById('root') as HTMLElement);
let turn = 0;

/**
 * Shows what the address asks for. The login page stands in this first file (a second round trip would cost more than its
 * few kilobytes), and knows nothing of the rest, which is loaded when it is needed.
 */
async function show(): Promise<void> {
  const mine = ++turn;
  const path = pathOfHash(location.hash);
  // The base platform hands over another sign-in: the stored one is over (specification, section 2).
  if (/^\/bpLogin(\?|$)/.test(path)) clearSession();
  if (!getToken() && !opensWithoutLogin(path)) {
    location.replace(`#${loginPath(path)}`);
    return;
  }
  if (/^\/login(\?|$)/.test(path)) {
    root.render(<LoginPage onTyping={fetchAppOnce} onIn={enter} />);
    return;
  }
  const { App } = await import('./app/App.tsx');
  if (mine === turn) root.render(<App />);
}

function enter(token: string): void {
  const { redirect = takeRedirect() } = readQuery(pathOfHash(location.hash).split('?')[1] ?? '', ['redirect']);
  // Who opens the login by its address has not signed out: another user's filters may still be stored.
  clearSession();
  setToken(token);
  // Going back must not lead to the login; the change of the hash shows the page.
  location.replace(`#${safeRedirect(redirect) ?? '/'}`);
}

let fetched = false;

/** Fetches the code behind the login while the user types, without running it: that would hold up the typing. */
function fetchAppOnce(): void {
  if (fetched || !import.meta.env.PROD) return;
  fetched = true;
  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 300));
  idle(async () => {
    const { loadCipher } = await import('#platform/web/session/encryptSecret.ts');
    loadCipher();
    const answer = await fetch('/app-files.json').catch(() => null);
    const files: string[] = answer?.ok ? await answer.json().catch(() => []) : [];
    for (const file of files) {
      const link = document.createElement('link');
      link.rel = 'prefetch';
      link.href = `/${file}`;
      document.head.append(link);
    }
  });
}

on('signedOut', () => {
  clearSession();
  if (!/^\/login(\?|$)/.test(pathOfHash(location.hash))) location.hash = '/login';
});
window.addEventListener('hashchange', () => void show());
await redeemTicket();
// Whoever opens the login itself wants to sign in, perhaps as somebody else.
if (!getToken() && !/^\/(login|bpLogin)(\?|$)/.test(pathOfHash(location.hash))) await signInFromOtherTab();
joinTabs();
await show();
