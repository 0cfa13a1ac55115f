import { createContext, useContext, useMemo } from 'react';
import { matchPath, useLocation } from 'react-router';
import type { PageRoute } from '../module.ts';
import { PagesContext } from '../route/manifests.ts';
import { pageAt } from '../route/pageAt.ts';
import { may, type Session, SessionContext, type Site, SiteContext } from '../session/session.ts';
import { hasPage, titleForKind } from '../session/siteKind.ts';
import type { IconName } from '../show/icons.tsx';

/** Entries of the menu of whoever works for an organisation, in their order, with their icons. */
export const WORKER_ENTRIES = {
  党组织: 'organisation',
  党员: 'members',
  发展党员: 'growth',
  党费: 'dues',
  组织生活: 'calendarCheck',
  党务办公: 'briefcase',
  考核评价: 'clipboard',
  学习教育: 'book',
  志愿服务: 'pinCheck',
  资讯互动: 'news',
  数据分析: 'chart',
  系统管理: 'settings',
} as const satisfies Record<string, IconName>;

/** Entries of an administrator, who runs the installation; the party work itself belongs to the workers. */
export const ADMINISTRATOR_ENTRIES = {
  党组织: 'organisation',
  党员: 'members',
  账号权限: 'shield',
  内容管理: 'layers',
  数据分析: 'chart',
  系统管理: 'settings',
} as const satisfies Record<string, IconName>;

/** What waits for whoever is signed in, whatever the role; the menu draws it first, and it leads to the home. */
export const TODAY_ENTRY = '今日';

/** The own pages of everybody: in the menu of those without office, for others behind 个人. */
export const OWN_ENTRY = '个人党务';

const ICONS = {
  worker: { [TODAY_ENTRY]: 'home', [OWN_ENTRY]: 'person', ...WORKER_ENTRIES },
  administrator: { [TODAY_ENTRY]: 'home', ...ADMINISTRATOR_ENTRIES },
} as const satisfies Record<string, Record<string, IconName>>;

/** A place in a menu: its entry, and a number by which the tabs of an entry are ordered. */
type Place<Entry> = readonly [entry: Entry, order: number];

/** A page that stands in the bar of tabs of an entry of the menu, as its room declares it. */
export interface MenuTab {
  /** The same as the title of its page. */
  title: string;
  /** `:workOrgId` and `:workOrgCode` stand for the organisation at work; a query names a part of a page. */
  path: string;
  /** Any of these permission keys shows the tab to whoever may open its page; absent: the page's own right alone. */
  keys?: string;
  /** Whoever holds this finds it elsewhere. */
  unless?: string;
  /** Beginnings of further paths that belong to the tab; pages whose 当前位置 leads over it do so anyway. */
  also?: readonly string[];
  /** Where it stands for everybody who is not an administrator; absent: not there. */
  worker?: Place<keyof typeof WORKER_ENTRIES | typeof OWN_ENTRY | typeof TODAY_ENTRY>;
  /** Where it stands for administrators; absent: not there. */
  administrator?: Place<keyof typeof ADMINISTRATOR_ENTRIES | typeof TODAY_ENTRY>;
}

/** A tab as it is drawn. */
export type Tab = Pick<MenuTab, 'title' | 'path' | 'also'>;

/** An entry of the menu with its tabs; there is at least one. */
export interface Entry {
  title: string;
  icon: IconName;
  tabs: readonly Tab[];
}

/** Where a page stands. */
export interface Standing {
  entry: Entry;
  tab: Tab;
}

/** The tabs of all rooms; the router provides them. */
export const MenuContext = createContext<readonly MenuTab[]>([]);

/** The administrator, and the three into whom a deployment may separate it (三员). */
const ADMINISTRATORS = new Set([1, 8, 9, 10]);

/** Who works for no organisation has the own pages in the menu. */
const OWN_HOME = '/partyMember';

/** The menu of a session: what rooms have in its role's entries, without what it may not use or this kind of deployment lacks. */
export function menuOf(
  tabs: readonly MenuTab[],
  pages: readonly PageRoute[],
  session: Session,
  kind: Site['kind'],
): readonly Entry[] {
  const { user } = session;
  const which = ADMINISTRATORS.has(user.roleId) ? 'administrator' : 'worker';
  const open = tabs
    .filter(({ path, keys, unless }) => {
      const pathname = path.split('?')[0] ?? '';
      const page = pageAt(pages, pathname);
      return (
        page !== undefined &&
        hasPage(kind, pathname) &&
        (keys === undefined || may(session, keys, 'any')) &&
        (!page.permission || may(session, page.permission, 'any')) &&
        !(unless !== undefined && may(session, unless))
      );
    })
    .map((tab) => ({
      ...tab,
      path: tab.path.replace(':workOrgId', user.workOrgId).replace(':workOrgCode', user.workOrg.orgCode),
    }));
  return Object.entries(ICONS[which]).flatMap(([title, icon]) => entryOf(title, icon, open, which, kind));
}

/** An entry with those of `open` that stand in it, in their order; nothing where none does. */
function entryOf(
  title: string,
  icon: IconName,
  open: readonly MenuTab[],
  which: 'worker' | 'administrator',
  kind: Site['kind'],
): Entry[] {
  const tabs = open
    .flatMap((tab) => {
      const [entry, order] = tab[which] ?? [];
      return entry === title && order !== undefined ? [{ order, tab }] : [];
    })
    .toSorted((a, b) => a.order - b.order)
    .map(({ tab }): Tab => ({ ...tab, title: titleForKind(kind, tab.title) }));
  return tabs.length > 0 ? [{ title, icon, tabs }] : [];
}

/** The entries of all roles, those of workers first: where a page stands whoever looks for it. */
export const wholeMenu = (tabs: readonly MenuTab[], kind: Site['kind']): readonly Entry[] =>
  (['worker', 'administrator'] as const).flatMap((which) =>
    Object.entries(ICONS[which]).flatMap(([title, icon]) => entryOf(title, icon, tabs, which, kind)),
  );

/** The entries of the sidebar below 今日: 个人党务 is there for whoever has its first page as home. */
export const sidebarOf = (menu: readonly Entry[], { user }: Session): readonly Entry[] =>
  menu.filter(({ title }) => title !== TODAY_ENTRY && (title !== OWN_ENTRY || user.roleUrl === OWN_HOME));

/**
 * Where a page stands: the tab that opens it, else the nearest of the pages above it that is a tab, else the tab with the longest
 * beginning of its path.
 * @param address path and query of the page
 */
export function standingOf(
  menu: readonly Entry[],
  page: Pick<PageRoute, 'path' | 'crumbs'> | undefined,
  address: string,
): Standing | undefined {
  const all = menu.flatMap((entry) => entry.tabs.map((tab) => ({ entry, tab })));
  const [pathname = '', query = ''] = address.split('?');
  const asked = new URLSearchParams(query);
  const named = (path: string) => {
    const [of, wanted = ''] = path.split('?');
    return of === pathname && [...new URLSearchParams(wanted)].every(([name, value]) => asked.get(name) === value);
  };
  const exact = all
    .filter(({ tab }) => named(tab.path))
    .toSorted((a, b) => b.tab.path.length - a.tab.path.length)
    .at(0);
  if (exact) return exact;
  const above = (page?.crumbs ?? [])
    .toReversed()
    .map(([, path]) => all.find(({ tab }) => tab.path === path))
    .find((one) => one !== undefined);
  if (above) return above;
  const sibling = page && all.find(({ tab }) => matchPath(page.path, tab.path.split('?')[0] ?? ''));
  if (sibling) return sibling;
  let best: Standing | undefined;
  let longest = 0;
  for (const standing of all) {
    for (const start of [standing.tab.path.split('?')[0] ?? '', ...(standing.tab.also ?? [])]) {
      if ((pathname === start || pathname.startsWith(`${start}/`)) && start.length > longest) {
        best = standing;
        longest = start.length;
      }
    }
  }
  return best;
}

const NO_MENU: readonly Entry[] = [];

/** By session: the frame, the bar and every 当前位置 ask for it. */
const known = new WeakMap<Session, readonly Entry[]>();

/** The menu of the session that works in this window; empty where there is none. */
export function useMenu(): readonly Entry[] {
  const session = useContext(SessionContext);
  const kind = useContext(SiteContext)?.kind ?? 'city';
  const tabs = useContext(MenuContext);
  const pages = useContext(PagesContext);
  if (!session) return NO_MENU;
  const menu = known.get(session) ?? menuOf(tabs, pages, session, kind);
  known.set(session, menu);
  return menu;
}

/** Where the page that is open stands in the menu; nowhere on the own home. */
export function useStanding(page: PageRoute | undefined): Standing | undefined {
  const menu = useMenu();
  const home = useContext(SessionContext)?.user.roleUrl;
  const { pathname, search } = useLocation();
  return useMemo(
    () => (pathname === home ? undefined : standingOf(menu, page, pathname + search)),
    [menu, home, page, pathname, search],
  );
}

/** Whether the tabs of an entry are drawn: one alone is that page. */
export const hasBar = ({ entry }: Standing): boolean => entry.tabs.length > 1;
