import { may, type Session, type Site } from '#platform/web/session/session.ts';
import { hasPage, titleForKind } from '#platform/web/session/siteKind.ts';
import { ADMINISTRATOR_GROUPS, type MenuEntry, WORKER_GROUPS } from '#platform/web/shell/menu.ts';

/** An entry as it is drawn. */
export type MenuItem = Omit<MenuEntry, 'worker' | 'administrator'>;

export interface MenuGroup {
  title: string;
  items: readonly MenuItem[];
}

/** The administrator, and the three into whom a deployment may separate it (三员). */
const ADMINISTRATORS = new Set([1, 8, 9, 10]);

/** The sidebar of a session: what rooms have in its role's menu, without what it may not use or this kind of deployment lacks. */
export function menuOf(entries: readonly MenuEntry[], session: Session, kind: Site['kind']): readonly MenuGroup[] {
  const which = ADMINISTRATORS.has(session.user.roleId) ? 'administrator' : 'worker';
  const groups: readonly string[] = which === 'administrator' ? ADMINISTRATOR_GROUPS : WORKER_GROUPS;
  const open = entries.filter(
    ({ path, keys, unless }) =>
      hasPage(kind, path) && may(session, keys, 'any') && !(unless !== undefined && may(session, unless)),
  );
  return groups
    .map((title) => ({
      title,
      items: open
        .flatMap((entry) => {
          const [group, order] = entry[which] ?? [];
          return group === title && order !== undefined ? [{ order, entry }] : [];
        })
        .toSorted((a, b) => a.order - b.order)
        .map(({ entry }) => ({ ...entry, title: titleForKind(kind, entry.title) })),
    }))
    .filter(({ items }) => items.length > 0);
}

/** The entry to which a path belongs: the one whose own or further beginning is longest. */
export function entryAt(menu: readonly MenuGroup[], path: string): MenuItem | undefined {
  let best: MenuItem | undefined;
  let longest = 0;
  for (const item of menu.flatMap(({ items }) => items)) {
    for (const start of [item.path, ...(item.also ?? [])]) {
      if ((path === start || path.startsWith(`${start}/`)) && start.length > longest) {
        best = item;
        longest = start.length;
      }
    }
  }
  return best;
}
