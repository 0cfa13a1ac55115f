import { pinyinSpan, type Span, textSpan } from '#platform/text/pinyinMatch.ts';
import type { PageRoute } from '#platform/web/module.ts';
import { breadcrumbTo } from '#platform/web/route/breadcrumb.ts';
import { may, type Session, type Site } from '#platform/web/session/session.ts';
import { hasPage, titleForKind } from '#platform/web/session/siteKind.ts';
import { type MenuTab, menuOf } from '#platform/web/shell/menu.ts';
import type { DisplayMode } from '#platform/web/show/displayMode.ts';
import type { IconName } from '#platform/web/show/icons.tsx';
import { switchableRoles } from '../frame/RoleSwitch.tsx';
import { syllables } from './syllables.ts';

/** What the frame does itself. */
export type FrameAct = 'role' | 'password' | 'leave';

/** A page or an act that is found by its title. */
export interface Entry {
  title: string;
  icon: IconName;
  detail: string;
  /** A path to go to, an act of the frame, or a look to put on. */
  does: { path: string } | { act: FrameAct } | { look: Partial<DisplayMode> };
}

/** Pages that make no sense unless something leads to them, and the homes, of which everybody has one. */
const LED_TO =
  /^\/(welcome|web404|under-construction|login|bpLogin|other|maxMap|m\/.*|box\/(terminal|\w+Details)|party(Committee|Branch|Member)|countyCity)$|^\/__|\/(edit|add|print|detailInfo|pdfReportPage)$/i;
const OWN = '/partyMember';
/** Pages that begin something are acts. */
const BEGINS = /^(新增|登记|导入)/;

/** Menu entries first, with what they belong to; then the other pages that open by themselves. */
export function pagesOf(
  session: Session,
  kind: Site['kind'],
  pages: readonly PageRoute[],
  tabs: readonly MenuTab[],
): Entry[] {
  const home: Entry = { title: '今日', icon: 'home', detail: '首页', does: { path: session.user.roleUrl } };
  const menu = menuOf(tabs, pages, session, kind);
  const entries = menu.flatMap((entry) =>
    entry.tabs.map(
      ({ title, path }): Entry => ({
        title,
        icon: entry.icon,
        detail: title === entry.title ? '' : entry.title,
        does: { path },
      }),
    ),
  );
  const own: Entry = { title: '个人党务', icon: 'person', detail: '', does: { path: OWN } };
  const known = new Set(entries.map(({ does }) => ('path' in does ? does.path : '')));
  const others = openable(session, kind, pages)
    .filter(({ title, path }) => !BEGINS.test(title) && !known.has(path))
    .map(
      (page): Entry => ({
        title: titleForKind(kind, page.title),
        icon: 'document',
        detail: breadcrumbTo(page, kind, menu).at(-1)?.title ?? '',
        does: { path: page.path },
      }),
    );
  return [home, ...entries, ...(session.user.roleUrl === OWN ? [] : [own]), ...others];
}

/** Pages that the session may open without an id, by the path that opens them. */
function openable(session: Session, kind: Site['kind'], pages: readonly PageRoute[]): PageRoute[] {
  return pages
    .flatMap((page) => [
      page,
      ...(page.places ?? []).map(
        (place): PageRoute => ({ ...place, crumbs: [[page.title, page.path]], load: page.load }),
      ),
    ])
    .map((page) => ({ ...page, path: page.path.replace(/\/:\w+\?/g, '') }))
    .filter(
      ({ path, permission }) =>
        !path.includes(':') &&
        !LED_TO.test(path) &&
        hasPage(kind, path) &&
        (permission === undefined || may(session, permission, 'any')),
    );
}

const ROLES: Entry = { title: '切换角色', icon: 'transfer', detail: '', does: { act: 'role' } };

/** What can be begun or done from anywhere. */
export function actsOf(session: Session, kind: Site['kind'], pages: readonly PageRoute[], mode: DisplayMode): Entry[] {
  const acts: Entry[] = [];
  if (may(session, 'member:write'))
    acts.push({ title: '新增党员', icon: 'plus', detail: '', does: { path: '/affairs/member/edit/add' } });
  for (const { title, path } of openable(session, kind, pages)) {
    if (BEGINS.test(title))
      acts.push({ title, icon: title.startsWith('导入') ? 'import' : 'plus', detail: '', does: { path } });
  }
  const dark = mode.theme === 'dark';
  const large = mode.size === 'large';
  return [
    ...acts,
    ...(switchableRoles(session).length > 1 ? [ROLES] : []),
    {
      title: dark ? '换成浅色' : '换成深色',
      icon: 'eye',
      detail: '显示',
      does: { look: { theme: dark ? 'light' : 'dark' } },
    },
    {
      title: large ? '换回标准字号' : '换成大字',
      icon: 'textSize',
      detail: '显示',
      does: { look: { size: large ? 'normal' : 'large' } },
    },
    { title: '修改密码', icon: 'lock', detail: '', does: { act: 'password' } },
    { title: '退出登录', icon: 'exit', detail: '', does: { act: 'leave' } },
  ];
}

const readings = new Map<string, string[]>();
for (const [reading, signs] of Object.entries(syllables))
  for (const sign of signs) readings.set(sign, [...(readings.get(sign) ?? []), reading]);

/** Where the typed signs, pinyin or initials are met in a title; null where they are not. */
export function findMatchSpan(title: string, typed: string): Span | null {
  const span = textSpan(title, typed);
  if (span !== null) return span;
  const letters = typed.toLowerCase().replace(/[\s'’]/g, '');
  if (!/^[a-z]+$/.test(letters)) return null;
  return pinyinSpan(
    [...title].map((sign) => readings.get(sign) ?? [sign.toLowerCase()]),
    letters,
  );
}

export interface FoundEntry extends Entry {
  mark: Span;
}

/** The entries whose titles hold what was typed, those that begin so first; at most `limit`. */
export function findEntries(entries: readonly Entry[], typed: string, limit: number): FoundEntry[] {
  return entries
    .flatMap((entry) => {
      const mark = findMatchSpan(entry.title, typed);
      return mark ? [{ ...entry, mark }] : [];
    })
    .sort((a, b) => Number(a.mark[0] > 0) - Number(b.mark[0] > 0))
    .slice(0, limit);
}
