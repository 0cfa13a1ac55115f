import { requestJson } from '../call/request.ts';
import { getToken, setToken } from './sessionStore.ts';

const PREFIX = 'session-ticket:';

/**
 * Opens a path of this page in a new window, which gets a session of its own by a one-use ticket. The ticket travels in
 * `window.name`, which only this origin can write and read before the page loads, never in the address.
 */
export async function openWindow(path: string): Promise<void> {
  // Opened within the click, before the ticket is there: later the browser would block it.
  const opened = window.open('about:blank', '_blank');
  if (!opened) return;
  try {
    // A new window starts with a copy of this one's sessionStorage; its session must not be this one's.
    opened.sessionStorage.clear();
    const envelope = await requestJson('POST', '/api/session/ticket', {}, getToken() ?? undefined);
    const ticket = (envelope.data as { ticket?: string } | null | undefined)?.ticket;
    if (ticket) opened.name = PREFIX + ticket;
  } finally {
    // Without a ticket the new window shows the login, which leads to the path.
    opened.location.replace(`${location.pathname}#${path}`);
  }
}

/** In a window opened by `openWindow`: changes the ticket for a session. A spent or late ticket leaves it signed out. */
export async function redeemTicket(): Promise<void> {
  if (!window.name.startsWith(PREFIX)) return;
  const ticket = window.name.slice(PREFIX.length);
  window.name = '';
  window.opener = null;
  await redeem(ticket);
}

/** Exchanges a ticket for a session of this tab; with a used or late ticket it stays signed out. */
export async function redeem(ticket: string): Promise<void> {
  const envelope = await requestJson('POST', '/api/session/redeem', { ticket }).catch(() => null);
  const token = (envelope?.data as { token?: string } | null | undefined)?.token;
  if (token) setToken(token);
}
