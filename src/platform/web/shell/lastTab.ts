import type { Session } from '../session/session.ts';
import type { Entry } from './menu.ts';

/** For each role of each account of its own; paths of the menu alone. */
const keyOf = ({ user }: Session) => `entry-tabs:${user.userId}:${user.roleId}:${user.workOrgId}`;

function read(session: Session): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(session)) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

/** Where an entry of the menu leads: the tab of it that was used last in this browser, else its first. */
export function lastTabOf(session: Session, { title, tabs }: Entry): string {
  const last = read(session)[title];
  return (tabs.find(({ path }) => path === last) ?? tabs[0])?.path ?? '/';
}

/** Remembers the tab that is used of an entry. */
export function rememberTab(session: Session, entry: string, path: string): void {
  try {
    localStorage.setItem(keyOf(session), JSON.stringify({ ...read(session), [entry]: path }));
  } catch {
    // Without storage an entry opens its first tab.
  }
}
