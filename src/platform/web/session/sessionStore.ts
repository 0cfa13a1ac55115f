const KEY = 'session-token';

// Storage may be refused (private windows, policies): the session then lives as long as the page.
function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

let token: string | null = typeof sessionStorage === 'undefined' ? null : stored();

/** The session's token, or null when nobody is signed in in this window. */
export function getToken(): string | null {
  return token;
}

/** Keeps the token for this window alone: in memory and, so that a reload keeps it, in sessionStorage. */
export function setToken(value: string): void {
  token = value;
  try {
    sessionStorage.setItem(KEY, value);
  } catch {
    // Kept in memory.
  }
}

/** Forgets the token. What else the window stored for the session is cleared too: filters may hold names. */
export function clearSession(): void {
  token = null;
  try {
    sessionStorage.clear();
  } catch {
    // There was nothing to clear.
  }
}
